//! Private glyphs: characters that mean what a site's own font draws.
//!
//! Never guesses: a glyph that the person's table does not name stays as it is.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::book::Reason;
use crate::book::manuscript::Manuscript;

/// A private glyph whose meaning the person told.
pub const GLYPH: Reason = Reason::new("glyph");

/// What private glyphs mean: `"\uE000" = "的"`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Glyphs(BTreeMap<String, String>);

impl Glyphs {
    /// A glyph that is not written as one character.
    pub fn not_one(&self) -> Option<&str> {
        let mut glyphs = self.0.keys().map(String::as_str);
        glyphs.find(|glyph| glyph.chars().count() != 1)
    }

    /// A glyph whose meaning would break its line.
    pub fn breaking(&self) -> Option<&str> {
        let mut glyphs = self.0.iter();
        let found = glyphs.find(|(_, meaning)| meaning.contains(char::is_control));
        found.map(|(glyph, _)| glyph.as_str())
    }

    /// Adds a later table, which wins.
    pub fn extend(&mut self, later: Self) {
        self.0.extend(later.0);
    }

    /// Puts the meanings in the place of the glyphs.
    pub fn apply(&self, manuscript: &mut Manuscript) {
        if self.0.is_empty() {
            return;
        }
        for paragraph in 0..manuscript.paragraphs.len() {
            let text = manuscript.paragraphs[paragraph].text();
            let edits = self.found_in(text);
            if !edits.is_empty() {
                manuscript.replace_all(paragraph, &edits, &GLYPH);
            }
        }
    }

    fn found_in(&self, text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
        let places = text.char_indices().filter_map(|(at, character)| {
            let end = at + character.len_utf8();
            let meaning = self.0.get(&text[at..end])?;
            Some((at..end, meaning.as_str()))
        });
        places.collect()
    }
}
