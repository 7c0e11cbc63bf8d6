//! Chapter to [`Chunk`]s: sentence ends, quotes, roles.
//!
//! Never changes a character, never crosses a paragraph or a role. Chunks and dropped spans tile
//! the chapter's text exactly.

use serde::{Deserialize, Serialize};

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

/// How long a chunk may and should be, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// No chunk is longer than this.
    pub most: usize,
    /// A shorter chunk is merged with a neighbour of the same role and paragraph when that fits.
    pub least: usize,
}
