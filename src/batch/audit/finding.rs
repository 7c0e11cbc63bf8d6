//! What the audit finds, and what mends it.
//!
//! Never says how a command is written: that is the app's.

use serde::Serialize;

/// What is wrong, in a word that stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Text that is not spoken, or is another now.
    Text,
    /// A track or its captions that are missing, cut off or changed.
    Track,
    /// A span of the track that cannot be.
    Span,
    /// A chunk without sound.
    Silent,
    /// Sound where no chunk is.
    Stray,
    /// Samples at full scale.
    Clipped,
    /// Noise in the place of speech.
    Noise,
    /// The same samples for another text.
    Repeated,
    /// A pause that no other chunk has.
    Pause,
    /// Too much or too little sound for the text.
    Pace,
    /// Louder or quieter than the others.
    Level,
    /// Higher or lower than the others.
    Pitch,
    /// An end that does not die away.
    CutOff,
    /// A speech of the store that is not what it should be.
    Speech,
}

/// Something that the audit found wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What it is.
    pub kind: Kind,
    /// Chapter number; 0 for the whole book.
    pub chapter: usize,
    /// Position of the chunk in its chapter, from 0, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chunk: Option<usize>,
    /// What is wrong.
    pub problem: String,
}

/// What mends a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remedy {
    /// A new take of a chunk of a chapter.
    Redo(usize, usize),
    /// That chapter once more.
    Render(usize),
    /// The book once more.
    RenderAll,
}

impl Finding {
    pub(super) fn of_book(kind: Kind, problem: String) -> Self {
        Self::of_chapter(kind, 0, problem)
    }

    pub(super) fn of_chapter(kind: Kind, chapter: usize, problem: String) -> Self {
        Self {
            kind,
            chapter,
            chunk: None,
            problem,
        }
    }

    /// What mends it.
    pub fn remedy(&self) -> Remedy {
        match (self.chapter, self.chunk) {
            (0, _) => Remedy::RenderAll,
            (chapter, Some(chunk)) => Remedy::Redo(chapter, chunk),
            (chapter, None) => Remedy::Render(chapter),
        }
    }
}
