//! The engines `openai` and `http`: takes of a reading, from whichever endpoint can give them.
//!
//! Never hands out audio that failed a gate, never puts silence in the place of speech, and never
//! mixes endpoints that are not of one voice.

#[cfg(test)]
mod tests;

use std::sync::OnceLock;
use std::time::Duration;

use tokio::time::Instant;

use super::HttpSettings;
use super::asker::{Answer, Asker};
use super::pool::{Permit, Pool, Tally};
use super::quota::Meter;
use super::spending::{Sent, Spending};
use crate::reading::Reading;
use crate::speech::error::FaultClass;
use crate::speech::gate::{self, Gates, Said, Syllables};
use crate::speech::takes::{Next, Tries, whole_or_halves};
use crate::speech::voice::{HttpVoice, Punctuation, Voice};
use crate::speech::{Speech, SpeechError, Standing};

/// A short ordinary sentence, which shows whether an endpoint speaks.
const PROBE: &str = "今天的天气真好。";

/// It has seven, and an engine that reads another language may spell them.
const PROBE_SYLLABLES: Syllables = Syllables { least: 1, most: 40 };

/// A narrator on one or several servers.
#[derive(Debug)]
pub struct Remote {
    asker: Asker,
    pool: Pool,
    gates: Gates,
    meter: Meter,
    spending: Spending,
    punctuation: Punctuation,
    settings: HttpSettings,
    at_once: usize,
    /// The rate of all answers, from the first.
    rate: OnceLock<u32>,
    /// Whether the voice is in the first list of voices.
    is_listed: OnceLock<bool>,
    voice: String,
}

/// What became of a try.
enum Tried {
    Spoken(Speech),
    Failed(SpeechError),
    /// The endpoint was not asked for the text, since it did not pass its probe.
    NotAsked(SpeechError),
}

impl Remote {
    /// Makes the engine of a voice; sends nothing yet.
    ///
    /// # Errors
    ///
    /// When the key is missing, or an endpoint is no address.
    pub fn new(
        voice: &Voice,
        http: &HttpVoice,
        settings: HttpSettings,
        sent: &Sent,
    ) -> Result<Self, SpeechError> {
        let asker = Asker::new(http, voice.speed, settings)?;
        let n_endpoints = asker.endpoints().len();
        Ok(Self {
            pool: Pool::new(n_endpoints, settings.pool(http.concurrency)),
            gates: Gates::new(voice.gates.clone(), asker.speed()),
            asker,
            meter: Meter::new(http.quota),
            spending: Spending::new(&voice.name, voice.price.as_ref(), sent),
            punctuation: http.punctuation.clone(),
            settings,
            at_once: http.concurrency * n_endpoints,
            rate: OnceLock::new(),
            is_listed: OnceLock::new(),
            voice: http.template.fixed.voice.clone(),
        })
    }

    /// Most texts that are spoken at once.
    pub fn at_once(&self) -> usize {
        self.at_once
    }

    /// What is sent for a reading.
    pub fn sent(&self, reading: &Reading) -> String {
        self.punctuation.of(reading)
    }

    /// Whether any endpoint can be asked at present.
    pub fn standing(&self) -> Standing {
        self.pool.standing()
    }

    /// Endpoints that were stopped since the last call, and why.
    pub fn news(&self) -> Vec<String> {
        let stopped = self.pool.take_stopped().into_iter();
        let told = |(at, problem): (usize, String)| {
            let endpoint = &self.asker.endpoints()[at].name;
            format!("`{endpoint}` gets nothing more in this run: {problem}")
        };
        stopped.map(told).collect()
    }

    /// What was asked of each endpoint so far, and what came of it.
    pub fn tallies(&self) -> Vec<Tally> {
        let tallies = self.pool.tallies().into_iter().enumerate();
        let named = tallies.map(|(at, tally)| Tally {
            endpoint: self.asker.name(at),
            ..tally
        });
        named.collect()
    }

    /// Requests that are out.
    pub fn n_in_flight(&self) -> usize {
        self.pool.n_in_flight()
    }

    /// Sends nothing new; what is in flight goes on.
    pub fn close(&self) {
        self.pool.close();
    }

    /// Speaks a reading; `take` counts from 1 and differs for every new take of the same text. Tries
    /// again, elsewhere if it can, then in halves, while that makes sense.
    ///
    /// # Errors
    ///
    /// The last try's fault.
    pub async fn speak(&self, reading: &Reading, take: u32) -> Result<Speech, SpeechError> {
        let takes = |reading| self.takes(reading, take);
        whole_or_halves(reading.clone(), &takes).await
    }

