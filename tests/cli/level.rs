//! How loud tracks are: settings, profiles, and what is told of them.

use std::fs;

use super::support::{SNOW, Shelf};

const REPORT: &str = "out/雪夜/report.txt";

fn levels(shelf: &Shelf) -> Vec<serde_json::Value> {
    let ledger = fs::read(shelf.path("out/雪夜/book.json")).unwrap();
    let ledger: serde_json::Value = serde_json::from_slice(&ledger).unwrap();
    let chapters = ledger["chapters"].as_array().unwrap();
    chapters
        .iter()
        .map(|chapter| chapter["level"].clone())
        .collect()
}

#[test]
fn every_chapter_is_as_loud_as_the_settings_say_and_nothing_is_spoken_for_another_level() {
    let shelf = Shelf::new().book(SNOW);
    shelf
        .run(["render", "雪夜.txt"])
        .exits(0)
        .says("loudness: -19.0 to -19.0 LUFS");
    shelf.check_file(REPORT, "loudness: -19.0 to -19.0 LUFS, highest peak ");
    let n_spoken = shelf.spoken().len();
    let softer = shelf.variable("PINGSHU_LEVEL_TARGET_LUFS", "-23");
    softer
        .run(["render", "雪夜.txt"])
        .exits(0)
        .says("3 made in this run");
    softer.check_file(REPORT, "loudness: -23.0 to -23.0 LUFS");
    assert_eq!(softer.spoken().len(), n_spoken);
    for level in levels(&softer) {
        let lufs = level["lufs"].as_f64().unwrap();
        assert!((lufs + 23.0).abs() < 0.5, "{level}");
        assert!(level["gains"]["chosen"].is_f64() && level.get("room_tone").is_none());
    }
    softer
        .run(["check", "雪夜.txt"])
        .exits(0)
        .says("nothing wrong");
}

#[test]
fn a_run_that_makes_nothing_still_tells_how_loud_the_book_is() {
    let shelf = Shelf::new().book(SNOW);
    shelf
        .run(["render", "雪夜.txt", "--chapters", "1,2"])
        .exits(0);
    let again = shelf.run(["render", "雪夜.txt", "--chapters", "1"]);
    again
        .exits(0)
        .says("nothing was left to do")
        .says("loudness: -19.0 to -19.0 LUFS");
}

#[test]
fn the_profile_for_shops_is_measured_and_told_for_each_file() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt", "--profile", "acx"]);
    ran.exits(0).says("ACX: `0002 第二章 灯火.wav`: RMS -");
    shelf
        .check_file(REPORT, "noise -7")
        .check_file(REPORT, "MP3 files at 44.1 kHz");
    assert!(
        levels(&shelf)
            .iter()
            .all(|level| level["room_tone"] == true)
    );
    shelf
        .run(["check", "雪夜.txt"])
        .exits(0)
        .says("nothing wrong");
    // Without it the tracks are joined anew.
    shelf
        .run(["render", "雪夜.txt"])
        .exits(0)
        .says("3 made in this run");
    assert!(
        levels(&shelf)
            .iter()
            .all(|level| level.get("room_tone").is_none())
    );
}

#[test]
fn the_command_that_finishes_the_rest_has_the_profile() {
    let shelf = Shelf::new().book("第一章 雪\n无声的雪下了一夜。\n第二章 灯\n灯还亮着。\n");
    let ran = shelf.run(["render", "雪夜.txt", "--profile", "acx"]);
    ran.exits(3)
        .says("pingshu render 雪夜.txt --profile acx --chapters 1");
}

#[test]
fn a_profile_that_is_none_is_refused() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt", "--profile", "vinyl"]);
    ran.exits(2).says("profiles are `plain` and `acx`");
    shelf.file("config.toml", "profile = \"vinyl\"\n");
    shelf
        .run(["plan", "雪夜.txt"])
        .exits(2)
        .says("`plain` or `acx`");
}
