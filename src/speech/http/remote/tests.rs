//! The engine against servers that work, refuse, lie, break off or are not there.

use std::net::TcpListener;
use std::time::Duration;

use serde_json::Value;

use super::super::pool::FaultKind;
use super::super::scripted::{Scripted, answer, answer_with};
use super::*;
use crate::reading::{Syllable, Word};
use crate::speech::{VoiceSource, archive};

const TEXT: &str = "雨越下越大。";

/// A variable that every test run has, whose value stands for a key.
const KEY: &str = "CARGO_MANIFEST_DIR";

fn settings() -> HttpSettings {
    HttpSettings {
        answer: Duration::from_secs(10),
        first_answer: Duration::from_secs(10),
        backoff: Duration::ZERO,
        probe: Duration::ZERO,
        ..HttpSettings::default()
    }
}

/// A voice of these endpoints, with these keys more.
fn voice(endpoints: &[&str], more: &str) -> Voice {
    let endpoints: Vec<_> = endpoints.iter().map(|url| format!("{url}/v1")).collect();
    let file =
        format!("engine = \"openai\"\nmodel = \"kokoro\"\nendpoints = {endpoints:?}\n{more}");
    Voice::parse(&file, "server.toml".as_ref()).unwrap()
}

fn engine(endpoints: &[&str]) -> Remote {
    of(&voice(endpoints, ""), settings()).unwrap()
}

fn of(voice: &Voice, settings: HttpSettings) -> Result<Remote, SpeechError> {
    let VoiceSource::Http(http) = &voice.source else {
        panic!("it is a server's");
    };
    Remote::new(voice, http, settings, &Sent::default())
}

/// The reading of `TEXT`.
fn reading() -> Reading {
    let word = |text: &str, pinyin: &[&str]| Word {
        text: text.into(),
        syllables: pinyin
            .iter()
            .map(|pinyin| Syllable {
                pinyin: (*pinyin).into(),
                ..Syllable::default()
            })
            .collect(),
        ..Word::default()
    };
    Reading {
        words: vec![
            word("雨", &["yu3"]),
            word("越下越大", &["yue4", "xia4", "yue4", "da4"]),
            word("。", &[]),
        ],
    }
}

/// A server's good answer: 1.5 seconds of a tone.
fn wav(sample_rate: u32) -> Vec<u8> {
    wav_of(sample_rate, 0.05)
}

/// Another one, of another pitch.
fn tone(pitch: f32) -> Vec<u8> {
    wav_of(24_000, pitch)
}

fn wav_of(sample_rate: u32, pitch: f32) -> Vec<u8> {
    let n_frames = sample_rate * 3 / 2;
    let samples = (0..n_frames)
        .map(|i| (i as f32 * pitch).sin() * 0.3)
        .collect();
    let speech = Speech {
        sample_rate,
        samples,
        timings: None,
    };
    answer(
        "200 OK\ncontent-type: text/html",
        &archive::to_bytes(&speech),
    )
}

fn silence() -> Vec<u8> {
    let speech = Speech {
        sample_rate: 24_000,
        samples: vec![0.0; 36_000],
        timings: None,
    };
    answer("200 OK", &archive::to_bytes(&speech))
}

fn no_list() -> Vec<u8> {
    answer("404 Not Found", b"")
}

async fn speak(engine: &Remote) -> Result<Speech, SpeechError> {
    engine.speak(&reading(), 1).await
}

