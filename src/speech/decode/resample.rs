//! [`Speech`] at another sample rate.
//!
//! Never changes how long the speech is, nor where its symbols are spoken.

use rubato::audioadapter_buffers::direct::InterleavedSlice;
use rubato::{Fft, FixedSync, Resampler};

use super::DecodeError;
use crate::speech::{Speech, Timings};

/// Frames that the resampler takes at once; its quality does not depend on it.
const BLOCK: usize = 1024;

/// Gives the speech another sample rate; at its own rate it is returned untouched.
///
/// # Errors
///
/// When one of the rates makes no sense.
pub fn resample(speech: Speech, rate: u32) -> Result<Speech, DecodeError> {
    if speech.sample_rate == rate {
        return Ok(speech);
    }
    let from = speech.sample_rate;
    let samples = convert(&speech.samples, from, rate).map_err(|source| {
        let to = rate;
        DecodeError::Resample { from, to, source }
    })?;
    Ok(Speech {
        sample_rate: rate,
        timings: speech
            .timings
            .map(|timings| stretch(&timings, samples.len())),
        samples,
    })
}

fn convert(
    samples: &[f32],
    from: u32,
    to: u32,
) -> Result<Vec<f32>, Box<dyn std::error::Error + Send + Sync>> {
    let mut resampler = Fft::<f32>::new(from as usize, to as usize, BLOCK, 1, FixedSync::Both)?;
    let input = InterleavedSlice::new(samples, 1, samples.len())?;
    let output = resampler.process_all(&input, samples.len(), None)?;
    Ok(output.take_data())
}

/// Moves every boundary by the same factor, so that rounding errors do not add up.
fn stretch(timings: &Timings, n_frames: usize) -> Timings {
    let n_before: u64 = timings.frames.iter().map(|&n| u64::from(n)).sum();
    let (mut passed, mut placed) = (0, 0);
    let frames = timings.frames.iter().map(|&n| {
        passed += u64::from(n);
        let end = passed * n_frames as u64 / n_before.max(1);
        let length = end - placed;
        placed = end;
        length as u32
    });
    Timings {
        symbols: timings.symbols.clone(),
        frames: frames.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(n_frames: usize, sample_rate: u32) -> Speech {
        let step = 440.0 * std::f32::consts::TAU / sample_rate as f32;
        Speech {
            sample_rate,
            samples: (0..n_frames)
                .map(|i| (i as f32 * step).sin() * 0.5)
                .collect(),
            timings: None,
        }
    }

    #[test]
    fn the_length_in_seconds_stays() {
        let rates = [8_000, 16_000, 22_050, 32_000, 44_100, 48_000];
        for (rate, n_frames) in rates.into_iter().flat_map(|r| [(r, 300), (r, 40_001)]) {
            let resampled = resample(tone(n_frames, rate), 24_000).unwrap();
            let expected = (n_frames as f64 * 24_000.0 / f64::from(rate)).round();
            let off = resampled.frames() as f64 - expected;
            assert!(off.abs() <= 1.0, "{rate} Hz, {n_frames} frames: {off} off");
            assert_eq!(resampled.sample_rate, 24_000);
        }
    }

    #[test]
    fn a_tone_stays_the_tone_it_was() {
        let resampled = resample(tone(44_100, 44_100), 24_000).unwrap();
        let expected = tone(24_000, 24_000);
        let pairs = resampled.samples.iter().zip(&expected.samples);
        let worst = pairs
            .skip(1_000)
            .take(22_000)
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f32::max);
        // The resampler may place everything half a frame of the input later.
        assert!(worst < 0.02, "{worst}");
    }

    #[test]
    fn its_own_rate_changes_nothing() {
        let speech = tone(777, 24_000);
        assert_eq!(resample(speech.clone(), 24_000).unwrap(), speech);
    }

    #[test]
    fn timings_still_sum_to_the_length() {
        let mut speech = tone(44_100, 44_100);
        let frames = vec![10_001, 20_002, 14_097];
        let symbols = "$a$".into();
        speech.timings = Some(Timings { symbols, frames });
        let resampled = resample(speech, 24_000).unwrap();
        let timings = resampled.timings.unwrap();
        assert_eq!(
            timings.frames.iter().sum::<u32>() as usize,
            resampled.samples.len()
        );
        assert!(timings.frames[0].abs_diff(5_443) <= 1);
    }
}
