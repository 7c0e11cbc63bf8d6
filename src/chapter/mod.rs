//! Book to [`Chapter`]s: headings, numerals, volumes.
//!
//! Never invents a heading and never loses a line: the chapters' texts, joined, are the book's
//! lines.

/// A chapter as a reader means it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chapter {
    /// Position in the book, from 1.
    pub index: usize,
    /// Title of the volume it stands in, empty when the book has none.
    pub volume: String,
    /// Heading as shown to a reader, e.g. `第一章 雪夜`; empty for an untitled chapter.
    pub title: String,
    /// All its lines joined by `\n`, heading lines first.
    pub text: String,
    /// How many of the first lines of `text` are headings (a volume's and the chapter's own): 0–2.
    pub n_heading_lines: usize,
    /// Source line number of its first line, from 1.
    pub first_line: usize,
}
