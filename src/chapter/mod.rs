//! Book to [`Chapter`]s: headings, numerals, volumes.
//!
//! Never invents a heading and never loses a line: the chapters' texts, joined, are the book's
//! lines.

mod candidate;
mod chain;
mod contents;
mod doubt;
mod guide;
mod heading;
mod loose;
mod mark;
mod named;
pub mod numeral;
mod region;
mod rival;
mod section;
mod told;

pub use doubt::{Doubt, doubts};
pub use guide::{Contents, Entry, EntryProblem, Guide, GuideError, Pattern, Wish};

use candidate::Candidate;
use section::{Fate, Section};

use crate::book::Book;

/// A chapter as a reader means it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// Position in the book, from 1.
    pub index: usize,
    /// Title of the volume it stands in, empty when the book has none.
    pub volume: String,
    /// Heading as shown to a reader, e.g. `第一章 雪夜`; empty for an untitled chapter.
    pub title: String,
    /// All its lines joined by `\n`, heading lines first.
    pub text: String,
    /// How many of the first lines of `text` are headings (a volume's and the chapter's own): 0–2.
    pub n_heading_lines: usize,
    /// Source line number of its first line, from 1.
    pub first_line: usize,
}

impl Chapter {
    /// A text of no book, as a chapter without a heading.
    pub fn untitled(text: &str) -> Self {
        Self {
            index: 1,
            volume: String::new(),
            title: String::new(),
            text: text.into(),
            n_heading_lines: 0,
            first_line: 1,
        }
    }
}

/// A book cut into chapters.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Division {
    /// The chapters in order.
    pub chapters: Vec<Chapter>,
    /// Those that a person dropped; their lines are in no chapter.
    pub left_out: Vec<Chapter>,
}

/// Cuts a book at its headings; a book without headings is one untitled chapter.
pub fn split(book: &Book) -> Vec<Chapter> {
    section::cut(book, found(book)).0
}

/// Cuts a book as a person says, and at its headings where nothing is said.
///
/// # Errors
///
/// When what is said does not fit the text.
pub fn divide(book: &Book, guide: &Guide) -> Result<Division, GuideError> {
    let mut sections = match &guide.heading {
        Some(pattern) => matching(book, pattern)?,
        None => found(book),
    };
    if let Some(contents) = &guide.contents {
        sections = contents::apply(book, &sections, contents)?;
    }
    let (chapters, left_out) = section::cut(book, sections);
    match &guide.contents {
        // A night that speaks nothing is nobody's wish.
        Some(contents) if chapters.is_empty() => Err(GuideError::AllDropped {
            file: contents.file.clone(),
        }),
        _ => Ok(Division { chapters, left_out }),
    }
}

/// The sections that the format tells and the text shows.
fn found(book: &Book) -> Vec<Section<'_>> {
    told::combine(book, section::sections(&headings(book)))
}

/// The lines that are headings.
fn headings(book: &Book) -> Vec<Candidate<'_>> {
    let (loose, named): (Vec<_>, Vec<_>) = candidate::candidates(book)
        .into_iter()
        .partition(|candidate| candidate.heading.is_loose());
    region::complete(&book.lines, chain::headings(named), &loose)
}

/// The sections that begin with the lines of a pattern.
fn matching<'a>(book: &'a Book, pattern: &Pattern) -> Result<Vec<Section<'a>>, GuideError> {
    let lines = book.lines.iter().enumerate();
    let sections: Vec<_> = lines
        .filter(|(_, line)| pattern.matches(&line.text))
        .map(|(start, line)| Section {
            start,
            n_heading_lines: 1,
            volume: "",
            title: &line.text,
            fate: Fate::Kept,
        })
        .collect();
    if sections.is_empty() {
        return Err(GuideError::NoMatch {
            pattern: pattern.as_str().to_owned(),
        });
    }
    Ok(sections)
}

#[cfg(test)]
mod tests;
