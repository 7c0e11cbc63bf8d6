//! `voices` and `say`.

use super::support::{SNOW, Shelf, wait_for};

#[test]
fn the_narrators_inside_come_first_and_then_those_of_the_folder() {
    let shelf = Shelf::new();
    shelf.file(
        "home/config/pingshu/voices/own.toml",
        "engine = \"fake\"\nabout = \"mine\"",
    );
    let ran = shelf.run(["voices"]);
    let names: Vec<_> = ran
        .exits(0)
        .stdout
        .lines()
        .take_while(|line| !line.is_empty())
        .map(|line| line.split_whitespace().next().unwrap())
        .collect();
    let inside = [
        "xiaoxiao", "xiaobei", "xiaoni", "xiaoyi", "yunjian", "yunxi", "yunxia", "yunyang",
    ];
    assert_eq!(names[..8], inside);
    assert_eq!(names[8..], ["fake", "own"]);
    assert_eq!(shelf.run(["voices", "list"]).exits(0).stdout, ran.stdout);
}

#[test]
fn a_broken_voice_file_does_not_hide_the_others() {
    let shelf = Shelf::new();
    shelf.file("voices/odd.toml", "engine = ");
    let ran = shelf.run(["voices"]);
    ran.exits(0).says("voices/odd.toml").says("line 1");
    let narrators = ran.stdout.lines().take_while(|line| !line.is_empty());
    assert_eq!(narrators.count(), 9);
}

#[test]
fn a_sentence_is_spoken_into_a_file() {
    let shelf = Shelf::new();
    let ran = shelf.run(["say", "雪下了一夜。", "-o", "snow.wav"]);
    assert_eq!(ran.exits(0).stdout, "");
    let wav = hound::WavReader::open(shelf.path("snow.wav")).unwrap();
    assert_eq!(wav.spec().sample_rate, 24_000);
    let loudest = wav
        .into_samples::<i16>()
        .map(|sample| sample.unwrap().abs())
        .max();
    assert!(loudest > Some(1_000));
    assert_eq!(shelf.spoken(), ["雪下了一夜。"]);
    assert!(!shelf.path("out").exists());
}

#[test]
fn a_sample_is_named_after_its_narrator() {
    let shelf = Shelf::new();
    shelf.run(["voices", "sample", "fake"]).exits(0);
    assert!(shelf.path("fake.wav").is_file());
}

#[test]
fn a_text_that_is_stopped_leaves_no_draft_beside_its_file() {
    let shelf = Shelf::new();
    shelf.pace(300);
    let text = "雪下了一夜。天亮时才停，门外没有人。他走了很远的路，也没有回头。".repeat(5);
    let running = shelf.start(["say", &text, "-o", "said/snow.wav"]);
    wait_for("the first words", || !shelf.spoken().is_empty());
    running.kill();
    assert!(!shelf.path("said").exists());
}

#[test]
fn nothing_to_say_is_refused_and_leaves_no_file() {
    let shelf = Shelf::new();
    let ran = shelf.run(["say", "……", "-o", "snow.wav"]);
    ran.exits(2).says("nothing to speak").says("\nhint: ");
    assert!(!shelf.path("snow.wav").exists());
}

#[test]
fn speech_that_fails_a_gate_is_a_text_incomplete_and_no_engine_amiss() {
    let shelf = Shelf::new();
    let ran = shelf.run(["say", "无声的雪下了一夜。", "-o", "snow.wav"]);
    ran.exits(3).says("the audio is not fit to use");
    assert!(!shelf.path("snow.wav").exists());
}

#[test]
fn a_server_out_of_reach_is_told_with_the_same_remedy_by_say_and_render() {
    let shelf = Shelf::new().book(SNOW).variable("PINGSHU_HTTP_TRIES", "1");
    shelf.file(
        "voices/away.toml",
        "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]\n",
    );
    let hint = "hint: start the server, or correct `endpoints` in the voice file\n";
    let said = shelf.run(["say", "雪。", "-o", "snow.wav", "--voice", "away"]);
    said.exits(4).says(hint);
    let ran = shelf.run(["render", "雪夜.txt", "--voice", "away"]);
    ran.exits(4).says(hint).says("stopped by the engine");
    assert!(
        !ran.stderr.contains("the chapters are in"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_file_that_cannot_be_written_is_told_with_the_flag_that_names_it() {
    let shelf = Shelf::new();
    shelf.file("plain", "a file, not a folder");
    let ran = shelf.run(["say", "雪下了一夜。", "-o", "plain/snow.wav"]);
    ran.exits(2).says("error: cannot write `plain/snow.wav`");
    ran.says("because: cannot create folder `plain`");
    ran.says("hint: name a file that can be written, on a disk with room, with `-o`");
}

#[test]
fn a_text_is_never_spoken_over_another_file() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["say", "下雪了。", "-o", "雪夜.txt"]);
    ran.exits(2)
        .says("cannot write `雪夜.txt`")
        .says("does not end in `.wav`");
    shelf.file("notes.wav", "not audio");
    let ran = shelf.run(["say", "下雪了。", "-o", "notes.wav"]);
    ran.exits(2).says("it is there and no WAV");
    shelf.run(["say", "下雪了。", "-o", "snow.wav"]).exits(0);
    shelf.run(["say", "又下雪了。", "-o", "snow.wav"]).exits(0);
}

/// A server that answers every request with the same JSON, and ends after so many.
fn server(answer: &'static str, n: usize) -> String {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for _ in 0..n {
            let (mut stream, _) = listener.accept().unwrap();
            let mut request = [0; 4_096];
            let _ = stream.read(&mut request).unwrap();
            let head = "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length";
            write!(stream, "{head}: {}\r\n\r\n{answer}", answer.len()).unwrap();
        }
    });
    format!("http://{address}")
}

#[test]
fn the_voices_of_a_server_are_listed() {
    let shelf = Shelf::new();
    let url = server(r#"{"voices":[{"id":"zf_xiaobei"},{"id":"zm_yunxi"}]}"#, 1);
    let file = format!("engine = \"openai\"\nendpoints = [\"{url}/v1\"]");
    shelf.file("voices/cellar.toml", file);
    let ran = shelf.run(["voices", "of", "cellar"]);
    assert_eq!(ran.exits(0).stdout, "zf_xiaobei\nzm_yunxi\n");
    shelf
        .run(["voices", "of", "xiaobei"])
        .exits(2)
        .says("is on no server");
}

#[test]
fn a_server_that_lists_no_voices_says_what_it_said() {
    let shelf = Shelf::new();
    let url = server(r#"{"detail":"Not Found"}"#, 1);
    let file = format!("engine = \"openai\"\nendpoints = [\"{url}/v1\"]");
    shelf.file("voices/cellar.toml", file);
    shelf
        .run(["voices", "of", "cellar"])
        .exits(4)
        .says("lists no voices: Not Found");
}
