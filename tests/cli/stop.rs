//! Ctrl-C and the terminate signal.

use std::collections::HashSet;

use super::support::{Ran, SNOW, Shelf, wait_for};

/// A book of five chapters, each of a heading and ten sentences, all different.
fn long_book() -> String {
    let sentence = |chapter, i| format!("第{chapter}天走了{i}里路，天就黑了。\n");
    let chapter = |chapter| {
        let body: String = (1..=10).map(|i| sentence(chapter, i)).collect();
        format!("第{chapter}章 路上\n{body}")
    };
    (1..=5).map(chapter).collect()
}

fn stopped_by(signal: &str) -> (Shelf, Ran) {
    let shelf = Shelf::new().book(&long_book());
    shelf.pace(60);
    let mut running = shelf.start(["render", "雪夜.txt"]);
    wait_for("the first chapter", || {
        shelf.path("out/雪夜/.chapters/0001.json").exists()
    });
    running.signal(signal);
    let ran = running.end();
    (shelf, ran)
}

fn check_stopped(shelf: &Shelf, ran: &Ran) {
    ran.exits(130)
        .says("stopped on request; what was done is kept");
    let made = shelf.ledger().chapters.len();
    assert!((1..5).contains(&made), "{made} chapters were made");
    let left = match made + 1 {
        5 => "5".into(),
        first => format!("{first}-5"),
    };
    ran.says(&format!("pingshu render 雪夜.txt --chapters {left}"));
    shelf.check_file("out/雪夜/report.txt", "finish with:");
    shelf.check_file("out/雪夜/report.html", "stopped on request");
    shelf.ledger().check_tiling().check_spans();
}

fn check_that_the_next_run_completes(shelf: &Shelf) {
    shelf.pace(0).run(["render", "雪夜.txt"]).exits(0);
    let spoken = shelf.spoken();
    let n_different = spoken.iter().collect::<HashSet<_>>().len();
    assert_eq!((spoken.len(), n_different), (55, 55));
    let undisturbed = Shelf::new().book(&long_book());
    undisturbed.run(["render", "雪夜.txt"]).exits(0);
    let differing = shelf.files().differing_from(&undisturbed.files());
    assert_eq!(differing, [""; 0]);
}

#[test]
fn the_first_ctrl_c_keeps_what_was_done_and_the_next_run_goes_on() {
    let (shelf, ran) = stopped_by("INT");
    check_stopped(&shelf, &ran);
    ran.says("Ctrl-C again leaves at once");
    check_that_the_next_run_completes(&shelf);
}

#[test]
fn the_terminate_signal_stops_as_ctrl_c_does() {
    let (shelf, ran) = stopped_by("TERM");
    check_stopped(&shelf, &ran);
    check_that_the_next_run_completes(&shelf);
}

#[test]
fn the_second_ctrl_c_leaves_at_once() {
    let shelf = Shelf::new().book(SNOW);
    shelf.pace(3_000);
    let mut running = shelf.start(["render", "雪夜.txt"]);
    wait_for("the first words", || shelf.spoken().len() == 2);
    // The next two chunks are in flight now, and would be finished if they were waited for.
    // How often `wait_for` looks is also how often Ctrl-C is pressed.
    wait_for("an end", || {
        let has_ended = running.has_ended();
        if !has_ended {
            running.signal("INT");
        }
        has_ended
    });
    running.end().exits(130).says("Ctrl-C again leaves at once");
    assert_eq!(shelf.spoken().len(), 2);
    shelf.pace(0).run(["render", "雪夜.txt"]).exits(0);
    // What was spoken and not yet put into the store counts as in flight.
    assert!(
        (13..=15).contains(&shelf.spoken().len()),
        "{:?}",
        shelf.spoken()
    );
}

#[test]
fn nothing_new_is_started_after_ctrl_c_whatever_was_being_looked_at() {
    let many: String = (1..=6_000)
        .map(|i| format!("走了{i}里路，天就黑了。\n"))
        .collect();
    let shelf = Shelf::new().book(&format!("第一章 门\n门开了。\n第二章 路\n{many}"));
    shelf.pace(100);
    let mut running = shelf.start(["render", "雪夜.txt"]);
    wait_for("the first words", || !shelf.spoken().is_empty());
    running.signal("INT");
    running.end().exits(130);
    let n_spoken = shelf.spoken().len();
    assert!(n_spoken <= 6, "{n_spoken} chunks were spoken");
}

#[test]
fn a_stop_in_the_first_book_leaves_the_second_unbegun() {
    let shelf = Shelf::new().book(&long_book());
    shelf.file("灯火.txt", "灯还亮着，门外没有人。").pace(60);
    let mut running = shelf.start(["render", "雪夜.txt", "灯火.txt"]);
    wait_for("the first words", || !shelf.spoken().is_empty());
    running.signal("INT");
    let ran = running.end();
    ran.exits(130)
        .says("`灯火.txt` was not begun; the same command goes on with what is left");
    assert!(!shelf.path("out/灯火").exists());
}

#[test]
fn a_stop_while_the_first_book_comes_to_its_end_is_still_a_stop() {
    let shelf = Shelf::new().book("雪下了一夜。");
    shelf
        .file("灯火.txt", "灯还亮着。")
        .file("路.txt", "天黑了。");
    shelf.pace(1_000);
    let mut running = shelf.start(["render", "雪夜.txt", "灯火.txt", "路.txt"]);
    // The only chunk is in flight from then on, and is finished.
    wait_for("the claim", || shelf.path("out/.store/lock").exists());
    running.signal("INT");
    let ran = running.end();
    ran.exits(130).says("`灯火.txt`, `路.txt` were not begun");
}
