//! The text of a voice file.
//!
//! Never writes what another program could take for anything but text: comments are one line each.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::body::Body;
use super::problem::Problem;

/// A voice file, key by key.
#[derive(Debug, serde::Serialize)]
pub struct VoiceText {
    pub engine: &'static str,
    pub about: String,
    pub endpoints: [String; 1],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<usize>,
    pub request: Request,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quota: Option<Quota>,
}

/// What is asked.
#[derive(Debug, serde::Serialize)]
pub struct Request {
    pub method: &'static str,
    pub path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    #[serde(skip_serializing_if = "Pairs::is_empty")]
    pub query: Pairs,
    #[serde(skip_serializing_if = "Pairs::is_empty")]
    pub headers: Pairs,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form: Option<Pairs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<toml::Value>,
}

/// How much may be asked.
#[derive(Debug, serde::Serialize)]
pub struct Quota {
    pub requests_per_minute: u64,
}

/// A table in the order of the rule.
#[derive(Debug, Default)]
pub struct Pairs(pub Vec<(String, String)>);

impl Pairs {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Request {
    /// With a body of its kind.
    pub fn with(mut self, body: Option<Body>) -> Self {
        match body {
            None => {}
            Some(Body::Json(json)) => self.json = Some(json),
            Some(Body::Form(pairs)) => self.form = Some(Pairs(pairs)),
            Some(Body::Text(text) | Body::Plain(text)) => self.body = Some(text),
        }
        self
    }
}

impl VoiceText {
    /// The file's text, under comments.
    pub fn written(&self, comments: &[String]) -> Result<String, Problem> {
        let table = toml::to_string(self).map_err(|error| {
            Problem::Malformed(format!("what no voice file can hold ({error})"))
        })?;
        let comments = comments
            .iter()
            .map(|comment| format!("# {}\n", on_one_line(comment)));
        Ok(comments.collect::<String>() + &table)
    }
}

fn on_one_line(comment: &str) -> String {
    comment.replace(char::is_control, " ")
}

/// A name for a file: letters and digits of the rule's name, and a dash for all between.
pub fn name_for(rule: &str) -> String {
    let words = rule.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(40).collect();
    let name = name.trim_end_matches('-');
    if name.is_empty() {
        "imported".into()
    } else {
        name.into()
    }
}
