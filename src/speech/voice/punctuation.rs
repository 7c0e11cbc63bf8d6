//! Punctuation in the way that an engine understands it.
//!
//! Never touches a letter or a Han character, and nothing but what is sent.

use std::collections::BTreeMap;

use crate::reading::Reading;
use crate::speech::http::as_xml;

/// What servers drop, misread or fall silent at, and what says the same to them.
const SERVER: [(&str, &str); 18] = [
    ("…", "，"),
    ("⋯", "，"),
    ("—", "，"),
    ("―", "，"),
    ("─", "，"),
    ("–", "，"),
    ("~", ""),
    ("～", ""),
    ("〜", ""),
    ("·", ""),
    ("・", ""),
    ("•", ""),
    ("*", ""),
    ("＊", ""),
    ("「", "“"),
    ("」", "”"),
    ("『", "‘"),
    ("』", "’"),
];

/// Marks that end a sentence, the strongest last.
const STOPS: &str = "。！？";

/// Marks inside a sentence, the strongest last.
const PAUSES: &str = "、，：；";

/// Marks and what is sent in their place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Punctuation {
    /// The longest first, so that `……` comes before `…`.
    pairs: Vec<(String, String)>,
    /// Whether what is sent is XML, and the marks of a lexicon are elements of it.
    is_marked: bool,
}

impl Default for Punctuation {
    fn default() -> Self {
        Self::with(&BTreeMap::new()).expect("the table inside the binary has marks only")
    }
}

impl Punctuation {
    /// A voice file's table over that of servers.
    ///
    /// # Errors
    ///
    /// When something other than marks is to be replaced.
    pub(super) fn with(own: &BTreeMap<String, String>) -> Result<Self, String> {
        let is_mark = |key: &str| !key.is_empty() && !key.chars().any(char::is_alphanumeric);
        if let Some(key) = own.keys().find(|key| !is_mark(key)) {
            return Err(format!(
                "`punctuation` has `{key}`, and only marks can be replaced"
            ));
        }
        let mut table: BTreeMap<String, String> = SERVER
            .iter()
            .map(|(mark, sent)| ((*mark).into(), (*sent).into()))
            .collect();
        table.extend(own.clone());
        let mut pairs: Vec<_> = table.into_iter().collect();
        pairs.sort_by_key(|(mark, _)| std::cmp::Reverse(mark.len()));
        Ok(Self {
            pairs,
            is_marked: false,
        })
    }

    /// The same in XML, or not: all but what a lexicon decided is written so that it is text.
    pub(super) fn marked(mut self, is_marked: bool) -> Self {
        self.is_marked = is_marked;
        self
    }

    /// A reading as it is sent: no mark twice, none before the first sound, and one at the end,
    /// without which some servers leave out the last word. What a lexicon decided stays as it is.
    pub fn of(&self, reading: &Reading) -> String {
        let pieces = pieces(reading);
        let pauses_at_end = tail(&pieces).iter().any(|piece| piece.is_one_of(PAUSES));
        let mut sent = one_of_each_run(&self.replaced(&pieces));
        let end = tail(&sent);
        let is_ended = end
            .iter()
            .any(|piece| piece.is_one_of(STOPS) || piece.is_one_of(".!?"));
        let is_empty = end.len() == sent.len();
        if !is_empty && !is_ended && !pauses_at_end {
            let (sounds, end) = (sent.len() - end.len(), end.to_vec());
            sent.truncate(sounds);
            sent.push(Piece::Character('。'));
            sent.extend(end.into_iter().filter(|piece| !piece.is_one_of(PAUSES)));
        }
        let sent = sent.iter().map(|piece| match piece {
            Piece::Character(character) if self.is_marked => as_xml(&character.to_string()),
            piece => piece.to_string(),
        });
        sent.collect()
    }

    fn replaced<'a>(&self, mut pieces: &[Piece<'a>]) -> Vec<Piece<'a>> {
        let mut sent = Vec::with_capacity(pieces.len());
        while let Some((first, rest)) = pieces.split_first() {
            let pair = self
                .pairs
                .iter()
                .find(|(mark, _)| begins_with(pieces, mark));
            if let Some((mark, instead)) = pair {
                sent.extend(instead.chars().map(Piece::Character));
                pieces = &pieces[mark.chars().count()..];
            } else {
                sent.push(*first);
                pieces = rest;
            }
        }
        sent
    }
}

/// A part of what is sent that is not looked into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece<'a> {
    Character(char),
    /// A word as a lexicon has it, with marks of its own, maybe.
    Word(&'a str),
}

impl Piece<'_> {
    fn is_one_of(&self, marks: &str) -> bool {
        matches!(self, Self::Character(character) if marks.contains(*character))
    }

    fn is_sound(&self) -> bool {
        match self {
            Self::Character(character) => character.is_alphanumeric(),
            Self::Word(_) => true,
        }
    }

    fn strength(&self) -> Option<usize> {
        match self {
            Self::Character(character) => strength(*character),
            Self::Word(_) => None,
        }
    }
}

