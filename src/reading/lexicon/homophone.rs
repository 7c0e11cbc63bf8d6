//! Characters that can be read in one way only.
//!
//! Never offers a rare character: a server may not know it.

use std::collections::HashMap;

use crate::book;
use crate::reading::pinyin;

/// The most common unambiguous character of each syllable.
#[derive(Debug)]
pub(super) struct Homophones {
    by_syllable: HashMap<String, char>,
}

impl Homophones {
    pub(super) fn new() -> Self {
        let mut by_syllable = HashMap::new();
        for character in book::common_han() {
            if let Some(only) = only_reading(character) {
                by_syllable.entry(only).or_insert(character);
            }
        }
        Self { by_syllable }
    }

    /// A character that everybody reads as `syllable`: the own one, if it has no other reading.
    pub(super) fn of(&self, own: char, syllable: &str) -> Option<char> {
        if only_reading(own).as_deref() == Some(syllable) {
            return Some(own);
        }
        self.by_syllable.get(syllable).copied()
    }
}

fn only_reading(character: char) -> Option<String> {
    match pinyin::readings(character).as_slice() {
        [only] => Some(only.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ambiguous_character_gives_way_to_a_common_one() {
        let homophones = Homophones::new();
        let found = homophones.of('单', "shan4").unwrap();
        assert_eq!(pinyin::readings(found), ["shan4"]);
    }

    #[test]
    fn a_character_that_has_no_other_reading_stays() {
        assert_eq!(Homophones::new().of('衮', "gun3"), Some('衮'));
    }

    #[test]
    fn a_syllable_without_a_common_character_has_none() {
        assert_eq!(Homophones::new().of('崴', "wai3"), None);
    }
}
