//! Volcengine's speech, interface v1.
//!
//! Never takes a request's number twice.

use std::collections::HashSet;
use std::sync::Mutex;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::openai::sorted;
use crate::support::{Answer, Request, SAID, StandIn, Telling, json, speech};

/// Each test has numbers of its own, since all are drawn by chance.
static NUMBERS: Mutex<Option<HashSet<String>>> = Mutex::new(None);

fn fault(status: u16, code: i64, message: &str) -> Answer {
    json(
        status,
        &json!({ "reqid": "", "code": code, "operation": "query", "message": message, "sequence": 0, "data": "" }),
    )
}

fn is_first(number: &str) -> bool {
    let mut numbers = NUMBERS.lock().unwrap();
    numbers.get_or_insert_default().insert(number.to_owned())
}

fn honest(request: &Request, _: &str) -> Answer {
    if !request
        .header("authorization")
        .starts_with("Bearer;canary-")
    {
        return fault(401, 3001, "load grant: requested grant not found");
    }
    let asked = match request.json() {
        Some(asked) if request.is_post("/api/v1/tts") => asked,
        _ => return fault(400, 3001, "invalid request"),
    };
    let of = |table: &str, field: &str| asked[table][field].as_str().unwrap_or_default().to_owned();
    if of("app", "appid") != "10001"
        || of("app", "token").is_empty()
        || of("app", "cluster") != "volcano_tts"
        || of("user", "uid").is_empty()
    {
        return fault(400, 3001, "invalid app");
    }
    let number = of("request", "reqid");
    if number.len() < 32 || !is_first(&number) {
        return fault(400, 3006, "repeated reqid");
    }
    let text = of("request", "text");
    if text.len() > 1_024 {
        return fault(400, 3010, "text too long");
    }
    if !text.chars().any(char::is_alphanumeric) {
        return fault(400, 3011, "invalid text");
    }
    let is_right = of("request", "operation") == "query"
        && of("audio", "encoding") == "wav"
        && asked["audio"]["speed_ratio"]
            .as_f64()
            .is_some_and(|speed| (0.8..=2.0).contains(&speed));
    if !is_right {
        return fault(400, 3001, "invalid parameters");
    }
    let audio = speech(&text, 24_000);
    let length = format!("{}", (audio.seconds() * 1_000.0) as i64);
    json(
        200,
        &json!({
            "reqid": number, "code": 3000, "operation": "query", "message": "Success", "sequence": -1,
            "data": STANDARD.encode(audio.wav()), "addition": { "duration": length },
        }),
    )
}

fn telling(server: &StandIn) -> Telling {
    Telling::of("volcengine", server).changing("\"your appid\"", "\"10001\"")
}

#[test]
fn a_book_is_told_by_volcengine() {
    let server = StandIn::new(honest);
    telling(&server).is_told();
    let requests = server.requests();
    let mut texts: Vec<_> = requests
        .iter()
        .map(|request| {
            request.json().unwrap()["request"]["text"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    texts.sort();
    assert_eq!(texts, sorted(SAID));
}

#[test]
fn a_busy_volcengine_is_asked_again_under_a_new_number() {
    let server = StandIn::lying(
        honest,
        [
            fault(200, 3003, "concurrency exceeded"),
            fault(500, 3031, "init engine failed"),
        ],
    );
    telling(&server).is_told();
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn a_text_that_volcengine_will_not_take_costs_its_chapter_alone() {
    let server = StandIn::lying(honest, [fault(400, 3011, "invalid text")]);
    telling(&server).render().exits(3).says("invalid text");
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn a_wrong_app_ends_the_run_at_once() {
    let server = StandIn::new(honest);
    Telling::of("volcengine", &server)
        .render()
        .exits(4)
        .says("invalid app");
    assert!(server.requests().len() <= 2);
}
