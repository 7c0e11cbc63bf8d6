//! Two renders at once.

use super::support::{SNOW, Shelf, wait_for};

#[test]
fn the_second_render_of_a_book_says_that_it_is_busy() {
    let shelf = Shelf::new().book(SNOW);
    shelf.pace(300_000);
    let _first = shelf.start(["render", "雪夜.txt"]);
    // The store is opened once the book is claimed.
    wait_for("the claim", || shelf.path("out/.store/lock").exists());
    let ran = shelf.run(["render", "雪夜.txt"]);
    ran.exits(2);
    insta::assert_snapshot!(ran.stderr, @"
    error: another pingshu is working on `out/雪夜`
    hint: wait until it is done, or stop it with Ctrl-C
    ");
}

#[test]
fn two_books_are_rendered_into_one_folder_at_once() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("灯火.txt", SNOW.replace('雪', "雨")).pace(20);
    let first = shelf.start(["render", "雪夜.txt"]);
    let second = shelf.start(["render", "灯火.txt"]);
    first.end().exits(0);
    second.end().exits(0);
    for book in ["雪夜.txt", "灯火.txt"] {
        shelf.run(["check", book]).exits(0);
    }
}

#[test]
fn a_render_that_was_killed_leaves_no_claim() {
    let shelf = Shelf::new().book(SNOW);
    shelf.pace(300_000);
    let running = shelf.start(["render", "雪夜.txt"]);
    wait_for("the claim", || shelf.path("out/.store/lock").exists());
    running.kill();
    shelf.pace(0).run(["render", "雪夜.txt"]).exits(0);
}

#[test]
fn a_book_made_from_another_file_is_not_overwritten() {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let before = shelf.files();
    shelf.file("《雪夜》作者：别人.txt", "第一章 火\n炉火正旺。\n");
    shelf
        .run(["render", "《雪夜》作者：别人.txt"])
        .exits(2)
        .says("`out/雪夜` holds another book, made from `雪夜.txt`")
        .says("hint: choose another folder with `--out DIR`");
    assert_eq!(shelf.files().changed_since(&before), [""; 0]);
}
