//! Headings that a book's format tells: a table of contents, heading elements, names of files.
//!
//! Never takes a told title for spoken text: only lines that repeat it are heading lines.

use super::heading::{self, Strength};
use super::section::{Fate, Section};
use crate::book::{Book, Line, Teller, Told};

/// The longest line above a heading that may belong to it, in characters.
const LONGEST_ABOVE: usize = 35;

/// Entries of a table of contents that tell nothing about chapters.
const JUNK: [&str; 10] = [
    "封面",
    "目录",
    "目錄",
    "版权",
    "版權",
    "扉页",
    "cover",
    "contents",
    "copyright",
    "titlepage",
];

/// The sections of a book from what is told and what was found in its text.
pub fn combine<'a>(book: &'a Book, found: Vec<Section<'a>>) -> Vec<Section<'a>> {
    let by = |teller| book.told.iter().filter(move |told| told.by == teller);
    let contents = sections(book, by(Teller::Contents));
    if tells_most(&contents, &found) {
        return contents;
    }
    let elements = sections(book, by(Teller::Element));
    let files: Vec<&Told> = by(Teller::File).collect();
    if files.is_empty() && contents.is_empty() && tells_most(&elements, &found) {
        return elements;
    }
    let told = if contents.is_empty() {
        elements
    } else {
        contents
    };
    with_files(book, files, union(&told, found))
}

/// How many of the first `lines` repeat a title: 0 to 2.
pub fn heading_lines(title: &str, lines: &[Line]) -> usize {
    let title = squeezed(title);
    let Some(first) = lines.first().map(|line| squeezed(&line.text)) else {
        return 0;
    };
    let second = || {
        lines
            .get(1)
            .map_or(String::new(), |line| squeezed(&line.text))
    };
    if title.is_empty() || first.is_empty() {
        0
    } else if first == title {
        1
    } else if title.starts_with(&first) && format!("{first}{}", second()) == title {
        2
    } else {
        // `雪夜` of a told `第一章 雪夜`, or the other way round.
        let is_part = |whole: &str, part: &str| part.chars().count() > 1 && whole.ends_with(part);
        let is_short = first.chars().count() <= LONGEST_ABOVE;
        usize::from(is_short && (is_part(&title, &first) || is_part(&first, &title)))
    }
}

fn squeezed(text: &str) -> String {
    text.chars().filter(|next| next.is_alphanumeric()).collect()
}

fn is_junk(title: &str) -> bool {
    let title = squeezed(title).to_lowercase();
    JUNK.iter().any(|junk| title.starts_with(junk)) || title.is_empty()
}

/// Whether the told headings are worth going by: some are of chapters, and they do not miss most
/// of what was found.
fn tells_most(told: &[Section], found: &[Section]) -> bool {
    let is_told = |section: &&Section| {
        let next = told.partition_point(|told| told.start <= section.start);
        next.checked_sub(1)
            .is_some_and(|at| section.start - told[at].start <= 2)
    };
    let n_told = found.iter().filter(is_told).count();
    told.iter().any(|section| !is_junk(section.title)) && 2 * n_told >= found.len()
}

/// One section for each place told; outer headings are the volumes of those within them.
fn sections<'a>(book: &'a Book, told: impl Iterator<Item = &'a Told>) -> Vec<Section<'a>> {
    let start_of = |told: &Told| book.lines.partition_point(|line| line.number < told.line);
    let mut told: Vec<(usize, &Told)> = told
        .map(|told| (start_of(told), told))
        .filter(|(start, told)| *start < book.lines.len() && !told.title.trim().is_empty())
        .collect();
    told.sort_by_key(|(start, _)| *start);
    let mut sections: Vec<Section> = Vec::with_capacity(told.len());
    let mut outer: Vec<&Told> = Vec::new();
    for (start, told) in told {
        outer.truncate(outer.partition_point(|above| above.level < told.level));
        let above = outer.last().copied();
        outer.push(told);
        let volume = above.map_or("", |above| above.title.trim());
        let section = Section {
            start,
            n_heading_lines: heading_lines(&told.title, &book.lines[start..]),
            volume: if volume == book.title { "" } else { volume },
            title: told.title.trim(),
            fate: Fate::Kept,
        };
        add(&mut sections, section, above);
    }
    sections
}

