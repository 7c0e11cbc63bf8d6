//! Speeches from the store to a chapter's track, captions and ledger.
//!
//! Never holds more than one speech, and never writes a track with a hole in it.

use super::dispatch::Shared;
use super::prepare::Prepared;
use crate::speech::archive;
use crate::store::{Fingerprint, StoreError};
use crate::track::{self, ChapterLedger, ChunkLedger, SAMPLE_RATE, TrackError, TrackWriter};

/// What became of a chapter.
#[derive(Debug)]
pub enum Assembled {
    /// Its track stands, under this file name.
    Finished(String),
    /// These chunks' speeches were missing or broken.
    Missing(Vec<usize>),
}

/// Joins the speeches of a chapter.
pub fn assemble(shared: &Shared, prepared: &Prepared) -> Result<Assembled, TrackError> {
    let planned = &shared.plan.chapters[prepared.position];
    let file = shared.folder.track_file(&planned.chapter);
    let mut track = TrackWriter::create(&shared.folder.path().join(&file), shared.pauses)?;
    let mut chunks = Vec::with_capacity(planned.cuts.chunks.len());
    let mut missing = Vec::new();
    for (chunk, fingerprint) in planned.cuts.chunks.iter().zip(&prepared.speeches) {
        let Some((speech, takes)) = read(shared, fingerprint)? else {
            missing.push(chunk.index);
            continue;
        };
        let span = track.push(&speech, chunk.boundary)?;
        chunks.push(ChunkLedger {
            index: chunk.index,
            start: chunk.start,
            end: chunk.end,
            text: chunk.text.clone(),
            role: chunk.role,
            from: span.start,
            to: span.end,
            speech: fingerprint.to_string(),
            takes,
            doubt: prepared.doubts[chunk.index].clone(),
        });
    }
    if !missing.is_empty() {
        return Ok(Assembled::Missing(missing));
    }
    shared.folder.begin_track(planned.chapter.index)?;
    let frames = track.publish()?;
    let ledger = ChapterLedger {
        index: planned.chapter.index,
        volume: planned.chapter.volume.clone(),
        title: planned.chapter.title.clone(),
        file: file.clone(),
        sample_rate: SAMPLE_RATE,
        frames,
        text: planned.chapter.text.clone(),
        chunks,
        unspoken: planned.cuts.unspoken.clone(),
        track: prepared.track.to_string(),
    };
    let captions = track::captions(&ledger, &shared.plan.title, &shared.plan.author);
    shared.folder.end_track(&ledger, &captions)?;
    Ok(Assembled::Finished(file))
}

fn read(
    shared: &Shared,
    fingerprint: &Fingerprint,
) -> Result<Option<(crate::speech::Speech, u32)>, StoreError> {
    let Some(entry) = shared.store.get(fingerprint)? else {
        return Ok(None);
    };
    match archive::from_bytes(&entry.bytes) {
        Ok(speech) => Ok(Some((speech, entry.take))),
        Err(_) => shared.store.set_aside(fingerprint).map(|()| None),
    }
}
