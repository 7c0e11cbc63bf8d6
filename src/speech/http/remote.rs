//! A narrator on one or several servers.
//!
//! Never returns audio that failed a gate.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::HttpSettings;
use super::asker::Asker;
use super::backoff::backoff;
use crate::speech::error::FaultClass;
use crate::speech::gate::{self, Syllables};
use crate::speech::voice::HttpVoice;
use crate::speech::{Speech, SpeechError};

/// Distance between the seeds of one take's tries, so that another take does not repeat them.
const SEEDS_APART: u32 = 1_000;

/// A narrator on one or several servers.
#[derive(Debug)]
pub struct Remote {
    asker: Asker,
    /// Until when each endpoint asked to be left alone.
    rests: Vec<Mutex<Option<Instant>>>,
    turn: AtomicUsize,
    settings: HttpSettings,
}

impl Remote {
    /// Makes the engine of a voice; sends nothing yet.
    ///
    /// # Errors
    ///
    /// When the key is missing, or an endpoint is no address.
    pub fn new(voice: &HttpVoice, speed: f32, settings: HttpSettings) -> Result<Self, SpeechError> {
        let asker = Asker::new(voice, speed, settings)?;
        let rests = asker.endpoints().iter().map(|_| Mutex::new(None));
        Ok(Self {
            rests: rests.collect(),
            asker,
            turn: AtomicUsize::new(0),
            settings,
        })
    }

    /// Speaks a text of so many syllables; `take` counts from 1 and differs for every new
    /// attempt at the same text. Tries again, elsewhere if it can, while that makes sense.
    ///
    /// # Errors
    ///
    /// The last try's fault.
    pub async fn speak(
        &self,
        text: &str,
        syllables: impl Into<Syllables>,
        take: u32,
    ) -> Result<Speech, SpeechError> {
        let syllables = syllables.into();
        let turn = self.turn.fetch_add(1, Ordering::Relaxed);
        let (mut n_tries, mut n_bad) = (0, 0);
        loop {
            let at = self.endpoint(turn.wrapping_add(n_tries as usize));
            sleep(self.rest(at)).await;
            n_tries += 1;
            let seed = take.saturating_sub(1) + n_bad * SEEDS_APART;
            let error = match self.ask(at, text, syllables, seed).await {
                Ok(speech) => return Ok(speech),
                Err(error) => error,
            };
            self.take_note(at, &error);
            match error.class() {
                _ if n_tries >= self.settings.tries => return Err(error),
                FaultClass::Transient => {}
                FaultClass::BadAudio => n_bad += 1,
                FaultClass::Chunk | FaultClass::Engine => return Err(error),
            }
            sleep(backoff(self.settings.backoff, n_tries)).await;
        }
    }

    async fn ask(
        &self,
        at: usize,
        text: &str,
        syllables: Syllables,
        seed: u32,
    ) -> Result<Speech, SpeechError> {
        let answer = self.asker.ask(at, text, seed, self.settings.answer).await?;
        gate::judge(&answer.speech, syllables, self.asker.speed())
            .map_err(|reason| SpeechError::BadAudio { reason })?;
        Ok(answer.speech)
    }

    /// The endpoint whose turn it is, or one that has not asked to be left alone for as long.
    fn endpoint(&self, turn: usize) -> usize {
        let n = self.rests.len();
        let in_turn = (0..n).map(|i| (turn % n + i) % n);
        in_turn
            .min_by_key(|at| self.rest(*at))
            .expect("a voice has at least one endpoint")
    }

    /// How much longer an endpoint is to be left alone.
    fn rest(&self, at: usize) -> Duration {
        let until = *self.rests[at]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        until.map_or(Duration::ZERO, |until| {
            until.saturating_duration_since(Instant::now())
        })
    }

    /// Remembers a server's wish to be left alone, for all who would ask it.
    fn take_note(&self, at: usize, error: &SpeechError) {
        if let Some(rest) = error.retry_after() {
            let mut until = self.rests[at]
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            *until = Some(Instant::now() + rest);
        }
    }
}
