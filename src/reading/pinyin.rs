//! Han characters to syllables, with the dictionary of `pinyin_pro`.
//!
//! Never adds a tone change: 一 is always `yi1` and 不 always `bu4`, as in a dictionary, because the
//! voice inside was trained that way. Never touches the global dictionaries of the crate.

use pinyin_pro::options::{PinyinOptions, PinyinOutput, ToneType, TypeMode, VMode};
use pinyin_pro::pinyin::get_single_word_pinyin;
use pinyin_pro::pinyin_utils::{num_of_tone, strip_tone};
use unicode_normalization::UnicodeNormalization;

use super::is_han;

/// Whether 一 and 不 change their tones before others. The front end that the voice inside was
/// trained with has none of it.
const TONE_SANDHI: bool = false;

/// One syllable for each character; empty for those that are not Han or not known.
pub(super) fn syllables(text: &str, chars: &[char]) -> Vec<String> {
    // The whole text at once: words decide between the readings of a character.
    let read = read_words(&text_without_compatibility_forms(text));
    let aligned = read.len() == chars.len();
    let mut read = read.into_iter();
    chars
        .iter()
        .map(|&character| {
            let syllable = read
                .next()
                .filter(|_| aligned)
                .and_then(|read| plain(&read));
            match syllable {
                _ if !is_han(character) => String::new(),
                Some(syllable) => syllable,
                None => alone(character),
            }
        })
        .collect()
}

fn read_words(text: &str) -> Vec<String> {
    let options = PinyinOptions {
        tone_type: ToneType::Num,
        type_mode: TypeMode::Array,
        tone_sandhi: TONE_SANDHI,
        v: VMode::V,
        ..PinyinOptions::default()
    };
    match pinyin_pro::pinyin(text, options) {
        PinyinOutput::Arr(syllables) => syllables,
        PinyinOutput::Str(_) | PinyinOutput::All(_) => Vec::new(),
    }
}

/// Compatibility ideographs look like, and sound like, the characters they stand for.
fn text_without_compatibility_forms(text: &str) -> String {
    text.chars().map(unified).collect()
}

fn unified(character: char) -> char {
    let mut decomposed = std::iter::once(character).nfc();
    match (decomposed.next(), decomposed.next()) {
        (Some(unified), None) if is_han(character) => unified,
        _ => character,
    }
}

/// The first reading of a character without its neighbours.
fn alone(character: char) -> String {
    let reading = get_single_word_pinyin(&unified(character).to_string());
    let syllable = format!("{}{}", strip_tone(&reading), num_of_tone(&reading)).replace('ü', "v");
    plain(&syllable).unwrap_or_default()
}

/// A syllable with its tone digit, 5 for neutral; `None` for what is no syllable, such as the
/// character itself (unknown) or a misprint in the dictionary (`zh` for 枝).
fn plain(read: &str) -> Option<String> {
    let tone = read.chars().next_back().filter(char::is_ascii_digit)?;
    let letters = &read[..read.len() - 1];
    let sounds = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_lowercase() || c == 'ê');
    let tone = if tone == '0' { '5' } else { tone };
    sounds.then(|| format!("{letters}{tone}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let read = syllables(text, &chars);
        assert_eq!(read.len(), chars.len());
        let sounds: Vec<String> = read.into_iter().filter(|s| !s.is_empty()).collect();
        sounds.join(" ")
    }

    #[test]
    fn syllables_have_a_tone_digit() {
        assert_eq!(read("你好吗"), "ni3 hao3 ma5");
    }

    #[test]
    fn u_umlaut_is_v() {
        assert_eq!(read("绿女略"), "lv4 nv3 lve4");
    }

    #[test]
    fn tones_do_not_change_before_others() {
        assert_eq!(read("不是一个"), "bu4 shi4 yi1 ge4");
        assert_eq!(read("看一看不去"), "kan4 yi1 kan4 bu4 qu4");
    }

    #[test]
    fn words_decide_between_readings() {
        assert_eq!(read("银行行长"), "yin2 hang2 hang2 zhang3");
        assert_eq!(read("着急"), "zhao2 ji2");
    }

    #[test]
    fn other_characters_do_not_shift_the_syllables() {
        assert_eq!(read("A银行😀BC，行长~"), "yin2 hang2 hang2 zhang3");
    }

    #[test]
    fn a_retroflex_r_stays_a_syllable() {
        assert!(read("花儿").starts_with("hua1 er"));
    }

    #[test]
    fn zero_and_repetition_signs_are_read() {
        assert_eq!(read("二〇"), "er4 ling2");
        assert_eq!(read("人々"), "ren2 ren2");
    }

    #[test]
    fn a_compatibility_form_is_read_like_its_character() {
        assert_eq!(read("\u{F9DD}"), read("\u{5229}"));
    }

    #[test]
    fn a_misprint_in_the_dictionary_is_not_spoken() {
        assert_eq!(read("枝大于本").split(' ').next(), Some("zhi1"));
    }
}
