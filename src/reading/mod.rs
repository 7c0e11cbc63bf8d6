//! Chunk to [`Reading`]: script, numbers, pinyin.
//!
//! Never changes what is displayed: a reading is only what is said. Pure and deterministic.

/// Which Chinese script a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Simplified characters; never converted.
    Simplified,
    /// Traditional characters; converted for the spoken text only.
    Traditional,
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
    /// `v`); empty for punctuation and Latin.
    pub pinyin: Vec<String>,
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
}
