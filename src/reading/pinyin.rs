//! Han characters to syllables, with the dictionary of `pinyin_pro`.
//!
//! Never adds a tone change: 一 is always `yi1` and 不 always `bu4`, as in a dictionary; the voice
//! inside changes tones itself, and servers read text. Never touches the global dictionaries of the crate.

use std::ops::Range;

use pinyin_pro::options::SurnameMode;
use pinyin_pro::pinyin::{get_all_pinyin, get_pinyin, get_single_word_pinyin};
use unicode_normalization::UnicodeNormalization;

use super::word::Dictionary;
use super::{Because, Syllable, is_han};

/// `pinyin_pro` 3.29 multiplies probabilities of 1e-13 a character and forgets words where the
/// product runs out of an `f64`, after 23 characters.
const LONGEST: usize = 20;

/// One syllable for each character; empty for those that are not Han or not known.
pub(super) fn syllables(
    dictionary: &Dictionary,
    chars: &[char],
    spans: &[Range<usize>],
) -> Vec<Syllable> {
    let plain: Vec<char> = chars.iter().map(|&character| unified(character)).collect();
    let mut syllables = vec![Syllable::default(); chars.len()];
    let mut read = |part: Range<usize>| {
        let (read, found) = look_up(&plain[part.clone()]);
        syllables.splice(part.clone(), read);
        found
            .into_iter()
            .map(move |found| found.start + part.start..found.end + part.start)
    };
    // A whole clause at once: words decide between the readings of a character.
    let found: Vec<Range<usize>> = clauses(chars, spans)
        .into_iter()
        .flat_map(&mut read)
        .collect();
    // The dictionary has few words and finds them across real ones, as 行会 in 举行会议.
    for word in broken(dictionary, chars, spans, &found) {
        read(word).for_each(drop);
    }
    syllables
}

/// All readings that the dictionary has for a character, the most common first.
pub(super) fn readings(character: char) -> Vec<String> {
    let readings = get_all_pinyin(&character.to_string(), SurnameMode::Off);
    let mut known: Vec<String> = Vec::new();
    for reading in readings.iter().filter_map(|reading| numbered(reading)) {
        if !known.contains(&reading) {
            known.push(reading);
        }
    }
    known
}

/// The runs of Han words, cut where they are too long for the dictionary.
fn clauses(chars: &[char], spans: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut clauses: Vec<Range<usize>> = Vec::new();
    for span in spans.iter().filter(|span| is_han(chars[span.start])) {
        match clauses.last_mut() {
            Some(last) if last.end == span.start && last.len() + span.len() <= LONGEST => {
                last.end = span.end;
            }
            _ => clauses.push(span.clone()),
        }
    }
    clauses
}

/// The syllables of a text, and where the dictionary found words of more than one character.
fn look_up(chars: &[char]) -> (Vec<Syllable>, Vec<Range<usize>>) {
    let (read, found) = get_pinyin(chars, SurnameMode::Off, false);
    let mut syllables: Vec<Syllable> = chars
        .iter()
        .zip(read)
        .map(|(&character, read)| numbered_or_alone(character, &read.result))
        .map(|pinyin| Syllable::new(pinyin, Because::Dictionary))
        .collect();
    let found: Vec<Range<usize>> = found
        .into_iter()
        .filter(|word| word.len > 1)
        .map(|word| word.index..word.index + word.len)
        .collect();
    for index in found.iter().cloned().flatten() {
        syllables[index].because = Because::Word;
    }
    (syllables, found)
}

/// The words that must be read by themselves, because what the dictionary found cuts through them.
fn broken(
    dictionary: &Dictionary,
    chars: &[char],
    spans: &[Range<usize>],
    found: &[Range<usize>],
) -> Vec<Range<usize>> {
    let mut broken = Vec::new();
    for found in found {
        if dictionary.cuts_a_word(chars, spans, found) {
            broken.extend(Dictionary::touching(spans, found).cloned());
        }
    }
    broken
}

/// Compatibility ideographs look like, and sound like, the characters they stand for.
fn unified(character: char) -> char {
    if !('\u{F900}'..='\u{FAFF}').contains(&character) {
        return character;
    }
    std::iter::once(character).nfc().next().unwrap_or(character)
}

fn numbered_or_alone(character: char, read: &str) -> String {
    match character {
        _ if !is_han(character) => String::new(),
        '一' => "yi1".to_string(),
        '不' => "bu4".to_string(),
        _ => numbered(read)
            // A misprint in the dictionary, such as `zh` for 枝.
            .or_else(|| numbered(&get_single_word_pinyin(&character.to_string())))
            .unwrap_or_default(),
    }
}

/// `nǐ` as `ni3`; `None` for what is no syllable, such as the character itself when it is unknown.
pub(super) fn numbered(read: &str) -> Option<String> {
    let mut tone = '5';
    let mut syllable = String::with_capacity(read.len() + 1);
    let mut sounds = false;
    for part in read.nfd() {
        match part {
            '\u{304}' => tone = '1',
            '\u{301}' => tone = '2',
            '\u{30C}' => tone = '3',
            '\u{300}' => tone = '4',
            '\u{308}' => drop(syllable.pop().map(|_| syllable.push('v'))),
            '\u{302}' => drop(syllable.pop().map(|_| syllable.push('ê'))),
            'a'..='z' => {
                sounds |= "aeioumn".contains(part);
                syllable.push(part);
            }
            _ => return None,
        }
    }
    syllable.push(tone);
    sounds.then_some(syllable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> String {
        let chars: Vec<char> = text.chars().collect();
        let dictionary = Dictionary::new();
        let read = syllables(&dictionary, &chars, &dictionary.cut(&chars));
        assert_eq!(read.len(), chars.len());
        let sounds: Vec<String> = read
            .into_iter()
            .map(|s| s.pinyin)
            .filter(|s| !s.is_empty())
            .collect();
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
    fn words_are_found_in_a_long_clause_too() {
        let text = format!("他是{}的角色", "我们这里最有名最有钱的人".repeat(3));
        assert!(read(&text).ends_with("jue2 se4"));
    }

    #[test]
    fn words_are_not_found_across_other_words() {
        assert_eq!(read("举行会议"), "ju3 xing2 hui4 yi4");
        assert_eq!(read("类似的"), "lei4 si4 de5");
        assert_eq!(read("他将领导我们"), "ta1 jiang1 ling3 dao3 wo3 men5");
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
