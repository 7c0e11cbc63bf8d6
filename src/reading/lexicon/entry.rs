//! One word of a lexicon, and for whom it counts.
//!
//! Never knows how a word is found in a text.

use std::fmt;
use std::sync::Arc;

use super::syllable::PinyinError;

/// A word, and how it is to be said; at least one of the three is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The word as the person wrote it.
    pub key: String,
    /// Where it stands.
    pub place: Place,
    /// One syllable with a tone digit for each Han character, numbers written out.
    pub pinyin: Option<Vec<String>>,
    /// Another text that sounds as wanted.
    pub spelling: Option<String>,
    /// Exactly what the engine of one voice gets.
    pub raw: Option<String>,
}

/// A line of a lexicon file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file, as it is named to a person.
    pub file: Arc<str>,
    /// Its line, from 1.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}` line {}", self.file, self.line)
    }
}

/// What is read, and who speaks it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scope {
    /// The names under which a lexicon may mean the book: its file's stem, its title.
    pub books: Vec<String>,
    /// The name of the voice.
    pub voice: String,
}

/// Why an entry cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EntryError {
    /// Nothing that could be said.
    #[error("the word has no character, letter or digit")]
    EmptyKey,
    /// A word that is seen and not heard.
    #[error("the word is not said by itself; give a `spelling` too")]
    Silent,
    /// Neither text nor table.
    #[error(
        "give pinyin or another spelling as text, or a table with `pinyin`, `spelling` or `raw`"
    )]
    Value,
    /// A key that no entry has.
    #[error("`{0}` is no key of an entry; it may have `pinyin`, `spelling` and `raw`")]
    UnknownField(String),
    /// A number or the like.
    #[error("`{0}` must be text")]
    NotText(String),
    /// Nothing is said.
    #[error("it does not say how the word sounds")]
    Empty,
    /// Not pinyin.
    #[error(transparent)]
    Pinyin(#[from] PinyinError),
    /// Pinyin for a foreign word.
    #[error("it has no Chinese character for the pinyin; give another spelling instead")]
    NoHan,
    /// More or fewer syllables than characters.
    #[error(
        "it is said `{spoken}`: one syllable a character makes {needed}, and there are {given}"
    )]
    Count {
        /// The word with numbers written out.
        spoken: String,
        /// Its Han characters.
        needed: usize,
        /// The syllables.
        given: usize,
    },
    /// What one engine takes is noise to another.
    #[error("`raw` is for one engine; put the entry under `[voice.NAME]`")]
    RawForAll,
    /// A scope that is an entry.
    #[error("`{0}` is no word: `[{0}.NAME]` begins the entries of one {0}")]
    NoScope(String),
}
