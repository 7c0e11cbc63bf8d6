//! A decoded text to a [`Manuscript`] without stray markup and invisible characters.
//!
//! Never drops a character without listing it, white space at the edges of a line aside.

use super::entity;
use super::lost;
use super::manuscript::Manuscript;
use super::markup::{self, CodeElement, CodeEnd, Markup};
use super::source::SourceLines;
use super::{Dropped, Reason};

/// How far the end of a script is looked for; beyond that it was never closed.
const CODE_LINES: usize = 50;

/// Characters nobody sees: zero widths, byte order marks, direction signs, controls.
pub const INVISIBLE: Reason = Reason::new("invisible character");
/// What an earlier conversion, or this one, left in the place of bytes that did not fit.
pub const DAMAGED: Reason = Reason::new("damaged bytes");
/// Tags and comments.
pub const TAG: Reason = Reason::new("html tag");
/// The content of a script or a style sheet, tags and all.
pub const CODE: Reason = Reason::new("script");
/// An entity; unless it stands for white space, its character is in the line in its place.
pub const ENTITY: Reason = Reason::new("entity");

/// The paragraphs of a text.
pub fn clean(text: &str) -> Manuscript {
    let mut cleaner = Cleaner::default();
    let mut source = SourceLines::new(text);
    while let Some((number, line)) = source.next() {
        if cleaner.open_code.is_none() && !line.chars().any(is_suspect) {
            cleaner.manuscript.push(number, 0, line);
        } else {
            cleaner.scrub(number, line, &source);
        }
    }
    cleaner.manuscript
}

/// Whether a character is invisible and has no meaning in prose.
pub fn is_invisible(character: char) -> bool {
    let is_control = character.is_control() && character != '\t';
    let is_unseen = matches!(
        character,
        '\u{AD}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{2069}'
            | '\u{FEFF}'
    );
    is_control || is_unseen
}

fn is_suspect(character: char) -> bool {
    matches!(character, '<' | '&') || is_invisible(character) || lost::is_suspect(character)
}

#[derive(Default)]
struct Cleaner {
    manuscript: Manuscript,
    /// A script that is known to end on a later line.
    open_code: Option<CodeElement>,
}

impl Cleaner {
    /// Cleans one line that holds something suspicious; `after` are the lines behind it.
    fn scrub(&mut self, number: usize, line: &str, after: &SourceLines) {
        let mut scrub = Scrub {
            number,
            rest: line,
            column: 0,
            kept: String::with_capacity(line.len()),
            columns: Vec::new(),
        };
        if let Some(element) = self.open_code {
            let CodeEnd::Closed(length) = markup::end_of_code(line, element) else {
                return self.take(&mut scrub, line.len(), &CODE);
            };
            self.take(&mut scrub, length, &CODE);
            self.open_code = None;
        }
        while let Some(found) = scrub.rest.find(is_suspect) {
            scrub.keep(found);
            self.take_suspect(&mut scrub, after);
        }
        scrub.keep(scrub.rest.len());
        self.push(&mut scrub);
    }

    fn push(&mut self, scrub: &mut Scrub) {
        self.manuscript
            .push_scattered(scrub.number, &scrub.kept, &scrub.columns);
        scrub.kept.clear();
        scrub.columns.clear();
    }

    /// Decides on the suspicious character that `scrub` stands at.
    fn take_suspect(&mut self, scrub: &mut Scrub, after: &SourceLines) {
        if let Some((character, length)) = entity::at_start(scrub.rest) {
            self.take_entity(scrub, length, character);
            return;
        }
        if let Some(length) = lost::at_start(scrub.rest) {
            self.take(scrub, length, &DAMAGED);
            return;
        }
        match markup::at_start(scrub.rest) {
            Some(Markup::Inline { length }) => self.take(scrub, length, &TAG),
            Some(Markup::Break { length }) => {
                self.take(scrub, length, &TAG);
                self.push(scrub);
            }
            Some(Markup::Code { length, element }) => {
                let length = self.code_length(scrub.rest, length, element, after);
                self.take(scrub, length, &CODE);
            }
            None => match scrub
                .rest
                .find(|next| !is_invisible(next))
                .unwrap_or(scrub.rest.len())
            {
                0 => scrub.keep(first_length(scrub.rest)),
                length => self.take(scrub, length, &INVISIBLE),
            },
        }
    }

