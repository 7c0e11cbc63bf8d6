//! How well short frames of a sound repeat themselves, and how often in a second.
//!
//! Never looks for more than a voice has: 60 to 500 Hz, in eight thousand samples a second.

use std::ops::Range;

/// Seconds from one frame to the next.
const HOP: f64 = 0.1;

/// Every so many frames are enough for the pitch of a voice.
const EVERY: usize = 2;

/// Seconds of a frame: more than two periods of the lowest voice.
const LENGTH: f64 = 0.04;

/// The periods of voices, in seconds.
const SHORTEST: f64 = 0.002;
const LONGEST: f64 = 0.0167;

/// More samples a second would only take time.
const ENOUGH: u32 = 8_000;

/// How far under the loudest a frame may be to count for noise: -15 dB.
const LOUD: f64 = 0.18;

/// A frame that repeats itself less than this has no pitch. Of 125 speeches of the voice inside none had more
/// than 0.2 s of loud frames without one; noise of any colour has no other.
const PITCHED: f64 = 0.3;

/// A frame that repeats itself so well is a vowel, whose pitch can be told.
const VOICED: f64 = 0.6;

/// The part of the best likeness that is as good.
const NEARLY: f64 = 0.9;

/// A frame of so little power is flat: it neither repeats itself nor fails to.
const FLAT: f64 = 1e-9;

/// A sound, made ready to be looked at in frames.
pub struct Frames {
    rate: f64,
    heard: Vec<f32>,
    /// Differences take away what is lower than a voice: a hum or an offset repeats itself always.
    steps: Vec<f32>,
    length: usize,
    periods: Range<usize>,
}

impl Frames {
    /// Frames of samples that came at `rate` a second.
    pub fn of(samples: &[f32], rate: u32) -> Self {
        let fewer = (rate / ENOUGH).max(1) as usize;
        let rate = f64::from(rate) / fewer as f64;
        let frames = |seconds: f64| (seconds * rate).round() as usize;
        let mean = |few: &[f32]| few.iter().sum::<f32>() / fewer as f32;
        let heard: Vec<f32> = samples.chunks_exact(fewer).map(mean).collect();
        Self {
            steps: heard.windows(2).map(|pair| pair[1] - pair[0]).collect(),
            length: frames(LENGTH).max(1),
            periods: frames(SHORTEST).max(1)..frames(LONGEST).max(2),
            heard,
            rate,
        }
    }

    /// Seconds of the longest stretch that is loud and has no pitch.
    pub fn longest_noise(&self) -> f64 {
        let levels: Vec<f64> = self.starts().map(|at| self.level(at)).collect();
        let loudest = levels.iter().copied().fold(0.0, f64::max);
        let floor = (loudest * LOUD).max(super::SILENCE);
        let (mut longest, mut n) = (0, 0);
        for (at, level) in self.starts().zip(levels) {
            let is_noise = level >= floor && !self.is_pitched(at);
            n = if is_noise { n + 1 } else { 0 };
            longest = longest.max(n);
        }
        f64::from(longest) * HOP
    }

    /// Half of what is voiced is lower than this, in Hz.
    pub fn median_pitch(&self) -> Option<f64> {
        let voiced = self.starts().step_by(EVERY).filter_map(|at| self.pitch(at));
        let mut pitches: Vec<f64> = voiced.collect();
        pitches.sort_by(f64::total_cmp);
        pitches.get(pitches.len() / 2).copied()
    }

    fn starts(&self) -> impl Iterator<Item = usize> + use<> {
        let end = self
            .steps
            .len()
            .saturating_sub(self.length + self.periods.end);
        (0..end).step_by(((HOP * self.rate) as usize).max(1))
    }

    fn level(&self, at: usize) -> f64 {
        super::rms(&self.heard[at..at + self.length])
    }

    /// How like itself a frame is after each period, up to 1; a flat one is nothing but itself.
    fn likeness(&self, at: usize) -> impl Iterator<Item = (f64, usize)> {
        let own = &self.steps[at..at + self.length];
        let power = dot(own, own);
        self.periods.clone().map(move |period| {
            let later = &self.steps[at + period..at + period + self.length];
            let like = dot(own, later) / (power * dot(later, later)).sqrt().max(FLAT);
            (if power < FLAT { 1.0 } else { like }, period)
        })
    }

    /// Looks no further than to the first period that fits.
    fn is_pitched(&self, at: usize) -> bool {
        self.likeness(at).any(|(like, _)| like >= PITCHED)
    }

    fn pitch(&self, at: usize) -> Option<f64> {
        let best = self.likeness(at).map(|(like, _)| like).fold(0.0, f64::max);
        if best < VOICED {
            return None;
        }
        // Two periods are as like as one: the first that is nearly the best is the voice's.
        let is_best = |(like, _): &(f64, usize)| *like >= best * NEARLY;
        let (_, period) = self.likeness(at).find(is_best)?;
        (self.level(at) >= super::SILENCE).then(|| self.rate / period as f64)
    }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    f64::from(a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>())
}
