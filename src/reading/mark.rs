//! Characters in their plain form, and which marks may stand in spoken text.
//!
//! Never says anything, and never changes a Han character.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::is_han;

/// What engines pause at.
const PAUSES: &str = "，。！？；：、…—“”‘’「」『』（）《》·!\"'(),.:;?";

/// Marks that mean the same as one that engines know.
const ALIKE: [(&str, char); 13] = [
    ("｡", '。'),
    ("､", '、'),
    ("‥⋯", '…'),
    ("―─", '—'),
    ("‐‑−–", '-'),
    ("〜∼", '~'),
    ("•・‧∙⋅･", '·'),
    ("【〔［[{", '“'),
    ("】〕］]}", '”'),
    ("〝", '“'),
    ("〞〟", '”'),
    ("〈﹤", '《'),
    ("〉﹥", '》'),
];

/// Signs whose long form would lose their meaning.
const SIGNS: &str = "℃℉№™℠";

/// Whether a text is Han and single pauses alone, so that there is nothing to write out.
pub(super) fn is_plain(text: &str) -> bool {
    let (mut last, mut run) = (' ', 0);
    text.chars().all(|c| {
        run = if c == last { run + 1 } else { 1 };
        last = c;
        let most = if "…—".contains(c) { 2 } else { 1 };
        is_han(c) && !is_odd(c) || is_pause(c) && !c.is_ascii() && run <= most
    })
}

/// Whether this mark may stand in spoken text.
pub(super) fn is_pause(character: char) -> bool {
    PAUSES.contains(character)
}

/// Whether this is part of a word or a number; so is the place of a word that a lexicon decides.
pub(super) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || is_han(character)
}

/// Whether this is a letter of any script, or a mark on one.
pub(super) fn is_letter(character: char) -> bool {
    is_han(character)
        || character.is_alphabetic() && !character.is_numeric() && !is_boxed(character)
}

/// Whether this changes the letter before it.
pub(super) fn is_accent(character: char) -> bool {
    is_combining_mark(character)
        && !matches!(character, '\u{20D0}'..='\u{20FF}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}')
}

/// Whether this is no sign of its own: an accent, a joiner, a choice of form.
pub(super) fn is_silent(character: char) -> bool {
    is_combining_mark(character)
        || character.is_control()
        || matches!(character, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether this is a number in a ring, in brackets or with a full stop, as items of a list have.
pub(super) fn is_listed(character: char) -> bool {
    matches!(character, '①'..='⒛' | '⓪'..='⓿' | '❶'..='➓' | '㈠'..='㈩' | '㊀'..='㊉')
}

/// The text with digits, letters and signs in one form of each: `５` is 5, `㎡` is m2, `【` is “.
pub(super) fn plain(text: &str) -> Vec<char> {
    let mut chars = Vec::with_capacity(text.len());
    for character in text.chars() {
        push_plain(&mut chars, character);
    }
    chars
}

fn push_plain(chars: &mut Vec<char>, character: char) {
    if is_han(character) {
        chars.push(character);
    } else if let Some((_, plain)) = ALIKE.iter().find(|(alike, _)| alike.contains(character)) {
        chars.push(*plain);
    } else if character.is_whitespace() {
        chars.push(' ');
    } else if character.is_ascii() || is_pause(character) {
        chars.push(character);
    } else if ('！'..='～').contains(&character) {
        chars.extend(char::from_u32(u32::from(character) - 0xFEE0));
    } else if character.is_numeric() {
        chars.push(decimal(character).unwrap_or(character));
    } else {
        push_letters(chars, character);
    }
}

fn push_letters(chars: &mut Vec<char>, character: char) {
    let long: Vec<char> = std::iter::once(character).nfkc().collect();
    let spelled = long.iter().all(|&c| c.is_alphanumeric() || c == '/');
    if spelled && !SIGNS.contains(character) {
        chars.extend(long);
    } else {
        chars.push(character);
    }
}

/// The ASCII form of a decimal digit of any script.
fn decimal(character: char) -> Option<char> {
    let code = u32::from(character);
    if matches!(code, 0x1_D7CE..=0x1_D7FF | 0x1_FBF0..=0x1_FBF9) {
        return std::iter::once(character).nfkc().next();
    }
    // Scripts put their ten digits in a row that begins at ...0 or ends at ...F.
    let row = code & !0xF;
    let is_digit = |code: u32| char::from_u32(code).is_some_and(char::is_numeric);
    let begins = |zero: u32| {
        (zero..zero + 10).contains(&code)
            && (zero..zero + 10).all(is_digit)
            && (zero == row + 6 || !is_digit(zero + 10))
    };
    let zero = [row, row + 6].into_iter().find(|zero| begins(*zero))?;
    let known =
        !matches!(code, 0x2070..=0x209F | 0x2150..=0x24FF | 0x2776..=0x2793 | 0x3020..=0x33FF);
    known.then(|| char::from_digit(code - zero, 10))?
}

/// A numeral that is counted among the Han characters by its block, yet has no sound.
fn is_odd(character: char) -> bool {
    character.is_numeric() && character != '〇'
}

/// Letters in boxes and flags: pictures of letters.
fn is_boxed(character: char) -> bool {
    ('\u{1F100}'..='\u{1F1FF}').contains(&character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        plain(text).into_iter().collect()
    }

    #[test]
    fn wide_and_framed_letters_are_letters() {
        assert_eq!(said("ＶＩＰ８Ⓐ𝐁"), "VIP8AB");
        assert_eq!(said("㎡㎏㏄㋀"), "m2kgcc1月");
    }

    #[test]
    fn digits_of_every_script_are_digits() {
        assert_eq!(said("٣४๕𝟗０"), "34590");
    }

    #[test]
    fn numerals_with_a_meaning_of_their_own_stay() {
        assert_eq!(said("①²½Ⅳ㈠₂"), "①²½Ⅳ㈠₂");
    }

    #[test]
    fn marks_that_look_alike_become_one() {
        assert_eq!(said("【一】〈二〉•⋯"), "“一”《二》·…");
    }

    #[test]
    fn prose_is_plain() {
        assert!(is_plain("他说：“走吧……”"));
        for text in ["第3天", "什么？？", "好~", "ok", "a b"] {
            assert!(!is_plain(text), "{text}");
        }
    }
}
