//! The survey of a chapter before it is written: how loud each voice is, and what follows from that.
//!
//! Never writes, and keeps no samples: only what the meters have heard.

use std::collections::BTreeMap;

use ebur128::{EbuR128, Mode};

use super::join::Join;
use super::level::{Level, Speaker};
use super::profile::Profile;
use super::writer::Length;
use super::{SAMPLE_RATE, TrackError, decibels};
use crate::chunk::Boundary;
use crate::speech::{Pauses, Speech};

/// Most decibels that a voice is made louder or quieter; beyond, it is not speech that was measured.
const MOST_GAIN: f64 = 40.0;

/// Most that the limiter is left to do, in decibels; more of it would be heard.
const MOST_LIMITING: f64 = 6.0;

/// Frames that a meter needs for one look: 400 ms.
const LOOK: usize = SAMPLE_RATE as usize * 2 / 5;

/// The speeches of a chapter as they will be joined.
pub struct Survey {
    join: Join,
    length: Length,
    voices: BTreeMap<Speaker, Heard>,
}

/// How a track is to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Mastering {
    /// The gain of each voice in decibels.
    pub gains: BTreeMap<Speaker, f64>,
    /// By how many decibels all of them were lowered, since peaks stand out too far.
    pub lowered: f64,
    /// What no true peak is to be above, in decibels.
    pub ceiling_dbtp: f64,
    /// What the track is for.
    pub profile: Profile,
}

/// What was heard of one voice, with the pauses before its speeches, as the track will have them: looks
/// that fall on a pause in part make a track a little quieter than its speech.
struct Heard {
    meter: EbuR128,
    /// Its highest sample; what stands a little higher between samples is left to the limiter.
    peak: f32,
}

impl Survey {
    /// Begins the survey of a chapter.
    pub fn new(pauses: Pauses) -> Self {
        Self {
            join: Join::new(pauses),
            length: Length::default(),
            voices: BTreeMap::new(),
        }
    }

    /// Hears the next speech.
    ///
    /// # Errors
    ///
    /// When the track gets too long, or the speech is at another rate.
    pub fn push(
        &mut self,
        speech: &Speech,
        boundary: Boundary,
        speaker: Speaker,
    ) -> Result<(), TrackError> {
        let joined = self.join.push(speech, boundary)?;
        self.length.add(joined.pause + joined.speech.len())?;
        let voice = self.voices.entry(speaker).or_default();
        let heights = joined.speech.iter().map(|sample| sample.abs());
        voice.peak = heights.fold(voice.peak, f32::max);
        hear_silence(&mut voice.meter, joined.pause);
        hear(&mut voice.meter, &joined.speech);
        Ok(())
    }

    /// What follows for the chapter.
    pub fn finish(mut self, level: Level, profile: Profile) -> Mastering {
        let voices = self.voices.iter_mut();
        let mut gains: BTreeMap<Speaker, f64> = voices
            .map(|(speaker, voice)| (*speaker, voice.gain_to(level.target_lufs)))
            .collect();
        let mut over = f64::NEG_INFINITY;
        for (speaker, gain) in &mut gains {
            let peak = decibels(f64::from(self.voices[speaker].peak));
            over = over.max(peak + *gain - level.ceiling_dbtp);
        }
        let lowered = (over - MOST_LIMITING).max(0.0);
        for gain in gains.values_mut() {
            *gain -= lowered;
        }
        Mastering {
            gains,
            lowered,
            ceiling_dbtp: level.ceiling_dbtp,
            profile,
        }
    }
}

impl Default for Heard {
    fn default() -> Self {
        Self {
            meter: meter(),
            peak: 0.0,
        }
    }
}

impl Heard {
    /// The gain that brings it to a loudness, in decibels.
    fn gain_to(&mut self, target: f64) -> f64 {
        // Speech of less than one look is measured with silence around it.
        hear_silence(&mut self.meter, LOOK);
        let loudness = global(&self.meter);
        loudness.map_or(0.0, |loudness| {
            (target - loudness).clamp(-MOST_GAIN, MOST_GAIN)
        })
    }
}

pub(super) fn meter() -> EbuR128 {
    EbuR128::new(1, SAMPLE_RATE, Mode::I).expect("one channel at an ordinary rate is measured")
}

pub(super) fn hear(meter: &mut EbuR128, samples: &[f32]) {
    meter
        .add_frames_f32(samples)
        .expect("one channel is never incomplete");
}

fn hear_silence(meter: &mut EbuR128, n_frames: usize) {
    const SILENCE: [f32; 2_400] = [0.0; 2_400];
    let mut left = n_frames;
    while left > 0 {
        let n = left.min(SILENCE.len());
        hear(meter, &SILENCE[..n]);
        left -= n;
    }
}

/// The loudness of all that was heard, if a look of it was loud enough.
pub(super) fn global(meter: &EbuR128) -> Option<f64> {
    meter
        .loudness_global()
        .ok()
        .filter(|loudness| loudness.is_finite())
}
