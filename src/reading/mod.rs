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

mod script;

mod figure;
mod number;
mod numeral;

mod word;

mod pinyin;
mod rules;

mod latin;

use std::ops::Range;

pub use latin::spell_latin;
pub use script::{Script, detect_script};

use rules::Rules;
use script::Simplifier;
use word::Lexicon;

/// Reads chunks. Built once a book and shared by all threads.
#[derive(Debug)]
pub struct Reader {
    /// Only for a Traditional book: Simplified text is never converted.
    simplifier: Option<Simplifier>,
    lexicon: Lexicon,
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
    /// One syllable for each Han character of `text`, with a tone digit (`ni3`; 5 is neutral, ü is
    /// `v`); empty for punctuation and Latin. A Han character that no dictionary knows has an empty
    /// syllable: see [`Reading::unknown`].
    pub pinyin: Vec<String>,
}

impl Reader {
    /// A reader for a book in this script.
    pub fn new(script: Script) -> Result<Self, ReadingError> {
        let simplifier = match script {
            Script::Simplified => None,
            Script::Traditional => Some(Simplifier::new()?),
        };
        Ok(Self {
            simplifier,
            lexicon: Lexicon::new(),
            rules: Rules::new(),
        })
    }

    /// How a text is said.
    pub fn read(&self, text: &str) -> Reading {
        let simplified = self.simplifier.as_ref().map(|to| to.simplify(text));
        let spoken = number::write_out(simplified.as_deref().unwrap_or(text));
        let chars: Vec<char> = spoken.chars().collect();
        let spans = self.lexicon.cut(&chars);
        let mut syllables = pinyin::syllables(&self.lexicon, &chars, &spans);
        self.rules
            .correct(&self.lexicon, &chars, &spans, &mut syllables);
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
            .flat_map(|word| word.pinyin.iter().map(String::as_str))
    }

    /// The Han characters that have no known reading, in order; their syllables are empty.
    pub fn unknown(&self) -> Vec<char> {
        self.words
            .iter()
            .flat_map(|word| {
                let han = word.text.chars().filter(|&character| is_han(character));
                han.zip(&word.pinyin)
            })
            .filter(|(_, syllable)| syllable.is_empty())
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

fn word_of(chars: &[char], syllables: &mut [String], span: Range<usize>) -> Word {
    let pinyin = span
        .clone()
        .filter(|&index| is_han(chars[index]))
        .map(|index| std::mem::take(&mut syllables[index]))
        .collect();
    Word {
        text: chars[span].iter().collect(),
        pinyin,
    }
}

#[cfg(test)]
mod tests;
