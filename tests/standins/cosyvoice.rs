//! CosyVoice's FastAPI server.
//!
//! Never says what its samples are: no header, no type of content.

use serde_json::json;

use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, silence, speech};

fn honest(request: &Request, _: &str) -> Answer {
    let parts = request.parts();
    let part = |name: &str| parts.iter().find(|part| part.name == name);
    let missing = |name: &str| {
        json(
            422,
            &json!({ "detail": [{ "loc": ["body", name], "msg": "Field required" }] }),
        )
    };
    if !request.is_post("/inference_zero_shot") {
        return json(404, &json!({ "detail": "Not Found" }));
    }
    for name in ["tts_text", "prompt_text", "prompt_wav"] {
        if part(name).is_none() {
            return missing(name);
        }
    }
    let wav = part("prompt_wav").unwrap();
    if wav.file.is_none() || !wav.bytes.starts_with(b"RIFF") {
        return missing("prompt_wav");
    }
    let text = String::from_utf8(part("tts_text").unwrap().bytes.clone()).unwrap();
    bytes("", speech(&text, 24_000).pcm())
}

fn telling(server: &StandIn) -> Telling {
    Telling::of("cosyvoice", server).beside("voices/prompt.wav", &speech("参考", 16_000).wav())
}

fn texts(server: &StandIn) -> Vec<String> {
    let requests = server.requests().into_iter();
    let texts = requests.map(|request| {
        let parts = request.parts();
        let part = parts.iter().find(|part| part.name == "tts_text").unwrap();
        String::from_utf8(part.bytes.clone()).unwrap()
    });
    texts.collect()
}

#[test]
fn a_book_is_told_by_cosyvoice() {
    let server = StandIn::new(honest);
    telling(&server).is_told();
    assert_eq!(texts(&server), SAID);
}

#[test]
fn long_silence_of_repeated_tokens_is_no_speech() {
    let server = StandIn::lying(honest, [bytes("", silence(30.0, 24_000).pcm())]);
    telling(&server).is_told();
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_missing_recording_is_told_before_anything_is_asked() {
    let server = StandIn::new(honest);
    let ran = Telling::of("cosyvoice", &server).render();
    ran.says("voices/prompt.wav");
    assert_ne!(ran.code, Some(0));
    assert!(server.requests().is_empty());
}

#[test]
fn another_recording_is_another_voice() {
    let server = StandIn::new(honest);
    let telling = telling(&server);
    telling.is_told();
    telling.is_told();
    assert_eq!(server.requests().len(), 2);
    telling
        .beside("voices/prompt.wav", &speech("另一个", 16_000).wav())
        .is_told();
    assert_eq!(server.requests().len(), 4);
}
