//! The one mark that a paragraph lacks at its beginning or its end.
//!
//! Never closes a speech that goes on in the next paragraph.

use super::mark::{self, Mark, Shape};

/// What is put in, and at which byte.
pub fn mark(text: &str, is_open_before: bool, next: &str) -> Option<(usize, &'static str)> {
    let marks = mark::marks(text);
    let [only] = marks[..] else {
        return None;
    };
    match only.shape {
        Shape::Open => {
            closing(text, only, next).then(|| (text.len(), mark::of(only.kind, Shape::Close)))
        }
        Shape::Close if is_open_before => None,
        Shape::Close => opening(text, only).then(|| (0, mark::of(only.kind, Shape::Open))),
        Shape::Either => None,
    }
}

/// Whether a quote that the paragraph begins with, or that follows a colon, ends with it.
fn closing(text: &str, only: Mark, next: &str) -> bool {
    let begins = only.at == 0 || text[..only.at].ends_with(['：', ':']);
    let ends = text.ends_with(['。', '！', '？', '…', '!', '?', '～', '~']);
    begins && ends && !goes_on_in(next)
}

/// Whether a speech goes on: the next paragraph opens anew, or closes what it did not open.
fn goes_on_in(next: &str) -> bool {
    let marks = mark::marks(next);
    let begins = next.starts_with(mark::is_quote);
    begins
        || marks
            .first()
            .is_some_and(|first| first.shape != Shape::Open)
}

/// Whether the paragraph begins with a quote whose first mark was lost: `是，奴才遵令。”`.
fn opening(text: &str, only: Mark) -> bool {
    let said = &text[..only.at];
    let ends = said.ends_with(['。', '！', '？', '…', '，', '!', '?', '—', '～', '~']);
    // After `他说：` the quote begins in the middle, and where cannot be known for sure.
    ends && !said.contains(['：', ':'])
}
