//! Voice files: an engine, its parameters, and how this narrator paces.
//!
//! Never reads anything but the voice file itself; engines are made elsewhere.

mod command;
mod file;
mod gates;
mod http;
pub mod legado;
mod limits;
mod pauses;
mod punctuation;
mod ready;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::chunk::Limits;
use crate::reading::{Form, Reading};
use crate::speech::gate::GateSettings;
pub use command::CommandVoice;
use file::VoiceFile;
pub use http::HttpVoice;
pub use pauses::Pauses;
pub use punctuation::Punctuation;

/// Seconds that a second of the voice inside takes one worker; docs/benchmarks.md has the figures.
const SECONDS_PER_SECOND: f64 = 0.43;

/// A narrator.
#[derive(Debug, Clone, PartialEq)]
pub struct Voice {
    /// The file's name without its extension.
    pub name: String,
    /// One line about it for `pingshu voices`.
    pub about: String,
    /// Rate of speech, 1.0 is the engine's own; 0.5 to 2.0.
    pub speed: f32,
    /// What produces its speech.
    pub source: VoiceSource,
    /// How long the texts are that its engine takes.
    pub limits: Limits,
    /// Pauses that differ from the settings'.
    pub pauses: BTreeMap<String, f64>,
    /// What its server asks, if that is known.
    pub price: Option<Price>,
    /// How its engine is told how a word of the lexicon sounds.
    pub form: Form,
    /// What its takes are measured by.
    pub gates: GateSettings,
    /// The voice that speaks what this one cannot.
    pub fallback: Option<String>,
}

/// What a server asks for its speech.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// For a million characters, at least 0.
    pub per_million: f64,
    /// Whose money it is, e.g. `CNY`.
    pub currency: String,
    /// What a run may cost at most.
    pub most: Option<f64>,
}

/// An engine and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum VoiceSource {
    /// The voice inside.
    Kokoro {
        /// Name of the style in the pack, e.g. `zf_xiaoxiao`.
        style: String,
    },
    /// Speech servers.
    Http(HttpVoice),
    /// A program.
    Command(CommandVoice),
    /// Made-up audio for tests.
    Fake {
        /// How long each chunk takes.
        delay: Duration,
        /// How long each chunk keeps a thread busy, in place of the delay.
        work: Duration,
        /// A file that gets a line for every chunk spoken.
        log: Option<PathBuf>,
    },
}

/// What a parser says of a file, without what may be a secret in it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotToml(String);

impl NotToml {
    /// Shortest quoted value that is left out: a key that was put into a file is longer.
    const SECRET: usize = 16;

    fn new(error: &toml::de::Error) -> Self {
        let said = error.to_string();
        let parts = said.split('"').enumerate().map(|(index, part)| {
            let is_secret = index % 2 == 1 && part.chars().count() >= Self::SECRET;
            if is_secret { "…" } else { part }
        });
        Self(parts.collect::<Vec<_>>().join("\""))
    }
}

/// Why a voice cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum VoiceError {
    /// No such name anywhere.
    #[error("voice `{name}` not found (known voices: {known})")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The names that exist, joined by commas.
        known: String,
    },
    /// The file is there and cannot be read.
    #[error("cannot read voice file `{path}`")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The file is not a valid voice.
    #[error("voice file `{path}` is not valid")]
    Invalid {
        /// The file.
        path: PathBuf,
        /// Line, column and key, as the parser tells them.
        #[source]
        source: NotToml,
    },
    /// A field is missing or out of its range.
    #[error("voice file `{path}`: {problem}")]
    Field {
        /// The file.
        path: PathBuf,
        /// What is wrong with which field.
        problem: String,
    },
}

impl Voice {
    /// Finds a voice by name in `folders`, then inside the binary; a name that looks like a path is
    /// read as one.
    ///
    /// # Errors
    ///
    /// When there is no such voice, or its file is not valid.
    pub fn find(name: &str, folders: &[PathBuf]) -> Result<Self, VoiceError> {
        let file = Path::new(name);
        if file.extension().is_some_and(|end| end == "toml") || name.contains('/') {
            return Self::read(file);
        }
        for folder in folders {
            let path = folder.join(format!("{name}.toml"));
            if path.is_file() {
                return Self::read(&path);
            }
        }
        if let Some(text) = ready::text(name) {
            return Self::parse(text, Path::new(&format!("{name}.toml")));
        }
        let known = Self::names(folders).into_iter();
        let known = known.chain(ready::servers().map(Into::into));
        Err(VoiceError::Unknown {
            name: name.into(),
            known: known.collect::<Vec<String>>().join(", "),
        })
    }

    /// The lengths of chunks that the settings ask for and its engine takes.
    pub fn fitting(&self, settings: Limits) -> Limits {
        limits::narrower(settings, self.limits)
    }

    /// Seconds that `audio` seconds of its speech take with so many workers, as far as it is known
    /// beforehand; a server's pace is not.
    pub fn rendering(&self, audio: f64, workers: usize) -> Option<f64> {
        match &self.source {
            VoiceSource::Kokoro { .. } => Some(audio * SECONDS_PER_SECOND / workers.max(1) as f64),
            VoiceSource::Http(_) | VoiceSource::Command(_) => None,
            VoiceSource::Fake { .. } => Some(0.0),
        }
    }

    /// The text that its server is sent for a reading; the voice inside takes the reading itself.
    pub fn sent(&self, reading: &Reading) -> Option<String> {
        match &self.source {
            VoiceSource::Http(server) => Some(server.punctuation.of(reading)),
            VoiceSource::Command(program) => Some(program.punctuation.of(reading)),
            VoiceSource::Kokoro { .. } | VoiceSource::Fake { .. } => None,
        }
    }

    /// The names of narrators that [`Voice::find`] knows, the binary's own first. Its ready voices
    /// for servers are not among them.
    pub fn names(folders: &[PathBuf]) -> Vec<String> {
        let mut names: Vec<String> = ready::narrators().map(Into::into).collect();
        let entries = folders
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok());
        let mut found: Vec<String> = entries
            .flatten()
            .filter_map(|entry| toml_stem(&entry.ok()?.path()))
            .collect();
        found.sort();
        names.extend(found.into_iter().filter(|name| !ready::is_for_server(name)));
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }

    /// The names of the voices for servers that are inside the binary.
    pub fn servers() -> Vec<&'static str> {
        ready::servers().collect()
    }

    /// The text of a voice file inside the binary.
    pub fn built_in(name: &str) -> Option<&'static str> {
        ready::text(name)
    }

    fn read(path: &Path) -> Result<Self, VoiceError> {
        let text = fs::read_to_string(path).map_err(|source| VoiceError::Unreadable {
            path: path.into(),
            source,
        })?;
        Self::parse(&text, path)
    }

    /// Reads a voice from the text of its file; `path` names it in messages.
    ///
    /// # Errors
    ///
    /// When the text is not TOML, has an unknown key, or lacks what its engine needs.
    pub fn parse(text: &str, path: &Path) -> Result<Self, VoiceError> {
        let file: VoiceFile = toml::from_str(text).map_err(|source| VoiceError::Invalid {
            path: path.into(),
            source: NotToml::new(&source),
        })?;
        let name = toml_stem(path).unwrap_or_else(|| path.display().to_string());
        file.named(name).map_err(|problem| VoiceError::Field {
            path: path.into(),
            problem,
        })
    }
}

fn toml_stem(path: &Path) -> Option<String> {
    let is_toml = path.extension().is_some_and(|end| end == "toml");
    is_toml
        .then(|| path.file_stem())
        .flatten()
        .map(|stem| stem.to_string_lossy().into_owned())
}
