//! Latin words to the symbols of English, which the voice inside knows too.
//!
//! Never leaves a Latin letter without a sound: what is no known word is spelled.

#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;
use std::sync::OnceLock;

use super::symbols::TONES;
use crate::reading::fold_latin;
use words::Words;

/// The names of the letters, A to Z, as they are said in China: partly syllables of Mandarin, partly
/// English. Of 14 acronyms in sentences a recogniser understood 13 so, 5 by the syllables alone and
/// 4 in pure English, whose p, t and k a Mandarin voice makes b, d and g of.
const LETTERS: &str = "ei→ pi↘ ɕi→ ti↘ i→ ˈɛf ʤˈi ˈAꭧʰ ai↘ ʤˈA kʰei→ ˈɛl ˈɛm \
    ˈɛn ou→ pʰi→ kʰjˈu ˈɑɹ ˈɛs tʰi→ jou→ vˈi ta↗pu↘ljou→ ˈɛks wai→ zˈi";

/// Symbols of English vowels.
const VOWELS: &str = "AIOWYaiuæɑɔəɛɜɪʊʌᵊᵻ";

/// Two capitals are spelled, except these.
const SHOUTED: [&str; 8] = ["GO", "HI", "NO", "OH", "OK", "SO", "UP", "YO"];

/// Spelled, though they are words as well.
const ACRONYMS: [&str; 3] = ["ai", "id", "led"];

/// Says Latin words.
#[derive(Debug, Default)]
pub struct English {
    /// Read when the first Latin word comes: most books have none.
    words: OnceLock<Words>,
}

impl English {
    /// The symbols of a word; empty only for a word that has no Latin letter.
    pub fn say(&self, word: &str) -> String {
        let word = fold_latin(word);
        let word = word.trim_matches('\'');
        self.whole(word)
            .unwrap_or_else(|| self.in_parts(word))
            .trim()
            .to_owned()
    }

    /// As words where it falls into several (`iPhone`, `X-ray`), each known or spelled.
    fn in_parts(&self, word: &str) -> String {
        let parts = parts(word);
        let said = parts.map(|part| self.whole(part).unwrap_or_else(|| spell(part)));
        said.collect::<Vec<_>>().join(" ")
    }

    fn whole(&self, word: &str) -> Option<String> {
        if is_acronym(word) {
            return None;
        }
        let mut key = word.to_ascii_lowercase();
        key.retain(|letter| letter != '-');
        let words = self.words.get_or_init(Words::unpack);
        let known = words.get(&key).map(ToOwned::to_owned);
        let said = known
            .or_else(|| self.inflected(word))
            .or_else(|| words.compound(&key));
        said.map(|symbols| with_breath(&symbols))
    }

    /// A known word or an acronym with an ending: `bosses`, `Tom's`, `NPCs`.
    fn inflected(&self, word: &str) -> Option<String> {
        let words = self.words.get_or_init(Words::unpack);
        for (ending, instead, add) in ENDINGS {
            let Some(stem) = word.strip_suffix(ending) else {
                continue;
            };
            let lower = stem.to_ascii_lowercase();
            let said = words.get(&format!("{lower}{instead}")).map(str::to_owned);
            let acronym = || (stem.len() > 1 && is_capitals(stem)).then(|| spell(stem));
            if let Some(said) = said.or_else(acronym) {
                return Some(add(&said));
            }
        }
        None
    }
}

/// The syllables of a word that is spelled; none only when it has no Latin letter.
pub fn spelled_syllables(word: &str) -> usize {
    let syllables = |name: &str| name.matches(TONES).count().max(1);
    names(&fold_latin(word)).map(syllables).sum()
}

/// An ending as written, what the stem has in its place, and how it is said.
type Ending = (&'static str, &'static str, fn(&str) -> String);

const ENDINGS: [Ending; 9] = [
    ("'s", "", with_s),
    ("s", "", with_s),
    ("es", "", with_s),
    ("ies", "y", with_s),
    ("ed", "", with_d),
    ("ed", "e", with_d),
    ("ied", "y", with_d),
    ("ing", "", with_ing),
    ("ing", "e", with_ing),
];

fn with_s(stem: &str) -> String {
    let ending = match stem.chars().last() {
        Some('s' | 'z' | 'ʃ' | 'ʒ' | 'ʧ' | 'ʤ') => "ᵻz",
        Some('p' | 't' | 'k' | 'f' | 'θ') => "s",
        _ => "z",
    };
    format!("{stem}{ending}")
}

fn with_d(stem: &str) -> String {
    let ending = match stem.chars().last() {
        Some('t' | 'd') => "ᵻd",
        Some('p' | 'k' | 'f' | 'θ' | 's' | 'ʃ' | 'ʧ') => "t",
        _ => "d",
    };
    format!("{stem}{ending}")
}

fn with_ing(stem: &str) -> String {
    format!("{stem}ɪŋ")
}

/// Whether a word is read letter by letter though the dictionary may have it.
fn is_acronym(word: &str) -> bool {
    let is_short = word.len() == 1 || (word.len() == 2 && !SHOUTED.contains(&word));
    (is_capitals(word) && is_short) || ACRONYMS.iter().any(|it| it.eq_ignore_ascii_case(word))
}

fn is_capitals(word: &str) -> bool {
    word.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// The letters by their names.
fn spell(word: &str) -> String {
    names(word).collect()
}

fn names(word: &str) -> impl Iterator<Item = &'static str> {
    let letters = word.bytes().filter(u8::is_ascii_alphabetic);
    let places = letters.map(|letter| usize::from(letter.to_ascii_uppercase() - b'A'));
    places.filter_map(|place| LETTERS.split(' ').nth(place))
}

/// English p, t and k with the breath that Mandarin writes: without it `coffee` is heard as 钢匪.
fn with_breath(symbols: &str) -> String {
    let mut said = String::with_capacity(symbols.len());
    let mut before = None;
    let mut rest = symbols.chars().peekable();
    while let Some(symbol) = rest.next() {
        said.push(symbol);
        let is_stressed = matches!(rest.peek(), Some('ˈ' | 'ˌ'));
        let starts = before.is_none() && rest.peek().is_some_and(|next| VOWELS.contains(*next));
        if matches!(symbol, 'p' | 't' | 'k') && before != Some('s') && (is_stressed || starts) {
            said.push('ʰ');
        }
        before = Some(symbol);
    }
    said
}

/// `camelCase` and `HTMLPage` before their capitals, and all at hyphens.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    let words = word.split('-').filter(|part| !part.is_empty());
    words.flat_map(|word| {
        let letters = word.as_bytes();
        let is_start = |at: &usize| {
            let after_small = letters[at - 1].is_ascii_lowercase();
            let before_small = letters.get(at + 1).is_some_and(u8::is_ascii_lowercase);
            letters[*at].is_ascii_uppercase() && (after_small || before_small)
        };
        let starts = (1..word.len()).filter(is_start);
        let mut starts: Vec<usize> = [0].into_iter().chain(starts).collect();
        starts.push(word.len());
        let spans: Vec<Range<usize>> = starts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        spans.into_iter().map(|span| &word[span])
    })
}
