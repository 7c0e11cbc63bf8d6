//! Voice files, right and wrong.
//!
//! Never opens an engine.

use super::*;
use crate::chunk::Unit;
use crate::reading::{Lexicon, Reader, Scope, Script};

fn parse(text: &str) -> Result<Voice, VoiceError> {
    Voice::parse(text, Path::new("voices/test.toml"))
}

#[test]
fn every_voice_inside_the_binary_is_valid() {
    for name in ready::narrators().chain(ready::servers()) {
        let voice = Voice::find(name, &[]).unwrap();
        assert_eq!(voice.name, name);
        assert!(!voice.about.is_empty(), "{name} says nothing about itself");
    }
}

#[test]
fn an_unknown_voice_lists_the_known_ones() {
    let error = Voice::find("nobody", &[]).unwrap_err().to_string();
    assert!(error.starts_with("voice `nobody` not found (known voices: xiaoxiao, "));
}

#[test]
fn an_unknown_key_is_named_with_its_line() {
    let error = parse("engine = \"kokoro\"\nvoice = \"x\"\nspede = 1.0").unwrap_err();
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(
        cause.contains("line 3") && cause.contains("spede"),
        "{cause}"
    );
}

#[test]
fn a_speed_nobody_understands_is_refused() {
    let error = parse("engine = \"kokoro\"\nvoice = \"x\"\nspeed = 9.0").unwrap_err();
    assert!(error.to_string().contains("`speed` is 9"), "{error}");
}

#[test]
fn a_server_voice_needs_an_address() {
    let error = parse("engine = \"openai\"").unwrap_err();
    assert!(
        error.to_string().contains("`endpoints` is missing"),
        "{error}"
    );
}

#[test]
fn a_voice_paces_in_its_own_way() {
    let voice = parse("engine = \"fake\"\n[pauses]\nsentence = 1.25").unwrap();
    let pauses = Pauses::default().for_voice(&voice);
    assert!((pauses.sentence - 1.25).abs() < 1e-9);
    assert!((pauses.scene - Pauses::default().scene).abs() < 1e-9);
}

#[test]
fn a_price_below_nothing_is_refused() {
    let voice = |price| {
        let text =
            format!("engine = \"fake\"\nprice = {{ per_million = {price}, currency = \"CNY\" }}");
        parse(&text)
    };
    assert!(voice("15.0").unwrap().price.is_some());
    for price in ["-1.0", "nan"] {
        let error = voice(price).unwrap_err().to_string();
        assert!(error.contains("`price.per_million`"), "{error}");
    }
}

#[test]
fn the_voice_inside_takes_less_time_with_more_workers() {
    let voice = Voice::find("xiaoxiao", &[]).unwrap();
    let (one, two) = (
        voice.rendering(60.0, 1).unwrap(),
        voice.rendering(60.0, 2).unwrap(),
    );
    assert!(one > two && two > 0.0);
    let server = parse("engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]").unwrap();
    assert_eq!(server.rendering(60.0, 2), None);
}

#[test]
fn the_narrower_of_setting_and_voice_holds() {
    let voice = parse(
        "engine = \"fake\"\n[limits]\nmost = 40\nunit = \"utf8\"\nmost_units = 100\nleast = 12",
    )
    .unwrap();
    let fitting = |most, least| {
        let settings = Limits {
            most,
            least,
            ..Limits::default()
        };
        let Limits {
            most,
            most_units,
            unit,
            least,
        } = voice.fitting(settings);
        assert_eq!(unit, Unit::Utf8);
        (most, most_units, least)
    };
    assert_eq!(fitting(60, 6), (40, 100, 12));
    assert_eq!(fitting(20, 6), (20, 100, 10));
    assert_eq!(fitting(30, 15), (30, 100, 15));
}

#[test]
fn a_server_is_never_given_a_word_or_two_where_that_can_be_helped() {
    let server = parse("engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]").unwrap();
    assert_eq!(server.fitting(Limits::default()).least, 10);
    let inside = Voice::find("xiaoxiao", &[]).unwrap();
    assert_eq!(inside.fitting(Limits::default()), Limits::default());
}

#[test]
fn limits_that_make_no_sense_are_refused() {
    for wrong in [
        "most = 3",
        "most_units = 29",
        "unit = \"gbk\"",
        "unit = \"gbk\"\nmost_units = 59",
        "unit = \"words\"\nmost_units = 100",
        "most = 20\nleast = 11",
        "longest = 3",
    ] {
        let error = parse(&format!("engine = \"fake\"\n[limits]\n{wrong}"));
        assert!(error.is_err(), "{wrong}");
    }
}

#[test]
fn only_a_server_has_punctuation_of_its_own() {
    let table = "[punctuation]\n\"……\" = \"。\"";
    let server = "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]\n";
    let VoiceSource::Http(server) = parse(&format!("{server}{table}")).unwrap().source else {
        panic!("the engine is a server");
    };
    let reader = Reader::new(Script::Simplified).unwrap();
    let sent = server.punctuation.of(&reader.read("我……好"));
    assert_eq!(sent, "我。好。");
    let inside = parse(&format!("engine = \"kokoro\"\nvoice = \"x\"\n{table}"));
    assert!(inside.unwrap_err().to_string().contains("`punctuation`"));
}

