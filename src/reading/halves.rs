//! A reading in two, for an engine that cannot say it at once.
//!
//! Never cuts inside a word, and never loses or adds anything: the halves, joined, are the reading.

use std::cmp::Reverse;

use super::{Reading, Word};

/// Fewest sounds of a half; on one alone many engines ramble.
const LEAST: usize = 2;

/// A cut is near the middle when each half has at least this part of all sounds.
const NEAR: f64 = 0.25;

/// Letters that sound about as long as a Han character.
const LETTERS: usize = 3;

/// A run of marks at which a reading can be cut.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// Where the run stands among the words.
    word: usize,
    /// Bytes of the run that belong to the first half.
    byte: usize,
    /// Sounds before it.
    n_before: usize,
    strength: Strength,
}

/// How much of a pause a place makes, the most last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    /// Between the parts of a list.
    List,
    /// The edge of a quote or bracket, or a dash.
    Edge,
    Comma,
    /// The end of a sentence or of a big part of it.
    Stop,
}

impl Reading {
    /// This reading in two, cut at the best punctuation near the middle, else at the nearest to it;
    /// `None` when there is none that leaves something to say on both sides.
    pub fn halves(&self) -> Option<(Self, Self)> {
        let places = self.places();
        let n_sounds: usize = self.words.iter().map(n_sounds).sum();
        let smaller = |place: &Place| place.n_before.min(n_sounds - place.n_before);
        let fits = |place: &&Place| smaller(place) >= LEAST;
        let best = places.iter().filter(fits).max_by_key(|place| {
            let is_near = smaller(place) as f64 >= n_sounds as f64 * NEAR;
            let strength = is_near.then_some(place.strength);
            (strength, smaller(place), Reverse(place.word))
        });
        best.map(|place| self.cut(*place))
    }

    fn places(&self) -> Vec<Place> {
        let mut n_before = 0;
        let mut places = Vec::new();
        for (index, word) in self.words.iter().enumerate() {
            if let Some((byte, strength)) = cut_of(word) {
                places.push(Place {
                    word: index,
                    byte,
                    n_before,
                    strength,
                });
            }
            n_before += n_sounds(word);
        }
        places
    }

    fn cut(&self, place: Place) -> (Self, Self) {
        let (left, right) = self.words[place.word].text.split_at(place.byte);
        let marks = |text: &str| {
            let text = text.to_owned();
            let marks = Word {
                text,
                ..Word::default()
            };
            (!marks.text.is_empty()).then_some(marks)
        };
        let before = self.words[..place.word].iter().cloned();
        let after = self.words[place.word + 1..].iter().cloned();
        let first = before.chain(marks(left)).collect();
        let second = marks(right).into_iter().chain(after).collect();
        (Self { words: first }, Self { words: second })
    }
}

/// Where a run of marks is cut, in bytes, and how well: what opens a quote goes with what follows.
fn cut_of(word: &Word) -> Option<(usize, Strength)> {
    if word.is_verbatim || word.text.chars().any(char::is_alphanumeric) {
        return None;
    }
    let strength = word.text.chars().filter_map(strength).max()?;
    let byte = word.text.find(opens).unwrap_or(word.text.len());
    Some((byte, strength))
}

fn strength(mark: char) -> Option<Strength> {
    Some(match mark {
        '。' | '！' | '？' | '!' | '?' | '；' | ';' | '：' | ':' => Strength::Stop,
        '，' | ',' => Strength::Comma,
        '“' | '”' | '‘' | '’' | '「' | '」' | '『' | '』' | '"' | '（' | '）' | '(' | ')' => {
            Strength::Edge
        }
        '…' | '⋯' | '—' | '―' | '─' => Strength::Edge,
        '、' => Strength::List,
        _ => return None,
    })
}

fn opens(mark: char) -> bool {
    matches!(
        mark,
        '“' | '‘' | '「' | '『' | '（' | '(' | '《' | '〈' | '【'
    )
}

/// About how many syllables a word has.
fn n_sounds(word: &Word) -> usize {
    match word.syllables.len() {
        0 if word.is_verbatim => 1,
        0 => {
            let letters = word.text.chars().filter(|c| c.is_alphanumeric());
            letters.count().div_ceil(LETTERS)
        }
        n => n,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;

    use super::*;
    use crate::reading::{Reader, Script};

    static READER: LazyLock<Reader> = LazyLock::new(|| Reader::new(Script::Simplified).unwrap());

    fn halves(text: &str) -> Option<(String, String)> {
        let (first, second) = READER.read(text).halves()?;
        Some((first.spoken(), second.spoken()))
    }

    #[track_caller]
    fn expect(text: &str, expected: Option<(&str, &str)>) {
        let expected = expected.map(|(first, second)| (first.into(), second.into()));
        assert_eq!(halves(text), expected, "{text}");
    }

    #[test]
    fn a_text_is_halved_at_the_comma_nearest_to_its_middle() {
        expect(
            "雪停了，老人推开门，望着远山，叹了一口气。",
            Some(("雪停了，老人推开门，", "望着远山，叹了一口气。")),
        );
    }

    #[test]
    fn the_end_of_a_sentence_is_better_than_a_nearer_comma() {
        expect(
            "雪停了。老人推开门，望着远山。",
            Some(("雪停了。", "老人推开门，望着远山。")),
        );
    }

    #[test]
    fn a_comma_is_better_than_a_nearer_list() {
        expect(
            "他买米，面、油、盐和糖。",
            Some(("他买米，", "面、油、盐和糖。")),
        );
        expect("米面、油盐。", Some(("米面、", "油盐。")));
    }

    #[test]
    fn a_mark_far_from_the_middle_is_taken_when_there_is_no_other() {
        expect(
            "当然，他从来没有见过这么大的一场雪。",
            Some(("当然，", "他从来没有见过这么大的一场雪。")),
        );
    }

    #[test]
    fn a_quote_opens_with_what_follows_and_closes_with_what_was_before() {
        expect(
            "老人笑着说：“今天讲新书。”",
            Some(("老人笑着说：", "“今天讲新书。”")),
        );
        expect(
            "“今天讲新书”老人笑着说。",
            Some(("“今天讲新书”", "老人笑着说。")),
        );
    }

    #[test]
    fn a_half_has_something_to_say() {
        for text in ["好，走吧。", "“走吧。”", "他走了。", "……", ""] {
            expect(text, None);
        }
    }

    #[test]
    fn a_name_and_a_title_are_not_cut() {
        expect("多尔·衮读了《红楼梦》和别的。", None);
    }

    #[test]
    fn what_a_lexicon_decided_is_not_looked_into() {
        let mut reading = READER.read("今天讲新书");
        reading.words.insert(
            1,
            Word {
                text: "<p ph=\"a，b\">".into(),
                is_verbatim: true,
                ..Word::default()
            },
        );
        assert_eq!(reading.halves(), None);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_or_added(text in "[好走他说a3，。、；“”……—·（） ]{0,40}") {
            let reading = READER.read(&text);
            let Some((first, second)) = reading.halves() else { return Ok(()) };
            prop_assert_eq!(first.spoken() + &second.spoken(), reading.spoken());
            let halves: Vec<_> = first.pinyin().chain(second.pinyin()).collect();
            prop_assert_eq!(halves, reading.pinyin().collect::<Vec<_>>());
            for half in [&first, &second] {
                prop_assert!(half.words.iter().map(n_sounds).sum::<usize>() >= LEAST);
                prop_assert!(half.words.iter().all(|word| !word.text.is_empty()));
            }
        }
    }
}
