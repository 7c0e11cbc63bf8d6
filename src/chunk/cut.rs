//! Where a sentence that is too long is cut.
//!
//! Never tears a short quote apart, and tears a word or number only when it is longer than a chunk
//! may be.

use super::Boundary;
use super::mark::{
    are_one_sign, is_chinese_numeral, is_closer, is_colon, is_comma, is_full_stop, is_opener,
    is_trail, is_unit, is_word_letter, joins_words,
};
use super::paragraph::{Paragraph, Piece, Span};
use super::quote::Turn;
use super::{Limits, Role};

/// Cuts `piece` until every part fits; the last part keeps the boundary.
pub(super) fn cut(paragraph: &Paragraph, piece: Piece, limits: Limits) -> Vec<Piece> {
    let mut cutter = Cutter::new(paragraph, piece, limits);
    cutter.halve(piece.span, piece.boundary);
    cutter.pieces
}

/// How good a place for a cut is, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Inside a short quote.
    Never,
    /// Between a letter and its accent.
    InsideSign,
    /// Inside a word or number, or between a mark and what it belongs to.
    InsideWord,
    /// Between words.
    Words,
    /// After white space.
    Space,
    /// After `、`, or after a word or two between commas: 不过，.
    Aside,
    /// After a comma, or a dash or dots in mid-sentence.
    Comma,
    /// After a semicolon or colon.
    Colon,
}

/// What a cut must leave on both its sides.
#[derive(Debug, Clone, Copy)]
enum Halves {
    /// As much as a chunk should have.
    Enough,
    /// Something to say.
    Spoken,
    /// Anything.
    Any,
}

/// Tried in this order. A comma that leaves little beats a cut where a voice cannot pause.
const CHOICES: [(Place, Halves); 11] = [
    (Place::Colon, Halves::Enough),
    (Place::Comma, Halves::Enough),
    (Place::Aside, Halves::Enough),
    (Place::Colon, Halves::Spoken),
    (Place::Aside, Halves::Spoken),
    (Place::Space, Halves::Enough),
    (Place::Words, Halves::Enough),
    (Place::Words, Halves::Spoken),
    (Place::InsideWord, Halves::Spoken),
    (Place::InsideWord, Halves::Any),
    (Place::InsideSign, Halves::Any),
];

/// Characters of an adverb between commas, at most.
const ASIDE: usize = 3;

struct Cutter<'a> {
    paragraph: &'a Paragraph,
    limits: Limits,
    role: Role,
    /// Where `places` begins.
    start: usize,
    /// How good a cut before each character is.
    places: Vec<Place>,
    pieces: Vec<Piece>,
}

impl<'a> Cutter<'a> {
    fn new(paragraph: &'a Paragraph, piece: Piece, limits: Limits) -> Self {
        let Span { start, end } = piece.span;
        let is_short = paragraph.fits(piece.span);
        let places = if is_short { start..start } else { start..end };
        let places = places.map(|at| place(paragraph, at)).collect();
        Cutter {
            paragraph,
            limits,
            role: piece.role,
            start,
            places,
            pieces: Vec::new(),
        }
    }

    /// Cuts near the middle and goes on with both halves. A choice that cuts far from the middle
    /// leaves one half without another place as good, so the depth stays logarithmic.
    fn halve(&mut self, span: Span, boundary: Boundary) {
        let span = self.paragraph.trim(span);
        match self.choose(span) {
            Some(at) => {
                let inner = self.boundary_at(at);
                self.halve(Span::new(span.start, at), inner);
                self.halve(Span::new(at, span.end), boundary);
            }
            None if span.len() > 0 => {
                self.pieces.push(Piece {
                    span,
                    role: self.role,
                    boundary,
                });
            }
            None => {}
        }
    }

    fn choose(&self, span: Span) -> Option<usize> {
        if self.paragraph.fits(span) {
            return None;
        }
        let mut choices = CHOICES.iter();
        choices.find_map(|&(place, halves)| self.nearest_the_middle(span, place, halves))
    }

