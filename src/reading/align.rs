//! Which characters of a text the words of its reading stand for.
//!
//! Never leaves out a character that has a sound, and never gives one to two places: numbers are
//! written out, slips repaired, words replaced, and what cannot be told apart is one place.

use std::ops::Range;

use super::{Reader, Reading, Word, is_han};

/// Words of a reading, one or more, and the characters of the text that they stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aligned {
    /// Positions of the words in the reading; marks may lie among them.
    pub words: Range<usize>,
    /// Offsets in characters into the text.
    pub characters: Range<usize>,
}

impl Reader {
    /// The places of a reading's words in its text, in order. Words without a sound have none.
    pub fn align(&self, text: &str, reading: &Reading) -> Vec<Aligned> {
        let written: Vec<char> = text.chars().collect();
        let simplified: Vec<char> = self.simplified(text).chars().collect();
        // Han characters are told apart by their places alone, should the script change their number.
        let is_alike = simplified.len() == written.len();
        let known = if is_alike { &simplified } else { &written };
        let spoken: Vec<char> = reading.spoken().chars().collect();
        let mut places = places(&reading.words, &stands_for(known, &spoken));
        cover(&mut places, &written);
        places
    }
}

/// The characters of `text` that each character of `spoken` stands for: those that are of a kind
/// one by one, and of what lies between them the whole for the whole.
fn stands_for(text: &[char], spoken: &[char]) -> Vec<Range<usize>> {
    let mut stands = Vec::with_capacity(spoken.len());
    let (mut text_done, mut spoken_done) = (0, 0);
    for (text_at, spoken_at) in pairs(text, spoken) {
        stands.resize(spoken_at, text_done..text_at);
        stands.push(text_at..text_at + 1);
        (text_done, spoken_done) = (text_at + 1, spoken_at + 1);
    }
    debug_assert_eq!(stands.len(), spoken_done, "a character was left out");
    stands.resize(spoken.len(), text_done..text.len());
    stands
}

/// The characters that are of a kind, by the fewest changes from one text to the other.
fn pairs(text: &[char], spoken: &[char]) -> Vec<(usize, usize)> {
    let width = spoken.len() + 1;
    let costs = costs(text, spoken);
    let (mut row, mut column) = (text.len(), spoken.len());
    let mut pairs = Vec::new();
    while row > 0 && column > 0 {
        let cost = costs[row * width + column];
        let (left, right) = (text[row - 1], spoken[column - 1]);
        if cost == costs[(row - 1) * width + column - 1] + u32::from(!is_same(left, right)) {
            (row, column) = (row - 1, column - 1);
            if is_same(left, right) || (is_han(left) && is_han(right)) {
                pairs.push((row, column));
            }
        } else if cost == costs[(row - 1) * width + column] + 1 {
            row -= 1;
        } else {
            column -= 1;
        }
    }
    pairs.reverse();
    pairs
}

/// The changes between the beginnings of two texts, of every length.
fn costs(text: &[char], spoken: &[char]) -> Vec<u32> {
    let width = spoken.len() + 1;
    let mut costs = vec![0; (text.len() + 1) * width];
    for (column, cost) in (0..).zip(&mut costs[..width]) {
        *cost = column;
    }
    for row in 1..=text.len() {
        costs[row * width] = costs[(row - 1) * width] + 1;
        for column in 1..width {
            let changed = u32::from(!is_same(text[row - 1], spoken[column - 1]));
            let (above, here) = ((row - 1) * width + column, row * width + column);
            costs[here] = (costs[above - 1] + changed)
                .min(costs[above] + 1)
                .min(costs[here - 1] + 1);
        }
    }
    costs
}

/// Width and case do not matter, and a digit is its numeral.
fn is_same(written: char, spoken: char) -> bool {
    let written = plain(written);
    let digit = written.to_digit(10).map(|digit| digit as usize);
    let numeral = digit.and_then(|digit| "零一二三四五六七八九".chars().nth(digit));
    written == plain(spoken) || numeral == Some(spoken)
}

fn plain(character: char) -> char {
    let narrow = match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(character) - 0xFEE0),
        _ => None,
    };
    narrow.unwrap_or(character).to_ascii_lowercase()
}

/// A place for each word with a sound; words that share characters share a place, and so does a word
/// that stands for none with its neighbour.
fn places(words: &[Word], stands: &[Range<usize>]) -> Vec<Aligned> {
    let mut places: Vec<Aligned> = Vec::new();
    let mut stands = stands.iter();
    for (index, word) in words.iter().enumerate() {
        let own = word.text.chars().zip(stands.by_ref());
        let own = own.filter(|(character, _)| character.is_alphanumeric());
        let union = |a: Range<usize>, b: Range<usize>| a.start..b.end.max(a.end);
        let Some(characters) = own.map(|(_, range)| range.clone()).reduce(union) else {
            continue;
        };
        match places.last_mut() {
            Some(last) if are_one(&last.characters, &characters) => {
                last.characters.end = last.characters.end.max(characters.end);
                last.words.end = index + 1;
            }
            _ => places.push(Aligned {
                words: index..index + 1,
                characters,
            }),
        }
    }
    places
}

fn are_one(earlier: &Range<usize>, later: &Range<usize>) -> bool {
    earlier.is_empty() || later.is_empty() || later.start < earlier.end
}

