//! The table of chapters on the disk, `toc.toml`, which a person may edit.
//!
//! Never takes a table of another book unasked, and never overwrites a file of another kind.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use super::{BatchError, Plan, Source};
use crate::chapter::{Chapter, Contents, Entry, Wish};
use crate::store;

/// So many characters of its first line tell where a chapter begins.
const BEGINS: usize = 20;

const HEAD: &str = "\
# The chapters of a book, for you to edit; every command of pingshu obeys this file.
#   title           how a chapter is called; what is spoken stays as it stands in the book
#   line, begins    where it begins: the line of the text, and the first characters of that line
#   merge = true    it is joined to the chapter before it
#   drop = true     it is not spoken
# A new [[chapter]] needs no more than `line` and `title`. One that is taken out is joined to the
# chapter before it. When the text gets more lines or fewer, a chapter is found again by `begins`.
";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    book: String,
    n_lines: Option<usize>,
    #[serde(default)]
    chapter: Vec<Spanned<Row>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    line: usize,
    #[serde(default)]
    title: String,
    #[serde(default)]
    volume: String,
    #[serde(default)]
    begins: String,
    #[serde(default)]
    merge: bool,
    #[serde(default)]
    drop: bool,
}

/// The table for a book: the one that was `named`, or else one beside the book that is of it.
///
/// # Errors
///
/// When it cannot be read, or is not in its form.
pub fn find_contents(
    source: &Source,
    named: Option<&Path>,
) -> Result<Option<Contents>, BatchError> {
    if let Some(path) = named {
        return parse(&read(path)?, path).map(|(_, contents)| Some(contents));
    }
    let [own, others @ ..] = &source.contents_files()[..] else {
        return Ok(None);
    };
    if own.is_file() {
        return parse(&read(own)?, own).map(|(_, contents)| Some(contents));
    }
    for path in others.iter().filter(|path| path.is_file()) {
        let text = read(path)?;
        match parse(&text, path) {
            Ok((book, contents)) if book == source.name() => return Ok(Some(contents)),
            // A broken table of this book must not pass in silence; one of others is no concern.
            Err(error) if names(&text, &source.name()) => return Err(error),
            _ => {}
        }
    }
    Ok(None)
}

/// Whether a text that is not in its form says all the same that it is of this book.
fn names(text: &str, book: &str) -> bool {
    let mut lines = text.lines().filter_map(|line| line.split_once('='));
    lines.any(|(key, value)| key.trim() == "book" && value.contains(book))
}

fn read(path: &Path) -> Result<String, BatchError> {
    fs::read_to_string(path).map_err(|source| BatchError::UnreadableContents {
        path: path.into(),
        source,
    })
}

/// The name of the book, and the table.
fn parse(text: &str, path: &Path) -> Result<(String, Contents), BatchError> {
    let table: Table = toml::from_str(text).map_err(|source| BatchError::Contents {
        path: path.into(),
        source: Box::new(source),
    })?;
    let (mut at, mut place) = (0, 1);
    let mut entries = Vec::with_capacity(table.chapter.len());
    for row in table.chapter {
        let start = row.span().start.min(text.len()).max(at);
        place += text[at..start].matches('\n').count();
        at = start;
        entries.push(entry(row.into_inner(), place));
    }
    let contents = Contents {
        file: path.display().to_string(),
        n_lines: table.n_lines.unwrap_or(usize::MAX),
        entries,
    };
    Ok((table.book, contents))
}

fn entry(row: Row, place: usize) -> Entry {
    Entry {
        line: row.line,
        title: row.title.trim().to_owned(),
        volume: row.volume.trim().to_owned(),
        begins: row.begins,
        wish: match (row.drop, row.merge) {
            (true, _) => Wish::Drop,
            (_, true) => Wish::Merge,
            _ => Wish::Keep,
        },
        place,
    }
}

/// Writes the chapters of a plan as a table.
///
/// # Errors
///
/// When another kind of file has that name, or the disk refuses.
pub fn write_contents(plan: &Plan, path: &Path) -> Result<(), BatchError> {
    match fs::read_to_string(path) {
        Ok(text) if !is_table(&text) => return Err(not_a_table(path)),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => return Err(not_a_table(path)),
        _ => {}
    }
    Ok(store::write_atomic(path, text_of(plan).as_bytes())?)
}

fn not_a_table(path: &Path) -> BatchError {
    BatchError::NotATable { path: path.into() }
}

fn is_table(text: &str) -> bool {
    let table: Result<toml::Table, _> = toml::from_str(text);
    table.is_ok_and(|table| table.contains_key("book"))
}

fn text_of(plan: &Plan) -> String {
    let mut text = HEAD.to_owned();
    let (book, n_lines) = (quoted(&plan.source.name), plan.n_lines);
    put(
        &mut text,
        format_args!("\nbook = {book}\nn_lines = {n_lines}\n"),
    );
    let kept = plan
        .chapters
        .iter()
        .map(|planned| (&planned.chapter, false));
    let left_out = plan.left_out.iter().map(|chapter| (chapter, true));
    let mut chapters: Vec<(&Chapter, bool)> = kept.chain(left_out).collect();
    chapters.sort_by_key(|(chapter, _)| chapter.first_line);
    for (chapter, is_dropped) in chapters {
        let (line, title) = (chapter.first_line, quoted(&chapter.title));
        put(
            &mut text,
            format_args!("\n[[chapter]]\nline = {line}\ntitle = {title}\n"),
        );
        if !chapter.volume.is_empty() {
            put(
                &mut text,
                format_args!("volume = {}\n", quoted(&chapter.volume)),
            );
        }
        let first = chapter.text.lines().next().unwrap_or_default();
        let begins: String = first.chars().take(BEGINS).collect();
        put(&mut text, format_args!("begins = {}\n", quoted(&begins)));
        if is_dropped {
            text.push_str("drop = true\n");
        }
    }
    text
}

fn put(text: &mut String, piece: std::fmt::Arguments) {
    text.write_fmt(piece).expect("a string takes everything");
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
