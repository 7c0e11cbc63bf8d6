//! Templates as voice files write them, and the bodies they give, read by real parsers.
//!
//! Never sends anything.

mod refusals;

use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::speech::{Voice, VoiceSource};

const HEAD: &str =
    "engine = \"http\"\nendpoints = [\"http://me:pw@host.test:9880/base/?tenant=a\"]\n";

/// A name for every request, so that a body can be foretold.
const UUID: &str = "0b7f0f6e-3f0b-4a57-9f05-0c5b6c1d2e3f";

/// Texts that are hard on every notation.
fn nasty_text() -> impl Strategy<Value = String> {
    let scrap = prop::sample::select(vec![
        "\"",
        "\\",
        "\n",
        "\r\n",
        "]]>",
        "<!--",
        "{key}",
        "{uuid}",
        "{{",
        "}",
        "%",
        "%41",
        "&",
        "&amp;",
        "=",
        "+",
        "#",
        "?",
        "\0",
        "'",
        "--",
        "\r\n--pingshu",
        "\r\n--pingshu-0b7f0f6e-3f0b-4a57-9f05-0c5b6c1d2e3f",
        UUID,
        "\u{202E}",
        "\u{FFFF}",
        "好",
        "😀",
        " ",
        "\t",
        "../",
        "@evil.test/",
        "</speak>",
        "\":\"",
        "\r\nX-Evil: 1\r\n",
    ]);
    let scraps = prop::collection::vec(scrap, 0..12).prop_map(|scraps| scraps.concat());
    prop_oneof![3 => scraps, 1 => any::<String>()]
}

fn parsed(file: &str) -> Result<Template, String> {
    let voice = Voice::parse(file, Path::new("test.toml"));
    let voice = voice.map_err(|error| match std::error::Error::source(&error) {
        Some(source) => source.to_string(),
        None => error.to_string(),
    })?;
    match voice.source {
        VoiceSource::Http(voice) => Ok(*voice.template),
        _ => Err("no server".into()),
    }
}

fn template(more: &str) -> Template {
    parsed(&format!("{HEAD}{more}")).unwrap()
}

fn refusal(more: &str) -> String {
    parsed(&format!("{HEAD}{more}")).unwrap_err()
}

fn call(template: &Template, text: &str) -> Call {
    let base = "http://me:pw@host.test:9880/base/?tenant=a"
        .parse()
        .unwrap();
    let values = Values {
        uuid: UUID.into(),
        ..template.values(text, 0, Some("sk-canary"))
    };
    template.request.call(&base, &values).unwrap()
}

fn body(template: &Template, text: &str) -> String {
    String::from_utf8(call(template, text).body).unwrap()
}

fn header(call: &Call, name: &str) -> String {
    String::from_utf8(call.headers[name].as_bytes().to_vec()).unwrap()
}

/// The values of a multipart body by name, read by hand.
fn parts(body: &[u8], boundary: &str) -> Vec<(String, Vec<u8>)> {
    let open = format!("--{boundary}\r\n");
    let next = format!("\r\n--{boundary}");
    let find =
        |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).position(|window| window == what);
    let mut rest = body.strip_prefix(open.as_bytes()).unwrap();
    let mut parts = Vec::new();
    loop {
        let end = find(rest, next.as_bytes()).unwrap();
        let part = &rest[..end];
        let head_end = find(part, b"\r\n\r\n").unwrap();
        parts.push((
            String::from_utf8(part[..head_end].to_vec()).unwrap(),
            part[head_end + 4..].to_vec(),
        ));
        rest = &rest[end + next.len()..];
        if rest == b"--\r\n" {
            return parts;
        }
        rest = rest.strip_prefix(b"\r\n").unwrap();
    }
}

/// The text of the element `speak`, as a reader of XML finds it.
fn spoken(xml: &str) -> String {
    use quick_xml::events::Event;
    let mut reader = quick_xml::Reader::from_str(xml);
    let mut text = String::new();
    loop {
        match reader.read_event().unwrap() {
            Event::Text(part) => text.push_str(&part),
            Event::GeneralRef(name) => {
                let reference = format!("&{};", &*name);
                text.push_str(&quick_xml::escape::unescape(&reference).unwrap());
            }
            Event::Start(tag) => assert_eq!(tag.name().as_ref(), "speak"),
            Event::End(tag) => assert_eq!(tag.name().as_ref(), "speak"),
            Event::Eof => return text,
            other => panic!("{other:?}"),
        }
    }
}

const JSON: &str = "[request]\npath = \"/tts\"\njson = { text = \"{text}\", seed = \"{seed}\", deep = [{ id = \"a {uuid}\" }] }";
const FORM: &str =
    "[request]\npath = \"/t\"\nform = { tex = \"{text|url}\", lan = \"zh\", spd = 5 }";
