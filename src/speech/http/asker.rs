//! One attempt at one endpoint.
//!
//! Never tries again, never waits and never judges how the audio sounds: that is the business of
//! whoever asks. Never sends a key to where it does not belong.

#[cfg(test)]
mod tests;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Client, StatusCode};
use tokio::task::spawn_blocking;

use super::answer::{self, Fault, Found, Reply};
use super::endpoint::Endpoint;
use super::secret::{Key, KeySource};
use super::template::{Request, Template, decoded};
use super::{HttpSettings, client, follow};
use crate::speech::error::{FaultClass, status_class};
use crate::speech::voice::HttpVoice;
use crate::speech::{Speech, SpeechError};

/// For the names of voices to come.
const LISTING: Duration = Duration::from_secs(30);

/// What asks the endpoints of one voice.
#[derive(Debug)]
pub struct Asker {
    client: Client,
    follower: Client,
    endpoints: Vec<Endpoint>,
    template: Box<Template>,
    key: Option<Arc<Key>>,
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
    /// When the key or a file to send along is missing, or an endpoint is no address.
    pub fn new(voice: &HttpVoice, speed: f32, settings: HttpSettings) -> Result<Self, SpeechError> {
        let key = voice.key.as_ref().map(KeySource::read).transpose()?;
        let endpoints = voice
            .endpoints
            .iter()
            .map(|address| Endpoint::parse(address));
        let endpoints: Vec<Endpoint> = endpoints.collect::<Result<_, _>>()?;
        let mut template = voice.template.clone();
        template.read_in_files()?;
        template.fixed.speed = speed;
        Ok(Self {
            client: client::client(&endpoints, settings)?,
            follower: follow::follower(settings)?,
            endpoints,
            template,
            key: key.map(Arc::new),
        })
    }

    /// The addresses of the voice; never none.
    pub fn endpoints(&self) -> &[Endpoint] {
        &self.endpoints
    }

    /// The address at this position as a report shows it: even a path may hold the key.
    pub fn name(&self, at: usize) -> String {
        self.hidden(&self.endpoints[at].name)
    }

    /// The rate of speech that is really asked for.
    pub fn speed(&self) -> f32 {
        self.template.speed()
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
        within(endpoint, timeout, self.prepare(endpoint)).await?;
        let audio = within(endpoint, timeout, self.audio(endpoint, text, n)).await?;
        self.decoded(endpoint, audio).await
    }

    /// Forgets what the endpoint at this position was told once: it may have been started anew.
    pub fn forget(&self, at: usize) {
        self.endpoints[at].set_prepared(false);
    }

    /// The names of the voices that the endpoint at this position says it has.
    ///
    /// # Errors
    ///
    /// When it does not tell, or nobody knows how to ask it.
    pub async fn voices(&self, at: usize) -> Result<Vec<String>, SpeechError> {
        let endpoint = &self.endpoints[at];
        let Some(listing) = &self.template.listing else {
            return Err(SpeechError::NoListing);
        };
        let asked = self.send(endpoint, &listing.request, "", 0);
        let reply = within(endpoint, LISTING, asked).await?;
        if !reply.is_success() {
            return Err(self.refusal(endpoint, &reply, None));
        }
        let json = serde_json::from_slice(&reply.body);
        let names = answer::names(&json.unwrap_or_default(), listing.pointer.as_deref());
        if names.is_empty() {
            let said = String::from_utf8_lossy(&reply.body);
            return Err(SpeechError::NoVoices {
                endpoint: endpoint.name.clone(),
                message: self.message(&said),
            });
        }
        Ok(names.iter().map(|name| self.hidden(name)).collect())
    }

    /// Sends the requests that come before all others, unless they were sent.
    async fn prepare(&self, endpoint: &Endpoint) -> Result<(), SpeechError> {
        if self.template.prepare.is_empty() {
            return Ok(());
        }
        let Some(_guard) = endpoint.to_prepare().await else {
            return Ok(());
        };
        for request in &self.template.prepare {
            let reply = self.send(endpoint, request, "", 0).await?;
            if !reply.is_success() {
                // It is the endpoint that is not ready, whatever text it was for.
                let class = match status_class(reply.status) {
                    FaultClass::Transient => FaultClass::Transient,
                    _ => FaultClass::Engine,
                };
                return Err(self.refusal(endpoint, &reply, Some(class)));
            }
        }
        endpoint.set_prepared(true);
        Ok(())
    }

