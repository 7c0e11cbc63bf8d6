//! Numbers and signs in a text, written out as they are said.
//!
//! Never drops a digit: a sign is said or becomes a pause, a number is always said. Text of Han
//! characters and single pauses alone is never changed.

mod amount;
mod code;
mod date;
mod estimate;
mod sign;
mod slang;
mod spoken;

use std::ops::Range;

use super::figure::{Figures, value};
use super::numeral::{cardinal, one_by_one};
use super::{face, is_han, mark};

use spoken::Spoken;

/// The text with its numbers and signs as they are said.
pub(super) fn write_out(text: &str) -> String {
    if mark::is_plain(text) {
        return text.to_string();
    }
    let source = mark::plain(text);
    let mut scan = Scan {
        figures: Figures::new(&source),
        at: 0,
        spoken: Spoken::default(),
    };
    while let Some(&original) = source.get(scan.at) {
        // Most of a text is Han, which begins neither.
        let is_sign = !is_han(original);
        let said = is_sign.then(|| scan.face(&source).or_else(|| scan.expression()));
        if said.flatten().is_none() {
            scan.character(original);
        }
    }
    scan.spoken.text()
}

/// Where in the text we are, and what has been said so far.
struct Scan {
    figures: Figures,
    at: usize,
    spoken: Spoken,
}

/// That something was said, or left out on purpose.
struct Said;

impl Scan {
    /// Says the expression that begins here, if one does.
    fn expression(&mut self) -> Option<Said> {
        if !self.figures.is_digit(self.at) {
            return self
                .numeric_sign()
                .or_else(|| self.mask())
                .or_else(|| self.sign());
        }
        self.date()
            .or_else(|| self.short_date())
            .or_else(|| self.holiday())
            .or_else(|| self.clock())
            .or_else(|| self.score())
            .or_else(|| self.twin())
            .or_else(|| self.version())
            .or_else(|| self.list())
            .or_else(|| self.part())
            .or_else(|| self.neighbours())
            .or_else(|| self.telephone())
            .or_else(|| self.sob())
            .or_else(|| Some(self.number()))
    }

    /// A face is seen, not heard.
    fn face(&mut self, source: &[char]) -> Option<Said> {
        let end = face::end(source, self.at)?;
        self.spoken.pause();
        self.at = end;
        Some(Said)
    }

    /// A letter, a pause, or a sign that is not said.
    fn character(&mut self, character: char) {
        self.at += 1;
        if mark::is_letter(character) {
            self.spoken.letter(character);
        } else if mark::is_accent(character) {
            self.spoken.accent(character);
        } else if mark::is_silent(character) {
            // Neither a sound nor a pause.
        } else if character == ' ' || mark::is_pause(character) {
            self.pause(character);
        } else {
            self.spoken.pause();
        }
    }

    fn pause(&mut self, character: char) {
        let run = self.figures.run(self.at - 1);
        let dots = matches!(character, '。' | '.') && run > 1 && !self.spoken.ends_with_trail();
        let wide =
            self.spoken.ends_with_latin() && matches!(self.figures.at(self.at), None | Some(' '));
        let item = self.item();
        match character {
            '.' | '。' if dots => {
                self.spoken.word("……");
                self.at += run - 1;
            }
            '.' if let Some(item) = item => {
                self.spoken.mark('、');
                self.at = item;
            }
            '.' if self.is_abbreviation() && self.figures.is_digit(self.at) => {}
            '.' if self.is_abbreviation() => self.spoken.mark(' '),
            ',' if !wide => self.spoken.mark('，'),
            ':' if !wide => self.spoken.mark('：'),
            ';' if !wide => self.spoken.mark('；'),
            '!' if !wide => self.spoken.mark('！'),
            '?' if !wide => self.spoken.mark('？'),
            other => self.spoken.mark(other),
        }
    }

    /// Where the words of an item of a list begin, after its number and dot: `1.开始`, `1. 开始`.
    fn item(&self) -> Option<usize> {
        let figures = &self.figures;
        let words = figures.while_at(self.at, |c| c == ' ');
        let begins = if words == self.at {
            mark::is_letter
        } else {
            is_han
        };
        let numbered = self.at > 1 && figures.is_digit(self.at - 2);
        (numbered && figures.at(words).is_some_and(begins)).then_some(words)
    }

    /// The dot of `LV.3` and `J.K.罗琳`.
    fn is_abbreviation(&self) -> bool {
        let next = self.figures.at(self.at);
        self.spoken.ends_with_latin() && next.is_some_and(mark::is_word)
    }

    fn value(&self, span: &Range<usize>) -> u32 {
        value(self.figures.slice(span))
    }

    fn cardinal(&self, span: &Range<usize>) -> String {
        cardinal(self.figures.slice(span))
    }

    fn digits(&self, span: &Range<usize>) -> String {
        one_by_one(self.figures.slice(span))
    }

    fn say(&mut self, spoken: &str, end: usize) -> Said {
        self.spoken.word(spoken);
        self.at = end;
        Said
    }
}

#[cfg(test)]
mod tests;
