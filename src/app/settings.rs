//! Settings: flags over `PINGSHU_*` over `./config.toml` over the user's folder over defaults.
//!
//! Never lets a misspelt setting pass: an unknown key is an error that names its file and line.

mod http;
mod level;
mod pauses;
mod serve;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use pingshu::batch::Rounds;
use pingshu::book::Notes;
use pingshu::chunk::{Limits, Titles};
use pingshu::speech::Pauses;
use pingshu::speech::http::HttpSettings;
use pingshu::track::{Captions, Level, Profile};
use serde::Deserialize;

use self::http::HttpLayer;
use self::level::LevelLayer;
use self::pauses::PausesLayer;
use super::flags::Choice;
use serve::{ServeLayer, ServeSettings};

/// Shortest limit of a chunk that leaves room for a word and its marks.
const LEAST_LIMIT: usize = 10;

/// Longest: above it speech is rushed, and memory grows.
const MOST_LIMIT: usize = 150;

/// What the program goes by.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The narrator's name or path.
    pub voice: String,
    /// Folder of the results.
    pub out: PathBuf,
    /// Name of the text's encoding; `None` finds it out.
    pub encoding: Option<String>,
    /// What becomes of an author's notes to readers.
    pub notes: Notes,
    /// Table of chapters that a person edited; `None` looks beside the book.
    pub toc: Option<PathBuf>,
    /// Pattern of the lines that are headings; `None` finds them out.
    pub heading: Option<String>,
    /// Runs of the voice inside at once; `None` is as many as there are cores.
    pub workers: Option<usize>,
    /// Folder of installed packs; `None` is the user's data folder.
    pub packs: Option<PathBuf>,
    /// Base addresses tried first when a pack is installed.
    pub mirrors: Vec<String>,
    /// How long chunks are.
    pub limits: Limits,
    /// Silence at each kind of boundary.
    pub pauses: Pauses,
    /// How loud chapters are.
    pub level: Level,
    /// What tracks are made for.
    pub profile: Profile,
    /// Whether chapters begin with their titles.
    pub titles: Titles,
    /// The captions that stand beside each track.
    pub captions: Vec<Captions>,
    /// How servers are called.
    pub http: HttpSettings,
    /// How often a chunk that was not spoken is tried again.
    pub rounds: Rounds,
    /// What `serve` goes by.
    pub serve: ServeSettings,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            voice: "xiaobei".into(),
            out: "out".into(),
            encoding: None,
            notes: Notes::default(),
            toc: None,
            heading: None,
            workers: None,
            packs: None,
            mirrors: Vec::new(),
            limits: Limits::default(),
            pauses: Pauses::default(),
            level: Level::default(),
            profile: Profile::default(),
            titles: Titles::default(),
            captions: vec![Captions::Lrc],
            http: HttpSettings::default(),
            rounds: Rounds::default(),
            serve: ServeSettings::default(),
        }
    }
}

/// A place whose settings cannot be used; its cause says which setting, and why.
#[derive(Debug, thiserror::Error)]
#[error("{place} is not valid")]
pub struct InvalidSettings {
    /// The place, as a person would name it.
    place: String,
}

/// What one place says about settings; what it does not say is left to the next.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Layer {
    voice: Option<String>,
    out: Option<PathBuf>,
    encoding: Option<String>,
    notes: Option<Notes>,
    toc: Option<PathBuf>,
    heading: Option<String>,
    workers: Option<usize>,
    packs: Option<PathBuf>,
    mirrors: Option<Vec<String>>,
    chunk: ChunkLayer,
    profile: Option<Profile>,
    pauses: PausesLayer,
    level: LevelLayer,
    pause_scale: Option<f64>,
    announce_titles: Option<bool>,
    captions: Option<Vec<Captions>>,
    http: HttpLayer,
    serve: ServeLayer,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct ChunkLayer {
    most: Option<usize>,
    least: Option<usize>,
}

