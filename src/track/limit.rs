//! A look-ahead limiter: peaks that stand out are brought under a ceiling.
//!
//! Never touches a speech that stays under it, and never jumps: it is there before a peak, and lets go
//! slowly.

use super::peak::TruePeak;
use super::{SAMPLE_RATE, factor};

/// How far ahead it looks, in frames: 5 ms.
const AHEAD: usize = SAMPLE_RATE as usize / 200;

/// How long it takes to let go, in seconds.
const RELEASE: f64 = 0.08;

/// How far under the ceiling it stays, in decibels: other meters place their points elsewhere.
const MARGIN: f64 = 0.2;

/// A moving gain moves the points between the samples a little, so what is left over is limited again.
const ROUNDS: usize = 3;

/// Holds a speech under a ceiling.
#[derive(Debug)]
pub struct Limiter {
    ceiling: f32,
    peak: TruePeak,
}

impl Limiter {
    /// A limiter with a ceiling in decibels of true peak.
    pub fn new(ceiling_dbtp: f64) -> Self {
        Self {
            ceiling: factor(ceiling_dbtp - MARGIN),
            peak: TruePeak::default(),
        }
    }

    /// Brings a speech, with the pauses around it, under the ceiling.
    pub fn hold(&self, samples: &mut [f32]) {
        for _ in 0..ROUNDS {
            let Some(gains) = self.gains(samples) else {
                return;
            };
            scale(samples, gains);
        }
        let peak = self.peak.above(samples, self.ceiling);
        scale(samples, std::iter::repeat(f64::from(self.ceiling / peak)));
    }

    /// The gain of each sample, if any peak is too high.
    fn gains(&self, samples: &[f32]) -> Option<impl Iterator<Item = f64> + use<>> {
        let mut least = vec![1.0_f32; samples.len()];
        let mut is_over = false;
        self.peak.visit(samples, self.ceiling, |at, peak| {
            if peak > self.ceiling {
                is_over = true;
                // The peak may be anywhere up to the next sample.
                for near in &mut least[at.saturating_sub(AHEAD)..(at + 2).min(samples.len())] {
                    *near = near.min(self.ceiling / peak);
                }
            }
            self.ceiling
        });
        is_over.then(|| smooth(release(least)))
    }
}

/// Gains that rise slowly from where they are low.
fn release(mut gains: Vec<f32>) -> Vec<f32> {
    let decay = (-1.0 / (RELEASE * f64::from(SAMPLE_RATE))).exp() as f32;
    let mut last = 1.0_f32;
    for gain in &mut gains {
        last = gain.min(1.0 - (1.0 - last) * decay);
        *gain = last;
    }
    gains
}

/// Each gain as the mean of those over the look-ahead, which are no higher than what its sample needs.
fn smooth(gains: Vec<f32>) -> impl Iterator<Item = f64> {
    let first = f64::from(gains[0]);
    let mut sum = first * (AHEAD + 1) as f64;
    (0..gains.len()).map(move |at| {
        let leaves = at
            .checked_sub(AHEAD + 1)
            .map_or(first, |at| f64::from(gains[at]));
        sum += f64::from(gains[at]) - leaves;
        sum / (AHEAD + 1) as f64
    })
}

fn scale(samples: &mut [f32], gains: impl Iterator<Item = f64>) {
    for (sample, gain) in samples.iter_mut().zip(gains) {
        *sample *= gain as f32;
    }
}

#[cfg(test)]
mod tests {
    use ebur128::{EbuR128, Mode};
    use proptest::prelude::*;

    use super::*;

    const CEILING: f64 = -3.0;

    /// By a meter that is not ours, in decibels.
    fn true_peak(samples: &[f32]) -> f64 {
        let mut meter = EbuR128::new(1, SAMPLE_RATE, Mode::TRUE_PEAK).unwrap();
        let silence = [0.0; 100];
        for part in [&silence, samples, &silence] {
            meter.add_frames_f32(part).unwrap();
        }
        20.0 * meter.true_peak(0).unwrap().log10()
    }

    fn held(mut samples: Vec<f32>) -> Vec<f32> {
        Limiter::new(CEILING).hold(&mut samples);
        samples
    }

    fn tone(n: usize, loudness: f32) -> Vec<f32> {
        (0..n).map(|i| (i as f32 * 0.3).sin() * loudness).collect()
    }

    #[test]
    fn a_speech_under_the_ceiling_stays_as_it_is() {
        let speech = tone(5_000, 0.68);
        assert!(held(speech.clone()) == speech);
        assert!(held(Vec::new()).is_empty());
    }

    #[test]
    fn only_the_surroundings_of_a_peak_become_quieter() {
        let mut speech = tone(24_000, 0.3);
        speech[12_000] = 1.2;
        let limited = held(speech.clone());
        assert!(limited[12_000] < 0.71 && limited[12_000] > 0.6);
        assert_eq!(limited[..11_800], speech[..11_800]);
        let late = 12_000 + 10_000;
        assert!((limited[late] - speech[late]).abs() < 0.01);
        // On the way there it never jumps.
        let gains = limited
            .iter()
            .zip(&speech)
            .map(|(after, before)| after / before);
        let gains: Vec<f32> = gains.filter(|gain| gain.is_finite()).collect();
        assert!(
            gains
                .windows(2)
                .all(|pair| (pair[0] - pair[1]).abs() < 0.02)
        );
    }

    /// Without what is near half the rate, as speech is: there each meter sees another peak.
    fn softened(samples: &[f32]) -> Vec<f32> {
        let three = samples.windows(3);
        three
            .map(|x| x[0] / 4.0 + x[1] / 2.0 + x[2] / 4.0)
            .collect()
    }

    fn wild() -> impl Strategy<Value = Vec<f32>> {
        let noise = prop::collection::vec(-3.0_f32..3.0, 3..500);
        let square = prop::collection::vec(prop::sample::select(vec![-2_f32, 0.0, 2.0]), 0..200);
        (noise, square).prop_map(|(noise, square)| [noise, square].concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 60, max_shrink_iters: 50, ..ProptestConfig::default() })]

        #[test]
        fn nothing_gets_over_the_ceiling(samples in wild()) {
            let peak = true_peak(&held(softened(&samples)));
            prop_assert!(peak <= CEILING, "{}", peak);
            let limiter = Limiter::new(CEILING);
            prop_assert!(limiter.peak.above(&held(samples), 0.0) <= limiter.ceiling * 1.0001);
        }

        #[test]
        fn a_tone_of_any_pitch_stays_under_it(pitch in 0.01_f32..2.8, loudness in 0.1_f32..1.4) {
            let samples = (0..2_000).map(|i| (i as f32 * pitch).sin() * loudness).collect();
            let peak = true_peak(&held(samples));
            prop_assert!(peak <= CEILING, "{}", peak);
        }
    }
}