const XML: &str = "[request]\npath = \"/v1\"\ncontent_type = \"application/ssml+xml\"\nbody = \"<speak>{text|xml}</speak>\"";
const QUERY: &str = "[request]\nmethod = \"GET\"\npath = \"/{voice}\"\nquery = { text = \"{text}\", twice = \"{text|url}\" }";
const PARTS: &str = "[request]\npath = \"/t\"\nmultipart = { tts_text = \"{text}\", a = 1 }";
const JSON_TEXT: &str = "[request]\npath = \"/t\"\ncontent_type = \"application/json\"\nbody = '{{\"text\":\"{text|json}\"}}'";

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_gives_the_text_back(text in nasty_text()) {
        let sent: Value = serde_json::from_str(&body(&template(JSON), &text)).unwrap();
        prop_assert_eq!(sent, json!({"text": text, "seed": FIRST_SEED, "deep": [{"id": format!("a {UUID}")}]}));
        let sent: Value = serde_json::from_str(&body(&template(JSON_TEXT), &text)).unwrap();
        prop_assert_eq!(sent, json!({"text": text}));
    }

    #[test]
    fn a_form_gives_the_text_back(text in nasty_text()) {
        let body = body(&template(FORM), &text);
        let sent: Vec<_> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
        let keys: Vec<_> = sent.iter().map(|(key, _)| key.as_str()).collect();
        prop_assert_eq!(keys, ["lan", "spd", "tex"]);
        let once = percent_encoding::percent_decode_str(&sent[2].1).decode_utf8().unwrap();
        prop_assert_eq!(once, text);
    }

    #[test]
    fn xml_gives_the_text_back(text in nasty_text()) {
        let can_be = |c: char| !matches!(c, '\u{0}'..='\u{8}' | '\u{B}' | '\u{C}' | '\u{E}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}');
        let expected: String = text.chars().map(|c| if can_be(c) { c } else { ' ' }).collect();
        prop_assert_eq!(spoken(&body(&template(XML), &text)), expected);
    }

    #[test]
    fn a_query_gives_the_text_back_and_the_address_stays(text in nasty_text()) {
        let template = template(&format!("voice = \"a/../b?c\"\n{QUERY}"));
        let url = call(&template, &text).url;
        prop_assert_eq!((url.host_str(), url.port(), url.path()), (Some("host.test"), Some(9880), "/base/a%2F..%2Fb%3Fc"));
        let sent: Vec<_> = url.query_pairs().into_owned().collect();
        let twice = percent_encoding::percent_decode_str(&sent[2].1).decode_utf8().unwrap();
        prop_assert_eq!((&sent[0].1, &sent[1].1, twice.as_ref()), (&"a".to_owned(), &text, text.as_str()));
        prop_assert_eq!(sent.len(), 3);
        prop_assert_eq!(url.fragment(), None);
    }

    #[test]
    fn parts_give_the_text_back(text in nasty_text()) {
        let call = call(&template(PARTS), &text);
        let called = header(&call, "content-type");
        let boundary = called.strip_prefix("multipart/form-data; boundary=").unwrap();
        let parts = parts(&call.body, boundary);
        prop_assert_eq!(parts.len(), 2);
        prop_assert_eq!(&parts[0].1, b"1");
        prop_assert_eq!(&parts[1].0, "Content-Disposition: form-data; name=\"tts_text\"");
        prop_assert_eq!(&parts[1].1, text.as_bytes());
    }

    #[test]
    fn a_text_changes_no_header(text in nasty_text()) {
        let more = format!("key_env = \"K\"\n{JSON}\n[request.headers]\nAuthorization = \"Bearer {{key}}\"\nX-Id = \"{{uuid}}\"");
        let call = call(&template(&more), &text);
        prop_assert_eq!(call.headers.len(), 3);
        prop_assert_eq!(header(&call, "authorization"), "Bearer sk-canary");
        prop_assert_eq!(header(&call, "x-id"), UUID);
        prop_assert_eq!(header(&call, "content-type"), "application/json");
    }

    #[test]
    fn no_voice_file_makes_it_panic(more in "[a-z_{}|\\[\\]\"= \n/]{0,80}") {
        let _ = parsed(&format!("{HEAD}{more}"));
        let _ = parsed(&format!("{HEAD}[request]\npath = \"/\"\n{more}"));
    }
}