    /// How much of the line a script takes: itself, or all of the line when it goes on or when it
    /// is never closed.
    fn code_length(
        &mut self,
        rest: &str,
        tag_length: usize,
        element: CodeElement,
        after: &SourceLines,
    ) -> usize {
        match markup::end_of_code(&rest[tag_length..], element) {
            CodeEnd::Closed(length) => tag_length + length,
            CodeEnd::Reopened => tag_length,
            CodeEnd::Open => {
                self.open_code = closes_later(element, after).then_some(element);
                rest.len()
            }
        }
    }

    /// Puts the character of an entity in its place.
    fn take_entity(&mut self, scrub: &mut Scrub, length: usize, character: char) {
        let (taken, rest) = scrub.rest.split_at(length);
        let kept = kept_of_entity(character);
        self.manuscript.list(Dropped {
            line: scrub.number,
            column: scrub.column,
            text: taken.to_owned(),
            reason: ENTITY,
            kept: kept.map(String::from).unwrap_or_default(),
        });
        scrub.columns.extend(kept.map(|_| scrub.column));
        scrub.kept.extend(kept);
        scrub.column += taken.chars().count();
        scrub.rest = rest;
    }

    /// Lists the next `length` bytes as dropped; white space at their edges is layout or kept.
    fn take(&mut self, scrub: &mut Scrub, length: usize, reason: &Reason) {
        let (taken, rest) = scrub.rest.split_at(length);
        let text = if *reason == INVISIBLE {
            taken
        } else {
            taken.trim()
        };
        let lead = taken.len() - taken.trim_start().len();
        let lead = if *reason == INVISIBLE { 0 } else { lead };
        if !text.is_empty() {
            let column = scrub.column + taken[..lead].chars().count();
            self.manuscript.list(Dropped {
                line: scrub.number,
                column,
                text: text.to_owned(),
                reason: reason.clone(),
                kept: String::new(),
            });
        }
        scrub.column += taken.chars().count();
        scrub.rest = rest;
    }
}

/// A line on its way through the cleaner.
struct Scrub<'a> {
    number: usize,
    rest: &'a str,
    /// Where `rest` begins, in characters.
    column: usize,
    kept: String,
    /// Where each character of `kept` stood.
    columns: Vec<usize>,
}

impl Scrub<'_> {
    fn keep(&mut self, length: usize) {
        let (kept, rest) = self.rest.split_at(length);
        self.kept.push_str(kept);
        let n_kept = kept.chars().count();
        self.columns.extend(self.column..self.column + n_kept);
        self.column += n_kept;
        self.rest = rest;
    }
}

/// What an entity leaves in the line: nothing of an invisible character, and never a line break.
fn kept_of_entity(character: char) -> Option<char> {
    match character {
        '\n' | '\r' | '\u{2028}' | '\u{2029}' => Some(' '),
        character => (!is_invisible(character)).then_some(character),
    }
}

fn first_length(text: &str) -> usize {
    text.chars().next().map_or(0, char::len_utf8)
}

fn closes_later(element: CodeElement, after: &SourceLines) -> bool {
    let ends = after
        .clone()
        .take(CODE_LINES)
        .map(|(_, line)| markup::end_of_code(line, element));
    ends.into_iter()
        .find(|end| *end != CodeEnd::Open)
        .is_some_and(|end| matches!(end, CodeEnd::Closed(_)))
}

#[cfg(test)]
mod tests;
