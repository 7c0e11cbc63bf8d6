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
    let fault = |entry, problem| fault(contents, entry, problem);
    let (places, shift) = places(&book.lines, contents)?;
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

/// Entries in the order of the text, with the position of the line that each begins with.
type Places<'a> = Vec<(usize, &'a Entry)>;

/// Where the entries begin, and how far the last one moved.
fn places<'a>(lines: &[Line], contents: &'a Contents) -> Result<(Places<'a>, isize), GuideError> {
    let mut places = Vec::with_capacity(contents.entries.len());
    let mut search = Search {
        shift: 0,
        is_same_text: last_number(lines) == contents.n_lines,
    };
    for entry in &contents.entries {
        let start =
            place(lines, entry, search).map_err(|problem| fault(contents, entry, problem))?;
        // A person who gave one entry another line moved no other.
        if !search.is_same_text {
            search.shift = lines[start].number.cast_signed() - entry.line.cast_signed();
        }
        places.push((start, entry));
    }
    places.sort_by_key(|(start, _)| *start);
    Ok((places, search.shift))
}

fn fault(contents: &Contents, entry: &Entry, problem: EntryProblem) -> GuideError {
    GuideError::Entry {
        file: contents.file.clone(),
        place: entry.place,
        problem,
    }
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

/// The position of the line that an entry begins with. In a text that changed it is looked for from
/// where the entry before it suggests; in one that did not, a person gave the entry another line.
fn place(lines: &[Line], entry: &Entry, search: Search) -> Result<usize, EntryProblem> {
    let here = first_at(lines, entry.line);
    let begins_so = |at: &usize| lines[*at].text.starts_with(&entry.begins);
    let mut same_line = (here..lines.len()).take_while(|at| lines[*at].number == entry.line);
    if let Some(at) = same_line.find(begins_so) {
        return Ok(at);
    }
    if entry.begins.is_empty() {
        return in_range(lines, entry, here);
    }
    let from = first_at(lines, entry.line.saturating_add_signed(search.shift));
    // Outwards from there, so that the nearest line is found soon.
    let around = (0..=lines.len()).flat_map(|far| [from.checked_add(far), from.checked_sub(far)]);
    let mut around = around.flatten().filter(|at| *at < lines.len());
    match around.find(begins_so) {
        Some(_) if search.is_same_text => in_range(lines, entry, here),
        Some(at) => Ok(at),
        None => Err(EntryProblem::Lost {
            title: entry.title.clone(),
            begins: entry.begins.clone(),
            line: entry.line,
        }),
    }
}

/// What is known of a text when an entry is looked for in it.
#[derive(Debug, Clone, Copy)]
struct Search {
    /// How far the entry before moved.
    shift: isize,
    /// Whether the text has as many lines as it had.
    is_same_text: bool,
}

fn first_at(lines: &[Line], number: usize) -> usize {
    lines.partition_point(|line| line.number < number)
}

fn in_range(lines: &[Line], entry: &Entry, here: usize) -> Result<usize, EntryProblem> {
    if entry.line == 0 || here == lines.len() {
        Err(EntryProblem::OutOfRange {
            title: entry.title.clone(),
            line: entry.line,
            last: last_number(lines),
        })
    } else {
        Ok(here)
    }
}

fn last_number(lines: &[Line]) -> usize {
    lines.last().map_or(0, |line| line.number)
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
