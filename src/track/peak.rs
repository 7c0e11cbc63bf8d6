//! Peaks between the samples: what a player's converter makes of them can be higher than any of them.
//!
//! Never misses a peak above the floor it is asked about: what is skipped is too low for one.

use std::f64::consts::PI;

/// Points looked at for each sample: 192 kHz at the rate of tracks, which BS.1770 takes for its "4x".
const PHASES: usize = 8;

/// Samples on each side that a point between two is made of.
const REACH: usize = 12;

const TAPS: usize = 2 * REACH;

/// Samples that are looked at or skipped together.
const BLOCK: usize = 32;

/// Under this part of the floor nothing near can rise over it: the weights of a point, signs aside, sum
/// to less than 2.5.
const TOO_LOW: f32 = 0.4;

/// Between points half a sample apart nothing rises higher than they are over this: a tone of the highest
/// pitch there can be turns by an eighth from one of them to its peak.
const FLAT: f32 = 0.7;

/// Finds true peaks.
#[derive(Debug)]
pub struct TruePeak {
    /// The weights of each point that is not a sample itself.
    weights: Vec<[f32; TAPS]>,
}

impl Default for TruePeak {
    fn default() -> Self {
        let phase = |phase| std::array::from_fn(|tap| weight(phase, tap));
        Self {
            weights: (1..PHASES).map(phase).collect(),
        }
    }
}

impl TruePeak {
    /// The true peak of `samples`, or `floor` if none of it is higher.
    pub fn above(&self, samples: &[f32], floor: f32) -> f32 {
        let mut highest = floor;
        self.visit(samples, floor, |_, peak| {
            highest = highest.max(peak);
            highest
        });
        highest
    }

    /// Tells the peak from each sample to the next wherever it may be above `floor`, and is told the
    /// floor from there on.
    pub fn visit(&self, samples: &[f32], mut floor: f32, mut tell: impl FnMut(usize, f32) -> f32) {
        for start in (0..samples.len()).step_by(BLOCK) {
            let end = (start + BLOCK).min(samples.len());
            let near = &samples[start.saturating_sub(REACH)..(end + REACH).min(samples.len())];
            if near.iter().all(|sample| sample.abs() <= floor * TOO_LOW) {
                continue;
            }
            for at in start..end {
                let here = samples[at].abs();
                if goes_on(samples, at) && here <= floor {
                    continue;
                }
                if let Some(peak) = self.between(samples, at, floor * FLAT) {
                    floor = tell(at, peak);
                }
            }
        }
    }

    /// The highest point from the sample `at` to the one after it, unless half-way it is no higher than
    /// `flat`; beyond the ends is silence.
    fn between(&self, samples: &[f32], at: usize, flat: f32) -> Option<f32> {
        let mut near = [0.0; TAPS];
        let first = (at + 1).saturating_sub(REACH);
        let inside = &samples[first..(at + 1 + REACH).min(samples.len())];
        let offset = (REACH - 1).saturating_sub(at);
        near[offset..offset + inside.len()].copy_from_slice(inside);
        let point = |weights| product(weights, &near).abs();
        let ends = near[REACH - 1].abs().max(near[REACH].abs());
        if ends.max(point(&self.weights[PHASES / 2 - 1])) <= flat {
            return None;
        }
        Some(
            self.weights
                .iter()
                .map(point)
                .fold(near[REACH - 1].abs(), f32::max),
        )
    }
}

/// Whether the sound is slow around the sample `at`, and does not turn between it and the next: then it is
/// highest at one of them.
fn goes_on(samples: &[f32], at: usize) -> bool {
    let Some(&[a, b, c, d]) = samples.get(at.wrapping_sub(1)..at.wrapping_add(3)) else {
        return false;
    };
    let is_slow =
        a > 0.0 && b > 0.0 && c > 0.0 && d > 0.0 || a < 0.0 && b < 0.0 && c < 0.0 && d < 0.0;
    let turns = b.abs() >= a.abs() && c.abs() >= d.abs();
    is_slow && !turns
}

/// The sum of products, in lanes that the processor adds at once.
fn product(weights: &[f32; TAPS], samples: &[f32; TAPS]) -> f32 {
    const LANES: usize = 8;
    let mut sums = [0.0; LANES];
    let (weights, _) = weights.as_chunks::<LANES>();
    let (samples, _) = samples.as_chunks::<LANES>();
    for (weights, samples) in weights.iter().zip(samples) {
        for ((sum, weight), sample) in sums.iter_mut().zip(weights).zip(samples) {
            *sum += weight * sample;
        }
    }
    sums.iter().sum()
}

/// A sinc under a Hann window: sample `tap` of those around, for the point `phase / PHASES` past the middle.
fn weight(phase: usize, tap: usize) -> f32 {
    let distance = tap as f64 - (REACH - 1) as f64 - phase as f64 / PHASES as f64;
    let window = 0.5 + 0.5 * (PI * distance / REACH as f64).cos();
    ((PI * distance).sin() / (PI * distance) * window) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peak_between_two_samples_is_found() {
        // A quarter of the rate, sampled where it is never at its peak.
        let tone: Vec<f32> = (0..400)
            .map(|n| (PI * (f64::from(n) / 2.0 + 0.25)).sin() as f32)
            .collect();
        let highest = tone.iter().fold(0_f32, |a, b| a.max(b.abs()));
        assert!((highest - std::f32::consts::FRAC_1_SQRT_2).abs() < 1e-3);
        let peak = TruePeak::default().above(&tone[50..350], 0.0);
        assert!((1.0..1.1).contains(&peak), "{peak}");
    }

    #[test]
    fn what_is_skipped_could_not_rise_over_the_floor() {
        let worst = TruePeak::default().weights.into_iter().map(|weights| {
            let sum: f32 = weights.iter().map(|weight| weight.abs()).sum();
            sum
        });
        let worst = worst.fold(0_f32, f32::max);
        assert!(worst < 1.0 / TOO_LOW, "{worst}");
    }

    #[test]
    fn the_ends_and_a_single_sample_are_looked_at_too() {
        let peak = TruePeak::default();
        assert!((peak.above(&[0.5], 0.0) - 0.5).abs() < 0.01);
        assert!((peak.above(&[], 0.25) - 0.25).abs() < 1e-6);
    }
}
