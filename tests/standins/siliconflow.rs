//! SiliconFlow.
//!
//! Never answers at another rate than 44.1 kHz unless it is asked to.

use serde_json::json;

use crate::openai::{inputs, sorted};
use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, speech};

fn honest(request: &Request, _: &str) -> Answer {
    if !request
        .header("authorization")
        .starts_with("Bearer canary-")
    {
        return json(401, &json!("Invalid token"));
    }
    let asked = match request.json() {
        Some(asked) if request.is_post("/v1/audio/speech") => asked,
        _ => return json(404, &json!("404 page not found")),
    };
    let model = asked["model"].as_str().unwrap_or_default();
    let voice = asked["voice"].as_str().unwrap_or_default();
    if model.is_empty() || !voice.starts_with(&format!("{model}:")) {
        return json(
            400,
            &json!({ "code": 20015, "message": "voice is invalid", "data": null }),
        );
    }
    bytes(
        "audio/wav",
        speech(asked["input"].as_str().unwrap(), 44_100).wav(),
    )
}

#[test]
fn a_book_is_told_by_siliconflow_at_44_khz() {
    let server = StandIn::new(honest);
    let ledger = Telling::of("siliconflow", &server).is_told();
    let mut said = inputs(&server);
    said.sort();
    assert_eq!(said, sorted(SAID));
    assert_eq!(ledger.chapters[0].sample_rate, 24_000);
}

#[test]
fn a_busy_service_is_asked_again_when_it_says() {
    let busy = json(
        503,
        &json!({ "code": 50505, "message": "Model service overloaded." }),
    )
    .with_header("retry-after", "1");
    let server = StandIn::lying(honest, [busy]);
    Telling::of("siliconflow", &server).is_told();
    assert_eq!(server.requests().len(), 3);
}
