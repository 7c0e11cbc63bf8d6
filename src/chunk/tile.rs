//! Laying chunks and unspoken text side by side, and checking that nothing is missing.
//!
//! Never leaves a gap: what is not a chunk is written down with its reason.

use super::paragraph::{Paragraph, Piece};
use super::{Boundary, Chunk, Cuts, Role, Unspoken, sentence};

const LAYOUT: &str = "layout";
const PAUSE: &str = "pause";

/// Whether the chunks and the unspoken text, each in order, are exactly `text`: every character in
/// one of them, at the place it says.
pub fn tiles(text: &str, cuts: &Cuts) -> bool {
    let chunks = cuts
        .chunks
        .iter()
        .map(|chunk| (chunk.start, chunk.end, chunk.text.as_str()));
    let unspoken = cuts
        .unspoken
        .iter()
        .map(|span| (span.start, span.end, span.text.as_str()));
    let is_in_order = chunks.clone().is_sorted()
        && unspoken.clone().is_sorted()
        && cuts
            .chunks
            .iter()
            .enumerate()
            .all(|(place, chunk)| chunk.index == place);
    let mut spans: Vec<_> = chunks.chain(unspoken).collect();
    spans.sort_unstable();
    let rest = spans
        .into_iter()
        .try_fold((0, text), |(place, rest), (start, end, tile)| {
            let is_here = start == place && start < end && end - start == tile.chars().count();
            let rest = rest.strip_prefix(tile).filter(|_| is_here)?;
            Some((end, rest))
        });
    is_in_order && rest.is_some_and(|(_, rest)| rest.is_empty())
}

/// Writes [`Cuts`] from left to right. White space waits, so that a run of it becomes one span.
#[derive(Debug, Default)]
pub(super) struct Layer {
    cuts: Cuts,
    waiting: String,
    /// Where the waiting text begins, as an offset in characters.
    place: usize,
    /// Where the next text begins.
    next: usize,
}

impl Layer {
    /// Lays the break before another line.
    pub fn line_break(&mut self) {
        self.space(&['\n']);
    }

    /// Lays a line as cut into pieces.
    pub fn paragraph(&mut self, paragraph: &Paragraph, pieces: &[Piece]) {
        let is_spoken = |piece: &&Piece| paragraph.n_spoken(piece.span) > 0;
        match pieces.iter().find(is_spoken) {
            Some(first) => {
                self.meet(first.role);
                self.pieces(paragraph, pieces);
                self.end_with(Boundary::Paragraph);
            }
            None => self.soundless(paragraph),
        }
    }

    /// Says that the heading ends here.
    pub fn end_heading(&mut self) {
        self.end_with(Boundary::Heading);
    }

    /// Everything laid.
    pub fn finish(mut self) -> Cuts {
        self.flush();
        self.end_with(Boundary::End);
        self.cuts
    }

    /// A paragraph that starts with this role follows.
    fn meet(&mut self, role: Role) {
        if let Some(last) = self.cuts.chunks.last_mut() {
            let both_speak = (last.role, role) == (Role::Dialogue, Role::Dialogue);
            if both_speak && last.boundary == Boundary::Paragraph {
                last.boundary = Boundary::Turn;
            }
        }
    }

    fn end_with(&mut self, boundary: Boundary) {
        if let Some(last) = self.cuts.chunks.last_mut() {
            last.boundary = boundary;
        }
    }

    fn pieces(&mut self, paragraph: &Paragraph, pieces: &[Piece]) {
        let chars = &paragraph.chars;
        let mut done = 0;
        for piece in pieces {
            let text = &chars[piece.span.start..piece.span.end];
            self.space(&chars[done..piece.span.start]);
            if paragraph.n_spoken(piece.span) > 0 {
                self.chunk(text, *piece);
            } else {
                self.pause(text);
            }
            done = piece.span.end;
        }
        self.space(&chars[done..]);
    }

    /// A line of white space, or of marks that set scenes apart. A heading stays a heading.
    fn soundless(&mut self, paragraph: &Paragraph) {
        let ink = paragraph.trim(paragraph.whole());
        let chars = &paragraph.chars;
        self.space(&chars[..ink.start]);
        if ink.len() > 0 {
            self.pause(&chars[ink.start..ink.end]);
            self.end_scene();
        }
        self.space(&chars[ink.end..]);
    }

    fn end_scene(&mut self) {
        let last = self.cuts.chunks.last_mut();
        if let Some(last) = last.filter(|chunk| chunk.boundary == Boundary::Paragraph) {
            last.boundary = Boundary::Scene;
        }
    }

    fn space(&mut self, chars: &[char]) {
        self.waiting.extend(chars);
        self.next += chars.len();
    }

    fn chunk(&mut self, chars: &[char], piece: Piece) {
        self.flush();
        let (start, end) = self.advance(chars.len());
        let index = self.cuts.chunks.len();
        let text = chars.iter().collect();
        let Piece { role, boundary, .. } = piece;
        let boundary = match boundary {
            Boundary::Sentence => sentence::kind_of_end(chars),
            other => other,
        };
        self.cuts.chunks.push(Chunk {
            index,
            start,
            end,
            text,
            role,
            boundary,
        });
    }

    fn pause(&mut self, chars: &[char]) {
        self.flush();
        let (start, end) = self.advance(chars.len());
        let text = chars.iter().collect();
        self.cuts.unspoken.push(Unspoken {
            start,
            end,
            text,
            reason: PAUSE.to_owned(),
        });
    }

    /// Writes the waiting white space down.
    fn flush(&mut self) {
        let (start, end) = (self.place, self.next);
        if start < end {
            let text = std::mem::take(&mut self.waiting);
            self.cuts.unspoken.push(Unspoken {
                start,
                end,
                text,
                reason: LAYOUT.to_owned(),
            });
            self.place = end;
        }
    }

    /// Makes room for the next text.
    fn advance(&mut self, n_chars: usize) -> (usize, usize) {
        let start = self.place;
        self.place += n_chars;
        self.next = self.place;
        (start, self.place)
    }
}
