//! `say`: one text into one WAV file.
//!
//! Never touches the store or a book's folder.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use pingshu::batch::{BatchError, duration};
use pingshu::chunk;
use pingshu::reading::{Reader, detect_script};
use pingshu::speech::Pauses;
use pingshu::track::{SAMPLE_RATE, TrackWriter};

use super::context::Context;
use super::engine;
use super::explain::as_chapter;
use super::flags::SayFlags;
use super::message::{Exit, OutputFile, say as tell};

/// Speaks a text.
pub fn say(context: &Context, flags: &SayFlags) -> Result<Exit> {
    engine::block_on(async {
        speak(context, &flags.text, &flags.output).await?;
        Ok(Exit::Done)
    })
}

/// Speaks `text` into the file `output`.
pub async fn speak(context: &Context, text: &str, output: &Path) -> Result<()> {
    let voice = context.voice()?;
    let chunks = chunk::split(&as_chapter(text.trim()), context.settings.limits).chunks;
    if chunks.is_empty() {
        bail!("there is nothing to speak in `{text}`");
    }
    let reader = Reader::new(detect_script(text)).map_err(BatchError::from)?;
    let engine = engine::open(context, &voice).await?;
    let pauses = Pauses {
        head: 0.0,
        tail: 0.0,
        ..context.pauses(&voice)
    };
    let file = || OutputFile(output.into());
    let mut track = TrackWriter::create(output, pauses).with_context(file)?;
    for chunk in chunks {
        let speech = engine.speak(&reader.read(&chunk.text), 1).await;
        let speech = speech.with_context(|| format!("cannot speak `{}`", chunk.text))?;
        track.push(&speech, chunk.boundary)?;
    }
    let seconds = track.publish().with_context(file)?.0 as f64 / f64::from(SAMPLE_RATE);
    tell(&format!(
        "`{}`: {} of speech",
        output.display(),
        duration(seconds)
    ));
    Ok(())
}
