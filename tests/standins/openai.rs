//! OpenAI's own service.
//!
//! Never takes a request without a key, a model and a voice.

use serde_json::{Value, json};

use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, speech};

const FORMATS: [&str; 6] = ["mp3", "opus", "aac", "flac", "wav", "pcm"];
const VOICES: [&str; 4] = ["alloy", "coral", "nova", "onyx"];

fn fault(status: u16, code: &str, message: &str) -> Answer {
    let kind = if status == 429 {
        code
    } else {
        "invalid_request_error"
    };
    let error = json!({ "message": message, "type": kind, "param": null, "code": code });
    json(status, &json!({ "error": error }))
}

fn honest(request: &Request, _: &str) -> Answer {
    if !request.is_post("/v1/audio/speech") {
        return fault(404, "unknown_url", "Unknown request URL");
    }
    if !request
        .header("authorization")
        .starts_with("Bearer canary-")
    {
        return fault(401, "invalid_api_key", "Incorrect API key provided");
    }
    let Some(asked) = request.json() else {
        return fault(
            400,
            "invalid_json",
            "We could not parse the JSON body of your request",
        );
    };
    let text = asked["input"].as_str().unwrap_or_default();
    let is_known =
        |field: &str, known: &[&str]| asked[field].as_str().is_some_and(|v| known.contains(&v));
    let is_right = is_known("voice", &VOICES)
        && is_known("response_format", &FORMATS)
        && asked["model"].is_string()
        && !text.is_empty()
        && text.chars().count() <= 4_096
        && asked.get("speed").is_none_or(Value::is_number);
    if !is_right {
        return fault(400, "invalid_value", "Invalid value");
    }
    // Its own WAV names no lengths: it is sent while it is made.
    bytes("audio/wav", speech(text, 24_000).wav_of_unknown_length())
}

/// The texts that a server of this interface was asked to say.
pub fn inputs(server: &StandIn) -> Vec<String> {
    let requests = server.requests().into_iter();
    let inputs = requests.map(|request| {
        request.json().unwrap()["input"]
            .as_str()
            .unwrap()
            .to_owned()
    });
    inputs.collect()
}

#[test]
fn a_book_is_told_by_openai() {
    let server = StandIn::new(honest);
    Telling::of("openai", &server).is_told();
    let mut said = inputs(&server);
    said.sort();
    assert_eq!(said, sorted(SAID));
}

/// In the order of their characters: requests that are in flight together come in any.
pub fn sorted(said: [&str; 2]) -> [&str; 2] {
    let mut said = said;
    said.sort_unstable();
    said
}

#[test]
fn a_limit_of_requests_is_waited_for() {
    let limited =
        fault(429, "rate_limit_exceeded", "Rate limit reached").with_header("retry-after", "1");
    let server = StandIn::lying(honest, [limited]);
    Telling::of("openai", &server).is_told();
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn an_empty_account_ends_the_run_at_once() {
    let broke = || fault(429, "insufficient_quota", "You exceeded your current quota");
    let server = StandIn::lying(honest, [broke(), broke(), broke(), broke(), broke()]);
    Telling::of("openai", &server)
        .render()
        .exits(4)
        .says("exceeded your current quota");
    assert!(server.requests().len() <= 2, "{}", server.requests().len());
}

#[test]
fn a_wrong_key_ends_the_run_at_once_and_is_not_shown() {
    let wrong = || {
        fault(
            401,
            "invalid_api_key",
            "Incorrect API key provided: canary-0123456789abcdef",
        )
    };
    let server = StandIn::lying(honest, [wrong(), wrong(), wrong()]);
    Telling::of("openai", &server).render().exits(4).says("401");
    assert!(server.requests().len() <= 2);
}
