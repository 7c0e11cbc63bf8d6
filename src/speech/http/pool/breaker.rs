//! When an endpoint is left alone because it fails, and when it is tried again.
//!
//! Never lets more than one request through to an endpoint that failed, until that one succeeded.

use std::time::{Duration, Instant};

/// Faults in a row after which an endpoint is left alone.
const IN_A_ROW: u32 = 8;

/// Connections in a row that do not come up.
const UNREACHABLE_IN_A_ROW: u32 = 2;

/// Requests of which more than half failed.
const RECENT: u32 = 20;

/// Longest time before the next probe.
const LONGEST: Duration = Duration::from_mins(5);

/// Whether an endpoint gets requests.
#[derive(Debug)]
pub struct Breaker {
    state: State,
    /// Wait before the first probe; it doubles from probe to probe.
    first_wait: Duration,
    n_in_a_row: u32,
    n_unreachable: u32,
    /// The last requests, a bit each, 1 for a fault.
    recent: u32,
    n_recent: u32,
    /// How often it was left alone since it last worked.
    n_openings: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Closed,
    Open { until: Instant },
    Probing,
}

/// What a request to an endpoint met with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Met {
    /// An answer.
    Answer,
    /// A fault of the server.
    Fault,
    /// No connection.
    Nobody,
}

/// Whether a request may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It may.
    Free,
    /// A probe may go first.
    Probe,
    /// Not before then; nobody knows when while a probe is out.
    Shut(Option<Instant>),
}

impl Breaker {
    /// An endpoint that is trusted from the start.
    pub fn new(first_wait: Duration) -> Self {
        Self {
            state: State::Closed,
            first_wait,
            n_in_a_row: 0,
            n_unreachable: 0,
            recent: 0,
            n_recent: 0,
            n_openings: 0,
        }
    }

    /// Lets nothing through before a probe succeeded.
    pub fn probe_first(&mut self, now: Instant) {
        self.state = State::Open { until: now };
    }

    /// Whether a request may go now.
    pub fn way(&self, now: Instant) -> Way {
        match self.state {
            State::Closed => Way::Free,
            State::Open { until } if until <= now => Way::Probe,
            State::Open { until } => Way::Shut(Some(until)),
            State::Probing => Way::Shut(None),
        }
    }

    /// How often it was left alone since it last worked.
    pub fn n_openings(&self) -> u32 {
        self.n_openings
    }

    /// A probe was sent.
    pub fn begin_probe(&mut self) {
        self.state = State::Probing;
    }

    /// A probe ended without telling anything, e.g. because the run was stopped.
    pub fn give_back_probe(&mut self, now: Instant) {
        if self.state == State::Probing {
            self.state = State::Open { until: now };
        }
    }

    /// What a request met with.
    pub fn on(&mut self, met: Met, now: Instant) {
        self.recent = (self.recent << 1 | u32::from(met != Met::Answer)) & ((1 << RECENT) - 1);
        self.n_recent = (self.n_recent + 1).min(RECENT);
        self.n_unreachable = if met == Met::Nobody {
            self.n_unreachable + 1
        } else {
            0
        };
        if met == Met::Answer {
            self.n_in_a_row = 0;
            return;
        }
        self.n_in_a_row += 1;
        let is_flaky = self.n_recent == RECENT && self.recent.count_ones() * 2 > RECENT;
        let is_dead = self.n_in_a_row >= IN_A_ROW || self.n_unreachable >= UNREACHABLE_IN_A_ROW;
        // What was in flight when it was shut says nothing new.
        if self.state == State::Closed && (is_flaky || is_dead) {
            self.open(now);
        }
    }

    /// What the probe met with; nothing else ends the time in which only a probe goes.
    pub fn end_probe(&mut self, met: Met, now: Instant) {
        if self.state != State::Probing {
            return;
        }
        match met {
            Met::Answer => *self = Self::new(self.first_wait),
            Met::Fault | Met::Nobody => self.open(now),
        }
    }

    /// Leaves the endpoint alone, longer each time.
    pub fn open(&mut self, now: Instant) {
        let doubled = 2_u32.saturating_pow(self.n_openings);
        let wait = self.first_wait.saturating_mul(doubled).min(LONGEST);
        self.n_openings += 1;
        self.state = State::Open { until: now + wait };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn failing(n: u32, met: Met) -> (Breaker, Instant) {
        let mut breaker = Breaker::new(SECOND * 5);
        let now = Instant::now();
        (0..n).for_each(|_| breaker.on(met, now));
        (breaker, now)
    }

    #[test]
    fn an_endpoint_that_fails_again_and_again_is_left_alone() {
        let (breaker, now) = failing(7, Met::Fault);
        assert_eq!(breaker.way(now), Way::Free);
        let (breaker, now) = failing(8, Met::Fault);
        assert_eq!(breaker.way(now), Way::Shut(Some(now + SECOND * 5)));
    }

    #[test]
    fn one_where_nobody_answers_is_left_alone_sooner() {
        let (breaker, now) = failing(2, Met::Nobody);
        assert_eq!(breaker.way(now), Way::Shut(Some(now + SECOND * 5)));
    }

    #[test]
    fn one_that_fails_more_than_half_the_time_is_left_alone() {
        let (mut breaker, now) = failing(0, Met::Fault);
        for _ in 0..7 {
            for met in [Met::Fault, Met::Fault, Met::Answer] {
                breaker.on(met, now);
            }
        }
        assert!(matches!(breaker.way(now), Way::Shut(_)));
    }

    #[test]
    fn one_that_fails_a_quarter_of_the_time_goes_on() {
        let (mut breaker, now) = failing(0, Met::Fault);
        for _ in 0..100 {
            for met in [Met::Fault, Met::Answer, Met::Answer, Met::Answer] {
                breaker.on(met, now);
            }
        }
        assert_eq!(breaker.way(now), Way::Free);
    }

    #[test]
    fn one_probe_goes_after_the_wait_and_the_wait_doubles() {
        let (mut breaker, now) = failing(8, Met::Fault);
        let later = now + SECOND * 5;
        assert_eq!(breaker.way(later), Way::Probe);
        breaker.begin_probe();
        breaker.on(Met::Answer, later);
        assert_eq!(
            breaker.way(later),
            Way::Shut(None),
            "an old answer is no proof"
        );
        breaker.end_probe(Met::Fault, later);
        assert_eq!(breaker.way(later), Way::Shut(Some(later + SECOND * 10)));
        assert_eq!(breaker.n_openings(), 2);
    }

    #[test]
    fn a_probe_that_succeeds_opens_the_way_for_all() {
        let (mut breaker, now) = failing(8, Met::Fault);
        breaker.begin_probe();
        breaker.end_probe(Met::Answer, now);
        assert_eq!((breaker.way(now), breaker.n_openings()), (Way::Free, 0));
    }

    #[test]
    fn a_probe_is_due_every_five_minutes_at_the_latest() {
        let (mut breaker, now) = failing(8, Met::Fault);
        for _ in 0..40 {
            breaker.open(now);
        }
        assert_eq!(breaker.way(now + LONGEST), Way::Probe);
    }
}
