//! The entries of a lexicon, found in a text and put in their place in what is spoken.
//!
//! Never lets two words overlap: the leftmost counts, and of those the longest.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::homophone::Homophones;
use super::saying::{Saying, Speller};
use super::{Entry, Form, Lexicon, SHIPPED_PLACE, Scope};
use crate::reading::Word;
use crate::reading::word::{Dictionary, runs};

/// Holds the place of a word that is decided while others write out numbers and repair slips: a
/// Han character that no text has.
const PLACE: char = '\u{3FFFD}';

/// All entries that count, by the first character of their words, the longest first.
#[derive(Debug, Default)]
pub struct Sayings {
    sayings: Vec<Saying>,
    keys: HashMap<char, Vec<(Vec<char>, usize)>>,
}

/// A text whose decided words are held out.
#[derive(Debug, Default)]
pub struct Held {
    /// The text, with one mark for each of them.
    pub text: String,
    /// What stood there, and which saying it is; none for a mark of the text's own.
    pub found: Vec<(String, Option<usize>)>,
}

/// A text with its decided words back in it.
#[derive(Debug)]
pub struct Restored {
    /// The text.
    pub chars: Vec<char>,
    /// Where the words are, and which saying each is.
    pub parts: Vec<(Range<usize>, usize)>,
}

impl Sayings {
    pub fn new(lexicon: &Lexicon, scope: &Scope, form: &Form, speller: &Speller) -> Self {
        let normal = |entry: &&Entry| folded((speller.simplify)(&entry.key).chars());
        let strongest: BTreeMap<Vec<char>, &Entry> = lexicon
            .entries(scope)
            .map(|entry| (normal(&entry), entry))
            .collect();
        let homophones = Homophones::new();
        let mut sayings = Self::default();
        for (key, entry) in strongest {
            let index = sayings.sayings.len();
            let saying = Saying::new(entry, form, speller, &homophones);
            sayings.sayings.push(saying);
            let as_written = folded(entry.key.chars());
            if as_written != key {
                sayings.add_key(as_written, index);
            }
            sayings.add_key(key, index);
        }
        for keys in sayings.keys.values_mut() {
            keys.sort_by_key(|(key, _)| std::cmp::Reverse(key.len()));
        }
        sayings
    }

    fn add_key(&mut self, key: Vec<char>, index: usize) {
        self.keys.entry(key[0]).or_default().push((key, index));
    }

    /// Which saying it is.
    pub fn get(&self, index: usize) -> &Saying {
        &self.sayings[index]
    }

    /// Those of a person that an engine cannot be made to say.
    pub fn unforced(&self) -> impl Iterator<Item = usize> {
        let is_unforced = |s: &Saying| !s.is_forced && s.entry.place.file.as_ref() != SHIPPED_PLACE;
        let sayings = self.sayings.iter().enumerate();
        sayings
            .filter(move |(_, saying)| is_unforced(saying))
            .map(|(index, _)| index)
    }

    /// The text with its decided words held out; none when it has none.
    pub fn hold(&self, text: &str) -> Option<Held> {
        let may_begin = |c: char| c == PLACE || self.keys.contains_key(&fold(c));
        text.contains(may_begin).then(|| self.hold_out(text))
    }

    fn hold_out(&self, text: &str) -> Held {
        let chars: Vec<char> = text.chars().collect();
        let plain = folded(chars.iter().copied());
        let mut held = Held::default();
        let mut at = 0;
        while at < chars.len() {
            let (length, saying) = match self.find(&plain, at) {
                Some((length, index)) => (length, Some(index)),
                None => (1, None),
            };
            let found: String = chars[at..at + length].iter().collect();
            if saying.is_some() || chars[at] == PLACE {
                held.text.push(PLACE);
                held.found.push((found, saying));
            } else {
                held.text += &found;
            }
            at += length;
        }
        held
    }

