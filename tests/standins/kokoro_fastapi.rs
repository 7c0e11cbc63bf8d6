//! Kokoro-FastAPI.
//!
//! Never gives a WAV whose lengths are right.

use serde_json::json;

use crate::openai::inputs;
use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, speech};

const MODELS: [&str; 4] = ["tts-1", "tts-1-hd", "kokoro", "gpt-4o-mini-tts"];

fn fault(status: u16, error: &str, message: &str) -> Answer {
    json(
        status,
        &json!({ "detail": { "error": error, "message": message, "type": "invalid_request_error" } }),
    )
}

fn honest(request: &Request, _: &str) -> Answer {
    if request.method == "GET" && request.path == "/v1/audio/voices" {
        let voices = json!([{ "id": "af_heart", "name": "af_heart" }, { "id": "zf_xiaoxiao", "name": "zf_xiaoxiao" }]);
        return json(200, &json!({ "voices": voices }));
    }
    let asked = match request.json() {
        Some(asked) if request.is_post("/v1/audio/speech") => asked,
        _ => {
            return json(
                422,
                &json!({ "detail": [{ "msg": "Input should be a valid dictionary" }] }),
            );
        }
    };
    if !MODELS.contains(&asked["model"].as_str().unwrap_or_default()) {
        return fault(400, "invalid_model", "Unsupported model");
    }
    if !asked["voice"]
        .as_str()
        .unwrap_or_default()
        .starts_with("zf_")
    {
        return fault(400, "validation_error", "Voice not found");
    }
    // Without it the server streams, and the language is guessed from the voice's first letter.
    if asked["stream"] != json!(false) || asked["lang_code"] != json!("z") {
        return fault(
            400,
            "validation_error",
            "the stand-in wants what the voice file says",
        );
    }
    bytes(
        "audio/wav",
        speech(asked["input"].as_str().unwrap(), 24_000).wav_of_unknown_length(),
    )
}

#[test]
fn a_book_is_told_by_kokoro_fastapi() {
    let server = StandIn::new(honest);
    let ledger = Telling::of("kokoro-fastapi", &server).is_told();
    let mut said = inputs(&server);
    said.sort();
    assert_eq!(said, crate::openai::sorted(SAID));
    assert_eq!(ledger.takes(), [[1, 1]]);
}

#[test]
fn kokoro_fastapi_says_which_voices_it_has() {
    let server = StandIn::new(honest);
    let ran = Telling::of("kokoro-fastapi", &server).voices();
    assert_eq!(ran.exits(0).stdout, "af_heart\nzf_xiaoxiao\n");
}

#[test]
fn a_fault_of_the_model_is_asked_again() {
    let failed = fault(500, "processing_error", "Speech generation failed");
    let server = StandIn::lying(honest, [failed]);
    Telling::of("kokoro-fastapi", &server).is_told();
    assert_eq!(server.requests().len(), 3);
}
