//! One call over HTTP.
//!
//! Never follows a redirect, never unpacks a packed body, and never reads more than an honest
//! answer can hold.

use std::time::SystemTime;

use reqwest::header::{
    ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER,
};
use reqwest::{Client, ClientBuilder, Response, redirect};

use super::answer::Reply;
use super::backoff::retry_after;
use super::endpoint::Endpoint;
use super::template::Call;
use super::{HttpSettings, shown};
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
    let mut builder = builder(settings);
    // A proxy for the world outside cannot reach a server on this machine.
    if endpoints.iter().all(Endpoint::is_local) {
        builder = builder.no_proxy();
    }
    build(builder)
}

/// What all clients have in common.
pub fn builder(settings: HttpSettings) -> ClientBuilder {
    let mut headers = HeaderMap::new();
    // A packed body could be a thousand times larger than it looks.
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    Client::builder()
        .user_agent(concat!("pingshu/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers)
        .redirect(redirect::Policy::none())
        .referer(false)
        .connect_timeout(settings.connect)
}

/// The client.
///
/// # Errors
///
/// When the system has no root certificates, or none that can be read.
pub fn build(builder: ClientBuilder) -> Result<Client, SpeechError> {
    builder.build().map_err(|error| SpeechError::Setup {
        source: error.into(),
    })
}

/// Bytes that an honest answer to a text can have.
pub fn most_bytes(text: &str) -> usize {
    let most = ANSWER_PER_CHARACTER.saturating_mul(text.chars().count());
    most.saturating_add(ANSWER_BASE).min(ANSWER_MOST)
}

/// Sends a call and reads what comes back, unless it grows beyond `most` bytes.
///
/// # Errors
///
/// When the server is not there, or its answer breaks off or does not end.
pub async fn send(
    client: &Client,
    endpoint: &Endpoint,
    call: Call,
    most: usize,
) -> Result<Reply, SpeechError> {
    let mut request = client.request(call.method, call.url).headers(call.headers);
    if !call.body.is_empty() {
        request = request.body(call.body);
    }
    let response = request
        .send()
        .await
        .map_err(|error| fault(endpoint, error))?;
    reply(endpoint, response, most).await
}

async fn reply(endpoint: &Endpoint, response: Response, most: usize) -> Result<Reply, SpeechError> {
    let header = |name: HeaderName| {
        let value = response.headers().get(name);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    let location = Some(header(LOCATION)).filter(|target| !target.is_empty());
    let location = location.and_then(|target| response.url().join(target).ok());
    let reply = Reply {
        status: response.status().as_u16(),
        content_type: header(CONTENT_TYPE).into(),
        retry_after: retry_after(header(RETRY_AFTER), SystemTime::now()),
        location: location
            .filter(|_| response.status().is_redirection())
            .as_ref()
            .map(shown),
        body: Vec::new(),
    };
    let body = if reply.is_success() {
        read(endpoint, response, most).await?
    } else {
        said(response).await
    };
    Ok(Reply { body, ..reply })
}

/// The whole body, unless it grows beyond `most` bytes.
async fn read(
    endpoint: &Endpoint,
    mut response: Response,
    most: usize,
) -> Result<Vec<u8>, SpeechError> {
    let mut body = Vec::new();
    let broken = |error| fault(endpoint, error);
    while let Some(part) = response.chunk().await.map_err(broken)? {
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

/// The body of an error, as far as it comes.
async fn said(mut response: Response) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(part)) = response.chunk().await {
        body.extend_from_slice(&part);
        if body.len() > ERROR_BODY {
            body.truncate(ERROR_BODY);
            break;
        }
    }
    body
}

/// What a failed connection means.
fn fault(endpoint: &Endpoint, error: reqwest::Error) -> SpeechError {
    let (endpoint, is_connect) = (endpoint.name.clone(), error.is_connect());
    // The address inside the error has its secrets still in it.
    let source = error.without_url().into();
    if is_connect {
        return SpeechError::Unreachable { endpoint, source };
    }
    SpeechError::Broken { endpoint, source }
}
