//! What happens during a night, told to whoever shows it, and how it ended.
//!
//! Never carries anything that the dispatch loop still needs.

use super::{Finding, Loudness};
use crate::speech::Standing;

/// What happens during a night.
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The night begins.
    Begun {
        /// Chapters chosen.
        n_chapters: usize,
        /// Their chunks.
        n_chunks: usize,
    },
    /// A chapter was looked at.
    Looked {
        /// Chapter number.
        chapter: usize,
        /// Its title.
        title: String,
        /// Chunks whose speech is there already.
        n_there: usize,
        /// Chunks to speak.
        n_wanted: usize,
    },
    /// A chunk was spoken.
    Spoken {
        /// Chapter number.
        chapter: usize,
        /// Seconds of audio.
        seconds: f64,
        /// How many chunks wait for this same speech.
        n_chunks: usize,
    },
    /// A chapter's track stands.
    Finished {
        /// Chapter number.
        chapter: usize,
        /// File name of the track.
        file: String,
        /// Whether it was written now.
        made: bool,
    },
    /// A chunk was not spoken, and is tried again later.
    PutBack {
        /// Chapter number.
        chapter: usize,
        /// Why not.
        problem: String,
    },
    /// What the audit found wrong with a chapter that was joined now.
    Doubt(Finding),
    /// Something about the engine that a person should know.
    News(String),
    /// The engine stands still, or goes on.
    Standing(Standing),
    /// A chapter will not be finished in this run.
    Incomplete(Incomplete),
    /// Nothing new is started any more.
    Stopping {
        /// Why.
        halt: Halt,
        /// Chunks in flight that are waited for.
        n_in_flight: usize,
    },
    /// A second passed.
    Tick,
}

/// A chapter that is not finished, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Incomplete {
    /// Chapter number.
    pub chapter: usize,
    /// Its title.
    pub title: String,
    /// Why.
    pub reason: String,
}

/// Why a run ended before its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Halt {
    /// A person stopped it.
    Interrupted,
    /// The disk takes no more.
    Disk {
        /// What the disk refused.
        problem: String,
        /// What a person can do.
        hint: Option<String>,
    },
    /// The engine does not work.
    Engine {
        /// What it said.
        problem: String,
        /// What a person can do.
        hint: Option<String>,
    },
}

/// How a run ended.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// Chapters whose track stands.
    pub n_finished: usize,
    /// Of those, written in this run.
    pub n_made: usize,
    /// Chunks spoken in this run.
    pub n_spoken: usize,
    /// Chunks of the chapters made in this run that this voice cannot say.
    pub n_unsayable: usize,
    /// Seconds of audio spoken in this run.
    pub seconds_spoken: f64,
    /// What the audit of the chapters made in this run found wrong, as they were finished.
    pub doubts: Vec<Finding>,
    /// Chapters that are not finished, in order.
    pub incomplete: Vec<Incomplete>,
    /// How loud the chapters of the book are whose track stands, in order.
    pub loudness: Vec<Loudness>,
    /// Why it ended early, if it did.
    pub halt: Option<Halt>,
}