#[test]
fn what_is_raw_is_sent_raw() {
    let voice = parse("engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]").unwrap();
    let mut lexicon = Lexicon::default();
    let entries = "[voice.甲]\nTom = { raw = \"<b>~T…</b>\" }\n铁蛋 = { raw = \"铁~……蛋*\" }";
    lexicon.add("lexicon.toml", entries).unwrap();
    let scope = Scope {
        books: Vec::new(),
        voice: "甲".into(),
    };
    let reader = Reader::with_lexicon(Script::Simplified, &lexicon, &scope, Form::Plain).unwrap();
    let sent = voice.sent(&reader.read("Tom和铁蛋~"));
    assert_eq!(sent.as_deref(), Some("<b>~T…</b>和铁~……蛋*。"));
}

#[test]
fn a_pause_of_a_wrong_name_is_refused() {
    let error = parse("engine = \"fake\"\n[pauses]\nsentense = 1.0").unwrap_err();
    assert!(error.to_string().contains("`pauses.sentense`"), "{error}");
}

#[test]
fn a_voice_says_how_it_is_told_of_sounds() {
    let server = "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]\n";
    let form = |more: &str| parse(&format!("{server}{more}")).unwrap().form;
    assert_eq!(form(""), Form::Homophone);
    assert_eq!(form("lexicon = \"none\""), Form::Plain);
    assert_eq!(
        form("lexicon = \"ssml\""),
        Form::Marked(Form::PHONEME.into())
    );
    let own = "lexicon = \"ssml\"\nphoneme = '<p x=\"{pinyin}\">{text}</p>'";
    assert_eq!(
        form(own),
        Form::Marked("<p x=\"{pinyin}\">{text}</p>".into())
    );
    assert_eq!(Voice::find("xiaoxiao", &[]).unwrap().form, Form::Pinyin);
}

#[test]
fn a_way_to_tell_of_sounds_that_cannot_work_is_refused() {
    let server = "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]\n";
    let inside = "engine = \"kokoro\"\nvoice = \"x\"\n";
    for (voice, what) in [
        (
            format!("{inside}lexicon = \"none\""),
            "`lexicon` is for a server",
        ),
        (
            format!("{server}phoneme = \"{{text}}\""),
            "`phoneme` is for `lexicon = \"ssml\"`",
        ),
        (
            format!("{server}lexicon = \"ssml\"\nphoneme = \"<p>\""),
            "`phoneme` must hold `{text}` and `{pinyin}`",
        ),
    ] {
        let error = parse(&voice).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn a_voice_file_says_what_its_takes_are_measured_by() {
    let voice = parse("engine = \"fake\"\n[gates]\nlongest = 81.84").unwrap();
    assert_eq!(voice.gates.longest, Some(81.84));
    let error = parse("engine = \"fake\"\n[gates]\nlongest = 0").unwrap_err();
    assert!(
        error.to_string().contains("`gates.longest` is 0"),
        "{error}"
    );
}

#[test]
fn a_text_with_marks_is_xml_already() {
    let file = |body: &str| {
        format!(
            "engine = \"http\"\nendpoints = [\"http://127.0.0.1:1\"]\nlexicon = \"ssml\"\n\
             [request]\npath = \"/\"\ncontent_type = \"application/ssml+xml\"\nbody = \"<speak>{body}</speak>\""
        )
    };
    let voice = parse(&file("{text}")).unwrap();
    let mut lexicon = Lexicon::default();
    let entries = "[voice.甲]\n铁蛋 = { pinyin = \"tie3 dan4\" }";
    lexicon.add("lexicon.toml", entries).unwrap();
    let scope = Scope {
        books: Vec::new(),
        voice: "甲".into(),
    };
    let reader = Reader::with_lexicon(Script::Simplified, &lexicon, &scope, voice.form.clone());
    let sent = voice.sent(&reader.unwrap().read("铁蛋说it's。")).unwrap();
    assert!(
        sent.starts_with("<phoneme") && sent.contains("</phoneme>说it&apos;s。"),
        "{sent}"
    );
    let error = parse(&file("{text|xml}")).unwrap_err().to_string();
    assert!(error.contains("XML already"), "{error}");
}

#[test]
fn a_key_that_was_put_into_a_voice_file_is_not_shown() {
    let file = "engine = \"openai\"\napi_key = \"sk-canary-0123456789\"";
    let error = Voice::parse(file, Path::new("a.toml")).unwrap_err();
    let said = std::error::Error::source(&error).unwrap().to_string();
    assert!(
        said.contains("line 2") && said.contains("api_key"),
        "{said}"
    );
    assert!(!said.contains("canary"), "{said}");
}
