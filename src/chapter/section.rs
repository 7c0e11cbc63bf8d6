//! Where chapters begin, and what they are called.
//!
//! Never loses a line: sections that are cut out of a book cover all of it.

use super::Chapter;
use super::candidate::Candidate;
use super::{heading, mark};
use crate::book::{Book, Line, is_speakable};

/// Where a chapter begins, and what it is called.
#[derive(Debug, Clone, Default)]
pub struct Section<'a> {
    /// Position of its first line among the book's lines.
    pub start: usize,
    /// How many of its first lines are headings.
    pub n_heading_lines: usize,
    /// Title of the volume, empty when there is none.
    pub volume: &'a str,
    /// Title, empty when there is none.
    pub title: &'a str,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Fate {
    /// It is a chapter.
    #[default]
    Kept,
    /// A person wants none of it.
    Dropped,
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
            n_heading_lines: self.n_heading_lines.min(lines.len()),
            first_line: lines.first().map_or(1, |line| line.number),
        }
    }
}

/// The chapters, and what was left out, each in order.
pub fn cut(book: &Book, sections: Vec<Section>) -> (Vec<Chapter>, Vec<Chapter>) {
    let sections = with_front(book, sections);
    let ends: Vec<usize> = sections
        .iter()
        .skip(1)
        .map(|section| section.start)
        .chain([book.lines.len()])
        .collect();
    let (mut chapters, mut left_out) = (Vec::new(), Vec::new());
    for (section, end) in sections.iter().zip(ends) {
        let lines = &book.lines[section.start..end];
        match section.fate {
            Fate::Kept => chapters.push(section.chapter(chapters.len() + 1, lines)),
            Fate::Dropped => left_out.push(section.chapter(0, lines)),
        }
    }
    (chapters, left_out)
}

/// What stands above the first heading is a chapter without a title, if there is something to say.
fn with_front<'a>(book: &Book, mut sections: Vec<Section<'a>>) -> Vec<Section<'a>> {
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
    sections
}

/// One section for each heading, a volume's heading joined to the chapter right behind it.
pub fn sections<'a>(headings: &[Candidate<'a>]) -> Vec<Section<'a>> {
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
            fate: Fate::Kept,
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
