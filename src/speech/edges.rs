//! The edges of a speech: where it begins and ends, and how it fades there.
//!
//! Never cuts into what is spoken: timings say where speech is, and the level has a veto.

use std::ops::Range;

use super::{Speech, Timings};

/// Silence that is kept before speech, in seconds.
const KEEP_BEFORE: f64 = 0.04;

/// Silence that is kept after it: endings of s, x and f are quiet.
const KEEP_AFTER: f64 = 0.12;

/// Where speech begins, under its peak: −42 dB.
const HEAD_LEVEL: f32 = 0.007_943;

/// Where it ends, under its peak: −52 dB.
const TAIL_LEVEL: f32 = 0.002_512;

/// Length of a fade in seconds; it takes away the click of a sudden edge.
const FADE: f64 = 0.005;

/// The part of a speech to keep, and how much silence that part has at both ends, in frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edges {
    /// The frames to keep.
    pub kept: Range<usize>,
    /// Of those, silent ones at the head.
    pub head: usize,
    /// Of those, silent ones at the tail.
    pub tail: usize,
}

impl Edges {
    /// Finds the edges of a speech.
    pub fn of(speech: &Speech) -> Self {
        let loud = loud_span(&speech.samples);
        let spoken = match &speech.timings {
            Some(timings) => union(&loud, &timed_span(timings, speech.frames())),
            None => loud,
        };
        let frames = |seconds: f64| (seconds * f64::from(speech.sample_rate)) as usize;
        let start = spoken.start.saturating_sub(frames(KEEP_BEFORE));
        let end = (spoken.end + frames(KEEP_AFTER)).min(speech.frames());
        Self {
            head: spoken.start - start,
            tail: end - spoken.end,
            kept: start..end,
        }
    }
}

/// From the first frame above the head's level to the last above the tail's; all of it when there
/// is none.
fn loud_span(samples: &[f32]) -> Range<usize> {
    let peak = samples
        .iter()
        .fold(0f32, |peak, sample| peak.max(sample.abs()));
    let above = |level: f32| move |sample: &f32| sample.abs() > peak * level;
    let start = samples.iter().position(above(HEAD_LEVEL));
    let end = samples.iter().rposition(above(TAIL_LEVEL));
    match (start, end) {
        (Some(start), Some(end)) => start..end + 1,
        _ => 0..samples.len(),
    }
}

/// From the first sounding symbol to the beginning of the last: its length takes in the silence behind
/// it, 0.7 s at the end of a sentence by the voice inside.
fn timed_span(timings: &Timings, frames: usize) -> Range<usize> {
    let sounds = timings.spans().filter(|(symbol, _)| symbol.is_alphabetic());
    let starts = sounds.map(|(_, span)| span.start..span.start);
    let span = starts.reduce(|first, last| first.start..last.end);
    span.map_or(0..frames, |span| span.start..span.end.min(frames))
}

fn union(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    a.start.min(b.start)..a.end.max(b.end)
}

/// Fades both ends with a raised cosine.
pub fn fade(samples: &mut [f32], sample_rate: u32) {
    fade_in(samples, sample_rate);
    fade_out(samples, sample_rate);
}

/// Fades the beginning.
pub fn fade_in(samples: &mut [f32], sample_rate: u32) {
    let gains = rise(samples.len(), sample_rate);
    let samples = samples.iter_mut();
    samples
        .zip(gains)
        .for_each(|(sample, gain)| *sample *= gain);
}

/// Fades the end.
pub fn fade_out(samples: &mut [f32], sample_rate: u32) {
    let gains = rise(samples.len(), sample_rate);
    let samples = samples.iter_mut().rev();
    samples
        .zip(gains)
        .for_each(|(sample, gain)| *sample *= gain);
}

fn rise(n_samples: usize, sample_rate: u32) -> impl Iterator<Item = f32> {
    let length = ((FADE * f64::from(sample_rate)) as usize).min(n_samples / 2);
    (0..length).map(move |i| 0.5 - 0.5 * (std::f32::consts::PI * i as f32 / length as f32).cos())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `silent` frames of silence at both ends of `loud` frames of a tone.
    fn speech(silent: usize, loud: usize) -> Speech {
        let tone = (0..loud).map(|i| if i % 2 == 0 { 0.5 } else { -0.5 });
        let edge = std::iter::repeat_n(0.0, silent);
        Speech {
            sample_rate: 24_000,
            samples: edge.clone().chain(tone).chain(edge).collect(),
            timings: None,
        }
    }

    #[test]
    fn silence_at_the_edges_is_trimmed_to_what_is_kept() {
        let edges = Edges::of(&speech(12_000, 24_000));
        assert_eq!(edges.kept, 12_000 - 960..36_000 + 2_880);
        assert_eq!((edges.head, edges.tail), (960, 2_880));
    }

    #[test]
    fn a_quiet_ending_is_not_cut() {
        let mut quiet = speech(12_000, 24_000);
        quiet.samples[36_000..40_000].fill(0.003);
        assert_eq!(Edges::of(&quiet).kept.end, 40_000 + 2_880);
    }

    #[test]
    fn timings_keep_what_the_level_does_not_hear() {
        let mut timed = speech(12_000, 24_000);
        timed.timings = Some(Timings {
            symbols: "$xa.$".into(),
            frames: vec![9_000, 28_000, 1_000, 4_000, 6_000],
        });
        assert_eq!(Edges::of(&timed).kept, 9_000 - 960..37_000 + 2_880);
    }

    #[test]
    fn silence_that_timings_count_for_the_last_sound_is_trimmed() {
        let mut timed = speech(12_000, 24_000);
        timed.timings = Some(Timings {
            symbols: "$xa.$".into(),
            frames: vec![12_000, 10_000, 24_000, 1_000, 1_000],
        });
        assert_eq!(Edges::of(&timed).kept.end, 36_000 + 2_880);
    }

    #[test]
    fn speech_without_silence_is_kept_whole() {
        let edges = Edges::of(&speech(0, 1_000));
        assert_eq!(
            edges,
            Edges {
                kept: 0..1_000,
                head: 0,
                tail: 0
            }
        );
    }

    #[test]
    fn a_faded_edge_starts_and_ends_at_nothing() {
        let mut samples = vec![1.0; 1_000];
        fade(&mut samples, 24_000);
        assert!(samples[0].abs() < 1e-6 && samples[999].abs() < 1e-6);
        assert!((samples[500] - 1.0).abs() < 1e-6);
        assert!(samples[..120].windows(2).all(|pair| pair[0] < pair[1]));
    }
}
