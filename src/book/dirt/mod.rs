//! Dirt: what stands in a text and is no part of the book.
//!
//! Never takes anything away silently: each piece is listed with the name of the rule that took it.
//! Rules are data; the passes that no pattern can say have names too, so that a person can switch
//! them off.

mod cue;
mod edge;
mod entity;
mod fold;
mod glyph;
mod matching;
mod pass;
mod quote;
mod repeat;
mod rule;
mod rules;
mod wrap;

use serde::Deserialize;

use super::manuscript::Manuscript;
use super::{BookSettings, Doubt, Told};

pub use rule::{Problem, RulesError};
pub use rules::Rules;

/// What becomes of an author's notes to readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Notes {
    /// They are spoken, and listed as doubts.
    #[default]
    Spoken,
    /// They are dropped, and listed as dropped.
    Dropped,
}

/// Takes the dirt out of a manuscript.
///
/// Lines go first, so that a page mark does not stand between the two halves of a paragraph; then
/// paragraphs are made whole; quotes come last, when nothing foreign stands in them any more.
pub fn scrub(
    manuscript: &mut Manuscript,
    told: &[Told],
    settings: &BookSettings,
    doubts: &mut Vec<Doubt>,
) {
    let rules = &settings.rules;
    let layout = wrap::Layout::of(manuscript, told);
    rules.glyphs().apply(manuscript);
    if !rules.is_off(entity::ENTITY.as_str()) {
        entity::mend(manuscript);
    }
    pass::lines(manuscript, told, settings, doubts);
    if !rules.is_off(repeat::TITLE.as_str()) {
        repeat::drop_titles(manuscript);
    }
    if !rules.is_off(repeat::PARAGRAPH.as_str()) {
        repeat::drop_paragraphs(manuscript);
    }
    if !rules.is_off(wrap::NAME) {
        layout.unwrap(manuscript);
    }
    pass::pieces(manuscript, rules);
    if !rules.is_off(quote::QUOTE.as_str()) {
        quote::mend(manuscript);
    }
}

#[cfg(test)]
mod tests;
