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
pub mod sound;
mod takes;
mod voice;

pub use engine::{Engine, EngineSettings, Standing};
pub use error::{FaultClass, SpeechError, chain};
pub use join::join;
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

/// How long each symbol of what was spoken takes. The lengths sum to the speech's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timings {
    /// Phoneme symbols, one character each; [`Timings::EDGE`] for the silence at both ends.
    pub symbols: String,
    /// Frames of each symbol.
    pub frames: Vec<u32>,
}

impl Timings {
    /// The symbol that stands for the silence before and after what is spoken.
    pub const EDGE: char = '$';
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
