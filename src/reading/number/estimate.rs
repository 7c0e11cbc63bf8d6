//! Numbers that are only about right.
//!
//! Never guesses from numbers that name an order.

use std::ops::Range;

use super::{Said, Scan};

/// Before these a plus means that there are more.
const MORE: &str = "岁人个年万名次天位块元亿斤米件条页分章只种家";

impl Scan {
    /// `2、3天` is 两三天, `17、8岁` is 十七八岁.
    pub(super) fn neighbours(&mut self) -> Option<Said> {
        let few = self.figures.digits(self.at);
        let more = self.figures.digits_after(few.end, '、')?;
        if !self.are_neighbours(&few, &more) || !self.is_counted(&more) {
            return None;
        }
        let few_name = match self.cardinal(&few) {
            two if two == "二" => "两".to_string(),
            name => name,
        };
        let more_name = match self.cardinal(&more) {
            two if two == "二" && few.len() == 1 => "两".to_string(),
            name => name,
        };
        Some(self.say(&format!("{few_name}{more_name}"), more.end))
    }

    /// Whether the second is the last digit of the next number, and the two are no row or item.
    fn are_neighbours(&self, few: &Range<usize>, more: &Range<usize>) -> bool {
        let before = self.figures.before(few.start);
        let free = before.is_none_or(|c| !c.is_ascii_alphanumeric() && !"第、.-初".contains(c));
        let last = self.value(&(few.end - 1..few.end));
        let next = last > 0 && more.len() == 1 && self.value(more) == last + 1;
        // At the head of a text, 1、 begins an item.
        let item = before.is_none() && last == 1 && few.len() == 1;
        free && next && few.len() < 3 && self.figures.at(few.start) != Some('0') && !item
    }

    fn is_counted(&self, more: &Range<usize>) -> bool {
        self.figures.counts(&self.figures.number(more.start))
            || matches!(self.figures.at(more.end), Some('百' | '十'))
    }

    /// The plus of `50+岁`.
    pub(super) fn is_more(&self, at: usize) -> bool {
        let figures = &self.figures;
        let round = figures.before(at).is_some_and(|c| "0万亿wW".contains(c));
        let measured = figures.at(at + 1).is_some_and(|c| MORE.contains(c));
        figures.at(at) == Some('+') && round && measured
    }
}
