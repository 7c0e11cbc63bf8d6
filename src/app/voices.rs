//! `voices`: which voices there are, installing and hearing them.
//!
//! Never changes a voice file.

use std::path::PathBuf;

use anyhow::Result;
use pingshu::speech::http::Asker;
use pingshu::speech::kokoro::pack;
use pingshu::speech::{Voice, VoiceError, VoiceSource, chain};

use super::context::Context;
use super::engine;
use super::flags::{Choice, VoicesAction, VoicesFlags};
use super::import::import;
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
        Some(VoicesAction::Show { name }) => show(name),
        Some(VoicesAction::Import { file, output }) => import(file, output.as_deref()),
        Some(VoicesAction::Sample { name, output }) => sample(name, output.as_ref()),
        Some(VoicesAction::Of { name }) => of(context, name),
    }
}

fn list(context: &Context) -> Result<Exit> {
    let folders = context.voice_folders();
    let is_installed = pack::read(&context.pack_folder()?, pack::MODEL).is_ok();
    list_each(Voice::names(&folders), &folders)?;
    message::print(
        "\nservers and programs (docs/servers.md; `pingshu voices show NAME` prints a file to edit):",
    )?;
    list_each(Voice::servers(), &folders)?;
    if !is_installed {
        say(
            "the voice inside is not installed yet; the first `pingshu render` does it, or `pingshu voices install xiaobei`",
        );
    }
    Ok(Exit::Done)
}

fn list_each<S: AsRef<str>>(names: impl IntoIterator<Item = S>, folders: &[PathBuf]) -> Result<()> {
    for name in names {
        let name = name.as_ref();
        match Voice::find(name, folders) {
            Ok(voice) => {
                let line = format!("{name:<14} {:<8} {}", engine_name(&voice), voice.about);
                message::print(line.trim_end())?;
            }
            Err(error) => warn(chain(&error).trim_end()),
        }
    }
    Ok(())
}

/// Prints the file as it is inside the binary: one's own of the same name may be what is written.
fn show(name: &str) -> Result<Exit> {
    let Some(text) = Voice::built_in(name) else {
        let known = Voice::names(&[]).into_iter();
        let known = known.chain(Voice::servers().into_iter().map(Into::into));
        return Err(VoiceError::Unknown {
            name: name.into(),
            known: known.collect::<Vec<String>>().join(", "),
        }
        .into());
    };
    message::print(text.trim_end())?;
    Ok(Exit::Done)
}

fn engine_name(voice: &Voice) -> &'static str {
    match voice.source {
        VoiceSource::Kokoro { .. } => "kokoro",
        VoiceSource::Http(ref voice) => voice.engine,
        VoiceSource::Command(_) => "command",
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
    engine::block_on(context, async {
        engine::install_pack(context).await?;
        Ok(Exit::Done)
    })
}

/// What the server itself calls its voices, one a line.
fn of(context: &Context, name: &str) -> Result<Exit> {
    let voice = Voice::find(name, &context.voice_folders())?;
    let VoiceSource::Http(server) = &voice.source else {
        say(&format!(
            "error: voice `{name}` is on no server; `voices of` asks servers"
        ));
        return Ok(Exit::Usage);
    };
    let asker = Asker::new(server, voice.speed, context.settings.http)?;
    engine::block_on(context, async {
        for voice in asker.voices(0).await? {
            message::print(&voice)?;
        }
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
    engine::block_on(&context, async {
        speak(&context, SAMPLE, &output).await?;
        Ok(Exit::Done)
    })
}
