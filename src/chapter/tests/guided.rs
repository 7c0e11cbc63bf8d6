//! Chapters as a person wants them.

use super::*;

const TEXT: &str = "第一章 雪\n雪落了。\n第二章 风\n风停了。\n天亮了。\n第三章 夜\n夜深了。";

fn entry(line: usize, title: &str, begins: &str, wish: Wish) -> Entry {
    Entry {
        line,
        title: title.to_owned(),
        begins: begins.to_owned(),
        wish,
        place: 10 * line,
        ..Entry::default()
    }
}

fn divided(text: &str, n_lines: usize, entries: Vec<Entry>) -> Result<Division, GuideError> {
    let contents = Contents {
        file: "toc.toml".to_owned(),
        n_lines,
        entries,
    };
    let guide = Guide {
        heading: None,
        contents: Some(contents),
    };
    divide(&book(text), &guide)
}

fn shape(division: &Division) -> Vec<(&str, &str, usize)> {
    let chapters = division.chapters.iter();
    chapters
        .map(|chapter| {
            (
                chapter.title.as_str(),
                chapter.text.as_str(),
                chapter.n_heading_lines,
            )
        })
        .collect()
}

#[test]
fn titles_splits_merges_and_drops_are_obeyed() {
    let entries = vec![
        entry(1, "初雪", "第一章", Wish::Keep),
        entry(3, "第二章 风", "第二章", Wish::Merge),
        entry(5, "天亮", "", Wish::Keep),
        entry(6, "第三章 夜", "第三章", Wish::Drop),
    ];
    let division = divided(TEXT, 7, entries).unwrap();
    assert_eq!(
        shape(&division),
        [
            ("初雪", "第一章 雪\n雪落了。\n第二章 风\n风停了。", 1),
            ("天亮", "天亮了。", 0)
        ]
    );
    assert_eq!(division.left_out[0].text, "第三章 夜\n夜深了。");
}

#[test]
fn a_removed_entry_is_joined_to_the_chapter_before() {
    let division = divided(TEXT, 7, vec![entry(1, "雪", "第一章", Wish::Keep)]).unwrap();
    assert_eq!(division.chapters.len(), 1);
}

#[test]
fn chapters_that_moved_are_found_by_how_they_begin() {
    let text = format!("写在前面。\n雪。\n{TEXT}");
    let entries = vec![
        entry(1, "雪", "第一章", Wish::Keep),
        entry(3, "风", "第二章", Wish::Keep),
        entry(6, "夜", "第三章", Wish::Keep),
    ];
    let division = divided(&text, 7, entries).unwrap();
    let lines: Vec<_> = division
        .chapters
        .iter()
        .map(|chapter| chapter.first_line)
        .collect();
    assert_eq!(lines, [1, 3, 5, 8]);
}

#[test]
fn a_line_that_a_person_gave_is_obeyed_while_the_text_is_as_it_was() {
    let entries = || {
        vec![
            entry(1, "雪", "第一章", Wish::Keep),
            entry(5, "风", "第二章", Wish::Keep),
            entry(6, "夜", "第三章", Wish::Keep),
        ]
    };
    let lines = |n_lines| {
        let division = divided(TEXT, n_lines, entries()).unwrap();
        let lines = division.chapters.iter().map(|chapter| chapter.first_line);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(lines(7), [1, 5, 6]);
    assert_eq!(lines(9), [1, 3, 6]);
}

#[test]
fn a_serial_that_grew_is_split_as_found_behind_the_table() {
    let entries = vec![entry(1, "雪", "第一章", Wish::Keep)];
    let division = divided(&format!("{TEXT}\n第四章 晨\n天亮。"), 7, entries).unwrap();
    let titles: Vec<_> = division
        .chapters
        .iter()
        .map(|chapter| chapter.title.as_str())
        .collect();
    assert_eq!(titles, ["雪", "第四章 晨"]);
}

#[test]
fn entries_that_do_not_fit_the_text_are_named() {
    let message = |entries| divided(TEXT, 7, entries).unwrap_err().to_string();
    let lost = message(vec![entry(3, "风", "第九章", Wish::Keep)]);
    assert_eq!(
        lost,
        "line 30 of `toc.toml`: `风`: no line of the text begins with `第九章`, as line 3 did"
    );
    let out_of_range = message(vec![entry(99, "风", "", Wish::Keep)]);
    assert!(
        out_of_range.contains("the text ends at line 7"),
        "{out_of_range}"
    );
    let twice = message(vec![
        entry(3, "风", "", Wish::Keep),
        entry(3, "雪", "", Wish::Keep),
    ]);
    assert!(twice.contains("another chapter begins already"), "{twice}");
    let first = message(vec![entry(1, "雪", "", Wish::Merge)]);
    assert!(first.contains("no chapter stands before it"), "{first}");
    let nothing = message(vec![entry(1, "雪", "", Wish::Drop)]);
    assert_eq!(nothing, "`toc.toml` drops every chapter");
}

#[test]
fn a_pattern_stands_in_the_place_of_what_is_found() {
    let guide = |pattern: &str| Guide {
        heading: Some(Pattern::new(pattern).unwrap()),
        contents: None,
    };
    let division = divide(&book(TEXT), &guide("^.亮")).unwrap();
    let titles: Vec<_> = division
        .chapters
        .iter()
        .map(|chapter| chapter.title.as_str())
        .collect();
    assert_eq!(titles, ["", "天亮了。"]);
    let nothing = divide(&book(TEXT), &guide("海")).unwrap_err();
    assert!(matches!(nothing, GuideError::NoMatch { .. }));
    assert!(matches!(Pattern::new(""), Err(GuideError::EmptyPattern)));
    assert!(matches!(Pattern::new("("), Err(GuideError::Pattern { .. })));
}
