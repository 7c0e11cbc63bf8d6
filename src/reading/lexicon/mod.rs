//! How a person wants words said: `lexicon.toml`.
//!
//! Never guesses: an entry that cannot be understood is an error with its file and line, and what
//! an engine cannot be made to say is told.

mod entry;
mod file;
mod form;
mod homophone;
mod saying;
mod sayings;
mod syllable;

pub use entry::{Entry, EntryError, Place, Scope};
pub use form::Form;
pub use syllable::PinyinError;

pub(super) use saying::Speller;
pub(super) use sayings::{Held, Restored, Sayings};

use super::Reader;
use file::File;

/// Entries in the order of their lines.
type Entries = Vec<Entry>;

/// The entries inside.
const SHIPPED: &str = include_str!("shipped.toml");

/// How messages name them.
const SHIPPED_PLACE: &str = "pingshu's own lexicon";

/// The entries of all places, the strongest last.
#[derive(Debug, Clone)]
pub struct Lexicon {
    files: Vec<File>,
}

/// A lexicon file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LexiconError {
    /// It is no TOML.
    #[error("`{file}` is not well formed")]
    Toml {
        /// The file.
        file: String,
        /// What, and in which line.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// It is TOML, and an entry is not right.
    #[error("{place}, `{key}`: {problem}")]
    Entry {
        /// The line.
        place: Place,
        /// The key that is wrong.
        key: String,
        /// What is wrong with it.
        problem: EntryError,
    },
}

impl Default for Lexicon {
    fn default() -> Self {
        let shipped = File::parse(SHIPPED_PLACE, SHIPPED);
        Self {
            files: vec![shipped.expect("a test reads the entries inside")],
        }
    }
}

impl Lexicon {
    /// Adds a file, stronger than those before it; `place` is how messages name it.
    ///
    /// # Errors
    ///
    /// When it is not well formed, or an entry is not right.
    pub fn add(&mut self, place: &str, text: &str) -> Result<(), LexiconError> {
        self.files.push(File::parse(place, text)?);
        Ok(())
    }

    /// Whether it has entries for this voice alone.
    pub fn is_for(&self, voice: &str) -> bool {
        let n_entries = |voice: &str| {
            let voice = voice.into();
            let books = Vec::new();
            self.entries(&Scope { books, voice }).count()
        };
        n_entries(voice) != n_entries("")
    }

    /// The entries that count, the strongest last. In one file those for the voice are stronger
    /// than those for the book, and these than the general ones.
    fn entries<'a>(&'a self, scope: &'a Scope) -> impl Iterator<Item = &'a Entry> {
        self.files.iter().flat_map(|file| file.entries(scope))
    }
}

impl Reader {
    /// The entries of a person that these texts have, and the engine cannot be made to obey.
    pub fn unforced<'a>(&self, texts: impl Iterator<Item = &'a str>) -> Vec<&Entry> {
        let mut left: Vec<usize> = self.sayings.unforced().collect();
        for text in texts {
            if left.is_empty() {
                break;
            }
            let held = self.sayings.hold(&self.simplified(text));
            let found: Vec<usize> = held.iter().flat_map(Held::sayings).collect();
            left.retain(|index| !found.contains(index));
        }
        let found = self
            .sayings
            .unforced()
            .filter(|index| !left.contains(index));
        found.map(|index| &self.sayings.get(index).entry).collect()
    }
}

#[cfg(test)]
mod tests;
