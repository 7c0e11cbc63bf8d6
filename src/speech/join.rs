//! Two speeches into one, for a text that was spoken in halves.
//!
//! Never cuts into what is spoken: only the engine's own silence between the two gives way to a
//! pause.

use super::Speech;
use super::edges::{Edges, fade};

/// Joins two speeches of one sample rate, with so many seconds of silence between them in all. The
/// whole has no timings.
pub fn join(first: Speech, second: Speech, pause_seconds: f64) -> Speech {
    debug_assert_eq!(first.sample_rate, second.sample_rate, "another rate");
    let rate = first.sample_rate;
    let (before, after) = (Edges::of(&first), Edges::of(&second));
    let mut samples = first.samples;
    samples.truncate(before.kept.end);
    fade(&mut samples, rate);
    let mut rest = second.samples;
    rest.drain(..after.kept.start);
    fade(&mut rest, rate);
    let pause = (pause_seconds * f64::from(rate)).round() as usize;
    let more = pause.saturating_sub(before.tail + after.head);
    samples.resize(samples.len() + more, 0.0);
    samples.append(&mut rest);
    Speech {
        sample_rate: rate,
        samples,
        timings: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: usize = 24_000;

    /// A tone of a second between silences of so many frames.
    fn speech(before: usize, after: usize) -> Speech {
        let tone = (0..RATE).map(|i| (i as f32 * 0.1).cos() * 0.5);
        let edge = |n| std::iter::repeat_n(0.0, n);
        Speech {
            sample_rate: RATE as u32,
            samples: edge(before).chain(tone).chain(edge(after)).collect(),
            timings: None,
        }
    }

    fn silent_frames(samples: &[f32]) -> usize {
        let is_quiet = |sample: &f32| sample.abs() < 1e-6;
        let longest = samples.chunk_by(|a, b| is_quiet(a) == is_quiet(b));
        longest
            .filter(|run| is_quiet(&run[0]))
            .map(<[f32]>::len)
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn there_is_as_much_silence_between_as_was_asked_for() {
        for pause in [0.2, 0.3, 1.0] {
            let joined = join(speech(0, RATE), speech(RATE, 0), pause);
            let silent = silent_frames(&joined.samples);
            let expected = (pause * RATE as f64) as usize;
            assert!(silent.abs_diff(expected) <= 4, "{pause}: {silent}");
            assert_eq!(joined.frames(), 2 * RATE + expected);
        }
    }

    #[test]
    fn the_outer_silence_stays_as_it_was() {
        let joined = join(speech(5_000, RATE), speech(RATE, 7_000), 0.3);
        assert_eq!(joined.frames(), 5_000 + RATE + 7_200 + RATE + 7_000);
    }

    #[test]
    fn speech_without_silence_is_joined_whole_and_without_a_click() {
        let joined = join(speech(0, 0), speech(0, 0), 0.0);
        assert_eq!(joined.frames(), 2 * RATE);
        let seam = &joined.samples[RATE - 200..RATE + 200];
        assert!(seam.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 0.06));
    }
}
