//! Titles and texts that are out of the common.

use std::fs;
use std::path::Path;

use super::support::Shelf;

/// Renders a book with one chapter of that title; gives the names of its tracks.
fn tracks(title: &str) -> Vec<String> {
    let shelf = Shelf::new().book(&format!("第一章 {title}\n雪下了一夜。\n"));
    shelf.run(["render", "雪夜.txt"]).exits(0);
    shelf.run(["check", "雪夜.txt"]).exits(0);
    shelf.ledger().check_tiling().check_spans();
    let mut below_root: Vec<_> = fs::read_dir(shelf.root())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    below_root.sort();
    assert_eq!(below_root, ["out", "spoken.log", "voices", "雪夜.txt"]);
    let names = shelf.files();
    let tracks = names
        .names()
        .into_iter()
        .filter(|name| Path::new(name).extension() == Some("wav".as_ref()));
    tracks.map(str::to_owned).collect()
}

#[test]
fn a_title_with_slashes_stays_in_its_folder() {
    assert_eq!(tracks("../../一/二"), ["0001 第一章 .. .. 一 二.wav"]);
}

#[test]
fn a_title_with_control_and_direction_characters_hides_nothing() {
    assert_eq!(
        tracks("雪\u{202e}夜\u{7}归人"),
        ["0001 第一章 雪夜归人.wav"]
    );
}

#[test]
fn a_title_with_a_nul_is_a_name_like_others() {
    assert_eq!(tracks("雪\0夜").len(), 1);
}

#[test]
fn a_title_of_300_characters_is_cut_to_what_a_disk_takes() {
    // So long a line is no heading, unless the file says so: then its name is cut.
    let names = tracks(&"长".repeat(300));
    assert_eq!(names.len(), 1);
    assert!(names[0].len() < 140, "{names:?}");
}

#[test]
fn a_book_named_after_a_device_gets_a_folder_that_can_be_opened() {
    let shelf = Shelf::new();
    shelf.file("CON.txt", "CON\n雪下了一夜。");
    shelf.run(["render", "CON.txt"]).exits(0);
    assert!(shelf.path("out/_CON/book.json").is_file());
}

#[test]
fn a_title_of_a_device_is_a_name_like_others() {
    assert_eq!(tracks("CON"), ["0001 第一章 CON.wav"]);
}

#[test]
fn a_sentence_of_5000_characters_without_a_mark_is_spoken_whole() {
    let sentence: String = "雪下了一夜天亮时才停老人推开门"
        .chars()
        .cycle()
        .take(5_000)
        .collect();
    let shelf = Shelf::new().book(&format!("第一章 长句\n{sentence}\n"));
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let ledger = shelf.ledger();
    ledger.check_tiling().check_spans();
    let chunks = &ledger.chapters[0].chunks;
    assert!(chunks.iter().all(|chunk| chunk.text.chars().count() <= 60));
    let text: String = chunks[1..]
        .iter()
        .map(|chunk| chunk.text.as_str())
        .collect();
    assert_eq!(text, sentence);
}

#[test]
fn a_book_of_100_000_chapters_is_planned_whole() {
    let text: String = (1..=100_000)
        .map(|i| format!("第{i}章 路上\n走了{i}里路，天就黑了。\n"))
        .collect();
    let shelf = Shelf::new().book(&text);
    let plan = shelf.run(["plan", "雪夜.txt", "--json"]).exits(0).json();
    assert_eq!(plan["chapters"].as_array().unwrap().len(), 100_000);
    assert_eq!(plan["chapters"][99_999]["title"], "第100000章 路上");
}
