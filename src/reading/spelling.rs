//! Words whose characters are read otherwise than alone, beyond those that `pinyin_pro` knows.
//!
//! Never overrules a word that is decided already. The words are those of pypinyin, by way of
//! `spellings.py` beside this file.

use std::collections::HashMap;
use std::ops::Range;

use super::{Because, Syllable};

/// A word and its syllables a line.
const SPELLINGS: &str = include_str!("spellings.txt");

/// Characters of which `pinyin_pro` lists a rarer reading first, or none.
const USUAL: [(char, &str); 22] = [
    ('阆', "lang4"),
    ('塞', "sai4"),
    ('帖', "tie3"),
    ('喇', "la3"),
    ('咳', "ke2"),
    ('钌', "liao3"),
    ('毂', "gu3"),
    ('剡', "shan4"),
    ('莞', "guan3"),
    ('玟', "wen2"),
    ('蹶', "jue2"),
    ('嬛', "huan2"),
    ('戌', "xu1"),
    ('咧', "lie3"),
    ('缊', "yun4"),
    ('窨', "yin4"),
    ('徼', "jiao4"),
    ('埏', "yan2"),
    ('咥', "die2"),
    ('嗯', "en1"),
    ('遛', "liu4"),
    ('簿', "bu4"),
];

/// The syllables of words.
#[derive(Debug)]
pub(super) struct Spellings {
    by_word: HashMap<Box<[char]>, &'static str>,
    /// The characters of the longest word.
    longest: usize,
}

impl Spellings {
    pub(super) fn new() -> Self {
        let by_word: HashMap<Box<[char]>, _> = SPELLINGS
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(word, syllables)| (word.chars().collect(), syllables))
            .collect();
        let longest = by_word.keys().map(|word| word.len()).max();
        Self {
            by_word,
            longest: longest.unwrap_or_default(),
        }
    }

    /// Reads the words that are known, and the longest known words inside those that are not.
    pub(super) fn spell(&self, chars: &[char], spans: &[Range<usize>], syllables: &mut [Syllable]) {
        for (character, syllable) in chars.iter().zip(&mut *syllables) {
            let usual = USUAL.iter().find(|(usual, _)| usual == character);
            if let (Some((_, read)), Because::Dictionary) = (usual, syllable.because) {
                *syllable = Syllable::new(*read, Because::Dictionary);
            }
        }
        for span in spans {
            let mut rest = span.clone();
            while rest.len() > 1 {
                // A span may be a number of any length.
                let longest = rest.end.min(rest.start + self.longest);
                let known = (rest.start + 2..=longest)
                    .rev()
                    .find_map(|end| self.known(&chars[rest.start..end]).map(|read| (end, read)));
                rest.start = match known {
                    Some((end, read)) => {
                        put(&mut syllables[rest.start..end], read);
                        end
                    }
                    None => rest.start + 1,
                };
            }
        }
    }

    fn known(&self, word: &[char]) -> Option<&'static str> {
        self.by_word.get(word).copied()
    }
}

/// Writes the syllables of a word where nothing else is decided.
fn put(syllables: &mut [Syllable], read: &str) {
    let open = |syllable: &Syllable| syllable.because == Because::Dictionary;
    if syllables.iter().all(open) {
        for (syllable, read) in syllables.iter_mut().zip(read.split(' ')) {
            *syllable = Syllable::new(read, Because::Word);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spell(text: &str, because: Because) -> String {
        let chars: Vec<char> = text.chars().collect();
        let mut syllables = vec![Syllable::new("-", because); chars.len()];
        let whole = 0..chars.len();
        Spellings::new().spell(&chars, std::slice::from_ref(&whole), &mut syllables);
        let read: Vec<String> = syllables.into_iter().map(|s| s.pinyin).collect();
        read.join(" ")
    }

    #[test]
    fn a_word_is_spelled_whole() {
        assert_eq!(spell("口供", Because::Dictionary), "kou3 gong4");
    }

    #[test]
    fn a_word_inside_a_longer_one_is_found() {
        assert_eq!(spell("小口供", Because::Dictionary), "- kou3 gong4");
    }

    #[test]
    fn a_word_that_is_decided_stays() {
        assert_eq!(spell("口供", Because::Word), "- -");
    }

    #[test]
    fn a_rare_reading_is_not_the_first_choice() {
        assert_eq!(spell("戌", Because::Dictionary), "xu1");
    }

    #[test]
    fn each_word_has_a_syllable_for_each_character() {
        for (word, syllables) in Spellings::new().by_word {
            assert_eq!(word.len(), syllables.split(' ').count(), "{word:?}");
        }
    }
}
