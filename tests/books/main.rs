//! Small books of our own writing: what is right about each is written beside it.
//!
//! One TOML file for each kind of trouble. A case is a text, how its bytes are made, and what must
//! come of it: chapters, volumes, what is dropped, what is doubted, or why it is refused. A case
//! says what is right, never what the program happens to do.
//!
//! A line `@600` in a text stands for about 600 characters of prose, `@T600` for as much of it in
//! Traditional script; no two such paragraphs of a case are alike.
#![expect(
    clippy::unwrap_used,
    reason = "what cannot be unwrapped fails the test, which is what it should do"
)]

mod case;
mod epub;
mod found;
mod judge;
mod long;
mod make;
mod prose;
mod score;

use std::path::Path;

use case::Case;
use score::Score;

/// Each file of cases, by name.
const FILES: [(&str, &str); 10] = [
    ("headings", include_str!("cases/headings.toml")),
    ("shapes", include_str!("cases/shapes.toml")),
    ("prose", include_str!("cases/prose.toml")),
    ("dirt", include_str!("cases/dirt.toml")),
    ("quotes", include_str!("cases/quotes.toml")),
    ("encodings", include_str!("cases/encodings.toml")),
    ("formats", include_str!("cases/formats.toml")),
    ("folders", include_str!("cases/folders.toml")),
    ("tables", include_str!("cases/tables.toml")),
    ("growing", include_str!("cases/growing.toml")),
];

/// The cases of one file; those of `long` are made by the program.
fn cases(name: &str) -> Vec<Case> {
    if name == "long" {
        return long::cases();
    }
    let (_, text) = FILES.iter().find(|(file, _)| *file == name).unwrap();
    case::read(name, text)
}

/// Whether a file's name has this ending.
fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|end| end == ending)
}

/// Runs one file's cases and tells everything that is wrong, not the first of it only.
#[track_caller]
fn check(name: &str) {
    let cases = cases(name);
    let wrong: Vec<String> = cases.iter().filter_map(judge::verdict).collect();
    assert!(
        wrong.is_empty(),
        "{name}: {} of {} cases are wrong\n\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn headings_are_found_in_order() {
    check("headings");
}

#[test]
fn headings_are_found_in_every_shape() {
    check("shapes");
}

#[test]
fn prose_is_never_a_heading() {
    check("prose");
}

#[test]
fn dirt_is_dropped_and_prose_is_not() {
    check("dirt");
}

#[test]
fn quotes_are_repaired_with_care() {
    check("quotes");
}

#[test]
fn bytes_are_read_as_what_they_are() {
    check("encodings");
}

#[test]
fn every_format_gives_its_chapters() {
    check("formats");
}

#[test]
fn a_folder_of_files_is_one_book() {
    check("folders");
}

#[test]
fn a_person_can_correct_the_table() {
    check("tables");
}

#[test]
fn a_book_grows_without_a_change_to_what_it_was() {
    check("growing");
}

#[test]
fn long_books_keep_their_tables() {
    check("long");
}

#[test]
fn every_heading_and_every_encoding_of_the_suite_is_right() {
    let names = FILES.iter().map(|(name, _)| *name).chain(["long"]);
    let mut score = Score::default();
    for case in names.flat_map(cases) {
        score.add(&case);
    }
    println!("{score}");
    assert!(score.is_perfect(), "\n{score}");
    assert!(score.n_cases >= 120, "{} cases are too few", score.n_cases);
}

#[test]
fn no_two_cases_have_one_name() {
    let names = FILES.iter().map(|(name, _)| *name).chain(["long"]);
    let mut names: Vec<_> = names.flat_map(cases).map(|case| case.name).collect();
    names.sort();
    let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
    assert_eq!(twice, None);
}
