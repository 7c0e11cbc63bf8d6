//! A text on its way to a [`Book`](super::Book): paragraphs that remember where each character stood.
//!
//! Never loses a character silently: what a pass takes out or puts in is listed with its place, so
//! that the [audit](super::account) can walk the same way again.

use std::ops::Range;

use super::{Dropped, Line, Reason};

/// Paragraphs and what was taken out of them.
#[derive(Debug, Default)]
pub struct Manuscript {
    /// The paragraphs in order; an empty one was dropped whole.
    pub paragraphs: Vec<Paragraph>,
    dropped: Vec<Dropped>,
}

/// One paragraph.
#[derive(Debug, Clone)]
pub struct Paragraph {
    text: String,
    origin: Origin,
}

/// Where the characters of a paragraph stood.
#[derive(Debug, Clone)]
enum Origin {
    /// One after another, from this place on.
    Run(Place),
    /// Each at a place of its own.
    Each(Vec<Place>),
}

/// A character's place in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    /// From 1.
    line: usize,
    /// In characters, from 0.
    column: usize,
}

impl Manuscript {
    /// Adds a stretch of a source line, from `column` on, as a paragraph; white space at its edges
    /// is layout, and a blank one is none.
    pub fn push(&mut self, line: usize, column: usize, text: &str) {
        let kept = text.trim();
        if !kept.is_empty() {
            let lead = &text[..text.len() - text.trim_start().len()];
            let column = column + lead.chars().count();
            self.paragraphs.push(Paragraph {
                text: kept.to_owned(),
                origin: Origin::Run(Place { line, column }),
            });
        }
    }

    /// Adds a paragraph whose characters stood at these columns of a source line.
    pub fn push_scattered(&mut self, line: usize, text: &str, columns: &[usize]) {
        let lead = text.len() - text.trim_start().len();
        let skipped = text[..lead].chars().count();
        let kept = text.trim();
        if !kept.is_empty() {
            let columns = columns[skipped..].iter().take(kept.chars().count());
            let places = columns.map(|column| Place {
                line,
                column: *column,
            });
            self.paragraphs.push(Paragraph {
                text: kept.to_owned(),
                origin: Origin::Each(places.collect()),
            });
        }
    }

    /// Lists a piece of the source that never came into a paragraph.
    pub fn list(&mut self, piece: Dropped) {
        self.dropped.push(piece);
    }

    /// Takes pieces of the source out, as far as they are still there; none overlaps another.
    pub fn hide(&mut self, pieces: &[Dropped]) {
        let mut pieces: Vec<&Dropped> = pieces.iter().collect();
        pieces.sort_by_key(|piece| (piece.line, piece.column));
        for paragraph in 0..self.paragraphs.len() {
            let spans = self.paragraphs[paragraph].spans_of(&pieces);
            let edits = spans.iter().map(|(range, piece)| Edit {
                range: range.clone(),
                kept: "",
                reason: &piece.reason,
            });
            self.edit(paragraph, edits);
        }
    }

    /// Takes the bytes `range` out of a paragraph and puts `kept` in their place.
    ///
    /// An empty range is an insertion.
    pub fn replace(&mut self, paragraph: usize, range: Range<usize>, kept: &str, reason: &Reason) {
        self.replace_all(paragraph, &[(range, kept)], reason);
    }

    /// Replaces several ranges of a paragraph, in order; none overlaps another.
    pub fn replace_all(
        &mut self,
        paragraph: usize,
        edits: &[(Range<usize>, &str)],
        reason: &Reason,
    ) {
        let edits = edits.iter().map(|(range, kept)| Edit {
            range: range.clone(),
            kept,
            reason,
        });
        self.edit(paragraph, edits);
    }

    /// Carries edits out in one walk over the paragraph: a walk for each of the 50,000 marks of a
    /// long one would take hours.
    fn edit<'a>(&mut self, paragraph: usize, edits: impl ExactSizeIterator<Item = Edit<'a>>) {
        if edits.len() == 0 {
            return;
        }
        let Paragraph { text, origin } = &mut self.paragraphs[paragraph];
        let old = std::mem::take(text);
        let places = std::mem::take(origin.each(old.chars().count()));
        let new = origin.each(0);
        let (mut byte, mut index) = (0, 0);
        for Edit {
            range,
            kept,
            reason,
        } in edits
        {
            let n_between = old[byte..range.start].chars().count();
            text.push_str(&old[byte..range.start]);
            new.extend(&places[index..index + n_between]);
            index += n_between;
            let taken = &old[range.clone()];
            let n_taken = taken.chars().count();
            let here = place_at(&places, index);
            let of_taken = &places[index..index + n_taken];
            self.dropped
                .extend(listed(taken, of_taken, here, kept, reason));
            text.push_str(kept);
            new.extend(std::iter::repeat_n(here, kept.chars().count()));
            (byte, index) = (range.end, index + n_taken);
        }
        text.push_str(&old[byte..]);
        new.extend(&places[index..]);
    }

    /// Takes the bytes `range` out of a paragraph.
    pub fn cut(&mut self, paragraph: usize, range: Range<usize>, reason: &Reason) {
        self.replace(paragraph, range, "", reason);
    }

    /// Takes a paragraph out.
    pub fn drop_paragraph(&mut self, paragraph: usize, reason: &Reason) {
        let length = self.paragraphs[paragraph].text.len();
        self.cut(paragraph, 0..length, reason);
    }

    /// Joins a paragraph to the one that is not empty before it: a line break between them was
    /// layout. Words of an alphabet stay apart.
    pub fn join_to(&mut self, before: usize, paragraph: usize) {
        let joined = std::mem::replace(
            &mut self.paragraphs[paragraph],
            Paragraph {
                text: String::new(),
                origin: Origin::Each(Vec::new()),
            },
        );
        let Paragraph { text, mut origin } = joined;
        let places = std::mem::take(origin.each(text.chars().count()));
        let first = &mut self.paragraphs[before];
        // A count for each line that is joined would be over all of the lines before it.
        let n_first = match &first.origin {
            Origin::Run(_) => first.text.chars().count(),
            Origin::Each(places) => places.len(),
        };
        let own = first.origin.each(n_first);
        let is_word = |c: char| c.is_ascii_alphanumeric() || ",.;:!?".contains(c);
        if first.text.ends_with(is_word) && text.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            own.extend(own.last().copied());
            first.text.push(' ');
        }
        own.extend(places);
        first.text.push_str(&text);
    }

    /// The lines of the book, and what was dropped, line by line in the order it was taken.
    pub fn finish(mut self) -> (Vec<Line>, Vec<Dropped>) {
        // Stable: within a line the order of the passes must stand.
        self.dropped.sort_by_key(|piece| piece.line);
        let lines = self.paragraphs.into_iter().filter_map(|paragraph| {
            let text = paragraph.text.trim();
            let number = paragraph.line();
            (!text.is_empty()).then(|| Line {
                number,
                text: text.to_owned(),
            })
        });
        (lines.collect(), self.dropped)
    }
}

