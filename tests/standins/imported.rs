//! Rules of the app legado, imported, and told by stand-ins of what they ask.
//!
//! Never forgives a text that is encoded once too often, or once too seldom.

use serde_json::{Value, json};

use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, speech};

/// As Baidu takes it: a form whose text is encoded once more.
fn doubly(request: &Request, _: &str) -> Answer {
    let fields: Vec<_> = form_urlencoded::parse(&request.body).collect();
    let field = |name: &str| {
        fields
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.to_string())
    };
    let is_right = request.is_post("/text2audio") && field("spd").as_deref() == Some("5.5");
    let (true, Some(text)) = (is_right, field("tex")) else {
        return json(200, &json!({ "err_no": 502, "err_msg": "parameter error" }));
    };
    bytes("audio/wav", speech(&decoded(&text), 16_000).wav())
}

/// A text whose encoding is undone once more.
fn decoded(text: &str) -> String {
    let pair = format!("t={text}");
    let mut pairs = form_urlencoded::parse(pair.as_bytes());
    pairs.next().unwrap().1.into_owned()
}

/// As small servers at home take it.
fn in_query(request: &Request, _: &str) -> Answer {
    match request.query.iter().find(|(name, _)| name == "text") {
        Some((_, text)) if request.method == "GET" => {
            bytes("audio/wav", speech(text, 24_000).wav())
        }
        _ => bytes("text/plain", "no text").with_status(400),
    }
}

/// As a JSON interface behind a key takes it.
fn in_json(request: &Request, _: &str) -> Answer {
    let asked = request.json().unwrap_or_default();
    let is_let_in = request
        .header("authorization")
        .starts_with("Bearer canary-");
    match asked["text"].as_str() {
        Some(text) if is_let_in && asked["speed"] == json!(1) => {
            bytes("audio/wav", speech(text, 24_000).wav())
        }
        _ => json(403, &Value::Null),
    }
}

#[track_caller]
fn import(server: &StandIn, url: &str, header: &str) -> Telling {
    let url = format!("{}{url}", server.address());
    let rule = json!({ "name": "甲", "url": url, "header": header });
    let imported = pingshu::speech::legado::import(&rule.to_string())
        .unwrap()
        .remove(0);
    Telling::with_file("imported", &imported.voice.unwrap().text, server)
}

#[test]
fn a_text_that_is_encoded_twice_comes_whole() {
    let server = StandIn::new(doubly);
    let body =
        "tex={{java.encodeURI(java.encodeURI(speakText))}}&spd={{(speakSpeed + 5) / 10 + 4}}";
    import(
        &server,
        &format!("/text2audio,{{\"method\":\"POST\",\"body\":\"{body}\"}}"),
        "",
    )
    .is_told();
    let requests = server.requests();
    let said: Vec<String> = requests
        .iter()
        .map(|request| {
            let once = form_urlencoded::parse(&request.body)
                .find(|(name, _)| name == "tex")
                .unwrap()
                .1
                .into_owned();
            decoded(&once)
        })
        .collect();
    assert_eq!(said, SAID);
}

#[test]
fn a_text_in_the_query_comes_whole() {
    for text in ["{{speakText}}", "{{java.encodeURI(speakText)}}"] {
        let server = StandIn::new(in_query);
        import(&server, &format!("/tts?voice=a&text={text}"), "").is_told();
        let requests = server.requests();
        let said: Vec<_> = requests
            .iter()
            .map(|request| {
                &request
                    .query
                    .iter()
                    .find(|(name, _)| name == "text")
                    .unwrap()
                    .1
            })
            .collect();
        assert_eq!(said, SAID);
    }
}

#[test]
fn a_text_in_json_comes_whole_whatever_its_marks() {
    let server = StandIn::new(in_json);
    let options =
        r#",{"method":"POST","body":"{\"text\":\"{{speakText}}\",\"speed\":{{speakSpeed / 10}}}"}"#;
    import(
        &server,
        &format!("/v1/say{options}"),
        r#"{"Authorization":"Bearer a-key-of-the-rule"}"#,
    )
    .is_told();
    let said: Vec<_> = server
        .requests()
        .iter()
        .map(|request| request.json().unwrap()["text"].clone())
        .collect();
    assert_eq!(said, SAID);
}
