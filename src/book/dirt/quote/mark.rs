//! The quotation marks of a paragraph, and whether they fit together.
//!
//! Never counts an apostrophe or the sign of an inch.

use std::ops::Range;

/// Marks that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Double,
    Single,
    Corner,
    White,
}

/// What a mark is by its shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Open,
    Close,
    /// `"` and `'`.
    Either,
}

/// A mark in a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// Byte it stands at.
    pub at: usize,
    /// Bytes it takes.
    pub len: usize,
    pub kind: Kind,
    pub shape: Shape,
}

impl Mark {
    pub fn range(self) -> Range<usize> {
        self.at..self.at + self.len
    }
}

/// The mark of a kind and a shape.
pub fn of(kind: Kind, shape: Shape) -> &'static str {
    match (kind, shape == Shape::Open) {
        (Kind::Double, true) => "“",
        (Kind::Double, false) => "”",
        (Kind::Single, true) => "‘",
        (Kind::Single, false) => "’",
        (Kind::Corner, true) => "「",
        (Kind::Corner, false) => "」",
        (Kind::White, true) => "『",
        (Kind::White, false) => "』",
    }
}

/// Whether a character is a quotation mark.
pub fn is_quote(character: char) -> bool {
    kind_and_shape(character).is_some()
}

fn kind_and_shape(character: char) -> Option<(Kind, Shape)> {
    Some(match character {
        '“' | '„' | '〝' => (Kind::Double, Shape::Open),
        '”' | '‟' | '〞' | '〟' => (Kind::Double, Shape::Close),
        '"' | '＂' => (Kind::Double, Shape::Either),
        '‘' => (Kind::Single, Shape::Open),
        '’' => (Kind::Single, Shape::Close),
        '\'' | '＇' => (Kind::Single, Shape::Either),
        '「' | '﹁' => (Kind::Corner, Shape::Open),
        '」' | '﹂' => (Kind::Corner, Shape::Close),
        '『' | '﹃' => (Kind::White, Shape::Open),
        '』' | '﹄' => (Kind::White, Shape::Close),
        _ => return None,
    })
}

/// The marks of a paragraph.
pub fn marks(text: &str) -> Vec<Mark> {
    let found = text.char_indices().filter_map(|(at, character)| {
        let (kind, shape) = kind_and_shape(character)?;
        let len = character.len_utf8();
        Some(Mark {
            at,
            len,
            kind,
            shape,
        })
    });
    let mut n_open = 0_usize;
    let mut marks = Vec::new();
    for mark in found {
        if is_apostrophe(text, mark, n_open > 0) {
            continue;
        }
        match (mark.kind, mark.shape) {
            (Kind::Single, Shape::Open) => n_open += 1,
            (Kind::Single, Shape::Close) => n_open = n_open.saturating_sub(1),
            _ => {}
        }
        marks.push(mark);
    }
    leave_out_measures(text, &mut marks);
    marks
}

/// The mark in `don't`, and in `James’ 家` where no such quote is open.
fn is_apostrophe(text: &str, mark: Mark, has_open: bool) -> bool {
    let is_behind = before(text, mark).is_some_and(|c| c.is_ascii_alphanumeric());
    let is_ahead = after(text, mark).is_some_and(|c| c.is_ascii_alphabetic());
    let is_possessive = mark.shape == Shape::Close && !has_open;
    mark.kind == Kind::Single && is_behind && (is_ahead || is_possessive)
}

/// Leaves out the marks in `5'11"` where the others come in pairs without them.
fn leave_out_measures(text: &str, marks: &mut Vec<Mark>) {
    for kind in [Kind::Double, Kind::Single] {
        let is_straight = |mark: &Mark| mark.kind == kind && mark.shape == Shape::Either;
        let is_measure = |mark: &Mark| {
            is_straight(mark) && before(text, *mark).is_some_and(|c| c.is_ascii_digit())
        };
        let n = marks.iter().filter(|mark| is_straight(mark)).count();
        let n_measures = marks.iter().filter(|mark| is_measure(mark)).count();
        if n_measures > 0 && (n % 2 == 1 || n == n_measures) {
            marks.retain(|mark| !is_measure(mark));
        }
    }
}

/// The character before a mark.
pub fn before(text: &str, mark: Mark) -> Option<char> {
    text[..mark.at].chars().next_back()
}

/// The character behind a mark.
pub fn after(text: &str, mark: Mark) -> Option<char> {
    text[mark.at + mark.len..].chars().next()
}

/// How many marks have no partner; those without a shape count twice, as they may get one and
/// still have no partner.
pub fn disorder(marks: &[Mark]) -> usize {
    let mut open: Vec<Kind> = Vec::new();
    let mut n_wrong = 0;
    for mark in marks {
        match mark.shape {
            Shape::Open => open.push(mark.kind),
            Shape::Either => n_wrong += 2,
            Shape::Close if open.last() == Some(&mark.kind) => {
                open.pop();
            }
            Shape::Close => n_wrong += 1,
        }
    }
    n_wrong + open.len()
}

/// Whether a paragraph ends within a quote that began in it.
pub fn leaves_open(text: &str) -> bool {
    let marks = marks(text);
    marks.last().is_some_and(|last| last.shape == Shape::Open)
        || (marks.len() == 1 && marks[0].shape == Shape::Open)
}
