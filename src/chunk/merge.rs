//! Pieces too short to speak well, joined with a neighbour.
//!
//! Never joins two roles, except that punctuation without a sound goes to whoever stands beside
//! it; never makes a piece longer than the limit.

use super::paragraph::{Paragraph, Piece};
use super::{Boundary, Limits, Role, cut, sentence};

/// Joins what is short. A piece stays without a sound only where no neighbour has room for it.
pub(super) fn merge(paragraph: &Paragraph, pieces: Vec<Piece>, limits: Limits) -> Vec<Piece> {
    let merger = Merger { paragraph, limits };
    let spoken = merger.pass(pieces, |piece, beside, side| {
        merger.joins_soundless(piece, beside, side)
    });
    let joined = merger.pass(spoken, |piece, beside, side| {
        merger.joins_short(piece, beside, side)
    });
    merger.share_out(joined)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    After,
}

struct Merger<'a> {
    paragraph: &'a Paragraph,
    limits: Limits,
}

impl Merger<'_> {
    /// Goes through the pieces once; a rule decides about a piece and the neighbour on one side.
    fn pass(&self, pieces: Vec<Piece>, joins: impl Fn(Piece, Piece, Side) -> bool) -> Vec<Piece> {
        let mut merged: Vec<Piece> = Vec::with_capacity(pieces.len());
        let mut rest = pieces.into_iter().peekable();
        while let Some(piece) = rest.next() {
            let before = merged
                .last_mut()
                .filter(|last| joins(piece, **last, Side::Before));
            let after = rest
                .peek_mut()
                .filter(|next| joins(piece, **next, Side::After));
            match (before, after) {
                (_, Some(after)) if piece.role == Role::Narration && self.is_spoken(piece) => {
                    *after = self.join(piece, *after);
                }
                (Some(before), _) => *before = self.join(*before, piece),
                (None, Some(after)) => *after = self.join(piece, *after),
                (None, None) => merged.push(piece),
            }
        }
        merged
    }

    /// A short piece whose neighbour has no room for it gets something from the neighbour.
    fn share_out(&self, pieces: Vec<Piece>) -> Vec<Piece> {
        let mut shared: Vec<Piece> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let halves = shared.last().and_then(|last| self.halves(*last, piece));
            match halves {
                Some(halves) => {
                    shared.pop();
                    shared.extend(halves);
                }
                None => shared.push(piece),
            }
        }
        shared
    }

    /// Two pieces of one role, one of them short, cut anew at a mark where all parts are long enough.
    fn halves(&self, earlier: Piece, later: Piece) -> Option<Vec<Piece>> {
        let is_wanted = self.is_short(earlier) || self.is_short(later);
        if !is_wanted || earlier.role != later.role {
            return None;
        }
        let mut parts = cut::cut(self.paragraph, self.join(earlier, later), self.limits);
        let (_, inner) = parts.split_last_mut()?;
        for part in inner {
            if part.boundary == Boundary::Cut {
                return None;
            }
            part.boundary = sentence::boundary_after(self.paragraph, part.span);
        }
        let are_long = parts.iter().all(|part| !self.is_short(*part));
        are_long.then_some(parts)
    }

    fn is_short(&self, piece: Piece) -> bool {
        self.paragraph.n_spoken(piece.span) < self.limits.least
    }

    fn joins_soundless(&self, piece: Piece, neighbour: Piece, side: Side) -> bool {
        !self.is_spoken(piece) && self.fits(piece, neighbour, side)
    }

    fn joins_short(&self, piece: Piece, neighbour: Piece, side: Side) -> bool {
        self.is_short(piece) && piece.role == neighbour.role && self.fits(piece, neighbour, side)
    }

    fn is_spoken(&self, piece: Piece) -> bool {
        self.paragraph.n_spoken(piece.span) > 0
    }

    fn fits(&self, piece: Piece, neighbour: Piece, side: Side) -> bool {
        let union = match side {
            Side::Before => neighbour.span.up_to(piece.span),
            Side::After => piece.span.up_to(neighbour.span),
        };
        self.paragraph.fits(union)
    }

    /// The later boundary stays; the role is that of the one with a sound.
    fn join(&self, earlier: Piece, later: Piece) -> Piece {
        let role = if self.is_spoken(later) && !self.is_spoken(earlier) {
            later.role
        } else {
            earlier.role
        };
        Piece {
            span: earlier.span.up_to(later.span),
            role,
            boundary: later.boundary,
        }
    }
}
