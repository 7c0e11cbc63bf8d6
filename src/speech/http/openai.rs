//! The engine `openai`: any server that speaks at `/audio/speech` as OpenAI's does.
//!
//! Never follows a redirect, never sends a key to where it does not belong, and never returns audio
//! that failed a gate.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::SystemTime;
use std::{env, fmt};

use reqwest::header::{HeaderValue, LOCATION, RETRY_AFTER};
use reqwest::{Client, Response};
use tokio::time::sleep;

use super::backoff::{backoff, retry_after};
use super::endpoint::{self, Endpoint};
use super::request::Request;
use super::{HttpSettings, answer, shown};
use crate::speech::error::FaultClass;
use crate::speech::gate::{self, Syllables};
use crate::speech::voice::OpenAiVoice;
use crate::speech::{Speech, SpeechError};

/// Bytes of an answer that need no text to justify them.
const ANSWER_BASE: usize = 2_000_000;

/// Bytes more for every character; a second of 48 kHz stereo in 16 bits is twice as much.
const ANSWER_PER_CHARACTER: usize = 100_000;

/// Bytes that no answer may exceed.
const ANSWER_MOST: usize = 64_000_000;

/// Bytes of an error's body that are read.
const ERROR_BODY: usize = 64_000;

/// A narrator on one or several servers.
#[derive(Debug)]
pub struct OpenAi {
    client: Client,
    endpoints: Vec<Endpoint>,
    turn: AtomicUsize,
    request: Request,
    key: Option<Key>,
    settings: HttpSettings,
}

/// A key that does not show itself.
struct Key(String);

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[key]")
    }
}

impl OpenAi {
    /// Makes the engine of a voice; sends nothing yet.
    ///
    /// # Errors
    ///
    /// When the key is missing, or an endpoint is no address.
    pub fn new(
        voice: &OpenAiVoice,
        speed: f32,
        settings: HttpSettings,
    ) -> Result<Self, SpeechError> {
        let key = voice.key_env.as_deref().map(Key::read).transpose()?;
        let endpoints = voice
            .endpoints
            .iter()
            .map(|address| Endpoint::parse(address));
        let endpoints: Vec<Endpoint> = endpoints.collect::<Result<_, _>>()?;
        Ok(Self {
            client: endpoint::client(&endpoints, settings)?,
            endpoints,
            turn: AtomicUsize::new(0),
            request: Request::new(voice, speed),
            key,
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
            let endpoint = self.endpoint(turn.wrapping_add(n_tries as usize));
            sleep(endpoint.rest()).await;
            n_tries += 1;
            let error = match self.ask(endpoint, text, syllables, (take, n_bad)).await {
                Ok(speech) => return Ok(speech),
                Err(error) => error,
            };
            endpoint.take_note(&error);
            match error.class() {
                _ if n_tries >= self.settings.tries => return Err(error),
                FaultClass::Transient => {}
                FaultClass::BadAudio => n_bad += 1,
                FaultClass::Chunk | FaultClass::Engine => return Err(error),
            }
            sleep(backoff(self.settings.backoff, n_tries)).await;
        }
    }

    /// The endpoint whose turn it is, or one that has not asked to be left alone for as long.
    fn endpoint(&self, turn: usize) -> &Endpoint {
        let n = self.endpoints.len();
        let in_turn = (0..n).map(|i| &self.endpoints[(turn % n + i) % n]);
        in_turn
            .min_by_key(|endpoint| endpoint.rest())
            .expect("a voice has at least one endpoint")
    }

    async fn ask(
        &self,
        endpoint: &Endpoint,
        text: &str,
        syllables: Syllables,
        (take, n_bad): (u32, u32),
    ) -> Result<Speech, SpeechError> {
        let body = self.request.body(text, take, n_bad);
        let mut request = self.client.post(endpoint.url.clone()).json(&body);
        if let Some(Key(key)) = &self.key {
            request = request.bearer_auth(key);
        }
        let response = request
            .send()
            .await
            .map_err(|error| endpoint.fault(error))?;
        if !response.status().is_success() {
            return Err(self.refusal(endpoint, response).await);
        }
        let most = ANSWER_PER_CHARACTER.saturating_mul(text.chars().count());
        let most = most.saturating_add(ANSWER_BASE).min(ANSWER_MOST);
        let bytes = endpoint.read(response, most).await?;
        let speech = self.decoded(bytes).await?;
        gate::judge(&speech, syllables, self.request.speed())
            .map_err(|reason| SpeechError::BadAudio { reason })?;
        Ok(speech)
    }

    async fn decoded(&self, bytes: Vec<u8>) -> Result<Speech, SpeechError> {
        let (form, key) = (self.request.form(), self.key().map(String::from));
        let decoding = move || answer::speech(&bytes, form, key.as_deref());
        let decoded = tokio::task::spawn_blocking(decoding).await;
        decoded.unwrap_or_else(|error| {
            let reason = error.to_string();
            Err(SpeechError::BadAudio { reason })
        })
    }

    fn key(&self) -> Option<&str> {
        self.key.as_ref().map(|Key(key)| key.as_str())
    }

    /// What a status that is not success means.
    async fn refusal(&self, endpoint: &Endpoint, response: Response) -> SpeechError {
        let status = response.status();
        let header = |name| {
            response
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok())
        };
        let rest = header(RETRY_AFTER).and_then(|value| retry_after(value, SystemTime::now()));
        let target = header(LOCATION).and_then(|target| response.url().join(target).ok());
        let body = match target {
            Some(target) if status.is_redirection() => {
                format!("it redirects to {}, which is not followed", shown(&target))
            }
            _ => said(response).await,
        };
        let message = match answer::message(&body, self.key()) {
            message if message.is_empty() => status.canonical_reason().unwrap_or("").to_lowercase(),
            message => message,
        };
        SpeechError::Status {
            endpoint: endpoint.name.clone(),
            status: status.as_u16(),
            message,
            retry_after: rest,
        }
    }
}

impl Key {
    fn read(name: &str) -> Result<Self, SpeechError> {
        let name = || name.to_owned();
        let key = env::var(name()).unwrap_or_default().trim().to_owned();
        if key.is_empty() {
            return Err(SpeechError::NoKey { name: name() });
        }
        match HeaderValue::from_str(&key) {
            Ok(_) => Ok(Self(key)),
            Err(_) => Err(SpeechError::BadKey { name: name() }),
        }
    }
}

/// What the body of an error says, as far as it comes.
async fn said(mut response: Response) -> String {
    let mut body = Vec::new();
    while let Ok(Some(part)) = response.chunk().await {
        body.extend_from_slice(&part);
        if body.len() > ERROR_BODY {
            body.truncate(ERROR_BODY);
            break;
        }
    }
    String::from_utf8_lossy(&body).into_owned()
}
