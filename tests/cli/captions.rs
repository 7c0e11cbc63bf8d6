//! Captions and words: what is shown, and when.

use std::fs;

use super::support::{SNOW, Shelf};

const ALL: &str = "captions = [\"lrc\", \"words\", \"srt\", \"vtt\"]";

#[test]
fn every_character_with_a_sound_is_in_a_word_that_lies_in_its_chunk() {
    for chapter in Shelf::finished().ledger().chapters {
        for chunk in &chapter.chunks {
            let (mut character, mut frame) = (chunk.start, chunk.from);
            for &(start, end, from, to) in &chunk.words {
                assert!(character <= start && start < end && end <= chunk.end);
                assert!(frame <= from && from < to && to <= chunk.to);
                (character, frame) = (end, to);
            }
            let is_in_word = |at| {
                chunk
                    .words
                    .iter()
                    .any(|(start, end, _, _)| (*start..*end).contains(&at))
            };
            let mut sounding = (chunk.start..).zip(chunk.text.chars());
            assert!(sounding.all(|(at, c)| !c.is_alphanumeric() || is_in_word(at)));
        }
    }
}

#[test]
fn captions_that_are_wanted_later_are_written_and_nothing_is_spoken() {
    let shelf = Shelf::finished();
    let track = shelf.path("out/雪夜/0001 第一章 下雪.wav");
    let before = fs::metadata(&track).unwrap().modified().unwrap();
    shelf.file("config.toml", ALL);
    let checked = shelf.run(["check", "雪夜.txt"]).exits(3).stdout.clone();
    assert!(checked.contains("its captions are missing"), "{checked}");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(shelf.spoken().is_empty());
    assert_eq!(fs::metadata(&track).unwrap().modified().unwrap(), before);
    let ledger = shelf.ledger();
    let first = &ledger.chapters[0].chunks[0];
    let name = "out/雪夜/0001 第一章 下雪";
    let (seconds, rest) = (first.from / 24_000, first.from % 24_000 / 24);
    let time = format!("00:00:{seconds:02}");
    shelf.check_file(&format!("{name}.srt"), &format!("1\n{time},{rest:03} --> "));
    shelf.check_file(
        &format!("{name}.vtt"),
        &format!("WEBVTT\n\n{time}.{rest:03} --> "),
    );
    shelf.check_file(&format!("{name}.words.lrc"), &format!("[00:{seconds:02}."));
    shelf.run(["check", "雪夜.txt"]).exits(0);
}

#[test]
fn a_track_that_is_joined_anew_keeps_no_captions_of_the_old_one() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("config.toml", ALL);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    shelf.file("config.toml", "captions = [\"vtt\"]\n[pauses]\nhead = 1.5");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let files = shelf.files();
    let is_of = |end: &str| {
        files
            .names()
            .iter()
            .filter(|name| name.ends_with(end))
            .count()
    };
    assert_eq!(["lrc", "srt", "vtt"].map(is_of), [0, 0, 3]);
    shelf.run(["check", "雪夜.txt"]).exits(0);
}

#[test]
fn a_title_that_is_not_announced_is_listed_and_the_book_passes_the_check() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("config.toml", "announce_titles = false");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(!shelf.spoken().iter().any(|text| text.contains("第一章")));
    for chapter in &shelf.ledger().check_tiling().check_spans().chapters {
        let reason = |reason: &str| chapter.unspoken.iter().any(|span| span.reason == reason);
        assert!(reason("title not announced"), "{}", chapter.title);
    }
    shelf.run(["check", "雪夜.txt"]).exits(0);
}

#[test]
fn a_scale_that_nobody_would_listen_to_is_refused() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("config.toml", "pause_scale = 9");
    let ran = shelf.run(["plan", "雪夜.txt"]);
    ran.exits(2).says("`pause_scale`").says("must be 0.25 to 4");
}
