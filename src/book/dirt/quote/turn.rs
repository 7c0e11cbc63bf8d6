//! Which marks of a paragraph open and which close.
//!
//! Never answers unless fewer marks are without a partner afterwards.

use std::ops::Range;

use super::mark::{self, Kind, Mark, Shape};

/// A range of the paragraph and what comes in its place.
pub type Edit = (Range<usize>, &'static str);

/// What puts the marks of a paragraph right; `None` when nothing needs to be done, or can be.
pub fn edits(text: &str, marks: &[Mark]) -> Option<Vec<Edit>> {
    let of_kind = |kind| -> Vec<Mark> {
        let same = marks.iter().filter(|mark| mark.kind == kind);
        same.copied().collect()
    };
    let doubled = doubled(&of_kind(Kind::Double));
    if !doubled.is_empty() {
        return Some(doubled);
    }
    let disorder = mark::disorder(marks);
    if disorder == 0 {
        return None;
    }
    let turned = [Kind::Double, Kind::Single].map(|kind| turned(text, &of_kind(kind)));
    let candidates = [turned.concat(), mixed(marks)];
    candidates.into_iter().find(|edits| {
        !edits.is_empty() && mark::disorder(&mark::marks(&applied(text, edits))) < disorder
    })
}

fn applied(text: &str, edits: &[Edit]) -> String {
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| edit.0.start);
    let mut applied = text.to_owned();
    for (range, put) in edits.into_iter().rev() {
        applied.replace_range(range, put);
    }
    applied
}

/// Takes one of each two out in `““…””`, and in `““…”` the one too many.
fn doubled(marks: &[Mark]) -> Vec<Edit> {
    let is_twice = |at: usize| {
        let pair = marks.get(at..at + 2);
        pair.is_some_and(|pair| {
            pair[0].at + pair[0].len == pair[1].at && pair[0].shape == pair[1].shape
        })
    };
    let out = |at: usize| (marks[at].range(), "");
    let n = marks.len();
    let all_twice = n > 0 && n.is_multiple_of(4) && (0..n).step_by(2).all(is_twice);
    if all_twice {
        return (0..n).step_by(2).map(out).collect();
    }
    match n {
        3 if is_twice(0) && marks[2].shape != Shape::Open && !is_twice(1) => vec![out(0)],
        3 if is_twice(1) && marks[0].shape != Shape::Close && !is_twice(0) => vec![out(2)],
        _ => Vec::new(),
    }
}

/// The marks of one kind, opening and closing by turns, where that can be.
fn turned(text: &str, marks: &[Mark]) -> Vec<Edit> {
    if mark::disorder(marks) == 0 {
        return Vec::new();
    }
    if let [alone] = marks {
        return lonely(text, *alone).into_iter().collect();
    }
    let turns = || [Shape::Open, Shape::Close].into_iter().cycle();
    let may_be = marks.len().is_multiple_of(2)
        && marks
            .iter()
            .zip(turns())
            .all(|(mark, turn)| may_turn(text, *mark, turn));
    if !may_be {
        return Vec::new();
    }
    let wrong = marks
        .iter()
        .zip(turns())
        .filter(|(mark, turn)| mark.shape != *turn);
    wrong
        .map(|(mark, turn)| (mark.range(), mark::of(mark.kind, turn)))
        .collect()
}

/// A mark without a partner, as its place says it should be; the partner is put in later.
fn lonely(text: &str, mark: Mark) -> Option<Edit> {
    let is_first = text[..mark.at].trim().is_empty();
    let is_last = is_silent(&text[mark.range().end..]);
    let shape = match mark.shape {
        Shape::Close | Shape::Either if is_first && !is_last => Shape::Open,
        Shape::Open | Shape::Either if is_last && !is_first && is_after_sentence(text, mark) => {
            Shape::Close
        }
        Shape::Either if follows_colon(text, mark) && !is_last => Shape::Open,
        _ => return None,
    };
    Some((mark.range(), mark::of(mark.kind, shape)))
}

/// Whether a mark may be read this way.
fn may_turn(text: &str, mark: Mark, turn: Shape) -> bool {
    let before = mark::before(text, mark);
    let after = mark::after(text, mark);
    let is_first = text[..mark.at].trim().is_empty();
    let is_last = is_silent(&text[mark.range().end..]);
    match (mark.shape, turn) {
        (shape, turn) if shape == turn => true,
        (Shape::Either, Shape::Open) => !is_last && !after.is_some_and(is_stop),
        (Shape::Either, _) => !is_first && !before.is_some_and(|c| "：:（(".contains(c)),
        (_, Shape::Open) => {
            let may_follow =
                before.is_none_or(|c| c.is_whitespace() || "：:，,。！？!?…—”」".contains(c));
            !is_last && may_follow && !after.is_some_and(is_stop)
        }
        // No quote opens right before a stop: `叫他“老周“，`.
        _ => !is_first && (is_last || is_after_sentence(text, mark) || after.is_some_and(is_stop)),
    }
}

/// Marks that close what another kind opened: `「…”`.
fn mixed(marks: &[Mark]) -> Vec<Edit> {
    let mut open: Vec<Mark> = Vec::new();
    let mut edits = Vec::new();
    for (position, mark) in marks.iter().enumerate() {
        let Some(last) = open.last().copied() else {
            open.extend((mark.shape == Shape::Open).then_some(*mark));
            continue;
        };
        let is_of = |other: &Mark| other.kind == mark.kind;
        match mark.shape {
            Shape::Open => open.push(*mark),
            Shape::Close if last.kind == mark.kind => {
                open.pop();
            }
            // `「好"` and nothing else of the kind.
            Shape::Either if marks.iter().filter(|other| is_of(other)).count() > 1 => {}
            _ if open.iter().any(is_of) || closes_later(&marks[position + 1..], last.kind) => {}
            _ => {
                edits.push((mark.range(), mark::of(last.kind, Shape::Close)));
                open.pop();
            }
        }
    }
    edits
}

/// Whether a quote of a kind is closed further on, none having been opened before that.
fn closes_later(marks: &[Mark], kind: Kind) -> bool {
    let next = marks.iter().find(|mark| mark.kind == kind);
    next.is_some_and(|mark| mark.shape != Shape::Open)
}

/// Whether nothing is said in a text.
fn is_silent(text: &str) -> bool {
    !text.chars().any(char::is_alphanumeric)
}

fn is_after_sentence(text: &str, mark: Mark) -> bool {
    let before = mark::before(text, mark);
    before.is_some_and(|c| "。！？!?….～~—’』」".contains(c))
}

fn follows_colon(text: &str, mark: Mark) -> bool {
    mark::before(text, mark).is_some_and(|c| "：:".contains(c))
}

fn is_stop(character: char) -> bool {
    "，。！？、；：,!?;:".contains(character)
}
