//! The voice file as it is written, and what it must hold.
//!
//! Never makes a voice of a file that its engine could not use.

mod command;
mod http;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Deserialize;

use super::gates::GatesTable;
use super::limits::{INSIDE, LimitsTable, SERVER};
use super::{Pauses, Price, Voice, VoiceSource};
use crate::reading::Form;
use crate::speech::http::{AnswerTable, ListingTable, PrepareTables, Quota, RequestTable};

/// Most requests in flight at one endpoint when the voice file does not say; few servers gain by more.
const AT_ONCE: usize = 8;

/// Slowest and fastest speed a voice file may ask for; outside it speech is not understood.
const SPEED: std::ops::RangeInclusive<f32> = 0.5..=2.0;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum EngineName {
    Kokoro,
    OpenAi,
    Http,
    Command,
    Fake,
}

/// A voice file, key by key.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct VoiceFile {
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
    key_file: Option<PathBuf>,
    key_command: Option<Vec<String>>,
    seed: Option<i64>,
    #[serde(default)]
    variables: serde_json::Map<String, serde_json::Value>,
    command: Option<Vec<String>>,
    request: Option<RequestTable>,
    prepare: Option<PrepareTables>,
    answer: Option<AnswerTable>,
    voices: Option<ListingTable>,
    #[serde(default)]
    extra: serde_json::Map<String, serde_json::Value>,
    concurrency: Option<usize>,
    #[serde(default)]
    quota: Quota,
    fallback: Option<String>,
    #[serde(default)]
    delay_ms: u64,
    #[serde(default)]
    work_ms: u64,
    log: Option<PathBuf>,
    #[serde(default)]
    limits: LimitsTable,
    #[serde(default)]
    gates: GatesTable,
    #[serde(default)]
    punctuation: BTreeMap<String, String>,
    #[serde(default)]
    pauses: BTreeMap<String, f64>,
    price: Option<Price>,
    lexicon: Option<Telling>,
    phoneme: Option<String>,
}

/// How a server is told how a word sounds.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Telling {
    Homophone,
    Ssml,
    None,
}

fn own_speed() -> f32 {
    1.0
}

fn wav() -> String {
    "wav".into()
}

impl VoiceFile {
    /// The voice of that name; else what is wrong with which field.
    pub(super) fn named(self, name: String) -> Result<Voice, String> {
        self.check()?;
        let limits = match self.engine {
            EngineName::OpenAi | EngineName::Http | EngineName::Command => SERVER,
            EngineName::Kokoro | EngineName::Fake => INSIDE,
        };
        Ok(Voice {
            limits: self.limits.over(limits)?,
            name,
            about: self.about.clone(),
            speed: self.speed,
            pauses: self.pauses.clone(),
            price: self.price.clone(),
            form: self.form()?,
            gates: self.gates.settings()?,
            fallback: self.fallback.clone(),
            source: self.source()?,
        })
    }

    fn form(&self) -> Result<Form, String> {
        let template = self.phoneme.as_deref().unwrap_or(Form::PHONEME);
        if matches!(self.engine, EngineName::Kokoro) && self.lexicon.is_some() {
            return Err("`lexicon` is for a server; the voice inside takes pinyin".into());
        }
        if self.phoneme.is_some() && self.lexicon != Some(Telling::Ssml) {
            return Err("`phoneme` is for `lexicon = \"ssml\"`".into());
        }
        if !["{text}", "{pinyin}"]
            .iter()
            .all(|part| template.contains(part))
        {
            return Err("`phoneme` must hold `{text}` and `{pinyin}`".into());
        }
        Ok(match (self.lexicon, &self.engine) {
            (Some(Telling::Ssml), _) => Form::Marked(template.into()),
            (Some(Telling::None), _) => Form::Plain,
            (Some(Telling::Homophone), _)
            | (None, EngineName::OpenAi | EngineName::Http | EngineName::Command) => {
                Form::Homophone
            }
            (None, _) => Form::Pinyin,
        })
    }

    fn check(&self) -> Result<(), String> {
        if !SPEED.contains(&self.speed) {
            return Err(format!(
                "`speed` is {}, and must be between {} and {}",
                self.speed,
                SPEED.start(),
                SPEED.end()
            ));
        }
        if self.concurrency == Some(0) {
            return Err("`concurrency` must be at least 1".into());
        }
        if let Some(price) = self
            .price
            .as_ref()
            .filter(|price| price.per_million.is_nan() || price.per_million < 0.0)
        {
            let asked = price.per_million;
            return Err(format!(
                "`price.per_million` is {asked}, and must be at least 0"
            ));
        }
        if let Some(most) = self.price.as_ref().and_then(|price| price.most)
            && (most.is_nan() || most <= 0.0)
        {
            return Err(format!("`price.most` is {most}, and must be more than 0"));
        }
        self.check_pauses()?;
        self.check_http()?;
        match self.engine {
            EngineName::Command => self.check_command(),
            _ if self.command.is_some() => Err("`command` is for engine `command`".into()),
            EngineName::Kokoro if self.voice.is_empty() => {
                Err("`voice` is missing; engine `kokoro` needs one such as `zf_xiaoxiao`".into())
            }
            EngineName::Kokoro | EngineName::Fake if !self.punctuation.is_empty() => {
                Err("`punctuation` is for servers; the voice inside has its own".into())
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

    fn source(self) -> Result<VoiceSource, String> {
        Ok(match self.engine {
            EngineName::Kokoro => VoiceSource::Kokoro { style: self.voice },
            EngineName::Fake => VoiceSource::Fake {
                delay: Duration::from_millis(self.delay_ms),
                work: Duration::from_millis(self.work_ms),
                log: self.log,
            },
            EngineName::OpenAi | EngineName::Http => VoiceSource::Http(self.http()?),
            EngineName::Command => VoiceSource::Command(self.command()?),
        })
    }
}
