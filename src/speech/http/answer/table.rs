//! The table `[answer]` of a voice file.
//!
//! Never guesses: what contradicts itself is refused.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Answering;
use super::audio::{Audio, Encoding};
use super::rule::{Rule, RuleTable};
use super::speech::Raw;

/// How answers are read, and which are faults.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct AnswerTable {
    #[serde(skip_serializing_if = "is_body")]
    audio: AudioName,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<Encoding>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pcm: Option<Raw>,
    #[serde(skip_serializing)]
    success_when: Vec<RuleTable>,
    #[serde(skip_serializing)]
    retry_when: Vec<RuleTable>,
    #[serde(skip_serializing)]
    fatal_when: Vec<RuleTable>,
    #[serde(skip_serializing)]
    refuse_when: Vec<RuleTable>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum AudioName {
    #[default]
    Body,
    Json,
    Lines,
    Sse,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_body(audio: &AudioName) -> bool {
    *audio == AudioName::Body
}

impl AnswerTable {
    /// How the answers are read; samples without a header are `raw` if the table has nothing else.
    ///
    /// # Errors
    ///
    /// What is wrong with which key.
    pub fn answering(&self, raw: Option<Raw>) -> Result<Answering, String> {
        let pcm = self.pcm.map(Raw::checked).transpose()?;
        Ok(Answering {
            audio: self.audio()?,
            raw: pcm.or(raw),
            success_when: rules("answer.success_when", &self.success_when)?,
            retry_when: rules("answer.retry_when", &self.retry_when)?,
            fatal_when: rules("answer.fatal_when", &self.fatal_when)?,
            refuse_when: rules("answer.refuse_when", &self.refuse_when)?,
        })
    }

    /// How the answers of an OpenAI-compatible server in this format are read.
    ///
    /// # Errors
    ///
    /// What is wrong with which key.
    pub fn for_openai(mut self, format: &str) -> Result<Answering, String> {
        // A quota that is used up has the status of a server that is busy.
        self.fatal_when
            .push(RuleTable::of_words(429, "insufficient_quota"));
        self.answering((format == "pcm").then_some(Raw::OPENAI))
    }

    /// What of it decides how a voice sounds: where the audio is, and not which answers are faults.
    pub fn identity(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    fn audio(&self) -> Result<Audio, String> {
        check_pointer("answer.pointer", self.pointer.as_deref())?;
        let encoding = self.encoding.unwrap_or_default();
        match (self.audio, &self.pointer) {
            (AudioName::Body, None) if self.encoding.is_none() => Ok(Audio::Body),
            (AudioName::Body, _) => {
                Err("`answer.pointer` and `answer.encoding` are for `audio = \"json\"`, `\"lines\"` or `\"sse\"`".into())
            }
            (_, None) => Err("`answer.pointer` is missing, which says where the audio is".into()),
            (AudioName::Json, Some(pointer)) => Ok(Audio::json(pointer, encoding)),
            (_, Some(_)) if encoding == Encoding::Url => {
                Err("`answer.encoding` can be `url` for `audio = \"json\"` only".into())
            }
            (AudioName::Lines, Some(pointer)) => Ok(Audio::json(pointer, encoding)),
            (AudioName::Sse, Some(pointer)) => Ok(Audio::events(pointer, encoding)),
        }
    }
}

fn rules(key: &str, tables: &[RuleTable]) -> Result<Vec<Rule>, String> {
    tables.iter().map(|table| table.rule(key)).collect()
}

/// Checks where in an answer something is said to be (RFC 6901).
///
/// # Errors
///
/// When it is no pointer.
pub fn check_pointer(key: &str, pointer: Option<&str>) -> Result<(), String> {
    match pointer {
        Some(pointer) if !pointer.is_empty() && !pointer.starts_with('/') => Err(format!(
            "`{key}` is `{pointer}`, and must begin with `/`, as in `/data/audio`"
        )),
        _ => Ok(()),
    }
}
