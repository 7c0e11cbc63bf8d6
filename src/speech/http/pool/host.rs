//! What is known of one endpoint during a run.
//!
//! Never decides between endpoints; it only says whether this one can be asked, and how fast it is.

use std::time::{Duration, Instant};

use super::PoolSettings;
use super::breaker::{Breaker, Met, Way};
use super::limit::Limit;
use super::pace::Pace;
use super::tally::Tally;
use crate::speech::http::backoff::{LONGEST_REST, chance};

/// Longest part of a wish to be left alone that is added, so that not all come back together.
const JITTER: f64 = 0.1;

/// Longest rest that is given to an endpoint that did not say how long.
const LONGEST_OWN_REST: Duration = Duration::from_mins(5);

/// One endpoint.
#[derive(Debug)]
pub struct Host {
    pub limit: Limit,
    pub breaker: Breaker,
    pub pace: Pace,
    pub tally: Tally,
    pub n_in_flight: usize,
    /// Whether it answered with speech in this run.
    pub has_worked: bool,
    /// Whether it gets no more requests in this run.
    pub stopped: bool,
    rests_until: Option<Instant>,
    n_rests: u32,
}

/// Whether an endpoint can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Readiness {
    /// Now.
    Ready,
    /// Now, with a probe first.
    Probe,
    /// As many requests are out as it can take.
    Full,
    /// Not before then, if that is known.
    Away(Option<Instant>),
    /// Not in this run.
    Out,
}

impl Host {
    /// One of several must prove first that it is of the same voice as the others.
    pub fn new(settings: &PoolSettings, is_alone: bool, now: Instant) -> Self {
        let mut breaker = Breaker::new(settings.probe);
        if !is_alone {
            breaker.probe_first(now);
        }
        Self {
            limit: Limit::new(settings.at_once),
            breaker,
            pace: Pace::default(),
            tally: Tally::default(),
            n_in_flight: 0,
            has_worked: false,
            stopped: false,
            rests_until: None,
            n_rests: 0,
        }
    }

    /// Whether it can be asked now.
    pub fn readiness(&self, now: Instant) -> Readiness {
        if self.stopped {
            return Readiness::Out;
        }
        if let Some(until) = self.rests_until.filter(|until| *until > now) {
            return Readiness::Away(Some(until));
        }
        match self.breaker.way(now) {
            Way::Shut(until) => Readiness::Away(until),
            Way::Probe => Readiness::Probe,
            Way::Free if self.n_in_flight < self.limit.at_once() => Readiness::Ready,
            Way::Free => Readiness::Full,
        }
    }

    /// Seconds a character that one more request may be expected to take.
    pub fn expected(&self) -> f64 {
        let queue = (self.n_in_flight + 1) as f64 / self.limit.at_once() as f64;
        self.pace.seconds_a_character() * queue
    }

    /// It asked to be left alone for so long, or only said that it has too much to do.
    pub fn rest(&mut self, asked: Option<Duration>, probe: Duration, now: Instant) {
        self.limit.on_overload();
        // What was in flight together is told together, and is one wish.
        if self.rests_until.is_none_or(|until| until <= now) {
            self.n_rests += 1;
        }
        let doubled = 2_u32.saturating_pow(self.n_rests.min(10));
        let own = (probe / 8).saturating_mul(doubled).min(LONGEST_OWN_REST);
        // A server that asks for no time at all gets some.
        let rest = asked.filter(|asked| !asked.is_zero()).unwrap_or(own);
        let until = now + rest.min(LONGEST_REST).mul_f64(1.0 + JITTER * chance());
        self.rests_until = self.rests_until.max(Some(until));
    }

    /// It answered with speech.
    pub fn on_answer(&mut self, n_characters: usize, took: Duration, now: Instant) {
        self.has_worked = true;
        self.tally.on_answer();
        self.n_rests = 0;
        self.breaker.on(Met::Answer, now);
        self.pace.on_answer(n_characters, took);
        self.limit.on_done(n_characters, self.n_in_flight, now);
    }
}
