//! Faults that engines, disks and programs make, put into good speeches.
//!
//! Never by chance alone: the same seed makes the same fault.

use std::ops::Range;

use pingshu::speech::{Speech, Timings};

/// A kind of fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A clause whose time is there, and whose sound is not.
    Swallowed,
    /// A clause that was cut out.
    CutOut,
    /// A clause that is said twice.
    Repeated,
    /// Nothing but silence.
    Silence,
    /// A clause, or all of it, is noise.
    Noise,
    /// The end is not there.
    CutEnd,
    /// Samples of one rate that are taken for those of another.
    WrongRate,
    /// All of it is 6 to 12 dB louder or quieter.
    Gain,
    /// Two texts have each other's speech.
    Swapped,
    /// A text without a span in the track.
    Missing,
    /// A text has the speech of another one, which has it too.
    Duplicated,
    /// Cut off at full scale.
    Clipped,
    /// Samples that are not numbers.
    NotNumbers,
}

impl Fault {
    pub const ALL: [Self; 13] = [
        Self::Swallowed,
        Self::CutOut,
        Self::Repeated,
        Self::Silence,
        Self::Noise,
        Self::CutEnd,
        Self::WrongRate,
        Self::Gain,
        Self::Swapped,
        Self::Missing,
        Self::Duplicated,
        Self::Clipped,
        Self::NotNumbers,
    ];

    /// What it is called in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Swallowed => "dropped clause, silent in its time",
            Self::CutOut => "dropped clause, cut out",
            Self::Repeated => "repeated clause",
            Self::Silence => "silence",
            Self::Noise => "noise",
            Self::CutEnd => "cut end",
            Self::WrongRate => "wrong rate",
            Self::Gain => "gain jump, 6 to 12 dB",
            Self::Swapped => "swapped chunk",
            Self::Missing => "missing chunk",
            Self::Duplicated => "duplicated span",
            Self::Clipped => "clipping",
            Self::NotNumbers => "not a number",
        }
    }

    /// What becomes of a speech; those that are about two speeches leave it as it is.
    pub fn put_into(self, speech: &Speech, dice: &mut Dice) -> Speech {
        let mut bad = speech.clone();
        let clause = clause(speech, dice);
        match self {
            Self::Swallowed => bad.samples[clause].fill(0.0),
            Self::CutOut => drop(bad.samples.drain(clause)),
            Self::Repeated => {
                let again = bad.samples[clause.clone()].to_vec();
                bad.samples.splice(clause.end..clause.end, again);
            }
            Self::Silence => bad.samples.fill(0.0),
            Self::Noise => {
                let loudness = rms(&speech.samples[clause.clone()]) * 1.7;
                let all = 0..bad.samples.len();
                let span = if dice.below(2) == 0 { all } else { clause };
                bad.samples[span].fill_with(|| dice.between(-1.0, 1.0) * loudness);
            }
            Self::CutEnd => {
                let part = dice.between(0.4, 0.85);
                bad.samples
                    .truncate((bad.samples.len() as f32 * part) as usize);
            }
            Self::WrongRate => {
                let rates = [16_000.0, 22_050.0, 32_000.0, 44_100.0, 48_000.0];
                bad.samples = at_rate(&bad.samples, rates[dice.below(5)] / 24_000.0);
            }
            Self::Gain => {
                let decibels = dice.between(6.0, 12.0) * [-1.0, 1.0][dice.below(2)];
                scale(&mut bad.samples, 10_f32.powf(decibels / 20.0));
            }
            Self::Clipped => {
                let peak = bad
                    .samples
                    .iter()
                    .fold(0.0_f32, |peak, s| peak.max(s.abs()));
                scale(&mut bad.samples, dice.between(2.5, 4.0) / peak);
            }
            Self::NotNumbers => {
                let at = dice.below(bad.samples.len());
                bad.samples[at] = f32::NAN;
            }
            Self::Swapped | Self::Missing | Self::Duplicated => {}
        }
        bad
    }
}

/// Numbers that look like chance.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 24) as usize % n.max(1)
    }

    fn between(&mut self, least: f32, most: f32) -> f32 {
        least + (most - least) * self.below(1 << 16) as f32 / 65_536.0
    }
}

/// The span of a clause of some length; the middle of what is spoken when there is but one.
fn clause(speech: &Speech, dice: &mut Dice) -> Range<usize> {
    let timings = speech
        .timings
        .as_ref()
        .expect("clean speeches have timings");
    let nothing = 0..0;
    let (mut at, mut spans) = (0, vec![nothing]);
    for (symbol, frames) in timings.symbols.chars().zip(&timings.frames) {
        let end = at + *frames as usize;
        if is_mark(symbol) {
            spans.push(end..end);
        } else if symbol != ' ' {
            let last = spans.last_mut().expect("there is always one");
            last.start = if last.start == last.end {
                at
            } else {
                last.start
            };
            last.end = end;
        }
        at = end;
    }
    // Shorter than half a second is no clause.
    spans.retain(|span| span.len() * 2 > speech.sample_rate as usize);
    match spans.len() {
        0 | 1 => {
            let n = speech.samples.len();
            n * 35 / 100..n * 65 / 100
        }
        n => spans[dice.below(n)].clone(),
    }
}

fn is_mark(symbol: char) -> bool {
    symbol == Timings::EDGE || ",.;:!?，。；：！？".contains(symbol)
}

/// The samples as they sound when they are played `faster` times as fast.
fn at_rate(samples: &[f32], faster: f32) -> Vec<f32> {
    let n = (samples.len() as f32 / faster) as usize;
    let sample = |i: usize| {
        let at = i as f32 * faster;
        let (left, part) = (at as usize, at.fract());
        let right = (left + 1).min(samples.len() - 1);
        samples[left.min(right)] * (1.0 - part) + samples[right] * part
    };
    (0..n).map(sample).collect()
}

fn scale(samples: &mut [f32], factor: f32) {
    for sample in samples {
        *sample = (*sample * factor).clamp(-1.0, 1.0);
    }
}

fn rms(samples: &[f32]) -> f32 {
    let sum: f32 = samples.iter().map(|sample| sample * sample).sum();
    (sum / samples.len().max(1) as f32).sqrt()
}
