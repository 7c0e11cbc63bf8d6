//! The tasks of a run, and what they hand back.
//!
//! Never touches the run's state.

use std::sync::Arc;

use tokio::task::spawn_blocking;

use super::assemble::Assembled;
use super::fallback::Fallback;
use super::job::Shared;
use super::prepare::{Prepared, Wanted};
use crate::speech::{FaultClass, Speech, SpeechError, archive};
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
    /// What was wanted is in the store, or why not.
    Spoken(Wanted, Result<Spoken, Fault>),
    /// A chapter was joined, or not.
    Assembled(usize, Result<Assembled, TrackError>),
    /// A task panicked; the chapter it was for is given up.
    Broken(usize, String),
    /// The ledger was brought up to date; the end of the run writes it again.
    Noted,
}

/// A speech that is in the store now.
pub struct Spoken {
    /// Seconds of audio.
    pub seconds: f64,
}

/// Speaks what is wanted and puts it into the store.
pub async fn speak(shared: Arc<Shared>, wanted: Wanted) -> Done {
    let spoken = speak_or_instead(&shared, &wanted).await;
    let (fingerprint, speech) = match spoken {
        Ok(spoken) => spoken,
        Err(error) => return Done::Spoken(wanted, Err(Fault::Speech(error))),
    };
    let take = wanted.take;
    let put = spawn_blocking(move || {
        let bytes = archive::to_bytes(&speech);
        match take {
            1 => shared.store.put(&fingerprint, &bytes),
            take => shared.store.replace(&fingerprint, &bytes, take),
        }
        .map(|()| Spoken {
            seconds: speech.seconds(),
        })
    });
    let put = put.await.expect("storing a speech does not panic");
    Done::Spoken(wanted, put.map_err(Fault::Store))
}

/// The speech, by the other voice if this one cannot, and its name in the store.
async fn speak_or_instead(
    shared: &Shared,
    wanted: &Wanted,
) -> Result<(Fingerprint, Speech), SpeechError> {
    let error = if wanted.is_parked {
        None
    } else {
        let reading = shared.reader.read(&wanted.text);
        match shared.engine.speak(&reading, wanted.take).await {
            Ok(speech) => return Ok((wanted.fingerprint, speech)),
            Err(error) => Some(error),
        }
    };
    match (&shared.fallback, error) {
        // A new take that nobody asked another voice for: the old one stays.
        (_, Some(error)) if wanted.take > 1 || !is_about_text(&error) => Err(error),
        (None, error) => Err(error.unwrap_or(SpeechError::Stopped)),
        (Some(fallback), error) => speak_instead(fallback, wanted, error).await,
    }
}

/// The speech by the other voice. That it cannot speak either is not the end of the night.
async fn speak_instead(
    fallback: &Fallback,
    wanted: &Wanted,
    error: Option<SpeechError>,
) -> Result<(Fingerprint, Speech), SpeechError> {
    let text = &wanted.text;
    let Some(name) = fallback.name_of(&wanted.fingerprint, text) else {
        return Err(error.unwrap_or_else(|| SpeechError::Unspeakable { text: text.clone() }));
    };
    match fallback.speak(text).await {
        Ok(speech) => Ok((name, speech)),
        Err(SpeechError::Stopped) => Err(SpeechError::Stopped),
        Err(other) => Err(error.unwrap_or_else(|| SpeechError::Instead {
            voice: fallback.voice.clone(),
            source: Box::new(other),
        })),
    }
}

fn is_about_text(error: &SpeechError) -> bool {
    matches!(error.class(), FaultClass::BadAudio | FaultClass::Chunk)
}