    fn nearest_the_middle(&self, span: Span, place: Place, halves: Halves) -> Option<usize> {
        let middle = usize::midpoint(span.start, span.end);
        let outwards =
            (0..=span.len() / 2 + 1).flat_map(|far| [middle - far.min(middle), middle + far]);
        let mut inside = outwards.filter(|&at| span.start < at && at < span.end);
        inside.find(|&at| self.places[at - self.start] >= place && self.is_enough(span, at, halves))
    }

    fn is_enough(&self, span: Span, at: usize, halves: Halves) -> bool {
        let least = match halves {
            Halves::Enough => self.limits.least.max(1),
            Halves::Spoken => 1,
            Halves::Any => 0,
        };
        let left = Span::new(span.start, at);
        let right = Span::new(at, span.end);
        self.paragraph.n_spoken(left) >= least && self.paragraph.n_spoken(right) >= least
    }

    fn boundary_at(&self, at: usize) -> Boundary {
        if self.places[at - self.start] >= Place::Aside {
            Boundary::Clause
        } else {
            Boundary::Cut
        }
    }
}

/// How good a cut before the character at `at` is. Looks at the characters next to it only, and
/// back over closers.
fn place(paragraph: &Paragraph, at: usize) -> Place {
    let chars = &paragraph.chars;
    if at == 0 || !paragraph.may_cut(at) {
        Place::Never
    } else if are_one_sign(chars[at - 1], chars[at]) {
        Place::InsideSign
    } else if belongs_before(paragraph, at)
        || belongs_after(paragraph, at - 1)
        || is_in_word(chars, at)
    {
        Place::InsideWord
    } else {
        place_after_marks(paragraph, at)
    }
}

fn place_after_marks(paragraph: &Paragraph, at: usize) -> Place {
    let chars = &paragraph.chars;
    let is_end_closer = |at: usize| paragraph.turn(at) == Turn::Close || is_closer(chars[at]);
    let last = (0..at).rev().find(|&at| !is_end_closer(at));
    match last.map(|last| (last, chars[last])) {
        Some((_, mark)) if is_colon(mark) => Place::Colon,
        Some((last, mark)) if is_comma(mark) && is_aside(chars, last) => Place::Aside,
        Some((_, mark)) if is_comma(mark) || is_stop(mark) => Place::Comma,
        _ if chars[at - 1].is_whitespace() => Place::Space,
        _ => Place::Words,
    }
}

/// Whether the comma at `at` divides what one says in a breath.
fn is_aside(chars: &[char], at: usize) -> bool {
    let word = &chars[at.saturating_sub(ASIDE)..at];
    chars[at] == '、'
        || word
            .iter()
            .any(|&c| is_comma(c) || is_colon(c) || is_stop(c))
}

fn is_stop(character: char) -> bool {
    is_trail(character) || is_full_stop(character)
}

/// Punctuation that must not start a chunk.
fn belongs_before(paragraph: &Paragraph, at: usize) -> bool {
    let character = paragraph.chars[at];
    let is_mark = is_closer(character)
        || is_comma(character)
        || is_colon(character)
        || is_full_stop(character)
        || is_trail(character);
    paragraph.turn(at) == Turn::Close || (is_mark && paragraph.turn(at) != Turn::Open)
}

/// Punctuation that must not end a chunk.
fn belongs_after(paragraph: &Paragraph, at: usize) -> bool {
    let is_open = paragraph.turn(at) == Turn::Open;
    is_open || (is_opener(paragraph.chars[at]) && paragraph.turn(at) != Turn::Close)
}

/// Whether a cut before `at` falls into `don't`, `3.14`, `50%` or 一千二百.
fn is_in_word(chars: &[char], at: usize) -> bool {
    let has = |at: Option<usize>, is: fn(char) -> bool| {
        at.and_then(|at| chars.get(at)).is_some_and(|&c| is(c))
    };
    let (before, here) = (at.checked_sub(1), Some(at));
    let starts_inside = has(here, is_word_letter)
        || has(here, is_unit)
        || (has(here, joins_words) && has(Some(at + 1), is_word_letter));
    let joined = has(before, joins_words)
        && has(at.checked_sub(2), is_word_letter)
        && has(here, is_word_letter);
    (has(before, is_word_letter) && starts_inside)
        || joined
        || (has(before, is_chinese_numeral) && has(here, is_chinese_numeral))
}
