//! A second run looks at what stands, and does only what is missing.

use std::fs;
use std::path::PathBuf;

use super::support::{SNOW, Shelf};

fn finished() -> Shelf {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    shelf.forget_spoken();
    shelf
}

/// Where the store keeps the speech of a chunk.
fn entry(shelf: &Shelf, chapter: usize, chunk: usize) -> PathBuf {
    let speech = &shelf.ledger().chapters[chapter].chunks[chunk].speech;
    shelf.path(&format!("out/.store/v1/{}/{speech}.wav", &speech[..2]))
}

#[test]
fn a_second_run_speaks_nothing_and_leaves_every_file_alone() {
    let shelf = finished();
    let before = shelf.files();
    let ran = shelf.run(["render", "雪夜.txt"]);
    ran.exits(0).says("nothing was left to do");
    assert!(shelf.spoken().is_empty());
    assert_eq!(shelf.files().changed_since(&before), [""; 0]);
}

#[test]
fn a_deleted_track_is_joined_again_and_the_others_are_left_alone() {
    let shelf = finished();
    let before = shelf.files();
    let track = "0002 第二章 灯火.wav";
    shelf.remove(&format!("out/雪夜/{track}"));
    shelf
        .run(["render", "雪夜.txt", "--chapters", "2"])
        .exits(0);
    assert!(shelf.spoken().is_empty());
    let after = shelf.files();
    assert_eq!(after.differing_from(&before), [""; 0]);
    let of_chapter_two = |name: &String| name.contains("0002");
    let changed = after.changed_since(&before);
    assert!(changed.iter().all(of_chapter_two), "{changed:?}");
    assert!(changed.contains(&track.to_owned()));
}

#[test]
fn deleted_captions_come_back() {
    let shelf = finished();
    let before = shelf.files();
    shelf.remove("out/雪夜/0001 第一章 下雪.lrc");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert_eq!(shelf.files().differing_from(&before), [""; 0]);
}

#[test]
fn a_truncated_track_is_joined_again() {
    let shelf = finished();
    let before = shelf.files();
    let path = shelf.path("out/雪夜/0001 第一章 下雪.wav");
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(shelf.spoken().is_empty());
    assert_eq!(shelf.files().differing_from(&before), [""; 0]);
}

#[test]
fn a_changed_sentence_alone_is_spoken_again() {
    let shelf = finished().book(&SNOW.replace("门外没有人。", "门外站着一个人。"));
    let before = shelf.files();
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert_eq!(shelf.spoken(), ["门外站着一个人。"]);
    let changed = shelf.files().changed_since(&before);
    let expected = |name: &String| name.contains("0002") || name == "book.json";
    assert!(changed.iter().all(expected), "{changed:?}");
    shelf.ledger().check_tiling().check_spans();
}

#[test]
fn a_changed_title_takes_the_files_of_the_old_one_away() {
    let shelf = finished().book(&SNOW.replace("灯火", "长夜"));
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert_eq!(shelf.spoken(), ["第二章 长夜"]);
    let files = shelf.files();
    assert!(files.names().contains(&"0002 第二章 长夜.wav"));
    assert!(!files.names().iter().any(|name| name.contains("灯火")));
}

#[test]
fn other_pauses_join_the_tracks_again_and_speak_nothing() {
    let shelf = finished();
    let frames = shelf.ledger().chapters[0].frames;
    shelf.file("config.toml", "[pauses]\nhead = 1.5");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(shelf.spoken().is_empty());
    let ledger = shelf.ledger();
    assert_eq!(ledger.chapters[0].frames, frames + 24_000);
    ledger.check_spans();
}

#[test]
fn a_broken_speech_is_set_aside_and_spoken_again() {
    let shelf = finished();
    let before = shelf.files();
    let path = entry(&shelf, 1, 5);
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, &bytes).unwrap();
    shelf.remove("out/雪夜/0002 第二章 灯火.wav");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert_eq!(shelf.spoken(), ["门外没有人。"]);
    assert_eq!(shelf.files().differing_from(&before), [""; 0]);
    let aside = shelf
        .path("out/.store/aside")
        .join(path.file_name().unwrap());
    assert_eq!(fs::read(aside).unwrap(), bytes);
}

