//! The body of a rule's request: JSON, a form, or markup.
//!
//! Never keeps text between quotes of JSON: what is typed is escaped where it is sent.

use serde_json::Value;

use super::address::pairs;
use super::key::Keys;
use super::problem::Problem;
use super::template::{Place, Slots, has_text, literal};

/// A body as a voice file has it.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Typed.
    Json(toml::Value),
    /// Fields.
    Form(Vec<(String, String)>),
    /// Markup.
    Text(String),
    /// The text, and perhaps some words.
    Plain(String),
}

impl Body {
    /// Reads the option `body`, in which the text is masked.
    pub fn read(body: &Value, slots: &Slots, keys: &mut Keys) -> Result<Self, Problem> {
        let Value::String(source) = body else {
            return Ok(Self::Json(typed(body, "", slots, keys)?));
        };
        let source = source.trim();
        if source.starts_with(['{', '[']) {
            let json = serde_json::from_str(&one_line(source)).map_err(|error| {
                Problem::Malformed(format!("a body that is not JSON ({error})"))
            })?;
            return Ok(Self::Json(typed(&json, "", slots, keys)?));
        }
        if source.starts_with('<') {
            return Ok(Self::Text(slots.template(source).written(Place::Markup)));
        }
        if source.contains('=') {
            return Ok(Self::Form(fields(pairs(source)?, slots, keys)?));
        }
        if has_text(source) {
            return Ok(Self::Plain(slots.template(source).written(Place::Typed)));
        }
        Err(Problem::Malformed(
            "a body that is neither JSON, a form, markup nor the text".into(),
        ))
    }
}

/// Names and values as a voice file has them.
pub fn fields(
    pairs: Vec<(String, String)>,
    slots: &Slots,
    keys: &mut Keys,
) -> Result<Vec<(String, String)>, Problem> {
    let written = pairs.into_iter().map(|(name, value)| {
        let value = value_of(&name, &value, Place::Encoded, slots, keys)?;
        Ok((name, value))
    });
    written.collect()
}

/// A value under its name, with `{key}` for a key.
fn value_of(
    name: &str,
    value: &str,
    place: Place,
    slots: &Slots,
    keys: &mut Keys,
) -> Result<String, Problem> {
    if has_text(value) {
        return Ok(slots.template(value).written(place));
    }
    let hidden = keys.hide(name, value)?;
    Ok(hidden.unwrap_or_else(|| literal(value)))
}

/// JSON as TOML; `name` is the key that it stands under.
fn typed(json: &Value, name: &str, slots: &Slots, keys: &mut Keys) -> Result<toml::Value, Problem> {
    let odd = |what: &str| Problem::Malformed(format!("{what} in its body, under `{name}`"));
    Ok(match json {
        Value::Null => return Err(odd("a `null`")),
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(integer), _) => integer.into(),
            (None, Some(float)) if !number.is_u64() => float.into(),
            _ => return Err(odd("a number that is too large")),
        },
        Value::String(value) => value_of(name, value, Place::Typed, slots, keys)?.into(),
        Value::Array(values) => {
            let values = values.iter().map(|value| typed(value, name, slots, keys));
            toml::Value::Array(values.collect::<Result<_, _>>()?)
        }
        Value::Object(object) => {
            let mut table = toml::Table::new();
            for (name, value) in object {
                if has_text(name) {
                    return Err(Problem::TextIn("the name of a field"));
                }
                table.insert(name.clone(), typed(value, name, slots, keys)?);
            }
            table.into()
        }
    })
}

/// Rules are typed by hand: a line end within a string is as good as a space.
pub fn one_line(json: &str) -> String {
    json.replace(char::is_control, " ")
}
