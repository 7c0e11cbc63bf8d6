//! Speeches from the store to a chapter's track, captions and ledger.
//!
//! Never holds more than one speech, and never writes a track with a hole in it.

use super::Finding;
use super::audit::audit_chapter;
use super::job::Shared;
use super::prepare::{Prepared, track_fingerprint};
use crate::chunk::{Chunk, Unspoken};
use crate::speech::{Speech, archive};
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
        /// What its audit found wrong.
        doubts: Vec<Finding>,
    },
    /// These chunks' speeches were missing or broken.
    Missing(Vec<usize>),
}

/// Joins the speeches of a chapter.
pub fn assemble(shared: &Shared, prepared: &Prepared) -> Result<Assembled, TrackError> {
    let planned = &shared.plan.chapters[prepared.position];
    let file = shared.folder.track_file(&planned.chapter);
    let mut track = TrackWriter::create(&shared.folder.path().join(&file), shared.pauses)?;
    let joined = join(shared, prepared, &mut track)?;
    if !joined.missing.is_empty() {
        return Ok(Assembled::Missing(joined.missing));
    }
    shared.folder.begin_track(planned.chapter.index)?;
    let (frames, samples) = track.publish()?;
    let (position, chunks) = (prepared.position, &prepared.cuts.chunks);
    let track = track_fingerprint(shared, position, chunks, &joined.speeches);
    let mut unspoken = prepared.cuts.unspoken.clone();
    let n_unsayable = joined.unsayable.len();
    unspoken.extend(joined.unsayable);
    unspoken.sort_by_key(|span| span.start);
    let ledger = ChapterLedger {
        index: planned.chapter.index,
        volume: planned.chapter.volume.clone(),
        title: planned.chapter.title.clone(),
        file: file.clone(),
        sample_rate: SAMPLE_RATE,
        frames,
        text: planned.chapter.text.clone(),
        chunks: joined.chunks,
        unspoken,
        samples,
        track: track.to_string(),
    };
    let captions = track::captions(&ledger, &shared.plan.title, &shared.plan.author);
    shared.folder.end_track(&ledger, &captions)?;
    let doubts = audit_chapter(&ledger, &shared.files());
    Ok(Assembled::Finished {
        file,
        n_unsayable,
        doubts,
    })
}

/// What lies in a track.
#[derive(Default)]
struct Joined {
    chunks: Vec<ChunkLedger>,
    /// The speech of each chunk, by whichever voice.
    speeches: Vec<Option<Fingerprint>>,
    unsayable: Vec<Unspoken>,
    /// Chunks without a speech.
    missing: Vec<usize>,
}

fn join(
    shared: &Shared,
    prepared: &Prepared,
    track: &mut TrackWriter,
) -> Result<Joined, TrackError> {
    let mut joined = Joined::default();
    let chunks = &prepared.cuts.chunks;
    for (chunk, own) in chunks.iter().zip(&prepared.speeches) {
        let Some(own) = own else {
            joined.unsayable.push(unsayable(chunk));
            joined.speeches.push(None);
            continue;
        };
        let Some(found) = find(shared, chunk, own)? else {
            joined.missing.push(chunk.index);
            continue;
        };
        let span = track.push(&found.speech, chunk.boundary)?;
        joined.speeches.push(Some(found.name));
        joined.chunks.push(ChunkLedger {
            index: chunk.index,
            start: chunk.start,
            end: chunk.end,
            text: chunk.text.clone(),
            role: chunk.role,
            from: span.start,
            to: span.end,
            speech: found.name.to_string(),
            takes: found.takes,
            doubt: found.doubt.or_else(|| prepared.doubts[chunk.index].clone()),
        });
    }
    Ok(joined)
}

/// A speech in the store.
struct Found {
    name: Fingerprint,
    speech: Speech,
    takes: u32,
    /// Who spoke, if it was not the chosen voice.
    doubt: Option<String>,
}

fn find(shared: &Shared, chunk: &Chunk, own: &Fingerprint) -> Result<Option<Found>, StoreError> {
    let found = |name, read: Option<(Speech, u32)>, doubt| {
        read.map(|(speech, takes)| Found {
            name,
            speech,
            takes,
            doubt,
        })
    };
    let read_own = read(shared, own)?;
    let other = shared.fallback.as_ref().filter(|_| read_own.is_none());
    let other = other.and_then(|other| Some((other.name_of(own, &chunk.text)?, other.doubt())));
    Ok(match other {
        None => found(*own, read_own, None),
        Some((name, doubt)) => found(name, read(shared, &name)?, Some(doubt)),
    })
}

fn unsayable(chunk: &Chunk) -> Unspoken {
    Unspoken {
        start: chunk.start,
        end: chunk.end,
        text: chunk.text.clone(),
        reason: UNSAYABLE.into(),
    }
}

fn read(shared: &Shared, fingerprint: &Fingerprint) -> Result<Option<(Speech, u32)>, StoreError> {
    let Some(entry) = shared.store.get(fingerprint)? else {
        return Ok(None);
    };
    match archive::from_bytes(&entry.bytes) {
        Ok(speech) => Ok(Some((speech, entry.take))),
        Err(_) => shared.store.set_aside(fingerprint).map(|()| None),
    }
}
