//! Faces made of signs: `(^_^)`, `Orz`, `T_T`.
//!
//! Never takes a bracket with words or a sum in it for a face.

use std::ops::Range;

use super::is_han;
use super::mark::is_word;

/// Faces without brackets; longer ones first where one begins like another.
const FACES: [&str; 44] = [
    "T_T",
    "T.T",
    "T^T",
    "TAT",
    "TvT",
    "QAQ",
    "QwQ",
    "QWQ",
    "qwq",
    "QvQ",
    "OwO",
    "OvO",
    "owo",
    "Orz",
    "orz",
    "ORZ",
    "Otz",
    "OTZ",
    "otz",
    "OTL",
    "^_^",
    "^o^",
    "^v^",
    "^ω^",
    "^^",
    "-_-",
    "=_=",
    "@_@",
    ">_<",
    ">﹏<",
    "O_O",
    "o_O",
    "O_o",
    "o_o",
    "0_0",
    "x_x",
    "X_X",
    "→_→",
    "←_←",
    "￣▽￣",
    ":)",
    ":-)",
    ":(",
    ":-(",
];

/// Hands and sweat beside a face.
const ARMS: &str = "|╯╰ノヽヾゝづつっシ︵┻━┳╮╭٩۶ง";

/// The longest face in brackets.
const LONGEST: usize = 16;

/// The end of the face that begins here.
pub(super) fn end(chars: &[char], at: usize) -> Option<usize> {
    let end = bare(chars, at).or_else(|| framed(chars, at))?;
    let arms = chars[end..]
        .iter()
        .take_while(|c| ARMS.contains(**c))
        .count();
    Some(end + arms)
}

fn bare(chars: &[char], at: usize) -> Option<usize> {
    let fits = |face: &&str| {
        let end = at + face.chars().count();
        let same = chars[at..].iter().copied().take(end - at).eq(face.chars());
        same && !joins(chars, at) && !joins(chars, end) && !is_colon(chars, &(at..end))
    };
    let face = FACES.iter().find(|face| fits(face))?;
    Some(at + face.chars().count())
}

/// Whether two signs are a colon and a bracket of the sentence: 他说:(笑).
fn is_colon(chars: &[char], face: &Range<usize>) -> bool {
    let is_word = |index: usize| chars.get(index).copied().is_some_and(is_word);
    face.len() == 2
        && chars[face.start] == ':'
        && (face.start > 0 && is_word(face.start - 1) || is_word(face.end))
}

/// Whether letters or digits run on across this place.
fn joins(chars: &[char], at: usize) -> bool {
    let solid = |index: Option<usize>| {
        index
            .and_then(|index| chars.get(index))
            .is_some_and(char::is_ascii_alphanumeric)
    };
    solid(at.checked_sub(1)) && solid(Some(at))
}

/// `(╯°□°)`, also with a hand before or after it: `o(╯□╰)o`.
fn framed(chars: &[char], at: usize) -> Option<usize> {
    let hand = "odbOヽヾ٩\\╭<Σ".contains(chars[at]) && !joins(chars, at);
    let open = at + usize::from(hand);
    if !matches!(chars.get(open), Some('(' | '（')) {
        return None;
    }
    let inside = &chars[open + 1..chars.len().min(open + LONGEST)];
    let length = inside.iter().position(|c| matches!(c, ')' | '）'))?;
    if !is_face(&inside[..length]) {
        return None;
    }
    let end = open + length + 2;
    let hand = chars.get(end).is_some_and(|c| "obdO/".contains(*c)) && !joins(chars, end + 1);
    Some(end + usize::from(hand))
}

fn is_face(inside: &[char]) -> bool {
    let count = |kind: fn(char) -> bool| inside.iter().filter(|c| kind(**c)).count();
    let signs = count(|c| !c.is_alphanumeric() && !c.is_whitespace() && !super::mark::is_pause(c));
    let features = count(is_feature);
    let drawn = count(|c| !c.is_ascii() && is_feature(c));
    let words = inside
        .windows(2)
        .any(|pair| pair.iter().all(char::is_ascii_alphabetic))
        || inside
            .iter()
            .any(|c| is_han(*c) && !"皿口益艸".contains(*c));
    let digits = inside.iter().any(|c| c.is_numeric());
    !words && (drawn > 1 || features > 0 && signs > 1 && !digits)
}

/// A sign that draws an eye or a mouth, and has no use in a sum.
fn is_feature(character: char) -> bool {
    let sign = !character.is_alphanumeric()
        && !character.is_whitespace()
        && !super::mark::is_pause(character);
    sign && if character.is_ascii() {
        "_^`><".contains(character)
    } else {
        !"→←↔⇒×÷±℃￥€£°≤≥≠≈".contains(character) || character == '°'
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_whole_face(text: &str) -> bool {
        let chars: Vec<char> = text.chars().collect();
        end(&chars, 0) == Some(chars.len())
    }

    #[test]
    fn faces_are_known_with_their_arms() {
        for face in [
            "(^_^)",
            "Orz",
            "T_T",
            "QAQ",
            "(╯°□°）╯",
            "o(╯□╰)o",
            "-_-|||",
            "(￣▽￣)ノ",
        ] {
            assert!(is_whole_face(face), "{face}");
        }
    }

    #[test]
    fn a_colon_before_a_bracket_is_no_face() {
        let begins = |text: &str, at| end(&text.chars().collect::<Vec<_>>(), at).is_some();
        assert!(begins("。:)。", 1) && begins(":(", 0));
        assert!(!begins("他说:(笑)", 2) && !begins(":(笑)", 0) && !begins("说:)", 1));
    }

    #[test]
    fn words_and_sums_in_brackets_are_no_faces() {
        for text in [
            "(你好)",
            "(a+b)",
            "(3*5-2)",
            "(A→B→C)",
            "（笑）",
            "(OK)",
            "()",
            "(5/100)",
            "Orzo",
        ] {
            assert!(!is_whole_face(text), "{text}");
        }
    }
}
