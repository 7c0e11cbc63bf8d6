//! Templates against servers: what is sent, in which order, and what the answers become.
//!
//! Never leaves loopback.

use std::error::Error;
use std::net::TcpListener;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};

use super::super::scripted::{Scripted, answer};
use super::*;
use crate::speech::{Voice, VoiceSource, archive};

const REQUEST: &str =
    "[request]\npath = \"/tts\"\njson = { text = \"{text}\", seed = \"{seed}\" }\n";

/// A variable that every test run has, whose value stands for a key.
const KEY: &str = "CARGO_MANIFEST_DIR";

fn asker(url: &str, more: &str) -> Asker {
    let file = format!("engine = \"http\"\nendpoints = [\"{url}\"]\n{more}");
    let voice = Voice::parse(&file, Path::new("test.toml"));
    let voice = voice.unwrap_or_else(|error| panic!("{error}: {:?}", error.source()));
    let VoiceSource::Http(server) = voice.source else {
        panic!("it is a server's");
    };
    Asker::new(&server, voice.speed, HttpSettings::default()).unwrap()
}

fn wav() -> Vec<u8> {
    let speech = Speech {
        sample_rate: 16_000,
        samples: vec![0.25; 1_600],
        timings: None,
    };
    archive::to_bytes(&speech)
}

fn json(body: &str) -> Vec<u8> {
    answer("200 OK\ncontent-type: application/json", body.as_bytes())
}

async fn ask(asker: &Asker) -> Result<Answer, SpeechError> {
    asker.ask(0, "好", 2, Duration::from_secs(10)).await
}

/// The first line of each request.
fn lines(server: &Scripted) -> Vec<String> {
    let requests = server.requests();
    let lines = requests.iter().filter_map(|request| request.lines().next());
    lines
        .map(|line| line.trim_end_matches(" HTTP/1.1").into())
        .collect()
}

#[tokio::test]
async fn an_answer_is_speech_at_our_rate_and_tells_its_own() {
    let server = Scripted::serve(vec![answer("200 OK", &wav())]);
    let answer = ask(&asker(&server.url, &format!("seed = 5\n{REQUEST}")))
        .await
        .unwrap();
    assert_eq!(
        (
            answer.speech.sample_rate,
            answer.speech.frames(),
            answer.rate
        ),
        (24_000, 2_400, 16_000)
    );
    assert!(server.requests()[0].ends_with("{\"seed\":7,\"text\":\"好\"}"));
}

#[tokio::test]
async fn an_endpoint_is_prepared_once_and_again_when_it_was_away() {
    let (ok, speech) = (answer("200 OK", b"{}"), answer("200 OK", &wav()));
    let turn = [ok.clone(), ok, speech.clone(), speech];
    let server = Scripted::serve([&turn[..], &turn[..3]].concat());
    let more = format!(
        "{REQUEST}[[prepare]]\nmethod = \"GET\"\npath = \"/set_gpt_weights\"\nquery = {{ weights_path = \"/a b\" }}\n\
         [[prepare]]\nmethod = \"GET\"\npath = \"/set_sovits_weights\"\n"
    );
    let asker = asker(&server.url, &more);
    ask(&asker).await.unwrap();
    ask(&asker).await.unwrap();
    asker.forget(0);
    ask(&asker).await.unwrap();
    let prepared = [
        "GET /set_gpt_weights?weights_path=%2Fa%20b",
        "GET /set_sovits_weights",
        "POST /tts",
    ];
    let expected = [&prepared[..], &["POST /tts"], &prepared[..]].concat();
    assert_eq!(lines(&server), expected);
}

#[tokio::test]
async fn an_endpoint_that_cannot_be_prepared_gets_no_text() {
    let answers = vec![
        answer("400 Bad Request", b"no such file"),
        answer("503 Busy", b""),
    ];
    let server = Scripted::serve(answers);
    let asker = asker(
        &server.url,
        &format!("{REQUEST}[prepare]\npath = \"/load\"\n"),
    );
    let refused = ask(&asker).await.unwrap_err();
    assert_eq!(refused.class(), FaultClass::Engine, "{refused}");
    let busy = ask(&asker).await.unwrap_err();
    assert_eq!(busy.class(), FaultClass::Transient, "{busy}");
    assert_eq!(lines(&server), ["POST /load", "POST /load"]);
}

#[tokio::test]
async fn audio_at_another_address_is_fetched_without_the_key() {
    let files = Scripted::serve(vec![answer("200 OK", &wav())]);
    let told = json(&format!("{{\"url\":\"{}/a.wav?sig=1\"}}", files.url));
    let server = Scripted::serve(vec![told]);
    let more = format!(
        "key_env = \"{KEY}\"\n{REQUEST}headers = {{ Authorization = \"Bearer {{key}}\" }}\n\
         [answer]\naudio = \"json\"\npointer = \"/url\"\nencoding = \"url\"\n"
    );
    assert_eq!(ask(&asker(&server.url, &more)).await.unwrap().rate, 16_000);
    assert!(server.requests()[0].contains("authorization: Bearer "));
    let fetched = &files.requests()[0];
    assert!(
        fetched.starts_with("GET /a.wav?sig=1 HTTP/1.1\r\n"),
        "{fetched}"
    );
    assert!(!fetched.contains("authorization"), "{fetched}");
}

