//! The body of a request.
//!
//! Never lets a value out of its place: whatever a text holds, a reader of the body finds it whole
//! in the field it was put into, and no other field changed.

use serde_json::{Map, Value};

use super::escape::Escape;
use super::multipart::{self, Part};
use super::phrase::Phrase;
use super::scope::{Place, Scope};
use super::table::RequestTable;
use super::values::{Name, Values};

/// What a request carries.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Nothing.
    None,
    /// JSON.
    Json(Json),
    /// A form.
    Form(Vec<(String, Phrase)>),
    /// Parts, files among them.
    Multipart(Vec<(String, Part)>),
    /// Text.
    Text(Phrase),
}

/// JSON with placeholders in its strings.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// A value that stands as it is.
    Value(Value),
    /// A string.
    Phrase(Phrase),
    /// A list.
    Array(Vec<Json>),
    /// A table.
    Object(Vec<(String, Json)>),
}

impl Body {
    /// The body of a request, and what it is called.
    ///
    /// # Errors
    ///
    /// What is wrong with which key.
    pub fn parse(table: &RequestTable, scope: Scope) -> Result<(Self, Option<String>), String> {
        let own = table.content_type.clone();
        let called = |usual: &str| Some(own.clone().unwrap_or_else(|| usual.into()));
        match (&table.json, &table.form, &table.multipart, &table.body) {
            (None, None, None, None) => Ok((Self::None, None)),
            (Some(json), None, None, None) => Ok((
                Self::Json(Json::parse("json", json, scope)?),
                called("application/json"),
            )),
            (None, Some(form), None, None) => {
                let form = fields("form", form, scope)?;
                Ok((
                    Self::Form(form),
                    called("application/x-www-form-urlencoded"),
                ))
            }
            (None, None, Some(parts), None) if own.is_none() => {
                Ok((Self::Multipart(multipart::parse(parts, scope)?), None))
            }
            (None, None, Some(_), None) => Err(format!(
                "`{}.content_type` cannot be chosen for `multipart`",
                scope.request
            )),
            (None, None, None, Some(text)) => text_body(text, own, scope),
            _ => Err(format!(
                "`{}` may have one of `json`, `form`, `multipart` and `body`",
                scope.request
            )),
        }
    }

    /// The placeholders in it.
    pub fn names(&self) -> Vec<&Name> {
        let phrases: Vec<&Phrase> = match self {
            Self::None => Vec::new(),
            Self::Json(json) => json.phrases(),
            Self::Form(fields) => fields.iter().map(|(_, phrase)| phrase).collect(),
            Self::Multipart(parts) => parts.iter().map(|(_, part)| part.phrase()).collect(),
            Self::Text(phrase) => vec![phrase],
        };
        let names = phrases.into_iter().flat_map(Phrase::placeholders);
        names.map(|(name, _)| name).collect()
    }

    /// The bytes to send, and for parts what they are called.
    pub fn bytes(&self, values: &Values) -> (Vec<u8>, Option<String>) {
        match self {
            Self::None => (Vec::new(), None),
            Self::Json(json) => (json.value(values).to_string().into(), None),
            Self::Form(fields) => (pairs(fields, values, Escape::Form).into(), None),
            Self::Multipart(parts) => multipart::bytes(parts, values),
            Self::Text(phrase) => (phrase.text(values).into(), None),
        }
    }
}

/// A text would change what surrounds it, unless nothing does.
fn text_body(
    text: &str,
    content_type: Option<String>,
    scope: Scope,
) -> Result<(Body, Option<String>), String> {
    let request = scope.request;
    let Some(content_type) = content_type else {
        return Err(format!(
            "`{request}.content_type` is missing, which says what `body` is"
        ));
    };
    let phrase = scope.phrase("body", text, Place::Content)?;
    let is_free = scope.is_marked || content_type.starts_with("text/plain");
    let escapes = |(name, escapes): (&Name, _)| (*name == Name::Text).then_some(escapes);
    let escapes: Vec<&[Escape]> = phrase.placeholders().filter_map(escapes).collect();
    if !is_free && escapes.contains(&&[][..]) {
        return Err(format!(
            "`{request}.body` must say how `{{text}}` is written: `{{text|xml}}`, `{{text|json}}`, `{{text|url}}` or `{{text|form}}`"
        ));
    }
    if scope.is_marked
        && escapes
            .iter()
            .any(|escapes| escapes.first() == Some(&Escape::Xml))
    {
        return Err(format!(
            "`{request}.body` must hold `{{text}}` without `xml`: with `lexicon = \"ssml\"` it is XML already"
        ));
    }
    Ok((Body::Text(phrase), Some(content_type)))
}

/// Names and values of a query or a form.
///
/// # Errors
///
/// What is wrong with which key.
pub fn fields(
    table: &str,
    fields: &Map<String, Value>,
    scope: Scope,
) -> Result<Vec<(String, Phrase)>, String> {
    let field = |(name, value): (&String, &Value)| {
        Ok((
            name.clone(),
            field(&format!("{table}.{name}"), value, scope)?,
        ))
    };
    fields.iter().map(field).collect()
}

/// One value that is written as text.
///
/// # Errors
///
/// When it is none.
pub fn field(key: &str, value: &Value, scope: Scope) -> Result<Phrase, String> {
    match value {
        Value::String(text) => scope.phrase(key, text, Place::Content),
        Value::Number(_) | Value::Bool(_) => Ok(Phrase::literal(&value.to_string())),
        _ => Err(format!(
            "`{}.{key}` must be a string, a number or a boolean",
            scope.request
        )),
    }
}

/// Names and values in the notation that queries and forms share.
pub fn pairs(fields: &[(String, Phrase)], values: &Values, escape: Escape) -> String {
    let pair = |(name, phrase): &(String, Phrase)| {
        // Literal parts are escaped as well: the whole is one value.
        format!("{}={}", escape.of(name), escape.of(&phrase.text(values)))
    };
    fields.iter().map(pair).collect::<Vec<_>>().join("&")
}

impl Json {
    fn parse(key: &str, value: &Value, scope: Scope) -> Result<Self, String> {
        Ok(match value {
            Value::String(text) => Self::Phrase(scope.phrase(key, text, Place::Content)?),
            Value::Array(values) => {
                let values = values.iter().map(|value| Self::parse(key, value, scope));
                Self::Array(values.collect::<Result<_, _>>()?)
            }
            Value::Object(fields) => {
                let field = |(name, value): (&String, &Value)| {
                    Ok::<_, String>((
                        name.clone(),
                        Self::parse(&format!("{key}.{name}"), value, scope)?,
                    ))
                };
                Self::Object(fields.iter().map(field).collect::<Result<_, _>>()?)
            }
            other => Self::Value(other.clone()),
        })
    }

    fn phrases(&self) -> Vec<&Phrase> {
        match self {
            Self::Value(_) => Vec::new(),
            Self::Phrase(phrase) => vec![phrase],
            Self::Array(values) => values.iter().flat_map(Self::phrases).collect(),
            Self::Object(fields) => fields
                .iter()
                .flat_map(|(_, value)| value.phrases())
                .collect(),
        }
    }

    fn value(&self, values: &Values) -> Value {
        match self {
            Self::Value(value) => value.clone(),
            Self::Phrase(phrase) => phrase.json(values),
            Self::Array(items) => items.iter().map(|item| item.value(values)).collect(),
            Self::Object(fields) => {
                let fields = fields.iter();
                fields
                    .map(|(name, field)| (name.clone(), field.value(values)))
                    .collect()
            }
        }
    }
}
