//! Alibaba's DashScope with Qwen-TTS.
//!
//! Never sends audio in its answer: it says where to fetch it.

use serde_json::json;

use crate::openai::sorted;
use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, speech};

const PATH: &str = "/api/v1/services/aigc/multimodal-generation/generation";

fn fault(status: u16, code: &str, message: &str) -> Answer {
    json(
        status,
        &json!({ "code": code, "message": message, "request_id": "1d0c7f" }),
    )
}

fn honest(request: &Request, address: &str) -> Answer {
    if request.method == "GET" && request.path == "/result.wav" {
        // The place of the file belongs to somebody else, who must not see the key.
        if !request.header("authorization").is_empty() {
            return fault(400, "InvalidArgument", "Only one auth mechanism allowed");
        }
        return bytes("audio/wav", speech(&request.query[0].1, 24_000).wav());
    }
    if !request
        .header("authorization")
        .starts_with("Bearer canary-")
    {
        return fault(401, "InvalidApiKey", "Invalid API-key provided.");
    }
    let asked = match request.json() {
        Some(asked) if request.is_post(PATH) => asked,
        _ => return fault(404, "ModelNotFound", "Model not exist."),
    };
    let (model, input) = (&asked["model"], &asked["input"]);
    let is_right = model == &json!("qwen3-tts-flash")
        && input["voice"].is_string()
        && input["language_type"] == json!("Chinese");
    let Some(text) = input["text"].as_str().filter(|_| is_right) else {
        return fault(400, "InvalidParameter", "Required parameter is missing");
    };
    let encoded: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
    let audio = json!({ "data": "", "url": format!("{address}/result.wav?text={encoded}"), "id": "audio_1", "expires_at": 1_796_000_000 });
    json(
        200,
        &json!({ "output": { "finish_reason": "stop", "audio": audio }, "usage": {}, "request_id": "1d0c7f" }),
    )
}

fn asked(server: &StandIn) -> Vec<String> {
    let requests = server
        .requests()
        .into_iter()
        .filter(|request| request.path == PATH);
    requests
        .map(|request| {
            request.json().unwrap()["input"]["text"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect()
}

#[test]
fn a_book_is_told_by_dashscope_through_the_addresses_it_gives() {
    let server = StandIn::new(honest);
    Telling::of("dashscope", &server).is_told();
    let mut said = asked(&server);
    said.sort();
    assert_eq!(said, sorted(SAID));
    assert_eq!(server.requests().len(), 4);
}

#[test]
fn a_throttled_dashscope_is_asked_again() {
    let throttled = fault(
        429,
        "Throttling.RateQuota",
        "Requests rate limit exceeded, please try again later.",
    );
    let server = StandIn::lying(honest, [throttled]);
    Telling::of("dashscope", &server).is_told();
    assert_eq!(asked(&server).len(), 3);
}

#[test]
fn an_account_in_arrears_ends_the_run_at_once() {
    let broke = || {
        fault(
            400,
            "Arrearage",
            "Access denied, please make sure your account is in good standing.",
        )
    };
    let server = StandIn::lying(honest, [broke(), broke(), broke()]);
    Telling::of("dashscope", &server)
        .render()
        .exits(4)
        .says("good standing");
    assert!(asked(&server).len() <= 2);
}
