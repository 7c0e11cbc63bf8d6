//! `check`: a good book passes, and each kind of damage is found.

use std::fs;

use super::support::{Ran, SNOW, Shelf};

const TRACK: &str = "out/雪夜/0002 第二章 灯火.wav";

/// Bytes of a WAV's head before its first sample.
const HEAD: usize = 44;

fn finished() -> Shelf {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    shelf
}

/// Audits the book; it must find just one thing, say it in both forms, and change nothing.
fn finding(shelf: &Shelf) -> String {
    let before = shelf.files();
    let found = |ran: &Ran| {
        let findings = ran.exits(3).json()["findings"].clone();
        let findings = findings.as_array().unwrap().clone();
        assert_eq!(findings.len(), 1, "{findings:?}");
        format!(
            "{}: {}",
            findings[0]["chapter"],
            findings[0]["problem"].as_str().unwrap()
        )
    };
    let finding = found(&shelf.run(["check", "雪夜.txt", "--json"]));
    let problem = finding.split_once(": ").unwrap().1;
    let plain = shelf.run(["check", "雪夜.txt"]);
    assert!(plain.exits(3).stdout.contains(problem), "{}", plain.stdout);
    assert_eq!(shelf.files().changed_since(&before), [""; 0]);
    finding
}

fn change_samples(shelf: &Shelf, frames: std::ops::Range<usize>, value: u8) {
    let path = shelf.path(TRACK);
    let mut bytes = fs::read(&path).unwrap();
    bytes[HEAD + 2 * frames.start..HEAD + 2 * frames.end].fill(value);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_book_passes_whose_voice_takes_shorter_texts_than_this_one() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("short.toml", "engine = \"fake\"\n[limits]\nmost = 10\n");
    shelf.file("long.toml", "engine = \"fake\"\n");
    let n_chunks = |voice| {
        let plan = shelf.run(["plan", "雪夜.txt", "--json", "--voice", voice]);
        plan.exits(0).json()["chunks"].as_u64().unwrap()
    };
    assert!(n_chunks("short.toml") > n_chunks("long.toml"));
    shelf
        .run(["render", "雪夜.txt", "--voice", "short.toml"])
        .exits(0);
    let checked = shelf.run(["check", "雪夜.txt", "--voice", "long.toml"]);
    checked.exits(0).says("nothing wrong");
}

