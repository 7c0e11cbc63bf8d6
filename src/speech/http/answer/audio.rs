//! Where in an answer the audio is.
//!
//! Never takes a part for the whole: an answer that breaks off in the middle of a value is none.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Found, Reply, text_of};

/// Servers leave out the signs at the end or not.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Where the audio is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audio {
    /// All of the body.
    Body,
    /// In JSON.
    Json {
        /// Where in each value.
        pointer: String,
        /// How it is written there.
        encoding: Encoding,
        /// Whether the values are events of a stream, and not one after the other.
        has_events: bool,
    },
}

/// How audio is written in a string.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// Base64 (RFC 4648 §4).
    #[default]
    Base64,
    /// Two digits for each byte.
    Hex,
    /// The address where it is.
    Url,
}

impl Audio {
    /// In one value or several of them.
    pub fn json(pointer: &str, encoding: Encoding) -> Self {
        Self::Json {
            pointer: pointer.into(),
            encoding,
            has_events: false,
        }
    }

    /// In the events of a stream.
    pub fn events(pointer: &str, encoding: Encoding) -> Self {
        Self::Json {
            pointer: pointer.into(),
            encoding,
            has_events: true,
        }
    }

    /// The values of an answer, and whether the last one is whole. A body of audio has none.
    pub fn values(&self, reply: &Reply, is_wanted: bool) -> (Vec<Value>, bool) {
        match self {
            Self::Json {
                has_events: true, ..
            } => events(&reply.body),
            Self::Json { .. } => values(&reply.body),
            // Audio is not worth reading as JSON, and begins with neither.
            Self::Body if is_wanted && is_json(&reply.body) => values(&reply.body),
            Self::Body => (Vec::new(), true),
        }
    }

    /// The audio of an answer with these values.
    ///
    /// # Errors
    ///
    /// What came instead.
    pub fn find(&self, reply: Reply, values: &[Value], is_whole: bool) -> Result<Found, String> {
        let Self::Json {
            pointer, encoding, ..
        } = self
        else {
            return Ok(Found::Bytes(reply.body));
        };
        let parts = values
            .iter()
            .filter_map(|value| value.pointer(pointer)?.as_str());
        let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        match (parts.as_slice(), encoding) {
            ([], _) => Err(text_of(&reply)),
            _ if !is_whole => Err("the answer breaks off".into()),
            ([url, ..], Encoding::Url) => Ok(Found::Url((*url).into())),
            (parts, encoding) => {
                let bytes = parts.iter().map(|part| encoding.bytes(part));
                let bytes = bytes.collect::<Result<Vec<_>, _>>()?;
                Ok(Found::Bytes(bytes.concat()))
            }
        }
    }
}

impl Encoding {
    fn bytes(self, text: &str) -> Result<Vec<u8>, String> {
        match self {
            Self::Hex => hex(text),
            Self::Base64 | Self::Url => {
                // Some put the kind of audio before it, and some break it into lines.
                let text = match text.split_once(";base64,") {
                    Some((head, text)) if head.starts_with("data:") => text,
                    _ => text,
                };
                let text: String = text.split_ascii_whitespace().collect();
                let bytes = BASE64.decode(text);
                bytes.map_err(|error| format!("what should be base64: {error}"))
            }
        }
    }
}

fn hex(text: &str) -> Result<Vec<u8>, String> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let byte = |pair: &[u8]| match pair {
        [high, low] => Some((digit(high)? * 16 + digit(low)?) as u8),
        _ => None,
    };
    let bytes = text.trim().as_bytes().chunks(2).map(byte);
    let bytes: Option<Vec<u8>> = bytes.collect();
    bytes.ok_or_else(|| "what should be hexadecimal digits is none".into())
}

fn is_json(body: &[u8]) -> bool {
    let first = body.iter().find(|byte| !byte.is_ascii_whitespace());
    matches!(first, Some(b'{' | b'['))
}

/// JSON values, one after the other, with white space between them or none.
fn values(body: &[u8]) -> (Vec<Value>, bool) {
    let mut values = Vec::new();
    for value in serde_json::Deserializer::from_slice(body).into_iter() {
        match value {
            Ok(value) => values.push(value),
            Err(_) => return (values, false),
        }
    }
    (values, true)
}

/// The values of an event stream (<https://html.spec.whatwg.org/#parsing-an-event-stream>). A server
/// that has an error to tell often sends plain JSON instead.
fn events(body: &[u8]) -> (Vec<Value>, bool) {
    if is_json(body) {
        return values(body);
    }
    let text = String::from_utf8_lossy(body);
    let mut found = Vec::new();
    for event in text.replace("\r\n", "\n").split("\n\n") {
        let data = event.lines().filter_map(|line| line.strip_prefix("data:"));
        let data = data.map(str::trim).collect::<Vec<_>>().join("\n");
        match serde_json::from_str(&data) {
            Ok(value) => found.push(value),
            Err(_) if data.is_empty() || data == "[DONE]" => {}
            Err(_) => return (found, false),
        }
    }
    (found, true)
}
