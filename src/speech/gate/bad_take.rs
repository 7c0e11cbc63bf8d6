//! Which gate a take failed, and what the gate saw.
//!
//! Never says what to do about it.

use std::fmt;

use crate::speech::SpeechError;

/// Why a take does not count as speech.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum BadTake {
    /// No engine means such a rate.
    #[error("a sample rate of {rate} Hz")]
    Rate {
        /// Frames a second.
        rate: u32,
    },
    /// Not the rate of this voice: what came is an error's silence, or another voice.
    #[error("a sample rate of {rate} Hz, and this voice has {known} Hz")]
    OtherRate {
        /// Frames a second.
        rate: u32,
        /// Those of the voice.
        known: u32,
    },
    /// Nothing at all.
    #[error("no samples")]
    Empty,
    /// Infinite samples, or ones that are not a number.
    #[error("samples that are not numbers")]
    NotNumbers,
    /// Nothing that can be heard.
    #[error("{seconds:.1} s of silence")]
    Silent {
        /// Its length.
        seconds: f64,
    },
    /// Much silence before or after what is spoken.
    #[error("{seconds:.1} s of silence at its {edge}")]
    SilentEdge {
        /// Where.
        edge: Edge,
        /// How long it is.
        seconds: f64,
    },
    /// A pause that no text asks for.
    #[error("{seconds:.1} s of silence inside")]
    SilentInside {
        /// How long it is.
        seconds: f64,
    },
    /// The engine stopped where it always stops.
    #[error("{seconds:.1} s, which is all that this engine gives at once")]
    Capped {
        /// Its length.
        seconds: f64,
    },
    /// Words are missing.
    #[error("{seconds:.1} s is too short for {}", in_words(*.syllables))]
    Short {
        /// From the first sound to the last.
        seconds: f64,
        /// How many there are to speak at least.
        syllables: usize,
    },
    /// Words are there that no one asked for.
    #[error("{seconds:.1} s is too long for {}", in_words(*.syllables))]
    Long {
        /// From the first sound to the last.
        seconds: f64,
        /// How many there are to speak at most.
        syllables: usize,
    },
    /// Words are missing, as this voice speaks.
    #[error("{seconds:.1} s is too short for {} of this voice, which takes {pace:.2} s for one", in_words(*.syllables))]
    ShortForVoice {
        /// From the first sound to the last.
        seconds: f64,
        /// How many there are to speak at least.
        syllables: usize,
        /// Seconds a syllable.
        pace: f64,
    },
    /// Words are there that no one asked for, as this voice speaks.
    #[error("{seconds:.1} s is too long for {} of this voice, which takes {pace:.2} s for one", in_words(*.syllables))]
    LongForVoice {
        /// From the first sound to the last.
        seconds: f64,
        /// How many there are to speak at most.
        syllables: usize,
        /// Seconds a syllable.
        pace: f64,
    },
    /// Cut off at full scale, which cannot be undone.
    #[error("{:.1} % of it clipped", .part * 100.0)]
    Clipped {
        /// The part of all samples.
        part: f64,
    },
    /// Noise in the place of speech.
    #[error("{seconds:.1} s of noise")]
    Noise {
        /// The longest stretch of it.
        seconds: f64,
    },
    /// Timings of other samples.
    #[error("timings of {total} frames for {frames} of audio")]
    Timings {
        /// Frames of audio.
        frames: usize,
        /// Frames by the timings.
        total: usize,
    },
    /// Timings of another text.
    #[error("the speech of another text, by its timings")]
    OtherText,
    /// Syllables that the timings promise, and nobody hears.
    #[error("no sound from {from:.1} s to {to:.1} s, where {} should be", in_words(*.n_syllables))]
    Swallowed {
        /// How many there are.
        n_syllables: usize,
        /// Where the first begins, in seconds.
        from: f64,
        /// Where the last ends.
        to: f64,
    },
    /// The answer to another text came again.
    #[error("the very samples of another text")]
    Repeated,
}

/// An end of a take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// Before what is spoken.
    Beginning,
    /// After it.
    End,
}

impl fmt::Display for Edge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Beginning => "beginning",
            Self::End => "end",
        })
    }
}

impl From<BadTake> for SpeechError {
    fn from(bad: BadTake) -> Self {
        let reason = bad.to_string();
        Self::BadAudio { reason }
    }
}

fn in_words(n_syllables: usize) -> String {
    match n_syllables {
        1 => "1 syllable".into(),
        n => format!("{n} syllables"),
    }
}
