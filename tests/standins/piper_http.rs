//! Piper's HTTP server.
//!
//! Never says that its WAV is audio, nor that it has not the voice that was asked for.

use serde_json::json;

use crate::openai::sorted;
use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, speech};

fn page(status: u16) -> Answer {
    bytes(
        "text/html; charset=utf-8",
        "<!doctype html>\n<title>500 Internal Server Error</title>",
    )
    .with_status(status)
}

fn honest(request: &Request, _: &str) -> Answer {
    if request.method == "GET" && request.path == "/voices" {
        return json(
            200,
            &json!({ "zh_CN-huayan-medium": { "audio": { "sample_rate": 22_050 } } }),
        );
    }
    if !request.is_post("/synthesize") {
        return page(405);
    }
    let Some(asked) = request.json() else {
        return page(415);
    };
    match asked["text"].as_str() {
        Some(text) if !text.is_empty() && asked["length_scale"].is_number() => {
            bytes("text/html; charset=utf-8", speech(text, 22_050).wav())
        }
        _ => page(500),
    }
}

#[test]
fn a_book_is_told_by_piper_under_a_false_name() {
    let server = StandIn::new(honest);
    Telling::of("piper-http", &server).is_told();
    let requests = server.requests();
    let mut texts: Vec<_> = requests
        .iter()
        .map(|request| request.json().unwrap()["text"].as_str().unwrap().to_owned())
        .collect();
    texts.sort();
    assert_eq!(texts, sorted(SAID));
}

#[test]
fn piper_says_which_voices_it_has() {
    let server = StandIn::new(honest);
    let ran = Telling::of("piper-http", &server).voices();
    assert_eq!(ran.exits(0).stdout, "zh_CN-huayan-medium\n");
}

#[test]
fn a_page_in_the_place_of_audio_is_asked_again() {
    let server = StandIn::lying(honest, [page(500), page(200)]);
    Telling::of("piper-http", &server).is_told();
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn a_slower_voice_is_asked_for_longer_sounds() {
    let server = StandIn::new(honest);
    let slower = "voice = \"zh_CN-huayan-medium\"\nspeed = 0.8\n";
    Telling::of("piper-http", &server)
        .changing("voice = \"zh_CN-huayan-medium\"\n", slower)
        .is_told();
    assert_eq!(
        server.requests()[0].json().unwrap()["length_scale"],
        json!(1.25)
    );
}
