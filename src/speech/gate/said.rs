//! What a take was to say, as far as gates can hear it.
//!
//! Never tells two texts apart that sound alike: 他来 and 她来 may well be the same samples.

use crate::reading::{Reading, Word, fold_latin};
use crate::speech::kokoro;

/// How many syllables a text has; a foreign word may be spelled or read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Syllables {
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
}

impl From<usize> for Syllables {
    fn from(n: usize) -> Self {
        Self { least: n, most: n }
    }
}

/// What a take was to say.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Said {
    /// How long it is.
    pub syllables: Syllables,
    /// How it sounds: texts of another sound have other samples.
    pub sound: String,
    /// The very symbols that its timings must hold, if the engine is known so well.
    pub symbols: Option<String>,
}

impl Said {
    /// What the reading of a chunk says.
    pub fn of(reading: &Reading) -> Self {
        let mut syllables = Syllables { least: 0, most: 0 };
        let mut sound = String::new();
        for word in &reading.words {
            let n = syllables_of(word);
            syllables.least += n.least;
            syllables.most += n.most;
            push_sound(word, &mut sound);
        }
        Self {
            syllables,
            sound,
            symbols: None,
        }
    }
}

/// A foreign word is read as one syllable at least; the voice inside spells it.
fn syllables_of(word: &Word) -> Syllables {
    let n_letters = word.text.chars().filter(|c| c.is_alphanumeric()).count();
    match word.syllables.len() {
        0 => Syllables {
            least: n_letters.min(1),
            most: kokoro::spelled_syllables(&word.text).max(n_letters),
        },
        n => n.into(),
    }
}

/// Pinyin without tones, and letters without accents; marks have no sound.
fn push_sound(word: &Word, sound: &mut String) {
    let is_known = word
        .syllables
        .iter()
        .all(|syllable| !syllable.pinyin.is_empty());
    if is_known && !word.syllables.is_empty() {
        for syllable in &word.syllables {
            sound.push_str(
                syllable
                    .pinyin
                    .trim_end_matches(|c: char| c.is_ascii_digit()),
            );
            sound.push(' ');
        }
        return;
    }
    let folded = fold_latin(&word.text).to_lowercase();
    let letters = if folded.is_empty() {
        word.text.clone()
    } else {
        folded
    };
    let before = sound.len();
    sound.extend(letters.chars().filter(|c| c.is_alphanumeric()));
    if sound.len() > before {
        sound.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Reader, Script};

    fn said<const N: usize>(texts: [&str; N]) -> [Said; N] {
        let reader = Reader::new(Script::Simplified).unwrap();
        texts.map(|text| Said::of(&reader.read(text)))
    }

    #[test]
    fn texts_that_sound_alike_have_one_sound() {
        let [he, she, plain, accented] =
            said(["他来了。", "“她来了！”", "ok，cafe。", "OK，ＣＡＦÉ！"]);
        assert_eq!(he.sound, she.sound);
        assert_eq!(plain.sound, accented.sound);
    }

    #[test]
    fn texts_that_sound_otherwise_have_another_sound() {
        let texts = [
            "他来了。",
            "他走了。",
            "他来。",
            "他来了A。",
            "他来了B。",
            "α。",
            "β。",
        ];
        let mut sounds = said(texts).map(|said| said.sound).to_vec();
        sounds.sort();
        sounds.dedup();
        assert_eq!(sounds.len(), texts.len(), "{sounds:?}");
    }

    #[test]
    fn a_foreign_word_may_be_read_or_spelled() {
        let [said] = said(["他说hello。"]);
        let Syllables { least, most } = said.syllables;
        assert_eq!(least, 3);
        assert!(most >= 7, "{most}");
    }
}