    async fn takes(&self, reading: Reading, take: u32) -> Result<Speech, SpeechError> {
        let (text, said) = (self.sent(&reading), Said::of(&reading));
        let mut tries = Tries::new(take, self.settings.tries, self.settings.backoff);
        let mut last = None;
        loop {
            let error = match self.try_once(&text, &said, tries.seed(), &mut last).await? {
                Tried::Spoken(speech) => return Ok(speech),
                Tried::NotAsked(error) if error.class() == FaultClass::Engine => error,
                Tried::NotAsked(_) => continue,
                Tried::Failed(error) => error,
            };
            match tries.after(&error) {
                Next::Again(wait) => self.pool.wait(wait).await,
                Next::GiveUp => return Err(error),
            }
        }
    }

    /// One try at the endpoint that is best at present; `last` is the one that failed before.
    async fn try_once(
        &self,
        text: &str,
        said: &Said,
        seed: u32,
        last: &mut Option<usize>,
    ) -> Result<Tried, SpeechError> {
        let n_characters = text.chars().count();
        // Before there is leave to ask: it would be used up by the wait, and may be void after it.
        self.pool
            .unless_closed(self.meter.wait(n_characters))
            .await?;
        let mut permit = self.pool.acquire(*last).await?;
        *last = Some(permit.at);
        if permit.is_probe
            && let Err((error, patience)) = self.prove(&mut permit).await
        {
            permit.failed(&error, PROBE.chars().count(), patience);
            return Ok(Tried::NotAsked(error));
        }
        self.spending.count(n_characters)?;
        let patience = permit.patience(n_characters);
        let began = Instant::now();
        let asked = self.asker.ask(permit.at, text, seed, patience).await;
        let took = began.elapsed();
        match asked.and_then(|answer| self.judged(answer, said)) {
            Ok(speech) => {
                permit.answered(n_characters, took);
                Ok(Tried::Spoken(speech))
            }
            Err(error) => {
                self.forget_if_away(permit.at, &error);
                permit.failed(&error, n_characters, patience);
                Ok(Tried::Failed(error))
            }
        }
    }

    fn judged(&self, answer: Answer, said: &Said) -> Result<Speech, SpeechError> {
        self.gates.judge(&answer.speech, answer.rate, said)?;
        Ok(answer.speech)
    }

    /// An endpoint that was away may have been started anew, without what it was told before.
    fn forget_if_away(&self, at: usize, error: &SpeechError) {
        if matches!(
            error,
            SpeechError::Unreachable { .. } | SpeechError::Broken { .. }
        ) {
            self.asker.forget(at);
        }
    }

    /// Lets an endpoint speak a short text, and sees whether its voice is that of the others.
    async fn prove(&self, permit: &mut Permit<'_>) -> Result<(), (SpeechError, Duration)> {
        let n_characters = PROBE.chars().count();
        let patience = permit.patience(n_characters);
        let away = |error| (error, patience);
        self.asker.forget(permit.at);
        let waited = self.pool.unless_closed(self.meter.wait(n_characters)).await;
        waited
            .and_then(|()| self.spending.count(n_characters))
            .map_err(away)?;
        let began = Instant::now();
        let answer = self
            .asker
            .ask(permit.at, PROBE, 0, patience)
            .await
            .map_err(away)?;
        gate::judge(&answer.speech, PROBE_SYLLABLES, self.asker.speed())
            .map_err(|reason| away(SpeechError::BadAudio { reason }))?;
        let same = self.is_same_voice(permit, answer.rate).await;
        same.map_err(away)?;
        permit.proven(n_characters, began.elapsed());
        Ok(())
    }

    async fn is_same_voice(&self, permit: &Permit<'_>, rate: u32) -> Result<(), SpeechError> {
        let mixed = |problem| {
            Err(SpeechError::MixedPool {
                endpoint: self.asker.endpoints()[permit.at].name.clone(),
                problem,
                has_worked: permit.has_worked(),
            })
        };
        let known = *self.rate.get_or_init(|| rate);
        if known != rate {
            return mixed(format!("it answers at {rate} Hz, the others at {known} Hz"));
        }
        // A server without a list, or with one that names nothing, is believed.
        let offered = self.asker.voices(permit.at).await.unwrap_or_default();
        if offered.is_empty() {
            return Ok(());
        }
        let is_listed = offered.contains(&self.voice);
        if *self.is_listed.get_or_init(|| is_listed) == is_listed {
            return Ok(());
        }
        mixed(format!("only some of them list the voice `{}`", self.voice))
    }
}
