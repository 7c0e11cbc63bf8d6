//! Azure Speech.
//!
//! Never says in words what went wrong: the body of a fault is empty.

use serde_json::json;

use crate::openai::sorted;
use crate::support::{Answer, Request, SAID, StandIn, Telling, bytes, json, speech};

fn fault(status: u16) -> Answer {
    bytes("", "").with_status(status)
}

fn honest(request: &Request, _: &str) -> Answer {
    if !request
        .header("ocp-apim-subscription-key")
        .starts_with("canary-")
    {
        return fault(401);
    }
    if request.method == "GET" && request.path == "/cognitiveservices/voices/list" {
        return json(
            200,
            &json!([
                { "Name": "Microsoft Server Speech Text to Speech Voice (zh-CN, XiaoxiaoNeural)", "ShortName": "zh-CN-XiaoxiaoNeural", "WordsPerMinute": "263" },
            ]),
        );
    }
    if !request.is_post("/cognitiveservices/v1") {
        return fault(404);
    }
    if request.header("content-type") != "application/ssml+xml" {
        return fault(415);
    }
    let is_known = request.header("x-microsoft-outputformat") == "riff-24khz-16bit-mono-pcm";
    if !is_known || request.header("user-agent").is_empty() {
        return fault(400);
    }
    match text(request) {
        Some(text) => bytes("audio/x-wav", speech(&text, 24_000).wav()),
        None => fault(400),
    }
}

/// What is between the marks, if they are as they should be.
fn text(request: &Request) -> Option<String> {
    let ssml = request.text();
    let inside = ssml.strip_prefix("<speak version=\"1.0\" xml:lang=\"zh-CN\" ")?;
    let (_, inside) =
        inside.split_once("><voice name=\"zh-CN-XiaoxiaoNeural\"><prosody rate=\"+0%\">")?;
    let inside = inside.strip_suffix("</prosody></voice></speak>")?;
    let is_bare = inside
        .replace("&lt;", "")
        .replace("&gt;", "")
        .replace("&amp;", "")
        .replace("&quot;", "");
    let is_bare = is_bare.replace("&apos;", "").replace("&#39;", "");
    (!is_bare.contains(['<', '&'])).then(|| unescaped(inside))
}

fn unescaped(text: &str) -> String {
    let marks = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    marks.iter().fold(text.to_owned(), |text, (name, mark)| {
        text.replace(name, mark)
    })
}

/// A tier above the free one, so that the test need not wait.
fn telling(server: &StandIn) -> Telling {
    let telling = Telling::of("azure", server);
    telling.changing("requests_per_minute = 20", "requests_per_minute = 12000")
}

#[test]
fn a_book_is_told_by_azure() {
    let server = StandIn::new(honest);
    telling(&server).is_told();
    let mut said: Vec<_> = server
        .requests()
        .iter()
        .map(|request| text(request).unwrap())
        .collect();
    said.sort();
    assert_eq!(said, sorted(SAID));
}

#[test]
fn azure_says_which_voices_it_has() {
    let server = StandIn::new(honest);
    let ran = telling(&server).voices();
    assert_eq!(ran.exits(0).stdout, "zh-CN-XiaoxiaoNeural\n");
}

#[test]
fn a_fault_without_a_word_is_known_by_its_status() {
    let server = StandIn::lying(
        honest,
        [fault(502), fault(429).with_header("retry-after", "1")],
    );
    telling(&server).is_told();
    assert_eq!(server.requests().len(), 4);
    let server = StandIn::lying(honest, [fault(401), fault(401)]);
    telling(&server).render().exits(4).says("401");
    assert!(server.requests().len() <= 2);
}
