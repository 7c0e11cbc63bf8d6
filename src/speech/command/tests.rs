//! Programs that speak, fail, lie, ramble and hang.
//!
//! Never needs a program that is not there on every Unix: stand-ins are lines for `sh`, which is
//! the program then.

use std::fs;
use std::io::BufRead;
use std::path::Path;

use serde_json::json;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::*;
use crate::reading::{Reader, Script};
use crate::speech::FaultClass;
use crate::speech::Punctuation;
use crate::speech::archive;
use crate::speech::gate::GateSettings;
use crate::speech::http::Fixed;

const TEXT: &str = "雨越下越大。";

/// A folder with `good.wav`, 1.5 s of a tone at 22,050 Hz.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.wav"), wav(0.3)).unwrap();
    fs::write(folder.path().join("silent.wav"), wav(0.0)).unwrap();
    folder
}

fn wav(loudness: f32) -> Vec<u8> {
    let samples = (0..33_075).map(|i| (i as f32 * 0.05).sin() * loudness);
    archive::to_bytes(&Speech {
        sample_rate: 22_050,
        samples: samples.collect(),
        timings: None,
    })
}

fn voice(folder: &Path, command: &[&str]) -> CommandVoice {
    let variables = json!({"folder": folder.display().to_string()});
    let fixed = Fixed {
        format: "wav".into(),
        speed: 1.0,
        variables: variables.as_object().unwrap().clone(),
        ..Fixed::default()
    };
    let command: Vec<String> = command.iter().map(|word| (*word).into()).collect();
    CommandVoice {
        arguments: Arguments::parse(&command, fixed, None).unwrap(),
        key_env: None,
        punctuation: Punctuation::default(),
        concurrency: 1,
    }
}

/// The program of lines for `sh`, whose arguments are the folder, and what follows.
fn program(folder: &TempDir, lines: &str, arguments: &[&str]) -> Program {
    let command = [&["sh", "-c", lines, "{folder}"], arguments].concat();
    Program::new(&voice(folder.path(), &command), Duration::ZERO).unwrap()
}

fn gates() -> Gates {
    Gates::new(GateSettings::default(), 1.0)
}

async fn speak(program: &Program) -> Result<Speech, SpeechError> {
    let reading = Reader::new(Script::Simplified).unwrap().read(TEXT);
    let punctuation = Punctuation::default();
    program.speak(&reading, &punctuation, &gates(), 1).await
}

fn lines(folder: &TempDir, name: &str) -> usize {
    let text = fs::read_to_string(folder.path().join(name)).unwrap();
    text.lines().count()
}

#[tokio::test]
async fn a_text_is_read_and_audio_printed() {
    let folder = folder();
    let program = program(&folder, "cat > $0/text; cat $0/good.wav", &[]);
    let speech = speak(&program).await.unwrap();
    assert_eq!((speech.sample_rate, speech.frames()), (24_000, 36_000));
    let text = fs::read_to_string(folder.path().join("text")).unwrap();
    assert_eq!(text, format!("{TEXT}\n"));
}

#[tokio::test]
async fn a_text_is_an_argument_and_audio_a_file() {
    let folder = folder();
    let script = "printf %s \"$1\" > $0/text; cat > $0/input; cp $0/good.wav \"$2\"";
    let program = program(&folder, script, &["{text}", "{output}"]);
    assert_eq!(speak(&program).await.unwrap().frames(), 36_000);
    let text = fs::read_to_string(folder.path().join("text")).unwrap();
    assert_eq!(text, TEXT);
    assert_eq!(fs::read(folder.path().join("input")).unwrap(), b"");
}

#[tokio::test]
async fn the_rate_of_the_answer_is_judged() {
    let folder = folder();
    let program = program(&folder, "cat > /dev/null; cat $0/good.wav", &[]);
    let answer = program.ask(TEXT, 0).await.unwrap();
    assert_eq!((answer.rate, answer.speech.sample_rate), (22_050, 24_000));
}

