//! What once broke the reading of a file, kept so that it never does again.
//!
//! The files come from the fuzzer (`docs/fuzzing.md`); the part of a name before the first `-` is
//! its target.
#![expect(
    clippy::unwrap_used,
    reason = "what cannot be unwrapped fails the test, which is what it should do"
)]

use std::fs;
use std::path::Path;

use pingshu::book::{self, BookSettings};
use pingshu::chapter;

/// The laws of the fuzz targets.
fn obeys_the_laws(target: &str, bytes: &[u8]) {
    let name = format!("a.{}", if target == "epub" { "epub" } else { "txt" });
    let settings = BookSettings::default();
    let Ok(book) = book::decode(bytes, &name, &settings) else {
        return;
    };
    let extract = book::extract(bytes, &name, &settings).unwrap();
    book::account(&extract.text, &book).unwrap();
    let chapters = chapter::split(&book);
    let texts: Vec<_> = chapters.iter().map(|chapter| &*chapter.text).collect();
    let lines: Vec<_> = book.lines.iter().map(|line| &*line.text).collect();
    assert_eq!(texts.join("\n"), lines.join("\n"));
}

#[test]
fn nothing_breaks_twice() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/books/crashers");
    let mut n_tried = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let target = name.split('-').next().unwrap();
        obeys_the_laws(target, &fs::read(&path).unwrap());
        n_tried += 1;
    }
    assert!(n_tried > 0);
}
