//! Readings in symbols, and symbols in pieces.

use super::*;
use crate::reading::{Because, Syllable};
use proptest::prelude::*;

fn reading(words: &[(&str, &[&str])]) -> Reading {
    Reading {
        words: words
            .iter()
            .map(|(text, pinyin)| Word {
                text: (*text).into(),
                syllables: pinyin
                    .iter()
                    .map(|s| Syllable::new(*s, Because::Dictionary))
                    .collect(),
                ..Word::default()
            })
            .collect(),
    }
}

#[test]
fn words_and_marks_are_spaced_as_in_the_reference_front_end() {
    let reading = reading(&[
        ("你好", &["ni3", "hao3"]),
        ("，", &[]),
        ("中国", &["zhong1", "guo2"]),
        ("人", &["ren2"]),
        ("。”", &[]),
    ]);
    assert_eq!(Symbols::new().of(&reading), "ni↓xau↓, ꭧʊ→ŋkwo↗ ɻə↗n.");
}

#[test]
fn of_a_run_of_marks_the_strongest_is_said() {
    assert_eq!(one_mark_a_run("a! ! ? b—c…d.  ……"), "a? b, c, d. ");
    assert_eq!(one_mark_a_run("……a……"), "a. ");
    assert_eq!(one_mark_a_run(" …a b"), "a b");
}

#[test]
fn punctuation_alone_gives_nothing_to_speak() {
    assert_eq!(Symbols::new().of(&reading(&[("……！", &[])])), "");
}

#[test]
fn letters_without_a_sound_are_told() {
    let reading = reading(&[("Привет", &[]), ("，", &[]), ("OK", &[]), ("你", &["ni3"])]);
    assert_eq!(unsayable(&reading), "Привет");
}

#[test]
fn every_symbol_has_a_token() {
    let symbols = Symbols::new();
    for symbol in symbols.syllables.values().flat_map(|s| s.chars()) {
        assert!(symbols.ids.contains_key(&symbol), "{symbol} has no token");
    }
    assert_eq!(symbols.tokens("ni↓"), [56, 51, 169]);
}

#[test]
fn a_tone_the_table_lacks_is_not_a_hole() {
    let symbols = Symbols::new();
    assert!(symbols.syllable("zhuang9").is_some());
    assert_eq!(symbols.syllable("ge5").as_deref(), Some("kɤ"));
    assert_eq!(symbols.syllable("xyz1"), None);
}

#[test]
fn long_symbols_are_cut_at_the_mark_nearest_the_middle() {
    assert_eq!(pieces("aaaa, bbbb cccc", 10), ["aaaa,", "bbbb cccc"]);
    assert_eq!(pieces("aaaabbbbcccc", 6), ["aaaabb", "bbcccc"]);
}

proptest! {
    #[test]
    fn no_piece_is_too_long_and_nothing_but_space_is_lost(
        symbols in "[a-z↓→ ,.]{0,300}", most in 1usize..60
    ) {
        let pieces = pieces(&symbols, most);
        let solid = |s: &str| s.replace(' ', "");
        prop_assert!(pieces.iter().all(|p| p.chars().count() <= most));
        prop_assert_eq!(solid(&pieces.concat()), solid(&symbols));
    }
}
