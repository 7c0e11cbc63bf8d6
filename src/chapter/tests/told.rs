//! Headings that the format tells, beside the text.

use super::*;
use crate::book::{Teller, Told};

fn told_book(text: &str, by: Teller, told: &[(usize, usize, &str)]) -> Book {
    let entry = |(line, level, title): &(usize, usize, &str)| Told {
        line: *line,
        title: (*title).to_owned(),
        level: *level,
        by,
    };
    Book {
        told: told.iter().map(entry).collect(),
        ..book(text)
    }
}

fn shape(book: &Book) -> Vec<(String, String, usize)> {
    split(book)
        .into_iter()
        .map(|chapter| (chapter.volume, chapter.title, chapter.n_heading_lines))
        .collect()
}

fn chapter(volume: &str, title: &str, n: usize) -> (String, String, usize) {
    (volume.to_owned(), title.to_owned(), n)
}

#[test]
fn a_table_of_contents_names_chapters_that_the_text_does_not() {
    let book = told_book(
        "雪落了。\n风停了。\n天亮了。",
        Teller::Contents,
        &[(1, 0, "雪"), (3, 0, "夜")],
    );
    assert_eq!(shape(&book), [chapter("", "雪", 0), chapter("", "夜", 0)]);
}

#[test]
fn lines_that_repeat_a_told_title_are_its_heading() {
    let book = told_book(
        "第一章\n雪夜\n雪落了。\n第二章　风停\n风停了。",
        Teller::Contents,
        &[(1, 0, "第一章 雪夜"), (4, 0, "第二章 风停")],
    );
    assert_eq!(
        shape(&book),
        [chapter("", "第一章 雪夜", 2), chapter("", "第二章 风停", 1)]
    );
}

#[test]
fn nested_levels_are_volumes() {
    let book = told_book(
        "笼\n雪\n雪落了。\n风\n风停了。",
        Teller::Contents,
        &[(1, 0, "笼"), (2, 1, "雪"), (4, 1, "风")],
    );
    assert_eq!(
        shape(&book),
        [chapter("笼", "雪", 2), chapter("笼", "风", 1)]
    );
}

#[test]
fn a_table_that_misses_most_headings_is_filled_up() {
    let book = told_book(&numbered(6, 0, ""), Teller::Contents, &[(1, 0, "封面")]);
    assert_eq!(split(&book).len(), 6);
    let book = told_book(&numbered(6, 0, ""), Teller::Element, &[(1, 0, "第1章 雪")]);
    assert_eq!(split(&book).len(), 6);
}

#[test]
fn every_file_begins_a_chapter() {
    let text = "第一章 雪\n雪落了。\n天亮了。\n雪夜行\n第三章 风\n风停了。\n第四章 夜\n夜深了。";
    let book = told_book(
        text,
        Teller::File,
        &[(1, 0, "1"), (3, 0, "间奏"), (4, 0, "3")],
    );
    assert_eq!(
        shape(&book),
        [
            chapter("", "第一章 雪", 1),
            chapter("", "间奏", 0),
            chapter("", "第三章 风", 2),
            chapter("", "第四章 夜", 1)
        ]
    );
}
