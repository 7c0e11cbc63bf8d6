//! Pieces too short to speak well, joined with a neighbour.
//!
//! Never joins two roles, except that punctuation without a sound goes to whoever stands beside
//! it; never makes a piece longer than the limit.

use super::paragraph::{Paragraph, Piece};
use super::{Limits, Role};

/// Joins what is short. A piece stays without a sound only where no neighbour has room for it.
pub(super) fn merge(paragraph: &Paragraph, pieces: Vec<Piece>, limits: Limits) -> Vec<Piece> {
    let merger = Merger { paragraph, limits };
    let spoken = merger.pass(pieces, |piece, beside, side| {
        merger.joins_soundless(piece, beside, side)
    });
    merger.pass(spoken, |piece, beside, side| {
        merger.joins_short(piece, beside, side)
    })
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

    fn joins_soundless(&self, piece: Piece, neighbour: Piece, side: Side) -> bool {
        !self.is_spoken(piece) && self.fits(piece, neighbour, side)
    }

    fn joins_short(&self, piece: Piece, neighbour: Piece, side: Side) -> bool {
        self.paragraph.n_spoken(piece.span) < self.limits.least
            && piece.role == neighbour.role
            && self.fits(piece, neighbour, side)
    }

    fn is_spoken(&self, piece: Piece) -> bool {
        self.paragraph.n_spoken(piece.span) > 0
    }

    fn fits(&self, piece: Piece, neighbour: Piece, side: Side) -> bool {
        let union = match side {
            Side::Before => neighbour.span.up_to(piece.span),
            Side::After => piece.span.up_to(neighbour.span),
        };
        union.len() <= self.limits.most
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
