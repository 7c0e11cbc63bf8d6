//! Quotation marks put right, paragraph by paragraph.
//!
//! Never touches a paragraph whose marks fit together, and rather leaves a wrong mark than harms a
//! right one: what comes out has fewer marks without a partner, and mending it again changes nothing.

mod mark;
mod missing;
mod turn;

use super::super::manuscript::Manuscript;
use crate::book::Reason;

/// A mark that was turned, exchanged, put in or taken out.
pub const QUOTE: Reason = Reason::new("quote");

/// A paragraph with more marks is no prose.
const MOST_MARKS: usize = 2_000;

/// Each round leaves fewer marks without a partner.
const MOST_ROUNDS: usize = 4;

/// Puts the quotation marks of all paragraphs right.
pub fn mend(manuscript: &mut Manuscript) {
    let quoted: Vec<usize> = (0..manuscript.paragraphs.len())
        .filter(|paragraph| turn_marks(manuscript, *paragraph))
        .collect();
    put_missing(manuscript, &quoted);
}

/// Turns the marks of a paragraph; whether it has any.
fn turn_marks(manuscript: &mut Manuscript, paragraph: usize) -> bool {
    let text = manuscript.paragraphs[paragraph].text();
    if !text.contains(mark::is_quote) || !is_prose(text) {
        return false;
    }
    for _ in 0..MOST_ROUNDS {
        let text = manuscript.paragraphs[paragraph].text();
        let marks = mark::marks(text);
        if marks.len() > MOST_MARKS {
            return false;
        }
        let Some(mut edits) = turn::edits(text, &marks) else {
            break;
        };
        edits.sort_by_key(|edit| edit.0.start);
        manuscript.replace_all(paragraph, &edits, &QUOTE);
    }
    true
}

/// Chinese prose, and no code or English in the main.
fn is_prose(text: &str) -> bool {
    let n_latin = text.chars().filter(char::is_ascii_alphabetic).count();
    let n_han = text
        .chars()
        .filter(|c| matches!(c, '\u{3400}'..='\u{9FFF}'))
        .count();
    n_han > 0 && n_han * 2 >= n_latin
}

/// Puts in the marks that `quoted` paragraphs lack at their ends.
fn put_missing(manuscript: &mut Manuscript, quoted: &[usize]) {
    let mut before = None;
    for (position, &paragraph) in quoted.iter().enumerate() {
        let text = manuscript.paragraphs[paragraph].text();
        let is_next = |next: &usize| adjacent(manuscript, paragraph, *next);
        let next = quoted.get(position + 1).filter(|next| is_next(next));
        let next = next.map_or("", |next| manuscript.paragraphs[*next].text());
        let is_behind = before.is_some_and(|before| adjacent(manuscript, before, paragraph));
        let is_open_before = before
            .filter(|_| is_behind)
            .is_some_and(|before: usize| mark::leaves_open(manuscript.paragraphs[before].text()));
        if let Some((at, put)) = missing::mark(text, is_open_before, next) {
            manuscript.replace(paragraph, at..at, put, &QUOTE);
        }
        before = Some(paragraph);
    }
}

/// Whether nothing stands between two paragraphs.
fn adjacent(manuscript: &Manuscript, first: usize, second: usize) -> bool {
    let mut between = manuscript.paragraphs[first + 1..second].iter();
    between.all(|paragraph| paragraph.text().is_empty())
}

#[cfg(test)]
mod tests;
