//! Bytes to [`Book`]: encodings, line clean-up and dirt.
//!
//! Never does input or output, and never loses a character silently: every character of a decoded
//! line is either kept in a [`Line`] at a known column or listed in [`Book::dropped`]. White space
//! at the edges of a line, and blank lines, are layout and are not listed.

mod account;
mod binary;
mod clean;
mod dirt;
mod encoding;
mod entity;
mod epub;
mod error;
mod extract;
mod frequency;
mod glyphs;
mod html;
mod lost;
mod manuscript;
mod markdown;
mod markup;
mod name;
mod sheet;
mod source;

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;

pub use account::{Mismatch, Unaccounted, account};
pub use dirt::{Notes, Problem, Rules, RulesError};
pub use epub::EpubFlaw;
pub use error::{BookError, Candidate, Score};
pub use extract::Extract;
pub(crate) use frequency::common_han;
pub use name::title_and_author;

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
    /// What was removed or replaced, in order of line; within a line in the order it was done.
    pub dropped: Vec<Dropped>,
    /// The headings that the format itself tells, in order of line.
    pub told: Vec<Told>,
    /// What a person should look at.
    pub doubts: Vec<Doubt>,
}

/// One line that holds text, trimmed and cleaned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Line number in the source, from 1; of a joined paragraph the first.
    pub number: usize,
    /// Cleaned text: never empty, no line break, no white space at its edges.
    pub text: String,
}

/// A piece of the source that will not be spoken as it stands there, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Dropped {
    /// Line number in the source, from 1.
    pub line: usize,
    /// Character column in the decoded source line, from 0.
    #[serde(skip)]
    pub column: usize,
    /// The removed characters as they stood in the source; empty when something was put in only.
    pub text: String,
    /// Why, in a few words, `invisible character`, `html tag`, or the name of a rule.
    pub reason: Reason,
    /// What stands in its place, mostly nothing.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kept: String,
}

/// Why a piece was dropped: a few words, or the name of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Reason(Cow<'static, str>);

impl Reason {
    /// A reason of the program's own.
    pub const fn new(words: &'static str) -> Self {
        Self(Cow::Borrowed(words))
    }

    /// Its words.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<String> for Reason {
    fn from(words: String) -> Self {
        Self(Cow::Owned(words))
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A heading that the format of a book tells, beside its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Source line that the chapter begins with, from 1; its text may repeat the title or not.
    pub line: usize,
    /// The title as it is told.
    pub title: String,
    /// 0 for the outermost headings, 1 for those within them.
    pub level: usize,
    /// What tells it.
    pub by: Teller,
}

/// What tells a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Teller {
    /// The table of contents of an EPUB.
    Contents,
    /// A heading element of HTML or Markdown.
    Element,
    /// The name of one file of several.
    File,
}

/// Something about a text that a person should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// In one word: `damage`, `mojibake`, `glyphs`, `missing`, `note`.
    pub kind: &'static str,
    /// Source line, from 1.
    pub line: usize,
    /// What is doubted, for a reader.
    pub text: String,
}

/// How a person wants books to be read.
#[derive(Debug, Clone, Default)]
pub struct BookSettings {
    /// Any WHATWG label, in any case; overrides what would be found out.
    pub encoding: Option<String>,
    /// What is dirt, and what private glyphs mean.
    pub rules: Rules,
    /// What becomes of an author's notes to readers.
    pub notes: Notes,
}

impl Book {
    /// Adds another file's book behind this one; its line numbers go on from `offset`.
    pub fn extend(&mut self, part: Self, offset: usize) {
        let moved = |number: usize| number + offset;
        self.lines.extend(part.lines.into_iter().map(|line| Line {
            number: moved(line.number),
            ..line
        }));
        self.dropped
            .extend(part.dropped.into_iter().map(|piece| Dropped {
                line: moved(piece.line),
                ..piece
            }));
        self.told.extend(part.told.into_iter().map(|told| Told {
            line: moved(told.line),
            ..told
        }));
        self.doubts
            .extend(part.doubts.into_iter().map(|doubt| Doubt {
                line: moved(doubt.line),
                ..doubt
            }));
    }
}

/// A book of 80 MB has 28 million characters, more than the longest serials.
const MOST_BYTES: usize = 80 << 20;

/// A book of that length has fewer paragraphs; blank lines do not count.
const MOST_LINES: usize = 1_500_000;

/// Reads a file: its format and encoding, its title, its clean lines.
pub fn decode(bytes: &[u8], file_name: &str, settings: &BookSettings) -> Result<Book, BookError> {
    let extract = extract::extract(bytes, file_name, settings)?;
    if is_too_long(&extract.text) {
        return Err(BookError::LongText {
            name: file_name.to_owned(),
        });
    }
    let mut doubts = extract.doubts;
    let mut manuscript = clean::clean(&extract.text);
    manuscript.hide(&extract.hidden);
    dirt::scrub(&mut manuscript, &extract.told, settings, &mut doubts);
    doubts.extend(glyphs::doubt(&manuscript));
    let (lines, dropped) = manuscript.finish();
    if !lines.iter().any(|line| is_speakable(&line.text)) {
        return Err(BookError::NothingToSay {
            name: file_name.to_owned(),
        });
    }
    doubts.sort_by_key(|doubt| doubt.line);
    Ok(Book {
        title: extract.title,
        author: extract.author,
        encoding: extract.encoding,
        lines,
        dropped,
        told: extract.told,
        doubts,
    })
}

/// The text of a file before any cleaning; what [`account`] checks a book against.
pub fn extract<'a>(
    bytes: &'a [u8],
    file_name: &str,
    settings: &BookSettings,
) -> Result<Extract<'a>, BookError> {
    extract::extract(bytes, file_name, settings)
}

/// Whether a text would take more memory than any book does.
fn is_too_long(text: &str) -> bool {
    let n_lines = || text.lines().filter(|line| !line.trim().is_empty());
    text.len() > MOST_BYTES || (text.len() > MOST_LINES && n_lines().nth(MOST_LINES).is_some())
}

/// Whether there is anything to say in `text`: a letter, a digit or a Chinese character.
pub fn is_speakable(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

#[cfg(test)]
mod tests;
