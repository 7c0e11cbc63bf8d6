//! The checks that a take must pass before it counts as speech.
//!
//! Never repairs audio: a gate says yes, or what it saw. Never learns from a take that failed one.

mod bad_take;
mod heard;
mod learned;
mod said;
mod voiced;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

use std::sync::{Mutex, PoisonError};

use super::{Speech, sound};
use heard::Heard;
use learned::Learned;

pub use bad_take::{BadTake, Edge};
pub use heard::name as samples_name;
pub use said::{Said, Syllables};
pub use voiced::judge as judge_timings;

/// Seconds that may be added to the band, for pauses.
const SLACK: f64 = 1.5;

/// Fewest seconds of any speech.
const SHORTEST: f64 = 0.12;

/// Most seconds of silence before or after what is spoken; the track cuts it away.
const LONGEST_EDGE: f64 = 5.0;

/// How near to the engine's cap a take may come, in seconds.
const CAP_MARGIN: f64 = 0.05;

/// Longest stretch of noise that speech has: fricatives are shorter.
pub(crate) const LONGEST_NOISE: f64 = 0.45;

/// The part of a take that may be cut off at full scale; loud engines touch it.
pub(crate) const MOST_CLIPPED: f64 = 0.003;

/// Sample rates that an engine can mean seriously.
const RATES: std::ops::RangeInclusive<u32> = 8_000..=192_000;

/// What a voice's takes are measured by.
#[derive(Debug, Clone, PartialEq)]
pub struct GateSettings {
    /// Fewest seconds of a syllable at the engine's own speed; real engines need 0.15 and more.
    pub least_per_syllable: f64,
    /// Most seconds of a syllable at the engine's own speed; above this an engine rambles.
    pub most_per_syllable: f64,
    /// Most seconds of silence between what is spoken.
    pub longest_silence: f64,
    /// Seconds at which the engine stops, whether it has said everything or not.
    pub longest: Option<f64>,
    /// The one sample rate of all its answers; it is learned when this does not say it.
    pub sample_rate: Option<u32>,
}

impl Default for GateSettings {
    fn default() -> Self {
        Self {
            least_per_syllable: 0.08,
            most_per_syllable: 0.60,
            longest_silence: 3.0,
            longest: None,
            sample_rate: None,
        }
    }
}

/// The gates of one voice, and what they learned of it. Shared by all who speak with it.
#[derive(Debug)]
pub struct Gates {
    settings: GateSettings,
    speed: f64,
    learned: Mutex<Learned>,
}

impl Gates {
    /// The gates of a voice that speaks at `speed`, before they learned anything of it.
    pub fn new(settings: GateSettings, speed: f32) -> Self {
        Self {
            learned: Mutex::new(Learned::new(settings.sample_rate)),
            speed: f64::from(speed),
            settings,
        }
    }

    /// Judges a take of what was said, whose answer came at `rate` frames a second, and learns from
    /// it when it passes.
    ///
    /// # Errors
    ///
    /// The first gate that failed, and what it saw.
    pub fn judge(&self, speech: &Speech, rate: u32, said: &Said) -> Result<(), BadTake> {
        if !RATES.contains(&rate) {
            return Err(BadTake::Rate { rate });
        }
        let heard = Heard::of(speech)?;
        voiced::judge(speech, said.symbols.as_deref())?;
        self.judge_silence(&heard)?;
        self.judge_length(&heard, said.syllables)?;
        judge_sound(speech)?;
        // What was learned stays right when another take's judge panicked.
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        learned.take_in(rate, &heard, said)
    }

    fn judge_silence(&self, heard: &Heard) -> Result<(), BadTake> {
        let edges = [(Edge::Beginning, heard.before), (Edge::End, heard.after)];
        if let Some((edge, seconds)) = edges
            .into_iter()
            .find(|(_, seconds)| *seconds > LONGEST_EDGE)
        {
            return Err(BadTake::SilentEdge { edge, seconds });
        }
        let seconds = heard.longest_silence;
        if seconds > self.settings.longest_silence {
            return Err(BadTake::SilentInside { seconds });
        }
        Ok(())
    }

    fn judge_length(&self, heard: &Heard, syllables: Syllables) -> Result<(), BadTake> {
        let total = heard.total();
        if self
            .settings
            .longest
            .is_some_and(|cap| total >= cap - CAP_MARGIN)
        {
            return Err(BadTake::Capped { seconds: total });
        }
        let seconds = heard.spoken;
        let least = self.settings.least_per_syllable * syllables.least as f64;
        if seconds * self.speed < least.max(SHORTEST) {
            let syllables = syllables.least;
            return Err(BadTake::Short { seconds, syllables });
        }
        let most = self.settings.most_per_syllable * syllables.most as f64;
        if seconds > most / self.speed + SLACK {
            let syllables = syllables.most;
            return Err(BadTake::Long { seconds, syllables });
        }
        Ok(())
    }
}

fn judge_sound(speech: &Speech) -> Result<(), BadTake> {
    let part = sound::clipped(&speech.samples);
    if part > MOST_CLIPPED {
        return Err(BadTake::Clipped { part });
    }
    let seconds = sound::longest_noise(&speech.samples, speech.sample_rate);
    if seconds > LONGEST_NOISE {
        return Err(BadTake::Noise { seconds });
    }
    Ok(())
}

/// Judges a take by itself, with the usual settings.
///
/// # Errors
///
/// A short account of the gate that failed and what it saw.
pub fn judge(speech: &Speech, syllables: impl Into<Syllables>, speed: f32) -> Result<(), String> {
    let said = Said {
        syllables: syllables.into(),
        ..Said::default()
    };
    Gates::new(GateSettings::default(), speed)
        .judge(speech, speech.sample_rate, &said)
        .map_err(|bad| bad.to_string())
}