    /// The bytes of the audio of a text.
    async fn audio(&self, endpoint: &Endpoint, text: &str, n: u32) -> Result<Vec<u8>, SpeechError> {
        let reply = self.send(endpoint, &self.template.request, text, n).await?;
        match self.found(reply).await {
            Ok(Found::Bytes(bytes)) => Ok(bytes),
            Ok(Found::Url(url)) => self.follow(endpoint, &url, text).await,
            Err(Fault::Ruled(class, reply)) => Err(self.refusal(endpoint, &reply, Some(class))),
            Err(Fault::Status(reply)) => Err(self.refusal(endpoint, &reply, None)),
            Err(Fault::NotSpeech(said)) => Err(not_speech(endpoint, self.message(&said))),
        }
    }

    async fn send(
        &self,
        endpoint: &Endpoint,
        request: &Request,
        text: &str,
        n: u32,
    ) -> Result<Reply, SpeechError> {
        let key = self.key.as_ref().map(|key| key.expose());
        let call = request.call(&endpoint.base, &self.template.values(text, n, key));
        // Everything but the key was tried when the voice file was read.
        let call = call.map_err(|_| SpeechError::BadKey {
            place: "the voice file's key".into(),
        })?;
        client::send(&self.client, endpoint, call, client::most_bytes(text)).await
    }

    /// Looks through an answer, aside if that takes long.
    async fn found(&self, reply: Reply) -> Result<Found, Fault> {
        let answering = Arc::clone(&self.template.answering);
        if answering.is_quick() {
            return answering.find(reply);
        }
        let found = spawn_blocking(move || answering.find(reply)).await;
        found.unwrap_or_else(|error| Err(Fault::NotSpeech(error.to_string())))
    }

    async fn follow(
        &self,
        endpoint: &Endpoint,
        url: &str,
        text: &str,
    ) -> Result<Vec<u8>, SpeechError> {
        let call = follow::call(&endpoint.base, url);
        let call = call.map_err(|problem| not_speech(endpoint, problem))?;
        let most = client::most_bytes(text);
        let reply = client::send(&self.follower, endpoint, call, most).await?;
        if !reply.is_success() {
            // The endpoint itself is well, so its status is none of the endpoint's.
            let reason = format!("the address of its audio answered {}", reply.status);
            return Err(not_speech(endpoint, reason));
        }
        Ok(reply.body)
    }

    async fn decoded(&self, endpoint: &Endpoint, bytes: Vec<u8>) -> Result<Answer, SpeechError> {
        let (raw, key) = (self.template.answering.raw, self.key.clone());
        let decoding = move || answer::speech(&bytes, raw, key.as_deref());
        let decoded = spawn_blocking(decoding).await;
        let decoded = decoded.unwrap_or_else(|error| Err(error.to_string()));
        decoded.map_err(|reason| not_speech(endpoint, reason))
    }

    /// What an answer means that is none; `class` if something else than its status tells.
    fn refusal(
        &self,
        endpoint: &Endpoint,
        reply: &Reply,
        class: Option<FaultClass>,
    ) -> SpeechError {
        let (endpoint, status, retry_after) =
            (endpoint.name.clone(), reply.status, reply.retry_after);
        let message = match &reply.location {
            Some(target) => self.message(&format!(
                "it redirects to {}, which is not followed",
                decoded(target)
            )),
            None => self.message(&String::from_utf8_lossy(&reply.body)),
        };
        let message = if message.is_empty() {
            reason(status)
        } else {
            message
        };
        match class {
            Some(class) => SpeechError::Ruled {
                endpoint,
                status,
                message,
                class,
                retry_after,
            },
            None => SpeechError::Status {
                endpoint,
                status,
                message,
                retry_after,
            },
        }
    }

    fn message(&self, said: &str) -> String {
        answer::message(said, self.key.as_deref())
    }

    fn hidden(&self, text: &str) -> String {
        self.key
            .as_ref()
            .map_or(text.into(), |key| key.hidden_in(text))
    }
}

async fn within<T>(
    endpoint: &Endpoint,
    timeout: Duration,
    asked: impl Future<Output = Result<T, SpeechError>>,
) -> Result<T, SpeechError> {
    tokio::time::timeout(timeout, asked)
        .await
        .unwrap_or_else(|_| {
            Err(SpeechError::TimedOut {
                endpoint: endpoint.name.clone(),
                seconds: timeout.as_secs_f64(),
            })
        })
}

fn not_speech(endpoint: &Endpoint, reason: String) -> SpeechError {
    SpeechError::NotSpeech {
        endpoint: endpoint.name.clone(),
        reason,
    }
}

/// What a status is called.
fn reason(status: u16) -> String {
    let reason = StatusCode::from_u16(status)
        .ok()
        .and_then(|status| status.canonical_reason());
    reason.unwrap_or_default().to_lowercase()
}
