//! Titles of chapters that are not announced.
//!
//! Never leaves a chapter without a word: a title with nothing behind it is spoken.

use super::{Boundary, Cuts, Unspoken};

/// Why a title is unspoken.
const NOT_ANNOUNCED: &str = "title not announced";

/// Whether chapters begin with their titles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Titles {
    /// They do.
    #[default]
    Announced,
    /// Titles are listed as unspoken.
    Silent,
}

impl Titles {
    /// As a setting says.
    pub fn announced(is_announced: bool) -> Self {
        if is_announced {
            Self::Announced
        } else {
            Self::Silent
        }
    }

    /// What is spoken of a chapter that is cut so.
    #[must_use]
    pub fn of(self, cuts: Cuts) -> Cuts {
        match self {
            Self::Announced => cuts,
            Self::Silent => without_title(cuts),
        }
    }
}

fn without_title(mut cuts: Cuts) -> Cuts {
    let is_last_of_title = |boundary| boundary == Boundary::Heading;
    let title = cuts
        .chunks
        .iter()
        .position(|chunk| is_last_of_title(chunk.boundary));
    let n_chunks = title.map_or(0, |last| last + 1);
    let title = cuts.chunks.drain(..n_chunks);
    cuts.unspoken.extend(title.map(|chunk| Unspoken {
        start: chunk.start,
        end: chunk.end,
        text: chunk.text,
        reason: NOT_ANNOUNCED.into(),
    }));
    cuts.unspoken.sort_by_key(|span| span.start);
    for (index, chunk) in cuts.chunks.iter_mut().enumerate() {
        chunk.index = index;
    }
    cuts
}

#[cfg(test)]
mod tests {
    use super::super::tests::chapter;
    use super::super::{Limits, split, tiles};
    use super::*;

    #[test]
    fn a_title_that_is_not_announced_is_listed_with_its_reason() {
        let text = "第一卷 北山\n第一章 雪夜\n老周推开门，雪还在下。";
        let cuts = split(&chapter(text, 2), Limits::default());
        assert_eq!(Titles::Announced.of(cuts.clone()), cuts);
        let silent = Titles::Silent.of(cuts);
        assert!(tiles(text, &silent));
        assert_eq!(silent.chunks.len(), 1);
        let listed = silent
            .unspoken
            .iter()
            .filter(|span| span.reason == NOT_ANNOUNCED);
        let listed: Vec<_> = listed.map(|span| span.text.as_str()).collect();
        assert_eq!(listed, ["第一卷 北山", "第一章 雪夜"]);
    }

    #[test]
    fn a_title_with_nothing_behind_it_is_spoken() {
        let cuts = split(&chapter("第一章 雪夜\n……", 1), Limits::default());
        assert_eq!(Titles::Silent.of(cuts.clone()), cuts);
    }
}
