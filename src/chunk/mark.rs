//! What single characters mean to the splitter: ends, pauses, closers, letters.
//!
//! Never looks at a neighbour and never at where a character stands; that is for the callers.

use unicode_normalization::char::is_combining_mark;

use super::Unit;

const CHINESE_NUMERALS: &str = "〇零一二三四五六七八九十百千万萬亿億两兩";
/// Han characters of a sign, as ≥ is 大于等于.
const SIGN_WRITTEN_OUT: usize = 4;
const ZERO_WIDTH_JOINER: char = '\u{200D}';

/// Has a sound of its own: a letter, a digit, a Han character, kana and the like.
pub(super) fn is_speakable(character: char) -> bool {
    character.is_alphanumeric()
}

/// Units that a character may count when it is sent: a digit or sign is written out, 1,000 as 一千
/// and 5% as 百分之五, and a letter may be one of a unit: mAh is 毫安时.
pub(super) fn n_units(character: char, unit: Unit) -> usize {
    let is_symbol = matches!(character, '\u{A2}'..='\u{BF}' | '×' | '÷' | '\u{2030}'..='\u{2BFF}');
    let is_sign = character.is_ascii_punctuation() || is_unit(character) || is_symbol;
    if character.is_numeric() || is_sign {
        SIGN_WRITTEN_OUT * unit.of_han()
    } else if character.is_ascii_alphabetic() {
        unit.of_han()
    } else {
        unit.of(character)
    }
}

/// Ends a sentence wherever it stands.
pub(super) fn is_full_stop(character: char) -> bool {
    matches!(
        character,
        '。' | '！' | '？' | '!' | '?' | '｡' | '‼' | '⁇' | '⁈' | '⁉'
    )
}

/// Ends a sentence that asks.
pub(super) fn is_question(character: char) -> bool {
    matches!(character, '？' | '?' | '⁇' | '⁈' | '⁉')
}

/// Trails off: ends a sentence only in some places.
pub(super) fn is_trail(character: char) -> bool {
    matches!(character, '…' | '⋯' | '—' | '―' | '─')
}

/// A Latin dot, which ends a sentence, a number's whole part or an abbreviation.
pub(super) fn is_dot(character: char) -> bool {
    matches!(character, '.' | '．')
}

/// Separates big parts of a sentence.
pub(super) fn is_colon(character: char) -> bool {
    matches!(character, '；' | '：' | ';' | ':')
}

/// Separates small parts of a sentence.
pub(super) fn is_comma(character: char) -> bool {
    matches!(character, '，' | '、' | ',' | '､' | '﹐' | '﹑')
}

/// A comma or colon: after it the sentence goes on.
pub(super) fn is_pause(character: char) -> bool {
    is_comma(character) || is_colon(character)
}

/// Closes a bracket or, by its shape, a quote.
pub(super) fn is_closer(character: char) -> bool {
    matches!(
        character,
        '”' | '’' | '」' | '』' | '〞' | '〟' | '﹂' | '﹄' | ')' | ']' | '}'
    ) || matches!(character, '）' | '】' | '》' | '〉' | '〕' | '］' | '｝')
}

/// Closes the title of a book or a song.
pub(super) fn closes_title(character: char) -> bool {
    matches!(character, '》' | '〉')
}

/// Opens a bracket or, by its shape, a quote.
pub(super) fn is_opener(character: char) -> bool {
    matches!(
        character,
        '“' | '‘' | '「' | '『' | '〝' | '﹁' | '﹃' | '(' | '[' | '{'
    ) || matches!(character, '（' | '【' | '《' | '〈' | '〔' | '［' | '｛')
}

/// Hangs on the character before it and never starts a chunk.
pub(super) fn clings(character: char) -> bool {
    is_combining_mark(character)
        || character == ZERO_WIDTH_JOINER
        || matches!(character, '~' | '～' | '\u{1F3FB}'..='\u{1F3FF}')
}

/// Both belong to one written sign, such as a letter and its accent or the two halves of a flag.
pub(super) fn are_one_sign(left: char, right: char) -> bool {
    let is_flag_half = |c| matches!(c, '\u{1F1E6}'..='\u{1F1FF}');
    clings(right) || left == ZERO_WIDTH_JOINER || (is_flag_half(left) && is_flag_half(right))
}

/// Part of a word written with an alphabet, or of a number in digits.
pub(super) fn is_word_letter(character: char) -> bool {
    (character.is_alphanumeric() && !is_east_asian(character)) || is_combining_mark(character)
}

/// Stands inside a word or number: `don't`, `3.14`, `10:30`.
pub(super) fn joins_words(character: char) -> bool {
    matches!(
        character,
        '.' | ',' | ':' | '\'' | '’' | '-' | '_' | '/' | '@' | '．' | '·'
    )
}

/// Follows a number and is read with it.
pub(super) fn is_unit(character: char) -> bool {
    matches!(character, '%' | '％' | '‰' | '°' | '℃' | '℉')
}

/// A digit of a number written in Han characters.
pub(super) fn is_chinese_numeral(character: char) -> bool {
    CHINESE_NUMERALS.contains(character)
}

fn is_east_asian(character: char) -> bool {
    matches!(character, '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FF66}'..='\u{FF9F}' | '\u{1B000}'..='\u{1B16F}'
        | '\u{20000}'..='\u{3FFFF}')
}
