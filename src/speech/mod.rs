//! Reading and [`Voice`] to [`Speech`]: engines, takes, gates, the archive.
//!
//! Never puts silence in the place of speech: an engine answers with audio that passed its gates,
//! or with an error that says why.

pub mod archive;
mod command;
pub mod decode;
pub(crate) mod edges;
mod engine;
mod error;
pub mod fake;
pub mod gate;
pub mod http;
mod join;
pub mod kokoro;
mod pace;
pub(crate) mod quiet;
pub mod sound;
mod takes;
mod timings;
mod voice;

pub use engine::{Engine, EngineSettings, Standing};
pub use error::{FaultClass, SpeechError, chain};
pub use join::join;
pub use pace::pace;
pub use timings::Timings;
pub use voice::legado;
pub use voice::{CommandVoice, HttpVoice, Pauses, Punctuation, Voice, VoiceError, VoiceSource};

/// The audio of one chunk.
#[derive(Debug, Clone, PartialEq)]
pub struct Speech {
    /// Frames a second.
    pub sample_rate: u32,
    /// Mono samples, −1 to 1.
    pub samples: Vec<f32>,
    /// Where each symbol is spoken, if the engine says so.
    pub timings: Option<Timings>,
}

impl Speech {
    /// Length in frames.
    pub fn frames(&self) -> usize {
        self.samples.len()
    }

    /// Length in seconds.
    pub fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.sample_rate)
    }
}
