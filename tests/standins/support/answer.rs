//! An answer as a server gives it.
//!
//! Never adds a header that was not asked for.

use serde_json::Value;

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

/// Bytes with the status 200 under a type of content; under none if it is empty.
pub fn bytes(content_type: &str, body: impl Into<Vec<u8>>) -> Answer {
    let headers = match content_type {
        "" => Vec::new(),
        _ => vec![("content-type", content_type.to_owned())],
    };
    Answer {
        status: 200,
        headers,
        body: body.into(),
    }
}

/// JSON.
pub fn json(status: u16, value: &Value) -> Answer {
    bytes("application/json", value.to_string()).with_status(status)
}

impl Answer {
    /// With another status.
    pub fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }

    /// With one more header.
    pub fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }
}
