//! Rules for speech over HTTP, as the reading app legado (阅读) shares them, made into voice files.
//!
//! Never runs a script, asks a server, or lets a key into a voice file: what cannot be said in a
//! voice file is refused by name.

mod address;
mod arithmetic;
mod body;
mod expression;
mod file;
mod key;
mod problem;
mod rule;
mod template;
#[cfg(test)]
mod tests;

use serde_json::Value;

pub use problem::{NotRules, Problem};
use rule::Rule;

/// A rule and what became of it.
#[derive(Debug)]
pub struct Imported {
    /// The rule's name; a number where it has none.
    pub rule: String,
    /// The voice, or why it cannot be one.
    pub voice: Result<ImportedVoice, Problem>,
}

/// A voice file made of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedVoice {
    /// A name for the file, without its ending; other rules may ask for the same.
    pub name: String,
    /// The text of the file.
    pub text: String,
    /// The address that will be asked.
    pub endpoint: String,
    /// The environment variable that must hold the key which the rule held.
    pub key_env: Option<String>,
}

/// Makes a voice of each rule in `json`: one rule, or a list of them.
///
/// # Errors
///
/// When it is no JSON, or no rule is in it.
pub fn import(json: &str) -> Result<Vec<Imported>, NotRules> {
    let json = json.trim_start_matches('\u{feff}');
    let rules = match serde_json::from_str(json)? {
        Value::Array(rules) if !rules.is_empty() => rules,
        Value::Object(rule) => vec![Value::Object(rule)],
        _ => return Err(NotRules::Empty),
    };
    let imported = rules.into_iter().enumerate().map(|(index, value)| {
        let rule = Rule::new(value);
        let rule_name = rule.name().unwrap_or_else(|| format!("{}", index + 1));
        Imported {
            voice: rule.voice(&rule_name),
            rule: rule_name,
        }
    });
    Ok(imported.collect())
}
