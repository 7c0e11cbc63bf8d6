//! Spoken text into words.
//!
//! Never loses or adds a character: the spans tile the text. Han characters, letters and everything
//! else never share a word, but for the apostrophe or hyphen between letters.

use std::ops::Range;

use jieba_rs::Jieba;

use super::is_han;
use super::numeral::is_numeral;

/// Entries of the dictionary that are phrases, and hide a particle from the rules.
const PHRASES: [&str; 4] = ["地 说", "跑 得 快", "干 得", "为 人 所 知"];

/// What no guessed word holds.
const PARTICLES: [char; 5] = ['的', '地', '得', '着', '了'];

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

/// The known words: the dictionary of jieba, whose words the voice inside was trained on.
#[derive(Debug)]
pub(super) struct Dictionary {
    jieba: Jieba,
}

/// Of which kind a run of characters is; kinds never mix in a word.
#[derive(PartialEq, Eq)]
enum Run {
    Han,
    Letters,
    Other,
}

impl Dictionary {
    pub(super) fn new() -> Self {
        Self {
            jieba: Jieba::new(),
        }
    }

    /// The kind of a word; `None` when it is not known.
    pub(super) fn kind(&self, word: &[char]) -> Option<Kind> {
        let text: String = word.iter().collect();
        if !self.jieba.has_word(&text) {
            return None;
        }
        match self.jieba.tag(&text, false).as_slice() {
            [only] => Some(kind_of(only.tag)),
            _ => Some(Kind::Other),
        }
    }

    /// The words of a text with the dictionary's tags; `x` for those that it does not know.
    pub(super) fn tagged<'a>(&'a self, text: &'a str) -> Vec<(&'a str, &'a str)> {
        let tags = self.jieba.tag(text, true).into_iter();
        tags.map(|tag| (tag.word, tag.tag)).collect()
    }

    /// The spans of the words, in order.
    pub(super) fn cut(&self, chars: &[char]) -> Vec<Range<usize>> {
        let mut spans = Vec::new();
        for run in runs(chars) {
            if is_han(chars[run.start]) {
                self.cut_han(&chars[run.clone()], run.start, &mut spans);
            } else {
                spans.push(run);
            }
        }
        spans
    }

    /// Cuts a run of Han characters that stands at `start`. A number stays whole, and no word takes
    /// a digit away from it, as 十分 from 三十分.
    fn cut_han(&self, run: &[char], mut start: usize, spans: &mut Vec<Range<usize>>) {
        for part in number_parts(run) {
            if part.len() > 1 && is_number(part) {
                spans.push(start..start + part.len());
            } else {
                let text: String = part.iter().collect();
                let mut at = start;
                for word in self.jieba.cut(&text, true) {
                    for length in self.true_words(word.word) {
                        spans.push(at..at + length);
                        at += length;
                    }
                }
            }
            start += part.len();
        }
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
            word.len() > 1 && !held && !holds && self.is_known(&chars[word.clone()])
        })
    }

    fn is_known(&self, word: &[char]) -> bool {
        self.jieba.has_word(&word.iter().collect::<String>())
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

    /// The lengths of the words that a word really is: a phrase of the dictionary is many, and a
    /// guess such as 刺得 takes no particle in.
    fn true_words(&self, word: &str) -> Vec<usize> {
        let is_word = |phrase: &&&str| phrase.split(' ').flat_map(str::chars).eq(word.chars());
        if let Some(phrase) = PHRASES.iter().find(is_word) {
            return phrase.split(' ').map(|word| word.chars().count()).collect();
        }
        let chars: Vec<char> = word.chars().collect();
        if chars.len() == 1 || self.jieba.has_word(word) {
            return vec![chars.len()];
        }
        let joins =
            |left: &char, right: &char| ![left, right].iter().any(|c| PARTICLES.contains(c));
        chars.chunk_by(joins).map(<[char]>::len).collect()
    }
}

/// The longest spans whose characters are all Han, all letters of a word, or neither.
pub(super) fn runs(chars: &[char]) -> Vec<Range<usize>> {
    let kinds: Vec<Run> = (0..chars.len()).map(|at| run_at(chars, at)).collect();
    let mut end = 0;
    kinds
        .chunk_by(|left, right| left == right)
        .map(|run| {
            end += run.len();
            end - run.len()..end
        })
        .collect()
}

/// A run parted into numbers and what stands between them.
fn number_parts(run: &[char]) -> Vec<&[char]> {
    let mut parts = Vec::new();
    let mut rest = run;
    while let Some((start, end)) = next_number(rest) {
        if start > 0 {
            parts.push(&rest[..start]);
        }
        parts.push(&rest[start..end]);
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        parts.push(rest);
    }
    parts
}

fn next_number(run: &[char]) -> Option<(usize, usize)> {
    let mut start = 0;
    for part in run.chunk_by(|&left, &right| is_numeral(left) == is_numeral(right)) {
        if part.len() > 1 && is_number(part) {
            return Some((start, start + part.len()));
        }
        start += part.len();
    }
    None
}

/// Numerals with a tens, hundreds or larger unit behind a digit: 三十, not 一一 or 千万.
fn is_number(part: &[char]) -> bool {
    let is_unit = |c: &char| "十百千万亿".contains(*c);
    part.iter().all(|&c| is_numeral(c))
        && part
            .windows(2)
            .any(|pair| !is_unit(&pair[0]) && is_unit(&pair[1]))
}

fn kind_of(tag: &str) -> Kind {
    match tag.chars().next() {
        Some('a' | 'd' | 'i' | 'l' | 'z') => Kind::Descriptive,
        Some('v') => Kind::Verb,
        Some('n') => Kind::Noun,
        Some('m' | 'q' | 'r') => Kind::Counting,
        _ => Kind::Other,
    }
}

/// An apostrophe or hyphen between letters is one of them: `don't`, `X-ray`.
fn run_at(chars: &[char], at: usize) -> Run {
    let is_letter = |at: Option<usize>| {
        let character = at.and_then(|at| chars.get(at));
        character.is_some_and(|&character| run_of(character) == Run::Letters)
    };
    let joins = matches!(chars[at], '\'' | '’' | '-');
    if joins && is_letter(at.checked_sub(1)) && is_letter(Some(at + 1)) {
        Run::Letters
    } else {
        run_of(chars[at])
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

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        let chars: Vec<char> = text.chars().collect();
        let spans = Dictionary::new().cut(&chars);
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
    fn an_apostrophe_or_hyphen_belongs_to_the_letters_on_both_its_sides() {
        assert_eq!(cut("’don’t’-X-ray-"), ["’", "don’t", "’-", "X-ray", "-"]);
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
}
