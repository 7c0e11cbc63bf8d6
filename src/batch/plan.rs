//! What a book is made of, before anything is spoken.
//!
//! Never touches the disk and needs no engine: a plan is a value that can be printed.

use std::ops::RangeInclusive;

use serde::Serialize;

use super::BatchError;
use crate::book::{Book, Dropped, Line, Reason};
use crate::chapter::{self, Chapter, Guide};
use crate::chunk::{self, Cuts, Limits, Titles};
use crate::reading::{Script, detect_script};
use crate::speech::Pauses;
use crate::track::SourceLedger;

/// Seconds of audio for one character, pauses aside; measured on the default voice.
pub const SECONDS_PER_CHARACTER: f64 = 0.248;

/// Why lines are in no chapter that a person dropped.
const BY_CONTENTS: Reason = Reason::new("dropped by toc.toml");

/// How much of a book decides its script.
const SCRIPT_SAMPLE: usize = 200_000;

/// A book cut into chapters and chunks.
#[derive(Debug)]
pub struct Plan {
    /// Title.
    pub title: String,
    /// Author, empty when unknown.
    pub author: String,
    /// Name of the encoding it was read as.
    pub encoding: &'static str,
    /// The script it is written in.
    pub script: Script,
    /// The bytes it came from.
    pub source: SourceLedger,
    /// What was removed from the text.
    pub dropped: Vec<Dropped>,
    /// What a person should look at before the night.
    pub doubts: Vec<Doubt>,
    /// The chapters in order.
    pub chapters: Vec<PlannedChapter>,
    /// The chapters that a person dropped; their lines are among `dropped`.
    pub left_out: Vec<Chapter>,
    /// The last source line that holds text.
    pub n_lines: usize,
    /// The source line of each paragraph, in order.
    pub lines: Vec<usize>,
}

/// A chapter, and how it is to be cut.
#[derive(Debug)]
pub struct PlannedChapter {
    /// The chapter.
    pub chapter: Chapter,
    /// How many chunks it has.
    pub n_chunks: usize,
    limits: Limits,
    titles: Titles,
}

/// Something about a book that a person should look at.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Doubt {
    /// In a word: `gap`, `duplicate`, `restart`, `long`, `short`, `missing table`, `name`, `rare`, `lexicon`, or what a text is doubted for.
    pub kind: String,
    /// The chapter or the line, as a reader would name it.
    pub r#where: String,
    /// What is doubted.
    pub text: String,
}

impl Plan {
    /// Plans a book, its chapters as a person says.
    ///
    /// # Errors
    ///
    /// When what is said does not fit the text.
    pub fn of(
        mut book: Book,
        source: SourceLedger,
        limits: Limits,
        titles: Titles,
        guide: &Guide,
    ) -> Result<Self, BatchError> {
        let script = detect_script(&beginning(&book));
        let division = chapter::divide(&book, guide)?;
        list_left_out(&mut book, &division.left_out);
        Ok(Self {
            doubts: doubts(&book, &division.chapters),
            n_lines: book.lines.last().map_or(0, |line| line.number),
            lines: book.lines.iter().map(|line| line.number).collect(),
            title: book.title,
            author: book.author,
            encoding: book.encoding,
            script,
            source,
            dropped: book.dropped,
            chapters: division
                .chapters
                .into_iter()
                .map(|chapter| PlannedChapter::of(chapter, limits, titles))
                .collect(),
            left_out: division.left_out,
        })
    }

    /// The source line of a chapter's paragraph; the first is 0.
    pub fn line(&self, chapter: &Chapter, paragraph: usize) -> usize {
        let first = self
            .lines
            .partition_point(|line| *line < chapter.first_line);
        let line = self.lines.get(first + paragraph);
        line.copied().unwrap_or(chapter.first_line)
    }

    /// Chunks of the whole book.
    pub fn n_chunks(&self) -> usize {
        self.chapters.iter().map(|planned| planned.n_chunks).sum()
    }