#[tokio::test]
async fn a_program_that_fails_is_tried_three_times_and_says_why() {
    let folder = folder();
    let script = "echo x >> $0/runs; echo first >&2; echo no model >&2; exit 3";
    let error = speak(&program(&folder, script, &[])).await.unwrap_err();
    assert_eq!(error.class(), FaultClass::Transient);
    assert_eq!(
        error.to_string(),
        "`sh` ended with exit code 3: first no model"
    );
    assert_eq!(lines(&folder, "runs"), 3);
}

#[tokio::test]
async fn a_program_that_fails_once_speaks_after_all() {
    let folder = folder();
    let script = "echo x >> $0/runs; test $(wc -l < $0/runs) -gt 1 || exit 1; cat $0/good.wav";
    assert!(speak(&program(&folder, script, &[])).await.is_ok());
    assert_eq!(lines(&folder, "runs"), 2);
}

#[tokio::test]
async fn bad_audio_is_asked_for_again_with_another_seed() {
    let folder = folder();
    let script = "echo $1 >> $0/seeds; cat $0/silent.wav";
    let error = speak(&program(&folder, script, &["{seed}"]))
        .await
        .unwrap_err();
    assert_eq!(error.class(), FaultClass::BadAudio);
    let seeds = fs::read_to_string(folder.path().join("seeds")).unwrap();
    assert_eq!(seeds, "1234\n2234\n3234\n");
}

#[tokio::test]
async fn a_program_that_is_not_there_stops_the_engine() {
    let folder = folder();
    let voice = voice(folder.path(), &["pingshu-no-such-program"]);
    let program = Program::new(&voice, Duration::ZERO).unwrap();
    let error = speak(&program).await.unwrap_err();
    assert_eq!(error.class(), FaultClass::Engine);
    assert_eq!(error.to_string(), "cannot run `pingshu-no-such-program`");
    assert!(error.hint().unwrap().contains("install"));
}

#[tokio::test]
async fn a_program_that_hangs_is_given_up() {
    let folder = folder();
    let program = Program {
        patience: Duration::from_millis(50),
        ..program(&folder, "exec sleep 20", &[])
    };
    let run = Run {
        words: program.arguments.of(TEXT, 0, Path::new("x")),
        input: Some(TEXT),
        patience: program.patience,
    };
    let error = run.to_end().await.map(|_| ()).unwrap_err();
    assert_eq!(error.class(), FaultClass::Transient);
    assert_eq!(error.to_string(), "`sh` did not answer within 0 s");
}

/// Begins lines for `sh` with a child that says through the pipe `held` that it began, and would say
/// after `$1` seconds that it is alive.
const CHILD: &str = "exec 3> $0/held; \
    (echo begun >&3; sleep $1; echo alive >&3) > /dev/null 2>&1 & exec 3>&-;";

/// Tells when the child began, and what it says later, until nobody is left who holds the pipe.
fn hear_held(folder: &TempDir) -> (oneshot::Receiver<()>, JoinHandle<String>) {
    let path = folder.path().join("held");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let (begun, is_begun) = oneshot::channel();
    let heard = spawn_blocking(move || {
        let mut held = io::BufReader::new(fs::File::open(path).unwrap());
        held.read_line(&mut String::new()).unwrap();
        let _ = begun.send(());
        io::read_to_string(held).unwrap()
    });
    (is_begun, heard)
}

#[tokio::test]
async fn the_child_of_a_script_that_hangs_is_ended_with_it() {
    let folder = folder();
    let (is_begun, heard) = hear_held(&folder);
    let program = program(&folder, &format!("{CHILD} wait"), &["20"]);
    let impatience = async {
        is_begun.await.unwrap();
        tokio::time::pause();
        tokio::time::advance(Duration::from_mins(5)).await;
        tokio::time::resume();
    };
    let (asked, ()) = tokio::join!(program.ask(TEXT, 0), impatience);
    let error = asked.map(|_| ()).unwrap_err();
    assert!(matches!(error, SpeechError::TimedOut { .. }), "{error}");
    assert_eq!(heard.await.unwrap(), "");
}

#[tokio::test]
async fn the_child_of_a_script_that_is_not_needed_any_more_is_ended_with_it() {
    let folder = folder();
    let (is_begun, heard) = hear_held(&folder);
    let program = program(&folder, &format!("{CHILD} wait"), &["20"]);
    tokio::select! {
        _ = program.ask(TEXT, 0) => unreachable!("the script waits for its child"),
        begun = is_begun => begun.unwrap(),
    }
    assert_eq!(heard.await.unwrap(), "");
}