fn sent(request: &str) -> Value {
    let (_, body) = request.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

#[tokio::test]
async fn a_sentence_becomes_speech_whatever_the_answer_calls_itself() {
    let server = Scripted::serve(vec![wav(24_000)]);
    let speech = speak(&engine(&[&server.url])).await.unwrap();
    assert_eq!((speech.sample_rate, speech.frames()), (24_000, 36_000));
    let request = &server.requests()[0];
    assert!(
        request.starts_with("POST /v1/audio/speech HTTP/1.1\r\n"),
        "{request}"
    );
    assert!(
        request.contains("accept-encoding: identity\r\n"),
        "{request}"
    );
    assert!(!request.contains("authorization"), "{request}");
    assert_eq!(sent(request)["input"], TEXT);
}

#[tokio::test]
async fn all_speech_has_one_sample_rate() {
    let server = Scripted::serve(vec![wav(44_100)]);
    let speech = speak(&engine(&[&server.url])).await.unwrap();
    assert_eq!((speech.sample_rate, speech.frames()), (24_000, 36_000));
}

#[tokio::test]
async fn a_busy_server_is_asked_again() {
    let busy = answer("503 Service Unavailable\nretry-after: 0", b"");
    let server = Scripted::serve(vec![busy, wav(24_000)]);
    speak(&engine(&[&server.url])).await.unwrap();
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn a_server_that_stays_broken_is_given_up() {
    let broken = answer(
        "500 Internal Server Error",
        b"{\"error\":\"out of memory\"}",
    );
    let server = Scripted::serve(vec![broken; 9]);
    let error = speak(&engine(&[&server.url])).await.unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("/v1` answered 500: out of memory"),
        "{error}"
    );
    assert_eq!(server.requests().len(), 4);
}

#[tokio::test]
async fn a_refused_text_is_not_sent_again() {
    let refused = answer("400 Bad Request", b"{\"detail\":\"text is empty\"}");
    let server = Scripted::serve(vec![refused; 9]);
    let error = speak(&engine(&[&server.url])).await.unwrap_err();
    assert_eq!(error.class(), FaultClass::Chunk);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn bad_audio_is_asked_for_again_with_another_seed() {
    let seeds = seeds_after(silence()).await;
    assert!(seeds[0] == 7 && seeds[1] != 7, "{seeds:?}");
}

#[tokio::test]
async fn what_is_no_audio_is_asked_for_again_as_it_was() {
    let failed = answer("200 OK\ncontent-type: audio/wav", b"{\"error\":\"busy\"}");
    assert_eq!(seeds_after(failed).await, [7, 7]);
}

/// The seeds of two requests, the first of which gets this answer.
async fn seeds_after(failed: Vec<u8>) -> Vec<Value> {
    let server = Scripted::serve(vec![failed, wav(24_000)]);
    let voice = voice(&[&server.url], "extra = { seed = 7 }");
    let engine = of(&voice, settings()).unwrap();
    speak(&engine).await.unwrap();
    let requests = server.requests();
    requests.iter().map(|r| sent(r)["seed"].clone()).collect()
}

#[tokio::test]
async fn silence_in_place_of_speech_is_an_error() {
    let server = Scripted::serve(vec![silence(); 9]);
    let error = speak(&engine(&[&server.url])).await.unwrap_err();
    assert!(error.to_string().ends_with("1.5 s of silence"), "{error}");
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn an_answer_that_breaks_off_is_asked_for_again() {
    let cut = answer_with("200 OK\ncontent-length: 90000", b"RIFF");
    let unfinished = answer_with("200 OK\ntransfer-encoding: chunked", b"4\r\nRIFF\r\n");
    let server = Scripted::serve(vec![cut, unfinished, wav(24_000)]);
    speak(&engine(&[&server.url])).await.unwrap();
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn an_endless_answer_is_not_read_to_its_end() {
    let server = Scripted::serve(vec![answer("200 OK", &vec![1; 3_000_000]); 3]);
    let engine = engine(&[&server.url]);
    let error = speak(&engine).await.unwrap_err();
    assert!(
        matches!(
            error,
            SpeechError::TooLarge {
                limit: 2_600_000,
                ..
            }
        ),
        "{error}"
    );
}

#[tokio::test]
async fn a_redirect_is_told_and_not_followed() {
    let moved = answer(
        "308 Permanent Redirect\nlocation: https://other.test/v1?key=secret",
        b"",
    );
    let server = Scripted::serve(vec![moved; 2]);
    let error = speak(&engine(&[&server.url])).await.unwrap_err();
    let told = "answered 308: it redirects to https://other.test/v1, which is not followed";
    assert!(error.to_string().ends_with(told), "{error}");
    assert_eq!(error.class(), FaultClass::Engine);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn the_key_is_sent_and_never_shown() {
    let key = std::env::var(KEY).unwrap();
    let echo = format!("{{\"error\":{{\"message\":\"bad key {key}\"}}}}");
    let server = Scripted::serve(vec![answer("401 Unauthorized", echo.as_bytes())]);
    let voice = voice(&[&server.url], &format!("key_env = \"{KEY}\""));
    let engine = of(&voice, settings()).unwrap();
    let error = speak(&engine).await.unwrap_err();
    assert!(
        error.to_string().ends_with("answered 401: bad key [key]"),
        "{error}"
    );
    assert!(!format!("{error:?} {engine:?}").contains(&key));
    let bearer = format!("authorization: Bearer {key}\r\n");
    assert!(server.requests()[0].contains(&bearer));
}

#[test]
fn a_missing_key_is_told_before_anything_is_sent() {
    let voice = voice(&["http://127.0.0.1:9"], "key_env = \"PINGSHU_NO_SUCH_KEY\"");
    let error = of(&voice, settings()).unwrap_err();
    assert!(matches!(&error, SpeechError::NoKey { name } if name == "PINGSHU_NO_SUCH_KEY"));
}

#[test]
fn text_that_is_no_address_is_refused() {
    for address in [
        "127.0.0.1:8880",
        "ftp://host.test",
        "me:secret@host.test?secret",
        "",
    ] {
        let file = format!("engine = \"openai\"\nendpoints = [{address:?}]");
        let voice = Voice::parse(&file, "server.toml".as_ref()).unwrap();
        let error = of(&voice, settings()).unwrap_err();
        assert!(matches!(error, SpeechError::Address { .. }), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn each_of_several_endpoints_speaks_a_short_text_first() {
    let servers = [
        Scripted::serve(vec![wav(24_000), no_list(), wav(24_000)]),
        Scripted::serve(vec![wav(24_000), no_list(), wav(24_000)]),
    ];
    let engine = engine(&[&servers[0].url, &servers[1].url]);
    let (first, second) = tokio::join!(speak(&engine), speak(&engine));
    first.and(second).unwrap();
    for server in servers {
        let texts: Vec<_> = server
            .requests()
            .iter()
            .filter(|request| request.starts_with("POST"))
            .map(|request| sent(request)["input"].clone())
            .collect();
        assert_eq!(texts, [PROBE, TEXT]);
    }
}

#[tokio::test]
async fn endpoints_that_do_not_sound_alike_are_refused() {
    let servers = [
        Scripted::serve(vec![wav(24_000), no_list(), wav(24_000)]),
        Scripted::serve(vec![wav(22_050), no_list(), wav(22_050)]),
    ];
    let engine = engine(&[&servers[0].url, &servers[1].url]);
    let (first, second) = tokio::join!(speak(&engine), speak(&engine));
    let error = first.and(second).unwrap_err();
    assert!(matches!(error, SpeechError::MixedPool { .. }), "{error}");
    assert_eq!(error.class(), FaultClass::Engine);
}

#[tokio::test]
async fn endpoints_of_which_only_some_have_the_voice_are_refused() {
    let list = |names: &str| answer("200 OK", format!("{{\"voices\":[{names}]}}").as_bytes());
    let servers = [
        Scripted::serve(vec![wav(24_000), list("\"zf_xiaoxiao\""), wav(24_000)]),
        Scripted::serve(vec![wav(24_000), list("\"alloy\""), wav(24_000)]),
    ];
    let urls: Vec<_> = servers.iter().map(|server| &*server.url).collect();
    let engine = of(&voice(&urls, "voice = \"zf_xiaoxiao\""), settings()).unwrap();
    let (first, second) = tokio::join!(speak(&engine), speak(&engine));
    let error = first.and(second).unwrap_err();
    assert!(matches!(error, SpeechError::MixedPool { .. }), "{error}");
}

#[tokio::test]
async fn a_text_that_never_comes_out_well_is_spoken_in_halves() {
    let long = Reading {
        words: [reading().words, reading().words].concat(),
    };
    let mut answers = vec![silence(); 3];
    answers.extend([wav(24_000), tone(0.07)]);
    let server = Scripted::serve(answers);
    let speech = engine(&[&server.url]).speak(&long, 1).await.unwrap();
    assert!(
        (2.9..3.4).contains(&speech.seconds()),
        "{}",
        speech.seconds()
    );
    let texts: Vec<_> = server
        .requests()
        .iter()
        .map(|r| sent(r)["input"].clone())
        .collect();
    assert_eq!(texts[3..], [TEXT, TEXT]);
}

#[tokio::test]
async fn the_next_endpoint_helps_out() {
    let dead = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let server = Scripted::serve(vec![wav(24_000), no_list(), wav(24_000)]);
    let engine = engine(&[&format!("http://{dead}"), &server.url]);
    speak(&engine).await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_not_there_is_unreachable() {
    let dead = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let error = speak(&engine(&[&format!("http://{dead}")]))
        .await
        .unwrap_err();
    assert!(
        error.to_string().starts_with("no answer from `http://127"),
        "{error}"
    );
    assert_eq!(error.class(), FaultClass::Engine);
    assert!(error.hint().unwrap().contains("start the server"));
}

#[tokio::test]
async fn a_server_that_never_answers_is_given_up() {
    // The system takes the connection; nobody ever answers on it.
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let voice = voice(&[&format!("http://{}", silent.local_addr().unwrap())], "");
    let settings = HttpSettings {
        first_answer: Duration::from_millis(50),
        tries: 1,
        ..settings()
    };
    let engine = of(&voice, settings).unwrap();
    let error = speak(&engine).await.unwrap_err();
    assert!(matches!(error, SpeechError::TimedOut { .. }), "{error}");
}

#[tokio::test]
async fn what_an_endpoint_was_asked_is_counted_under_an_address_without_secrets() {
    let busy = answer("503 Service Unavailable\nretry-after: 0", b"");
    let server = Scripted::serve(vec![busy, wav(24_000)]);
    let address = server.url.replace("http://", "http://me:secret@");
    let voice = voice(&[&address], "");
    let engine = of(&voice, settings()).unwrap();
    speak(&engine).await.unwrap();
    let tallies = engine.tallies();
    assert_eq!(tallies[0].endpoint, format!("{}/v1", server.url));
    assert_eq!((tallies[0].n_answered, tallies[0].n_asked()), (1, 2));
    assert!(tallies[0].faults.contains_key(&FaultKind::ServerFault));
}
