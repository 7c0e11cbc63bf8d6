//! Downloads of large files that go on where they stopped.
//!
//! Never judges the content: whoever asked knows the file's hash, and must throw the file away if
//! it does not match. Never leaves bytes of two answers mixed up.

mod partial;
#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::header::{ACCEPT_ENCODING, CONTENT_RANGE, HeaderMap, HeaderValue, RANGE};
use reqwest::{Client, Response, StatusCode, Url, redirect};

use self::partial::Partial;
use super::shown;

/// For a connection to come up; the next source is tried after it.
const CONNECT: Duration = Duration::from_secs(5);

/// For the next bytes to come.
const IDLE: Duration = Duration::from_secs(20);

/// Releases of models lie one or two redirects away.
const REDIRECTS: usize = 5;

/// Why a file is not there, or not whole.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    /// A client that cannot be made, e.g. for want of root certificates.
    #[error("cannot set up downloads")]
    Setup {
        /// Why.
        #[source]
        source: reqwest::Error,
    },
    /// Text that is no address.
    #[error("`{url}` is not an address that starts with http:// or https://")]
    Address {
        /// The text, without secrets.
        url: String,
    },
    /// No connection, or no answer on it.
    #[error("no answer from `{url}`")]
    Unreachable {
        /// The address.
        url: String,
        /// Why.
        #[source]
        source: reqwest::Error,
    },
    /// An answer that is no file.
    #[error("`{url}` answered {status}")]
    Status {
        /// The address.
        url: String,
        /// HTTP status code.
        status: u16,
    },
    /// A file of which the end is missing; what has come is kept.
    #[error("the download of `{url}` broke off after {so_far} bytes")]
    CutOff {
        /// The address.
        url: String,
        /// Bytes on disk.
        so_far: u64,
        /// Why, if the connection says so.
        #[source]
        source: Option<reqwest::Error>,
    },
    /// A disk that takes no more.
    #[error("cannot write `{path}`")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why, e.g. no space left.
        #[source]
        source: io::Error,
    },
}

impl FetchError {
    /// Whether another source, or the same one later, may still have the file.
    pub fn is_about_source(&self) -> bool {
        !matches!(self, Self::Write { .. } | Self::Setup { .. })
    }
}

/// A client for downloads: patient with slow lines, not with dead ones.
///
/// # Errors
///
/// When the system's certificates cannot be read.
pub fn client() -> Result<Client, FetchError> {
    build(
        Client::builder()
            .connect_timeout(CONNECT)
            .read_timeout(IDLE),
    )
}

fn build(builder: reqwest::ClientBuilder) -> Result<Client, FetchError> {
    let mut headers = HeaderMap::new();
    // Ranges count the bytes of the file itself, not of a packed form.
    headers.insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    builder
        .user_agent(concat!("pingshu/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers)
        .redirect(redirect::Policy::limited(REDIRECTS))
        .referer(false)
        .build()
        .map_err(|source| FetchError::Setup { source })
}

/// Brings a file to `partial`, going on after the bytes that are already there. Tells `on_bytes`
/// how many there are, and how many there will be if the server says so.
///
/// # Errors
///
/// When the server or the disk gives up; what has come stays for the next call.
pub async fn download(
    client: &Client,
    url: &str,
    partial: &Path,
    mut on_bytes: impl FnMut(u64, Option<u64>),
) -> Result<(), FetchError> {
    let source = Source::parse(client, url)?;
    let mut file = Partial::open(partial)?;
    let mut response = source.ask(file.length).await?;
    match place(&response, file.length) {
        Place::Whole => return file.finish().await,
        Place::Beginning => file.clear()?,
        Place::Continuation => {}
        Place::Elsewhere => {
            file.clear()?;
            response = source.ask(0).await?;
        }
    }
    let total = total(source.checked(&response)?, file.length);
    source
        .receive(response, &mut file, |length| on_bytes(length, total))
        .await?;
    if total.is_some_and(|total| file.length < total) {
        return Err(source.cut_off(&file, None));
    }
    file.finish().await
}

/// Where an answer's bytes belong.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    /// There is nothing more to come.
    Whole,
    /// At the start, or it is an error, which is told from its status.
    Beginning,
    /// After what is there.
    Continuation,
    /// Not where they were asked for.
    Elsewhere,
}

fn place(response: &Response, length: u64) -> Place {
    let (start, total) = content_range(response);
    match response.status() {
        StatusCode::PARTIAL_CONTENT if start == Some(length) => Place::Continuation,
        StatusCode::PARTIAL_CONTENT => Place::Elsewhere,
        StatusCode::RANGE_NOT_SATISFIABLE if total == Some(length) => Place::Whole,
        StatusCode::RANGE_NOT_SATISFIABLE if length > 0 => Place::Elsewhere,
        StatusCode::OK => Place::Beginning,
        // What is there is kept: the next source may go on with it.
        _ => Place::Continuation,
    }
}

/// First byte and total of `Content-Range: bytes 7-9/10`, where either may be missing.
fn content_range(response: &Response) -> (Option<u64>, Option<u64>) {
    let range = response
        .headers()
        .get(CONTENT_RANGE)
        .and_then(|range| range.to_str().ok());
    let range = range.and_then(|range| range.strip_prefix("bytes "));
    let (span, total) = range
        .and_then(|range| range.split_once('/'))
        .unwrap_or(("", ""));
    let start = span.split('-').next().unwrap_or("");
    (start.parse().ok(), total.parse().ok())
}

/// Bytes of the whole file. Some servers send a range in smaller parts than was asked for.
fn total(response: &Response, length: u64) -> Option<u64> {
    let by_range = content_range(response).1;
    by_range.or_else(|| Some(length + response.content_length()?))
}

struct Source<'a> {
    client: &'a Client,
    url: Url,
    name: String,
}

impl<'a> Source<'a> {
    fn parse(client: &'a Client, url: &str) -> Result<Self, FetchError> {
        match Url::parse(url) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => {
                let name = shown(&url);
                Ok(Self { client, url, name })
            }
            _ => Err(FetchError::Address {
                url: url.split(['?', '#']).next().unwrap_or("").into(),
            }),
        }
    }

    async fn ask(&self, length: u64) -> Result<Response, FetchError> {
        let mut request = self.client.get(self.url.clone());
        if length > 0 {
            request = request.header(RANGE, format!("bytes={length}-"));
        }
        request
            .send()
            .await
            .map_err(|error| FetchError::Unreachable {
                url: self.name.clone(),
                source: error.without_url(),
            })
    }

    fn checked<'r>(&self, response: &'r Response) -> Result<&'r Response, FetchError> {
        match response.status() {
            StatusCode::OK | StatusCode::PARTIAL_CONTENT => Ok(response),
            status => Err(FetchError::Status {
                url: self.name.clone(),
                status: status.as_u16(),
            }),
        }
    }

    async fn receive(
        &self,
        mut response: Response,
        file: &mut Partial,
        mut on_bytes: impl FnMut(u64),
    ) -> Result<(), FetchError> {
        on_bytes(file.length);
        loop {
            let part = response.chunk().await;
            let Some(part) = part.map_err(|error| self.cut_off(file, Some(error)))? else {
                return Ok(());
            };
            file.append(&part)?;
            on_bytes(file.length);
        }
    }

    fn cut_off(&self, file: &Partial, error: Option<reqwest::Error>) -> FetchError {
        FetchError::CutOff {
            url: self.name.clone(),
            so_far: file.length,
            source: error.map(reqwest::Error::without_url),
        }
    }
}
