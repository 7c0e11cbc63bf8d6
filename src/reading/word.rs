//! Spoken text into words.
//!
//! Never loses or adds a character: the spans tile the text. Han characters, letters and everything
//! else never share a word.

use std::collections::HashMap;
use std::ops::Range;

use super::is_han;
use super::numeral::is_numeral;

/// The words of the language by how common they are; its head says where they are from. The word
/// table inside `pinyin_pro` holds only the 4,000 words that polyphones need, too few to cut text.
const WORDS: &str = include_str!("words.txt");

/// No word of the table is longer.
const LONGEST: usize = 4;

/// Rarity of a single character that the table does not know.
const UNKNOWN: u32 = 56;

/// From this rarity on a lone character is rather a piece of a name than a word.
const RARE: u32 = 27;

/// Rarity of a number, small enough that no word takes a digit away from it, as 十分 from 三十分.
const NUMBER: u32 = 10;

/// What a word does in a sentence, as far as pronunciation cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Adjectives, adverbs and idioms.
    Descriptive,
    Verb,
    Noun,
    /// Numerals, measures and pronouns.
    Counting,
    Other,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    kind: Kind,
    rarity: u32,
}

/// The known words.
#[derive(Debug)]
pub(super) struct Lexicon {
    entries: HashMap<Key, Entry>,
}

/// A word of up to four characters without an allocation; unused places are `'\0'`.
type Key = [char; LONGEST];

/// Of which kind a run of characters is; kinds never mix in a word.
#[derive(PartialEq, Eq)]
enum Run {
    Han,
    Letters,
    Other,
}

impl Lexicon {
    pub(super) fn new() -> Self {
        let mut entries = HashMap::with_capacity(60_000);
        for line in WORDS.lines().filter(|line| !line.starts_with('#')) {
            let mut fields = line.split(' ');
            let kind = kind_of(fields.next());
            let rarity = fields.next().and_then(|field| field.parse().ok());
            let entry = Entry {
                kind,
                rarity: rarity.unwrap_or(UNKNOWN),
            };
            entries.extend(fields.filter_map(|word| Some((key(word.chars())?, entry))));
        }
        Self { entries }
    }

    /// The kind of a word; `None` when it is not known.
    pub(super) fn kind(&self, word: &[char]) -> Option<Kind> {
        self.entry(word).map(|entry| entry.kind)
    }

    /// The spans of the words, in order.
    pub(super) fn cut(&self, chars: &[char]) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        let mut start = 0;
        for run in chars.chunk_by(|&left, &right| run_of(left) == run_of(right)) {
            if run_of(run[0]) == Run::Han {
                let words = self.join_rare(run, self.likeliest(run));
                spans.extend(
                    words
                        .into_iter()
                        .map(|word| word.start + start..word.end + start),
                );
            } else {
                spans.push(start..start + run.len());
            }
            start += run.len();
        }
        spans
    }

    /// Whether a part of the text begins or ends inside a known word that it does not hold whole.
    pub(super) fn cuts_a_word(
        &self,
        chars: &[char],
        spans: &[Range<usize>],
        part: &Range<usize>,
    ) -> bool {
        Self::touching(spans, part).any(|word| {
            let held = part.start <= word.start && word.end <= part.end;
            let holds = word.start <= part.start && part.end <= word.end;
            word.len() > 1 && !held && !holds && self.kind(&chars[word.clone()]).is_some()
        })
    }

    /// The words that share a character with a part of the text.
    pub(super) fn touching<'spans>(
        spans: &'spans [Range<usize>],
        part: &Range<usize>,
    ) -> impl Iterator<Item = &'spans Range<usize>> {
        let end = part.end;
        let first = spans.partition_point(|span| span.end <= part.start);
        spans[first..]
            .iter()
            .take_while(move |span| span.start < end)
    }

    /// The path through the words whose rarities sum to the least.
    fn likeliest(&self, run: &[char]) -> Vec<Range<usize>> {
        // For each position: the cost of the rest of the run, and where its first word ends.
        let mut best = vec![(0, 0); run.len() + 1];
        for start in (0..run.len()).rev() {
            best[start] = self
                .candidates(run, start)
                .map(|(end, rarity)| (rarity + best[end].0, end))
                // The longer word wins a tie.
                .min_by_key(|&(cost, end)| (cost, usize::MAX - end))
                .unwrap_or((UNKNOWN, start + 1));
        }
        std::iter::successors(Some(0..best[0].1), |word| {
            (word.end < run.len()).then(|| word.end..best[word.end].1)
        })
        .collect()
    }

    fn candidates(&self, run: &[char], start: usize) -> impl Iterator<Item = (usize, u32)> {
        let longest = LONGEST.min(run.len() - start);
        let words = (1..=longest).filter_map(move |length| {
            let entry = self.entry(&run[start..start + length]);
            let rarity = entry.map(|entry| entry.rarity);
            let rarity = if length == 1 {
                rarity.or(Some(UNKNOWN))
            } else {
                rarity
            };
            Some((start + length, rarity?))
        });
        words.chain(numeral_run(run, start))
    }

    /// Joins neighbouring rare single characters: most are names, which no table knows.
    fn join_rare(&self, run: &[char], words: Vec<Range<usize>>) -> Vec<Range<usize>> {
        let mut joined = Vec::with_capacity(words.len());
        let mut name = 0..0;
        for word in words {
            if word.len() == 1 && self.is_rare(run[word.start]) {
                name = if name.is_empty() {
                    word
                } else {
                    name.start..word.end
                };
            } else {
                push_name(&mut joined, std::mem::take(&mut name));
                joined.push(word);
            }
        }
        push_name(&mut joined, name);
        joined
    }

    fn is_rare(&self, character: char) -> bool {
        self.entry(&[character])
            .is_none_or(|entry| entry.rarity > RARE)
    }

    fn entry(&self, word: &[char]) -> Option<Entry> {
        self.entries.get(&key(word.iter().copied())?).copied()
    }
}

