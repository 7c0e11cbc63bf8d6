//! The morning report: what is done, what is doubtful, what is left and why, and the commands that
//! finish it.
//!
//! ```text
//!  Ended ──▶ Report ──▶ text   the terminal, report.txt
//!              └──────▶ html   report.html, with clips of the tracks
//! ```
//!
//! Never says more than is known, and says the same in both forms: both are made from one value.

mod clip;
mod escape;
mod facts;
mod html;
mod text;

use std::time::Duration;

use super::Outcome;
use crate::speech::http::Tally;

pub use clip::{Clip, clips};
pub use facts::{Commands, Ended};
pub use text::{duration, numbers};

/// How a run over a book ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// The book's title.
    pub title: String,
    /// Its author, empty when unknown.
    pub author: String,
    /// How many chapters it has.
    pub n_chapters: usize,
    /// What was counted.
    pub outcome: Outcome,
    /// How long the run took.
    pub took: Duration,
    /// The chosen chapters in order; neighbours in the same state are one.
    pub chapters: Vec<ChapterRun>,
    /// The first of the chunks that a listener should check.
    pub doubts: Vec<DoubtedChunk>,
    /// How many there are in all.
    pub n_doubts: usize,
    /// What the endpoints of servers were asked in this run.
    pub endpoints: Vec<Tally>,
    /// The command that finishes what is incomplete.
    pub finish: Option<String>,
    /// The command that makes new takes of the chunks in `doubts`.
    pub again: Option<String>,
}

/// Chapters that follow each other, and are all in the same state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterRun {
    /// Number of the first.
    pub first: usize,
    /// Number of the last.
    pub last: usize,
    /// Title of the first.
    pub title: String,
    /// How they stand.
    pub state: ChapterState,
}

/// How a chapter stands when a run has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChapterState {
    /// Its track stands.
    Finished,
    /// Its track stands, and so many places of it should be checked.
    Doubtful(usize),
    /// It has no track, for that reason.
    Incomplete(String),
}

/// Something that a listener should check, as whoever doubts it names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubted {
    /// Chapter number; 0 for the whole book.
    pub chapter: usize,
    /// Chunk number; `None` for the whole chapter.
    pub chunk: Option<usize>,
    /// What is doubted.
    pub what: String,
}

/// The same with what stands there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoubtedChunk {
    /// Where, and all that is doubted there.
    pub doubted: Doubted,
    /// Title of the chapter.
    pub title: String,
    /// The chunk's text.
    pub text: String,
    /// Where it is to be heard, if it is one chunk of a track that stands.
    pub span: Option<Span>,
    /// The command that makes a new take.
    pub again: Option<String>,
}

/// Frames of a track.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// File name of the track.
    pub file: String,
    /// Frames a second.
    pub sample_rate: u32,
    /// First frame.
    pub from: u64,
    /// One past the last frame.
    pub to: u64,
}

impl Span {
    /// Length in seconds.
    pub fn seconds(&self) -> f64 {
        self.to.saturating_sub(self.from) as f64 / f64::from(self.sample_rate.max(1))
    }
}

impl Report {
    /// The report as text.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The report as a page that needs nothing else; `clips` are those of its doubts, in order.
    pub fn html(&self, clips: &[Option<Clip>]) -> String {
        html::page(self, clips).into_string()
    }

    /// Chosen chapters without a doubt.
    fn n_sound(&self) -> usize {
        let n_doubtful = |run: &&ChapterRun| matches!(run.state, ChapterState::Doubtful(_));
        let n_doubtful = self.chapters.iter().filter(n_doubtful).count();
        self.outcome.n_finished.saturating_sub(n_doubtful)
    }

    /// Seconds of audio for a second of the run.
    fn speed(&self) -> f64 {
        self.outcome.seconds_spoken / self.took.as_secs_f64().max(0.001)
    }
}

impl ChapterRun {
    /// `chapter 2 第二章 灯`, `chapters 4-5`.
    fn name(&self) -> String {
        if self.first == self.last {
            let name = format!("chapter {} {}", self.first, self.title);
            name.trim_end().to_owned()
        } else {
            format!("chapters {}-{}", self.first, self.last)
        }
    }
}

impl Doubted {
    /// `3:14`, as `redo` takes it; nothing for the whole book.
    fn place(&self) -> String {
        match (self.chapter, self.chunk) {
            (0, _) => String::new(),
            (chapter, None) => chapter.to_string(),
            (chapter, Some(chunk)) => format!("{chapter}:{chunk}"),
        }
    }
}

#[cfg(test)]
mod tests;
