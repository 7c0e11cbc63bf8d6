//! `report.html`: what the morning shows.

use std::fs;

use super::support::{SNOW, Shelf};

/// A book with one sentence that the voice cannot say whole.
fn doubtful() -> Shelf {
    Shelf::new().book(&SNOW.replace("门外没有人。", "门外写着Ж字。"))
}

fn page(shelf: &Shelf) -> String {
    fs::read_to_string(shelf.path("out/雪夜/report.html")).unwrap()
}

#[test]
fn a_run_leaves_a_page_that_plays_what_is_doubtful() {
    let shelf = doubtful();
    let ran = shelf.run(["render", "雪夜.txt", "--out", "my books"]);
    ran.exits(0).says("doubtful, to be heard in report.html:");
    let page = fs::read_to_string(shelf.path("my books/雪夜/report.html")).unwrap();
    assert!(page.contains("3 of 3 chapters are finished"));
    assert!(page.contains("<bdi>门外写着Ж字。</bdi>"), "{page}");
    assert_eq!(page.matches("<audio").count(), 1);
    assert!(page.contains("src=\"data:audio/mpeg;base64,"));
    let again = "pingshu redo 雪夜.txt 2:5 --out 'my books'";
    ran.says(again);
    assert!(page.contains(again), "{page}");
}

#[test]
fn what_is_doubtful_is_still_so_when_nothing_was_left_to_do() {
    let shelf = doubtful();
    shelf.run(["render", "雪夜.txt"]).exits(0);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let page = page(&shelf);
    assert!(page.contains("nothing was left to do"));
    assert!(page.contains("this voice cannot say `Ж`"), "{page}");
}

#[test]
fn what_is_left_stands_in_the_page_with_its_command() {
    let shelf = Shelf::new().book(&SNOW.replace("门外没有人", "门外一片无声"));
    shelf.run(["render", "雪夜.txt"]).exits(3);
    let page = page(&shelf);
    assert!(page.contains("the audio is not fit to use: 1.1 s of silence"));
    assert!(page.contains("<code>pingshu render 雪夜.txt --chapters 2</code>"));
}

#[test]
fn a_page_of_nothing_but_the_chosen_chapters_says_so() {
    let shelf = doubtful();
    shelf
        .run(["render", "雪夜.txt", "--chapters", "1,3"])
        .exits(0);
    let page = page(&shelf);
    assert!(page.contains("2 of 2 chosen chapters are finished"));
    assert!(!page.contains("<audio"));
}
