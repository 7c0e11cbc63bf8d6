//! `say`: one text into one WAV file.
//!
//! Never touches the store or a book's folder.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use pingshu::batch::duration;
use pingshu::chapter::Chapter;
use pingshu::chunk::{self, Boundary};
use pingshu::reading::detect_script;
use pingshu::speech::{Pauses, Speech, pace};
use pingshu::track::{SAMPLE_RATE, Speaker, Survey, TrackError, TrackWriter};

use super::context::Context;
use super::engine;
use super::flags::SayFlags;
use super::lexicon;
use super::message::{Exit, NothingToSpeak, OutputFile, say as tell};
use super::settings::Settings;

/// Speaks a text.
pub fn say(context: &Context, flags: &SayFlags) -> Result<Exit> {
    engine::block_on(context, async {
        speak(context, &flags.text, &flags.output).await?;
        Ok(Exit::Done)
    })
}

/// Speaks `text` into the file `output`.
pub async fn speak(context: &Context, text: &str, output: &Path) -> Result<()> {
    check_output(output)?;
    let voice = context.voice()?;
    let chunks = chunk::split(&Chapter::untitled(text.trim()), context.limits(&voice)).chunks;
    if chunks.is_empty() {
        return Err(NothingToSpeak(text.into()).into());
    }
    let reader = lexicon::reader_here(context, detect_script(text), &voice)?;
    lexicon::tell_unforced(&reader, std::iter::once(text), &voice);
    let engine = engine::open(context, &voice).await?;
    let pauses = Pauses {
        head: 0.0,
        tail: 0.0,
        ..context.pauses(&voice)
    };
    // The file is begun only when all is spoken, so that a stop leaves no draft of it behind.
    let mut speeches = Vec::new();
    for chunk in &chunks {
        let speech = engine.speak(&reader.read(&chunk.text), 1).await;
        let speech = speech.with_context(|| format!("cannot speak `{}`", chunk.text))?;
        speeches.push((pace(speech, &pauses), chunk.boundary));
    }
    let written = write(output, &context.settings, pauses, &speeches);
    let n_frames = written.with_context(|| OutputFile(output.into()))?;
    let seconds = n_frames as f64 / f64::from(SAMPLE_RATE);
    tell(&format!(
        "`{}`: {} of speech",
        output.display(),
        duration(seconds)
    ));
    Ok(())
}

/// Refuses to put a WAV in the place of anything but a WAV.
fn check_output(output: &Path) -> Result<()> {
    let is_named_so = output
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("wav"));
    let is_free = match fs::symlink_metadata(output) {
        Ok(standing) => standing.is_file() && fs::read(output)?.starts_with(b"RIFF"),
        Err(_) => true,
    };
    if is_named_so && is_free {
        return Ok(());
    }
    let problem = if is_named_so {
        "it is there and no WAV"
    } else {
        "its name does not end in `.wav`"
    };
    Err(anyhow!(problem).context(OutputFile(output.into())))
}

/// Joins the speeches into the file `output`, and gives its length in frames.
fn write(
    output: &Path,
    settings: &Settings,
    pauses: Pauses,
    speeches: &[(Speech, Boundary)],
) -> Result<u64, TrackError> {
    let mut survey = Survey::new(pauses);
    for (speech, boundary) in speeches {
        survey.push(speech, *boundary, Speaker::Chosen)?;
    }
    let mastering = survey.finish(settings.level, settings.profile);
    let mut track = TrackWriter::create(output, pauses, mastering)?;
    for (speech, boundary) in speeches {
        track.push(speech, *boundary, Speaker::Chosen)?;
    }
    Ok(track.publish()?.frames)
}
