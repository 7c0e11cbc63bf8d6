//! What placeholders stand for in one attempt.
//!
//! Never shows the key: values are handed to requests and to nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

/// What a voice file defines in `[variables]`.
pub type Variables = serde_json::Map<String, Value>;

/// The placeholders that every voice file has.
const NAMES: [(&str, Name); 10] = [
    ("text", Name::Text),
    ("voice", Name::Voice),
    ("model", Name::Model),
    ("format", Name::Format),
    ("speed", Name::Speed),
    ("rate_percent", Name::RatePercent),
    ("inverse_speed", Name::InverseSpeed),
    ("seed", Name::Seed),
    ("uuid", Name::Uuid),
    ("key", Name::Key),
];

/// What a placeholder is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Name {
    /// What is to be spoken.
    Text,
    /// `voice` of the voice file.
    Voice,
    /// `model` of the voice file.
    Model,
    /// `format` of the voice file.
    Format,
    /// The rate of speech, 1.0 is the engine's own.
    Speed,
    /// The rate of speech as a change: `+20%`.
    RatePercent,
    /// How long speech takes, 1.0 is the engine's own.
    InverseSpeed,
    /// A number that is new for every take.
    Seed,
    /// A name that is new for every request.
    Uuid,
    /// The key of the server.
    Key,
    /// One of `[variables]`.
    Variable(String),
}

impl Name {
    /// The placeholder of that name.
    ///
    /// # Errors
    ///
    /// When there is none, with the names that there are.
    pub fn parse(name: &str, variables: &Variables) -> Result<Self, String> {
        if let Some((_, known)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Ok(known.clone());
        }
        if variables.contains_key(name) {
            return Ok(Self::Variable(name.into()));
        }
        let own = variables.keys().map(String::as_str);
        let known: Vec<&str> = NAMES.iter().map(|(known, _)| *known).chain(own).collect();
        Err(format!(
            "`{{{name}}}` is no placeholder (there are {})",
            known.join(", ")
        ))
    }

    /// Whether it says how fast is spoken.
    pub fn is_speed(&self) -> bool {
        matches!(self, Self::Speed | Self::RatePercent | Self::InverseSpeed)
    }

    /// Whether it is the same in all requests of a voice, and no secret.
    pub fn is_fixed(&self) -> bool {
        !matches!(self, Self::Text | Self::Seed | Self::Uuid | Self::Key)
    }
}

/// Checks what a voice file defines.
///
/// # Errors
///
/// The name that cannot be one, or the value that cannot be put in anywhere.
pub fn check(variables: &Variables) -> Result<(), String> {
    for (name, value) in variables {
        if NAMES.iter().any(|(known, _)| known == name) {
            return Err(format!(
                "`variables.{name}` has the name of a placeholder that is there already"
            ));
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_word) {
            return Err(format!(
                "`variables.{name}` may have letters, digits and `_` only"
            ));
        }
        if !is_plain(value) {
            return Err(format!(
                "`variables.{name}` must be a string, a number, a boolean or an array of them"
            ));
        }
    }
    Ok(())
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().all(is_plain),
        Value::Object(_) | Value::Null => false,
        Value::String(_) | Value::Number(_) | Value::Bool(_) => true,
    }
}

/// What is the same in all requests of a voice.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fixed {
    /// `voice` of the voice file.
    pub voice: String,
    /// `model` of the voice file.
    pub model: String,
    /// `format` of the voice file.
    pub format: String,
    /// The rate of speech.
    pub speed: f32,
    /// `[variables]` of the voice file.
    pub variables: Variables,
    /// What the files hold that are sent along, by their paths.
    pub files: BTreeMap<String, Arc<[u8]>>,
}

/// All values of one request.
pub struct Values<'a> {
    /// Those that do not change.
    pub fixed: &'a Fixed,
    /// What is to be spoken.
    pub text: &'a str,
    /// New for every take.
    pub seed: i64,
    /// New for every request.
    pub uuid: String,
    /// The key, if the voice has one.
    pub key: Option<&'a str>,
}

impl Values<'_> {
    /// The value of a placeholder as text.
    pub fn text(&self, name: &Name) -> String {
        match self.json(name) {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    /// The value of a placeholder with its type.
    pub fn json(&self, name: &Name) -> Value {
        let Fixed {
            voice,
            model,
            format,
            speed,
            variables,
            ..
        } = self.fixed;
        match name {
            Name::Text => json!(self.text),
            Name::Voice => json!(voice),
            Name::Model => json!(model),
            Name::Format => json!(format),
            Name::Speed => json!(rounded(f64::from(*speed))),
            Name::RatePercent => json!(format!("{:+.0}%", (speed - 1.0) * 100.0)),
            Name::InverseSpeed => json!(rounded(1.0 / f64::from(*speed))),
            Name::Seed => json!(self.seed),
            Name::Uuid => json!(self.uuid),
            Name::Key => json!(self.key.unwrap_or_default()),
            Name::Variable(name) => variables.get(name).cloned().unwrap_or_default(),
        }
    }
}

/// The number as the voice file has it: 1.2, not 1.2000000476837158.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0
}

/// Values for tests.
#[cfg(test)]
pub fn sample<'a>(variables: &Variables, text: &'a str) -> Values<'a> {
    let fixed = Fixed {
        voice: "zf".into(),
        model: "m".into(),
        format: "wav".into(),
        speed: 1.25,
        variables: variables.clone(),
        files: BTreeMap::new(),
    };
    Values {
        fixed: Box::leak(Box::new(fixed)),
        text,
        seed: 7,
        uuid: "0b7f0f6e-3f0b-4a57-9f05-0c5b6c1d2e3f".into(),
        key: Some("sk-canary"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(variables: &Value) -> String {
        check(variables.as_object().unwrap()).unwrap_err()
    }

    #[test]
    fn a_variable_has_a_name_and_a_value_that_can_be_put_in() {
        check(json!({"a_1": [1, "x", true]}).as_object().unwrap()).unwrap();
        assert!(refusal(&json!({"text": "x"})).contains("`variables.text`"));
        assert!(refusal(&json!({"a b": "x"})).contains("`variables.a b`"));
        assert!(refusal(&json!({"a": {"b": 1}})).contains("`variables.a`"));
    }

    #[test]
    fn slower_is_a_change_below_nothing() {
        let fixed = Fixed {
            speed: 0.8,
            ..Fixed::default()
        };
        let values = Values {
            fixed: &fixed,
            text: "",
            seed: 0,
            uuid: String::new(),
            key: None,
        };
        assert_eq!(values.text(&Name::RatePercent), "-20%");
        assert_eq!(values.text(&Name::InverseSpeed), "1.25");
    }
}
