//! Chapter to [`Chunk`]s: sentence ends, quotes, roles.
//!
//! Never changes a character, never crosses a paragraph or a role. Chunks and dropped spans tile
//! the chapter's text exactly.
//!
//! ```
//! use pingshu::chapter::Chapter;
//! use pingshu::chunk::{Limits, Role, split, tiles};
//!
//! let chapter = Chapter {
//!     index: 1,
//!     volume: String::new(),
//!     title: "第一章".into(),
//!     text: "第一章\n他说：“好。”".into(),
//!     n_heading_lines: 1,
//!     first_line: 1,
//! };
//! let cuts = split(&chapter, Limits::default());
//! assert_eq!(cuts.chunks[2].text, "“好。”");
//! assert_eq!(cuts.chunks[2].role, Role::Dialogue);
//! assert!(tiles(&chapter.text, &cuts));
//! ```

mod cut;
mod mark;
mod merge;
mod paragraph;
mod quote;
mod role;
mod sentence;
mod tile;
mod title;
mod unit;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::chapter::Chapter;
use paragraph::{Paragraph, Piece};
use role::Part;
use tile::Layer;

pub use tile::tiles;
pub use title::Titles;
pub use unit::Unit;

/// Who speaks a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The narrator.
    Narration,
    /// Someone inside quotation marks.
    Dialogue,
}

/// What stands between a chunk and the next one; it decides the pause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Boundary {
    /// A hard cut inside a clause, where no punctuation stood.
    Cut,
    /// A cut inside a sentence at a comma, a colon or a quote's edge.
    Clause,
    /// The end of a sentence.
    Sentence,
    /// The end of a sentence that asks.
    Question,
    /// The end of a sentence that trails off.
    Ellipsis,
    /// The end of a paragraph.
    Paragraph,
    /// The end of a paragraph where one line of dialogue follows another.
    Turn,
    /// A scene break: a paragraph of nothing but `……`, `***` and the like stands here.
    Scene,
    /// The end of the chapter's heading.
    Heading,
    /// The end of the chapter.
    End,
}

/// What is spoken in one request: about a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Position in the chapter, from 0.
    pub index: usize,
    /// First character, as an offset in characters into the chapter's text.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// The characters `start..end`.
    pub text: String,
    /// Who speaks it.
    pub role: Role,
    /// What follows it.
    pub boundary: Boundary,
}

/// Characters of a chapter that are not spoken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unspoken {
    /// First character, as an offset in characters into the chapter's text.
    pub start: usize,
    /// One past the last character.
    pub end: usize,
    /// The characters `start..end`.
    pub text: String,
    /// `layout` for line breaks and the white space around them, `pause` for punctuation alone.
    pub reason: String,
}

/// A chapter cut up: both lists in text order, together tiling the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cuts {
    /// What is spoken.
    pub chunks: Vec<Chunk>,
    /// What is not.
    pub unspoken: Vec<Unspoken>,
}

/// How long a chunk may and should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// No chunk has more characters than this.
    pub most: usize,
    /// No chunk is more of these units than this, as written or with its numbers and signs written
    /// out. Marks that a lexicon puts around words come on top.
    pub most_units: usize,
    /// What an engine counts a text in.
    pub unit: Unit,
    /// A shorter chunk is merged with a neighbour of the same role and paragraph when that fits.
    pub least: usize,
}

/// The voice inside speaks 15 to 60 characters best.
const MOST: usize = 60;
/// Engines garble or invent speech for shorter texts.
const LEAST: usize = 6;

impl Default for Limits {
    fn default() -> Self {
        Limits {
            most: MOST,
            most_units: usize::MAX,
            unit: Unit::Characters,
            least: LEAST,
        }
    }
}

/// Cuts a chapter into chunks: about a sentence each, a short quote whole, never more than the
/// limits allow (at least one character).
pub fn split(chapter: &Chapter, limits: Limits) -> Cuts {
    let mut layer = Layer::default();
    for (line_index, line) in chapter.text.split('\n').enumerate() {
        if line_index > 0 {
            layer.line_break();
        }
        let paragraph = Paragraph::new(line, limits);
        let is_heading = line_index < chapter.n_heading_lines;
        let cut = if is_heading {
            cut_heading
        } else {
            cut_paragraph
        };
        layer.paragraph(&paragraph, &cut(&paragraph, limits));
        if line_index + 1 == chapter.n_heading_lines {
            layer.end_heading();
        }
    }
    layer.finish()
}

/// A heading is one piece, whatever marks stand in it.
fn cut_heading(paragraph: &Paragraph, limits: Limits) -> Vec<Piece> {
    let (span, role) = (paragraph.whole(), Role::Narration);
    let piece = Piece {
        span,
        role,
        boundary: Boundary::Paragraph,
    };
    merge::merge(paragraph, cut::cut(paragraph, piece, limits), limits)
}

fn cut_paragraph(paragraph: &Paragraph, limits: Limits) -> Vec<Piece> {
    let parts = role::parts(paragraph);
    let sentences = parts.iter().flat_map(|part| cut_part(paragraph, *part));
    let pieces = sentences
        .flat_map(|piece| cut::cut(paragraph, piece, limits))
        .collect();
    merge::merge(paragraph, pieces, limits)
}

/// A part of one role as sentences; a short quote stays whole however many it has.
fn cut_part(paragraph: &Paragraph, part: Part) -> Vec<Piece> {
    let is_whole = part.role == Role::Dialogue && paragraph.fits(part.span);
    let spans = if is_whole {
        vec![part.span]
    } else {
        sentence::sentences(paragraph, part.span)
    };
    let piece = |span| Piece {
        span,
        role: part.role,
        boundary: Boundary::Sentence,
    };
    let mut pieces: Vec<Piece> = spans.into_iter().map(piece).collect();
    if let Some(last) = pieces.last_mut() {
        last.boundary = sentence::boundary_after(paragraph, part.span);
    }
    pieces
}
