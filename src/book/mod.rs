//! Bytes to [`Book`]: encodings, line clean-up and dirt.
//!
//! Never does input or output, and never loses a character silently: every character of a decoded
//! line is either kept in a [`Line`] at a known column or listed in [`Book::dropped`]. White space
//! at the edges of a line, and blank lines, are layout and are not listed.

mod account;
mod binary;
mod clean;
mod encoding;
mod entity;
mod error;
mod frequency;
mod markup;
mod name;
mod source;

use serde::Serialize;

pub use account::{Mismatch, Unaccounted, account};
pub use error::{BookError, Candidate};

/// A decoded and cleaned text, before chapters are found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    /// Title as a reader would write it, e.g. from the file's name.
    pub title: String,
    /// Author, empty when unknown.
    pub author: String,
    /// WHATWG name of the encoding that was decoded, e.g. `UTF-8`, `GB18030`, `Big5`.
    pub encoding: &'static str,
    /// The lines that hold text, in order; each is a paragraph or a heading.
    pub lines: Vec<Line>,
    /// What was removed, in order of line and column.
    pub dropped: Vec<Dropped>,
}

/// One line that holds text, trimmed and cleaned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Line number in the source, from 1.
    pub number: usize,
    /// Cleaned text: never empty, no line break, no white space at its edges.
    pub text: String,
}

/// A piece of the source that will not be spoken, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// Line number in the source, from 1.
    pub line: usize,
    /// Character column in the decoded source line, from 0.
    #[serde(skip)]
    pub column: usize,
    /// The removed characters as they stood in the source.
    pub text: String,
    /// Why, in a few words: `invisible character`, `html tag`, `entity`.
    pub reason: &'static str,
}

/// Reads a text file: its encoding, its title by its name, its clean lines.
///
/// `encoding` overrides what would be found out; it takes any WHATWG label, in any case.
pub fn decode(bytes: &[u8], file_name: &str, encoding: Option<&str>) -> Result<Book, BookError> {
    let (text, encoding) = encoding::read(bytes, file_name, encoding)?;
    let (lines, dropped) = clean::clean(&text);
    if !lines.iter().any(|line| is_speakable(&line.text)) {
        return Err(BookError::NothingToSay {
            name: file_name.to_owned(),
        });
    }
    let (title, author) = name::title_and_author(file_name);
    Ok(Book {
        title,
        author,
        encoding,
        lines,
        dropped,
    })
}

/// The text of a file before any cleaning, and its encoding; what [`account`] checks a book
/// against.
pub fn decode_text(
    bytes: &[u8],
    file_name: &str,
    encoding: Option<&str>,
) -> Result<(String, &'static str), BookError> {
    encoding::read(bytes, file_name, encoding).map(|(text, encoding)| (text.into_owned(), encoding))
}

/// Whether there is anything to say in `text`: a letter, a digit or a Chinese character.
pub fn is_speakable(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests;
