//! Speeches from the store to a chapter's track, captions and ledger.
//!
//! Never holds more than one speech, and never writes a track with a hole in it.

use std::ops::Range;

use super::Finding;
use super::audit::audit_chapter;
use super::captions;
use super::job::Shared;
use super::prepare::{Prepared, track_fingerprint};
use crate::chunk::{Chunk, Unspoken};
use crate::speech::{Speech, archive, pace};
use crate::store::{Fingerprint, StoreError};
use crate::track::{
    self, Acx, ChapterLedger, ChunkLedger, Profile, Published, SAMPLE_RATE, Speaker, Survey,
    TimedWord, TrackError, TrackWriter,
};

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

/// Joins the speeches of a chapter: first they are only heard, then written as loud as they should be.
pub fn assemble(shared: &Shared, prepared: &Prepared) -> Result<Assembled, TrackError> {
    let mut survey = Survey::new(shared.pauses);
    let missing = each_speech(shared, prepared, |chunk, found| {
        survey.push(&found.speech, chunk.boundary, found.speaker)
    })?;
    if !missing.is_empty() {
        return Ok(Assembled::Missing(missing));
    }
    let mastering = survey.finish(shared.level, shared.profile);
    let planned = &shared.plan.chapters[prepared.position];
    let file = shared.folder.track_file(&planned.chapter);
    let path = shared.folder.path().join(&file);
    let mut track = TrackWriter::create(&path, shared.pauses, mastering)?;
    let joined = join(shared, prepared, &mut track)?;
    if !joined.missing.is_empty() {
        return Ok(Assembled::Missing(joined.missing));
    }
    shared.folder.begin_track(planned.chapter.index)?;
    let published = track.publish()?;
    publish(shared, prepared, joined, file, published)
}

/// Puts captions and ledger beside the track.
fn publish(
    shared: &Shared,
    prepared: &Prepared,
    joined: Joined,
    file: String,
    published: Published,
) -> Result<Assembled, TrackError> {
    let planned = &shared.plan.chapters[prepared.position];
    let (position, chunks) = (prepared.position, &prepared.cuts.chunks);
    let track = track_fingerprint(shared, position, chunks, &joined.speeches);
    let mut unspoken = prepared.cuts.unspoken.clone();
    let n_unsayable = joined.unsayable.len();
    unspoken.extend(joined.unsayable);
    unspoken.sort_by_key(|span| span.start);
    let acx = match shared.profile {
        Profile::Acx => Some(Acx::measure(
            &shared.folder.path().join(&file),
            &joined.chunks,
        )?),
        Profile::Plain => None,
    };
    let ledger = ChapterLedger {
        index: planned.chapter.index,
        volume: planned.chapter.volume.clone(),
        title: planned.chapter.title.clone(),
        file: file.clone(),
        sample_rate: SAMPLE_RATE,
        frames: published.frames,
        text: planned.chapter.text.clone(),
        chunks: joined.chunks,
        unspoken,
        level: Some(published.level),
        acx,
        samples: published.samples,
        track: track.to_string(),
    };
    shared
        .folder
        .end_track(&ledger, &captions::wanted(shared, &ledger))?;
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
    let chunks = &prepared.cuts.chunks;
    let silent = chunks.iter().zip(&prepared.speeches);
    let silent = silent.filter(|(_, speech)| speech.is_none());
    let mut joined = Joined {
        speeches: vec![None; chunks.len()],
        unsayable: silent.map(|(chunk, _)| unsayable(chunk)).collect(),
        ..Joined::default()
    };
    joined.missing = each_speech(shared, prepared, |chunk, found| {
        let span = track.push(&found.speech, chunk.boundary, found.speaker)?;
        let words = words(shared, chunk, &found, &span).unwrap_or_default();
        joined.speeches[chunk.index] = Some(found.name);
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
            words,
        });
        Ok(())
    })?;
    Ok(joined)
}

/// Hands over the speech of each chunk that has one, in order; gives the chunks whose speech is missing.
fn each_speech(
    shared: &Shared,
    prepared: &Prepared,
    mut take: impl FnMut(&Chunk, Found) -> Result<(), TrackError>,
) -> Result<Vec<usize>, TrackError> {
    let mut missing = Vec::new();
    for (chunk, own) in prepared.cuts.chunks.iter().zip(&prepared.speeches) {
        let Some(own) = own else { continue };
        match find(shared, chunk, own)? {
            Some(found) => take(chunk, found)?,
            None => missing.push(chunk.index),
        }
    }
    Ok(missing)
}

/// A speech in the store.
struct Found {
    name: Fingerprint,
    speech: Speech,
    takes: u32,
    speaker: Speaker,
    /// Who spoke, if it was not the chosen voice.
    doubt: Option<String>,
}

fn find(shared: &Shared, chunk: &Chunk, own: &Fingerprint) -> Result<Option<Found>, StoreError> {
    let found = |name, read: Option<(Speech, u32)>, speaker, doubt| {
        read.map(|(speech, takes)| Found {
            name,
            speech,
            takes,
            speaker,
            doubt,
        })
    };
    let read_own = read(shared, own)?;
    let other = shared.fallback.as_ref().filter(|_| read_own.is_none());
    let other = other.and_then(|other| Some((other.name_of(own, &chunk.text)?, other.doubt())));
    Ok(match other {
        None => found(*own, read_own, Speaker::Chosen, None),
        Some((name, doubt)) => {
            let read_other = read(shared, &name)?;
            found(name, read_other, Speaker::Fallback, Some(doubt))
        }
    })
}

/// When the words of a chunk are spoken, if whoever spoke it says so.
fn words(
    shared: &Shared,
    chunk: &Chunk,
    found: &Found,
    span: &Range<u64>,
) -> Option<Vec<TimedWord>> {
    let (reader, engine) = match &shared.fallback {
        Some(fallback) if found.doubt.is_some() => (&fallback.reader, &fallback.engine),
        _ => (&shared.reader, &shared.engine),
    };
    found.speech.timings.as_ref()?;
    let reading = reader.read(&chunk.text);
    let spoken = engine.words(&reading, &found.speech)?;
    let places = reader.align(&chunk.text, &reading);
    Some(track::words(
        &found.speech,
        &places,
        &spoken,
        chunk.start,
        span,
    ))
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
        Ok(speech) => Ok(Some((pace(speech, &shared.pauses), entry.take))),
        Err(_) => shared.store.set_aside(fingerprint).map(|()| None),
    }
}
