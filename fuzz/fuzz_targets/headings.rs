//! Any text cut into chapters: they hold the lines of the book, all of them and in order.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pingshu::book::{self, BookSettings};
use pingshu::chapter;

/// Made once: the rules of dirt take longer to compile than a text to read.
static SETTINGS: LazyLock<BookSettings> = LazyLock::new(BookSettings::default);

fuzz_target!(|text: &str| {
    let Ok(book) = book::decode(text.as_bytes(), "a.txt", &SETTINGS) else {
        return;
    };
    let chapters = chapter::split(&book);
    let texts: Vec<_> = chapters
        .iter()
        .map(|chapter| chapter.text.as_str())
        .collect();
    let lines: Vec<_> = book.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(texts.join("\n"), lines.join("\n"));
    for chapter in &chapters {
        assert!(chapter.n_heading_lines <= chapter.text.lines().count());
    }
});
