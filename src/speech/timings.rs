//! When each symbol of a speech is spoken, and each word.
//!
//! Never says when a word is spoken that was not asked for: symbols of another text have no words.

use std::ops::Range;

/// How long each symbol of what was spoken takes. The lengths sum to the speech's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timings {
    /// Phoneme symbols, one character each; [`Timings::EDGE`] for the silence at both ends.
    pub symbols: String,
    /// Frames of each symbol.
    pub frames: Vec<u32>,
}

impl Timings {
    /// The symbol that stands for the silence before and after what is spoken.
    pub const EDGE: char = '$';

    /// Whether a symbol is heard: sounds, their tones and stress, but no marks and no space.
    pub fn is_sound(symbol: char) -> bool {
        symbol.is_alphanumeric() || "→↗↓↘".contains(symbol)
    }

    /// The symbols in order, and the frames of each.
    pub fn spans(&self) -> impl Iterator<Item = (char, Range<usize>)> {
        let mut end = 0;
        self.symbols
            .chars()
            .zip(&self.frames)
            .map(move |(symbol, frames)| {
                let start = end;
                end += *frames as usize;
                (symbol, start..end)
            })
    }

    /// The frames of each word, given the sounds of each; empty for a word without. `None` when the
    /// words together are not what was spoken.
    pub fn of_words(&self, words: &[String]) -> Option<Vec<Range<usize>>> {
        let mut sounds = self.spans().filter(|(symbol, _)| Self::is_sound(*symbol));
        let mut last_end = 0;
        let mut found = Vec::with_capacity(words.len());
        for word in words {
            let mut span = None::<Range<usize>>;
            for expected in word.chars() {
                let (_, frames) = sounds.next().filter(|(symbol, _)| *symbol == expected)?;
                last_end = frames.end;
                span = Some(span.map_or(frames.clone(), |span| span.start..frames.end));
            }
            found.push(span.unwrap_or(last_end..last_end));
        }
        sounds.next().is_none().then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timings() -> Timings {
        Timings {
            symbols: "$ni↓, xa↓.$".into(),
            frames: vec![100, 10, 20, 5, 30, 1, 10, 20, 5, 40, 100],
        }
    }

    #[test]
    fn a_word_lasts_from_its_first_sound_to_its_last() {
        let words = ["ni↓", "", "xa↓"].map(String::from);
        assert_eq!(
            timings().of_words(&words),
            Some(vec![100..135, 135..135, 166..201])
        );
    }

    #[test]
    fn what_was_not_spoken_has_no_words() {
        for words in [&["ni↓"][..], &["ni↓", "xa↗"], &["ni↓", "xa↓", "a"]] {
            let words: Vec<String> = words.iter().map(|word| (*word).into()).collect();
            assert_eq!(timings().of_words(&words), None, "{words:?}");
        }
    }
}
