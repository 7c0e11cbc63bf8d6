//! `voices`: which narrators there are, installing and hearing them.
//!
//! Never changes a voice file.

use std::path::PathBuf;

use anyhow::Result;
use pingshu::speech::kokoro::pack;
use pingshu::speech::{Voice, VoiceSource};

use super::context::Context;
use super::engine;
use super::flags::{Choice, VoicesAction, VoicesFlags};
use super::message::{self, Exit, say, warn};
use super::say::speak;

/// A sentence with the sounds that tell narrators apart.
const SAMPLE: &str =
    "雪下了一夜，天亮时才停。老人推开门，笑着说：“孩子们，今天我给你们讲一段新书！”";

/// Lists, installs or samples narrators.
pub fn voices(context: &Context, flags: &VoicesFlags) -> Result<Exit> {
    match &flags.action {
        None | Some(VoicesAction::List) => list(context),
        Some(VoicesAction::Install { name }) => install(context, name),
        Some(VoicesAction::Sample { name, output }) => sample(name, output.as_ref()),
    }
}

fn list(context: &Context) -> Result<Exit> {
    let folders = context.voice_folders();
    let is_installed = pack::read(&context.pack_folder()?, pack::MODEL).is_ok();
    for name in Voice::names(&folders) {
        match Voice::find(&name, &folders) {
            Ok(voice) => {
                let line = format!("{name:<12} {:<8} {}", engine_name(&voice), voice.about);
                message::print(line.trim_end())?;
            }
            Err(error) => warn(&error.to_string()),
        }
    }
    if !is_installed {
        say(
            "the voice inside is not installed yet; the first `pingshu render` does it, or `pingshu voices install xiaobei`",
        );
    }
    Ok(Exit::Done)
}

fn engine_name(voice: &Voice) -> &'static str {
    match voice.source {
        VoiceSource::Kokoro { .. } => "kokoro",
        VoiceSource::Http(ref voice) => voice.engine,
        VoiceSource::Fake { .. } => "fake",
    }
}

fn install(context: &Context, name: &str) -> Result<Exit> {
    let voice = Voice::find(name, &context.voice_folders())?;
    if !matches!(voice.source, VoiceSource::Kokoro { .. }) {
        say(&format!("voice `{name}` needs nothing to be installed"));
        return Ok(Exit::Done);
    }
    let folder = context.pack_folder()?;
    if pack::Manifest::built_in().is_installed_in(&folder) {
        say(&format!(
            "the voice is installed already, in `{}`",
            folder.display()
        ));
        return Ok(Exit::Done);
    }
    engine::block_on(async {
        engine::install_pack(context).await?;
        Ok(Exit::Done)
    })
}

fn sample(name: &str, output: Option<&PathBuf>) -> Result<Exit> {
    let context = Context::new(&Choice {
        voice: Some(name.into()),
        ..Choice::default()
    })?;
    let voice = context.voice()?;
    let output = output
        .cloned()
        .unwrap_or_else(|| PathBuf::from(format!("{}.wav", voice.name)));
    engine::block_on(async {
        speak(&context, SAMPLE, &output).await?;
        Ok(Exit::Done)
    })
}
