//! Dirt: what stands in a text and is no part of the book.
//!
//! Never takes anything away silently: each piece is listed with the name of the rule that took it.

use super::manuscript::Manuscript;
use super::{BookSettings, Doubt, Reason};

/// The rules that say what is dirt.
#[derive(Debug, Clone, Default)]
pub struct Rules {}

/// What becomes of an author's notes to readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Notes {
    /// They are spoken, and listed as doubts.
    #[default]
    Spoken,
    /// They are dropped, and listed as dropped.
    Dropped,
}

/// A sign that a page was cut in the middle of a chapter.
const PAGE: Reason = Reason::new("page mark");

/// Takes the dirt out of a manuscript.
pub fn scrub(manuscript: &mut Manuscript, _settings: &BookSettings, _doubts: &mut Vec<Doubt>) {
    for paragraph in 0..manuscript.paragraphs.len() {
        let text = manuscript.paragraphs[paragraph].text();
        if text.starts_with("本章未完") && text.chars().count() < 20 {
            manuscript.drop_paragraph(paragraph, &PAGE);
        }
    }
}
