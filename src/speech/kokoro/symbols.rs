//! Reading to the symbols that Kokoro v1.0 was trained on.
//!
//! Never looks at characters to guess how they sound: syllables come with the reading.
//!
//! Punctuation and spacing follow the reference front end, misaki 0.9.4 (Apache-2.0): words are
//! parted by a space, full-width marks become half-width ones with a space after them. Quotation
//! marks are left out.

use std::collections::HashMap;

use super::english::{English, spelled_syllables};
use super::sandhi::spoken_syllables;
use crate::reading::{Reading, Word};

/// Symbol to token id, from the model's own configuration (Apache-2.0).
const IDS: &str = include_str!("symbols.tsv");

/// Pinyin with a tone digit to symbols: 1,549 syllables, generated with misaki 0.9.4 (Apache-2.0).
const SYLLABLES: &str = include_str!("pinyin_symbols.tsv");

/// How the symbols write the four tones.
pub(super) const TONES: [char; 4] = ['→', '↗', '↓', '↘'];

/// What is known about symbols.
#[derive(Debug)]
pub struct Symbols {
    ids: HashMap<char, i32>,
    syllables: HashMap<&'static str, &'static str>,
    english: English,
}

impl Default for Symbols {
    fn default() -> Self {
        Self::new()
    }
}

impl Symbols {
    /// Reads the tables inside the binary.
    pub fn new() -> Self {
        let pairs = |text: &'static str| text.lines().filter_map(|line| line.split_once('\t'));
        Self {
            ids: pairs(IDS)
                .filter_map(|(symbol, id)| Some((symbol.chars().next()?, id.parse().ok()?)))
                .collect(),
            syllables: pairs(SYLLABLES).collect(),
            english: English::default(),
        }
    }

    /// The string of symbols for a reading; each character is one token. Empty when nothing of it
    /// can be spoken.
    pub fn of(&self, reading: &Reading) -> String {
        let mut symbols = String::new();
        let mut after_word = false;
        let mut spoken = false;
        for (word, syllables) in reading.words.iter().zip(self.of_words(reading)) {
            if syllables.is_empty() {
                self.push_marks(&mut symbols, &word.text);
            } else {
                if after_word {
                    symbols.push(' ');
                }
                symbols.push_str(&syllables);
                spoken = true;
            }
            after_word = !syllables.is_empty();
        }
        if spoken {
            tidy(&one_mark_a_run(&symbols))
        } else {
            String::new()
        }
    }

    /// The symbols of each word by itself; none for marks.
    pub fn of_words<'a>(&'a self, reading: &'a Reading) -> impl Iterator<Item = String> + 'a {
        let words = reading.words.iter().zip(spoken_syllables(&reading.words));
        words.map(|(word, spoken)| self.syllables_of(word, &spoken))
    }

    /// The token id of each symbol, without the padding at both ends.
    pub fn tokens(&self, symbols: &str) -> Vec<i32> {
        symbols
            .chars()
            .filter_map(|symbol| self.ids.get(&symbol).copied())
            .collect()
    }

    fn syllables_of(&self, word: &Word, spoken: &[String]) -> String {
        if word.syllables.is_empty() {
            return self.english.say(&word.text);
        }
        spoken
            .iter()
            .filter_map(|syllable| self.syllable(syllable))
            .collect()
    }

    /// The symbols of one syllable. The table lacks some neutral tones: those are another tone's
    /// symbols without its arrow. For any other tone that it lacks, a wrong tone is better than a
    /// hole.
    fn syllable(&self, syllable: &str) -> Option<String> {
        if let Some(symbols) = self.syllables.get(syllable) {
            return Some((*symbols).to_owned());
        }
        let base = syllable.trim_end_matches(|c: char| c.is_ascii_digit());
        let another = ["5", "1", "4", "2", "3"]
            .iter()
            .find_map(|tone| self.syllables.get(format!("{base}{tone}").as_str()))?;
        Some(if syllable.ends_with('5') {
            another.replace(TONES, "")
        } else {
            (*another).to_owned()
        })
    }

    fn push_marks(&self, symbols: &mut String, text: &str) {
        for mark in text.chars() {
            match half_width(mark) {
                Some(marks) => symbols.push_str(marks),
                None if self.ids.contains_key(&mark) && !mark.is_alphabetic() => symbols.push(mark),
                None => symbols.push(' '),
            }
        }
    }
}

