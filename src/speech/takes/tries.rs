//! What is done after a try that failed.
//!
//! Never tries anything itself, and never gives a text up for what is the server's fault alone: such a
//! text is tried again later.

use std::time::Duration;

use crate::speech::SpeechError;
use crate::speech::error::FaultClass;
use crate::speech::http::backoff;

/// Takes of one text before it is spoken in halves.
const TAKES: u32 = 3;

/// How often a server may ask to be left alone before the text goes to the back of the queue.
const RESTS: u32 = 20;

/// Distance between the seeds of one take's tries, so that another take does not repeat them.
const SEEDS_APART: u32 = 1_000;

/// The number of a take among all of one text, from 0, by its seed: small, and no two are alike.
pub fn number(seed: u32) -> u32 {
    (seed % SEEDS_APART)
        .saturating_mul(TAKES)
        .saturating_add(seed / SEEDS_APART)
}

/// The tries of one text so far.
#[derive(Debug)]
pub struct Tries {
    take: u32,
    most: u32,
    base: Duration,
    n_faults: u32,
    n_bad: u32,
    n_rests: u32,
}

/// What comes next.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// Another try after a wait.
    Again(Duration),
    /// Nothing, for now.
    GiveUp,
}

impl Tries {
    /// None so far. `most` tries are made when the server fails, `take` counts from 1.
    pub fn new(take: u32, most: u32, base: Duration) -> Self {
        Self {
            take,
            most,
            base,
            n_faults: 0,
            n_bad: 0,
            n_rests: 0,
        }
    }

    /// Tells the seeds apart: the same after a server's fault, another after a bad take.
    pub fn seed(&self) -> u32 {
        let later = self.n_bad.saturating_mul(SEEDS_APART);
        self.take.saturating_sub(1).saturating_add(later)
    }

    /// Takes note of a try that failed.
    pub fn after(&mut self, error: &SpeechError) -> Next {
        match error.class() {
            // The endpoint is out; another one may speak it, and without one nobody is found.
            FaultClass::Engine if is_of_endpoint(error) => Next::Again(Duration::ZERO),
            FaultClass::Engine | FaultClass::Chunk => Next::GiveUp,
            FaultClass::BadAudio => {
                self.n_bad += 1;
                again_if(self.n_bad < TAKES, Duration::ZERO)
            }
            FaultClass::Transient if matches!(error, SpeechError::Status { status: 429, .. }) => {
                self.n_rests += 1;
                again_if(self.n_rests < RESTS, Duration::ZERO)
            }
            FaultClass::Transient => {
                self.n_faults += 1;
                again_if(self.n_faults < self.most, backoff(self.base, self.n_faults))
            }
        }
    }
}

fn again_if(is_left: bool, wait: Duration) -> Next {
    if is_left {
        Next::Again(wait)
    } else {
        Next::GiveUp
    }
}

fn is_of_endpoint(error: &SpeechError) -> bool {
    !matches!(
        error,
        SpeechError::Stopped
            | SpeechError::NoEndpoint { .. }
            | SpeechError::Spent { .. }
            | SpeechError::MixedPool {
                has_worked: false,
                ..
            }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(status: u16) -> SpeechError {
        SpeechError::Status {
            endpoint: String::new(),
            status,
            message: String::new(),
            retry_after: None,
        }
    }

    fn tries_until_given_up(error: &SpeechError) -> u32 {
        let mut tries = Tries::new(1, 4, Duration::ZERO);
        (1..100)
            .find(|_| tries.after(error) == Next::GiveUp)
            .expect("it ends")
    }

    #[test]
    fn each_kind_of_fault_has_its_own_number_of_tries() {
        let bad = SpeechError::BadAudio {
            reason: String::new(),
        };
        let table = [
            (status(500), 4),
            (bad, 3),
            (status(422), 1),
            (status(429), 20),
        ];
        for (error, n) in table {
            assert_eq!(tries_until_given_up(&error), n, "{error}");
        }
    }

    #[test]
    fn a_bad_take_gets_another_seed_and_a_server_fault_the_same() {
        let mut tries = Tries::new(2, 4, Duration::ZERO);
        tries.after(&status(500));
        assert_eq!(tries.seed(), 1);
        tries.after(&SpeechError::BadAudio {
            reason: String::new(),
        });
        assert_eq!(tries.seed(), 1_001);
    }

    #[test]
    fn a_text_goes_on_elsewhere_when_its_endpoint_is_stopped() {
        let mut tries = Tries::new(1, 4, Duration::ZERO);
        assert_eq!(tries.after(&status(401)), Next::Again(Duration::ZERO));
        assert_eq!(tries.after(&SpeechError::Stopped), Next::GiveUp);
    }
}
