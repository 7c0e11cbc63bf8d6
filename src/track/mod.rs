//! Speeches to track: trim, fade, pause, WAV, captions, ledger.
//!
//! Never holds more than one speech in memory, and never puts silence where speech should be: only
//! pauses between speeches are silence.

mod captions;
mod join;
mod ledger;
mod name;
mod span;
mod writer;

use crate::speech::edges;

pub use captions::captions;
pub use join::{Join, Joined};
pub use ledger::{
    BookLedger, ChapterLedger, ChunkLedger, LEDGER_VERSION, SourceLedger, VersionError,
};
pub use name::{book_folder, chapter_stem};
pub use span::read_span;
pub use writer::{TrackError, TrackWriter};

/// Frames a second of every track.
pub const SAMPLE_RATE: u32 = 24_000;

/// The form of tracks; a change here makes every track anew from the speeches in the store.
pub const FORM: &str = "track-1";

/// Bytes of a track's file: 44 of header, then 16-bit mono samples.
pub fn wav_bytes(frames: u64) -> u64 {
    44 + frames * 2
}
