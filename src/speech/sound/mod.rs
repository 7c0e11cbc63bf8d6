//! What can be measured of a stretch of samples: level, clipping, silence, noise, pitch, its end.
//!
//! Never judges: gates and the audit know what is too much.

mod pitch;

use pitch::Frames;

/// Quieter than this is silence: −60 dB of full scale.
const SILENCE: f64 = 0.001;

/// What is quieter than this part of the loudest window is no sound of its own: −40 dB.
const SOUNDING: f64 = 0.01;

/// The stretch whose level is taken at once, in seconds.
const WINDOW: f64 = 0.01;

/// Samples from here on are at full scale.
const FULL: f32 = 0.999;

/// So many of them in a row were cut off; fewer are a peak that just fits.
const CLIPPED_RUN: usize = 3;

/// The measures of a stretch of samples. Lengths are in seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct Sound {
    /// Level of what sounds, in dB of full scale; `None` when nothing does.
    pub level: Option<f64>,
    /// The part of all samples that was cut off at full scale.
    pub clipped: f64,
    /// The longest silence between two sounds.
    pub longest_silence: f64,
    /// All of it that sounds: pauses say nothing about how much is said.
    pub sounding: f64,
    /// The longest stretch that is loud and has no pitch.
    pub noise: f64,
    /// Half of what is voiced is lower than this, in Hz; `None` when nothing is.
    pub pitch: Option<f64>,
    /// Level of the very end against that of what sounds, in dB; sounds die away.
    pub end: f64,
}

impl Sound {
    /// Measures samples that came at `rate` a second.
    pub fn of(samples: &[f32], rate: u32) -> Self {
        let window = ((f64::from(rate) * WINDOW) as usize).max(1);
        let levels: Vec<f64> = samples.chunks(window).map(rms).collect();
        let loudest = levels.iter().copied().fold(0.0, f64::max);
        let floor = (loudest * SOUNDING).max(SILENCE);
        let sounds = |level: &&f64| **level >= floor;
        let level = mean(levels.iter().filter(sounds));
        let n_sounding = levels.iter().filter(sounds).count();
        let frames = Frames::of(samples, rate);
        Self {
            clipped: clipped(samples),
            longest_silence: longest_silence(&levels, floor) as f64 * WINDOW,
            sounding: n_sounding as f64 * WINDOW,
            noise: frames.longest_noise(),
            pitch: frames.median_pitch(),
            end: level.map_or(0.0, |level| end(samples, window) - decibels(level)),
            level: level.map(decibels),
        }
    }
}

/// An amplitude in dB of full scale.
pub fn decibels(amplitude: f64) -> f64 {
    20.0 * amplitude.max(1e-6).log10()
}

/// Root of the mean square.
pub fn rms(samples: &[f32]) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| f64::from(*sample).powi(2))
        .sum();
    (sum / samples.len().max(1) as f64).sqrt()
}

/// Mean power of windows as an amplitude.
fn mean<'a>(levels: impl Iterator<Item = &'a f64>) -> Option<f64> {
    let (n, sum) = levels.fold((0, 0.0), |(n, sum), level| (n + 1, sum + level * level));
    (n > 0).then(|| (sum / f64::from(n)).sqrt())
}

/// Windows of the longest silence between two sounds.
fn longest_silence(levels: &[f64], floor: f64) -> usize {
    let (mut end, mut longest) = (None, 0);
    for (index, level) in levels.iter().enumerate() {
        if *level >= floor {
            longest = longest.max(end.map_or(0, |end| index - end));
            end = Some(index + 1);
        }
    }
    longest
}

/// The part of samples that was cut off at full scale.
pub fn clipped(samples: &[f32]) -> f64 {
    let runs = samples.chunk_by(|a, b| (a.abs() >= FULL) == (b.abs() >= FULL));
    let clipped = runs.filter(|run| run[0].abs() >= FULL && run.len() >= CLIPPED_RUN);
    clipped.map(<[f32]>::len).sum::<usize>() as f64 / samples.len().max(1) as f64
}

/// Seconds of the longest stretch that is loud and has no pitch.
pub fn longest_noise(samples: &[f32], rate: u32) -> f64 {
    Frames::of(samples, rate).longest_noise()
}

/// Level of the last window that is whole, in dB; a fade of 5 ms hides no more than half of it.
fn end(samples: &[f32], window: usize) -> f64 {
    decibels(rms(&samples[samples.len().saturating_sub(window)..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 24_000;

    /// Seconds of a buzz at 200 Hz that repeats itself, and of what does not.
    fn buzz(seconds: f64, loudness: f32) -> Vec<f32> {
        let sample = |i: usize| ((i % 120) as f32 / 60.0 - 1.0) * loudness;
        (0..(seconds * f64::from(RATE)) as usize)
            .map(sample)
            .collect()
    }

    fn noise(seconds: f64, loudness: f32) -> Vec<f32> {
        let mut state = 7_u32;
        let sample = |_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state as f32 / u32::MAX as f32 * 2.0 - 1.0) * loudness
        };
        (0..(seconds * f64::from(RATE)) as usize)
            .map(sample)
            .collect()
    }

    #[test]
    fn a_buzz_has_a_pitch_and_noise_has_none() {
        let sound = Sound::of(&buzz(1.0, 0.3), RATE);
        assert!((sound.pitch.unwrap() - 200.0).abs() < 5.0, "{sound:?}");
        assert!(sound.noise == 0.0);
        let sound = Sound::of(&noise(1.0, 0.3), RATE);
        assert!(sound.noise > 0.8 && sound.pitch.is_none(), "{sound:?}");
    }

    #[test]
    fn quiet_noise_beside_speech_is_no_noise() {
        let samples = [buzz(1.0, 0.5), noise(1.0, 0.02)].concat();
        assert!(Sound::of(&samples, RATE).noise == 0.0);
    }

    #[test]
    fn silence_between_does_not_count_for_the_level() {
        let alone = Sound::of(&buzz(1.0, 0.3), RATE);
        let samples = [buzz(0.5, 0.3), vec![0.0; 24_000], buzz(0.5, 0.3)].concat();
        let parted = Sound::of(&samples, RATE);
        assert!((alone.level.unwrap() - parted.level.unwrap()).abs() < 0.1);
        assert!((parted.longest_silence - 1.0).abs() < 0.02);
        assert!((parted.sounding - 1.0).abs() < 0.02);
    }

    #[test]
    fn only_runs_at_full_scale_are_clipped() {
        let clamped: Vec<f32> = buzz(1.0, 1.5).iter().map(|s| s.clamp(-1.0, 1.0)).collect();
        assert!(Sound::of(&clamped, RATE).clipped > 0.2);
        assert!(Sound::of(&buzz(1.0, 1.0), RATE).clipped == 0.0);
    }

    #[test]
    fn an_end_that_dies_away_is_quiet() {
        let mut samples = buzz(1.0, 0.5);
        assert!(Sound::of(&samples, RATE).end > -3.0);
        samples.extend(vec![0.0; 240]);
        assert!(Sound::of(&samples, RATE).end < -60.0);
    }

    #[test]
    fn nothing_has_no_level() {
        for samples in [&[][..], &[0.0; 2_400]] {
            assert_eq!(Sound::of(samples, RATE).level, None);
        }
    }
}
