//! Any bytes as an EPUB: nothing panics, and every character is accounted for.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pingshu::book::{self, BookSettings};
use pingshu::chapter;

/// Made once: the rules of dirt take longer to compile than a text to read.
static SETTINGS: LazyLock<BookSettings> = LazyLock::new(BookSettings::default);

fuzz_target!(|bytes: &[u8]| {
    let Ok(book) = book::decode(bytes, "a.epub", &SETTINGS) else {
        return;
    };
    let extract = book::extract(bytes, "a.epub", &SETTINGS).expect("it was decoded");
    book::account(&extract.text, &book).expect("every character is kept or listed");
    chapter::split(&book);
});
