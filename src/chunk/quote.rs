//! A paragraph's quotation marks: which open, which close, and what stands between.
//!
//! Never carries an open quote into the next paragraph, and never gives up on a mark of the wrong
//! shape: real novels are full of them.

use super::mark::{is_dot, is_full_stop, is_speakable, is_trail};
use super::paragraph::Span;

/// What a character does to the quotes around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    /// Opens a quote.
    Open,
    /// Closes one, whatever its shape.
    Close,
    /// Neither.
    Nothing,
}

/// The quotes of one paragraph.
#[derive(Debug)]
pub(super) struct Quotes {
    /// What each character does.
    pub turns: Vec<Turn>,
    /// Every opened and closed quote, marks included; one is inside another or beside it.
    pub pairs: Vec<Span>,
    /// The outermost quotes in text order; one that is never closed lasts to the end.
    pub outermost: Vec<Span>,
}

impl Quotes {
    /// Finds the quotes of a paragraph.
    pub fn find(chars: &[char]) -> Self {
        let marks = marks(chars);
        let mut stack = Stack::new(chars, &marks);
        for (place, mark) in marks.iter().enumerate() {
            stack.take(*mark, next_of_kind(&marks, place));
        }
        stack.finish()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Double,
    Single,
    Corner,
    WhiteCorner,
    Straight,
}

impl Kind {
    const ALL: [Kind; 5] = [
        Kind::Double,
        Kind::Single,
        Kind::Corner,
        Kind::WhiteCorner,
        Kind::Straight,
    ];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Opening,
    Closing,
    Either,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    at: usize,
    kind: Kind,
    shape: Shape,
}

fn marks(chars: &[char]) -> Vec<Mark> {
    let mark = |(at, &character)| {
        let (kind, shape) = kind_and_shape(character)?;
        Some(Mark { at, kind, shape })
    };
    let is_real = |mark: &Mark| !is_apostrophe(chars, *mark);
    chars
        .iter()
        .enumerate()
        .filter_map(mark)
        .filter(is_real)
        .collect()
}

fn kind_and_shape(character: char) -> Option<(Kind, Shape)> {
    Some(match character {
        '“' | '〝' => (Kind::Double, Shape::Opening),
        '”' | '〞' | '〟' => (Kind::Double, Shape::Closing),
        '‘' => (Kind::Single, Shape::Opening),
        '’' => (Kind::Single, Shape::Closing),
        '「' | '﹁' => (Kind::Corner, Shape::Opening),
        '」' | '﹂' => (Kind::Corner, Shape::Closing),
        '『' | '﹃' => (Kind::WhiteCorner, Shape::Opening),
        '』' | '﹄' => (Kind::WhiteCorner, Shape::Closing),
        '"' | '＂' => (Kind::Straight, Shape::Either),
        _ => return None,
    })
}

/// The mark in `don’t`.
fn is_apostrophe(chars: &[char], mark: Mark) -> bool {
    let is_letter = |at: usize| chars.get(at).is_some_and(char::is_ascii_alphabetic);
    mark.kind == Kind::Single && mark.at > 0 && is_letter(mark.at - 1) && is_letter(mark.at + 1)
}

fn is_balanced(marks: &[Mark], kind: Kind) -> bool {
    let mut shapes = marks
        .iter()
        .filter(|mark| mark.kind == kind)
        .map(|mark| mark.shape);
    let n_open = shapes.try_fold(0_usize, |n_open, shape| match shape {
        Shape::Opening => Some(n_open + 1),
        Shape::Closing => n_open.checked_sub(1),
        Shape::Either => None,
    });
    n_open == Some(0)
}

/// The shape of the next mark of the same kind. Looks a few marks ahead only, so that a paragraph
/// of nothing but quotes stays cheap.
fn next_of_kind(marks: &[Mark], place: usize) -> Option<Shape> {
    let kind = marks[place].kind;
    marks[place + 1..]
        .iter()
        .take(16)
        .find(|mark| mark.kind == kind)
        .map(|mark| mark.shape)
}

struct Stack<'a> {
    chars: &'a [char],
    /// One past the last character with a sound.
    sound_end: usize,
    open: Vec<Mark>,
    n_open: [usize; Kind::ALL.len()],
    /// Kinds whose marks already fit together by their shapes.
    is_balanced: [bool; Kind::ALL.len()],
    quotes: Quotes,
}

