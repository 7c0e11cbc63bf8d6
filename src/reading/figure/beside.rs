//! What stands beside a sign or number.
//!
//! Never looks further than a few characters.

use super::super::mark;
use super::{Figures, LINKS};

/// Units that a number may have before `/`: 元/天.
const BEFORE_SLASH: &str = "元块个次人斤件张天米分";

/// After these, an item of a list would be named rather than begun: ⑿号位.
const NAMED: &str = "号位级层楼点项题种条和与或是";

impl Figures {
    pub(in super::super) fn is_letter(&self, index: usize) -> bool {
        self.at(index).is_some_and(|c| c.is_ascii_alphabetic())
    }

    /// How many times the character here is repeated from here on.
    pub(in super::super) fn run(&self, index: usize) -> usize {
        let first = self.at(index);
        self.chars[index..]
            .iter()
            .take_while(|c| Some(**c) == first)
            .count()
    }

    /// Where the characters from here that are so end.
    pub(in super::super) fn while_at(&self, index: usize, is: impl Fn(char) -> bool) -> usize {
        index
            + self.chars[index.min(self.chars.len())..]
                .iter()
                .take_while(|c| is(**c))
                .count()
    }

    /// Whether the word stands here.
    pub(in super::super) fn has(&self, index: usize, word: &str) -> bool {
        let here = self.chars.get(index..).unwrap_or_default();
        let length = word.chars().count();
        here.len() >= length && here.iter().copied().take(length).eq(word.chars())
    }

    /// Whether the word stands just before.
    pub(in super::super) fn is_after(&self, index: usize, word: &str) -> bool {
        index
            .checked_sub(word.chars().count())
            .is_some_and(|start| self.has(start, word))
    }

    /// The letter or digit before, behind spaces.
    pub(in super::super) fn word_before(&self, index: usize) -> Option<char> {
        let before = self.chars[..index].iter().rev().find(|c| **c != ' ');
        before.copied().filter(|c| mark::is_word(*c))
    }

    /// The letter or digit that follows, behind spaces.
    pub(in super::super) fn word_after(&self, index: usize) -> Option<char> {
        let after = self.chars.get(index..)?.iter().find(|c| **c != ' ');
        after.copied().filter(|c| mark::is_word(*c))
    }

    /// The furthest place to which a unit that begins here can reach: `km/h`, `元/天`, `m²`.
    pub(in super::super) fn unit_end(&self, start: usize) -> usize {
        let name = |index: usize| {
            let letters = self.while_at(index, |c| c.is_ascii_alphabetic() || c == 'μ');
            let raised = letters > index && matches!(self.at(letters), Some('²' | '³' | '2' | '3'));
            letters + usize::from(raised)
        };
        let first = if self.at(start).is_some_and(|c| BEFORE_SLASH.contains(c)) {
            start + 1
        } else {
            name(start)
        };
        if first == start || self.at(first) != Some('/') {
            return first;
        }
        let below = name(first + 1);
        if below > first + 1 {
            return below;
        }
        let han = self.while_at(first + 1, super::super::is_han);
        han.min(first + 3)
    }

    /// Whether the sign here begins an item of a list.
    pub(in super::super) fn is_item(&self, index: usize) -> bool {
        let is_listed = |index: usize| self.at(index).is_some_and(mark::is_listed);
        let first = self
            .chars
            .iter()
            .position(|c| *c != ' ' && !"“（(".contains(*c));
        let next = self.at(index + 1);
        let begins = self.before(index).is_none_or(|c| !mark::is_word(c));
        is_listed(index)
            && next.is_some_and(|c| mark::is_letter(c) && !NAMED.contains(c))
            && (begins || first.is_some_and(is_listed))
    }

    /// Whether the hyphen here is that of a grade: B-.
    pub(in super::super) fn is_grade(&self, index: usize) -> bool {
        let grade = self.before(index).is_some_and(|c| "ABCDEFS".contains(c));
        let alone = index < 2 || !self.is_letter(index - 2) && !self.is_digit(index - 2);
        let ends = self
            .at(index + 1)
            .is_none_or(|c| !c.is_ascii_alphanumeric() && c != '-');
        self.at(index) == Some('-') && grade && alone && ends
    }

    /// Where the digits are that the sign here numbers: after `№`, `No.` and `#`, or at the sign
    /// itself when it stands behind them, as in 3#楼.
    pub(in super::super) fn number_sign(&self, index: usize) -> Option<usize> {
        let length = match self.at(index)? {
            '#' if index > 0 && self.is_digit(index - 1) => return Some(index),
            '№' | '#' => 1,
            'N' | 'n' if self.is_letter_before(index) => return None,
            'N' | 'n'
                if ["No.", "NO.", "no."]
                    .iter()
                    .any(|sign| self.has(index, sign)) =>
            {
                3
            }
            _ => return None,
        };
        let digits = self.while_at(index + length, |c| c == ' ');
        self.is_digit(digits).then_some(digits)
    }

    /// Whether the minus here is clearly the sign of a negative number.
    pub(in super::super) fn is_negative(&self, index: usize) -> bool {
        let unit = self.at(self.number(index + 1).span.end);
        let low = matches!(unit, Some('℃' | '°' | '度' | '%' | '层' | '楼'));
        low && !self.is_letter_before(index)
    }

    /// Whether minutes of an angle can stand here.
    pub(in super::super) fn is_after_degrees(&self, index: usize) -> bool {
        let signs = |c: &&char| c.is_ascii_digit() || matches!(c, '.' | '′' | '\'');
        let number = self.chars[..index].iter().rev().take_while(signs).count();
        self.before(index - number) == Some('°')
    }

    /// Whether the dot here is that of an address: `qq.com`.
    pub(in super::super) fn is_domain(&self, index: usize) -> bool {
        self.at(index + 1).is_some_and(|c| c.is_ascii_lowercase())
    }

    /// Whether the sign here could join a range.
    pub(super) fn is_linked(&self, index: usize) -> bool {
        self.at(index).is_some_and(|c| LINKS.contains(c))
    }
}
