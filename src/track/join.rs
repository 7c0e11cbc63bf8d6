//! Speeches one after the other, with the pauses between them.
//!
//! Never lets the silence that speeches bring along lengthen a pause: it counts for it.

use super::edges::{Edges, fade};
use super::{SAMPLE_RATE, TrackError};
use crate::chunk::Boundary;
use crate::speech::{Pauses, Speech};

/// Speeches being joined.
pub struct Join {
    pauses: Pauses,
    /// The pause that is due before the next speech, and how much of it is there already.
    due: Due,
}

#[derive(Clone, Copy)]
struct Due {
    seconds: f64,
    there: usize,
}

/// A speech that was joined to those before it, as samples at the rate of tracks.
#[derive(Debug, PartialEq, Eq)]
pub struct Joined {
    /// The silence before it.
    pub pause: Vec<i16>,
    /// What is heard.
    pub speech: Vec<i16>,
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
        let edges = Edges::of(speech);
        let pause = self.pause(edges.head);
        let mut samples = speech.samples[edges.kept].to_vec();
        fade(&mut samples, SAMPLE_RATE);
        self.due = Due {
            seconds: self.pauses.at(boundary),
            there: edges.tail,
        };
        let speech = samples.into_iter().map(quantise).collect();
        Ok(Joined { pause, speech })
    }

    /// The last pause.
    pub fn finish(&mut self) -> Vec<i16> {
        self.due.seconds = self.due.seconds.max(self.pauses.tail);
        self.pause(0)
    }

    /// Silence up to what is due, less what both neighbours bring along.
    fn pause(&self, head: usize) -> Vec<i16> {
        let wanted = (self.due.seconds * f64::from(SAMPLE_RATE)) as usize;
        vec![0; wanted.saturating_sub(self.due.there + head)]
    }
}

fn quantise(sample: f32) -> i16 {
    (sample * 32_767.0).round().clamp(-32_768.0, 32_767.0) as i16
}
