//! What a take sounds like, as far as its level tells.
//!
//! Never listens for words: it knows where there is sound, and how long there is none.

use super::BadTake;
use crate::speech::Speech;

/// Quieter than this everywhere is silence: −60 dB of full scale.
const SILENCE: f32 = 0.001;

/// What is quieter than this part of the peak is a pause: −46 dB.
const PAUSE_LEVEL: f32 = 0.005;

/// The stretch that is quiet or not as one, in seconds.
const WINDOW: f64 = 0.01;

/// Samples whose bytes are hashed at once.
const BLOCK: usize = 1024;

/// A take that can be heard. All lengths are in seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// Silence before the first sound.
    pub before: f64,
    /// From the first sound to the last.
    pub spoken: f64,
    /// Silence after the last sound.
    pub after: f64,
    /// The longest silence between two sounds.
    pub longest_silence: f64,
    /// A hash of exactly these samples.
    pub samples: blake3::Hash,
}

impl Heard {
    /// Listens to a take; else why there is nothing to be heard.
    pub fn of(speech: &Speech) -> Result<Self, BadTake> {
        let peak = peak(&speech.samples)?;
        if peak < SILENCE {
            let seconds = speech.seconds();
            return Err(BadTake::Silent { seconds });
        }
        let rate = f64::from(speech.sample_rate);
        let window = ((rate * WINDOW) as usize).max(1);
        let level = (peak * PAUSE_LEVEL).max(SILENCE);
        let (mut first, mut last, mut silent) = (None, 0, 0);
        for (index, samples) in speech.samples.chunks(window).enumerate() {
            if samples.iter().all(|sample| sample.abs() < level) {
                continue;
            }
            let start = index * window;
            if first.is_some() {
                silent = silent.max(start - last);
            }
            first.get_or_insert(start);
            last = start + samples.len();
        }
        let first = first.expect("the window of the peak is not quiet");
        let seconds = |frames: usize| frames as f64 / rate;
        Ok(Self {
            before: seconds(first),
            spoken: seconds(last - first),
            after: seconds(speech.frames() - last),
            longest_silence: seconds(silent),
            samples: name(&speech.samples),
        })
    }

    /// Length of the whole take.
    pub fn total(&self) -> f64 {
        self.before + self.spoken + self.after
    }
}

/// The loudest sample; else why there is none.
fn peak(samples: &[f32]) -> Result<f32, BadTake> {
    if samples.is_empty() {
        return Err(BadTake::Empty);
    }
    if samples.iter().any(|sample| !sample.is_finite()) {
        return Err(BadTake::NotNumbers);
    }
    let louder = |peak: f32, sample: &f32| peak.max(sample.abs());
    Ok(samples.iter().fold(0.0, louder))
}

/// A hash of exactly these samples.
pub fn name(samples: &[f32]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    let mut bytes = Vec::with_capacity(BLOCK * 4);
    for block in samples.chunks(BLOCK) {
        bytes.clear();
        bytes.extend(block.iter().flat_map(|sample| sample.to_le_bytes()));
        hasher.update(&bytes);
    }
    hasher.finalize()
}
