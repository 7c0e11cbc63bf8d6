//! What the figures of a text are: digits, numbers, ranges.
//!
//! Never says anything: it only answers questions about the text around a number.

mod beside;
mod call;
mod label;

use std::ops::Range;

/// Signs that make a range of two numbers.
const LINKS: &str = "-~—";

/// From this many digits on, a number is rather a code than an amount.
const CODE_LENGTH: usize = 8;

/// A text whose digits and signs are ASCII.
pub(super) struct Figures {
    chars: Vec<char>,
}

/// A number as it is written: `1,234.5`.
pub(super) struct Number {
    pub(super) span: Range<usize>,
    pub(super) whole: Vec<char>,
    pub(super) fraction: Vec<char>,
}

impl Figures {
    pub(super) fn new(source: &[char]) -> Self {
        let chars = source.iter().map(|&character| fold(character)).collect();
        Self { chars }
    }

    pub(super) fn at(&self, index: usize) -> Option<char> {
        self.chars.get(index).copied()
    }

    pub(super) fn before(&self, index: usize) -> Option<char> {
        self.at(index.checked_sub(1)?)
    }

    pub(super) fn is_digit(&self, index: usize) -> bool {
        self.at(index).is_some_and(|c| c.is_ascii_digit())
    }

    pub(super) fn is_letter_before(&self, index: usize) -> bool {
        self.before(index).is_some_and(|c| c.is_ascii_alphabetic())
    }

    pub(super) fn slice(&self, span: &Range<usize>) -> &[char] {
        self.chars.get(span.clone()).unwrap_or_default()
    }

    /// The digits that begin here.
    pub(super) fn digits(&self, start: usize) -> Range<usize> {
        let rest = self.chars.get(start..).unwrap_or_default();
        start..start + rest.iter().take_while(|c| c.is_ascii_digit()).count()
    }

    /// The digits after this one sign.
    pub(super) fn digits_after(&self, index: usize, sign: char) -> Option<Range<usize>> {
        let follows = self.at(index) == Some(sign) && self.is_digit(index + 1);
        follows.then(|| self.digits(index + 1))
    }

    /// The number that begins here.
    pub(super) fn number(&self, start: usize) -> Number {
        let first = self.digits(start);
        let (mut whole, mut end) = (self.slice(&first).to_vec(), first.end);
        if first.len() <= 3 {
            while let Some(group) = self.digits_after(end, ',').filter(|group| group.len() == 3) {
                whole.extend(self.slice(&group));
                end = group.end;
            }
        }
        let fraction = self.digits_after(end, '.').unwrap_or(end..end);
        Number {
            whole,
            fraction: self.slice(&fraction).to_vec(),
            span: start..fraction.end,
        }
    }

    /// Whether `number` is the 5 of `3-5%`, whose share has been said already.
    pub(super) fn is_second(&self, number: &Number) -> bool {
        let start = number.span.start;
        start > 1 && self.is_digit(start - 2) && self.is_link(start - 1)
    }

    /// Whether the sign here is the middle of a range.
    pub(super) fn is_link(&self, index: usize) -> bool {
        let linked = |index: usize| self.is_linked(index);
        if !linked(index) || !self.is_digit(index + 1) {
            return false;
        }
        let first = self.first(index);
        let second = self.number(index + 1);
        let name = |number: &Number| {
            number.whole.len() > 1
                && number.whole[0] == '0'
                && self.at(number.span.end) != Some(':')
                || number.whole.len() >= CODE_LENGTH
        };
        let chained = first.start > 0
            && linked(first.start - 1)
            && self
                .before(first.start - 1)
                .is_some_and(|c| c.is_ascii_alphanumeric())
            || linked(second.span.end) && self.is_digit(second.span.end + 1);
        let named =
            self.is_letter_before(first.start) || name(&second) || name(&self.number(first.start));
        !first.is_empty() && !chained && !named && !self.is_sum(index)
    }

    /// Whether the minus here takes away: `5-3=2`.
    pub(super) fn is_sum(&self, index: usize) -> bool {
        self.is_digit(index + 1) && self.at(self.number(index + 1).span.end) == Some('=')
    }

    /// The digits before a link, with their point or percent sign.
    fn first(&self, link: usize) -> Range<usize> {
        let belongs = |c: &&char| c.is_ascii_digit() || matches!(c, '.' | ',' | '%' | '℃' | ':');
        let length = self.chars[..link].iter().rev().take_while(belongs).count();
        link - length..link
    }

    /// The second number of a range whose first is here.
    pub(super) fn second(&self, first: &Range<usize>) -> Option<Range<usize>> {
        self.is_link(first.end)
            .then(|| self.number(first.end + 1).span)
    }
}

/// The value of up to nine digits; more are as good as infinite.
pub(super) fn value(digits: &[char]) -> u32 {
    let digits: String = digits.iter().collect();
    digits.parse().unwrap_or(u32::MAX)
}

/// The ASCII form of the marks that stand between digits.
fn fold(character: char) -> char {
    if character == '：' { ':' } else { character }
}
