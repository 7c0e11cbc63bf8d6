//! The ledger: which characters are which chunk, and which samples of which track.
//!
//! Never says that something is spoken before its track stands on the disk.

use serde::{Deserialize, Serialize};

use super::{Acx, ChapterLevel};
use crate::chunk::{Role, Unspoken};

/// The form of `book.json` that this version writes, and the newest it reads.
pub const LEDGER_VERSION: u32 = 1;

/// `out/BOOK/book.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BookLedger {
    /// The form of this file.
    pub version: u32,
    /// The book's title.
    pub title: String,
    /// Its author, empty when unknown.
    pub author: String,
    /// The text it was made from.
    pub source: SourceLedger,
    /// How many chapters the text has.
    #[serde(default)]
    pub n_chapters: usize,
    /// The chapters whose track stands, in order.
    pub chapters: Vec<ChapterLedger>,
}

/// The text that a book was made from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceLedger {
    /// File name, without its folder.
    pub name: String,
    /// Hash of its bytes in hex.
    pub blake3: String,
}

/// One chapter of the ledger; also the form of `out/BOOK/.chapters/0001.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChapterLedger {
    /// Position in the book, from 1.
    pub index: usize,
    /// Title of the volume, empty when there is none.
    pub volume: String,
    /// Heading, empty for an untitled chapter.
    pub title: String,
    /// File name of the track.
    pub file: String,
    /// Frames a second of the track.
    pub sample_rate: u32,
    /// Frames of the track.
    pub frames: u64,
    /// The chapter's text.
    pub text: String,
    /// What is spoken; together with `unspoken` it tiles the text.
    pub chunks: Vec<ChunkLedger>,
    /// What is not spoken.
    pub unspoken: Vec<Unspoken>,
    /// How loud the track is; tracks that an older version made do not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<ChapterLevel>,
    /// What shops ask for, if the profile does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub acx: Option<Acx>,
    /// Hash of the track's samples in hex.
    pub samples: String,
    /// Hash of all that decides how the track sounds, in hex.
    pub track: String,
}

/// One chunk of the ledger.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChunkLedger {
    /// Position in the chapter, from 0.
    pub index: usize,
    /// First character, as an offset in characters into the chapter's text.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// Those characters.
    pub text: String,
    /// Who speaks them.
    pub role: Role,
    /// First frame in the track.
    pub from: u64,
    /// One past the last frame.
    pub to: u64,
    /// Fingerprint of the speech in hex.
    pub speech: String,
    /// How many takes were made of it.
    pub takes: u32,
    /// What a listener should check, if anything.
    pub doubt: Option<String>,
    /// When each word is spoken, where the engine says so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<TimedWord>,
}

/// A word of a chunk, and when it is spoken: `[start, end, from, to]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(usize, usize, u64, u64)", from = "(usize, usize, u64, u64)")]
pub struct TimedWord {
    /// First character, as an offset in characters into the chapter's text.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// First frame in the track.
    pub from: u64,
    /// One past the last frame.
    pub to: u64,
}

impl From<TimedWord> for (usize, usize, u64, u64) {
    fn from(word: TimedWord) -> Self {
        (word.start, word.end, word.from, word.to)
    }
}

impl From<(usize, usize, u64, u64)> for TimedWord {
    fn from((start, end, from, to): (usize, usize, u64, u64)) -> Self {
        Self {
            start,
            end,
            from,
            to,
        }
    }
}

/// A file that a newer version wrote.
#[derive(Debug, thiserror::Error)]
#[error("`{file}` has form {found}, and this pingshu knows forms up to {LEDGER_VERSION}")]
pub struct VersionError {
    /// The file.
    pub file: String,
    /// Its form.
    pub found: u32,
}
