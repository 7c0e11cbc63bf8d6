//! Rules of a voice file over status, headers and body of an answer.
//!
//! Never holds by accident: every key that a rule has must hold.

use regex::Regex;
use serde::Deserialize;
use serde_json::Value;

use super::table::check_pointer;
use super::{BEGINNING, Reply};

/// A rule as a voice file writes it.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RuleTable {
    status: Option<u16>,
    pointer: Option<String>,
    equals: Option<Value>,
    one_of: Option<Vec<Value>>,
    matches: Option<String>,
    contains: Option<String>,
    content_type: Option<String>,
}

/// A rule that can be applied.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    status: Option<u16>,
    inside: Option<(String, Test)>,
    contains: Option<String>,
    content_type: Option<String>,
}

/// What a value inside a body is asked.
#[derive(Debug, Clone)]
enum Test {
    IsThere,
    OneOf(Vec<Value>),
    Matches(Regex),
}

impl PartialEq for Test {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::IsThere, Self::IsThere) => true,
            (Self::OneOf(one), Self::OneOf(other)) => one == other,
            (Self::Matches(one), Self::Matches(other)) => one.as_str() == other.as_str(),
            _ => false,
        }
    }
}

impl RuleTable {
    /// A rule about the status and some words.
    pub fn of_words(status: u16, words: &str) -> Self {
        Self {
            status: Some(status),
            contains: Some(words.into()),
            ..Self::default()
        }
    }

    /// Reads it; `key` is its list in the voice file.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn rule(&self, key: &str) -> Result<Rule, String> {
        if *self == Self::default() {
            return Err(format!(
                "`{key}` has a rule without a key, which would always hold"
            ));
        }
        check_pointer(&format!("{key}.pointer"), self.pointer.as_deref())?;
        let test = self.test(key)?;
        let inside = match (&self.pointer, test) {
            (Some(pointer), test) => Some((pointer.clone(), test.unwrap_or(Test::IsThere))),
            (None, None) => None,
            (None, Some(_)) => {
                return Err(format!(
                    "`{key}` has a rule that needs `pointer`, which says where to look"
                ));
            }
        };
        Ok(Rule {
            status: self.status,
            inside,
            contains: self.contains.clone(),
            content_type: self.content_type.clone(),
        })
    }

    fn test(&self, key: &str) -> Result<Option<Test>, String> {
        match (&self.equals, &self.one_of, &self.matches) {
            (None, None, None) => Ok(None),
            (Some(value), None, None) => Ok(Some(Test::OneOf(vec![value.clone()]))),
            (None, Some(values), None) => Ok(Some(Test::OneOf(values.clone()))),
            (None, None, Some(pattern)) => {
                let regex = Regex::new(pattern);
                let regex = regex.map_err(|error| format!("`{key}.matches`: {error}"))?;
                Ok(Some(Test::Matches(regex)))
            }
            _ => Err(format!(
                "`{key}` has a rule with more than one of `equals`, `one_of` and `matches`"
            )),
        }
    }
}

impl Rule {
    /// Whether it looks into the body as JSON.
    pub fn looks_inside(&self) -> bool {
        self.inside.is_some()
    }

    /// Whether it holds for an answer with these values in it; one of them is enough.
    pub fn holds(&self, reply: &Reply, values: &[Value]) -> bool {
        let has_words = |words: &String| {
            let beginning = &reply.body[..reply.body.len().min(BEGINNING)];
            String::from_utf8_lossy(beginning).contains(words.as_str())
        };
        let is_called = |called: &String| {
            let content_type = reply.content_type.to_lowercase();
            content_type.starts_with(&called.to_lowercase())
        };
        let is_inside = |(pointer, test): &(String, Test)| {
            let found = values.iter().filter_map(|value| value.pointer(pointer));
            found.into_iter().any(|value| test.holds(value))
        };
        self.status.is_none_or(|status| status == reply.status)
            && self.content_type.as_ref().is_none_or(is_called)
            && self.inside.as_ref().is_none_or(is_inside)
            && self.contains.as_ref().is_none_or(has_words)
    }
}

impl Test {
    fn holds(&self, value: &Value) -> bool {
        match self {
            Self::IsThere => !value.is_null(),
            Self::OneOf(values) => values.iter().any(|other| is_same(value, other)),
            Self::Matches(regex) => match value {
                Value::String(text) => regex.is_match(text),
                other => regex.is_match(&other.to_string()),
            },
        }
    }
}

/// Whether two values are the same; 3000 is 3000.0.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one.as_f64(), other.as_f64()) {
        (Some(one), Some(other)) => (one - other).abs() < f64::EPSILON,
        _ => one == other,
    }
}
