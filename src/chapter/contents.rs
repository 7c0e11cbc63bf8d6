//! An edited table of contents, laid over the text it speaks of.
//!
//! Never puts a chapter where its first line is not: an entry whose line is gone is an error.

use std::collections::HashMap;

use super::guide::{Contents, Entry, EntryProblem, GuideError, Wish};
use super::section::{Fate, Section};
use super::told::heading_lines;
use crate::book::{Book, Line};

/// The sections as the table has them; `found` are those of the text, for what was added to it
/// since.
pub fn apply<'a>(
    book: &'a Book,
    found: &[Section<'a>],
    contents: &'a Contents,
) -> Result<Vec<Section<'a>>, GuideError> {
    let fault = |entry: &Entry, problem| GuideError::Entry {
        file: contents.file.clone(),
        place: entry.place,
        problem,
    };
    let mut places = Vec::with_capacity(contents.entries.len());
    let mut shift = 0;
    for entry in &contents.entries {
        let start = place(&book.lines, entry, shift).map_err(|problem| fault(entry, problem))?;
        shift = book.lines[start].number.cast_signed() - entry.line.cast_signed();
        places.push((start, entry));
    }
    places.sort_by_key(|(start, _)| *start);
    let mut sections = Vec::with_capacity(places.len());
    let n_heading_lines: HashMap<usize, usize> = found
        .iter()
        .map(|section| (section.start, section.n_heading_lines))
        .collect();
    let mut last = None;
    for (start, entry) in places {
        if last.replace(start) == Some(start) {
            return Err(fault(entry, twice(entry)));
        }
        if entry.wish == Wish::Merge {
            if sections.is_empty() {
                return Err(fault(entry, nothing_before(entry)));
            }
            continue;
        }
        let own = heading_lines(&entry.title, &book.lines[start..]);
        let section = section(
            entry,
            start,
            n_heading_lines.get(&start).copied().unwrap_or(own),
        );
        sections.push(section);
    }
    let n_lines = contents.n_lines.saturating_add_signed(shift);
    grow(book, found, n_lines, last, &mut sections);
    Ok(sections)
}

fn section(entry: &Entry, start: usize, n_heading_lines: usize) -> Section<'_> {
    Section {
        start,
        n_heading_lines,
        volume: &entry.volume,
        title: &entry.title,
        fate: if entry.wish == Wish::Drop {
            Fate::Dropped
        } else {
            Fate::Kept
        },
    }
}

/// Adds what was found behind the lines that the table knows.
fn grow<'a>(
    book: &Book,
    found: &[Section<'a>],
    n_lines: usize,
    last: Option<usize>,
    sections: &mut Vec<Section<'a>>,
) {
    let volume = sections.last().map_or("", |section| section.volume);
    let is_new = |section: &&Section| {
        last.is_none_or(|last| section.start > last) && book.lines[section.start].number > n_lines
    };
    for new in found.iter().filter(is_new) {
        let mut section = new.clone();
        if section.volume.is_empty() {
            section.volume = volume;
        }
        sections.push(section);
    }
}

/// The position of the line that an entry begins with. When it moved, it is looked for from where
/// the entry before it suggests.
fn place(lines: &[Line], entry: &Entry, shift: isize) -> Result<usize, EntryProblem> {
    let last = lines.last().map_or(0, |line| line.number);
    let first_at = |number: usize| lines.partition_point(|line| line.number < number);
    let here = first_at(entry.line);
    if entry.begins.is_empty() {
        return if entry.line == 0 || here == lines.len() {
            Err(EntryProblem::OutOfRange {
                title: entry.title.clone(),
                line: entry.line,
                last,
            })
        } else {
            Ok(here)
        };
    }
    let begins_so = |at: &usize| lines[*at].text.starts_with(&entry.begins);
    let mut same_line = (here..lines.len()).take_while(|at| lines[*at].number == entry.line);
    if let Some(at) = same_line.find(begins_so) {
        return Ok(at);
    }
    let from = first_at(entry.line.saturating_add_signed(shift));
    // Outwards from there, so that the nearest line is found soon.
    let around = (0..=lines.len()).flat_map(|far| [from.checked_add(far), from.checked_sub(far)]);
    let mut around = around.flatten().filter(|at| *at < lines.len());
    around.find(begins_so).ok_or_else(|| EntryProblem::Lost {
        title: entry.title.clone(),
        begins: entry.begins.clone(),
        line: entry.line,
    })
}

fn twice(entry: &Entry) -> EntryProblem {
    EntryProblem::Twice {
        title: entry.title.clone(),
        line: entry.line,
    }
}

fn nothing_before(entry: &Entry) -> EntryProblem {
    EntryProblem::NothingBefore {
        title: entry.title.clone(),
    }
}
