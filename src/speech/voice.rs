//! Voice files: an engine, its parameters, and how this narrator paces.
//!
//! Never reads anything but the voice file itself; engines are made elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::chunk::Boundary;

/// The voices inside the binary, as (name, text of its file).
const BUILT_IN: &[(&str, &str)] = &[
    ("xiaoxiao", include_str!("../../voices/xiaoxiao.toml")),
    ("xiaobei", include_str!("../../voices/xiaobei.toml")),
    ("xiaoni", include_str!("../../voices/xiaoni.toml")),
    ("xiaoyi", include_str!("../../voices/xiaoyi.toml")),
    ("yunjian", include_str!("../../voices/yunjian.toml")),
    ("yunxi", include_str!("../../voices/yunxi.toml")),
    ("yunxia", include_str!("../../voices/yunxia.toml")),
    ("yunyang", include_str!("../../voices/yunyang.toml")),
];

/// Slowest and fastest speed a voice file may ask for; outside it speech is not understood.
const SPEED: std::ops::RangeInclusive<f32> = 0.5..=2.0;

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
    /// Pauses that differ from the settings'.
    pub pauses: BTreeMap<String, f64>,
}

/// An engine and its parameters.
#[derive(Debug, Clone, PartialEq)]
pub enum VoiceSource {
    /// The voice inside.
    Kokoro {
        /// Name of the style in the pack, e.g. `zf_xiaoxiao`.
        style: String,
    },
    /// An OpenAI-compatible speech server.
    OpenAi(OpenAiVoice),
    /// Made-up audio for tests.
    Fake {
        /// How long each chunk takes.
        delay: Duration,
        /// A file that gets a line for every chunk spoken.
        log: Option<PathBuf>,
    },
}

/// What a request to an OpenAI-compatible server is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenAiVoice {
    /// Base addresses, e.g. `http://127.0.0.1:8880/v1`; never empty.
    pub endpoints: Vec<String>,
    /// `model` of the request.
    pub model: String,
    /// `voice` of the request.
    pub voice: String,
    /// `response_format` of the request.
    pub format: String,
    /// Environment variable that holds the key.
    pub key_env: Option<String>,
    /// Fields merged into the request at its top level.
    pub extra: serde_json::Map<String, serde_json::Value>,
    /// Requests in flight at once.
    pub concurrency: usize,
}

/// Seconds of silence at each kind of boundary.
///
/// Defaults after listening tests on Mandarin narration: sentences 0.6 s, paragraphs 0.9 s, scene
/// breaks 2 s; more than 3 s sounds like a fault.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pauses {
    /// A hard cut inside a clause.
    pub cut: f64,
    /// A cut at a comma or a quote's edge.
    pub clause: f64,
    /// The end of a sentence.
    pub sentence: f64,
    /// The end of a paragraph.
    pub paragraph: f64,
    /// One line of dialogue after another.
    pub turn: f64,
    /// A scene break.
    pub scene: f64,
    /// Before a chapter's first word.
    pub head: f64,
    /// After a chapter's title.
    pub title: f64,
    /// After a chapter's last word.
    pub tail: f64,
}

impl Default for Pauses {
    fn default() -> Self {
        Self {
            cut: 0.08,
            clause: 0.3,
            sentence: 0.6,
            paragraph: 0.9,
            turn: 0.6,
            scene: 2.0,
            head: 0.5,
            title: 1.5,
            tail: 2.5,
        }
    }
}

