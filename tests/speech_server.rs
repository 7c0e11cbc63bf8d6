//! The engine `openai` against a real server that is not ours.
//!
//! Runs when `PINGSHU_SPEECH_SERVER` holds its address, e.g. `http://127.0.0.1:18880/v1`; never
//! reaches for a server otherwise.

use std::path::Path;

use pingshu::reading::{Reader, Reading, Script};
use pingshu::speech::http::{HttpSettings, Sent};
use pingshu::speech::{Engine, EngineSettings, Voice};

const TEXT: &str = "雨越下越大，山路上的泥水漫过了脚踝。";

fn engine(endpoint: &str, format: &str) -> Engine {
    let file = format!(
        "engine = \"openai\"\nendpoints = [\"{endpoint}\"]\nmodel = \"kokoro\"\n\
         voice = \"zf_xiaoxiao\"\nformat = \"{format}\"\nextra = {{ lang = \"zh\" }}"
    );
    let voice = Voice::parse(&file, Path::new("server.toml")).expect("the voice is valid");
    let settings = EngineSettings {
        pack: "no pack".into(),
        workers: 1,
        http: HttpSettings::default(),
        sent: Sent::default(),
    };
    Engine::open(&voice, &settings).expect("the engine is made")
}

fn reading() -> Reading {
    let reader = Reader::new(Script::Simplified).expect("there is a reader");
    reader.read(TEXT)
}

#[tokio::test]
async fn a_real_server_speaks_in_every_format_we_read() {
    let Ok(endpoint) = std::env::var("PINGSHU_SPEECH_SERVER") else {
        println!("skipped: PINGSHU_SPEECH_SERVER is not set");
        return;
    };
    let (reading, mut lengths) = (reading(), Vec::new());
    for format in ["wav", "flac", "mp3", "pcm"] {
        let speech = engine(&endpoint, format).speak(&reading, 1).await;
        let speech = speech.unwrap_or_else(|error| panic!("{format}: {error}"));
        assert_eq!(speech.sample_rate, 24_000, "{format}");
        println!("{format}: {:.3} s", speech.seconds());
        lengths.push(speech.seconds());
    }
    let shortest = lengths.iter().copied().fold(f64::INFINITY, f64::min);
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    assert!(longest - shortest < 0.2, "{lengths:?}");
}
