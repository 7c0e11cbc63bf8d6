//! New takes of what did not come out well.

use super::support::{Shelf, wait_for};

#[test]
fn a_chapter_is_spoken_again_and_the_others_are_left_alone() {
    let shelf = Shelf::finished();
    let before = shelf.files();
    let mut expected: Vec<_> = shelf.ledger().chapters[1]
        .chunks
        .iter()
        .map(|chunk| chunk.text.replace("1984", "一九八四"))
        .collect();
    shelf.run(["redo", "雪夜.txt", "2"]).exits(0);
    let mut spoken = shelf.spoken();
    spoken.sort();
    expected.sort();
    assert_eq!(spoken, expected);
    assert_eq!(shelf.ledger().takes(), [vec![1; 5], vec![2; 6], vec![1; 3]]);
    let changed = shelf.files().changed_since(&before);
    let expected = |name: &String| name.contains("0002") || name == "book.json";
    assert!(changed.iter().all(expected), "{changed:?}");
}

#[test]
fn a_chunk_is_spoken_again_alone() {
    let shelf = Shelf::finished();
    shelf.run(["redo", "雪夜.txt", "2:0"]).exits(0);
    assert_eq!(shelf.spoken(), ["第二章 灯火"]);
    assert_eq!(shelf.ledger().takes()[1], [2, 1, 1, 1, 1, 1]);
    shelf.run(["redo", "雪夜.txt", "2:0", "3:2"]).exits(0);
    assert_eq!(shelf.spoken().len(), 3);
    assert_eq!(
        shelf.ledger().takes()[1..],
        [vec![3, 1, 1, 1, 1, 1], vec![1, 1, 2]]
    );
    shelf.ledger().check_tiling().check_spans();
}

#[test]
fn a_render_after_a_new_take_speaks_nothing() {
    let shelf = Shelf::finished();
    shelf.run(["redo", "雪夜.txt", "2:0"]).exits(0);
    let before = shelf.files();
    shelf.forget_spoken().run(["render", "雪夜.txt"]).exits(0);
    assert!(shelf.spoken().is_empty());
    assert_eq!(shelf.files().changed_since(&before), [""; 0]);
}

#[test]
fn a_chunk_that_is_not_there_is_named() {
    let shelf = Shelf::finished();
    let before = shelf.files();
    let ran = shelf.run(["redo", "雪夜.txt", "2:99"]);
    ran.exits(2)
        .says("chapter 2 has no chunk 99 (its chunks are 0 to 5)");
    assert_eq!(shelf.files().changed_since(&before), [""; 0]);
    assert!(shelf.spoken().is_empty());
}

#[test]
fn a_new_take_that_was_not_joined_yet_is_joined_by_the_next_render() {
    let shelf = Shelf::finished();
    shelf.pace(80);
    let mut running = shelf.start(["redo", "雪夜.txt", "2"]);
    // Two workers: of three chunks that were spoken, one at least is in the store.
    wait_for("a new take", || shelf.spoken().len() > 2);
    running.signal("KILL");
    running.end();
    shelf.pace(0).run(["render", "雪夜.txt"]).exits(0);
    assert!(
        shelf.ledger().takes()[1].contains(&2),
        "the new take is not in the track"
    );
    shelf.ledger().check_tiling().check_spans();
}

#[test]
fn the_old_track_stands_until_the_new_one_does() {
    let shelf = Shelf::finished();
    let before = shelf.files();
    shelf.pace(80);
    let mut running = shelf.start(["redo", "雪夜.txt", "2"]);
    wait_for("a new take", || shelf.spoken().len() > 2);
    running.signal("KILL");
    running.end();
    // The room that is kept for the report belongs to the run.
    assert_eq!(
        shelf.files().differing_from(&before),
        [".chapters/0002.stale", ".reserve"]
    );
    shelf.run(["check", "雪夜.txt"]).exits(0);
}

#[test]
fn a_stopped_redo_names_the_command_that_finishes_it() {
    let shelf = Shelf::finished();
    shelf.pace(80);
    let mut running = shelf.start(["redo", "雪夜.txt", "2", "3:1"]);
    wait_for("a new take", || shelf.spoken().len() > 2);
    running.signal("INT");
    let ran = running.end();
    ran.exits(130)
        .says("finish with:\n  pingshu redo 雪夜.txt 2 3:1");
}
