//! Why something is not answered, in OpenAI's form of errors.
//!
//! Never shows what the server alone should know: paths, keys, the texts of others.

use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::speech::{FaultClass, SpeechError};

/// An answer that is no speech.
#[derive(Debug)]
pub struct Refusal {
    status: StatusCode,
    code: &'static str,
    field: Option<&'static str>,
    message: String,
    /// Seconds after which it is worth asking again.
    wait: Option<u64>,
}

impl Refusal {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            code,
            field: None,
            message: message.into(),
            wait: None,
        }
    }

    /// A field of the request that cannot be used.
    pub fn of_field(field: &'static str, message: impl Into<String>) -> Self {
        Self {
            field: Some(field),
            ..Self::new(StatusCode::BAD_REQUEST, "invalid_value", message)
        }
    }

    /// All places are taken.
    pub fn busy(seconds: u64) -> Self {
        let message = format!("all places are taken; ask again in {seconds} s");
        Self {
            wait: Some(seconds),
            ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
        }
    }

    /// Something that should not happen did.
    pub fn unexpected(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal_error", message)
    }
}

/// The voice inside says the same text in the same way each time, so a text that failed once is
/// the client's to change.
impl From<SpeechError> for Refusal {
    fn from(error: SpeechError) -> Self {
        match error.class() {
            FaultClass::Chunk | FaultClass::BadAudio => Self {
                code: "unspeakable",
                ..Self::of_field("input", error.to_string())
            },
            FaultClass::Engine | FaultClass::Transient => Self::unexpected(error.to_string()),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let kind = if self.status.is_server_error() {
            "server_error"
        } else {
            "invalid_request_error"
        };
        let error = json!({ "error": {
            "message": self.message, "type": kind, "param": self.field, "code": self.code,
        }});
        let mut response = Response::new(Body::from(error.to_string()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(seconds) = self.wait {
            headers.insert(RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