impl std::fmt::Display for Piece<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Character(character) => write!(formatter, "{character}"),
            Self::Word(word) => formatter.write_str(word),
        }
    }
}

fn pieces(reading: &Reading) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    for word in &reading.words {
        if word.is_verbatim {
            pieces.push(Piece::Word(&word.text));
        } else {
            pieces.extend(word.text.chars().map(Piece::Character));
        }
    }
    pieces
}

fn begins_with(pieces: &[Piece], mark: &str) -> bool {
    let mut pieces = pieces.iter();
    mark.chars()
        .all(|character| pieces.next() == Some(&Piece::Character(character)))
}

/// The strongest mark of each run of them; of one before the first sound, none.
fn one_of_each_run<'a>(pieces: &[Piece<'a>]) -> Vec<Piece<'a>> {
    let mut kept: Vec<Piece> = Vec::with_capacity(pieces.len());
    let mut has_sound = false;
    for piece in pieces {
        has_sound |= piece.is_sound();
        let before = kept.last().and_then(Piece::strength);
        match (piece.strength(), before) {
            (Some(_), _) if !has_sound => {}
            (Some(this), Some(before)) if this > before => {
                kept.pop();
                kept.push(*piece);
            }
            (Some(_), Some(_)) => {}
            _ => kept.push(*piece),
        }
    }
    kept
}

fn strength(mark: char) -> Option<usize> {
    let mark = match mark {
        '!' => '！',
        '?' => '？',
        other => other,
    };
    let marks = PAUSES.chars().chain(STOPS.chars());
    marks.into_iter().position(|known| known == mark)
}

/// What stands behind the last sound.
fn tail<'p, 'a>(pieces: &'p [Piece<'a>]) -> &'p [Piece<'a>] {
    let last = pieces.iter().rposition(Piece::is_sound);
    &pieces[last.map_or(0, |last| last + 1)..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Word;
    use proptest::prelude::*;

    fn reading(spoken: &str) -> Reading {
        let text = spoken.to_owned();
        let word = Word {
            text,
            ..Word::default()
        };
        Reading { words: vec![word] }
    }

    fn sent(spoken: &str) -> String {
        Punctuation::default().of(&reading(spoken))
    }

    #[test]
    fn dots_and_dashes_are_pauses() {
        assert_eq!(sent("我……我不知道——真的。"), "我，我不知道，真的。");
        assert_eq!(sent("可惜……，至于他"), "可惜，至于他。");
    }

    #[test]
    fn a_text_that_trails_off_is_ended() {
        assert_eq!(sent("他走了……"), "他走了。");
        assert_eq!(sent("“你——”"), "“你。”");
        assert_eq!(sent("她说"), "她说。");
    }

    #[test]
    fn a_clause_keeps_its_comma() {
        assert_eq!(sent("天亮时，"), "天亮时，");
        assert_eq!(sent("他说："), "他说：");
    }

    #[test]
    fn of_many_marks_the_strongest_is_sent() {
        assert_eq!(sent("什么！！！？？"), "什么？");
        assert_eq!(sent("好。。。走"), "好。走。");
    }

    #[test]
    fn a_mark_before_the_first_sound_is_not_sent() {
        assert_eq!(sent("“……好。”"), "“好。”");
    }

    #[test]
    fn signs_without_a_sound_are_left_out() {
        assert_eq!(sent("哈利·波特~"), "哈利波特。");
        assert_eq!(sent("「好！」"), "“好！”");
    }

    #[test]
    fn a_voice_has_its_own_marks() {
        let own = BTreeMap::from([("……".into(), "。".into()), ("~".into(), "！".into())]);
        let punctuation = Punctuation::with(&own).unwrap();
        assert_eq!(punctuation.of(&reading("我……好~")), "我。好！");
    }

    #[test]
    fn what_a_lexicon_decided_is_sent_as_it_is() {
        let mut reading = reading("……");
        reading.words.push(Word {
            text: "<phoneme ph=\"wai3\">崴~…</phoneme>".into(),
            is_verbatim: true,
            ..Word::default()
        });
        let sent = Punctuation::default().of(&reading);
        assert_eq!(sent, "<phoneme ph=\"wai3\">崴~…</phoneme>。");
    }

    #[test]
    fn only_marks_are_replaced() {
        for key in ["好", "a", ""] {
            let own = BTreeMap::from([(key.into(), "，".into())]);
            assert!(Punctuation::with(&own).is_err(), "{key}");
        }
    }

    proptest! {
        #[test]
        fn no_sound_is_lost(text in "[好走a。！？，、：；…—~·“”「」（）* ]{0,30}") {
            let sounds = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            prop_assert_eq!(sounds(&sent(&text)), sounds(&text));
        }

        #[test]
        fn what_is_sent_stays_as_it_is(text in "[好走a。！？，、：；…—~·“”「」（）* ]{0,30}") {
            prop_assert_eq!(sent(&sent(&text)), sent(&text));
        }
    }
}
