//! The engine `command`: the ready voice files with stand-ins for their programs.
//!
//! Never runs the real programs: a stand-in of the same name refuses what the real one refuses.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use super::support::Shelf;

const TEXT: &str = "雨越下越大，老人推开了门。";

/// A shelf with a ready voice file, its program's stand-in alone on the path, and an answer of 3 s.
fn shelf(voice: &str, program: &str, script: &str) -> Shelf {
    let shelf = Shelf::new();
    let file = fs::read_to_string(format!(
        "{}/voices/{voice}.toml",
        env!("CARGO_MANIFEST_DIR")
    ));
    shelf.file(&format!("voices/{voice}.toml"), file.unwrap());
    write_tone(&shelf);
    let script = format!("#!/bin/sh\nset -e\n{script}\n");
    shelf.file(&format!("bin/{program}"), script);
    let path = shelf.path(&format!("bin/{program}"));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let own = std::env::var("PATH").unwrap();
    let path = format!("{}:{own}", shelf.path("bin").display());
    shelf.variable("PATH", &path)
}

fn write_tone(shelf: &Shelf) {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 24_000,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::create(shelf.path("tone.wav"), spec).unwrap();
    for i in 0..72_000 {
        let sample = (i as f32 * 0.05).sin() * 9_000.0;
        writer.write_sample(sample as i16).unwrap();
    }
    writer.finalize().unwrap();
}

#[track_caller]
fn says(shelf: &Shelf, voice: &str, arguments: &str, input: &str) {
    let ran = shelf.run(["say", TEXT, "-o", "said.wav", "--voice", voice]);
    ran.exits(0);
    let said = hound::WavReader::open(shelf.path("said.wav")).unwrap();
    assert!(
        (71_000..=73_000).contains(&said.duration()),
        "{}",
        said.duration()
    );
    let read = |name| fs::read_to_string(shelf.path(name)).unwrap();
    assert_eq!(
        (read("arguments").trim(), read("input").trim()),
        (arguments, input)
    );
}

#[test]
fn espeak_reads_the_text_and_prints_the_audio() {
    let script = "echo \"$*\" > arguments; cat > input; cat tone.wav";
    let shelf = shelf("espeak", "espeak-ng", script);
    says(&shelf, "espeak", "-v cmn -s 240 --stdout", TEXT);
}

#[test]
fn piper_reads_the_text_and_writes_a_file() {
    let script = "echo \"$1 $2 $3 $4 $5\" > arguments; cat > input; cp tone.wav \"$6\"";
    let shelf = shelf("piper", "piper", script);
    let arguments = "--model zh_CN-huayan-medium.onnx --length_scale 1.0 --output_file";
    says(&shelf, "piper", arguments, TEXT);
}

#[test]
fn edge_is_told_the_text_and_writes_a_file() {
    let script = "echo \"$1 $2 $3 $4 $5 $6\" > arguments; cat > input; cp tone.wav \"$7\"
case \"$7\" in *.mp3) ;; *) exit 1;; esac";
    let shelf = shelf("edge", "edge-tts", script);
    let arguments = format!("--voice zh-CN-XiaoxiaoNeural --rate=+0% --text {TEXT} --write-media");
    says(&shelf, "edge", &arguments, "");
}

#[test]
fn a_program_that_is_not_installed_is_told_with_what_to_do() {
    let shelf = Shelf::new();
    shelf.file(
        "voices/own.toml",
        "engine = \"command\"\ncommand = [\"pingshu-no-such-program\"]",
    );
    let ran = shelf.run(["say", TEXT, "-o", "said.wav", "--voice", "own"]);
    ran.exits(4).says("cannot run `pingshu-no-such-program`");
    ran.says("install `pingshu-no-such-program`");
}

#[test]
fn a_program_that_fails_is_told_with_its_last_words() {
    let shelf = shelf("espeak", "espeak-ng", "echo no such voice >&2; exit 1");
    let ran = shelf.run(["say", TEXT, "-o", "said.wav", "--voice", "espeak"]);
    ran.says("`espeak-ng` ended with exit code 1: no such voice");
    assert!(!shelf.path("said.wav").exists());
}

#[test]
fn the_same_text_again_runs_no_program() {
    let script = "echo x >> runs; cat > input; cat tone.wav";
    let shelf = shelf("espeak", "espeak-ng", script);
    shelf.file("book.txt", TEXT);
    for _ in 0..2 {
        shelf
            .run(["render", "book.txt", "--voice", "espeak"])
            .exits(0);
    }
    assert_eq!(fs::read_to_string(shelf.path("runs")).unwrap(), "x\n");
}