/// A name in pieces of two or three characters.
fn push_name(words: &mut Vec<Range<usize>>, mut name: Range<usize>) {
    while name.len() > 3 {
        words.push(name.start..name.start + 2);
        name.start += 2;
    }
    if !name.is_empty() {
        words.push(name);
    }
}

/// Numerals in a row are one number.
fn numeral_run(run: &[char], start: usize) -> Option<(usize, u32)> {
    let length = run[start..].iter().take_while(|&&c| is_numeral(c)).count();
    (length > 1).then_some((start + length, NUMBER))
}

fn kind_of(letter: Option<&str>) -> Kind {
    match letter {
        Some("a") => Kind::Descriptive,
        Some("v") => Kind::Verb,
        Some("n") => Kind::Noun,
        Some("m" | "q" | "r") => Kind::Counting,
        _ => Kind::Other,
    }
}

fn run_of(character: char) -> Run {
    if is_han(character) {
        Run::Han
    } else if character.is_alphabetic() {
        Run::Letters
    } else {
        Run::Other
    }
}

fn key(word: impl Iterator<Item = char>) -> Option<Key> {
    let mut key = ['\0'; LONGEST];
    for (index, character) in word.enumerate() {
        *key.get_mut(index)? = character;
    }
    Some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        let chars: Vec<char> = text.chars().collect();
        let spans = Lexicon::new().cut(&chars);
        spans
            .into_iter()
            .map(|span| chars[span].iter().collect())
            .collect()
    }

    #[test]
    fn prose_is_cut_into_words() {
        assert_eq!(
            cut("我们已经知道他的消息"),
            ["我们", "已经", "知道", "他", "的", "消息"]
        );
    }

    #[test]
    fn punctuation_and_latin_are_words_of_their_own() {
        assert_eq!(cut("好……OK，走！”"), ["好", "……", "OK", "，", "走", "！”"]);
    }

    #[test]
    fn a_number_is_one_word() {
        assert_eq!(cut("走了一百二十三步"), ["走", "了", "一百二十三", "步"]);
        assert_eq!(cut("三十分"), ["三十", "分"]);
    }

    #[test]
    fn an_unknown_name_stays_together() {
        assert_eq!(cut("窦霁岚说")[0], "窦霁岚");
    }

    #[test]
    fn an_emoji_is_like_punctuation() {
        assert_eq!(cut("好😀的"), ["好", "😀", "的"]);
    }

    #[test]
    fn the_head_of_the_table_is_no_word() {
        assert!(Lexicon::new().entries.len() > 50_000);
        assert!(cut("").is_empty());
    }
}