/// The letters of a reading that have neither pinyin nor a name: kana, Cyrillic and the like.
pub fn unsayable(reading: &Reading) -> String {
    let foreign = reading
        .words
        .iter()
        .filter(|word| word.syllables.is_empty());
    let letters = foreign.flat_map(|word| word.text.chars());
    let is_silent = |c: &char| c.is_alphanumeric() && spelled_syllables(&c.to_string()) == 0;
    letters.filter(is_silent).collect()
}

fn half_width(mark: char) -> Option<&'static str> {
    Some(match mark {
        '、' | '，' => ", ",
        '。' | '．' => ". ",
        '！' => "! ",
        '？' => "? ",
        '：' => ": ",
        '；' => "; ",
        // The reference front end hands quotation marks on; the model makes a syllable of its own
        // of one that begins a text, as heard by a recogniser on the sample chapters.
        '“' | '”' | '‘' | '’' | '"' | '「' | '」' | '『' | '』' => "",
        '《' | '【' | '〈' | '«' | '》' | '】' | '〉' | '»' => " ",
        '（' => " (",
        '）' => ") ",
        _ => return None,
    })
}

/// Marks that pause, the strongest last.
const MARKS: &str = ",:;.!?";

/// One mark of each run of them, the strongest, as servers get it too (`voice::punctuation`, which has
/// other marks and words it must not look into), and none before the first sound: of `！！！`
/// and at `……` and `——` the model makes syllables, as 口气——这 heard as 口气以这. Dots and dashes are
/// commas, and the end when they stand at it.
fn one_mark_a_run(symbols: &str) -> String {
    let mut kept = String::with_capacity(symbols.len());
    let is_mark = |symbol: char| MARKS.contains(symbol) || is_trail(symbol);
    let mut rest = symbols.trim_start_matches(|symbol| is_mark(symbol) || symbol == ' ');
    while let Some(at) = rest.find(is_mark) {
        let (sound, after) = rest.split_at(at);
        let run = &after[..after
            .find(|c| !is_mark(c) && c != ' ')
            .unwrap_or(after.len())];
        rest = &after[run.len()..];
        kept.push_str(sound.trim_end());
        kept.push(strongest(run, rest.is_empty()));
        kept.push(' ');
    }
    kept + rest
}

fn is_trail(symbol: char) -> bool {
    matches!(symbol, '…' | '—')
}

fn strongest(run: &str, is_end: bool) -> char {
    let marks = run.chars().filter_map(|symbol| MARKS.find(symbol));
    match marks.max().and_then(|at| MARKS[at..].chars().next()) {
        Some(mark) => mark,
        None if is_end => '.',
        None => ',',
    }
}

/// One space between symbols at most, and none at the ends.
fn tidy(symbols: &str) -> String {
    let mut tidied = String::with_capacity(symbols.len());
    for symbol in symbols.chars() {
        let spaced = tidied.is_empty() || tidied.ends_with(' ');
        if symbol == ' ' && spaced {
            continue;
        }
        tidied.push(symbol);
    }
    tidied.truncate(tidied.trim_end().len());
    tidied
}

/// Cuts symbols into pieces of at most `most` characters: nearest the middle at the end of a
/// sentence or clause, else between words, else anywhere.
pub fn pieces(symbols: &str, most: usize) -> Vec<String> {
    let all: Vec<char> = symbols.chars().collect();
    let mut pieces = Vec::new();
    halve(&all, most.max(1), &mut pieces);
    pieces
}

fn halve(symbols: &[char], most: usize, pieces: &mut Vec<String>) {
    if symbols.len() <= most {
        let piece: String = symbols.iter().collect();
        pieces.push(piece.trim().to_owned());
        return;
    }
    let cut = best_cut(symbols);
    halve(&symbols[..cut], most, pieces);
    halve(&symbols[cut..], most, pieces);
}

fn best_cut(symbols: &[char]) -> usize {
    let middle = symbols.len() / 2;
    let nearest = |marks: &[char]| {
        // A cut stands behind its mark and leaves something on both sides.
        (1..symbols.len() - 1)
            .filter(|i| marks.contains(&symbols[*i]))
            .map(|i| i + 1)
            .min_by_key(|cut| cut.abs_diff(middle))
            .filter(|cut| cut.abs_diff(middle) <= symbols.len() / 3)
    };
    nearest(&['.', '!', '?', ';', '…'])
        .or_else(|| nearest(&[',', ':', '—']))
        .or_else(|| nearest(&[' ']))
        .unwrap_or(middle)
}

#[cfg(test)]
mod tests;
