//! GPT-SoVITS's `api_v2.py`.
//!
//! Never says in the status that a take has failed: it answers one second of nothing.

use serde_json::json;

use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, silence, speech};

const REF: &str = "/srv/ref.wav";

fn failed(exception: &str) -> Answer {
    json(
        400,
        &json!({ "message": "tts failed", "Exception": exception }),
    )
}

fn honest(request: &Request, _: &str) -> Answer {
    if request.method == "GET" && request.path.starts_with("/set_") {
        return json(200, &json!({ "message": "success" }));
    }
    let asked = match request.json() {
        Some(asked) if request.is_post("/tts") => asked,
        _ => return json(422, &json!({ "detail": "a request of another kind" })),
    };
    let of = |field: &str| asked[field].as_str().unwrap_or_default();
    for (field, message) in [
        ("ref_audio_path", "ref_audio_path is required"),
        ("text", "text is required"),
        ("text_lang", "text_lang is required"),
        ("prompt_lang", "prompt_lang is required"),
    ] {
        if of(field).is_empty() {
            return json(400, &json!({ "message": message }));
        }
    }
    if !["wav", "raw", "ogg", "aac"].contains(&of("media_type"))
        || !asked["streaming_mode"].is_boolean()
    {
        return json(
            400,
            &json!({ "message": format!("media_type: {} is not supported", of("media_type")) }),
        );
    }
    if !asked["seed"].is_i64() || !asked["speed_factor"].is_number() {
        return json(
            422,
            &json!({ "detail": [{ "msg": "Input should be a valid number" }] }),
        );
    }
    if of("ref_audio_path") != REF {
        return failed(&format!("{} not exists", of("ref_audio_path")));
    }
    bytes("audio/wav", speech(of("text"), 32_000).wav())
}

fn telling(server: &StandIn) -> Telling {
    Telling::of("gpt-sovits", server).changing("/path/on/the/server/ref.wav", REF)
}

fn texts(server: &StandIn) -> Vec<String> {
    let requests = server.requests().into_iter();
    requests
        .filter_map(|request| Some(request.json()?["text"].as_str()?.to_owned()))
        .collect()
}

#[test]
fn a_book_is_told_by_gpt_sovits_one_request_at_a_time() {
    let server = StandIn::new(honest);
    telling(&server).is_told();
    assert_eq!(texts(&server), SAID);
}

#[test]
fn a_second_of_silence_is_no_speech() {
    let nothing = || bytes("audio/wav", silence(1.0, 16_000).wav());
    let server = StandIn::lying(honest, [nothing(), nothing()]);
    telling(&server).is_told();
    let seeds: Vec<_> = server
        .requests()
        .iter()
        .map(|request| request.json().unwrap()["seed"].clone())
        .collect();
    assert_eq!(seeds.len(), 4);
    assert_ne!(seeds[0], seeds[1]);
}

#[test]
fn a_400_that_goes_away_is_asked_again() {
    let server = StandIn::lying(honest, [failed("CUDA out of memory")]);
    telling(&server).is_told();
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_recording_that_is_not_there_ends_the_run_at_once() {
    let server = StandIn::new(honest);
    Telling::of("gpt-sovits", &server)
        .render()
        .exits(4)
        .says("tts failed");
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn weights_are_loaded_before_the_first_text() {
    let server = StandIn::new(honest);
    let prepare = "[prepare]\nmethod = \"GET\"\npath = \"/set_gpt_weights\"\nquery = { weights_path = \"雪.ckpt\" }\n[request]\npath";
    telling(&server)
        .changing("[request]\npath", prepare)
        .is_told();
    let requests = server.requests();
    assert_eq!(requests[0].path, "/set_gpt_weights");
    assert_eq!(
        requests[0].query,
        [("weights_path".to_owned(), "雪.ckpt".to_owned())]
    );
    assert_eq!(texts(&server), SAID);
}
