//! One server's address.
//!
//! Never shows the secrets that an address can carry.

use std::sync::atomic::{AtomicBool, Ordering};

use reqwest::Url;
use tokio::sync::{Mutex, MutexGuard};

use super::shown;
use crate::speech::SpeechError;

/// One address of the voice.
#[derive(Debug)]
pub struct Endpoint {
    /// The address that requests go below.
    pub(super) base: Url,
    /// The address as messages show it.
    pub name: String,
    is_prepared: AtomicBool,
    /// Held while it is prepared, which one request does for all.
    preparing: Mutex<()>,
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
        Ok(Self {
            name: shown(&base),
            base,
            is_prepared: AtomicBool::new(false),
            preparing: Mutex::new(()),
        })
    }

    /// Whether it is on this machine.
    pub(super) fn is_local(&self) -> bool {
        let host = self.base.host_str().unwrap_or("");
        host == "localhost" || host == "[::1]" || host.starts_with("127.")
    }

    /// Waits until nobody prepares it; nothing, if it is prepared.
    pub(super) async fn to_prepare(&self) -> Option<MutexGuard<'_, ()>> {
        if self.is_prepared.load(Ordering::Acquire) {
            return None;
        }
        let guard = self.preparing.lock().await;
        // Another request may have done it in the meantime.
        (!self.is_prepared.load(Ordering::Acquire)).then_some(guard)
    }

    /// Remembers whether it is prepared.
    pub(super) fn set_prepared(&self, is_prepared: bool) {
        self.is_prepared.store(is_prepared, Ordering::Release);
    }
}
