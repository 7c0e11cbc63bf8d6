//! Sentences whose every syllable is known: how many are read right.

use std::fs;

use pingshu::reading::{Reader, Script};

/// Of all syllables.
const LEAST_RIGHT: f64 = 0.985;

/// The wrong syllables of a sentence, each with what was expected, and how many there are in all.
fn misses(reader: &Reader, sentence: &str, expected: &str) -> (Vec<String>, usize) {
    let reading = reader.read(sentence);
    let expected: Vec<&str> = expected.split_whitespace().collect();
    assert_eq!(reading.pinyin().count(), expected.len(), "{sentence}");
    let wrong = |(heard, expected): &(&str, &&str)| !expected.split('/').any(|one| one == *heard);
    let misses = reading
        .pinyin()
        .zip(&expected)
        .filter(wrong)
        .map(|(heard, expected)| format!("{heard} for {expected} in {sentence}"))
        .collect();
    (misses, expected.len())
}

#[test]
fn prose_is_read_as_it_was_written_down_by_hand() {
    let sentences = fs::read_to_string("tests/golden/readings.tsv").unwrap();
    let reader = Reader::new(Script::Simplified).unwrap();
    let (mut wrong, mut n_syllables) = (Vec::new(), 0);
    for line in sentences.lines() {
        let (sentence, expected) = line.split_once('\t').expect("a sentence and its pinyin");
        let (missed, n) = misses(&reader, sentence, expected);
        wrong.extend(missed);
        n_syllables += n;
    }
    let right = 1.0 - wrong.len() as f64 / n_syllables as f64;
    let told = format!(
        "{:.2} % of {n_syllables} syllables are right",
        right * 100.0
    );
    let told = format!("{told}\n{}", wrong.join("\n"));
    assert!(right >= LEAST_RIGHT, "{told}");
    // Shown with `--nocapture`.
    println!("{told}");
}

#[test]
fn what_looks_like_a_phrase_is_read_by_what_stands_around_it() {
    let texts = fs::read_to_string("tests/golden/phrases.tsv").unwrap();
    let reader = Reader::new(Script::Simplified).unwrap();
    let mut wrong = Vec::new();
    for line in texts.lines() {
        let [text, part, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a text, a part of it and its pinyin, not {line}");
        };
        let at = text[..text.find(part).unwrap()].chars().count();
        let reading = reader.read(text);
        let heard: Vec<&str> = reading
            .pinyin()
            .skip(at)
            .take(part.chars().count())
            .collect();
        if heard.join(" ") != expected {
            wrong.push(format!("{text}: {}", heard.join(" ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
