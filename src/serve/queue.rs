//! Places for requests: some are spoken, a few wait, the rest are told when to come back.
//!
//! Never keeps a place for a client that hung up, unless a voice still computes for it: that cannot
//! be stopped, and whoever asks again at once would pile it up.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Seconds that a character takes one worker, until it is known better: 0.22 s of audio at 0.43.
const FIRST_GUESS: f64 = 0.1;

/// How much one chunk changes what is expected.
const WEIGHT: f64 = 0.2;

/// The shortest and the longest wait that is asked of a client, in seconds.
const WAIT: (f64, f64) = (1.0, 300.0);

/// The requests that are here, and the workers that speak them.
pub struct Queue {
    n_places: usize,
    n_workers: usize,
    workers: Arc<Semaphore>,
    load: Mutex<Load>,
}

struct Load {
    n_requests: usize,
    /// Characters that are still to be spoken.
    n_characters: usize,
    seconds_per_character: f64,
}

impl Queue {
    pub fn new(n_workers: usize, n_waiting: usize) -> Self {
        Self {
            n_places: n_workers + n_waiting,
            n_workers,
            workers: Arc::new(Semaphore::new(n_workers)),
            load: Mutex::new(Load {
                n_requests: 0,
                n_characters: 0,
                seconds_per_character: FIRST_GUESS,
            }),
        }
    }

    /// Takes a place for a text of so many characters; else says in how many seconds one will be
    /// free.
    pub fn enter(self: &Arc<Self>, n_characters: usize) -> Result<Place, u64> {
        let mut load = self.load();
        if load.n_requests >= self.n_places {
            // A place gets free as often as a request of ordinary length is spoken.
            let left = load.n_characters as f64 / load.n_requests.max(1) as f64;
            let seconds = left * load.seconds_per_character / self.n_workers as f64;
            return Err(seconds.clamp(WAIT.0, WAIT.1).ceil() as u64);
        }
        load.n_requests += 1;
        load.n_characters += n_characters;
        let queue = Arc::clone(self);
        Ok(Place {
            seat: Arc::new(Seat { queue }),
            n_characters,
        })
    }

    fn load(&self) -> MutexGuard<'_, Load> {
        self.load.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request's place, given back when it and all its turns are dropped.
pub struct Place {
    seat: Arc<Seat>,
    n_characters: usize,
}

/// What a place and its turns share.
pub struct Seat {
    queue: Arc<Queue>,
}

/// A request's turn at a worker; until it is dropped, the worker is busy and the place is taken.
pub struct Turn {
    _worker: OwnedSemaphorePermit,
    _seat: Arc<Seat>,
}

impl Seat {
    /// Waits for a worker; those who asked first get one first.
    pub async fn turn(self: Arc<Self>) -> Turn {
        let worker = Arc::clone(&self.queue.workers).acquire_owned().await;
        Turn {
            _worker: worker.expect("nobody closes the semaphore"),
            _seat: self,
        }
    }
}

impl Place {
    /// What its turns are taken from.
    pub fn seat(&self) -> Arc<Seat> {
        Arc::clone(&self.seat)
    }

    /// Takes note of a chunk that was spoken.
    pub fn spoken(&mut self, n_characters: usize, time: Duration) {
        let n_spoken = n_characters.min(self.n_characters);
        self.n_characters -= n_spoken;
        let mut load = self.seat.queue.load();
        load.n_characters -= n_spoken;
        let seconds = time.as_secs_f64() / n_characters.max(1) as f64;
        load.seconds_per_character += WEIGHT * (seconds - load.seconds_per_character);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.seat.queue.load().n_characters -= self.n_characters;
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.queue.load().n_requests -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_that_is_dropped_is_free_again() {
        let queue = Arc::new(Queue::new(1, 1));
        let first = queue.enter(10).ok().unwrap();
        let second = queue.enter(10).ok().unwrap();
        assert!(queue.enter(10).is_err());
        drop(first);
        let third = queue.enter(10).ok().unwrap();
        assert!(queue.enter(10).is_err());
        drop((second, third));
        assert_eq!(queue.load().n_characters, 0);
    }

    #[tokio::test]
    async fn a_place_is_taken_until_its_turn_ends() {
        let queue = Arc::new(Queue::new(1, 0));
        let place = queue.enter(10).ok().unwrap();
        let turn = place.seat().turn().await;
        drop(place);
        assert!(queue.enter(10).is_err());
        drop(turn);
        assert!(queue.enter(10).is_ok());
    }

    #[tokio::test]
    async fn a_place_that_waits_for_its_turn_is_free_at_once() {
        let queue = Arc::new(Queue::new(1, 1));
        let first = queue.enter(10).ok().unwrap();
        let _turn = first.seat().turn().await;
        let second = queue.enter(10).ok().unwrap();
        tokio::select! {
            biased;
            _ = second.seat().turn() => unreachable!("the only worker is taken"),
            () = std::future::ready(()) => drop(second),
        }
        assert!(queue.enter(10).is_ok());
    }

    #[test]
    fn the_wait_grows_with_what_is_left_to_speak() {
        let wait = |n_characters, n_workers| {
            let queue = Arc::new(Queue::new(n_workers, 0));
            let _places: Vec<_> = (0..n_workers).map(|_| queue.enter(n_characters)).collect();
            queue.enter(1).err().unwrap()
        };
        assert_eq!(
            [wait(3, 1), wait(100, 1), wait(100, 2), wait(4_096, 1)],
            [1, 10, 5, 300]
        );
    }

    #[test]
    fn the_pace_is_learned() {
        let queue = Arc::new(Queue::new(1, 0));
        let mut place = queue.enter(1_100).ok().unwrap();
        for _ in 0..100 {
            place.spoken(10, Duration::from_secs(2));
        }
        assert_eq!(queue.enter(1).err(), Some(20));
    }
}