    /// Characters of the whole book.
    pub fn n_characters(&self) -> usize {
        self.chapters.iter().map(PlannedChapter::n_characters).sum()
    }

    /// The positions of the chapters with these numbers; of all when there are none.
    ///
    /// # Errors
    ///
    /// When the book has no such chapter.
    pub fn positions(&self, numbers: &[RangeInclusive<usize>]) -> Result<Vec<usize>, BatchError> {
        let n_chapters = self.chapters.len();
        let mut chosen = vec![numbers.is_empty(); n_chapters];
        for range in numbers {
            let wrong = [*range.start(), *range.end()]
                .into_iter()
                .find(|n| !(1..=n_chapters).contains(n));
            if let Some(number) = wrong {
                return Err(BatchError::NoChapter { number, n_chapters });
            }
            chosen[range.start() - 1..*range.end()].fill(true);
        }
        Ok((0..n_chapters)
            .filter(|position| chosen[*position])
            .collect())
    }
}

impl PlannedChapter {
    /// Plans a chapter.
    pub fn of(chapter: Chapter, limits: Limits, titles: Titles) -> Self {
        let mut planned = Self {
            n_chunks: 0,
            chapter,
            limits,
            titles,
        };
        planned.n_chunks = planned.cuts().chunks.len();
        planned
    }

    /// What of it is spoken. Cut anew each time: the chunks of a whole book would take several
    /// times the memory of its text.
    pub fn cuts(&self) -> Cuts {
        self.titles.of(chunk::split(&self.chapter, self.limits))
    }

    /// Characters of the chapter, line breaks left out.
    pub fn n_characters(&self) -> usize {
        self.chapter.text.chars().filter(|c| *c != '\n').count()
    }

    /// Seconds of audio that its chunks and pauses will take, by the default voice's pace.
    pub fn seconds(&self, pauses: &Pauses, speed: f32) -> f64 {
        let chunks = self.cuts().chunks;
        let spoken: usize = chunks
            .iter()
            .map(|c| c.text.chars().filter(|c| c.is_alphanumeric()).count())
            .sum();
        let silent: f64 = chunks.iter().map(|chunk| pauses.at(chunk.boundary)).sum();
        spoken as f64 * SECONDS_PER_CHARACTER / f64::from(speed) + silent + pauses.head
    }
}

/// Lists the lines of chapters that a person dropped.
fn list_left_out(book: &mut Book, left_out: &[Chapter]) {
    for chapter in left_out {
        let lines = &book.lines;
        let first = lines.partition_point(|line| line.number < chapter.first_line);
        // One source line may hold several paragraphs.
        let own = chapter.text.lines().next();
        let is_above = |line: &&Line| own != Some(&line.text);
        let lines = lines[first..].iter().skip_while(is_above);
        let pieces = lines.take(chapter.text.lines().count());
        book.dropped.extend(pieces.map(|line| Dropped {
            line: line.number,
            column: 0,
            text: line.text.clone(),
            reason: BY_CONTENTS,
            kept: String::new(),
        }));
    }
    book.dropped.sort_by_key(|piece| piece.line);
}

fn doubts(book: &Book, chapters: &[Chapter]) -> Vec<Doubt> {
    let of_text = book.doubts.iter().map(|doubt| Doubt {
        kind: doubt.kind.into(),
        r#where: format!("line {}", doubt.line),
        text: doubt.text.clone(),
    });
    let of_chapters = chapter::doubts(chapters).into_iter().map(|doubt| Doubt {
        kind: doubt.kind.into(),
        r#where: format!("chapter {} (line {})", doubt.chapter, doubt.line),
        text: doubt.text,
    });
    of_text.chain(of_chapters).collect()
}

fn beginning(book: &Book) -> String {
    let mut text = String::new();
    for line in &book.lines {
        if text.len() > SCRIPT_SAMPLE * 3 {
            break;
        }
        text.push_str(&line.text);
    }
    text
}
