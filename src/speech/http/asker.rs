//! One attempt at one endpoint.
//!
//! Never tries again, never waits and never judges how the audio sounds: that is the business of
//! whoever asks. Never sends a key to where it does not belong.

use std::time::{Duration, SystemTime};

use reqwest::header::{LOCATION, RETRY_AFTER};
use reqwest::{Client, Response};

use super::backoff::retry_after;
use super::endpoint::Endpoint;
use super::request::Request;
use super::secret::Key;
use super::{HttpSettings, answer, client, shown};
use crate::speech::voice::HttpVoice;
use crate::speech::{Speech, SpeechError};

/// What asks the endpoints of one voice.
#[derive(Debug)]
pub struct Asker {
    client: Client,
    endpoints: Vec<Endpoint>,
    request: Request,
    key: Option<Key>,
}

/// A spoken text.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// Mono at 24 kHz, as all speech is kept.
    pub speech: Speech,
    /// The sample rate that the server sent.
    pub rate: u32,
}

impl Asker {
    /// Makes what asks for a voice; sends nothing yet.
    ///
    /// # Errors
    ///
    /// When the key is missing, or an endpoint is no address.
    pub fn new(voice: &HttpVoice, speed: f32, settings: HttpSettings) -> Result<Self, SpeechError> {
        let key = voice.key_env.as_deref().map(Key::read).transpose()?;
        let endpoints = voice
            .endpoints
            .iter()
            .map(|address| Endpoint::parse(address));
        let endpoints: Vec<Endpoint> = endpoints.collect::<Result<_, _>>()?;
        Ok(Self {
            client: client::client(&endpoints, settings)?,
            endpoints,
            request: Request::new(voice, speed),
            key,
        })
    }

    /// The addresses of the voice; never none.
    pub fn endpoints(&self) -> &[Endpoint] {
        &self.endpoints
    }

    /// The rate of speech that is really asked for.
    pub fn speed(&self) -> f32 {
        self.request.speed()
    }

    /// Asks the endpoint at this position for a text, once. Another `n` is another seed, and with
    /// it another way to say the same.
    ///
    /// # Errors
    ///
    /// Whatever came instead of audio; [`SpeechError::TimedOut`] when it took longer than `timeout`.
    pub async fn ask(
        &self,
        at: usize,
        text: &str,
        n: u32,
        timeout: Duration,
    ) -> Result<Answer, SpeechError> {
        let endpoint = &self.endpoints[at];
        let asked = tokio::time::timeout(timeout, self.asked(endpoint, text, n)).await;
        let bytes = asked.unwrap_or_else(|_| {
            Err(SpeechError::TimedOut {
                endpoint: endpoint.name.clone(),
                seconds: timeout.as_secs_f64(),
            })
        })?;
        self.decoded(endpoint, bytes).await
    }

    /// Forgets what the endpoint at this position was told once: it may have been started anew.
    pub fn forget(&self, at: usize) {
        debug_assert!(at < self.endpoints.len(), "an endpoint of this voice");
    }

    async fn asked(&self, endpoint: &Endpoint, text: &str, n: u32) -> Result<Vec<u8>, SpeechError> {
        let body = self.request.body(text, n);
        let mut request = self.client.post(endpoint.url.clone()).json(&body);
        if let Some(key) = &self.key {
            request = request.bearer_auth(key.expose());
        }
        let sent = request.send().await;
        let response = sent.map_err(|error| client::fault(endpoint, error))?;
        if !response.status().is_success() {
            return Err(self.refusal(endpoint, response).await);
        }
        client::read(endpoint, response, client::most_bytes(text)).await
    }

    async fn decoded(&self, endpoint: &Endpoint, bytes: Vec<u8>) -> Result<Answer, SpeechError> {
        let (form, key) = (self.request.form(), self.key().map(String::from));
        let decoding = move || answer::speech(&bytes, form, key.as_deref());
        let decoded = tokio::task::spawn_blocking(decoding).await;
        let decoded = decoded.unwrap_or_else(|error| Err(error.to_string()));
        decoded.map_err(|reason| SpeechError::NotSpeech {
            endpoint: endpoint.name.clone(),
            reason,
        })
    }

    fn key(&self) -> Option<&str> {
        self.key.as_ref().map(Key::expose)
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
            _ => client::said(response).await,
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
