//! Any voice file of engine `http`, and any text: nothing panics, and a text stays in its place.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use pingshu::speech::http::Call;
use pingshu::speech::{HttpVoice, Voice, VoiceSource};

const HEAD: &str = "engine = \"http\"\nendpoints = [\"http://host.test/base\"]\n";

/// A request whose body a reader of JSON can read.
const JSON: &str = "[request]\npath = \"/tts\"\nquery = { a = \"{text|url}\" }\njson = { text = \"{text}\", a = [\"<{text|xml}>\"] }";

/// A request of parts; its end is known.
const PARTS: &str = "[request]\npath = \"/tts\"\nmultipart = { text = \"{text}\" }";

fuzz_target!(|input: (&str, &str)| {
    let (file, text) = input;
    for file in [file.to_owned(), format!("{HEAD}{file}"), format!("{HEAD}key_env = \"KEY\"\n[request]\n{file}")] {
        if let Some(voice) = parsed(&file) {
            check_place(&voice, text);
        }
    }
    check_json(text);
    check_parts(text);
});

fn parsed(file: &str) -> Option<HttpVoice> {
    match Voice::parse(file, Path::new("fuzz.toml")).ok()?.source {
        VoiceSource::Http(voice) => Some(voice),
        _ => None,
    }
}

fn call(voice: &HttpVoice, text: &str) -> Option<Call> {
    voice.template.call(voice.endpoints.first()?, text, "key")
}

/// A text changes neither where a request goes nor what its headers are called.
fn check_place(voice: &HttpVoice, text: &str) {
    let (Some(one), Some(other)) = (call(voice, text), call(voice, "")) else {
        return;
    };
    let place = |call: &Call| {
        let url = &call.url;
        let host = url.host_str().unwrap_or_default().to_owned();
        (url.scheme().to_owned(), host, url.port(), url.path().to_owned(), url.fragment().map(str::to_owned))
    };
    assert_eq!(place(&one), place(&other));
    let names = |call: &Call| call.headers.keys().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&one), names(&other));
}

fn check_json(text: &str) {
    let voice = parsed(&format!("{HEAD}{JSON}")).expect("it is a voice");
    let call = call(&voice, text).expect("its address is one");
    let sent: serde_json::Value = serde_json::from_slice(&call.body).expect("it is JSON");
    assert_eq!(sent["text"], text);
    assert_eq!(sent.as_object().map(serde_json::Map::len), Some(2));
}

fn check_parts(text: &str) {
    let voice = parsed(&format!("{HEAD}{PARTS}")).expect("it is a voice");
    let call = call(&voice, text).expect("its address is one");
    let called = call.headers["content-type"].to_str().expect("it is plain");
    let (_, boundary) = called.split_once("boundary=").expect("it has a boundary");
    let head = format!("--{boundary}\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n");
    let sent = call.body.strip_prefix(head.as_bytes()).expect("it begins so");
    let sent = sent.strip_suffix(format!("\r\n--{boundary}--\r\n").as_bytes()).expect("it ends so");
    assert_eq!(sent, text.as_bytes());
    let boundary = boundary.as_bytes();
    assert!(!sent.windows(boundary.len()).any(|window| window == boundary));
}
