//! Requests that cannot be answered, and those that must not be.
//!
//! Never takes a refusal on trust: the form of each is checked.

use serde_json::json;

use crate::served::Served;
use crate::support::Shelf;

#[test]
fn what_is_wrong_with_a_request_is_told_by_its_field() {
    let served = Served::start(&Shelf::new());
    for (field, fields) in [
        ("input", json!({"input": ""})),
        ("input", json!({"input": "雪".repeat(4_097)})),
        ("input", json!({"input": "……"})),
        ("voice", json!({"input": "好", "voice": "alloy"})),
        (
            "response_format",
            json!({"input": "好", "response_format": "aac"}),
        ),
        ("speed", json!({"input": "好", "speed": 4.0})),
        ("model", json!({"input": "好", "model": 7})),
    ] {
        let error = served.speech(&fields).refuses(400, "invalid_value");
        assert_eq!(error["param"], field, "{error}");
    }
}

#[test]
fn a_text_that_fails_is_the_clients_to_change() {
    let served = Served::start(&Shelf::new());
    let error = served
        .speech(&json!({"input": "无声。"}))
        .refuses(400, "unspeakable");
    assert_eq!(error["param"], "input");
}

#[test]
fn what_is_no_json_is_refused() {
    let served = Served::start(&Shelf::new());
    let answer = served.ask("POST /v1/audio/speech", &[], b"input=hello");
    answer.refuses(400, "invalid_json");
}

#[test]
fn other_places_and_methods_are_refused() {
    let served = Served::start(&Shelf::new());
    served
        .ask("GET /v1/nothing", &[], b"")
        .refuses(404, "not_found");
    let answer = served.ask("GET /v1/audio/speech", &[], b"");
    answer.refuses(405, "wrong_method");
    assert_eq!(answer.header("allow"), Some("post"));
}

#[test]
fn nobody_is_let_in_without_the_key() {
    let shelf = Shelf::new().variable("PINGSHU_SERVE_KEY", "a-canary");
    let served = Served::start(&shelf);
    assert!(!served.greeting.contains("a-canary"), "{}", served.greeting);
    let models = |headers: &[&str]| served.ask("GET /v1/models", headers, b"");
    for headers in [
        &[][..],
        &["Authorization: Bearer a-canar"],
        &["Authorization: a-canary"],
    ] {
        let answer = models(headers);
        answer.refuses(401, "invalid_api_key");
        assert_eq!(answer.header("www-authenticate"), Some("bearer"));
        assert!(!answer.text().contains("canar"));
    }
    served
        .ask("GET /v1/nothing", &[], b"")
        .refuses(401, "invalid_api_key");
    assert_eq!(models(&["Authorization: Bearer a-canary"]).status, 200);
    assert_eq!(served.ask("GET /health", &[], b"").status, 200);
}

#[test]
fn the_key_may_have_a_variable_of_its_own() {
    let shelf = Shelf::new().variable("READER_KEY", "abc");
    shelf.file("config.toml", "[serve]\nkey_env = \"READER_KEY\"\n");
    let served = Served::start(&shelf);
    served
        .ask("GET /v1/models", &[], b"")
        .refuses(401, "invalid_api_key");
}

#[test]
fn a_name_that_another_site_leads_here_is_not_answered() {
    let served = Served::start(&Shelf::new());
    for host in [
        "Host: site.example",
        "Host: 192.168.1.2",
        "Host: localhost.site.example:80",
    ] {
        served
            .ask("GET /health", &[host], b"")
            .refuses(421, "foreign_host");
    }
    assert_eq!(
        served
            .ask("GET /health", &["Host: localhost:1"], b"")
            .status,
        200
    );
}

#[test]
fn a_page_of_another_site_is_not_answered() {
    let served = Served::start(&Shelf::new());
    let body = json!({"input": "你好"}).to_string();
    let ask = |origin| served.ask("POST /v1/audio/speech", &[origin], body.as_bytes());
    ask("Origin: https://site.example").refuses(403, "foreign_origin");
    ask("Origin: null").refuses(403, "foreign_origin");
    let answer = ask("Origin: http://localhost:3000");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

#[test]
fn a_voice_on_another_server_is_not_served() {
    let shelf = Shelf::new();
    let voice = "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]\n";
    shelf.file("voices/elsewhere.toml", voice);
    let ran = shelf.run(["serve", "--port", "0", "--voice", "elsewhere"]);
    ran.exits(2).says("`serve` speaks with the voice inside");
}

#[test]
fn a_port_that_is_taken_is_a_fault_of_usage() {
    let shelf = Shelf::new();
    let served = Served::start(&shelf);
    let port = served.address.rsplit(':').next().unwrap();
    shelf
        .run(["serve", "--port", port])
        .exits(2)
        .says("`--port`");
}
