//! One server's address.
//!
//! Never shows the secrets that an address can carry.

use reqwest::Url;

use super::shown;
use crate::speech::SpeechError;

/// One address of the voice.
#[derive(Debug)]
pub struct Endpoint {
    /// Where requests go.
    pub(super) url: Url,
    /// The address as messages show it.
    pub name: String,
}

impl Endpoint {
    /// Reads an address of a voice file.
    ///
    /// # Errors
    ///
    /// When it is no address of a server.
    pub(super) fn parse(address: &str) -> Result<Self, SpeechError> {
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
        })
    }

    /// Whether it is on this machine.
    pub(super) fn is_local(&self) -> bool {
        let host = self.url.host_str().unwrap_or("");
        host == "localhost" || host == "[::1]" || host.starts_with("127.")
    }
}
