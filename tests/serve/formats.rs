//! Every format, and that the sound is that of `say`.
//!
//! Never compares with what was recorded: what `say` makes here and now is the measure.

use pingshu::transfer::{Format, encode};
use serde_json::json;

use crate::served::Served;
use crate::support::Shelf;

const TEXT: &str =
    "雪下了一夜，天亮时才停。老人推开门，院子里一片白。\n他笑着说：“孩子们，今天讲一段新书！”";

/// What `say` makes of the text with this voice, as a file.
fn said(shelf: &Shelf, voice: &str) -> Vec<u8> {
    shelf
        .run(["say", TEXT, "-o", "said.wav", "--voice", voice])
        .exits(0);
    std::fs::read(shelf.path("said.wav")).unwrap()
}

fn samples(wav: &[u8]) -> Vec<f64> {
    let (samples, _) = wav[44..].as_chunks::<2>();
    let samples = samples.iter().map(|pair| i16::from_le_bytes(*pair));
    samples.map(f64::from).collect()
}

/// Whether one is the other but for a gain, down to what rounding leaves.
fn sound_alike(served: &[u8], said: &[u8]) -> bool {
    let (served, said) = (samples(served), samples(said));
    let power: f64 = served.iter().map(|sample| sample * sample).sum();
    let common: f64 = served.iter().zip(&said).map(|(a, b)| a * b).sum();
    let gain = common / power;
    let is_near = |(a, b): (&f64, &f64)| (a * gain - b).abs() < 4.0 + gain;
    served.len() == said.len() && served.iter().zip(&said).all(is_near)
}

#[test]
fn a_wav_is_what_say_writes_but_for_its_level() {
    let shelf = Shelf::new();
    let served = Served::start(&shelf);
    assert!(sound_alike(
        &served.spoken(TEXT, "wav").body,
        &said(&shelf, "fake")
    ));
}

#[test]
fn raw_samples_are_those_of_the_wav() {
    let served = Served::start(&Shelf::new());
    assert!(served.spoken(TEXT, "wav").body[44..] == served.spoken(TEXT, "pcm").body);
}

#[test]
fn every_format_is_labelled_as_what_it_is() {
    let served = Served::start(&Shelf::new());
    for (format, label, beginning) in [
        ("wav", "audio/wav", &b"RIFF"[..]),
        ("mp3", "audio/mpeg", b"\xFF\xFB"),
        ("flac", "audio/flac", b"fLaC"),
        ("opus", "audio/ogg", b"OggS"),
        ("pcm", "audio/pcm", b""),
    ] {
        let answer = served.spoken(TEXT, format);
        assert_eq!(answer.header("content-type"), Some(label));
        assert!(answer.body.starts_with(beginning), "{format}");
    }
}

#[test]
fn every_format_is_the_wav_encoded() {
    // That what is encoded decodes to the same length and sound is shown where it is encoded.
    let served = Served::start(&Shelf::new());
    let wav = served.spoken(TEXT, "wav").body;
    let (samples, _) = wav[44..].as_chunks::<2>();
    let samples: Vec<i16> = samples
        .iter()
        .map(|pair| i16::from_le_bytes(*pair))
        .collect();
    for format in Format::ALL {
        let expected = encode(&samples, 24_000, format).unwrap();
        assert!(
            served.spoken(TEXT, format.name()).body == expected,
            "{format:?}"
        );
    }
}

#[test]
fn answers_in_every_format_are_read_again() {
    let shelf = Shelf::new();
    let served = Served::start(&shelf);
    for format in Format::ALL.map(Format::name) {
        let voice = format!(
            "engine = \"openai\"\nendpoints = [\"http://{}/v1\"]\nmodel = \"kokoro\"\n\
             voice = \"fake\"\nformat = \"{format}\"\n",
            served.address
        );
        shelf.file("voices/served.toml", voice);
        let seconds = |voice| said(&shelf, voice).len() as f64 / 48_000.0;
        let off = seconds("served") - seconds("fake");
        // Each of five chunks is trimmed by its level, which is a little blurred in some formats.
        assert!(off.abs() < 0.1, "{format}: {off} s off");
    }
}

#[test]
fn what_is_not_said_is_an_mp3_of_the_first_narrator() {
    let served = Served::start(&Shelf::new());
    let answer = served.speech(&json!({"model": "tts-1", "input": TEXT, "unheard": {"of": 1}}));
    assert_eq!(answer.header("content-type"), Some("audio/mpeg"));
    assert!(answer.body == served.spoken(TEXT, "mp3").body);
}

#[test]
fn a_narrator_is_chosen_by_name() {
    let shelf = Shelf::new();
    shelf.file("voices/other.toml", "engine = \"fake\"\n");
    shelf.file(
        "voices/elsewhere.toml",
        "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1\"]\n",
    );
    let served = Served::start(&shelf);
    let voices = served.ask("GET /v1/audio/voices", &[], b"").json();
    assert_eq!(voices, json!({"voices": ["fake", "other"]}));
    let answer = served.speech(&json!({"input": TEXT, "voice": "other", "response_format": "wav"}));
    assert!(sound_alike(&answer.body, &said(&shelf, "other")));
    assert!(!sound_alike(&answer.body, &said(&shelf, "fake")));
}

#[test]
fn the_lexicon_of_the_folder_counts() {
    let shelf = Shelf::new();
    let plain = Served::start(&shelf).spoken("铁蛋来了。", "wav").body;
    shelf.file("lexicon.toml", "铁蛋 = { spelling = \"铁蛋儿\" }\n");
    assert!(Served::start(&shelf).spoken("铁蛋来了。", "wav").body != plain);
}

#[test]
fn programs_are_told_what_there_is() {
    let served = Served::start(&Shelf::new());
    let models = served.ask("GET /v1/models", &[], b"").json();
    assert_eq!(
        (&models["object"], &models["data"][0]["object"]),
        (&json!("list"), &json!("model"))
    );
    assert_eq!(
        served.ask("GET /health", &[], b"").json(),
        json!({"status": "ok"})
    );
    assert!(
        served.greeting.contains("; try: curl http://127.0.0.1:"),
        "{}",
        served.greeting
    );
}
