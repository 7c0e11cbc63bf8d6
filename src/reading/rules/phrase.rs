//! Phrases that the dictionary lacks or misreads.
//!
//! Never corrects a phrase that begins or ends inside another word, such as 行会 in 举行会议.

use std::collections::HashMap;

use super::sentence::Sentence;
use crate::reading::{Because, Syllable};

/// A phrase and its syllables a line; `-` leaves a syllable as it is, `#` begins a comment.
const PHRASES: &str = include_str!("phrases.txt");

/// The phrases by their first character.
#[derive(Debug)]
pub(super) struct Phrases {
    by_first: HashMap<char, Vec<(&'static str, &'static str)>>,
}

impl Phrases {
    pub(super) fn new() -> Self {
        let mut by_first: HashMap<char, Vec<_>> = HashMap::new();
        for (phrase, readings) in phrases() {
            let first = phrase.chars().next().unwrap_or_default();
            by_first.entry(first).or_default().push((phrase, readings));
        }
        // A longer phrase has the last word.
        for phrases in by_first.values_mut() {
            phrases.sort_by_key(|(phrase, _)| phrase.len());
        }
        Self { by_first }
    }

    /// Puts the phrases of a text right.
    pub(super) fn correct(&self, sentence: &Sentence, syllables: &mut [Syllable]) {
        let mut held = 0;
        for start in 0..syllables.len() {
            let first = sentence.at(start).unwrap_or_default();
            let mut longest = held;
            for (phrase, readings) in self.by_first.get(&first).into_iter().flatten() {
                let end = start + phrase.chars().count();
                // What lies inside a longer phrase has no say: 大夫 in 御史大夫.
                if end > held && sentence.has_phrase(phrase, start) {
                    replace(&mut syllables[start..], readings);
                    longest = longest.max(end);
                }
            }
            held = longest;
        }
    }
}

fn phrases() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = PHRASES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' '))
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
        for (phrase, readings) in phrases() {
            assert_eq!(
                phrase.chars().count(),
                readings.split(' ').count(),
                "{phrase}"
            );
        }
    }

    #[test]
    fn no_phrase_is_listed_twice() {
        let mut seen = HashSet::new();
        for (phrase, _) in phrases() {
            assert!(seen.insert(phrase), "{phrase}");
        }
    }
}
