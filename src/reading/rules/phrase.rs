//! Phrases that the dictionary lacks or misreads.
//!
//! Never corrects a phrase that begins or ends inside another word, such as 行会 in 举行会议.

use std::collections::HashMap;

use super::sentence::Sentence;
use crate::reading::{Because, Syllable};

/// A phrase and its syllables a line; `-` leaves a syllable as it is, `#` begins a comment, and a
/// phrase that ends with `~` may end inside a word.
const PHRASES: &str = include_str!("phrases.txt");

/// The phrases by their first character.
#[derive(Debug)]
pub(super) struct Phrases {
    by_first: HashMap<char, Vec<Phrase>>,
}

#[derive(Debug, Clone, Copy)]
struct Phrase {
    text: &'static str,
    readings: &'static str,
    ends_anywhere: bool,
}

impl Phrases {
    pub(super) fn new() -> Self {
        let mut by_first: HashMap<char, Vec<_>> = HashMap::new();
        for phrase in phrases() {
            let first = phrase.text.chars().next().unwrap_or_default();
            by_first.entry(first).or_default().push(phrase);
        }
        // A longer phrase has the last word.
        for phrases in by_first.values_mut() {
            phrases.sort_by_key(|phrase| phrase.text.len());
        }
        Self { by_first }
    }

    /// Puts the phrases of a text right.
    pub(super) fn correct(&self, sentence: &Sentence, syllables: &mut [Syllable]) {
        let mut held = 0;
        for start in 0..syllables.len() {
            let first = sentence.at(start).unwrap_or_default();
            let mut longest = held;
            for phrase in self.by_first.get(&first).into_iter().flatten() {
                let end = start + phrase.text.chars().count();
                // What lies inside a longer phrase has no say: 大夫 in 御史大夫.
                if end > held && phrase.stands(sentence, start) {
                    replace(&mut syllables[start..], phrase.readings);
                    longest = longest.max(end);
                }
            }
            held = longest;
        }
    }
}

impl Phrase {
    fn stands(&self, sentence: &Sentence, start: usize) -> bool {
        if self.ends_anywhere {
            sentence.has_beginning(self.text, start)
        } else {
            sentence.has_phrase(self.text, start)
        }
    }
}

fn phrases() -> impl Iterator<Item = Phrase> {
    let lines = PHRASES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let (text, readings) = line.split_once(' ')?;
        Some(Phrase {
            text: text.trim_end_matches('~'),
            readings,
            ends_anywhere: text.ends_with('~'),
        })
    })
}

fn replace(syllables: &mut [Syllable], readings: &str) {
    for (syllable, reading) in syllables.iter_mut().zip(readings.split(' ')) {
        if reading != "-" {
            *syllable = Syllable::new(reading, Because::Rule);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_phrase_has_a_syllable_for_each_character() {
        for phrase in phrases() {
            let n_syllables = phrase.readings.split(' ').count();
            assert_eq!(phrase.text.chars().count(), n_syllables, "{phrase:?}");
        }
    }

    #[test]
    fn no_phrase_is_listed_twice() {
        let mut seen = HashSet::new();
        for phrase in phrases() {
            assert!(seen.insert(phrase.text), "{phrase:?}");
        }
    }
}
