//! The lines of a book that may be headings, before their numbering is judged.
//!
//! Never more than one look at each line; repeats and tables of contents are text, not headings.

use std::collections::HashMap;

use super::heading::{self, Heading};
use crate::book::Book;

/// This many headings without a line between them may be a table of contents.
const TABLE: usize = 3;

/// A line that may be a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate<'a> {
    /// Position among the book's lines, from 0.
    pub line: usize,
    /// The line without ornaments.
    pub heading: Heading<'a>,
}

/// All candidates in order.
pub fn candidates(book: &Book) -> Vec<Candidate<'_>> {
    let lines = book.lines.iter().enumerate();
    let found = lines.filter_map(|(line, source)| {
        heading::parse(&source.text, &book.title).map(|heading| Candidate { line, heading })
    });
    without_tables(&without_repeats(found))
}

/// Some sites print a title twice; the second one is text, so that it is spoken and not lost.
fn without_repeats<'a>(candidates: impl Iterator<Item = Candidate<'a>>) -> Vec<Candidate<'a>> {
    let mut kept: Vec<Candidate> = Vec::new();
    let mut next_line = 0;
    for candidate in candidates {
        let repeats = |first: &Candidate| squeezed(first) == squeezed(&candidate);
        let is_repeat = candidate.line == next_line && kept.last().is_some_and(repeats);
        next_line = candidate.line + 1;
        if !is_repeat {
            kept.push(candidate);
        }
    }
    kept
}

/// Takes out the lines of a table of contents: headings in a row that stand again further on.
fn without_tables<'a>(candidates: &[Candidate<'a>]) -> Vec<Candidate<'a>> {
    let last_line: HashMap<String, usize> = candidates
        .iter()
        .map(|candidate| (squeezed(candidate), candidate.line))
        .collect();
    let stands_again = |candidate: &&Candidate| {
        let title = squeezed(candidate);
        let is_later = |title: &str| {
            let last = last_line.get(title);
            last.is_some_and(|last| *last > candidate.line)
        };
        is_later(&title) || is_later(without_page(&title))
    };
    let mut kept = Vec::with_capacity(candidates.len());
    for run in candidates.chunk_by(|one, next| one.line + 1 == next.line) {
        if run.len() >= TABLE && run.iter().filter(stands_again).count() >= TABLE {
            // The first chapter may follow its table at once and belong to the same run.
            kept.extend(run.iter().filter(|candidate| !stands_again(candidate)));
        } else {
            kept.extend(run);
        }
    }
    kept
}

/// `第1章雪15` of a printed table to `第1章雪`.
fn without_page(title: &str) -> &str {
    title.trim_end_matches(|next: char| next.is_ascii_digit())
}

/// A heading as its letters alone: tables and repeats part mark and title otherwise.
fn squeezed(candidate: &Candidate) -> String {
    let heading = &candidate.heading;
    heading
        .volume
        .chars()
        .chain(heading.title.chars())
        .filter(|next| next.is_alphanumeric())
        .collect()
}