/// Adds a section; one that holds nothing but the heading of a volume is joined to it.
fn add<'a>(sections: &mut Vec<Section<'a>>, mut section: Section<'a>, above: Option<&Told>) {
    let Some(last) = sections.last() else {
        return sections.push(section);
    };
    let is_within = above.is_some_and(|above| above.title.trim() == last.title);
    if last.start == section.start {
        // Of several that begin at one place the innermost names the chapter.
        if is_within {
            section.n_heading_lines = section.n_heading_lines.max(last.n_heading_lines);
            sections.pop();
            sections.push(section);
        }
        return;
    }
    let is_page = last.n_heading_lines > 0 && last.start + last.n_heading_lines == section.start;
    if is_within && is_page && last.n_heading_lines + section.n_heading_lines <= 2 {
        section.start = last.start;
        section.n_heading_lines += last.n_heading_lines;
        sections.pop();
    }
    sections.push(section);
}

/// All that is told, and what was found elsewhere.
fn union<'a>(told: &[Section<'a>], found: Vec<Section<'a>>) -> Vec<Section<'a>> {
    let is_told = |section: &Section| {
        let next = told.partition_point(|told| told.start <= section.start);
        next.checked_sub(1)
            .is_some_and(|at| section.start < told[at].start + told[at].n_heading_lines.max(1))
    };
    let mut all: Vec<Section> = found
        .into_iter()
        .filter(|section| !is_told(section))
        .collect();
    all.extend(told.iter().cloned());
    all.sort_by_key(|section| section.start);
    all
}

/// Lets every file begin a chapter.
fn with_files<'a>(
    book: &'a Book,
    files: Vec<&'a Told>,
    mut sections: Vec<Section<'a>>,
) -> Vec<Section<'a>> {
    for file in files {
        let start = book.lines.partition_point(|line| line.number < file.line);
        if start < book.lines.len() {
            begin_file(book, file, start, &mut sections);
        }
    }
    sections
}

fn begin_file<'a>(book: &'a Book, file: &'a Told, start: usize, sections: &mut Vec<Section<'a>>) {
    let at = sections.partition_point(|section| section.start < start);
    let first = &book.lines[start];
    match sections.get_mut(at) {
        Some(next) if next.start == start => return,
        // A line with the name of the book or the site above the heading.
        Some(next)
            if next.start == start + 1
                && next.n_heading_lines == 1
                && first.text.chars().count() <= LONGEST_ABOVE =>
        {
            next.start = start;
            next.n_heading_lines = 2;
            return;
        }
        _ => {}
    }
    let volume = at
        .checked_sub(1)
        .map_or("", |before| sections[before].volume);
    sections.insert(at, file_section(book, file, start, volume));
}

/// The section of a file whose heading was not found: its first line may be one all the same.
fn file_section<'a>(book: &'a Book, file: &'a Told, start: usize, volume: &'a str) -> Section<'a> {
    let shape = heading::parse(&book.lines[start].text, &book.title)
        .filter(|heading| heading.strength >= Strength::Doubtful && !heading.is_loose());
    match shape {
        Some(heading) => Section {
            start,
            n_heading_lines: 1,
            volume: if heading.volume.is_empty() {
                volume
            } else {
                heading.volume
            },
            title: heading.title,
            fate: Fate::Kept,
        },
        None => Section {
            start,
            n_heading_lines: heading_lines(&file.title, &book.lines[start..]),
            volume,
            title: file.title.trim(),
            fate: Fate::Kept,
        },
    }
}
