//! How many requests at once are good for an endpoint, found out by trying.
//!
//! Never looks at the latency of a request: it grows with the text, and servers that queue only stretch
//! it. What counts is whether more at once gives more characters a second.

use std::time::Instant;

use crate::speech::SpeechError;

/// Requests in a window, for each that may be in flight; fewer say too little about the rate.
const WINDOW: usize = 3;

/// Fewest requests in a window.
const LEAST_WINDOW: usize = 6;

/// The part of the rise that twice the requests should bring, from which on it counts as one.
const RISE: f64 = 0.4;

/// Windows to stay at a limit that was good before a higher one is tried again.
const HOLD: u32 = 20;

/// What is left of the limit after a server said that it has too much to do.
const FALL: f64 = 0.7;

/// The requests at once that one endpoint is trusted with.
///
/// Additive rise while characters a second rise (doubling until they first do not), multiplicative
/// fall when the server is overloaded: AIMD on throughput, as for clients of batch servers.
#[derive(Debug)]
pub struct Limit {
    at_once: usize,
    most: usize,
    /// The limit before the last rise, and what it gave in characters a second.
    before: Option<(usize, f64)>,
    doubles: bool,
    hold: u32,
    window: Option<Window>,
    /// Finished requests that began under another limit, and are not counted.
    stale: usize,
}

#[derive(Debug)]
struct Window {
    began: Instant,
    n_done: usize,
    n_characters: usize,
    n_idle: usize,
}

impl Limit {
    /// Begins with one at once; never more than `most`.
    pub fn new(most: usize) -> Self {
        Self {
            at_once: 1,
            most: most.max(1),
            before: None,
            doubles: true,
            hold: 0,
            window: None,
            stale: 0,
        }
    }

    /// Requests that may be in flight now.
    pub fn at_once(&self) -> usize {
        self.at_once
    }

    /// A request for so many characters succeeded while `n_in_flight`, itself included, were out.
    pub fn on_done(&mut self, n_characters: usize, n_in_flight: usize, now: Instant) {
        if self.stale > 0 {
            self.stale -= 1;
            self.window = None;
            return;
        }
        let Some(window) = &mut self.window else {
            self.window = Some(Window {
                began: now,
                n_done: 0,
                n_characters: 0,
                n_idle: 0,
            });
            return;
        };
        window.n_done += 1;
        window.n_characters += n_characters;
        window.n_idle += usize::from(n_in_flight < self.at_once);
        if window.n_done >= LEAST_WINDOW.max(WINDOW * self.at_once) {
            self.judge(now);
        }
    }

    /// A request ended without an answer.
    pub fn on_fault(&mut self) {
        self.stale = self.stale.saturating_sub(1);
    }

    /// The server has too much to do: it said so, or did not answer in time.
    pub fn on_overload(&mut self) {
        // All that is in flight was sent before this was known; one fall for all of it is enough.
        if self.stale == 0 {
            let left = (self.at_once as f64 * FALL) as usize;
            self.change(left.max(1));
            self.before = None;
            self.doubles = false;
        }
    }

    fn judge(&mut self, now: Instant) {
        let Some(window) = self.window.take() else {
            return;
        };
        let seconds = now.duration_since(window.began).as_secs_f64();
        let is_idle = window.n_idle * 2 > window.n_done;
        if is_idle || seconds <= 0.0 {
            return;
        }
        self.decide(window.n_characters as f64 / seconds);
    }

    fn decide(&mut self, rate: f64) {
        match self.before {
            Some((fewer, was)) if !is_rise(fewer, was, self.at_once, rate) => {
                self.before = None;
                self.doubles = false;
                self.hold = HOLD;
                self.change(fewer);
            }
            _ if self.hold > 0 => self.hold -= 1,
            _ => self.rise(rate),
        }
    }

