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
        self.visit(samples, floor, |_, peak| highest = highest.max(peak));
        highest
    }

    /// Tells the peak from each sample to the next wherever it may be above `floor`.
    pub fn visit(&self, samples: &[f32], floor: f32, mut tell: impl FnMut(usize, f32)) {
        for start in (0..samples.len()).step_by(BLOCK) {
            let end = (start + BLOCK).min(samples.len());
            let near = &samples[start.saturating_sub(REACH)..(end + REACH).min(samples.len())];
            if near.iter().all(|sample| sample.abs() <= floor * TOO_LOW) {
                continue;
            }
            for at in start..end {
                tell(at, self.from(samples, at));
            }
        }
    }

    /// The highest point from the sample `at` to the one after it; beyond the ends is silence.
    fn from(&self, samples: &[f32], at: usize) -> f32 {
        let mut near = [0.0; TAPS];
        let first = (at + 1).saturating_sub(REACH);
        let inside = &samples[first..(at + 1 + REACH).min(samples.len())];
        let offset = (REACH - 1).saturating_sub(at);
        near[offset..offset + inside.len()].copy_from_slice(inside);
        let points = self.weights.iter().map(|weights| {
            let point: f32 = weights
                .iter()
                .zip(&near)
                .map(|(w, sample)| w * sample)
                .sum();
            point.abs()
        });
        points.fold(samples[at].abs(), f32::max)
    }
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
            .map(|n| (PI * (n as f64 / 2.0 + 0.25)).sin() as f32)
            .collect();
        let highest = tone.iter().fold(0_f32, |a, b| a.max(b.abs()));
        assert!((highest - 0.7071).abs() < 1e-3);
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
