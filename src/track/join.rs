//! Speeches one after the other, with the pauses between them.
//!
//! Never lets the silence that speeches bring along lengthen a pause: it counts for it.

use std::f64::consts::PI;

use super::edges::{Edges, fade};
use super::{SAMPLE_RATE, TrackError};
use crate::chunk::Boundary;
use crate::speech::{Pauses, Speech};

/// A mean above this is no speech: a current that the engine left in its samples.
const CURRENT: f64 = 1e-3;

/// Below this pitch, in hertz, nothing is speech.
const LOWEST: f64 = 20.0;

/// Speeches being joined.
#[derive(Debug)]
pub struct Join {
    pauses: Pauses,
    /// The pause that is due before the next speech, and how much of it is there already.
    due: Due,
}

#[derive(Debug, Clone, Copy)]
struct Due {
    seconds: f64,
    there: usize,
}

/// A speech that was joined to those before it, at the rate of tracks.
#[derive(Debug, PartialEq)]
pub struct Joined {
    /// Frames of silence before it.
    pub pause: usize,
    /// What is heard.
    pub speech: Vec<f32>,
}

impl Join {
    /// Begins with the pause before a chapter's first word.
    pub fn new(pauses: Pauses) -> Self {
        let due = Due {
            seconds: pauses.head,
            there: 0,
        };
        Self { pauses, due }
    }

    /// Joins a speech, after which the pause of `boundary` is due.
    ///
    /// # Errors
    ///
    /// When its sample rate is not that of tracks.
    pub fn push(&mut self, speech: &Speech, boundary: Boundary) -> Result<Joined, TrackError> {
        if speech.sample_rate != SAMPLE_RATE {
            return Err(TrackError::Rate {
                found: speech.sample_rate,
            });
        }
        let mut speech = speech.clone();
        // Under a current, silence looks like sound, and is not trimmed.
        remove_current(&mut speech.samples);
        let edges = Edges::of(&speech);
        let pause = self.pause(edges.head);
        let mut samples = speech.samples;
        samples.truncate(edges.kept.end);
        samples.drain(..edges.kept.start);
        fade(&mut samples, SAMPLE_RATE);
        self.due = Due {
            seconds: self.pauses.at(boundary),
            there: edges.tail,
        };
        Ok(Joined {
            pause,
            speech: samples,
        })
    }

    /// Frames of the last pause.
    pub fn finish(&mut self) -> usize {
        self.due.seconds = self.due.seconds.max(self.pauses.tail);
        self.pause(0)
    }

    /// Silence up to what is due, less what both neighbours bring along.
    fn pause(&self, head: usize) -> usize {
        let wanted = (self.due.seconds * f64::from(SAMPLE_RATE)) as usize;
        wanted.saturating_sub(self.due.there + head)
    }
}

/// Takes away a current, by a filter that starts where the samples do: to subtract the mean would make a
/// step of silence that has none.
fn remove_current(samples: &mut [f32]) {
    let sum: f64 = samples.iter().map(|sample| f64::from(*sample)).sum();
    if sum.abs() <= CURRENT * samples.len() as f64 {
        return;
    }
    let keep = (-2.0 * PI * LOWEST / f64::from(SAMPLE_RATE)).exp();
    let (mut before, mut after) = (f64::from(samples[0]), 0.0);
    for sample in samples {
        let now = f64::from(*sample);
        after = now - before + keep * after;
        before = now;
        *sample = after as f32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tone of a second between half seconds of silence, on a current.
    fn speech(current: f32) -> Speech {
        let tone = (0..24_000).map(|i| (i as f32 * 0.1).sin() * 0.3);
        let edge = std::iter::repeat_n(0.0, 12_000);
        Speech {
            sample_rate: SAMPLE_RATE,
            samples: edge
                .clone()
                .chain(tone)
                .chain(edge)
                .map(|s| s + current)
                .collect(),
            timings: None,
        }
    }

    fn joined(current: f32) -> Vec<f32> {
        let mut join = Join::new(Pauses::default());
        join.push(&speech(current), Boundary::Sentence)
            .unwrap()
            .speech
    }

    #[test]
    fn a_current_is_taken_away_before_silence_is_looked_for() {
        let (with, without) = (joined(0.05), joined(0.0));
        assert!(
            with.len().abs_diff(without.len()) < 1_200,
            "{} and {}",
            with.len(),
            without.len()
        );
        let mean = with.iter().sum::<f32>() / with.len() as f32;
        assert!(mean.abs() < 1e-3, "{mean}");
        let highest = with.iter().fold(0_f32, |a, b| a.max(b.abs()));
        assert!((0.29..0.32).contains(&highest), "{highest}");
    }

    #[test]
    fn speech_without_a_current_is_not_filtered() {
        // The first sample of the tone is at 0, and counts as silence.
        let (joined, spoken) = (joined(0.0), speech(0.0).samples);
        assert!(joined[2_000..2_100] == spoken[13_041..13_141]);
    }
}