    fn rise(&mut self, rate: f64) {
        let step = if self.doubles {
            self.at_once
        } else {
            // A single one more among many could not be told from noise.
            (self.at_once / 4).max(1)
        };
        let more = (self.at_once + step).min(self.most);
        if more > self.at_once {
            self.before = Some((self.at_once, rate));
            self.change(more);
        } else {
            self.before = None;
        }
    }

    fn change(&mut self, at_once: usize) {
        self.stale = self.at_once;
        self.at_once = at_once;
        self.window = None;
    }
}

fn is_rise(fewer: usize, was: f64, more: usize, rate: f64) -> bool {
    let expected = more as f64 / fewer as f64 - 1.0;
    rate >= was * (1.0 + RISE * expected)
}

/// Whether a server says, or shows, that it has too much to do.
pub fn is_overload(error: &SpeechError) -> bool {
    matches!(
        error,
        SpeechError::TimedOut { .. }
            | SpeechError::Ruled { .. }
            | SpeechError::Status {
                status: 503 | 529,
                ..
            }
    )
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    /// Lets a server with so many slots answer so many requests; each character takes a millisecond.
    fn serve(limit: &mut Limit, slots: usize, n_requests: usize) -> (usize, f64) {
        let start = Instant::now();
        let mut free: BinaryHeap<Reverse<u64>> = (0..slots).map(|_| Reverse(0)).collect();
        // When each request in flight will be done, and its characters.
        let mut in_flight: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        let (mut now, mut busy, mut n_done) = (0, 0, 0);
        while n_done < n_requests {
            while in_flight.len() < limit.at_once() {
                let n_characters = 20 + (n_done * 7 + in_flight.len() * 13) % 30;
                let Reverse(begin) = free.pop().unwrap();
                let end = begin.max(now) + n_characters as u64;
                busy += n_characters;
                free.push(Reverse(end));
                in_flight.push(Reverse((end, n_characters)));
            }
            let n_in_flight = in_flight.len();
            let Reverse((end, n_characters)) = in_flight.pop().unwrap();
            now = end;
            n_done += 1;
            limit.on_done(
                n_characters,
                n_in_flight,
                start + Duration::from_millis(now),
            );
        }
        (limit.at_once(), busy as f64 / (now as f64 * slots as f64))
    }

    #[test]
    fn a_server_that_does_one_thing_at_a_time_gets_one_at_a_time() {
        let mut limit = Limit::new(16);
        assert_eq!(serve(&mut limit, 1, 300).0, 1);
    }

    #[test]
    fn no_more_are_in_flight_than_the_voice_file_allows() {
        let mut limit = Limit::new(3);
        assert_eq!(serve(&mut limit, 64, 300).0, 3);
    }

    #[test]
    fn an_overloaded_server_gets_less_once_for_all_that_was_in_flight() {
        let mut limit = Limit::new(16);
        serve(&mut limit, 16, 400);
        let before = limit.at_once();
        limit.on_overload();
        let after = limit.at_once();
        assert!(after < before && after >= before / 2, "{before} {after}");
        limit.on_overload();
        assert_eq!(limit.at_once(), after);
        assert!(serve(&mut limit, 16, 2_000).0 > after);
    }

    proptest! {
        #[test]
        fn every_server_is_kept_busy(slots in 1_usize..=16) {
            let mut limit = Limit::new(64);
            serve(&mut limit, slots, 400);
            let (_, busy) = serve(&mut limit, slots, 2_000);
            prop_assert!(busy > 0.9, "{} slots are busy {}", slots, busy);
        }

        #[test]
        fn it_is_never_none_and_never_more_than_the_most(
            most in 1_usize..20,
            events in prop::collection::vec((0_usize..4, 0_usize..50, 0_u64..9_000), 0..400),
        ) {
            let mut limit = Limit::new(most);
            let mut now = Instant::now();
            for (kind, n_characters, milliseconds) in events {
                now += Duration::from_millis(milliseconds);
                match kind {
                    0 => limit.on_overload(),
                    _ => limit.on_done(n_characters, limit.at_once(), now),
                }
                prop_assert!((1..=most).contains(&limit.at_once()));
            }
        }
    }
}