impl Settings {
    /// Reads all places. `user_folder` is the user's config folder.
    pub fn load(choice: &Choice, user_folder: Option<&Path>) -> Result<Self> {
        let mut settings = Self::default();
        let user_file = user_folder.map(|folder| folder.join("config.toml"));
        for file in user_file.into_iter().chain([PathBuf::from("config.toml")]) {
            if file.is_file() {
                let place = format!("`{}`", file.display());
                let taken = read_layer(&file).and_then(|layer| settings.take(layer, &place));
                taken.context(InvalidSettings { place })?;
            }
        }
        let environment = environment_layer(std::env::vars_os());
        let taken = environment.and_then(|layer| settings.take(layer, "the environment"));
        let place = "a `PINGSHU_*` variable".into();
        taken.context(InvalidSettings { place })?;
        settings.take(flags_layer(choice), "the command line")?;
        Ok(settings)
    }

    fn take(&mut self, layer: Layer, place: &str) -> Result<()> {
        set(&mut self.voice, layer.voice);
        set(&mut self.out, layer.out);
        set(&mut self.mirrors, layer.mirrors);
        set(&mut self.notes, layer.notes);
        set(&mut self.profile, layer.profile);
        if let Some(name) = layer.encoding {
            self.encoding = Some(name).filter(|name| name != "auto");
        }
        if let Some(file) = layer.toc {
            self.toc = Some(file).filter(|file| !file.as_os_str().is_empty());
        }
        if let Some(pattern) = layer.heading {
            self.heading = Some(pattern).filter(|pattern| !pattern.is_empty());
        }
        if let Some(n) = layer.workers {
            self.workers = Some(n).filter(|n| *n > 0);
        }
        if let Some(folder) = layer.packs {
            self.packs = Some(folder).filter(|folder| !folder.as_os_str().is_empty());
        }
        set(&mut self.limits.most, layer.chunk.most);
        set(&mut self.limits.least, layer.chunk.least);
        layer.pauses.put_over(&mut self.pauses);
        set(&mut self.pauses.scale, layer.pause_scale);
        set(
            &mut self.titles,
            layer.announce_titles.map(Titles::announced),
        );
        set(&mut self.captions, layer.captions);
        layer.level.put_over(&mut self.level, place)?;
        layer
            .http
            .put_over(&mut self.http, &mut self.rounds, place)?;
        self.serve.take(layer.serve);
        self.check(place)
    }

    fn check(&self, place: &str) -> Result<()> {
        let Limits { most, least, .. } = self.limits;
        if !(LEAST_LIMIT..=MOST_LIMIT).contains(&most) {
            bail!("`chunk.most` in {place} is {most}, and must be {LEAST_LIMIT} to {MOST_LIMIT}");
        }
        if least > most / 2 {
            bail!(
                "`chunk.least` in {place} is {least}, and must be at most half of `chunk.most`, {}",
                most / 2
            );
        }
        if let Some(name) = self.pauses.out_of_range() {
            bail!("`pauses.{name}` in {place} must be 0 to 10 seconds");
        }
        if !self.pauses.is_scale_sane() {
            bail!("`pause_scale` in {place} must be 0.25 to 4");
        }
        Ok(())
    }
}

fn set<T>(setting: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *setting = value;
    }
}

fn read_layer(file: &Path) -> Result<Layer> {
    Ok(toml::from_str(&fs::read_to_string(file)?)?)
}

fn flags_layer(choice: &Choice) -> Layer {
    Layer {
        voice: choice.voice.clone(),
        out: choice.out.clone(),
        encoding: choice.encoding.clone(),
        toc: choice.toc.clone(),
        heading: choice.heading.clone(),
        profile: choice.profile,
        ..Layer::default()
    }
}

/// `PINGSHU_OUT`, `PINGSHU_CHUNK_MOST`, `PINGSHU_PAUSES_SENTENCE` …; a value is TOML, or else text.
fn environment_layer(
    variables: impl Iterator<Item = (std::ffi::OsString, std::ffi::OsString)>,
) -> Result<Layer> {
    let mut table = toml::Table::new();
    for (name, value) in variables {
        let (Some(name), Some(value)) = (name.to_str(), value.to_str()) else {
            continue;
        };
        let Some(key) = name.strip_prefix("PINGSHU_") else {
            continue;
        };
        // The key is no setting; tests and scripts have variables of their own under this prefix.
        if key.starts_with("TEST_") || ["SPEECH_SERVER", "SERVE_KEY"].contains(&key) {
            continue;
        }
        put(&mut table, &key.to_lowercase(), value);
    }
    Ok(table.try_into()?)
}

