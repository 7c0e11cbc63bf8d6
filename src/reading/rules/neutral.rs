//! Words whose last syllable has no tone, and verbs said twice.
//!
//! Never touches a word that may as well keep its tone: only those that every dictionary gives so.

use std::collections::HashSet;

use super::sentence::Sentence;
use crate::reading::word::Kind;
use crate::reading::{Because, Syllable};

/// Words of two characters, between spaces.
const WORDS: &str = include_str!("neutral.txt");

/// Said twice these are how something is, or a sound.
const MANNERS: &str = "死整滚飘闪咳摇颤晃飞遥满活生定统通";

/// The words by their two characters.
#[derive(Debug)]
pub(super) struct Neutrals {
    words: HashSet<[char; 2]>,
}

impl Neutrals {
    pub(super) fn new() -> Self {
        let words = WORDS.split_whitespace().filter_map(|word| {
            let mut chars = word.chars();
            Some([chars.next()?, chars.next()?])
        });
        Self {
            words: words.collect(),
        }
    }

    /// Takes the tone from the last syllables of these words.
    pub(super) fn correct(&self, sentence: &Sentence, syllables: &mut [Syllable]) {
        for (last, syllable) in syllables.iter_mut().enumerate().skip(1) {
            if self.is_word(sentence, last) || is_said_twice(sentence, last) {
                neutralize(syllable);
            }
        }
    }

    /// Whether such a word ends here, alone or at the end of a longer one: 老太太.
    fn is_word(&self, sentence: &Sentence, last: usize) -> bool {
        let (Some(first), Some(second)) = (sentence.at(last - 1), sentence.at(last)) else {
            return false;
        };
        self.words.contains(&[first, second])
            && sentence.word_at(last).end == last + 1
            && !sentence.cuts_a_word(&(last - 1..last + 1))
    }
}

/// 问问, 坐坐; not 滚滚, which is no verb, nor the first half of 摇摇晃晃.
fn is_said_twice(sentence: &Sentence, last: usize) -> bool {
    let first = last - 1;
    let word = sentence.word_at(last);
    let apart = word.len() == 1 && sentence.word_at(first).len() == 1;
    let alone = !sentence.is_doubled(last + 1) && (first < 2 || !sentence.is_doubled(first - 2));
    sentence.is_doubled(first)
        && alone
        && sentence
            .at(last)
            .is_some_and(|verb| !MANNERS.contains(verb))
        && (apart || word == (first..last + 1))
        && sentence.kind(&(first..last)) == Some(Kind::Verb)
        && matches!(sentence.kind(&(first..last + 1)), None | Some(Kind::Verb))
}

fn neutralize(syllable: &mut Syllable) {
    if syllable.pinyin.pop().is_some() {
        syllable.pinyin.push('5');
        syllable.because = Because::Rule;
    }
}
