//! Answers of every shape, and the rules over them.
//!
//! Never needs a server.

use base64::prelude::{BASE64_STANDARD, Engine};

use super::*;

fn answering(table: &str) -> Answering {
    toml::from_str::<AnswerTable>(table)
        .unwrap()
        .answering(None)
        .unwrap()
}

fn reply(body: &str) -> Reply {
    Reply {
        status: 200,
        body: body.into(),
        ..Reply::default()
    }
}

fn found(table: &str, body: &str) -> Result<Vec<u8>, String> {
    match answering(table).find(reply(body)) {
        Ok(Found::Bytes(bytes)) => Ok(bytes),
        Ok(Found::Url(url)) => Err(format!("at {url}")),
        Err(Fault::NotSpeech(said)) => Err(said),
        Err(other) => Err(format!("{other:?}")),
    }
}

fn class(table: &str, reply: Reply) -> Option<FaultClass> {
    match answering(table).find(reply) {
        Err(Fault::Ruled(class, _)) => Some(class),
        _ => None,
    }
}

#[test]
fn audio_is_found_wherever_it_is() {
    let data = BASE64_STANDARD.encode(b"RIFF\xFF");
    let json = "audio = \"json\"\npointer = \"/data/audio\"";
    let body = |data: &str| format!("{{\"data\":{{\"audio\":\"{data}\"}}}}");
    assert_eq!(found("", "RIFF"), Ok(b"RIFF".to_vec()));
    assert_eq!(found(json, &body(&data)).unwrap(), b"RIFF\xFF");
    assert_eq!(
        found(json, &body(data.trim_end_matches('='))).unwrap(),
        b"RIFF\xFF"
    );
    assert_eq!(
        found(json, &body(&format!("data:audio/wav;base64,{data}"))).unwrap(),
        b"RIFF\xFF"
    );
    assert_eq!(
        found(&format!("{json}\nencoding = \"hex\""), &body("52494646fF")).unwrap(),
        b"RIFF\xFF"
    );
    let url = found(
        &format!("{json}\nencoding = \"url\""),
        &body("https://cdn.test/a"),
    );
    assert_eq!(url, Err("at https://cdn.test/a".into()));
}

#[test]
fn the_parts_of_a_stream_are_joined() {
    let part = |bytes: &[u8]| {
        format!(
            "{{\"code\":0,\"data\":\"{}\"}}",
            BASE64_STANDARD.encode(bytes)
        )
    };
    let (one, two, last) = (
        part(b"RI"),
        part(b"FF"),
        "{\"code\":20000000,\"data\":null}",
    );
    let lines = "audio = \"lines\"\npointer = \"/data\"";
    assert_eq!(
        found(lines, &format!("{one}\n{two}\n{last}\n")).unwrap(),
        b"RIFF"
    );
    assert_eq!(found(lines, &format!("{one}{two}")).unwrap(), b"RIFF");
    let sse = "audio = \"sse\"\npointer = \"/data\"";
    let events =
        format!(": hello\n\nevent: a\nid: 1\ndata: {one}\n\ndata:{two}\r\n\r\ndata: [DONE]\n\n");
    assert_eq!(found(sse, &events).unwrap(), b"RIFF");
}

#[test]
fn a_stream_that_breaks_off_is_no_audio() {
    let part = "{\"data\":\"UklGRg==\"}";
    let half = "{\"data\":\"Ukl";
    let lines = "audio = \"lines\"\npointer = \"/data\"";
    assert_eq!(
        found(lines, &format!("{part}\n{half}")),
        Err("the answer breaks off".into())
    );
    let sse = "audio = \"sse\"\npointer = \"/data\"";
    assert_eq!(
        found(sse, &format!("data: {part}\n\ndata: {half}")),
        Err("the answer breaks off".into())
    );
}

#[test]
fn an_answer_without_audio_says_what_it_is() {
    let json = "audio = \"json\"\npointer = \"/data/audio\"";
    let said = "{\"message\":\"quota\"}";
    assert_eq!(found(json, said), Err(said.into()));
    assert_eq!(
        found("audio = \"sse\"\npointer = \"/data\"", said),
        Err(said.into())
    );
    assert!(
        found(json, "{\"data\":{\"audio\":\"*\"}}")
            .unwrap_err()
            .contains("base64")
    );
    let hex = format!("{json}\nencoding = \"hex\"");
    assert!(
        found(&hex, "{\"data\":{\"audio\":\"abc\"}}")
            .unwrap_err()
            .contains("hexadecimal")
    );
}