impl<'a> Stack<'a> {
    fn new(chars: &'a [char], marks: &[Mark]) -> Self {
        let sound_end = chars
            .iter()
            .rposition(|&c| is_speakable(c))
            .map_or(0, |last| last + 1);
        let turns = vec![Turn::Nothing; chars.len()];
        let quotes = Quotes {
            turns,
            pairs: Vec::new(),
            outermost: Vec::new(),
        };
        let is_balanced = Kind::ALL.map(|kind| is_balanced(marks, kind));
        let n_open = [0; Kind::ALL.len()];
        Stack {
            chars,
            sound_end,
            open: Vec::new(),
            n_open,
            is_balanced,
            quotes,
        }
    }

    fn take(&mut self, mark: Mark, next: Option<Shape>) {
        let closes = match mark.shape {
            Shape::Closing => true,
            Shape::Opening => self.is_doubtful(mark) && self.looks_closing(mark, next),
            Shape::Either => self.has(mark.kind) || self.straight_closes_other(mark, next),
        };
        if closes {
            self.close(mark);
        } else if !self.is_inch(mark) {
            self.give_up_lost(mark, next);
            self.open(mark);
        }
    }

    fn has(&self, kind: Kind) -> bool {
        self.n_open[kind as usize] > 0
    }

    /// A mark of the opening shape where its own kind is open and not all of them are closed.
    fn is_doubtful(&self, mark: Mark) -> bool {
        self.has(mark.kind) && !self.is_balanced[mark.kind as usize]
    }

    /// A mark that may open where a quote is open already: `“是。“`. It closes when nothing is
    /// said after it, or after a sentence's end unless a real closer comes next, because then it
    /// did open something.
    fn looks_closing(&self, mark: Mark, next: Option<Shape>) -> bool {
        mark.at >= self.sound_end
            || (next != Some(Shape::Closing) && self.is_after_sentence(mark.at))
    }

    fn straight_closes_other(&self, mark: Mark, next: Option<Shape>) -> bool {
        !self.open.is_empty() && next.is_none() && self.looks_closing(mark, next)
    }

    /// Ends the open quotes before a mark that opens a new one after a sentence, `“走。他起身。“快！”`:
    /// their own closer was lost on the way.
    fn give_up_lost(&mut self, mark: Mark, next: Option<Shape>) {
        let is_new = next == Some(Shape::Closing) && self.is_doubtful(mark);
        if is_new && self.is_after_sentence(mark.at) {
            self.quotes
                .outermost
                .push(Span::new(self.open[0].at, mark.at));
            self.open.clear();
            self.n_open = [0; Kind::ALL.len()];
        }
    }

    fn is_after_sentence(&self, at: usize) -> bool {
        let before = self.chars[at - 1];
        is_full_stop(before) || is_trail(before) || is_dot(before)
    }

    /// The mark in `5"` measures; it opens nothing.
    fn is_inch(&self, mark: Mark) -> bool {
        mark.kind == Kind::Straight && mark.at > 0 && self.chars[mark.at - 1].is_ascii_digit()
    }

    fn open(&mut self, mark: Mark) {
        self.quotes.turns[mark.at] = Turn::Open;
        self.n_open[mark.kind as usize] += 1;
        self.open.push(mark);
    }

    /// Closes the innermost quote of the mark's kind and with it all inside that were left open;
    /// without one of its kind, the innermost of any kind; without any, nothing.
    fn close(&mut self, mark: Mark) {
        if self.is_possessive(mark) {
            return;
        }
        let any_kind = !self.has(mark.kind);
        while let Some(opener) = self.open.pop() {
            self.n_open[opener.kind as usize] -= 1;
            if any_kind || opener.kind == mark.kind {
                self.pair(opener.at, mark.at);
                return;
            }
        }
    }

    /// The mark in `James’ 家` where no such quote is open.
    fn is_possessive(&self, mark: Mark) -> bool {
        mark.kind == Kind::Single
            && !self.has(Kind::Single)
            && mark.at > 0
            && self.chars[mark.at - 1].is_ascii_alphabetic()
    }

    fn pair(&mut self, open: usize, close: usize) {
        let span = Span::new(open, close + 1);
        self.quotes.turns[close] = Turn::Close;
        self.quotes.pairs.push(span);
        if self.open.is_empty() {
            self.quotes.outermost.push(span);
        }
    }

    fn finish(mut self) -> Quotes {
        if let Some(first) = self.open.first() {
            let rest = Span::new(first.at, self.chars.len());
            self.quotes.outermost.push(rest);
        }
        self.quotes
    }
}
