//! The text: is all of it spoken, or listed with its reason?
//!
//! Never trusts the ledger's own word: its chunks are put together again, and compared with the plan.

use std::ops::Range;

use super::{Finding, Kind};
use crate::batch::assemble::UNSAYABLE;
use crate::batch::{Plan, PlannedChapter};
use crate::chunk::{Boundary, Chunk, Cuts, tiles};
use crate::track::{BookLedger, ChapterLedger};

/// Compares the ledger with the text as it is planned now.
pub fn compare(plan: &Plan, ledger: &BookLedger, findings: &mut Vec<Finding>) {
    if plan.source.blake3 != ledger.source.blake3 {
        let problem = "the text was changed after the book was made".into();
        findings.push(Finding::of_book(Kind::Text, problem));
    }
    for planned in &plan.chapters {
        let index = planned.chapter.index;
        let made = ledger
            .chapters
            .iter()
            .find(|chapter| chapter.index == index);
        let problem = match made {
            None => "it has no track yet".into(),
            Some(made) if made.text != planned.chapter.text => {
                "its track is of another text".into()
            }
            Some(made) => match unspoken_chunk(planned, made) {
                Some(text) => format!("`{text}` is not spoken"),
                None => continue,
            },
        };
        findings.push(Finding::of_chapter(Kind::Text, index, problem));
    }
    compare_numbers(plan, ledger, findings);
}

/// Chapters of the ledger that the plan has no more: a person dropped or joined some since.
fn compare_numbers(plan: &Plan, ledger: &BookLedger, findings: &mut Vec<Finding>) {
    let n_chapters = plan.chapters.len();
    let beyond = ledger.chapters.iter();
    let beyond = beyond.filter(|chapter| chapter.index > n_chapters);
    // Of the whole book: no command that names such a chapter would do anything.
    findings.extend(beyond.map(|chapter| {
        let problem = format!("`{}` is of no chapter any more", chapter.file);
        Finding::of_book(Kind::Text, problem)
    }));
}

/// Text that the plan speaks and the ledger neither speaks nor lists with its reason.
fn unspoken_chunk(planned: &PlannedChapter, made: &ChapterLedger) -> Option<String> {
    let spoken: Vec<_> = made.chunks.iter().map(|c| c.start..c.end).collect();
    let listed = made.unspoken.iter().filter(|span| span.reason == UNSAYABLE);
    let listed: Vec<_> = listed.map(|span| span.start..span.end).collect();
    let holds = |spans: &[Range<usize>], at| {
        let next = spans.partition_point(|span| span.end <= at);
        spans.get(next).is_some_and(|span| span.contains(&at))
    };
    // Another voice may have cut elsewhere, so every character that has a sound is looked for.
    let is_lost =
        |(at, c): (usize, char)| c.is_alphanumeric() && !holds(&spoken, at) && !holds(&listed, at);
    let mut chunks = planned.cuts().chunks.into_iter();
    let unspoken = chunks.find(|chunk| (chunk.start..).zip(chunk.text.chars()).any(is_lost));
    unspoken.map(|chunk| chunk.text)
}

/// Whether chunks and unspoken spans are the chapter's text.
pub fn check(chapter: &ChapterLedger, findings: &mut Vec<Finding>) {
    // Chunks that cannot be said leave holes in the numbers, which `redo` goes by.
    let chunks = chapter
        .chunks
        .iter()
        .enumerate()
        .map(|(index, chunk)| Chunk {
            index,
            start: chunk.start,
            end: chunk.end,
            text: chunk.text.clone(),
            role: chunk.role,
            boundary: Boundary::Sentence,
        });
    let cuts = Cuts {
        chunks: chunks.collect(),
        unspoken: chapter.unspoken.clone(),
    };
    if !tiles(&chapter.text, &cuts) {
        let problem = "chunks and unspoken spans do not add up to its text".into();
        findings.push(Finding::of_chapter(Kind::Text, chapter.index, problem));
    }
}
