//! Numbers that are called out digit by digit, with 幺 for 1.
//!
//! Never takes a number for one by its length alone.

use std::ops::Range;

use super::{Figures, Number};

/// Airlines whose flights are met without the word 航班.
const AIRLINES: [&str; 8] = ["CA", "MU", "CZ", "HU", "MF", "ZH", "FM", "SC"];

const FLIGHTS: [&str; 4] = ["航班", "班机", "客机", "次航班"];

/// The letters that trains begin with.
const TRAINS: &str = "GDCZTKLY";

const TRAIN_WORDS: [&str; 5] = ["列车", "火车", "高铁", "动车", "车次"];

const IDENTITIES: [&str; 5] = ["身份证", "身份证号", "身份证号码", "身份证件号", "身份号码"];

/// After 路 these make it armies and people rather than a bus.
const WAYS: &str = "军人诸兵马大英反豪好追精神敌";

/// Who can come right after a sob.
const SOBBED: &str = "我你他她它咱人好太真怎为不别求救呜啊呀哇";

impl Figures {
    /// Whether the digits here are those of a flight, train, bus, website or person.
    pub(in super::super) fn is_called_out(&self, span: &Range<usize>) -> bool {
        self.is_transport(span)
            || self.is_bus(span)
            || self.is_identity(span)
            || self.is_service(span)
    }

    /// `CA1831`, `K1024次`
    fn is_transport(&self, span: &Range<usize>) -> bool {
        let letters = self.chars[..span.start].iter().rev();
        let n_letters = letters.take_while(|c| c.is_ascii_alphanumeric()).count();
        let start = span.start - n_letters;
        let line: String = self.slice(&(start..span.start)).iter().collect();
        if !line.chars().all(|c| c.is_ascii_uppercase()) {
            return false;
        }
        let beside = |words: &[&str]| {
            words
                .iter()
                .any(|word| self.is_after(start, word) || self.has(span.end, word))
        };
        match line.len() {
            1 => {
                TRAINS.contains(&line)
                    && span.len() < 5
                    && (self.at(span.end) == Some('次') || beside(&TRAIN_WORDS))
            }
            2 => {
                matches!(span.len(), 3 | 4)
                    && (AIRLINES.contains(&line.as_str()) || beside(&FLIGHTS))
            }
            _ => false,
        }
    }

    /// `101路`
    fn is_bus(&self, span: &Range<usize>) -> bool {
        let ways = self.at(span.end + 1).is_some_and(|c| WAYS.contains(c));
        let alone = self
            .before(span.start)
            .is_none_or(|c| !c.is_ascii_alphanumeric() && !",.-第".contains(c));
        span.len() == 3 && self.at(span.end) == Some('路') && !ways && alone
    }

    fn is_identity(&self, span: &Range<usize>) -> bool {
        span.len() > 5 && self.is_after_word(span.start, &IDENTITIES)
    }

    /// 12306 and 10086, unless they count.
    fn is_service(&self, span: &Range<usize>) -> bool {
        let number = Number {
            span: span.clone(),
            whole: self.slice(span).to_vec(),
            fraction: Vec::new(),
        };
        span.len() == 5 && self.at(span.start) == Some('1') && self.is_known(&number)
    }

    /// Whether the digits here begin a clause as sobs, which 5 sounds like: `555我不要`.
    pub(in super::super) fn is_sobbed(&self, span: &Range<usize>) -> bool {
        let fives = span.len() > 2 && self.slice(span).iter().all(|c| *c == '5');
        let before = self.before(span.start);
        let begins = before.is_none_or(|c| "，。！？…“~".contains(c));
        let goes_on = match self.at(span.end) {
            Some(next) => "~，。！？…,!?”".contains(next) || SOBBED.contains(next),
            // Alone it is the title of a chapter.
            None => before.is_some(),
        };
        let grouped = self.is_digit(span.end + 1) && !self.is_digit(span.end);
        fives && begins && goes_on && !grouped
    }
}
