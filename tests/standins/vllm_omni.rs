//! vLLM-Omni with Qwen3-TTS.
//!
//! Never ends a take whose seed has gone wrong before the token cap.

use serde_json::{Value, json};

use crate::openai::{inputs, sorted};
use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, runaway, speech};

fn fault(status: u16, message: &str) -> Answer {
    let error =
        json!({ "message": message, "type": "BadRequestError", "param": null, "code": status });
    json(status, &json!({ "error": error }))
}

fn honest(request: &Request, _: &str) -> Answer {
    if request.method == "GET" && request.path == "/v1/audio/voices" {
        return json(
            200,
            &json!({ "voices": ["serena", "vivian"], "uploaded_voices": [] }),
        );
    }
    let asked = match request.json() {
        Some(asked) if request.is_post("/v1/audio/speech") => asked,
        _ => return fault(404, "Not Found"),
    };
    let is_right = asked["task_type"] == json!("CustomVoice")
        && asked["language"] == json!("Chinese")
        && asked["voice"] == json!("vivian")
        && asked["response_format"] == json!("wav")
        && asked["max_new_tokens"] == json!(1024)
        // Within `extra_body` it would be ignored.
        && asked["seed"].is_i64();
    if !is_right {
        return fault(400, "Invalid request");
    }
    bytes(
        "audio/wav",
        speech(asked["input"].as_str().unwrap(), 24_000).wav(),
    )
}

#[test]
fn a_book_is_told_by_qwen3_tts() {
    let server = StandIn::new(honest);
    Telling::of("vllm-omni", &server).is_told();
    let mut said = inputs(&server);
    said.sort();
    assert_eq!(said, sorted(SAID));
}

#[test]
fn qwen3_tts_says_which_voices_it_has() {
    let server = StandIn::new(honest);
    let ran = Telling::of("vllm-omni", &server).voices();
    assert_eq!(ran.exits(0).stdout, "serena\nvivian\n");
}

#[test]
fn a_take_that_ran_away_is_made_again_with_another_seed() {
    let endless = bytes("audio/wav", runaway(81.84, 24_000).wav());
    let server = StandIn::lying(honest, [endless]);
    Telling::of("vllm-omni", &server).is_told();
    let requests = server.requests();
    assert_eq!(requests.len(), 3);
    let bodies: Vec<Value> = requests
        .iter()
        .map(|request| request.json().unwrap())
        .collect();
    let again: Vec<&Value> = bodies
        .iter()
        .filter(|body| body["input"] == bodies[0]["input"])
        .collect();
    assert_eq!(again.len(), 2);
    assert_ne!(again[0]["seed"], again[1]["seed"]);
}
