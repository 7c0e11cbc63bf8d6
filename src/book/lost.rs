//! What a conversion leaves where it lost characters: `�`, and what becomes of that when it is
//! misread once more.
//!
//! Never a verdict on one odd character: each of these is a pair of marks misread, and no prose has
//! it.

/// `�`, and two of it in UTF-8 misread as GBK, as Big5 and as Latin-1.
const MARKS: [&str; 4] = ["\u{FFFD}", "锟斤拷", "嚙踝蕭", "ï¿½"];

/// Whether a mark may begin with this character.
pub fn is_suspect(character: char) -> bool {
    matches!(character, '\u{FFFD}' | '锟' | '嚙' | 'ï')
}

/// The length in bytes of the marks that `text` begins with.
pub fn at_start(text: &str) -> Option<usize> {
    let mut rest = text;
    while let Some(after) = MARKS.iter().find_map(|mark| rest.strip_prefix(mark)) {
        rest = after;
    }
    Some(text.len() - rest.len()).filter(|length| *length > 0)
}

/// How many characters of a line are such marks.
pub fn count(line: &str) -> usize {
    let marks = MARKS.iter().map(|mark| {
        let n_found = line.matches(mark).count();
        n_found * mark.chars().count()
    });
    marks.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_found_one_behind_another() {
        assert_eq!(at_start("\u{FFFD}\u{FFFD}锟斤拷锟斤拷雪"), Some(24));
        assert_eq!(at_start("雪锟斤拷"), None);
        assert_eq!(count("雪\u{FFFD}夜锟斤拷ï¿½"), 7);
    }

    #[test]
    fn a_character_of_a_mark_alone_is_none() {
        assert_eq!(at_start("锟儿"), None);
        assert_eq!(at_start("naïve"), None);
        assert_eq!(count("斤斤计较"), 0);
    }
}