impl Paragraph {
    /// Its text; empty when it was dropped or joined to the one before it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The source line it begins on, from 1; 0 when nothing is left of it.
    pub fn line(&self) -> usize {
        match &self.origin {
            Origin::Run(place) => place.line,
            Origin::Each(places) => places.first().map_or(0, |place| place.line),
        }
    }

    /// The column of its first character, from 0; 0 when nothing is left of it.
    pub fn column(&self) -> usize {
        match &self.origin {
            Origin::Run(place) => place.column,
            Origin::Each(places) => places.first().map_or(0, |place| place.column),
        }
    }

    /// The bytes of its text where pieces of the source stood, as far as they are still there;
    /// `pieces` are in order, and the paragraph is of one source line.
    fn spans_of<'a>(&self, pieces: &[&'a Dropped]) -> Vec<(Range<usize>, &'a Dropped)> {
        let place = (self.line(), self.column());
        let behind = pieces.partition_point(|piece| (piece.line, piece.column) <= place);
        // The piece before may reach into the paragraph.
        let mut spans = Vec::new();
        let mut characters = self.text.char_indices().enumerate().peekable();
        for piece in &pieces[behind.saturating_sub(1)..] {
            let columns = piece.column..piece.column + piece.text.chars().count();
            let before = |place: Place| (place.line, place.column) < (piece.line, columns.start);
            let holds = |place: Place| place.line == piece.line && columns.contains(&place.column);
            let mut span: Option<Range<usize>> = None;
            while let Some(&(index, (byte, character))) = characters.peek() {
                let place = self.origin.at(index);
                if holds(place) {
                    let start = span.map_or(byte, |span| span.start);
                    span = Some(start..byte + character.len_utf8());
                } else if !before(place) {
                    break;
                }
                characters.next();
            }
            spans.extend(span.map(|span| (span, *piece)));
            if characters.peek().is_none() {
                break;
            }
        }
        spans
    }
}

/// A piece of a paragraph, and what comes in its place.
struct Edit<'a> {
    range: Range<usize>,
    kept: &'a str,
    reason: &'a Reason,
}

impl Origin {
    fn at(&self, index: usize) -> Place {
        match self {
            Self::Run(place) => Place {
                column: place.column + index,
                ..*place
            },
            Self::Each(places) => places[index],
        }
    }

    /// The place of each of the `n` characters, from now on one by one.
    fn each(&mut self, n: usize) -> &mut Vec<Place> {
        if let Self::Run(_) = self {
            *self = Self::Each((0..n).map(|index| self.at(index)).collect());
        }
        match self {
            Self::Each(places) => places,
            Self::Run(_) => unreachable!("it was just made one by one"),
        }
    }
}

/// What is listed for a piece that `kept` comes in the place of: a part for each source line.
fn listed(taken: &str, places: &[Place], here: Place, kept: &str, reason: &Reason) -> Vec<Dropped> {
    let piece = |place: Place, text: String, kept: &str| Dropped {
        line: place.line,
        column: place.column,
        text,
        reason: reason.clone(),
        kept: kept.to_owned(),
    };
    if places.is_empty() {
        return vec![piece(here, String::new(), kept)];
    }
    let mut rest = kept;
    let mut characters = taken.chars();
    let runs = places.chunk_by(|one, next| one.line == next.line);
    let parts = runs.map(|run| {
        let text = characters.by_ref().take(run.len()).collect();
        piece(run[0], text, std::mem::take(&mut rest))
    });
    parts.collect()
}

/// The place of the character at `index`; behind the last one, right after it.
fn place_at(places: &[Place], index: usize) -> Place {
    let after = |last: &Place| Place {
        column: last.column + 1,
        ..*last
    };
    let behind_all = || places.last().map_or(Place { line: 1, column: 0 }, after);
    places.get(index).copied().unwrap_or_else(behind_all)
}

#[cfg(test)]
mod tests;
