//! The spoken text as it grows.
//!
//! Never pauses at its ends, nor where a mark makes the pause already.

use super::super::{is_han, mark};

/// No letter has more accents; what has more only looks odd.
const MOST_ACCENTS: usize = 3;

/// What has been said so far.
#[derive(Default)]
pub(super) struct Spoken {
    text: String,
    /// Whether something that is not said stood after the text.
    gap: bool,
}

impl Spoken {
    pub(super) fn text(self) -> String {
        self.text
    }

    /// Says words.
    pub(super) fn word(&mut self, word: &str) {
        let begins = word.chars().next().is_some_and(mark::is_letter);
        if self.gap && begins && self.text.chars().next_back().is_some_and(mark::is_letter) {
            self.text.push('，');
        }
        self.gap = false;
        self.text += word;
    }

    pub(super) fn letter(&mut self, letter: char) {
        self.word(letter.encode_utf8(&mut [0; 4]));
    }

    /// Changes the last letter; anything else, a Han character too, has no accent.
    pub(super) fn accent(&mut self, accent: char) {
        let bears = |c: char| mark::is_letter(c) && !is_han(c) || mark::is_accent(c);
        let mut last = self.text.chars().rev();
        let is_borne = last.clone().next().is_some_and(bears);
        if !self.gap && is_borne && !last.by_ref().take(MOST_ACCENTS).all(mark::is_accent) {
            self.text.push(accent);
        }
    }

    /// Adds a pause as it is written, but a repeated one only once.
    pub(super) fn mark(&mut self, mark: char) {
        let last = self.text.chars().next_back();
        let weak = mark == ' ' || self.text.is_empty() && "，、；：".contains(mark);
        if weak && self.gap {
            return;
        }
        self.gap = false;
        let twice = last == Some(mark) && !matches!(mark, '…' | '—');
        let thrice = self.text.ends_with(&format!("{mark}{mark}"));
        // Two frames side by side are two things.
        if last == Some('”') && mark == '“' {
            self.text.push('，');
        }
        if !twice && !thrice {
            self.text.push(mark);
        }
    }

    /// Something that is not said: a short pause if words stand on both sides.
    pub(super) fn pause(&mut self) {
        self.gap = true;
    }

    pub(super) fn ends_with_latin(&self) -> bool {
        self.text
            .chars()
            .next_back()
            .is_some_and(|c| c.is_ascii_alphabetic())
    }

    pub(super) fn ends_with_trail(&self) -> bool {
        self.text.ends_with('…')
    }
}
