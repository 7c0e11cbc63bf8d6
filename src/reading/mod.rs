//! Chunk to [`Reading`]: script, numbers, pinyin.
//!
//! Never changes what is displayed: a reading is only what is said. Pure and deterministic, and it
//! loses nothing that can be spoken: no digit, no letter, no Han character.
//!
//! ```
//! use pingshu::reading::{Reader, Script};
//!
//! let reading = Reader::new(Script::Simplified)?.read("他等了3天。");
//! assert_eq!(reading.spoken(), "他等了三天。");
//! assert_eq!(reading.pinyin().collect::<Vec<_>>(), ["ta1", "deng3", "le5", "san1", "tian1"]);
//! # Ok::<(), pingshu::reading::ReadingError>(())
//! ```

mod mark;
mod script;
mod slip;
mod variant;

mod grammar;

mod face;
mod figure;
mod number;
mod numeral;

mod word;

mod pinyin;
mod polyphone;
mod rules;
mod spelling;

mod latin;

use std::ops::Range;

pub use latin::{fold_latin, spell_latin};
pub use script::{Script, detect_script};

use polyphone::Polyphones;
use rules::Rules;
use script::Simplifier;
use spelling::Spellings;
use word::Dictionary;

/// Reads chunks. Built once a book and shared by all threads.
#[derive(Debug)]
pub struct Reader {
    /// Only for a Traditional book: Simplified text is never converted.
    simplifier: Option<Simplifier>,
    dictionary: Dictionary,
    spellings: Spellings,
    polyphones: Polyphones,
    rules: Rules,
}

/// A reader cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadingError {
    /// The tables from Traditional to Simplified cannot be loaded.
    #[error("cannot load the tables from Traditional to Simplified")]
    Conversion {
        /// What is wrong with them.
        #[source]
        source: ferrous_opencc::error::OpenCCError,
    },
}

/// How a chunk is said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reading {
    /// The words in order. Their texts, joined, are the spoken text.
    pub words: Vec<Word>,
}

/// A word, a number or a run of punctuation of the spoken text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Simplified text with numbers written out.
    pub text: String,
    /// One for each Han character of `text`, in order; none for punctuation and Latin.
    pub syllables: Vec<Syllable>,
}

/// How one Han character is said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Syllable {
    /// With a tone digit (`ni3`; 5 is neutral, ü is `v`); empty for a character that no dictionary
    /// knows: see [`Reading::unknown`].
    pub pinyin: String,
    /// Why it is said this way.
    pub because: Because,
}

impl Syllable {
    /// A syllable that was decided so.
    pub fn new(pinyin: impl Into<String>, because: Because) -> Self {
        let pinyin = pinyin.into();
        Self { pinyin, because }
    }
}

/// What decided how a character is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Because {
    /// The dictionary has only this for the character, or nothing decided better.
    #[default]
    Dictionary,
    /// A word of the dictionary.
    Word,
    /// The whole sentence, weighed by the network.
    Context,
    /// A rule about this character in its sentence.
    Rule,
}

impl Reader {
    /// A reader for a book in this script.
    pub fn new(script: Script) -> Result<Self, ReadingError> {
        Ok(Self {
            simplifier: Simplifier::new(script)?,
            dictionary: Dictionary::new(),
            spellings: Spellings::new(),
            polyphones: Polyphones::new(),
            rules: Rules::new(),
        })
    }

    /// How a text is said.
    pub fn read(&self, text: &str) -> Reading {
        let simplified = self.simplifier.as_ref().map(|to| to.simplify(text));
        let meant = slip::repair(simplified.as_deref().unwrap_or(text));
        let spoken = number::write_out(&meant);
        let chars: Vec<char> = spoken.chars().collect();
        let spans = self.dictionary.cut(&chars);
        let mut syllables = pinyin::syllables(&self.dictionary, &chars, &spans);
        self.spellings.spell(&chars, &spans, &mut syllables);
        self.polyphones.decide(&chars, &mut syllables);
        self.rules
            .correct(&self.dictionary, &chars, &spans, &mut syllables);
        let words = spans
            .into_iter()
            .map(|span| word_of(&chars, &mut syllables, span))
            .collect();
        Reading { words }
    }
}

impl Reading {
    /// The text that is spoken.
    pub fn spoken(&self) -> String {
        self.words.iter().map(|word| word.text.as_str()).collect()
    }

    /// The syllables of all Han characters of the spoken text, in order.
    pub fn pinyin(&self) -> impl Iterator<Item = &str> {
        self.words
            .iter()
            .flat_map(|word| &word.syllables)
            .map(|syllable| syllable.pinyin.as_str())
    }

    /// The Han characters that have no known reading, in order; their syllables are empty.
    pub fn unknown(&self) -> Vec<char> {
        self.words
            .iter()
            .flat_map(|word| {
                let han = word.text.chars().filter(|&character| is_han(character));
                han.zip(&word.syllables)
            })
            .filter(|(_, syllable)| syllable.pinyin.is_empty())
            .map(|(character, _)| character)
            .collect()
    }
}

/// Whether a character is read as one syllable.
pub fn is_han(character: char) -> bool {
    matches!(character,
        '々' | '〇' | '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{3FFFD}')
}

fn word_of(chars: &[char], read: &mut [Syllable], span: Range<usize>) -> Word {
    let syllables = span
        .clone()
        .filter(|&index| is_han(chars[index]))
        .map(|index| std::mem::take(&mut read[index]))
        .collect();
    Word {
        text: chars[span].iter().collect(),
        syllables,
    }
}

#[cfg(test)]
mod tests;
