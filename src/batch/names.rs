//! The names and the rare characters of a book, and how they will be said.
//!
//! Never reads the whole book word by word: a sample says what may be a name, and a search says
//! where it stands.

use std::collections::{BTreeMap, HashMap};

use aho_corasick::{AhoCorasick, MatchKind};

use super::{Doubt, Plan};
use crate::chunk::Chunk;
use crate::reading::{Because, Reader, Reading, Syllable, Word, is_han};
use crate::track::{BookLedger, ChunkLedger};

/// How many characters are looked at word by word, evenly spread over the book.
const SAMPLE: usize = 200_000;

/// A name that comes less often is not worth a person's time.
const LEAST: usize = 3;

/// How many names, and how many rare characters, are told.
const MOST: usize = 200;

/// How many other readings of a character are told.
const OTHERS: usize = 3;

/// A character that comes more often than once in so many is not rare in this book.
const RARE_ONE_IN: usize = 2_000;

/// Where something stands for the first time, and how often it comes.
#[derive(Debug, Clone, Copy)]
struct Mention {
    chapter: usize,
    /// Position of the chunk in the chapter.
    chunk: usize,
    /// The chunk's first character, as an offset in characters into the chapter's text.
    start: usize,
    /// One past its last character.
    end: usize,
    count: usize,
}

/// The names and rare characters of a book as doubts, the most frequent first. A `ledger` says
/// where in its track a person can hear them.
pub fn names(plan: &Plan, reader: &Reader, ledger: Option<&BookLedger>) -> Vec<Doubt> {
    let teller = Teller {
        plan,
        reader,
        ledger,
    };
    let names = candidates(plan, reader);
    let mut doubts = Vec::new();
    for (name, mention) in most_frequent(mentions(plan, &names), LEAST) {
        doubts.push(teller.doubt("name", &names[name], mention));
    }
    let mut rare = rare(plan, reader);
    rare.retain(|character, mention| teller.is_alone(*character, *mention));
    for (character, mention) in most_frequent(rare, 1) {
        doubts.push(teller.doubt("rare", &character.to_string(), mention));
    }
    doubts
}

fn chunks(plan: &Plan) -> impl Iterator<Item = (usize, Chunk)> {
    let chapters = plan.chapters.iter().enumerate();
    chapters.flat_map(|(position, planned)| {
        let chunks = planned.cuts().chunks.into_iter();
        chunks.map(move |chunk| (position, chunk))
    })
}

/// What may be a name, by a sample of the paragraphs.
fn candidates(plan: &Plan, reader: &Reader) -> Vec<String> {
    let step = (plan.n_characters() / SAMPLE).max(1);
    let texts = plan.chapters.iter().map(|planned| &planned.chapter.text);
    reader.names(texts.flat_map(|text| text.lines()).step_by(step))
}

/// How often, and where first, each of the names stands.
fn mentions(plan: &Plan, names: &[String]) -> BTreeMap<usize, Mention> {
    let mut mentions = BTreeMap::new();
    let mut builder = AhoCorasick::builder();
    let search = builder.match_kind(MatchKind::LeftmostLongest).build(names);
    let Ok(search) = search else {
        return mentions;
    };
    for (chapter, chunk) in chunks(plan) {
        for found in search.find_iter(&chunk.text) {
            let name = found.pattern().as_usize();
            count(mentions.entry(name).or_insert(first(chapter, &chunk)));
        }
    }
    mentions
}

/// Characters that have no reading, or that few know and several readings share.
fn rare(plan: &Plan, reader: &Reader) -> BTreeMap<char, Mention> {
    let mut mentions: HashMap<char, Mention> = HashMap::new();
    for (chapter, chunk) in chunks(plan) {
        for character in chunk.text.chars().filter(|c| is_han(*c)) {
            count(mentions.entry(character).or_insert(first(chapter, &chunk)));
        }
    }
    let n_rare = plan.n_characters() / RARE_ONE_IN + 1;
    let is_rare = |character: char, count: usize| match reader.readings(character).len() {
        0 => true,
        1 => false,
        _ => count <= n_rare && !reader.is_common(character),
    };
    let mentions = mentions.into_iter();
    mentions
        .filter(|(character, mention)| is_rare(*character, mention.count))
        .collect()
}

fn first(chapter: usize, chunk: &Chunk) -> Mention {
    Mention {
        chapter,
        chunk: chunk.index,
        start: chunk.start,
        end: chunk.end,
        count: 0,
    }
}

fn count(mention: &mut Mention) {
    mention.count += 1;
}

fn most_frequent<T: Ord + Copy>(mentions: BTreeMap<T, Mention>, least: usize) -> Vec<(T, Mention)> {
    let mut mentions: Vec<_> = mentions
        .into_iter()
        .filter(|(_, mention)| mention.count >= least)
        .collect();
    mentions.sort_by_key(|(_, mention)| std::cmp::Reverse(mention.count));
    mentions.truncate(MOST);
    mentions
}

