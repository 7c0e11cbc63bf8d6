//! Fish-Speech's own server.
//!
//! Never takes a number as text, or text as a number.

use serde_json::{Value, json};

use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, speech};

fn fault(status: u16, message: &str) -> Answer {
    json(
        status,
        &json!({ "statusCode": status, "message": message, "error": "error" }),
    )
}

fn honest(request: &Request, _: &str) -> Answer {
    if request.method == "GET" && request.path == "/v1/references/list" {
        return json(
            200,
            &json!({ "success": true, "reference_ids": ["narrator", "老人"], "message": "Found 2" }),
        );
    }
    if !request.is_post("/v1/tts") {
        return fault(404, "Not Found");
    }
    let Some(asked) = request.json() else {
        return fault(415, "Unsupported Media Type");
    };
    let is_right = asked["format"] == json!("wav")
        && asked["chunk_length"]
            .as_i64()
            .is_some_and(|n| (100..=1_000).contains(&n))
        && asked["seed"].is_i64()
        && asked["streaming"] == json!(false)
        && asked["normalize"].is_boolean()
        && asked["max_new_tokens"].is_i64()
        && ["on", "off"].contains(&asked["use_memory_cache"].as_str().unwrap_or_default())
        && asked.get("top_p").is_none_or(Value::is_f64);
    if !is_right {
        return fault(400, "Invalid request");
    }
    if asked["reference_id"] != json!("narrator") {
        return fault(500, "Failed to generate speech");
    }
    bytes(
        "audio/wav",
        speech(asked["text"].as_str().unwrap(), 44_100).wav(),
    )
}

#[test]
fn a_book_is_told_by_fish_speech() {
    let server = StandIn::new(honest);
    Telling::of("fish-speech", &server).is_told();
    let requests = server.requests();
    let texts: Vec<_> = requests
        .iter()
        .map(|request| request.json().unwrap()["text"].clone())
        .collect();
    assert_eq!(texts, SAID);
}

#[test]
fn fish_speech_says_which_voices_it_has() {
    let server = StandIn::new(honest);
    let ran = Telling::of("fish-speech", &server).voices();
    assert_eq!(ran.exits(0).stdout, "narrator\n老人\n");
}

#[test]
fn no_audio_generated_is_asked_again() {
    let server = StandIn::lying(honest, [fault(500, "No audio generated")]);
    Telling::of("fish-speech", &server).is_told();
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_server_that_wants_a_key_ends_the_run_at_once() {
    let server = StandIn::lying(
        honest,
        [fault(401, "Invalid token"), fault(401, "Invalid token")],
    );
    Telling::of("fish-speech", &server)
        .render()
        .exits(4)
        .says("401");
    assert_eq!(server.requests().len(), 1);
}
