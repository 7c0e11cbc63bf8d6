//! One call over HTTP.
//!
//! Never follows a redirect, never unpacks a packed body, and never reads more than an honest
//! answer can hold.

use reqwest::header::{ACCEPT_ENCODING, HeaderMap, HeaderValue};
use reqwest::{Client, Response, redirect};

use super::HttpSettings;
use super::endpoint::Endpoint;
use crate::speech::SpeechError;

/// Bytes of an answer that need no text to justify them.
const ANSWER_BASE: usize = 2_000_000;

/// Bytes more for every character; a second of 48 kHz stereo in 16 bits is twice as much.
const ANSWER_PER_CHARACTER: usize = 100_000;

/// Bytes that no answer may exceed.
const ANSWER_MOST: usize = 64_000_000;

/// Bytes of an error's body that are read.
const ERROR_BODY: usize = 64_000;

/// A client for requests to these endpoints.
///
/// # Errors
///
/// When the system has no root certificates, or none that can be read.
pub fn client(endpoints: &[Endpoint], settings: HttpSettings) -> Result<Client, SpeechError> {
    let mut headers = HeaderMap::new();
    // A packed body could be a thousand times larger than it looks.
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    let mut builder = Client::builder()
        .user_agent(concat!("pingshu/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers)
        .redirect(redirect::Policy::none())
        .referer(false)
        .connect_timeout(settings.connect);
    // A proxy for the world outside cannot reach a server on this machine.
    if endpoints.iter().all(Endpoint::is_local) {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| SpeechError::Setup {
        source: error.into(),
    })
}

/// Bytes that an honest answer to a text can have.
pub fn most_bytes(text: &str) -> usize {
    let most = ANSWER_PER_CHARACTER.saturating_mul(text.chars().count());
    most.saturating_add(ANSWER_BASE).min(ANSWER_MOST)
}

/// The whole body, unless it grows beyond `most` bytes.
pub async fn read(
    endpoint: &Endpoint,
    mut response: Response,
    most: usize,
) -> Result<Vec<u8>, SpeechError> {
    let mut body = Vec::new();
    while let Some(part) = response
        .chunk()
        .await
        .map_err(|error| fault(endpoint, error))?
    {
        if body.len() + part.len() > most {
            let endpoint = endpoint.name.clone();
            return Err(SpeechError::TooLarge {
                endpoint,
                limit: most,
            });
        }
        body.extend_from_slice(&part);
    }
    Ok(body)
}

/// What the body of an error says, as far as it comes.
pub async fn said(mut response: Response) -> String {
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

/// What a failed connection means.
pub fn fault(endpoint: &Endpoint, error: reqwest::Error) -> SpeechError {
    let (endpoint, is_connect) = (endpoint.name.clone(), error.is_connect());
    // The address inside the error has its secrets still in it.
    let source = error.without_url().into();
    if is_connect {
        return SpeechError::Unreachable { endpoint, source };
    }
    SpeechError::Broken { endpoint, source }
}