/// Puts what was found into words.
struct Teller<'a> {
    plan: &'a Plan,
    reader: &'a Reader,
    ledger: Option<&'a BookLedger>,
}

impl Teller<'_> {
    /// Whether a character has no reading, or no word around it that would tell which one is meant.
    fn is_alone(&self, character: char, mention: Mention) -> bool {
        let text = self.text(mention);
        let explained = self.reader.explain(&text);
        let at = text.chars().position(|c| c == character);
        let spoken = at.and_then(|at| explained.simplified.chars().nth(at));
        let mut words = explained.reading.words.into_iter();
        let holds = |word: &Word| word.text.chars().any(|c| Some(c) == spoken);
        words.find(holds).is_some_and(|word| {
            let is_known = word.syllables.iter().all(|s| !s.pinyin.is_empty());
            word.text.chars().count() == 1 || !is_known
        })
    }

    /// The text of the chunk.
    fn text(&self, mention: Mention) -> String {
        let text = self.plan.chapters[mention.chapter].chapter.text.chars();
        let own = text.skip(mention.start).take(mention.end - mention.start);
        own.collect()
    }

    fn doubt(&self, kind: &str, word: &str, mention: Mention) -> Doubt {
        let text = self.text(mention);
        let spoken = self.reader.explain(word).reading.spoken();
        let reading = self.reader.explain(&text).reading;
        let said =
            said(&reading, &spoken).unwrap_or_else(|| pairs(&self.reader.explain(word).reading));
        let times = match mention.count {
            1 => "once".to_owned(),
            n => format!("{n} times"),
        };
        Doubt {
            kind: kind.into(),
            r#where: self.place(mention, &text),
            text: format!("{word} {}, {times}{}", pinyin(&said), self.others(&said)),
        }
    }

    /// The chunk as `redo` names it, the line of the text, and the time in the track.
    fn place(&self, mention: Mention, text: &str) -> String {
        let chapter = &self.plan.chapters[mention.chapter].chapter;
        let before = chapter.text.chars().take(mention.start);
        let n_lines = before.filter(|c| *c == '\n').count();
        let line = self.plan.line(chapter, n_lines);
        let time = self.time(chapter.index, text);
        format!(
            "chapter {}:{} (line {line}){time}",
            chapter.index, mention.chunk
        )
    }

    fn time(&self, chapter: usize, text: &str) -> String {
        let chapters = self.ledger.iter().flat_map(|ledger| &ledger.chapters);
        let made = chapters.into_iter().find(|made| made.index == chapter);
        let from = made.and_then(|made| {
            let same = |spoken: &&ChunkLedger| spoken.text == text;
            let spoken = made.chunks.iter().find(same)?;
            Some(spoken.from / u64::from(made.sample_rate.max(1)))
        });
        from.map(|seconds| format!(", {}:{:02} into its track", seconds / 60, seconds % 60))
            .unwrap_or_default()
    }

    /// The other ways in which its characters can be read.
    fn others(&self, said: &[(char, Syllable)]) -> String {
        let mut others = String::new();
        for (character, syllable) in said {
            if syllable.because == Because::Lexicon {
                continue;
            }
            let mut readings = self.reader.readings(*character);
            readings.retain(|reading| *reading != syllable.pinyin);
            readings.truncate(OTHERS);
            if !readings.is_empty() {
                others = format!("{others}; {character} also {}", readings.join(" "));
            }
        }
        others
    }
}

/// The Han characters of a reading with their syllables.
fn pairs(reading: &Reading) -> Vec<(char, Syllable)> {
    let words = reading.words.iter().flat_map(|word| {
        let han = word.text.chars().filter(|c| is_han(*c));
        han.zip(word.syllables.iter().cloned())
    });
    words.collect()
}

/// How a word is said where it stands first in a reading.
fn said(reading: &Reading, word: &str) -> Option<Vec<(char, Syllable)>> {
    let pairs = pairs(reading);
    let han: Vec<char> = word.chars().filter(|c| is_han(*c)).collect();
    let is_here = |window: &&[(char, Syllable)]| {
        let characters = window.iter().map(|(character, _)| character);
        characters.eq(&han)
    };
    let found = pairs.windows(han.len().max(1)).find(is_here)?;
    Some(found.to_vec())
}

fn pinyin(said: &[(char, Syllable)]) -> String {
    let syllables = said.iter().map(|(_, syllable)| match &*syllable.pinyin {
        "" => "(no reading)",
        pinyin => pinyin,
    });
    let by = match said.first() {
        Some((_, syllable)) if syllable.because == Because::Lexicon => " (lexicon)",
        _ => "",
    };
    syllables.collect::<Vec<_>>().join(" ") + by
}