fn put(table: &mut toml::Table, key: &str, text: &str) {
    let value = typed(text);
    for section in ["chunk", "pauses", "level", "http", "serve"] {
        if let Some(rest) = key
            .strip_prefix(section)
            .and_then(|rest| rest.strip_prefix('_'))
        {
            let inner = table
                .entry(section)
                .or_insert_with(|| toml::Table::new().into());
            if let Some(inner) = inner.as_table_mut() {
                inner.insert(rest.into(), value);
            }
            return;
        }
    }
    let is_text = matches!(
        key,
        "voice" | "out" | "encoding" | "notes" | "toc" | "heading" | "packs" | "profile"
    );
    table.insert(key.into(), if is_text { text.into() } else { value });
}

fn typed(text: &str) -> toml::Value {
    let parsed: Result<BTreeMap<String, toml::Value>, _> =
        toml::from_str(&format!("value = {text}"));
    let value = parsed.ok().and_then(|mut table| table.remove("value"));
    match value {
        // A pause of `1` is a second as well as `1.0` is.
        Some(value) => value,
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layer(text: &str) -> Layer {
        toml::from_str(text).unwrap()
    }

    #[test]
    fn config_toml_lists_every_setting_with_its_default() {
        let text = include_str!("../../config.toml");
        let mut settings = Settings {
            voice: String::new(),
            out: PathBuf::new(),
            mirrors: vec!["x".into()],
            encoding: Some("x".into()),
            notes: Notes::Dropped,
            toc: Some("x".into()),
            heading: Some("x".into()),
            workers: Some(99),
            packs: Some("x".into()),
            profile: Profile::Acx,
            level: Level {
                target_lufs: -1.0,
                ceiling_dbtp: -1.0,
            },
            titles: Titles::Silent,
            captions: Vec::new(),
            pauses: Pauses {
                scale: 2.0,
                ..Pauses::default()
            },
            ..Settings::default()
        };
        settings.take(layer(text), "config.toml").unwrap();
        assert_eq!(settings, Settings::default());
        let table: toml::Table = toml::from_str(text).unwrap();
        let sections = ["chunk", "pauses", "level", "http", "serve"];
        let n_keys = sections.map(|name| table[name].as_table().unwrap().len());
        assert_eq!((table.len(), n_keys), (18, [2, 12, 2, 10, 3]));
    }

    #[test]
    fn a_later_place_wins_and_says_only_what_it_changes() {
        let mut settings = Settings::default();
        settings
            .take(layer("voice = \"yunxi\"\n[pauses]\nsentence = 0.4"), "a")
            .unwrap();
        settings.take(layer("[pauses]\nscene = 3"), "b").unwrap();
        assert_eq!(settings.voice, "yunxi");
        assert_eq!(
            (settings.pauses.sentence, settings.pauses.scene),
            (0.4, 3.0)
        );
    }

    #[test]
    fn an_unknown_key_is_named_with_its_line() {
        let error = toml::from_str::<Layer>("out = \"x\"\n[pauses]\nsentense = 1.0").unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("line 3") && text.contains("sentense"),
            "{text}"
        );
    }

    #[test]
    fn the_environment_speaks_in_names() {
        let variables = [
            ("PINGSHU_OUT", "123"),
            ("PINGSHU_NOTES", "dropped"),
            ("PINGSHU_CHUNK_MOST", "40"),
            ("PINGSHU_MIRRORS", "['http://a']"),
            ("HOME", "/"),
        ];
        let layer =
            environment_layer(variables.into_iter().map(|(a, b)| (a.into(), b.into()))).unwrap();
        assert_eq!(layer.out.unwrap(), PathBuf::from("123"));
        assert_eq!(layer.notes, Some(Notes::Dropped));
        assert_eq!(layer.chunk.most, Some(40));
        assert_eq!(layer.mirrors.unwrap(), ["http://a"]);
    }

    #[test]
    fn a_limit_that_makes_no_sense_is_refused() {
        let error = Settings::default()
            .take(layer("[chunk]\nmost = 3"), "`config.toml`")
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "`chunk.most` in `config.toml` is 3, and must be 10 to 150"
        );
    }
}