#[test]
fn values_take_their_places_and_types() {
    let more = "model = \"m\"\nvoice = \"v\"\nspeed = 1.2\nseed = 7\n[variables]\nvec = [0.5, 1]\non = true\n\
        [request]\npath = \"/{model}\"\njson = { text = \"{text}\", emo_vec = \"{vec}\", on = \"{on}\", rate = \"{rate_percent}\", n = 3, seed = \"{seed}\", speed = \"{speed}\" }";
    let template = template(more);
    let sent: Value = serde_json::from_str(&body(&template, "好")).unwrap();
    let expected = json!({"text": "好", "emo_vec": [0.5, 1], "on": true, "rate": "+20%", "n": 3, "seed": 7, "speed": 1.2});
    assert_eq!(sent, expected);
    assert_eq!(call(&template, "").url.path(), "/base/m");
    assert!((template.speed() - 1.2).abs() < f32::EPSILON);
}

#[test]
fn every_take_has_another_seed_and_every_request_another_name() {
    let template = template(&format!("seed = 40\n{JSON}"));
    let values = |n| template.values("", n, None);
    assert_eq!((values(0).seed, values(2).seed), (40, 42));
    assert_ne!(values(0).uuid, values(0).uuid);
}

#[test]
fn a_file_is_sent_along_and_decides_the_fingerprint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ref.wav");
    fs::write(&path, b"RIFF\r\n--x").unwrap();
    let more = format!(
        "[variables]\nref_audio = {path:?}\n[request]\npath = \"/t\"\n\
         multipart = {{ tts_text = \"{{text}}\", prompt_wav = {{ file = \"{{ref_audio}}\", type = \"audio/wav\" }} }}"
    );
    let mut template = template(&more);
    template.read_in_files().unwrap();
    let call = call(&template, "好");
    let boundary = format!("pingshu-{UUID}");
    let parts = parts(&call.body, &boundary);
    let head = "Content-Disposition: form-data; name=\"prompt_wav\"; filename=\"ref.wav\"\r\nContent-Type: audio/wav";
    assert_eq!(parts[0], (head.into(), b"RIFF\r\n--x".to_vec()));
    let before = template.identity().unwrap();
    fs::write(&path, b"another voice").unwrap();
    assert_ne!(template.identity().unwrap(), before);
    fs::remove_file(&path).unwrap();
    let error = template.identity().unwrap_err().to_string();
    assert!(error.contains("ref.wav"), "{error}");
}

#[test]
fn the_fingerprint_knows_what_is_heard_and_nothing_else() {
    let identity = |file: &str| parsed(file).unwrap().identity().unwrap();
    let with = |more: &str| identity(&format!("{HEAD}{more}\n{JSON}"));
    let base = with("");
    let key = "key_env = \"K\"\n";
    let keyed = format!("{HEAD}{key}{JSON}\n[request.headers]\nX-Api-Key = \"{{key}}\"");
    let ruled = format!("{HEAD}{JSON}\n[answer]\nretry_when = [{{ status = 400 }}]");
    let elsewhere = format!("{HEAD}{JSON}").replace("host.test", "other.test");
    for same in [
        with("concurrency = 4"),
        with("about = \"x\""),
        identity(&keyed),
        identity(&ruled),
        identity(&elsewhere),
    ] {
        assert_eq!(same, base);
    }
    let headed = format!("{HEAD}{JSON}\n[request.headers]\nmodel = \"s1\"");
    let raw = format!("{HEAD}{JSON}\n[answer]\npcm = {{ rate = 22050 }}");
    let elsewhere = format!("{HEAD}{JSON}").replace("/tts", "/tts2");
    for other in [
        with("voice = \"x\""),
        with("model = \"x\""),
        with("seed = 5"),
        with("variables = { a = 1 }"),
        identity(&headed),
        identity(&raw),
        identity(&elsewhere),
    ] {
        assert_ne!(other, base);
    }
}

#[test]
fn a_plain_text_needs_no_escape() {
    let template = template(
        "[request]\npath = \"/t\"\nbody = \"{text}\"\ncontent_type = \"text/plain; charset=utf-8\"",
    );
    assert_eq!(body(&template, "<好>"), "<好>");
}

#[test]
fn a_dummy_where_a_key_belongs_is_allowed() {
    let more = "[request]\npath = \"/t\"\njson = { text = \"{text}\", token = \"access_token\", prompt_token = \"希望你以后能够做的比我还好呦，真的。\" }";
    template(more);
}

#[test]
fn voices_are_listed_with_the_headers_of_the_request() {
    let more = format!(
        "key_env = \"K\"\n{JSON}\n[request.headers]\nAuthorization = \"{{key}}\"\n[voices]\npath = \"/v\""
    );
    let listing = template(&more).listing.unwrap();
    let template = template(&more);
    let base = "http://host.test".parse().unwrap();
    let call = listing
        .request
        .call(&base, &template.values("", 0, Some("k")))
        .unwrap();
    assert_eq!(
        (call.url.as_str(), header(&call, "authorization")),
        ("http://host.test/v", "k".into())
    );
    assert!(call.body.is_empty());
}
