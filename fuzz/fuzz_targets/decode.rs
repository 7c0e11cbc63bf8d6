//! Any bytes as a text file: nothing panics, and every character is accounted for.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pingshu::book::{self, BookSettings};

/// What the first byte chooses: no encoding, or one that a person named.
const LABELS: [Option<&str>; 8] = [
    None,
    Some("utf-8"),
    Some("gb18030"),
    Some("big5"),
    Some("utf-16le"),
    Some("utf-16be"),
    Some("utf-32le"),
    Some("utf-32be"),
];

/// Made once for each label: the rules of dirt take longer to compile than a text to read.
static SETTINGS: LazyLock<Vec<BookSettings>> = LazyLock::new(|| {
    let labelled = |label: &Option<&str>| BookSettings {
        encoding: label.map(str::to_owned),
        ..BookSettings::default()
    };
    LABELS.iter().map(labelled).collect()
});

/// The names that choose a format.
const NAMES: [&str; 3] = ["a.txt", "a.html", "a.md"];

fuzz_target!(|input: &[u8]| {
    let Some((choice, bytes)) = input.split_first() else {
        return;
    };
    let choice = usize::from(*choice);
    let name = NAMES[choice / LABELS.len() % NAMES.len()];
    let settings = &SETTINGS[choice % LABELS.len()];
    match book::decode(bytes, name, settings) {
        Ok(book) => {
            let extract = book::extract(bytes, name, settings).expect("it was decoded");
            book::account(&extract.text, &book).expect("every character is kept or listed");
        }
        Err(error) => {
            let told = format!("{error} {:?}", error.hint());
            assert!(!told.is_empty());
        }
    }
});
