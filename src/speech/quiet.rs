//! Where a speech is quiet.
//!
//! Never counts the closure before a p or t as a pause: what is shorter than a pause is not told.

use std::ops::Range;

use super::Speech;

/// Quiet is what stays under the speech's peak by this: −42 dB.
const LEVEL: f32 = 0.007_943;

/// Seconds that are looked at at once.
const WINDOW: f64 = 0.005;

/// Seconds of the shortest pause. The voice inside makes them of 95 ms, and closures of up to 60.
const SHORTEST: f64 = 0.08;

/// The frames of all pauses of a speech in order, those at its ends among them.
pub fn quiet(speech: &Speech) -> Vec<Range<usize>> {
    let frames = |seconds: f64| (seconds * f64::from(speech.sample_rate)) as usize;
    let loudest = peak(&speech.samples);
    let windows = speech.samples.chunks(frames(WINDOW).max(1));
    let is_quiet: Vec<bool> = windows
        .clone()
        .map(|window| peak(window) <= loudest * LEVEL)
        .collect();
    let mut at = 0;
    let mut lengths = windows.map(<[f32]>::len);
    let runs = is_quiet.chunk_by(|left, right| left == right).map(|run| {
        let start = at;
        at += lengths.by_ref().take(run.len()).sum::<usize>();
        (run[0], start..at)
    });
    runs.filter(|(is_quiet, run)| *is_quiet && run.len() >= frames(SHORTEST))
        .map(|(_, run)| run)
        .collect()
}

fn peak(samples: &[f32]) -> f32 {
    samples
        .iter()
        .fold(0_f32, |peak, sample| peak.max(sample.abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_told_and_closures_are_not() {
        let tone = |n: usize| (0..n).map(|i| (i as f32 * 0.1).sin() * 0.5);
        let noise = |n: usize| (0..n).map(|i| if i % 2 == 0 { 0.002 } else { -0.002 });
        let samples = noise(4_800)
            .chain(tone(2_400))
            .chain(noise(1_200))
            .chain(tone(2_400))
            .chain(noise(2_400))
            .chain(tone(2_400));
        let speech = Speech {
            sample_rate: 24_000,
            samples: samples.collect(),
            timings: None,
        };
        assert_eq!(quiet(&speech), [0..4_800, 10_800..13_200]);
    }
}
