//! Punctuation in the way that an engine understands it.
//!
//! Never touches a letter or a Han character, and nothing but what is sent.

use std::collections::BTreeMap;

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
        Ok(Self { pairs })
    }

    /// A spoken text as it is sent: no mark twice, none before the first sound, and one at the end,
    /// without which some servers leave out the last word.
    pub fn of(&self, spoken: &str) -> String {
        let sent = one_of_each_run(&self.replaced(spoken));
        let pauses_at_end = tail(spoken).contains(|c| PAUSES.contains(c));
        let end = tail(&sent);
        let is_ended = end.contains(|c| STOPS.contains(c) || matches!(c, '.' | '!' | '?'));
        let is_empty = end.len() == sent.len();
        if is_empty || is_ended || pauses_at_end {
            return sent;
        }
        let rest = end.replace(|c| PAUSES.contains(c), "");
        format!("{}。{rest}", &sent[..sent.len() - end.len()])
    }

    fn replaced(&self, spoken: &str) -> String {
        let mut sent = String::with_capacity(spoken.len());
        let mut rest = spoken;
        while let Some(first) = rest.chars().next() {
            let pair = self.pairs.iter().find(|(mark, _)| rest.starts_with(mark));
            let (taken, instead) = match pair {
                Some((mark, instead)) => (mark.len(), instead.as_str()),
                None => (first.len_utf8(), &rest[..first.len_utf8()]),
            };
            sent.push_str(instead);
            rest = &rest[taken..];
        }
        sent
    }
}

/// The strongest mark of each run of them; of one before the first sound, none.
fn one_of_each_run(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut has_sound = false;
    for character in text.chars() {
        has_sound |= character.is_alphanumeric();
        let before = kept.chars().last().and_then(strength);
        match (strength(character), before) {
            (Some(_), _) if !has_sound => {}
            (Some(this), Some(before)) if this > before => {
                kept.pop();
                kept.push(character);
            }
            (Some(_), Some(_)) => {}
            _ => kept.push(character),
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
fn tail(text: &str) -> &str {
    let last = text.char_indices().rfind(|(_, c)| c.is_alphanumeric());
    last.map_or(text, |(at, c)| &text[at + c.len_utf8()..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sent(spoken: &str) -> String {
        Punctuation::default().of(spoken)
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
        assert_eq!(punctuation.of("我……好~"), "我。好！");
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