#[test]
fn a_good_book_passes() {
    let shelf = finished();
    let ran = shelf.run(["check", "雪夜.txt"]);
    ran.exits(0)
        .says("3 chapters against its text and its tracks")
        .says("nothing wrong");
    assert_eq!(ran.stdout, "");
    shelf
        .run(["check", "out/雪夜"])
        .exits(0)
        .says("nothing wrong");
    let json = shelf.run(["check", "雪夜.txt", "--json"]).exits(0).json();
    assert_eq!(json["findings"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_truncated_track_is_found() {
    let shelf = finished();
    let path = shelf.path(TRACK);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 4_801]).unwrap();
    assert!(finding(&shelf).starts_with("2: "));
}

#[test]
fn a_missing_track_is_found() {
    let shelf = finished();
    shelf.remove(TRACK);
    assert!(finding(&shelf).starts_with("2: cannot read `0002 第二章 灯火.wav`"));
}

#[test]
fn a_chunk_without_sound_is_found() {
    let shelf = finished();
    let chunk = &shelf.ledger().chapters[1].chunks[1];
    change_samples(&shelf, chunk.from..chunk.to, 0);
    let expected = format!("2: chunk 1 is silent: `{}`", chunk.text);
    assert_eq!(finding(&shelf), expected);
}

#[test]
fn a_finding_says_what_it_is_and_the_command_that_mends_it() {
    let shelf = finished();
    let chunk = &shelf.ledger().chapters[1].chunks[1];
    change_samples(&shelf, chunk.from..chunk.to, 0);
    let json = shelf.run(["check", "雪夜.txt", "--json"]).exits(3).json();
    let finding = &json["findings"][0];
    assert_eq!(
        (&finding["kind"], &finding["chunk"]),
        (&"silent".into(), &1.into())
    );
    assert_eq!(finding["mend"], "pingshu redo 雪夜.txt 2:1");
    let plain = shelf.run(["check", "雪夜.txt"]);
    assert!(
        plain
            .stdout
            .starts_with("chapter 2 第二章 灯火\n  chunk 1 is silent"),
        "{}",
        plain.stdout
    );
    plain.says("hint: `pingshu redo 雪夜.txt 2:1` makes new takes");
}

#[test]
fn a_sound_between_chunks_is_found() {
    let shelf = finished();
    let end = shelf.ledger().chapters[1].chunks[1].to;
    change_samples(&shelf, end..end + 10, 9);
    assert_eq!(finding(&shelf), "2: something sounds between the chunks");
}

#[test]
fn a_sound_after_the_last_chunk_is_found() {
    let shelf = finished();
    let frames = shelf.ledger().chapters[1].frames;
    change_samples(&shelf, frames - 1..frames, 9);
    assert_eq!(finding(&shelf), "2: something sounds between the chunks");
}

#[test]
fn a_chapter_that_was_never_made_is_found() {
    let shelf = Shelf::new().book(SNOW);
    shelf
        .run(["render", "雪夜.txt", "--chapters", "1,3"])
        .exits(0);
    assert_eq!(finding(&shelf), "2: it has no track yet");
}

#[test]
fn a_text_that_changed_since_is_found() {
    let shelf = finished().book(&SNOW.replace("灯还亮着", "灯已熄了"));
    let ran = shelf.run(["check", "雪夜.txt", "--json"]);
    insta::assert_snapshot!(ran.exits(3).json()["findings"], @r#"[{"chapter":0,"kind":"text","mend":"pingshu render 雪夜.txt","problem":"the text was changed after the book was made"},{"chapter":2,"kind":"text","mend":"pingshu render 雪夜.txt --chapters 2","problem":"its track is of another text"}]"#);
    // The book is still whole by its own ledger.
    shelf.run(["check", "out/雪夜"]).exits(0);
}

#[test]
fn a_text_that_changed_outside_of_all_chapters_is_told_with_the_remedy() {
    let shelf = finished().book(&format!("{SNOW}\n\n"));
    let ran = shelf.run(["check", "雪夜.txt"]);
    ran.exits(3)
        .says("hint: `pingshu render 雪夜.txt` makes what is missing, and what is damaged once its files are deleted");
}

#[test]
fn a_chunk_that_the_ledger_lost_is_found() {
    let shelf = finished();
    let path = shelf.path("out/雪夜/book.json");
    let text = fs::read_to_string(&path).unwrap();
    let mut ledger: serde_json::Value = serde_json::from_str(&text).unwrap();
    ledger["chapters"][1]["chunks"]
        .as_array_mut()
        .unwrap()
        .remove(3);
    fs::write(&path, ledger.to_string()).unwrap();
    let ran = shelf.run(["check", "雪夜.txt", "--json"]);
    let findings = ran.exits(3).json()["findings"].to_string();
    assert!(findings.contains("`她问。` is not spoken"), "{findings}");
    assert!(findings.contains("do not add up to its text"), "{findings}");
    assert!(findings.contains("something sounds between"), "{findings}");
}

#[test]
fn a_book_that_was_never_made_cannot_be_checked() {
    let shelf = Shelf::new().book(SNOW);
    insta::assert_snapshot!(shelf.run(["check", "雪夜.txt"]).exits(2).stderr, @"
    error: `out/雪夜` holds no `book.json`
    hint: `pingshu render BOOK` makes the book first
    ");
}

#[test]
fn what_mends_a_book_can_be_pasted_into_a_shell() {
    let shelf = Shelf::new().book(SNOW);
    let typed = ["render", "雪夜.txt", "--out", "my books", "--voice", "fake"];
    shelf.run(typed).exits(0);
    shelf.remove("my books/雪夜/0002 第二章 灯火.wav");
    let typed = ["check", "雪夜.txt", "--out", "my books", "--voice", "fake"];
    shelf.run(typed).exits(3).says(
        "hint: `pingshu render 雪夜.txt --voice fake --out 'my books' --chapters 2` makes what is missing, and what is damaged once its files are deleted",
    );
    shelf
        .run(["check", "my books/雪夜"])
        .exits(3)
        .says("`pingshu render BOOK --chapters 2`")
        .says("BOOK is the text of the book");
}

#[test]
fn a_book_of_one_chapter_is_told_in_the_singular() {
    let shelf = Shelf::new().book("雪下了一夜。");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let ran = shelf.run(["check", "雪夜.txt"]);
    ran.exits(0).says("《雪夜》: 1 chapter against");
}

#[test]
fn a_changed_sample_inside_a_chunk_is_found() {
    let shelf = finished();
    change_samples(&shelf, 13_000..13_001, 7);
    assert_eq!(
        finding(&shelf),
        "2: samples of `0002 第二章 灯火.wav` were changed"
    );
}

#[test]
fn missing_captions_are_found() {
    let shelf = finished();
    fs::remove_file(shelf.path(TRACK).with_extension("lrc")).unwrap();
    assert_eq!(finding(&shelf), "2: its captions are missing");
}

#[test]
fn what_a_voice_cannot_say_is_listed_and_passes() {
    let shelf = Shelf::new().book("第一章 雪\n雪停了。他喊了一声：“Привет！”\n没人听懂。\n");
    shelf
        .run(["render", "雪夜.txt"])
        .exits(0)
        .says("1 chunk is not spoken");
    shelf
        .run(["check", "雪夜.txt"])
        .exits(0)
        .says("nothing wrong");
    let ledger: serde_json::Value =
        serde_json::from_slice(&fs::read(shelf.path("out/雪夜/book.json")).unwrap()).unwrap();
    let unspoken = ledger["chapters"][0]["unspoken"].as_array().unwrap();
    let listed = unspoken
        .iter()
        .find(|span| span["text"] == "“Привет！”")
        .unwrap();
    assert_eq!(listed["reason"], "this voice cannot say it");
}
