//! The tasks of a run, and what they hand back.
//!
//! Never touches the run's state.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use super::assemble::Assembled;
use super::job::Shared;
use super::prepare::{Prepared, Wanted};
use crate::speech::{SpeechError, archive};
use crate::store::{Fingerprint, StoreError};
use crate::track::TrackError;

/// Why a speech is not in the store.
pub enum Fault {
    /// The engine's part.
    Speech(SpeechError),
    /// The disk's part.
    Store(StoreError),
}

/// What a task hands back.
pub enum Done {
    /// A chapter was looked at.
    Prepared(Prepared),
    /// The chapter at this position could not be looked at.
    Unprepared(usize, StoreError),
    /// A speech was made: seconds of audio.
    Spoken(Fingerprint, Result<f64, Fault>),
    /// A chapter was joined, or not.
    Assembled(usize, Result<Assembled, TrackError>),
    /// A task panicked; the chapter it was for is given up.
    Broken(usize, String),
    /// The ledger was brought up to date; the end of the run writes it again.
    Noted,
}

/// Speaks what is wanted and puts it into the store.
pub async fn speak(shared: Arc<Shared>, wanted: Wanted) -> Done {
    let fingerprint = wanted.fingerprint;
    let chunk = &shared.plan.chapters[wanted.position].cuts.chunks[wanted.chunk];
    let reading = shared.reader.read(&chunk.text);
    let speech = match shared.engine.speak(&reading, wanted.take).await {
        Ok(speech) => speech,
        Err(error) => return Done::Spoken(fingerprint, Err(Fault::Speech(error))),
    };
    let put = spawn_blocking(move || {
        let bytes = archive::to_bytes(&speech);
        match wanted.take {
            1 => shared.store.put(&fingerprint, &bytes),
            take => shared.store.replace(&fingerprint, &bytes, take),
        }
        .map(|()| speech.seconds())
    });
    let put = put.await.expect("storing a speech does not panic");
    Done::Spoken(fingerprint, put.map_err(Fault::Store))
}

/// An error and its causes on one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.ends_with(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
