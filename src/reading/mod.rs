//! Chunk to [`Reading`]: script, lexicon, numbers, pinyin.
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

mod align;
mod explained;
mod halves;
mod lexicon;
mod name;

mod latin;

use std::borrow::Cow;
use std::ops::Range;

pub use align::Aligned;
pub use explained::Explained;
pub use latin::fold_latin;
pub use lexicon::{Entry, EntryError, Form, Lexicon, LexiconError, PinyinError, Place, Scope};
pub use script::{Script, detect_script};

use lexicon::{Held, Restored, Sayings, Speller};
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
    sayings: Sayings,
    form: Form,
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
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Word {
    /// Simplified text with numbers written out.
    pub text: String,
    /// One for each Han character of `text`, in order; none for punctuation and Latin.
    pub syllables: Vec<Syllable>,
    /// What one engine gets for a word of a lexicon, maybe with marks of its own: nothing of it is
    /// changed any more.
    pub is_verbatim: bool,
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
    /// A lexicon, which is never overruled.
    Lexicon,
}

/// A text whose numbers are written out, and what it was before.
struct Draft {
    simplified: String,
    held: Option<Held>,
    meant: String,
    restored: Restored,
}

impl Reader {
    /// A reader for a book in this script, with the lexicon inside.
    pub fn new(script: Script) -> Result<Self, ReadingError> {
        Self::with_lexicon(script, &Lexicon::default(), &Scope::default(), Form::Pinyin)
    }

    /// A reader that obeys a lexicon, for an engine that is told in this form how words sound.
    pub fn with_lexicon(
        script: Script,
        lexicon: &Lexicon,
        scope: &Scope,
        form: Form,
    ) -> Result<Self, ReadingError> {
        let mut reader = Self {
            simplifier: Simplifier::new(script)?,
            dictionary: Dictionary::new(),
            spellings: Spellings::new(),
            polyphones: Polyphones::new(),
            rules: Rules::new(),
            sayings: Sayings::default(),
            form,
        };
        // Words of a lexicon may be in another script than the book.
        let of_words = Simplifier::new(Script::Traditional)?;
        let simplify = |text: &str| match &of_words {
            Some(simplifier) => simplifier.simplify(text),
            None => text.to_owned(),
        };
        let read = |text: &str| reader.reading(&reader.draft(text), &Form::Pinyin).words;
        let speller = Speller {
            simplify: &simplify,
            read: &read,
        };
        reader.sayings = Sayings::new(lexicon, scope, &reader.form, &speller);
        Ok(reader)
    }

    /// How a text is said, as the engine is told.
    pub fn read(&self, text: &str) -> Reading {
        self.reading(&self.draft(text), &self.form)
    }

    fn simplified<'a>(&self, text: &'a str) -> Cow<'a, str> {
        match &self.simplifier {
            Some(simplifier) => simplifier.simplify(text).into(),
            None => text.into(),
        }
    }

    fn draft(&self, text: &str) -> Draft {
        let simplified = self.simplified(text).into_owned();
        let held = self.sayings.hold(&simplified);
        let meant = slip::repair(held.as_ref().map_or(&simplified, |held| &held.text));
        let written = number::write_out(&meant);
        let restored = match &held {
            Some(held) => self.sayings.restore(&written, held),
            None => Restored {
                chars: written.chars().collect(),
                parts: Vec::new(),
            },
        };
        Draft {
            simplified,
            held,
            meant,
            restored,
        }
    }

    /// Reads a draft for an engine that takes this form.
    fn reading(&self, draft: &Draft, form: &Form) -> Reading {
        let Restored { chars, parts } = &draft.restored;
        let spans = draft.restored.cut(&self.dictionary);
        let mut syllables = pinyin::syllables(&self.dictionary, chars, &spans);
        self.spellings.spell(chars, &spans, &mut syllables);
        self.polyphones.decide(chars, &mut syllables);
        self.rules
            .correct(&self.dictionary, chars, &spans, &mut syllables);
        let mut words = Vec::with_capacity(spans.len());
        let mut parts = parts.iter().peekable();
        for span in spans {
            while let Some((_, saying)) = parts.next_if(|(part, _)| part.end <= span.start) {
                words.extend_from_slice(self.sayings.get(*saying).words(form));
            }
            if parts.peek().is_none_or(|(part, _)| span.end <= part.start) {
                words.push(word_of(chars, &mut syllables, span));
            }
        }
        for (_, saying) in parts {
            words.extend_from_slice(self.sayings.get(*saying).words(form));
        }
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
        is_verbatim: false,
    }
}

#[cfg(test)]
mod tests;
