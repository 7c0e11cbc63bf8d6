//! What is said for words as novels have them.
//!
//! Never asks how the model sounds.

use super::*;
use proptest::prelude::*;

fn say(word: &str) -> String {
    English::default().say(word)
}

#[test]
fn a_word_of_the_dictionary_is_read() {
    assert_eq!(say("Tom"), "tʰˈɑm");
    assert_eq!(say("stop"), "stˈɑp");
    assert_eq!(say("BOSS"), "bˈɔs");
    assert_eq!(say("don’t"), "dˈOnt");
}

#[test]
fn an_acronym_is_spelled() {
    assert_eq!(say("CEO"), "ɕi→i→ou→");
    assert_eq!(say("IT"), "ai↘tʰi→");
    assert_eq!(say("X"), "ˈɛks");
    assert_eq!(say("id"), "ai↘ti↘");
}

#[test]
fn a_short_word_that_is_shouted_is_read() {
    assert_eq!(say("NO"), "nˈO");
    assert_eq!(say("OK"), say("ok"));
}

#[test]
fn an_ending_is_added_to_a_word_that_is_known() {
    assert_eq!(say("bosses"), "bˈɔsᵻz");
    assert_eq!(say("Tom's"), "tʰˈɑmz");
    assert_eq!(say("NPCs"), "ˈɛnpʰi→ɕi→z");
    assert_eq!(say("googling"), "ɡˈuɡᵊlɪŋ");
}

#[test]
fn a_word_of_several_is_read_in_parts() {
    assert_eq!(say("WiFi"), "wˈIfˌI");
    assert_eq!(say("X-ray"), "ˈɛksɹˌA");
    assert_eq!(say("HPBar"), "ˈAꭧʰpʰi→ bˈɑɹ");
    assert_eq!(say("partyboss"), format!("{}{}", say("party"), say("boss")));
}

#[test]
fn case_width_and_accents_do_not_matter() {
    assert_eq!(say("ｂｏｓｓ"), say("boss"));
    assert_eq!(say("Café"), say("cafe"));
}

#[test]
fn an_unknown_word_is_spelled() {
    assert_eq!(say("xqz"), "ˈɛkskʰjˈuzˈi");
}

#[test]
fn what_is_no_latin_letter_gives_nothing() {
    assert_eq!(say("中あ'-"), "");
}

#[test]
fn a_spelled_word_has_a_syllable_for_each_letter_but_three_for_w() {
    assert_eq!(spelled_syllables("BOSS"), 4);
    assert_eq!(spelled_syllables("ＷÉ"), 4);
    assert_eq!(spelled_syllables("中5-あ"), 0);
}

proptest! {
    #[test]
    fn every_latin_word_has_a_sound(word in "[a-zA-ZÀ-ÖØ-öø-ſ'’-]{0,9}[a-zA-ZÀ-ÖØ-öø-ſ][a-zA-ZÀ-ÖØ-öø-ſ'’-]{0,9}") {
        prop_assert!(!say(&word).is_empty());
    }
}