#[test]
fn a_missing_speech_of_a_standing_track_is_not_missed() {
    let shelf = finished();
    fs::remove_file(entry(&shelf, 1, 5)).unwrap();
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(shelf.spoken().is_empty());
}

#[test]
fn a_corrupt_ledger_is_made_anew() {
    let shelf = finished();
    let before = shelf.files();
    shelf.file("out/雪夜/book.json", "{\"version\": 1, \"chap");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(shelf.spoken().is_empty());
    assert_eq!(shelf.files().differing_from(&before), [""; 0]);
}

#[test]
fn a_corrupt_ledger_of_a_chapter_is_made_anew() {
    let shelf = finished();
    let before = shelf.files();
    shelf.file("out/雪夜/.chapters/0001.json", "{\"index\": 1, \"fi");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(shelf.spoken().is_empty());
    assert_eq!(shelf.files().differing_from(&before), [""; 0]);
}

#[test]
fn a_corrupt_ledger_of_a_chapter_that_was_not_chosen_does_not_spoil_the_book() {
    let shelf = finished();
    shelf.file("out/雪夜/.chapters/0001.json", "{\"index\": 1, \"fi");
    shelf
        .run(["render", "雪夜.txt", "--chapters", "2"])
        .exits(0);
    let chapters: Vec<_> = shelf.ledger().chapters.iter().map(|c| c.index).collect();
    assert_eq!(chapters, [2, 3]);
}

#[test]
fn a_chapter_whose_track_is_gone_is_not_in_the_ledger() {
    let shelf = finished();
    shelf.remove("out/雪夜/0001 第一章 下雪.wav");
    shelf
        .run(["render", "雪夜.txt", "--chapters", "2"])
        .exits(0);
    let chapters: Vec<_> = shelf.ledger().chapters.iter().map(|c| c.index).collect();
    assert_eq!(chapters, [2, 3]);
}

#[test]
fn a_ledger_of_a_newer_version_is_left_alone() {
    let shelf = finished();
    let newer = "{\"version\": 99, \"chapters\": {}}";
    shelf.file("out/雪夜/book.json", newer);
    let before = shelf.files();
    let ran = shelf.run(["render", "雪夜.txt"]);
    ran.exits(2).says("book.json` has form 99").says("hint: ");
    assert_eq!(shelf.files().changed_since(&before), [""; 0]);
    shelf.run(["check", "雪夜.txt"]).exits(2);
}

#[test]
fn a_ledger_that_got_under_another_chapter_harms_no_track() {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let before = shelf.files();
    let fragment = |chapter: usize| shelf.path(&format!("out/雪夜/.chapters/000{chapter}.json"));
    fs::copy(fragment(1), fragment(2)).unwrap();
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert_eq!(shelf.files().differing_from(&before), [""; 0]);
}

#[test]
fn a_serial_that_grew_speaks_only_its_new_chapters() {
    let grown = format!("{SNOW}\n第四章 天晴\n　　太阳出来了。\n第五章 远行\n　　他背起了行囊。\n");
    let shelf = finished().book(&grown);
    let before = shelf.files();
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let new = [
        "第四章 天晴",
        "太阳出来了。",
        "第五章 远行",
        "他背起了行囊。",
    ];
    let mut spoken = shelf.spoken();
    spoken.sort();
    let mut expected = new.map(String::from).to_vec();
    expected.sort();
    assert_eq!(spoken, expected);
    let changed = shelf.files().changed_since(&before);
    let is_new = |name: &String| {
        ["0004", "0005", "book.json", "report.txt"]
            .iter()
            .any(|part| name.contains(part))
    };
    assert!(changed.iter().all(is_new), "{changed:?}");
    shelf.ledger().check_tiling().check_spans();
}

#[test]
fn an_edited_chapter_of_a_serial_keeps_its_number_and_its_name() {
    let shelf = finished().book(&SNOW.replace("门外没有人。", "门外没有人。雪停了。"));
    let names = shelf.files();
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert_eq!(shelf.files().names(), names.names());
}
