//! IndexTTS2 behind index-tts-vllm.
//!
//! Never answers a fault with anything but 500 and a traceback.

use serde_json::json;

use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, silence, speech};

const SPEAKER: &str = "/srv/speaker.wav";

fn traceback(error: &str) -> Answer {
    let trace = format!(
        "Traceback (most recent call last):\n  File \"api_server_v2.py\", line 96\n{error}\n"
    );
    json(500, &json!({ "status": "error", "error": trace }))
}

fn honest(request: &Request, _: &str) -> Answer {
    let asked = match request.json() {
        Some(asked) if request.is_post("/tts_url") => asked,
        _ => return json(404, &json!({ "detail": "Not Found" })),
    };
    let Some(text) = asked["text"].as_str() else {
        return traceback("KeyError: 'text'");
    };
    let emotion = asked["emo_vec"].as_array().map(|values| {
        values
            .iter()
            .map(|value| value.as_f64().unwrap_or(f64::NAN))
            .sum::<f64>()
    });
    if asked["emo_vec"].as_array().map(Vec::len) != Some(8)
        || emotion.is_none_or(|sum| sum.is_nan() || sum > 1.5)
    {
        return traceback("ValueError: emo_vec");
    }
    if !asked["emo_weight"].is_f64() || !asked["emo_control_method"].is_i64() {
        return traceback("TypeError: a number is wanted");
    }
    if asked["spk_audio_path"] != SPEAKER {
        return traceback("FileNotFoundError: [Errno 2] No such file or directory: 'speaker.wav'");
    }
    bytes("audio/wav", speech(text, 22_050).wav())
}

fn telling(server: &StandIn) -> Telling {
    Telling::of("indextts", server).changing("/path/on/the/server/speaker.wav", SPEAKER)
}

#[test]
fn a_book_is_told_by_indextts() {
    let server = StandIn::new(honest);
    telling(&server).is_told();
    let requests = server.requests();
    let texts: Vec<_> = requests
        .iter()
        .map(|request| request.json().unwrap()["text"].clone())
        .collect();
    assert_eq!(texts, SAID);
}

#[test]
fn a_traceback_is_asked_again() {
    let server = StandIn::lying(
        honest,
        [traceback("torch.OutOfMemoryError: CUDA out of memory")],
    );
    telling(&server).is_told();
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_silent_clip_is_made_again() {
    let server = StandIn::lying(honest, [bytes("audio/wav", silence(2.5, 22_050).wav())]);
    telling(&server).is_told();
    assert_eq!(server.requests().len(), 3);
}

#[test]
fn a_speaker_that_is_not_there_ends_the_run_at_once() {
    let server = StandIn::new(honest);
    Telling::of("indextts", &server)
        .render()
        .exits(4)
        .says("No such file or directory");
    assert_eq!(server.requests().len(), 1);
}