#[tokio::test]
async fn the_child_of_a_script_that_fails_is_ended() {
    let folder = folder();
    let (_, heard) = hear_held(&folder);
    let program = program(&folder, &format!("{CHILD} exit 1"), &["20"]);
    assert!(program.ask(TEXT, 0).await.is_err());
    assert_eq!(heard.await.unwrap(), "");
}

#[tokio::test]
async fn what_a_program_that_speaks_leaves_behind_lives_on() {
    let folder = folder();
    let (_, heard) = hear_held(&folder);
    let program = program(&folder, &format!("{CHILD} cat $0/good.wav"), &["1"]);
    assert!(program.ask(TEXT, 0).await.is_ok());
    assert_eq!(heard.await.unwrap(), "alive\n");
}

#[tokio::test]
async fn a_child_that_holds_the_output_open_is_not_waited_for() {
    let folder = folder();
    let script = "cat $0/good.wav; sleep 20 &";
    let begun = std::time::Instant::now();
    assert!(program(&folder, script, &[]).ask(TEXT, 0).await.is_ok());
    assert!(begun.elapsed() < Duration::from_secs(15));
}

#[tokio::test]
async fn what_is_no_audio_is_told_with_the_complaint() {
    let folder = folder();
    let script = "cat > /dev/null; echo no such voice >&2; echo sorry";
    let error = speak(&program(&folder, script, &[])).await.unwrap_err();
    assert_eq!(error.class(), FaultClass::Transient);
    let said = error.to_string();
    assert!(
        said.starts_with("`sh` sent no audio: no audio format known here"),
        "{said}"
    );
    assert!(said.ends_with("; no such voice"), "{said}");
}

#[tokio::test]
async fn a_file_that_was_not_written_is_no_audio() {
    let folder = folder();
    let error = speak(&program(&folder, "true", &["{output}"]))
        .await
        .unwrap_err();
    let said = error.to_string();
    assert!(
        said.starts_with("`sh` sent no audio: cannot read the file"),
        "{said}"
    );
}

#[tokio::test]
async fn a_program_that_prints_without_end_is_stopped() {
    let folder = folder();
    let error = program(&folder, "exec cat /dev/zero", &[])
        .ask(TEXT, 0)
        .await
        .unwrap_err();
    assert!(matches!(error, SpeechError::TooLarge { .. }), "{error}");
}

#[tokio::test]
async fn complaints_without_end_are_not_kept() {
    let folder = folder();
    let script = "yes no model | head -c 3000000 >&2; cat $0/good.wav";
    assert!(speak(&program(&folder, script, &[])).await.is_ok());
}

#[tokio::test]
async fn the_folder_of_a_run_is_gone_after_it() {
    let folder = folder();
    let script = "echo $1 > $0/place; cp $0/good.wav $1";
    speak(&program(&folder, script, &["{output}"]))
        .await
        .unwrap();
    let place = fs::read_to_string(folder.path().join("place")).unwrap();
    assert!(!Path::new(place.trim()).exists());
    assert!(place.trim().ends_with("speech.wav"));
}

#[tokio::test]
async fn a_key_is_inherited_and_never_shown() {
    let folder = folder();
    // A variable that every test run has, whose value stands for a key.
    let name = "CARGO_MANIFEST_DIR";
    let voice = CommandVoice {
        key_env: Some(name.into()),
        ..voice(
            folder.path(),
            &["sh", "-c", "echo key $CARGO_MANIFEST_DIR >&2; exit 1"],
        )
    };
    let program = Program::new(&voice, Duration::ZERO).unwrap();
    let error = speak(&program).await.unwrap_err();
    assert_eq!(error.to_string(), "`sh` ended with exit code 1: key [key]");
    let unset = CommandVoice {
        key_env: Some("PINGSHU_NO_SUCH_KEY".into()),
        ..voice
    };
    assert!(matches!(
        Program::new(&unset, Duration::ZERO),
        Err(SpeechError::NoKey { .. })
    ));
}
