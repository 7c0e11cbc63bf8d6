//! Numbers in a row: versions, lists, bars of a game, telephones.
//!
//! Never adds up what stands in a row to one amount.

use std::ops::Range;

use super::super::numeral::{cardinal, one_by_one};
use super::{Said, Scan};

/// What has so much of so much: the bars of a game.
const BARS: &str = "力度值量血蓝魔命气耐分";

impl Scan {
    /// `1.2.3`: a number with more than one point is no amount.
    pub(super) fn version(&mut self) -> Option<Said> {
        let parts = self.row('.');
        let names: Vec<String> = parts
            .iter()
            .map(|part| self.part_of_version(part))
            .collect();
        (parts.len() > 2).then(|| self.say(&names.join("点"), parts[parts.len() - 1].end))
    }

    fn part_of_version(&self, part: &Range<usize>) -> String {
        match self.figures.slice(part) {
            digits if digits.len() > 2 || digits[0] == '0' => one_by_one(digits),
            digits => cardinal(digits),
        }
    }

    /// `2/3/5`
    pub(super) fn list(&mut self) -> Option<Said> {
        let parts = self.row('/');
        let names: Vec<String> = parts.iter().map(|part| self.cardinal(part)).collect();
        (parts.len() > 2).then(|| self.say(&names.join("、"), parts[parts.len() - 1].end))
    }

    /// The numbers from here that stand in a row with this joint.
    fn row(&self, joint: char) -> Vec<Range<usize>> {
        let mut parts = vec![self.figures.digits(self.at)];
        while let Some(part) = self.figures.digits_after(parts[parts.len() - 1].end, joint) {
            parts.push(part);
        }
        parts
    }

    /// `1/2` is a part of a whole, but not in the `1000/2000` of a game.
    pub(super) fn part(&mut self) -> Option<Said> {
        let above = self.figures.digits(self.at);
        let below = self.figures.digits_after(above.end, '/')?;
        if self.figures.before(self.at) == Some('.') || self.figures.at(below.end) == Some('.') {
            return None;
        }
        let is_part = (1..=100).contains(&self.value(&above))
            && matches!(self.value(&below), 2..=100 | 1000 | 10_000)
            && self.value(&above) < self.value(&below)
            && !self.is_bar(&below);
        let (above, below_name) = (self.cardinal(&above), self.cardinal(&below));
        let spoken = if is_part {
            format!(
                "{}分之{above}",
                below_name.strip_prefix('一').unwrap_or(&below_name)
            )
        } else {
            format!("{above}斜杠{below_name}")
        };
        Some(self.say(&spoken, below.end))
    }

    fn is_bar(&self, below: &Range<usize>) -> bool {
        let framed = |c: Option<char>| c.is_none_or(|c| "()（）“”".contains(c));
        let before = self.figures.before(self.at);
        self.figures.is_letter_before(self.at)
            || before.is_some_and(|c| c == ':' || BARS.contains(c))
            || before.is_some() && framed(before) && framed(self.figures.at(below.end))
    }

    /// `13812345678`, `010-12345678`, 110: with 幺 for 1.
    pub(super) fn telephone(&mut self) -> Option<Said> {
        let groups = self.row('-');
        let end = groups[groups.len() - 1].end;
        let digits: String = groups
            .iter()
            .flat_map(|group| self.figures.slice(group))
            .collect();
        let grouped = groups.len() > 1
            && (10..=13).contains(&digits.len())
            && groups[groups.len() - 1].len() > 3;
        let mobile = digits.len() == 11 && matches!(digits.as_bytes(), [b'1', b'3'..=b'9', ..]);
        let called =
            digits.len() > 2 && groups.len() == 1 && self.figures.is_called(self.at, &digits);
        let called_out = groups.len() == 1 && self.figures.is_called_out(&groups[0]);
        let clear = !self.figures.is_letter_before(self.at);
        let names: Vec<String> = groups
            .iter()
            .map(|group| self.digits(group).replace('一', "幺"))
            .collect();
        ((grouped || mobile || called) && clear || called_out)
            .then(|| self.say(&names.join("，"), end))
    }
}
