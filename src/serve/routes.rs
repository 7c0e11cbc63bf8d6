//! What can be asked, and the form of each answer.
//!
//! Never answers anything before the asker is let in.

use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};

use super::refusal::Refusal;
use super::request::Asked;
use super::{MOST_BYTES, PATIENCE, Server};
use crate::transfer::Format;

/// The one thing that is answered without a key.
const HEALTH: &str = "/health";

pub fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/v1/audio/speech", post(speech))
        .route("/v1/audio/voices", get(voices))
        .route("/v1/models", get(models))
        .route(HEALTH, get(health))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn_with_state(Arc::clone(&server), let_in))
        .with_state(server)
}

async fn let_in(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    let access = &server.access;
    let checked = access.check_host(request.uri(), request.headers());
    let checked = checked.and_then(|()| match request.uri().path() {
        HEALTH => Ok(()),
        _ => access.check_key(request.headers()),
    });
    match checked {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

async fn speech(State(server): State<Arc<Server>>, request: Request) -> Result<Response, Refusal> {
    let body = body(request.into_body()).await?;
    let asked = Asked::parse(&body)?;
    drop(body);
    let kind = content_type(asked.format);
    let bytes = server.speak(asked).await?;
    Ok(answer(bytes, kind))
}

async fn body(body: Body) -> Result<axum::body::Bytes, Refusal> {
    let read = tokio::time::timeout(PATIENCE, to_bytes(body, MOST_BYTES)).await;
    let read = read.map_err(|_| {
        let message = format!("the body did not come within {} s", PATIENCE.as_secs());
        Refusal::new(StatusCode::REQUEST_TIMEOUT, "timeout", message)
    })?;
    // Of a body that broke off nobody is left to hear.
    read.map_err(|_| {
        let message = format!("the body has more than {MOST_BYTES} bytes");
        Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
    })
}

fn content_type(format: Format) -> &'static str {
    match format {
        Format::Wav => "audio/wav",
        Format::Mp3 => "audio/mpeg",
        Format::Flac => "audio/flac",
        Format::Opus => "audio/ogg",
        Format::Pcm => "audio/pcm",
    }
}

async fn voices(State(server): State<Arc<Server>>) -> Response {
    json_answer(&json!({ "voices": server.narrators.names().collect::<Vec<_>>() }))
}

async fn models(State(server): State<Arc<Server>>) -> Response {
    let model = json!({
        "id": server.narrators.model(), "object": "model", "created": 0, "owned_by": "pingshu",
    });
    json_answer(&json!({ "object": "list", "data": [model] }))
}

async fn health() -> Response {
    json_answer(&json!({ "status": "ok" }))
}

async fn unknown(request: Request) -> Refusal {
    let message = format!("there is nothing at `{}`", request.uri().path());
    Refusal::new(StatusCode::NOT_FOUND, "not_found", message)
}

async fn wrong_method(request: Request) -> Refusal {
    let message = format!(
        "`{}` is not asked for with {}",
        request.uri().path(),
        request.method()
    );
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "wrong_method", message)
}

fn json_answer(value: &Value) -> Response {
    answer(value.to_string().into(), "application/json")
}

fn answer(bytes: Vec<u8>, kind: &'static str) -> Response {
    let mut response = Response::new(Body::from(bytes));
    let kind = HeaderValue::from_static(kind);
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response
}
