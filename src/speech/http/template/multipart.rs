//! A body of parts (RFC 7578), files among them.
//!
//! Never lets a part end early: the line between parts stands in none of them. Written here and not
//! by the HTTP client, so that a body is plain bytes before anything is sent.

use std::path::Path;

use serde_json::{Map, Value};

use super::body::field;
use super::phrase::Phrase;
use super::scope::{Place, Scope};
use super::values::Values;

/// One part.
#[derive(Debug, Clone, PartialEq)]
pub enum Part {
    /// A value.
    Text(Phrase),
    /// A file of the person who runs this.
    File {
        /// Where it is.
        path: Phrase,
        /// What its content is called.
        content_type: String,
    },
}

impl Part {
    /// Where its file is, if it is one.
    pub fn path(&self) -> Option<&Phrase> {
        match self {
            Self::Text(_) => None,
            Self::File { path, .. } => Some(path),
        }
    }

    /// What its placeholders stand in.
    pub fn phrase(&self) -> &Phrase {
        match self {
            Self::Text(phrase) | Self::File { path: phrase, .. } => phrase,
        }
    }
}

/// Reads the table `multipart` of a request.
///
/// # Errors
///
/// What is wrong with which key.
pub fn parse(parts: &Map<String, Value>, scope: Scope) -> Result<Vec<(String, Part)>, String> {
    let part = |(name, value): (&String, &Value)| {
        let key = format!("multipart.{name}");
        let part = match value {
            Value::Object(keys) => file(&key, keys, scope)?,
            other => Part::Text(field(&key, other, scope)?),
        };
        Ok((name.clone(), part))
    };
    parts.iter().map(part).collect()
}

fn file(key: &str, keys: &Map<String, Value>, scope: Scope) -> Result<Part, String> {
    let here = format!("`{}.{key}`", scope.request);
    if let Some(other) = keys
        .keys()
        .find(|key| !["file", "type"].contains(&key.as_str()))
    {
        return Err(format!(
            "{here} has `{other}`, and may have `file` and `type`"
        ));
    }
    let text = |name: &str| keys.get(name).and_then(Value::as_str);
    let Some(path) = text("file") else {
        return Err(format!("{here} must have `file`, the path of one"));
    };
    let content_type = text("type").unwrap_or("application/octet-stream");
    if content_type.chars().any(char::is_control) {
        return Err(format!("{here} has a `type` over several lines"));
    }
    let path = scope.phrase(&format!("{key}.file"), path, Place::Path)?;
    Ok(Part::File {
        path,
        content_type: content_type.into(),
    })
}

/// The body, and what it is called.
pub fn bytes(parts: &[(String, Part)], values: &Values) -> (Vec<u8>, Option<String>) {
    let parts: Vec<(String, Vec<u8>)> = parts
        .iter()
        .map(|(name, part)| written(name, part, values))
        .collect();
    let boundary = boundary(&parts, &values.uuid);
    let mut body = Vec::new();
    for (head, content) in &parts {
        body.extend(format!("--{boundary}\r\n{head}\r\n\r\n").into_bytes());
        body.extend_from_slice(content);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{boundary}--\r\n").into_bytes());
    (
        body,
        Some(format!("multipart/form-data; boundary={boundary}")),
    )
}

/// Head and content of a part.
fn written(name: &str, part: &Part, values: &Values) -> (String, Vec<u8>) {
    let head = format!("Content-Disposition: form-data; name=\"{}\"", quoted(name));
    match part {
        Part::Text(phrase) => (head, phrase.text(values).into()),
        Part::File { path, content_type } => {
            let path = path.text(values);
            let name = Path::new(&path).file_name().unwrap_or_default();
            let name = quoted(&name.to_string_lossy());
            let head = format!("{head}; filename=\"{name}\"\r\nContent-Type: {content_type}");
            let content = values.fixed.files.get(&path);
            (
                head,
                content.map(|bytes| bytes.to_vec()).unwrap_or_default(),
            )
        }
    }
}

/// As browsers write it: <https://html.spec.whatwg.org/#multipart-form-data>.
fn quoted(name: &str) -> String {
    name.replace('"', "%22")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A line that stands in no part.
fn boundary(parts: &[(String, Vec<u8>)], uuid: &str) -> String {
    let is_in = |content: &[u8], line: &str| {
        let line = line.as_bytes();
        content.windows(line.len()).any(|window| window == line)
    };
    let mut boundary = format!("pingshu-{uuid}");
    while parts.iter().any(|(_, content)| is_in(content, &boundary)) {
        boundary.push('x');
    }
    boundary
}
