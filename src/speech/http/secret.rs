//! A key of a server.
//!
//! Never shows itself: neither in messages nor when it is printed for debugging.

use std::{env, fmt};

use reqwest::header::HeaderValue;

use crate::speech::SpeechError;

/// A key that does not show itself.
pub struct Key(String);

impl Key {
    /// The key that an environment variable holds.
    ///
    /// # Errors
    ///
    /// When the variable is empty, or holds what no request can carry.
    pub fn read(name: &str) -> Result<Self, SpeechError> {
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

    /// The key itself, for a request and for nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[key]")
    }
}
