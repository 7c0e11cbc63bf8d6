//! One line of a chapter, measured once so that every later question about it is cheap.
//!
//! Never holds more than one line and never changes it.

use super::Limits;
use super::mark::is_speakable;
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
    /// How many characters with a sound stand before each position.
    n_spoken_before: Vec<usize>,
    /// Whether a cut before this character would tear a short quote apart.
    is_locked: Vec<bool>,
}

impl Paragraph {
    /// Measures a line.
    pub fn new(line: &str, limits: Limits) -> Self {
        let chars: Vec<char> = line.chars().collect();
        let quotes = Quotes::find(&chars);
        let n_spoken_before = count_spoken(&chars);
        let is_locked = lock_short(&quotes, chars.len(), limits.most);
        Paragraph {
            chars,
            quotes,
            n_spoken_before,
            is_locked,
        }
    }

    /// All of it.
    pub fn whole(&self) -> Span {
        Span::new(0, self.chars.len())
    }

    /// How many characters of `span` have a sound.
    pub fn n_spoken(&self, span: Span) -> usize {
        self.n_spoken_before[span.end] - self.n_spoken_before[span.start]
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
}

fn count_spoken(chars: &[char]) -> Vec<usize> {
    let mut count = 0;
    let mut before = Vec::with_capacity(chars.len() + 1);
    before.push(0);
    for &character in chars {
        count += usize::from(is_speakable(character));
        before.push(count);
    }
    before
}

/// Marks the inside of every quote of at most `most` characters. Counts how deep each position
/// lies, because filling each pair by itself would be slow for nested ones.
fn lock_short(quotes: &Quotes, n_chars: usize, most: usize) -> Vec<bool> {
    let mut entered = vec![0_i32; n_chars + 1];
    for pair in quotes.pairs.iter().filter(|pair| pair.len() <= most) {
        entered[pair.start + 1] += 1;
        entered[pair.end] -= 1;
    }
    let depth = entered.iter().scan(0, |depth, step| {
        *depth += step;
        Some(*depth > 0)
    });
    depth.collect()
}
