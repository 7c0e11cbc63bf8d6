//! The dictionary of English words.
//!
//! Never guesses: a word is in it, or it is two words that are.

use std::io::Read as _;
use std::ops::Range;

use flate2::read::GzDecoder;

/// A word and its symbols a line, in order; made by `bench/english.py` of misaki's American
/// dictionary (Apache-2.0).
const WORDS: &[u8] = include_bytes!("../english.tsv.gz");

/// Fewest letters of each half of a compound, so that no unknown word falls into pieces by chance.
const LEAST_HALF: usize = 3;

/// The dictionary, unpacked.
#[derive(Debug)]
pub(super) struct Words {
    text: String,
    lines: Vec<Range<usize>>,
}

impl Words {
    /// Unpacks it.
    pub(super) fn unpack() -> Self {
        let mut text = String::new();
        GzDecoder::new(WORDS)
            .read_to_string(&mut text)
            .expect("the dictionary inside the binary is whole");
        let mut start = 0;
        let lines = text.split_inclusive('\n').map(|line| {
            start += line.len();
            start - line.len()..start - 1
        });
        let lines = lines.collect();
        Self { text, lines }
    }

    /// The symbols of a word.
    pub(super) fn get(&self, word: &str) -> Option<&str> {
        let entry = |span: &Range<usize>| self.text[span.clone()].split_once('\t');
        let found = self.lines.binary_search_by(|span| {
            let (known, _) = entry(span).unwrap_or_default();
            known.cmp(word)
        });
        entry(&self.lines[found.ok()?]).map(|(_, symbols)| symbols)
    }

    /// Two known words in one: `webcam`. The first as long as it can be.
    pub(super) fn compound(&self, word: &str) -> Option<String> {
        let last = word.len().checked_sub(LEAST_HALF)?;
        (LEAST_HALF..=last).rev().find_map(|at| {
            let (first, second) = word.split_at_checked(at)?;
            Some(format!("{}{}", self.get(first)?, self.get(second)?))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_stand_in_order() {
        let words = Words::unpack();
        let keys = words.lines.iter();
        let keys = keys.map(|span| words.text[span.clone()].split('\t').next());
        assert!(keys.is_sorted());
    }
}