#[test]
fn rules_come_before_the_status() {
    let table = "retry_when = [{ status = 400, contains = \"tts failed\" }, { pointer = \"/code\", one_of = [3003, 3005] }]\n\
        fatal_when = [{ pointer = \"/code\", equals = 1004 }]\nrefuse_when = [{ pointer = \"/code\", equals = 3011 }]";
    let class = |status, body: &str| {
        class(
            table,
            Reply {
                status,
                ..reply(body)
            },
        )
    };
    assert_eq!(
        class(400, "{\"message\":\"tts failed\"}"),
        Some(FaultClass::Transient)
    );
    assert_eq!(class(500, "{\"message\":\"tts failed\"}"), None);
    assert_eq!(class(200, "{\"code\":3003}"), Some(FaultClass::Transient));
    assert_eq!(
        class(500, " {\"code\":3005.0}"),
        Some(FaultClass::Transient)
    );
    assert_eq!(class(200, "{\"code\":1004}"), Some(FaultClass::Engine));
    assert_eq!(class(400, "{\"code\":3011}"), Some(FaultClass::Chunk));
    assert_eq!(class(200, "{\"code\":3000}"), None);
    assert_eq!(class(200, "RIFF tts failed"), None);
}

#[test]
fn every_key_of_a_rule_must_hold() {
    let rule = |rule: &str| {
        let reply = Reply {
            status: 503,
            content_type: "application/JSON; charset=utf-8".into(),
            ..reply("{\"a\":{\"b\":\"Throttling.User\"},\"c\":null}")
        };
        class(&format!("retry_when = [{{ {rule} }}]"), reply).is_some()
    };
    assert!(rule("content_type = \"application/json\""));
    assert!(!rule("content_type = \"audio/\""));
    assert!(rule("pointer = \"/a/b\", matches = \"^Throttling[.]\""));
    assert!(!rule("pointer = \"/a/b\", matches = \"^throttling\""));
    assert!(rule("pointer = \"/a\""));
    assert!(!rule("pointer = \"/c\""));
    assert!(!rule("pointer = \"/d\""));
    assert!(rule(
        "status = 503, contains = \"Throttling\", pointer = \"/a/b\", equals = \"Throttling.User\""
    ));
    assert!(!rule("status = 500, contains = \"Throttling\""));
    assert!(!rule("status = 503, contains = \"Throttled\""));
}

#[test]
fn all_rules_of_success_must_hold() {
    let table = "audio = \"json\"\npointer = \"/data\"\nsuccess_when = [{ pointer = \"/code\", equals = 3000 }, { pointer = \"/data\" }]";
    assert_eq!(
        found(table, "{\"code\":3000,\"data\":\"UklGRg==\"}").unwrap(),
        b"RIFF"
    );
    let failed = "{\"code\":3001,\"data\":\"UklGRg==\"}";
    assert_eq!(found(table, failed), Err(failed.into()));
}

#[test]
fn a_quota_that_is_used_up_is_no_busy_server() {
    let answering = AnswerTable::default().for_openai("wav").unwrap();
    let class = |body: &str| match answering.find(Reply {
        status: 429,
        ..reply(body)
    }) {
        Err(Fault::Ruled(class, _)) => Some(class),
        _ => None,
    };
    assert_eq!(
        class("{\"error\":{\"code\":\"insufficient_quota\"}}"),
        Some(FaultClass::Engine)
    );
    assert_eq!(
        class("{\"error\":{\"code\":\"rate_limit_exceeded\"}}"),
        None
    );
}

#[test]
fn what_contradicts_itself_is_refused() {
    for (table, what) in [
        ("audio = \"json\"", "`answer.pointer` is missing"),
        (
            "pointer = \"/a\"",
            "`answer.pointer` and `answer.encoding` are for",
        ),
        ("audio = \"json\"\npointer = \"a\"", "must begin with `/`"),
        (
            "audio = \"lines\"\npointer = \"/a\"\nencoding = \"url\"",
            "`url` for `audio = \"json\"` only",
        ),
        ("pcm = { rate = 1 }", "`answer.pcm.rate` is 1"),
        (
            "pcm = { rate = 24000, channels = 0 }",
            "`answer.pcm.channels` is 0",
        ),
        (
            "retry_when = [{}]",
            "`answer.retry_when` has a rule without a key",
        ),
        ("retry_when = [{ equals = 1 }]", "needs `pointer`"),
        (
            "fatal_when = [{ pointer = \"/a\", equals = 1, matches = \"b\" }]",
            "more than one of",
        ),
        (
            "fatal_when = [{ pointer = \"/a\", matches = \"(\" }]",
            "`answer.fatal_when.matches`",
        ),
    ] {
        let told = toml::from_str::<AnswerTable>(table)
            .unwrap()
            .answering(None)
            .unwrap_err();
        assert!(told.contains(what), "{told}");
    }
}
