//! A text with its words, as the rules ask about it.
//!
//! Never looks across punctuation: the word before and after is one of the same clause.

use std::ops::Range;

use crate::reading::is_han;
use crate::reading::word::{Dictionary, Kind};

/// A text that knows its words.
pub(super) struct Sentence<'text> {
    dictionary: &'text Dictionary,
    chars: &'text [char],
    spans: &'text [Range<usize>],
}

impl<'text> Sentence<'text> {
    pub(super) fn new(
        dictionary: &'text Dictionary,
        chars: &'text [char],
        spans: &'text [Range<usize>],
    ) -> Self {
        Self {
            dictionary,
            chars,
            spans,
        }
    }

    pub(super) fn at(&self, index: usize) -> Option<char> {
        self.chars.get(index).copied()
    }

    /// The word that holds this character.
    pub(super) fn word_at(&self, index: usize) -> Range<usize> {
        let position = self.spans.partition_point(|span| span.end <= index);
        self.spans
            .get(position)
            .cloned()
            .unwrap_or(index..index + 1)
    }

    /// The Han word that ends just before the word of this character.
    pub(super) fn word_before(&self, index: usize) -> Option<Range<usize>> {
        let before = self.word_at(index).start.checked_sub(1)?;
        self.han_word(before)
    }

    /// The Han word that begins just after the word of this character.
    pub(super) fn word_after(&self, index: usize) -> Option<Range<usize>> {
        self.han_word(self.word_at(index).end)
    }

    pub(super) fn kind(&self, word: &Range<usize>) -> Option<Kind> {
        self.dictionary.kind(self.chars.get(word.clone())?)
    }

    pub(super) fn is_any(&self, word: &Range<usize>, texts: &[&str]) -> bool {
        let word = &self.chars[word.clone()];
        texts
            .iter()
            .any(|text| text.chars().eq(word.iter().copied()))
    }

    /// Whether the text stands just before this character.
    pub(super) fn is_after(&self, text: &str, index: usize) -> bool {
        let mut before = self.chars[..index].iter().rev();
        text.chars()
            .rev()
            .all(|expected| before.next() == Some(&expected))
    }

    /// Whether a phrase begins here that cuts no other word.
    pub(super) fn has_phrase(&self, phrase: &str, start: usize) -> bool {
        self.has_text(phrase, start) && !self.cuts_a_word(&(start..start + phrase.chars().count()))
    }

    /// Whether a phrase stands here that may end inside a word: 睡着一 before 一个.
    pub(super) fn has_beginning(&self, phrase: &str, start: usize) -> bool {
        let n_chars = phrase.chars().count();
        self.has_text(phrase, start)
            && !self.cuts_a_word(&(start..self.word_at(start + n_chars - 1).end))
    }

    /// Whether a part of the text begins or ends inside a known word that it does not hold whole.
    pub(super) fn cuts_a_word(&self, part: &Range<usize>) -> bool {
        self.dictionary.cuts_a_word(self.chars, self.spans, part)
    }

    /// Whether the text stands at this character.
    pub(super) fn has_text(&self, text: &str, start: usize) -> bool {
        let mut rest = self.chars[start.min(self.chars.len())..].iter();
        text.chars().all(|expected| rest.next() == Some(&expected))
    }

    /// Whether the same character stands here twice: 慢慢.
    pub(super) fn is_doubled(&self, index: usize) -> bool {
        self.at(index).is_some_and(is_han) && self.at(index) == self.at(index + 1)
    }

    /// Whether two characters stand twice before here: 一步一步.
    pub(super) fn is_repeated(&self, end: usize) -> bool {
        let pairs = end.checked_sub(4).map(|start| &self.chars[start..end]);
        pairs.is_some_and(|pairs| pairs[..2] == pairs[2..])
    }

    /// Whether a noun names a place, which may own ground.
    pub(super) fn is_place(&self, noun: &Range<usize>) -> bool {
        let last = self.chars[noun.end - 1];
        "家村乡县市省国府城镇里边处块片".contains(last)
    }

    /// Whether a character follows in the same clause.
    pub(super) fn has_in_clause(&self, character: char, index: usize) -> bool {
        self.chars[index..]
            .iter()
            .take_while(|&&other| is_han(other))
            .any(|&other| other == character)
    }

    fn han_word(&self, index: usize) -> Option<Range<usize>> {
        self.at(index)
            .is_some_and(is_han)
            .then(|| self.word_at(index))
    }
}
