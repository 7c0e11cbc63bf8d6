//! One server's address, and whether it wants to be left alone.
//!
//! Never shows the secrets that an address can carry.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use reqwest::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};
use reqwest::{Client, Response, Url, redirect};

use super::{HttpSettings, shown};
use crate::speech::SpeechError;

/// One address of the voice.
#[derive(Debug)]
pub struct Endpoint {
    /// Where requests go.
    pub url: Url,
    /// The address as messages show it.
    pub name: String,
    /// Until when the server asked to be left alone.
    rests_until: Mutex<Option<Instant>>,
}

impl Endpoint {
    /// Reads an address of a voice file.
    pub fn parse(address: &str) -> Result<Self, SpeechError> {
        let url = Url::parse(address.trim()).ok();
        let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
        let Some(base) = url else {
            // What is no address may still hold a secret after a question mark or before an at.
            let shown = address.split(['?', '#']).next().unwrap_or("");
            let endpoint = shown.rsplit('@').next().unwrap_or("").to_owned();
            return Err(SpeechError::Address { endpoint });
        };
        let mut url = base.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(["audio", "speech"]);
        }
        Ok(Self {
            url,
            name: shown(&base),
            rests_until: Mutex::new(None),
        })
    }

    fn is_local(&self) -> bool {
        let host = self.url.host_str().unwrap_or("");
        host == "localhost" || host == "[::1]" || host.starts_with("127.")
    }

    /// How much longer the server is to be left alone.
    pub fn rest(&self) -> Duration {
        let until = *self
            .rests_until
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        until.map_or(Duration::ZERO, |until| {
            until.saturating_duration_since(Instant::now())
        })
    }

    /// Remembers a server's wish to be left alone, for all who would ask it.
    pub fn take_note(&self, error: &SpeechError) {
        if let Some(rest) = error.retry_after() {
            let mut until = self
                .rests_until
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            *until = Some(Instant::now() + rest);
        }
    }

    /// The whole body, unless it grows beyond `most` bytes.
    pub async fn read(&self, mut response: Response, most: usize) -> Result<Vec<u8>, SpeechError> {
        let mut body = Vec::new();
        while let Some(part) = response.chunk().await.map_err(|error| self.fault(error))? {
            if body.len() + part.len() > most {
                let endpoint = self.name.clone();
                return Err(SpeechError::TooLarge {
                    endpoint,
                    limit: most,
                });
            }
            body.extend_from_slice(&part);
        }
        Ok(body)
    }

    /// What a failed connection means.
    pub fn fault(&self, error: reqwest::Error) -> SpeechError {
        let (endpoint, is_connect) = (self.name.clone(), error.is_connect());
        // The address inside the error has its secrets still in it.
        let source = error.without_url().into();
        if is_connect {
            return SpeechError::Unreachable { endpoint, source };
        }
        SpeechError::Broken { endpoint, source }
    }
}

/// A client for requests to these endpoints.
pub fn client(endpoints: &[Endpoint], settings: HttpSettings) -> Result<Client, SpeechError> {
    let mut headers = HeaderMap::new();
    // A packed body could be a thousand times larger than it looks.
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    let mut builder = Client::builder()
        .user_agent(concat!("pingshu/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers)
        .redirect(redirect::Policy::none())
        .referer(false)
        .connect_timeout(settings.connect)
        .timeout(settings.answer);
    // A proxy for the world outside cannot reach a server on this machine.
    if endpoints.iter().all(Endpoint::is_local) {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| SpeechError::Setup {
        source: error.into(),
    })
}
