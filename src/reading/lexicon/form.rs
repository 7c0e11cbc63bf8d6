//! In which form an engine is told how a word sounds.
//!
//! Never changes a word that no lexicon names.

use super::homophone::Homophones;
use crate::reading::{Because, Syllable, Word, is_han};

/// How an engine can be made to say a word.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Form {
    /// It takes pinyin, as the voice inside does.
    #[default]
    Pinyin,
    /// It takes text: characters of the same sound stand in for the word's own.
    Homophone,
    /// It takes text with marks: this template around the word, with `{text}` and `{pinyin}`.
    Marked(String),
    /// It cannot.
    Plain,
}

impl Form {
    /// Marks as many Chinese speech services take them.
    pub const PHONEME: &'static str = "<phoneme alphabet=\"py\" ph=\"{pinyin}\">{text}</phoneme>";
}

/// Words in characters that can be read in one way only; and whether there are such for all.
pub(super) fn homophonous(words: &[Word], homophones: &Homophones) -> (Vec<Word>, bool) {
    let mut is_whole = true;
    let stands_in = |word| stand_in(word, homophones, &mut is_whole);
    let words = words.iter().map(stands_in).collect();
    (words, is_whole)
}

/// A word between marks.
pub(super) fn marked(template: &str, words: &[Word]) -> Word {
    let text: String = words.iter().map(|word| word.text.as_str()).collect();
    let syllables: Vec<Syllable> = words.iter().flat_map(|w| w.syllables.clone()).collect();
    let pinyin: Vec<&str> = syllables.iter().map(|s| s.pinyin.as_str()).collect();
    Word {
        text: template
            .replace("{pinyin}", &pinyin.join(" "))
            .replace("{text}", &text),
        syllables,
        is_verbatim: true,
    }
}

fn stand_in(word: &Word, homophones: &Homophones, is_whole: &mut bool) -> Word {
    let mut syllables = word.syllables.iter();
    let mut text = String::new();
    for own in word.text.chars() {
        let syllable = if is_han(own) { syllables.next() } else { None };
        let found = syllable.map(|syllable| homophones.of(own, &syllable.pinyin));
        *is_whole &= found != Some(None);
        text.push(found.flatten().unwrap_or(own));
    }
    Word {
        text,
        ..word.clone()
    }
}

/// What exactly an engine gets, as one word that sounds like `words`.
pub(super) fn raw(text: &str, words: &[Word]) -> Word {
    Word {
        text: text.to_owned(),
        syllables: words.iter().flat_map(|w| w.syllables.clone()).collect(),
        is_verbatim: true,
    }
}

/// Words that a lexicon decides.
pub(super) fn decided(words: Vec<Word>) -> Vec<Word> {
    let mut words = words;
    for syllable in words.iter_mut().flat_map(|word| &mut word.syllables) {
        syllable.because = Because::Lexicon;
    }
    words
}
