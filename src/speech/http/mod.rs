//! Engines that are reached over HTTP, and downloads.
//!
//! Never lets a key into a message, never believes a status or a content type over the bytes, and
//! never reads more than an honest answer can hold.

mod answer;
mod asker;
mod backoff;
mod client;
mod endpoint;
pub mod fetch;
mod remote;
mod request;
#[cfg(test)]
mod scripted;
mod secret;

use std::error::Error;
use std::time::Duration;

pub use asker::{Answer, Asker};
pub use endpoint::Endpoint;
pub use remote::Remote;

/// How patient a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HttpSettings {
    /// For a connection to come up.
    pub connect: Duration,
    /// For a whole answer; slow servers send nothing before everything is spoken.
    pub answer: Duration,
    /// Requests for one take, the first included.
    pub tries: u32,
    /// Longest wait before the second try; it doubles from try to try.
    pub backoff: Duration,
}

impl Default for HttpSettings {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            answer: Duration::from_mins(2),
            tries: 4,
            backoff: Duration::from_millis(500),
        }
    }
}

/// An error and its causes in one line.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

/// An address as messages show it: without name, password and query, where keys hide.
fn shown(url: &reqwest::Url) -> String {
    let mut url = url.clone();
    url.set_query(None);
    url.set_fragment(None);
    // Addresses without a host have no user either.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.as_str().trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_secrets() {
        let url = reqwest::Url::parse("https://me:secret@host.test/v1/?key=secret#x").unwrap();
        assert_eq!(shown(&url), "https://host.test/v1");
    }
}
