//! Speeches to track: trim, fade, pause, level, WAV, captions, ledger.
//!
//! ```text
//!  speeches ──▶ survey: how loud is each voice? ──▶ mastering
//!  speeches ──▶ writer: gain, limit, dither     ──▶ track
//! ```
//!
//! Never holds more than one speech in memory, and never puts silence where speech should be: only
//! pauses between speeches are silence.

mod acx;
mod captions;
mod join;
mod ledger;
mod level;
mod limit;
mod name;
mod peak;
mod profile;
mod quantise;
mod span;
mod survey;
#[cfg(test)]
mod tests;
mod words;
mod writer;

use crate::speech::{edges, quiet};

pub use acx::Acx;
pub use captions::Captions;
pub use join::Join;
pub use ledger::{
    BookLedger, ChapterLedger, ChunkLedger, LEDGER_VERSION, SourceLedger, TimedWord, VersionError,
};
pub use level::{ChapterLevel, Level, Speaker};
pub use name::{book_folder, chapter_stem};
pub use profile::Profile;
pub use quantise::{ROOM_TONE_PEAK, quantise};
pub use span::read_span;
pub use survey::{Mastering, Survey};
pub use words::words;
pub use writer::{Published, TrackError, TrackWriter};

/// Frames a second of every track.
pub const SAMPLE_RATE: u32 = 24_000;

/// The form of tracks; a change here makes every track anew from the speeches in the store.
pub const FORM: &str = "track-2";

/// Bytes of a track's file: 44 of header, then 16-bit mono samples.
pub fn wav_bytes(frames: u64) -> u64 {
    44 + frames * 2
}

/// What an amplitude is multiplied by for a gain in decibels.
fn factor(decibels: f64) -> f32 {
    10_f64.powf(decibels / 20.0) as f32
}

/// An amplitude in decibels.
fn decibels(amplitude: f64) -> f64 {
    20.0 * amplitude.log10()
}

/// Hundredths are what a person reads; silence is no number, and stands as −99.
fn hundredths(decibels: f64) -> f64 {
    (decibels.max(-99.0) * 100.0).round() / 100.0
}
