//! Captions of a track, in the forms that players show.
//!
//! Never estimates: every time comes from a frame of the ledger, which is all that captions need.

mod cues;
mod lrc;

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{ChapterLedger, SAMPLE_RATE};

/// A form of captions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Captions {
    /// A line for each chunk; phone players show it.
    Lrc,
    /// The same, and a time for each word.
    Words,
    /// Subtitles for players of films.
    Srt,
    /// Subtitles for browsers.
    Vtt,
}

impl Captions {
    /// All forms.
    pub const ALL: [Self; 4] = [Self::Lrc, Self::Words, Self::Srt, Self::Vtt];

    /// The file beside a track.
    pub fn file(self, track: &Path) -> PathBuf {
        track.with_extension(match self {
            Self::Lrc => "lrc",
            Self::Words => "words.lrc",
            Self::Srt => "srt",
            Self::Vtt => "vtt",
        })
    }

    /// The captions of a chapter.
    pub fn of(self, chapter: &ChapterLedger, book: &str, author: &str) -> String {
        match self {
            Self::Lrc => lrc::sentences(chapter, book, author),
            Self::Words => lrc::words(chapter, book, author),
            Self::Srt => cues::srt(chapter),
            Self::Vtt => cues::vtt(chapter),
        }
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn milliseconds(frame: u64) -> u64 {
    frame * 1_000 / u64::from(SAMPLE_RATE)
}

#[cfg(test)]
mod samples {
    use super::*;
    use crate::chunk::Role;
    use crate::track::{ChunkLedger, TimedWord};

    /// A chapter of one chunk, from the first second to the third, with two words.
    pub fn chapter(text: &str) -> ChapterLedger {
        let word = |(start, end, from, to)| TimedWord {
            start,
            end,
            from,
            to,
        };
        let chunk = ChunkLedger {
            index: 0,
            start: 10,
            end: 10 + text.chars().count(),
            text: text.into(),
            role: Role::Narration,
            from: 24_000,
            to: 72_000,
            speech: String::new(),
            takes: 1,
            doubt: None,
            words: [(11, 13, 24_240, 36_000), (14, 15, 48_000, 60_000)]
                .map(word)
                .into(),
        };
        ChapterLedger {
            index: 1,
            volume: String::new(),
            title: "第一章".into(),
            file: "0001 第一章.wav".into(),
            sample_rate: SAMPLE_RATE,
            frames: 96_000,
            text: String::new(),
            chunks: vec![chunk],
            unspoken: Vec::new(),
            level: None,
            acx: None,
            samples: String::new(),
            track: String::new(),
        }
    }
}
