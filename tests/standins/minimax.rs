//! MiniMax.
//!
//! Never answers with another status than 200.

use std::fmt::Write as _;

use serde_json::json;

use crate::openai::sorted;
use crate::support::{Answer, Request, SAID, StandIn, Telling, json, speech};

fn fault(code: i64, message: &str) -> Answer {
    json(
        200,
        &json!({ "trace_id": "04ece7", "base_resp": { "status_code": code, "status_msg": message } }),
    )
}

fn honest(request: &Request, _: &str) -> Answer {
    if !request
        .header("authorization")
        .starts_with("Bearer canary-")
    {
        return fault(1004, "login fail: Please carry the API secret key");
    }
    let asked = match request.json() {
        Some(asked) if request.is_post("/v1/t2a_v2") => asked,
        _ => return fault(2013, "invalid params, method not found"),
    };
    let (voice, audio) = (&asked["voice_setting"], &asked["audio_setting"]);
    let is_right = asked["model"]
        .as_str()
        .is_some_and(|model| model.starts_with("speech-"))
        && asked["stream"] == json!(false)
        && asked["output_format"] == json!("hex")
        && voice["speed"]
            .as_f64()
            .is_some_and(|speed| (0.5..=2.0).contains(&speed))
        && voice["voice_id"].is_string()
        && audio["sample_rate"] == json!(24_000)
        && ["mp3", "pcm", "flac", "wav"].contains(&audio["format"].as_str().unwrap_or_default());
    let text = asked["text"].as_str().unwrap_or_default();
    if !is_right || text.is_empty() {
        return fault(2013, "invalid params");
    }
    let audio = speech(text, 24_000);
    let hex = audio.wav().iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    });
    let length = (audio.seconds() * 1_000.0) as i64;
    json(
        200,
        &json!({
            "data": { "audio": hex, "status": 2 },
            "extra_info": { "audio_length": length, "audio_sample_rate": 24_000 },
            "trace_id": "04ece7",
            "base_resp": { "status_code": 0, "status_msg": "success" },
        }),
    )
}

#[test]
fn a_book_is_told_by_minimax() {
    let server = StandIn::new(honest);
    Telling::of("minimax", &server).is_told();
    let requests = server.requests();
    let mut texts: Vec<_> = requests
        .iter()
        .map(|request| request.json().unwrap()["text"].as_str().unwrap().to_owned())
        .collect();
    texts.sort();
    assert_eq!(texts, sorted(SAID));
}

#[test]
fn too_many_requests_within_a_200_are_asked_again() {
    let server = StandIn::lying(
        honest,
        [
            fault(1002, "rate limit exceeded(RPM)"),
            fault(1001, "request timeout"),
        ],
    );
    Telling::of("minimax", &server).is_told();
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn no_money_within_a_200_ends_the_run_at_once() {
    let server = StandIn::lying(
        honest,
        [
            fault(1008, "insufficient balance"),
            fault(1008, "insufficient balance"),
        ],
    );
    Telling::of("minimax", &server)
        .render()
        .exits(4)
        .says("insufficient balance");
    assert!(server.requests().len() <= 2);
}

#[test]
fn a_text_that_is_refused_costs_its_chapter_alone() {
    let server = StandIn::lying(honest, [fault(2013, "invalid params, text")]);
    Telling::of("minimax", &server)
        .render()
        .exits(3)
        .says("invalid params");
    assert_eq!(server.requests().len(), 2);
}