/// Gives each character with a sound that has no place, such as a face of letters, to the word before
/// it, or else to the first.
fn cover(places: &mut [Aligned], text: &[char]) {
    for (at, _) in text.iter().enumerate().filter(|(_, c)| c.is_alphanumeric()) {
        let next = places.partition_point(|place| place.characters.end <= at);
        let is_there = places
            .get(next)
            .is_some_and(|place| place.characters.contains(&at));
        if is_there {
            continue;
        }
        match next.checked_sub(1) {
            Some(before) => places[before].characters.end = at + 1,
            None => {
                if let Some(first) = places.first_mut() {
                    first.characters.start = at;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use proptest::prelude::*;

    use super::*;
    use crate::reading::{Form, Lexicon, Scope, Script};

    /// The places as text: what is written, and what is said of it.
    fn aligned(reader: &Reader, text: &str) -> Vec<(String, String)> {
        let reading = reader.read(text);
        let chars: Vec<char> = text.chars().collect();
        let said = |words: &[Word]| words.iter().map(|word| word.text.as_str()).collect();
        let places = reader.align(text, &reading).into_iter();
        places
            .map(|place| {
                let written = chars[place.characters].iter().collect();
                (written, said(&reading.words[place.words]))
            })
            .collect()
    }

    fn simplified() -> &'static Reader {
        static READER: OnceLock<Reader> = OnceLock::new();
        READER.get_or_init(|| Reader::new(Script::Simplified).unwrap())
    }

    fn pairs_of(text: &str) -> Vec<(String, String)> {
        aligned(simplified(), text)
    }

    fn own(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let pairs = pairs.iter();
        pairs.map(|(a, b)| ((*a).into(), (*b).into())).collect()
    }

    #[test]
    fn words_stand_where_they_are_written_and_marks_nowhere() {
        let same = |word| (word, word);
        assert_eq!(
            pairs_of("“雪下了一夜，”他说。"),
            own(&["雪下", "了", "一夜", "他", "说"].map(same))
        );
    }

    #[test]
    fn a_number_stands_for_its_digits() {
        assert_eq!(
            pairs_of("2023年等了3天"),
            own(&[
                ("20", "二零"),
                ("23年", "二三年"),
                ("等", "等"),
                ("了", "了"),
                ("3天", "三天")
            ])
        );
    }

    #[test]
    fn what_cannot_be_told_apart_is_one_place() {
        let places = pairs_of("涨了5%，好。");
        let own = places.iter().find(|(written, _)| written.contains('5'));
        assert_eq!(own.unwrap().1, "百分之五");
        assert_eq!(places.last().unwrap().0, "好");
    }

    #[test]
    fn a_traditional_text_is_followed_in_simplified_words() {
        let reader = Reader::new(Script::Traditional).unwrap();
        assert_eq!(
            aligned(&reader, "他們說這條路"),
            own(&[
                ("他們", "他们"),
                ("說", "说"),
                ("這", "这"),
                ("條路", "条路")
            ])
        );
    }

    #[test]
    fn a_repaired_slip_stays_in_its_place() {
        let last = pairs_of("只信自已").pop();
        assert!(last.is_some_and(|(written, said)| {
            written.ends_with("自已") && said.ends_with("自己")
        }));
    }

    #[test]
    fn a_word_that_a_lexicon_says_otherwise_keeps_its_characters() {
        let mut lexicon = Lexicon::default();
        lexicon.add("a", "尉迟 = \"玉池公\"").unwrap();
        let scope = Scope::default();
        let reader =
            Reader::with_lexicon(Script::Simplified, &lexicon, &scope, Form::Pinyin).unwrap();
        let places = aligned(&reader, "我见尉迟来了");
        assert!(
            places.contains(&("尉迟".into(), "玉池公".into())),
            "{places:?}"
        );
    }

    fn is_law_kept(text: &str) {
        let reading = simplified().read(text);
        let places = simplified().align(text, &reading);
        let (mut word, mut character) = (0, 0);
        for place in &places {
            assert!(place.words.start >= word && !place.words.is_empty());
            assert!(place.characters.start >= character && !place.characters.is_empty());
            (word, character) = (place.words.end, place.characters.end);
        }
        assert!(word <= reading.words.len() && character <= text.chars().count());
        let is_placed = |at| places.iter().any(|place| place.characters.contains(&at));
        let mut sounding = text
            .chars()
            .enumerate()
            .filter(|(_, c)| c.is_alphanumeric());
        assert!(
            places.is_empty() || sounding.all(|(at, _)| is_placed(at)),
            "{text}: {places:?}"
        );
        let sounds = |word: &Word| word.text.contains(char::is_alphanumeric);
        let is_said = |at| places.iter().any(|place| place.words.contains(&at));
        let words = reading.words.iter().enumerate();
        assert!(
            words
                .filter(|(_, word)| sounds(word))
                .all(|(at, _)| is_said(at))
        );
    }

    proptest! {
        #[test]
        fn places_are_in_order_and_hold_all_that_sounds(
            text in prop_oneof!["[他说雪夜一3 0%$.:,，。…“”年月天ATo/-]{0,24}", "\\PC{0,30}"]
        ) {
            is_law_kept(&text);
        }
    }
}
