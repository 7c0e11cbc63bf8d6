//! What a person says about the chapters of a book: a pattern of headings, an edited table.
//!
//! Never guesses what was meant: what cannot be found in the text is an error that names its place.

use regex::Regex;

/// What a person says about the chapters of a book.
#[derive(Debug, Clone, Default)]
pub struct Guide {
    /// Lines that match are the headings, instead of what is found.
    pub heading: Option<Pattern>,
    /// The table that a person edited.
    pub contents: Option<Contents>,
}

/// The form of headings in the text.
#[derive(Debug, Clone)]
pub struct Pattern(Regex);

impl Pattern {
    /// Reads a regular expression.
    ///
    /// # Errors
    ///
    /// When it is none, or matches every line because it is empty.
    pub fn new(text: &str) -> Result<Self, GuideError> {
        if text.trim().is_empty() {
            return Err(GuideError::EmptyPattern);
        }
        Regex::new(text)
            .map(Self)
            .map_err(|source| GuideError::Pattern {
                pattern: text.to_owned(),
                source: Box::new(source),
            })
    }

    /// Whether a line is a heading.
    pub fn matches(&self, line: &str) -> bool {
        self.0.is_match(line)
    }

    /// As it was typed.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

/// A table of contents that a person may have edited.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// The file it was read from, as a person would name it.
    pub file: String,
    /// Lines behind this one came later, and are split as they are found.
    pub n_lines: usize,
    /// The chapters.
    pub entries: Vec<Entry>,
}

/// A chapter as a person wants it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry {
    /// Source line it begins with, from 1.
    pub line: usize,
    /// Title.
    pub title: String,
    /// Title of the volume, empty when there is none.
    pub volume: String,
    /// The first characters of that line, empty when a person left them out.
    pub begins: String,
    /// What becomes of it.
    pub wish: Wish,
    /// Line of the file that says so, from 1.
    pub place: usize,
}

/// What becomes of a chapter in an edited table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Wish {
    /// It is a chapter.
    #[default]
    Keep,
    /// It is part of the chapter before it.
    Merge,
    /// It is not spoken.
    Drop,
}

/// Why a book cannot be split as a person says.
#[derive(Debug, thiserror::Error)]
pub enum GuideError {
    /// A pattern of nothing.
    #[error("the pattern of headings is empty")]
    EmptyPattern,
    /// No regular expression.
    #[error("`{pattern}` is not a pattern of headings")]
    Pattern {
        /// What was typed.
        pattern: String,
        /// Why not.
        #[source]
        source: Box<regex::Error>,
    },
    /// A pattern that no line has.
    #[error("no line of the text matches the heading `{pattern}`")]
    NoMatch {
        /// What was typed.
        pattern: String,
    },
    /// A table that leaves nothing to be spoken.
    #[error("`{file}` drops every chapter")]
    AllDropped {
        /// The table's file.
        file: String,
    },
    /// An entry of the table that does not fit the text.
    #[error("line {place} of `{file}`: {problem}")]
    Entry {
        /// The table's file.
        file: String,
        /// Line of that file.
        place: usize,
        /// What is wrong with the entry there.
        problem: EntryProblem,
    },
}

/// What is wrong with an entry.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntryProblem {
    /// The text has no such line.
    #[error("`{title}` begins at line {line}, and the text ends at line {last}")]
    OutOfRange {
        /// Title of the chapter.
        title: String,
        /// Its line.
        line: usize,
        /// The last line of the text.
        last: usize,
    },
    /// The line that it begins with is gone.
    #[error("`{title}`: no line of the text begins with `{begins}`, as line {line} did")]
    Lost {
        /// Title of the chapter.
        title: String,
        /// What was looked for.
        begins: String,
        /// Where.
        line: usize,
    },
    /// Two chapters at one place.
    #[error("`{title}` begins at line {line}, where another chapter begins already")]
    Twice {
        /// Title of the second.
        title: String,
        /// The line.
        line: usize,
    },
    /// Nothing to be joined to.
    #[error("`{title}` cannot be merged: no chapter stands before it")]
    NothingBefore {
        /// Title of the chapter.
        title: String,
    },
}

impl GuideError {
    /// What a person can do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::EmptyPattern | Self::Pattern { .. } | Self::NoMatch { .. } => {
                "give a regular expression that every heading matches, such as `--heading '^第.+章'`"
            }
            Self::AllDropped { .. } => "take `drop = true` out of a chapter that is to be spoken",
            Self::Entry { .. } => {
                "correct that entry, or move the table away and write it anew with `pingshu plan BOOK --write FILE`"
            }
        }
    }
}