    /// The longest word that begins here.
    fn find(&self, text: &[char], at: usize) -> Option<(usize, usize)> {
        let keys = self.keys.get(&text[at])?;
        let (key, index) = keys.iter().find(|(key, _)| stands(text, at, key))?;
        Some((key.len(), *index))
    }

    /// A written-out text with its decided words back in it.
    pub fn restore(&self, written: &str, held: &Held) -> Restored {
        let mut restored = Restored {
            chars: Vec::with_capacity(written.len() / 3),
            parts: Vec::new(),
        };
        let mut found = held.found.iter();
        for character in written.chars() {
            let saying = (character == PLACE)
                .then(|| found.next())
                .flatten()
                .and_then(|(_, saying)| *saying);
            match saying {
                None => restored.chars.push(character),
                Some(index) => restored.push(self.sayings[index].words(&Form::Pinyin), index),
            }
        }
        restored
    }
}

impl Held {
    /// Which sayings were found.
    pub fn sayings(&self) -> impl Iterator<Item = usize> {
        self.found.iter().filter_map(|(_, saying)| *saying)
    }

    /// A text with the decided words as they stood.
    pub fn as_they_stood(&self, text: &str) -> String {
        let mut found = self.found.iter();
        let mut restored = String::new();
        for character in text.chars() {
            match (character == PLACE).then(|| found.next()).flatten() {
                Some((original, _)) => restored += original,
                None => restored.push(character),
            }
        }
        restored
    }
}

impl Restored {
    fn push(&mut self, words: &[Word], saying: usize) {
        let start = self.chars.len();
        let text = words.iter().flat_map(|word| word.text.chars());
        self.chars.extend(text);
        self.parts.push((start..self.chars.len(), saying));
    }

    /// The spans of the words; what is decided is not cut.
    pub fn cut(&self, dictionary: &Dictionary) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        let mut at = 0;
        let shifted = |spans: Vec<Range<usize>>, by: usize| {
            let shift = move |span: Range<usize>| span.start + by..span.end + by;
            spans.into_iter().map(shift)
        };
        for (part, _) in &self.parts {
            spans.extend(shifted(dictionary.cut(&self.chars[at..part.start]), at));
            spans.extend(shifted(runs(&self.chars[part.clone()]), part.start));
            at = part.end;
        }
        spans.extend(shifted(dictionary.cut(&self.chars[at..]), at));
        spans
    }
}

/// Whether a key stands here, and does not cut through a number or a foreign word.
fn stands(text: &[char], at: usize, key: &[char]) -> bool {
    let end = at + key.len();
    let is_one = |left: char, right: char| {
        left.is_ascii_digit() && right.is_ascii_digit()
            || left.is_ascii_alphabetic() && right.is_ascii_alphabetic()
    };
    let cuts = |at: usize| at > 0 && at < text.len() && is_one(text[at - 1], text[at]);
    if text.get(at..end) != Some(key) {
        return false;
    }
    let is_share = text[end - 1].is_ascii_digit() && text.get(end) == Some(&'%');
    let is_part = is_share
        || goes_on(text[..at].iter().rev(), key.first())
        || goes_on(text[end..].iter(), key.last());
    !is_part && !cuts(at) && !cuts(end)
}

/// Whether a number that begins or ends with `edge` has more figures on that side: 3.12, 12:30.
fn goes_on<'c>(mut beside: impl Iterator<Item = &'c char>, edge: Option<&char>) -> bool {
    edge.is_some_and(char::is_ascii_digit)
        && beside.next().is_some_and(|c| ".,:/-".contains(*c))
        && beside.next().is_some_and(char::is_ascii_digit)
}

/// Full width does not matter.
fn folded(chars: impl Iterator<Item = char>) -> Vec<char> {
    chars.map(fold).collect()
}

fn fold(character: char) -> char {
    match character {
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(u32::from(character) - 0xFEE0).unwrap_or(character)
        }
        _ => character,
    }
}
