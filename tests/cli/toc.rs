//! The table of chapters that a person edits.

use super::support::{Ran, SNOW, Shelf};

/// A shelf with the book and its table, edited.
fn edited(edit: impl Fn(&str) -> String) -> Shelf {
    let shelf = Shelf::new().book(SNOW);
    shelf
        .run(["plan", "雪夜.txt", "--write", "toc.toml"])
        .exits(0)
        .says("every command finds it there");
    let table = std::fs::read_to_string(shelf.path("toc.toml")).unwrap();
    shelf.file("toc.toml", edit(&table));
    shelf
}

fn titles(shelf: &Shelf) -> Vec<String> {
    let plan = shelf.run(["plan", "雪夜.txt", "--json"]).exits(0).json();
    let chapters = plan["chapters"].as_array().unwrap();
    let titles = chapters
        .iter()
        .map(|chapter| chapter["title"].as_str().unwrap());
    titles.map(str::to_owned).collect()
}

#[test]
fn a_table_as_it_was_written_changes_nothing() {
    let shelf = edited(str::to_owned);
    assert_eq!(
        titles(&shelf),
        ["第一章 下雪", "第二章 灯火", "第三章 归人"]
    );
}

#[test]
fn an_edited_title_names_the_track_and_the_text_stays() {
    let shelf = edited(|table| table.replace("title = \"第二章 灯火\"", "title = \"灯\""));
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(shelf.files().names().contains(&"0002 灯.wav"));
    assert!(shelf.ledger().chapters[1].text.starts_with("第二章 灯火\n"));
    shelf.run(["check", "雪夜.txt"]).exits(0);
}

#[test]
fn a_dropped_chapter_is_not_spoken_and_is_listed() {
    let shelf =
        edited(|table| table.replace("begins = \"第二章", "drop = true\nbegins = \"第二章"));
    assert_eq!(titles(&shelf), ["第一章 下雪", "第三章 归人"]);
    let plan = shelf.run(["plan", "雪夜.txt", "--json"]).exits(0).json();
    let dropped = plan["dropped"].as_array().unwrap();
    let by_table = dropped
        .iter()
        .filter(|piece| piece["reason"] == "dropped by toc.toml");
    assert_eq!(by_table.count(), 6);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert!(!shelf.spoken().iter().any(|text| text.contains("灯")));
    shelf.run(["check", "雪夜.txt"]).exits(0);
    // Written anew, the table still knows what was dropped.
    shelf
        .run(["plan", "雪夜.txt", "--write", "toc.toml"])
        .exits(0);
    assert_eq!(titles(&shelf).len(), 2);
}

#[test]
fn a_chapter_dropped_after_the_night_leaves_no_track_among_the_others() {
    let shelf = edited(str::to_owned);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let table = std::fs::read_to_string(shelf.path("toc.toml")).unwrap();
    let table = table.replace("begins = \"第二章", "drop = true\nbegins = \"第二章");
    shelf.file("toc.toml", table);
    let standing = "`0003 第三章 归人.wav` is of no chapter any more";
    let check = shelf.run(["check", "雪夜.txt"]);
    check.exits(3);
    assert!(check.stdout.contains(standing), "{}", check.stdout);
    // As long as the book is not whole, what there was of it stays.
    shelf
        .run(["render", "雪夜.txt", "--chapters", "1"])
        .exits(0);
    assert!(shelf.files().names().contains(&"0003 第三章 归人.wav"));
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let tracks = shelf.files();
    let tracks = tracks.names();
    assert!(tracks.contains(&"0002 第三章 归人.wav"), "{tracks:?}");
    assert!(
        !tracks.iter().any(|name| name.starts_with("0003")),
        "{tracks:?}"
    );
    assert!(shelf.path("out/雪夜/.aside/0003 第三章 归人.wav").is_file());
    shelf.run(["check", "雪夜.txt"]).exits(0);
}

#[test]
fn a_pattern_that_is_typed_stands_over_a_table_that_is_found() {
    let shelf = edited(str::to_owned);
    let n_chapters = |ran: Ran| ran.exits(0).json()["chapters"].as_array().unwrap().len();
    let pattern = "--heading=^第[一三]章";
    let typed = shelf.run(["plan", "雪夜.txt", "--json", pattern]);
    assert_eq!(n_chapters(typed), 2);
    let named = shelf.run(["plan", "雪夜.txt", "--json", pattern, "--toc=toc.toml"]);
    assert_eq!(n_chapters(named), 3);
}

#[test]
fn a_table_that_cannot_be_read_is_told_as_a_table() {
    let shelf = Shelf::new().book(SNOW);
    shelf
        .run(["plan", "雪夜.txt", "--toc", "gone.toml"])
        .exits(2)
        .says("cannot read `gone.toml`")
        .says("a table of chapters is a text in UTF-8");
}

#[test]
fn a_merged_chapter_is_joined_to_the_one_before() {
    let shelf =
        edited(|table| table.replace("begins = \"第三章", "merge = true\nbegins = \"第三章"));
    assert_eq!(titles(&shelf), ["第一章 下雪", "第二章 灯火"]);
}

#[test]
fn a_table_of_another_book_is_not_taken_unasked() {
    let shelf = edited(|table| {
        table
            .replace("雪夜.txt", "风.txt")
            .replace("第二章 灯火\"\nb", "灯\"\nb")
    });
    assert_eq!(titles(&shelf)[1], "第二章 灯火");
    let plan = shelf
        .run(["plan", "雪夜.txt", "--json", "--toc", "toc.toml"])
        .exits(0)
        .json();
    assert_eq!(plan["chapters"][1]["title"], "灯");
}

#[test]
fn a_broken_table_is_told_with_file_and_line() {
    for (edit, told) in [
        ("lines = 3\n[[chapter]]", "unknown field `lines`"),
        ("[[chapter]]\ntitle = 3", "line "),
        ("[[chapter", "TOML parse error"),
        (
            "[[chapter]]\nline = 999\ntitle = \"x\"\n[[chapter]]",
            "the text ends at line 12",
        ),
        (
            "[[chapter]]\nline = 1\ntitle = \"x\"\n[[chapter]]",
            "another chapter begins already",
        ),
    ] {
        let shelf = edited(|table| {
            table
                .replacen("[[chapter]]", edit, 2)
                .replacen(edit, "[[chapter]]", 1)
        });
        let ran = shelf.run(["plan", "雪夜.txt"]);
        ran.exits(2).says("toc.toml").says(told).says("hint: ");
    }
}

#[test]
fn a_file_of_another_kind_is_not_overwritten() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("notes.toml", "mine = true\n");
    for file in ["notes.toml", "雪夜.txt"] {
        shelf
            .run(["plan", "雪夜.txt", "--write", file])
            .exits(2)
            .says("is not overwritten");
    }
    shelf
        .check_file("notes.toml", "mine")
        .check_file("雪夜.txt", "第一章");
}

#[test]
fn a_pattern_of_headings_stands_over_what_is_found() {
    let shelf = Shelf::new().book(SNOW);
    let plan = |pattern| shelf.run(["plan", "雪夜.txt", "--json", "--heading", pattern]);
    let found = plan("^第[一三]章").exits(0).json();
    assert_eq!(found["chapters"].as_array().unwrap().len(), 2);
    plan("海").exits(2).says("no line of the text matches");
    plan("(").exits(2).says("is not a pattern of headings");
    plan("").exits(2);
}
