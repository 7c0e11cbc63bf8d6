//! Book to [`Chapter`]s: headings, numerals, volumes.
//!
//! Never invents a heading and never loses a line: the chapters' texts, joined, are the book's
//! lines.

mod candidate;
mod chain;
mod doubt;
mod heading;
mod mark;
mod named;
pub mod numeral;

pub use doubt::{Doubt, doubts};

use candidate::Candidate;

use crate::book::{Book, Line, is_speakable};

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

/// Cuts a book at its headings; a book without headings is one untitled chapter.
pub fn split(book: &Book) -> Vec<Chapter> {
    let headings = chain::headings(candidate::candidates(book));
    let mut sections = sections(&headings);
    let n_front = sections
        .first()
        .map_or(book.lines.len(), |section| section.start);
    let front = &book.lines[..n_front];
    if front.iter().any(|line| is_speakable(&line.text)) || (sections.is_empty() && n_front > 0) {
        sections.insert(0, Section::default());
    } else if n_front > 0 {
        // A row of dashes above the first heading makes no chapter, and must not be lost.
        sections[0].start = 0;
        sections[0].n_heading_lines = 0;
    }
    let ends = sections
        .iter()
        .skip(1)
        .map(|section| section.start)
        .chain([book.lines.len()]);
    let parts = sections.iter().zip(ends).enumerate();
    parts
        .map(|(position, (section, end))| {
            section.chapter(position + 1, &book.lines[section.start..end])
        })
        .collect()
}

/// Where a chapter begins, and what it is called.
#[derive(Debug, Default)]
struct Section<'a> {
    /// Position of its first line among the book's lines.
    start: usize,
    n_heading_lines: usize,
    volume: &'a str,
    title: &'a str,
}

impl Section<'_> {
    fn chapter(&self, index: usize, lines: &[Line]) -> Chapter {
        let mut text = String::with_capacity(lines.iter().map(|line| line.text.len() + 1).sum());
        for line in lines {
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&line.text);
        }
        Chapter {
            index,
            volume: self.volume.to_owned(),
            title: self.title.to_owned(),
            text,
            n_heading_lines: self.n_heading_lines,
            first_line: lines.first().map_or(1, |line| line.number),
        }
    }
}

/// One section for each heading, a volume's heading joined to the chapter right behind it.
fn sections<'a>(headings: &[Candidate<'a>]) -> Vec<Section<'a>> {
    let volumes = VolumeUnits::of(headings);
    let mut sections = Vec::with_capacity(headings.len());
    let mut volume = "";
    let mut rest = headings.iter().peekable();
    while let Some(Candidate { line, heading }) = rest.next() {
        let mut section = Section {
            start: *line,
            n_heading_lines: 1,
            volume,
            title: heading.title,
        };
        if volumes.contain(heading) {
            section.volume = heading.title;
            let is_chapter =
                |next: &&Candidate| next.line == line + 1 && !volumes.contain(&next.heading);
            if let Some(next) = rest.next_if(|next| is_chapter(next)) {
                section.n_heading_lines = 2;
                section.title = next.heading.title;
                section.volume = if next.heading.volume.is_empty() {
                    heading.title
                } else {
                    next.heading.volume
                };
            }
        } else if !heading.volume.is_empty() {
            section.volume = heading.volume;
        }
        volume = section.volume;
        sections.push(section);
    }
    sections
}

/// The units that are volumes in this book: `第一部` holds chapters in one book and is one in
/// another.
struct VolumeUnits(Vec<mark::Unit>);

impl VolumeUnits {
    fn of(headings: &[Candidate]) -> Self {
        let units = || {
            headings
                .iter()
                .filter_map(|candidate| candidate.heading.count)
                .map(|count| count.family.unit)
        };
        let n_chapters = units().filter(|unit| !unit.may_hold_chapters()).count();
        let mut volumes: Vec<_> = units().filter(|unit| unit.may_hold_chapters()).collect();
        volumes.sort_unstable();
        let holds_chapters = |same: &&[mark::Unit]| same.len() <= n_chapters;
        Self(
            volumes
                .chunk_by(PartialEq::eq)
                .filter(holds_chapters)
                .map(|same| same[0])
                .collect(),
        )
    }

    fn contain(&self, heading: &heading::Heading) -> bool {
        heading
            .count
            .is_some_and(|count| self.0.contains(&count.family.unit))
    }
}

#[cfg(test)]
mod tests;