#[tokio::test]
async fn an_address_that_gives_no_audio_is_no_fault_of_the_key() {
    let files = Scripted::serve(vec![answer("403 Forbidden", b"expired")]);
    let answers = [
        format!("{}/a.wav", files.url),
        "http://169.254.169.254/key".into(),
    ];
    let answers = answers.map(|url| json(&format!("{{\"url\":\"{url}\"}}")));
    let server = Scripted::serve(answers.to_vec());
    let more =
        format!("{REQUEST}[answer]\naudio = \"json\"\npointer = \"/url\"\nencoding = \"url\"\n");
    let asker = asker(&server.url, &more);
    let expired = ask(&asker).await.unwrap_err();
    assert_eq!(expired.class(), FaultClass::Transient);
    assert!(
        expired.to_string().ends_with("its audio answered 403"),
        "{expired}"
    );
    let inside = ask(&asker).await.unwrap_err();
    assert!(inside.to_string().contains("own network"), "{inside}");
}

#[tokio::test]
async fn audio_inside_json_is_heard() {
    let data = BASE64_STANDARD.encode(wav());
    let server = Scripted::serve(vec![json(&format!("{{\"code\":0,\"data\":\"{data}\"}}"))]);
    let more = format!("{REQUEST}[answer]\naudio = \"json\"\npointer = \"/data\"\n");
    assert_eq!(ask(&asker(&server.url, &more)).await.unwrap().rate, 16_000);
}

#[tokio::test]
async fn a_rule_decides_what_a_fault_is() {
    let faults = [
        "{\"code\":3003,\"message\":\"busy\"}",
        "{\"code\":3011}",
        "{\"code\":3001}",
    ];
    let server = Scripted::serve(vec![
        json(faults[0]),
        answer("400 Bad Request\nretry-after: 7", faults[1].as_bytes()),
        answer("500 Internal Server Error", faults[2].as_bytes()),
    ]);
    let more = format!(
        "{REQUEST}[answer]\nretry_when = [{{ pointer = \"/code\", equals = 3003 }}]\n\
         refuse_when = [{{ pointer = \"/code\", equals = 3011 }}]\nfatal_when = [{{ pointer = \"/code\", equals = 3001 }}]\n"
    );
    let asker = asker(&server.url, &more);
    let busy = ask(&asker).await.unwrap_err();
    assert!(busy.to_string().ends_with("answered 200: busy"), "{busy}");
    let refused = ask(&asker).await.unwrap_err();
    assert_eq!(refused.retry_after(), Some(Duration::from_secs(7)));
    let fatal = ask(&asker).await.unwrap_err();
    let classes = [busy, refused, fatal].map(|error| error.class());
    assert_eq!(
        classes,
        [FaultClass::Transient, FaultClass::Chunk, FaultClass::Engine]
    );
}

#[tokio::test]
async fn a_server_tells_its_voices() {
    let answers = vec![
        json("{\"voices\":[\"a\",{\"name\":\"b\\u001b\"}]}"),
        json("{\"error\":\"none\"}"),
    ];
    let server = Scripted::serve(answers);
    let more = format!("{REQUEST}[voices]\npath = \"/v1/audio/voices\"\n");
    let asker_with = asker(&server.url, &more);
    assert_eq!(asker_with.voices(0).await.unwrap(), ["a", "b"]);
    let none = asker_with.voices(0).await.unwrap_err().to_string();
    assert!(none.ends_with("lists no voices: none"), "{none}");
    assert_eq!(
        lines(&server),
        ["GET /v1/audio/voices", "GET /v1/audio/voices"]
    );
    let unknown = asker(&server.url, REQUEST).voices(0).await.unwrap_err();
    assert!(matches!(unknown, SpeechError::NoListing));
}

#[tokio::test]
async fn an_answer_that_takes_too_long_is_told_with_its_limit() {
    // The system takes the connection; nobody ever answers on it.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", silent.local_addr().unwrap());
    let asked = asker(&url, REQUEST)
        .ask(0, "好", 0, Duration::from_millis(50))
        .await;
    let error = asked.unwrap_err();
    assert!(matches!(error, SpeechError::TimedOut { .. }), "{error}");
}

#[tokio::test]
async fn a_key_that_a_server_repeats_is_never_shown() {
    let key = std::env::var(KEY).unwrap();
    let written = crate::speech::http::template::encoded(&key);
    let echo = format!(
        "{{\"error\":{}, \"voices\":[\"{key}\"]}}",
        serde_json::Value::from(written.join(" "))
    );
    let place = format!(
        "401 Unauthorized\nlocation: http://other.test/{}",
        written[3]
    );
    let server = Scripted::serve(vec![
        answer(&place, echo.as_bytes()),
        answer(&place.replace("401", "308"), b""),
        json(&echo),
        answer("200 OK", echo.as_bytes()),
        answer("418 Teapot", echo.as_bytes()),
        json(&echo),
    ]);
    let more = format!(
        "key_env = \"{KEY}\"\n{REQUEST}query = {{ k = \"{{key}}\" }}\n[voices]\npath = \"/v\"\n\
         [answer]\nretry_when = [{{ status = 418 }}]\nsuccess_when = [{{ pointer = \"/data\" }}]\n"
    );
    let asker = asker(&server.url, &more);
    for _ in 0..5 {
        let error = ask(&asker).await.unwrap_err();
        let shown = format!("{error} {error:?}");
        assert!(
            written.iter().all(|key| !shown.contains(key.as_str())),
            "{shown}"
        );
    }
    assert_eq!(asker.voices(0).await.unwrap(), ["[key]"]);
    assert!(!format!("{asker:?}").contains(&key));
}
