//! One entry made ready for a reader: its words, as they are said and as an engine gets them.
//!
//! Never changes how the words sound that a person wrote down.

use std::ops::Range;

use super::form::{decided, homophonous, marked, raw};
use super::homophone::Homophones;
use super::{Entry, Form};
use crate::reading::word::runs;
use crate::reading::{Because, Syllable, Word, is_han, number};

/// What a reader needs to make entries ready.
pub struct Speller<'a> {
    /// A text in the script that is spoken.
    pub simplify: &'a dyn Fn(&str) -> String,
    /// How the dictionary reads a text.
    pub read: &'a dyn Fn(&str) -> Vec<Word>,
}

/// An entry, and what becomes of its word.
#[derive(Debug)]
pub struct Saying {
    /// The entry.
    pub entry: Entry,
    said: Vec<Word>,
    sent: Vec<Word>,
    /// Whether the engine will say it so.
    pub is_forced: bool,
}

/// The ways in which an entry says how its word sounds.
struct Ways<'a> {
    raw: Option<&'a str>,
    /// Another spelling.
    other: Option<Vec<Word>>,
    /// The word with its pinyin.
    sound: Option<Vec<Word>>,
    /// The word as the dictionary reads it.
    own: Vec<Word>,
}

impl Saying {
    pub(super) fn new(
        entry: &Entry,
        form: &Form,
        speller: &Speller,
        homophones: &Homophones,
    ) -> Self {
        let text = number::write_out(&(speller.simplify)(&entry.key));
        let other = entry.spelling.as_deref().map(number::write_out);
        let ways = Ways {
            raw: entry.raw.as_deref(),
            other: other.map(|other| decided((speller.read)(&other))),
            sound: entry
                .pinyin
                .as_deref()
                .map(|sound| pronounced(&text, sound)),
            own: (speller.read)(&text),
        };
        let (sent, is_forced) = ways.sent(form, homophones);
        Self {
            entry: entry.clone(),
            said: ways.said().to_vec(),
            sent,
            is_forced,
        }
    }

    /// The words in its place, for an engine that takes this form.
    pub fn words(&self, form: &Form) -> &[Word] {
        match form {
            Form::Pinyin => &self.said,
            _ => &self.sent,
        }
    }
}

impl Ways<'_> {
    /// How the word sounds, for one who takes pinyin.
    fn said(&self) -> &[Word] {
        let said = self.sound.as_ref().or(self.other.as_ref());
        said.unwrap_or(&self.own)
    }

    /// What an engine gets, and whether it will say the word so.
    fn sent(&self, form: &Form, homophones: &Homophones) -> (Vec<Word>, bool) {
        let said = self.said();
        match (form, self.raw) {
            (Form::Pinyin, _) => (said.to_vec(), self.sound.is_some() || self.other.is_some()),
            (_, Some(text)) => (vec![raw(text, said)], true),
            (Form::Plain, None) => (self.own.clone(), false),
            (Form::Homophone, None) => match &self.other {
                Some(other) => (other.clone(), true),
                None => homophonous(said, homophones),
            },
            (Form::Marked(template), None) => match &self.sound {
                Some(words) => (vec![marked(template, words)], true),
                None => (said.to_vec(), true),
            },
        }
    }
}

/// A text in words, with these syllables for its Han characters.
fn pronounced(text: &str, pinyin: &[String]) -> Vec<Word> {
    let chars: Vec<char> = text.chars().collect();
    let mut pinyin = pinyin.iter();
    let word = |span: Range<usize>| {
        let chars = &chars[span];
        let n_han = chars.iter().filter(|c| is_han(**c)).count();
        let syllables = pinyin.by_ref().take(n_han);
        Word {
            text: chars.iter().collect(),
            syllables: syllables
                .map(|syllable| Syllable::new(syllable, Because::Lexicon))
                .collect(),
            is_verbatim: false,
        }
    };
    runs(&chars).into_iter().map(word).collect()
}
