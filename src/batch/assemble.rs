//! Speeches from the store to a chapter's track, captions and ledger.
//!
//! Never holds more than one speech, and never writes a track with a hole in it.

use super::job::Shared;
use super::prepare::Prepared;
use crate::chunk::{Chunk, Unspoken};
use crate::speech::archive;
use crate::store::{Fingerprint, StoreError};
use crate::track::{self, ChapterLedger, ChunkLedger, SAMPLE_RATE, TrackError, TrackWriter};

/// Why a chunk is unspoken though it has letters.
pub const UNSAYABLE: &str = "this voice cannot say it";

/// What became of a chapter.
#[derive(Debug)]
pub enum Assembled {
    /// Its track stands.
    Finished {
        /// Its file name.
        file: String,
        /// Chunks that this voice cannot say; the ledger lists them as unspoken.
        n_unsayable: usize,
    },
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
    let mut unspoken = planned.cuts.unspoken.clone();
    for (chunk, fingerprint) in planned.cuts.chunks.iter().zip(&prepared.speeches) {
        let Some(fingerprint) = fingerprint else {
            unspoken.push(unsayable(chunk));
            continue;
        };
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
    let (frames, samples) = track.publish()?;
    let n_unsayable = unspoken.len() - planned.cuts.unspoken.len();
    unspoken.sort_by_key(|span| span.start);
    let ledger = ChapterLedger {
        index: planned.chapter.index,
        volume: planned.chapter.volume.clone(),
        title: planned.chapter.title.clone(),
        file: file.clone(),
        sample_rate: SAMPLE_RATE,
        frames,
        text: planned.chapter.text.clone(),
        chunks,
        unspoken,
        samples,
        track: prepared.track.to_string(),
    };
    let captions = track::captions(&ledger, &shared.plan.title, &shared.plan.author);
    shared.folder.end_track(&ledger, &captions)?;
    Ok(Assembled::Finished { file, n_unsayable })
}

fn unsayable(chunk: &Chunk) -> Unspoken {
    Unspoken {
        start: chunk.start,
        end: chunk.end,
        text: chunk.text.clone(),
        reason: UNSAYABLE.into(),
    }
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
