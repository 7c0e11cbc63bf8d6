//! Where sentences end.
//!
//! Never ends one at `……` or `——` in the middle (可惜……，至于), before a comma, inside a title, or
//! at the dot of a number.

use super::Boundary;
use super::mark::{
    clings, closes_title, is_closer, is_dot, is_full_stop, is_pause, is_question, is_trail,
    is_word_letter,
};
use super::paragraph::{Paragraph, Span};
use super::quote::Turn;

/// Cuts a part of a paragraph into sentences; the last one may lack its end.
pub(super) fn sentences(paragraph: &Paragraph, part: Span) -> Vec<Span> {
    let mut sentences = Vec::new();
    let mut start = part.start;
    let mut at = part.start;
    while at < part.end {
        let Some(ending) = Ending::read(paragraph, at, part.end) else {
            at += 1;
            continue;
        };
        at = ending.end;
        if ending.ends_sentence(paragraph, part.end) {
            sentences.push(Span::new(start, at));
            start = at;
        }
    }
    if start < part.end {
        sentences.push(Span::new(start, part.end));
    }
    sentences
}

/// What follows a part of one role: did it end its sentence?
pub(super) fn boundary_after(paragraph: &Paragraph, part: Span) -> Boundary {
    let chars = &paragraph.chars;
    let is_tail = |at: usize| is_end_closer(paragraph, at) || clings(chars[at]);
    let is_tail = |at: &usize| is_tail(*at) || chars[*at].is_whitespace();
    let last = (part.start..part.end).rev().find(|at| !is_tail(at));
    let ends =
        |at: usize| is_full_stop(chars[at]) || is_trail(chars[at]) || is_ending_dot(paragraph, at);
    if last.is_some_and(ends) {
        Boundary::Sentence
    } else {
        Boundary::Clause
    }
}

/// How a sentence ends: it asks, it trails off, or neither.
pub(super) fn kind_of_end(sentence: &[char]) -> Boundary {
    let is_end = |c: char| is_full_stop(c) || is_trail(c) || is_dot(c);
    let is_tail = |c: char| is_closer(c) || clings(c) || c.is_whitespace() || "\"'".contains(c);
    let ends = sentence.iter().rev().skip_while(|c| is_tail(**c));
    let ends: Vec<char> = ends.copied().take_while(|c| is_end(*c)).collect();
    if ends.iter().any(|c| is_question(*c)) {
        Boundary::Question
    } else if !ends.is_empty() && ends.iter().all(|c| is_trail(*c))
        || ends.len() > 1 && ends.iter().all(|c| is_dot(*c))
    {
        Boundary::Ellipsis
    } else {
        Boundary::Sentence
    }
}

fn is_end_closer(paragraph: &Paragraph, at: usize) -> bool {
    let character = paragraph.chars[at];
    paragraph.turn(at) == Turn::Close || (is_closer(character) && !closes_title(character))
}

/// A run of end marks with the closers behind it.
struct Ending {
    end: usize,
    has_full_stop: bool,
    is_closed: bool,
}

impl Ending {
    /// Reads the run that starts at `at`, if one does.
    fn read(paragraph: &Paragraph, at: usize, limit: usize) -> Option<Ending> {
        if !is_mark(paragraph, at) {
            return None;
        }
        let mut ending = Ending {
            end: at,
            has_full_stop: false,
            is_closed: false,
        };
        while ending.end < limit && ending.takes(paragraph) {
            ending.end += 1;
        }
        Some(ending)
    }

    fn takes(&mut self, paragraph: &Paragraph) -> bool {
        let at = self.end;
        let character = paragraph.chars[at];
        if is_mark(paragraph, at) {
            self.has_full_stop |= is_full_stop(character) || is_ending_dot(paragraph, at);
        } else if closes_title(character) {
            // The marks so far belong to a title: 《谁？》 goes on.
            self.has_full_stop = false;
            self.is_closed = false;
        } else if paragraph.turn(at) == Turn::Close || is_closer(character) {
            self.is_closed = true;
        } else {
            return clings(character);
        }
        true
    }

    fn ends_sentence(&self, paragraph: &Paragraph, limit: usize) -> bool {
        if self.end == limit {
            return true;
        }
        let goes_on = is_pause(paragraph.chars[self.end]) || !paragraph.may_cut(self.end);
        let is_before_quote = paragraph.turn(self.end) == Turn::Open;
        !goes_on && (self.has_full_stop || self.is_closed || is_before_quote)
    }
}

fn is_mark(paragraph: &Paragraph, at: usize) -> bool {
    let character = paragraph.chars[at];
    if is_dot(character) {
        return is_dotted_line(paragraph, at) || is_ending_dot(paragraph, at);
    }
    is_trail(character) || (is_full_stop(character) && !is_inside_word(paragraph, at))
}

/// The `?` of a web address.
fn is_inside_word(paragraph: &Paragraph, at: usize) -> bool {
    let chars = &paragraph.chars;
    let is_letter = |at: usize| chars.get(at).is_some_and(|&c| is_word_letter(c));
    chars[at].is_ascii() && at > 0 && is_letter(at - 1) && is_letter(at + 1)
}

/// Dots typed for an ellipsis.
fn is_dotted_line(paragraph: &Paragraph, at: usize) -> bool {
    let chars = &paragraph.chars;
    let is_dot_at = |at: usize| chars.get(at).is_some_and(|&c| is_dot(c));
    is_dot_at(at + 1) || (at > 0 && is_dot_at(at - 1))
}

/// A single dot after a letter, with nothing or white space behind it and its closers.
fn is_ending_dot(paragraph: &Paragraph, at: usize) -> bool {
    let chars = &paragraph.chars;
    let is_after_letter = at > 0 && chars[at - 1].is_alphabetic();
    if !is_dot(chars[at]) || !is_after_letter || is_dotted_line(paragraph, at) {
        return false;
    }
    let after = (at + 1..chars.len()).find(|&at| !is_end_closer(paragraph, at));
    after.is_none_or(|at| chars[at].is_whitespace())
}