impl Pauses {
    /// The pause of that name, for a voice file or a setting to change.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut f64> {
        Some(match name {
            "cut" => &mut self.cut,
            "clause" => &mut self.clause,
            "sentence" => &mut self.sentence,
            "paragraph" => &mut self.paragraph,
            "turn" => &mut self.turn,
            "scene" => &mut self.scene,
            "head" => &mut self.head,
            "title" => &mut self.title,
            "tail" => &mut self.tail,
            _ => return None,
        })
    }

    /// The seconds of silence at a boundary.
    pub fn at(&self, boundary: Boundary) -> f64 {
        match boundary {
            Boundary::Cut => self.cut,
            Boundary::Clause => self.clause,
            Boundary::Sentence => self.sentence,
            Boundary::Paragraph => self.paragraph,
            Boundary::Turn => self.turn,
            Boundary::Scene => self.scene,
            Boundary::Heading => self.title,
            Boundary::End => self.tail,
        }
    }

    /// These pauses with a voice's own put in their place.
    #[must_use]
    pub fn for_voice(mut self, voice: &Voice) -> Self {
        for (name, seconds) in &voice.pauses {
            if let Some(pause) = self.get_mut(name) {
                *pause = *seconds;
            }
        }
        self
    }

    /// The name of the first pause that is not a number of seconds from 0 to 10.
    pub fn out_of_range(mut self) -> Option<&'static str> {
        const NAMES: [&str; 9] = [
            "cut",
            "clause",
            "sentence",
            "paragraph",
            "turn",
            "scene",
            "head",
            "title",
            "tail",
        ];
        NAMES
            .into_iter()
            .find(|name| !self.get_mut(name).is_some_and(|s| (0.0..=10.0).contains(s)))
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
        source: Box<toml::de::Error>,
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

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum EngineName {
    Kokoro,
    OpenAi,
    Fake,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct VoiceFile {
    engine: EngineName,
    #[serde(default)]
    about: String,
    #[serde(default)]
    voice: String,
    #[serde(default = "own_speed")]
    speed: f32,
    #[serde(default)]
    endpoints: Vec<String>,
    #[serde(default)]
    model: String,
    #[serde(default = "wav")]
    format: String,
    key_env: Option<String>,
    #[serde(default)]
    extra: serde_json::Map<String, serde_json::Value>,
    #[serde(default = "one")]
    concurrency: usize,
    #[serde(default)]
    delay_ms: u64,
    log: Option<PathBuf>,
    #[serde(default)]
    pauses: BTreeMap<String, f64>,
}

fn own_speed() -> f32 {
    1.0
}

fn wav() -> String {
    "wav".into()
}

fn one() -> usize {
    1
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
        match BUILT_IN.iter().find(|(known, _)| *known == name) {
            Some((_, text)) => Self::parse(text, Path::new(&format!("{name}.toml"))),
            None => Err(VoiceError::Unknown {
                name: name.into(),
                known: Self::names(folders).join(", "),
            }),
        }
    }

    /// The names that [`Voice::find`] knows, the binary's own first.
    pub fn names(folders: &[PathBuf]) -> Vec<String> {
        let mut names: Vec<String> = BUILT_IN.iter().map(|(name, _)| (*name).into()).collect();
        let entries = folders
            .iter()
            .filter_map(|folder| fs::read_dir(folder).ok());
        let mut found: Vec<String> = entries
            .flatten()
            .filter_map(|entry| toml_stem(&entry.ok()?.path()))
            .collect();
        found.sort();
        names.extend(found);
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
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
            source: Box::new(source),
        })?;
        let field = |problem: String| VoiceError::Field {
            path: path.into(),
            problem,
        };
        file.check().map_err(field)?;
        Ok(Self {
            name: toml_stem(path).unwrap_or_else(|| path.display().to_string()),
            about: file.about.clone(),
            speed: file.speed,
            pauses: file.pauses.clone(),
            source: file.source(),
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

impl VoiceFile {
    fn check(&self) -> Result<(), String> {
        if !SPEED.contains(&self.speed) {
            return Err(format!(
                "`speed` is {}, and must be between {} and {}",
                self.speed,
                SPEED.start(),
                SPEED.end()
            ));
        }
        if self.concurrency == 0 {
            return Err("`concurrency` must be at least 1".into());
        }
        self.check_pauses()?;
        match self.engine {
            EngineName::Kokoro if self.voice.is_empty() => {
                Err("`voice` is missing; engine `kokoro` needs one such as `zf_xiaoxiao`".into())
            }
            EngineName::OpenAi if self.endpoints.is_empty() => {
                Err("`endpoints` is missing; give at least one address such as `http://127.0.0.1:8880/v1`".into())
            }
            _ => Ok(()),
        }
    }

    fn check_pauses(&self) -> Result<(), String> {
        let mut known = Pauses::default();
        for (name, seconds) in &self.pauses {
            if known.get_mut(name).is_none() {
                return Err(format!("`pauses.{name}` is not a pause"));
            }
            if !(0.0..=10.0).contains(seconds) {
                return Err(format!(
                    "`pauses.{name}` is {seconds}, and must be 0 to 10 seconds"
                ));
            }
        }
        Ok(())
    }

    fn source(self) -> VoiceSource {
        match self.engine {
            EngineName::Kokoro => VoiceSource::Kokoro { style: self.voice },
            EngineName::Fake => VoiceSource::Fake {
                delay: Duration::from_millis(self.delay_ms),
                log: self.log,
            },
            EngineName::OpenAi => VoiceSource::OpenAi(OpenAiVoice {
                endpoints: self.endpoints,
                model: self.model,
                voice: self.voice,
                format: self.format,
                key_env: self.key_env,
                extra: self.extra,
                concurrency: self.concurrency,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Voice, VoiceError> {
        Voice::parse(text, Path::new("voices/test.toml"))
    }

    #[test]
    fn every_voice_inside_the_binary_is_valid() {
        for (name, text) in BUILT_IN {
            let voice = Voice::parse(text, Path::new(&format!("{name}.toml"))).unwrap();
            assert_eq!(&voice.name, name);
            assert!(!voice.about.is_empty(), "{name} says nothing about itself");
        }
    }

    #[test]
    fn an_unknown_voice_lists_the_known_ones() {
        let error = Voice::find("nobody", &[]).unwrap_err().to_string();
        assert!(error.starts_with("voice `nobody` not found (known voices: xiaoxiao, "));
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line() {
        let error = parse("engine = \"kokoro\"\nvoice = \"x\"\nspede = 1.0").unwrap_err();
        let cause = std::error::Error::source(&error).unwrap().to_string();
        assert!(
            cause.contains("line 3") && cause.contains("spede"),
            "{cause}"
        );
    }

    #[test]
    fn a_speed_nobody_understands_is_refused() {
        let error = parse("engine = \"kokoro\"\nvoice = \"x\"\nspeed = 9.0").unwrap_err();
        assert!(error.to_string().contains("`speed` is 9"), "{error}");
    }

    #[test]
    fn a_server_voice_needs_an_address() {
        let error = parse("engine = \"openai\"").unwrap_err();
        assert!(
            error.to_string().contains("`endpoints` is missing"),
            "{error}"
        );
    }

    #[test]
    fn a_voice_paces_in_its_own_way() {
        let voice = parse("engine = \"fake\"\n[pauses]\nsentence = 1.25").unwrap();
        let pauses = Pauses::default().for_voice(&voice);
        assert!((pauses.sentence - 1.25).abs() < 1e-9);
        assert!((pauses.scene - Pauses::default().scene).abs() < 1e-9);
    }

    #[test]
    fn a_pause_of_a_wrong_name_is_refused() {
        let error = parse("engine = \"fake\"\n[pauses]\nsentense = 1.0").unwrap_err();
        assert!(error.to_string().contains("`pauses.sentense`"), "{error}");
    }
}
