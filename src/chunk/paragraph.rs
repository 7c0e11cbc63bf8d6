//! One line of a chapter, measured once so that every later question about it is cheap.
//!
//! Never holds more than one line and never changes it.

use super::Limits;
use super::mark::{is_speakable, n_units};
use super::quote::{Quotes, Turn};
use super::{Boundary, Role};

/// Some characters of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    /// First character.
    pub start: usize,
    /// One past the last.
    pub end: usize,
}

impl Span {
    /// The characters from `start` to before `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// How many characters.
    pub fn len(self) -> usize {
        self.end - self.start
    }

    /// From the start of this to the end of a later one.
    pub fn up_to(self, later: Span) -> Span {
        Span::new(self.start, later.end)
    }
}

/// A chunk in the making.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// Where it stands in the paragraph.
    pub span: Span,
    /// Who speaks it.
    pub role: Role,
    /// What follows it.
    pub boundary: Boundary,
}

/// A line's characters and what is known about them.
#[derive(Debug)]
pub(super) struct Paragraph {
    /// The characters.
    pub chars: Vec<char>,
    /// The quotes.
    pub quotes: Quotes,
    limits: Limits,
    /// How many characters with a sound stand before each position.
    n_spoken_before: Vec<usize>,
    /// How many units of speech stand before each position.
    n_units_before: Vec<usize>,
    /// Whether a cut before this character would tear a short quote apart.
    is_locked: Vec<bool>,
}

impl Paragraph {
    /// Measures a line.
    pub fn new(line: &str, limits: Limits) -> Self {
        let chars: Vec<char> = line.chars().collect();
        let quotes = Quotes::find(&chars);
        let mut paragraph = Paragraph {
            n_spoken_before: sums(&chars, |c| usize::from(is_speakable(c))),
            n_units_before: sums(&chars, |c| n_units(c, limits.unit)),
            is_locked: Vec::new(),
            limits,
            chars,
            quotes,
        };
        paragraph.is_locked = paragraph.lock_short();
        paragraph
    }

    /// All of it.
    pub fn whole(&self) -> Span {
        Span::new(0, self.chars.len())
    }

    /// How many characters of `span` have a sound.
    pub fn n_spoken(&self, span: Span) -> usize {
        self.n_spoken_before[span.end] - self.n_spoken_before[span.start]
    }

    /// Whether `span` may be one chunk.
    pub fn fits(&self, span: Span) -> bool {
        let n_units = self.n_units_before[span.end] - self.n_units_before[span.start];
        span.len() <= self.limits.most && n_units <= self.limits.most_units
    }

    /// Whether a chunk may end before the character at `at`.
    pub fn may_cut(&self, at: usize) -> bool {
        !self.is_locked[at]
    }

    /// What the character at `at` does to the quotes; nothing, past the end.
    pub fn turn(&self, at: usize) -> Turn {
        self.quotes.turns.get(at).copied().unwrap_or(Turn::Nothing)
    }

    /// `span` without the white space at its edges.
    pub fn trim(&self, span: Span) -> Span {
        let chars = &self.chars[span.start..span.end];
        let is_ink = |c: &char| !c.is_whitespace();
        let Some(first) = chars.iter().position(is_ink) else {
            return Span::new(span.start, span.start);
        };
        let last = chars.iter().rposition(is_ink).unwrap_or(first);
        Span::new(span.start + first, span.start + last + 1)
    }

    /// Marks the inside of every quote that fits into a chunk. Counts how deep each position lies,
    /// because filling each pair by itself would be slow for nested ones.
    fn lock_short(&self) -> Vec<bool> {
        let mut entered = vec![0_i32; self.chars.len() + 1];
        let pairs = self.quotes.pairs.iter();
        for pair in pairs.filter(|pair| self.fits(Span::new(pair.start, pair.end))) {
            entered[pair.start + 1] += 1;
            entered[pair.end] -= 1;
        }
        let depth = entered.iter().scan(0, |depth, step| {
            *depth += step;
            Some(*depth > 0)
        });
        depth.collect()
    }
}

/// What the characters before each position count together.
fn sums(chars: &[char], count: impl Fn(char) -> usize) -> Vec<usize> {
    let mut sum = 0;
    let mut before = Vec::with_capacity(chars.len() + 1);
    before.push(0);
    for &character in chars {
        sum += count(character);
        before.push(sum);
    }
    before
}
