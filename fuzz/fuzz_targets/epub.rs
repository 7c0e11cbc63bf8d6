//! Any bytes as an EPUB: nothing panics, and every character is accounted for.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pingshu::book::{self, BookSettings};
use pingshu::chapter;

fuzz_target!(|bytes: &[u8]| {
    let settings = BookSettings::default();
    let Ok(book) = book::decode(bytes, "a.epub", &settings) else {
        return;
    };
    let extract = book::extract(bytes, "a.epub", &settings).expect("it was decoded");
    book::account(&extract.text, &book).expect("every character is kept or listed");
    chapter::split(&book);
});
