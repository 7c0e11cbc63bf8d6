//! The captions of a chapter's track.
//!
//! Never speaks and never joins: the ledger is all that captions need, so those that a person wants
//! later are written beside a track that stands.

use super::job::Shared;
use super::prepare::Prepared;
use crate::store::StoreError;
use crate::track::{Captions, ChapterLedger};

/// The wanted captions of a chapter.
pub fn wanted(shared: &Shared, ledger: &ChapterLedger) -> Vec<(Captions, String)> {
    let (title, author) = (&shared.plan.title, &shared.plan.author);
    let forms = shared.captions.iter();
    forms
        .map(|form| (*form, form.of(ledger, title, author)))
        .collect()
}

/// Writes what is missing beside the track of a chapter, if that stands.
///
/// # Errors
///
/// When the disk refuses.
pub fn complete(shared: &Shared, prepared: &Prepared) -> Result<(), StoreError> {
    let folder = &shared.folder;
    let chapter = shared.plan.chapters[prepared.position].chapter.index;
    if !prepared.stands || folder.has_captions(chapter, &shared.captions) {
        return Ok(());
    }
    match folder.chapter_ledger(chapter) {
        Some(ledger) => folder.write_captions(&ledger.file, &wanted(shared, &ledger)),
        None => Ok(()),
    }
}
