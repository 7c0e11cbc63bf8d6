//! What is to be spoken, in which order, and what is tried again later.
//!
//! Never drops a text for a fault that may pass: it waits for its next round, longer each time.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use super::prepare::Wanted;

/// Longest wait before another round.
const LONGEST: Duration = Duration::from_mins(15);

/// How often a text that was not spoken is tried again before it is parked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rounds {
    /// So many rounds after the first.
    pub most: u32,
    /// Wait before the second; it doubles up to a quarter of an hour.
    pub wait: Duration,
}

impl Default for Rounds {
    fn default() -> Self {
        Self {
            most: 8,
            wait: Duration::from_mins(1),
        }
    }
}

/// Wanted speeches.
#[derive(Debug)]
pub struct Queue {
    rounds: Rounds,
    ready: VecDeque<Wanted>,
    /// When, and what.
    later: VecDeque<(Instant, Wanted)>,
}

impl Queue {
    /// An empty one.
    pub fn new(rounds: Rounds) -> Self {
        Self {
            rounds,
            ready: VecDeque::new(),
            later: VecDeque::new(),
        }
    }

    /// Appends what is to be spoken as soon as there are hands.
    pub fn push(&mut self, wanted: Wanted) {
        self.ready.push_back(wanted);
    }

    /// Puts what was not spoken at the back; gives it back when it has had all its rounds.
    pub fn put_back(&mut self, mut wanted: Wanted, now: Instant) -> Result<(), Wanted> {
        if wanted.round >= self.rounds.most {
            return Err(wanted);
        }
        let doubled = 2_u32.saturating_pow(wanted.round);
        let wait = self.rounds.wait.saturating_mul(doubled).min(LONGEST);
        wanted.round += 1;
        self.later.push_back((now + wait, wanted));
        Ok(())
    }

    /// What is to be spoken next.
    pub fn pop(&mut self, now: Instant) -> Option<Wanted> {
        // What is due goes first: its chapter waits for nothing else.
        match self.later.iter().position(|(when, _)| *when <= now) {
            Some(due) => self.later.remove(due).map(|(_, wanted)| wanted),
            None => self.ready.pop_front(),
        }
    }

    /// How many wait for hands.
    pub fn n_ready(&self) -> usize {
        self.ready.len()
    }

    /// When the first of those that wait for their next round is due.
    pub fn later(&self) -> Option<Instant> {
        self.later.iter().map(|(when, _)| *when).min()
    }

    /// Takes everything out.
    pub fn drain(&mut self) -> impl Iterator<Item = Wanted> {
        let later = self.later.drain(..).map(|(_, wanted)| wanted);
        self.ready.drain(..).chain(later)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Fingerprint;

    const MINUTE: Duration = Duration::from_mins(1);

    fn wanted(name: &str) -> Wanted {
        Wanted {
            fingerprint: Fingerprint::of([name.as_bytes()]),
            position: 0,
            text: name.into(),
            n_chunks: 1,
            take: 1,
            round: 0,
            is_parked: false,
        }
    }

    fn queue(most: u32) -> Queue {
        Queue::new(Rounds { most, wait: MINUTE })
    }

    #[test]
    fn what_failed_waits_and_then_goes_first_so_that_its_chapter_ends() {
        let (mut queue, now) = (queue(8), Instant::now());
        queue.put_back(wanted("failed"), now).unwrap();
        queue.push(wanted("new"));
        queue.push(wanted("newer"));
        let order = [now, now + MINUTE, now + MINUTE].map(|when| queue.pop(when));
        let names = order.map(|wanted| wanted.unwrap().fingerprint);
        let expected = ["new", "failed", "newer"].map(|name| wanted(name).fingerprint);
        assert_eq!(names, expected);
    }

    #[test]
    fn it_waits_longer_each_time_and_a_quarter_of_an_hour_at_most() {
        let (mut queue, mut now) = (queue(8), Instant::now());
        let mut failed = wanted("failed");
        for minutes in [1, 2, 4, 8, 15, 15, 15, 15] {
            queue.put_back(failed, now).unwrap();
            now += MINUTE * minutes;
            assert!(queue.pop(now.checked_sub(MINUTE / 60).unwrap()).is_none());
            failed = queue.pop(now).unwrap();
        }
        assert!(queue.put_back(failed, now).is_err());
    }

    #[test]
    fn everything_comes_out_at_the_end() {
        let mut queue = queue(1);
        queue.push(wanted("a"));
        queue.put_back(wanted("b"), Instant::now()).unwrap();
        assert_eq!(queue.drain().count(), 2);
        assert!(queue.later().is_none());
    }
}
