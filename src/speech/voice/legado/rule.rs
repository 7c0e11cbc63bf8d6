//! A rule as it is shared, and the voice it describes.
//!
//! Never takes what it does not know for harmless: every option has to be known.

use serde_json::{Map, Value};

use super::ImportedVoice;
use super::address::Address;
use super::body::{Body, fields, one_line};
use super::expression::shortened;
use super::file::{Pairs, Quota, Request, VoiceText, name_for};
use super::key::Keys;
use super::problem::Problem;
use super::template::{Slots, has_text, literal};

/// Fields that only a script can fill.
const SCRIPTS: [&str; 4] = ["loginUrl", "loginUi", "loginCheckJs", "jsLib"];

/// Options that a voice file can say, or that pingshu decides by itself.
const KNOWN_OPTIONS: [&str; 5] = ["method", "body", "headers", "charset", "retry"];

/// Headers that belong to the connection and not to the request.
const OWN_HEADERS: [&str; 6] = [
    "accept-encoding",
    "connection",
    "content-length",
    "host",
    "range",
    "transfer-encoding",
];

/// A rule for speech over HTTP.
pub struct Rule {
    fields: Map<String, Value>,
    slots: Slots,
    keys: Keys,
}

impl Rule {
    pub fn new(value: Value) -> Self {
        let fields = match value {
            Value::Object(fields) => fields,
            _ => Map::new(),
        };
        Self {
            fields,
            slots: Slots::default(),
            keys: Keys::default(),
        }
    }

    /// What it is called.
    pub fn name(&self) -> Option<String> {
        let name = self.fields.get("name")?.as_str()?;
        let name = name.replace(char::is_control, " ");
        let name = name.trim();
        (!name.is_empty()).then(|| shortened(name))
    }

    /// The voice that it describes.
    pub fn voice(mut self, name: &str) -> Result<ImportedVoice, Problem> {
        self.check_scripts()?;
        let url = self.text("url")?;
        if url.is_empty() {
            return Err(Problem::Malformed("no `url`".into()));
        }
        let masked = self.slots.mask(&url)?;
        let (url, options) = split(&masked)?;
        check_options(&options)?;
        let address = Address::read(url)?;
        let body = self.body(&options)?;
        let is_said = has_text(if body.is_some() { &masked } else { url });
        if !is_said {
            return Err(Problem::NoText);
        }
        self.file(name, address, &options, body)
    }

    fn check_scripts(&self) -> Result<(), Problem> {
        for name in SCRIPTS {
            if !self.text(name)?.is_empty() {
                return Err(Problem::Script(name.into()));
            }
        }
        for name in ["url", "header"] {
            let text = self.text(name)?;
            for script in ["@js:", "<js>"] {
                if text.to_lowercase().contains(script) {
                    return Err(Problem::Script(script.into()));
                }
            }
        }
        Ok(())
    }

    /// A field's text, as good as empty where it is not given.
    fn text(&self, name: &str) -> Result<String, Problem> {
        match self.fields.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.trim().to_owned()),
            Some(value @ (Value::Object(_) | Value::Number(_))) => Ok(value.to_string()),
            Some(_) => Err(Problem::Malformed(format!("a `{name}` that is not text"))),
        }
    }

    fn body(&mut self, options: &Map<String, Value>) -> Result<Option<Body>, Problem> {
        match options.get("body") {
            Some(body) if method(options)? == "POST" && !body.is_null() => {
                Body::read(body, &self.slots, &mut self.keys).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// The headers of the rule and of its options, which stand over them; and the body's type.
    fn headers(
        &mut self,
        options: &Map<String, Value>,
    ) -> Result<(Pairs, Option<String>), Problem> {
        let header = self.text("header")?;
        let own = match header.as_str() {
            "" => Map::new(),
            text => object(text, "a `header`")?,
        };
        let more = match options.get("headers") {
            None | Some(Value::Null) => Map::new(),
            Some(Value::Object(more)) => more.clone(),
            Some(Value::String(text)) => object(text, "`headers`")?,
            Some(_) => return Err(Problem::Malformed("`headers` that are no object".into())),
        };
        let mut pairs: Vec<(String, String)> = Vec::new();
        let mut content_type = None;
        for (name, value) in own.into_iter().chain(more) {
            let value = self.header(&name, &value)?;
            let lower = name.to_lowercase();
            if lower == "content-type" {
                content_type = Some(value);
            } else if !OWN_HEADERS.contains(&lower.as_str()) {
                pairs.retain(|(before, _)| before.to_lowercase() != lower);
                pairs.push((name, value));
            }
        }
        Ok((Pairs(pairs), content_type))
    }

    fn header(&mut self, name: &str, value: &Value) -> Result<String, Problem> {
        let value = match value {
            Value::String(value) => self.slots.mask(value)?,
            Value::Number(value) => value.to_string(),
            _ => {
                return Err(Problem::Malformed(format!(
                    "a header `{name}` that is not text"
                )));
            }
        };
        if has_text(&value) {
            return Err(Problem::TextIn("a header"));
        }
        let is_line = |text: &str| !text.contains(char::is_control);
        if !is_line(&value) || !is_line(name) {
            return Err(Problem::Malformed("a header of several lines".into()));
        }
        let hidden = self.keys.hide(name, &value)?;
        Ok(hidden.unwrap_or_else(|| literal(&value)))
    }

    fn file(
        mut self,
        name: &str,
        address: Address,
        options: &Map<String, Value>,
        body: Option<Body>,
    ) -> Result<ImportedVoice, Problem> {
        let (headers, content_type) = self.headers(options)?;
        let content_type = content_type.or_else(|| usual_type(body.as_ref()));
        let query = Pairs(fields(address.query, &self.slots, &mut self.keys)?);
        let request = Request {
            method: method(options)?,
            path: literal(&address.path),
            content_type: content_type.filter(|given| is_news(given, body.as_ref())),
            query,
            headers,
            body: None,
            form: None,
            json: None,
        };
        let (concurrency, quota) = rate(&self.text("concurrentRate")?)?;
        let file = VoiceText {
            engine: "http",
            about: name.to_owned(),
            key_env: self.keys.variable(&address.endpoint),
            endpoints: [address.endpoint.clone()],
            concurrency,
            request: request.with(body),
            quota,
        };
        Ok(ImportedVoice {
            name: name_for(name),
            text: file.written(&self.comments(name, &file))?,
            endpoint: address.endpoint,
            key_env: file.key_env,
        })
    }

    fn comments(&self, name: &str, file: &VoiceText) -> Vec<String> {
        let made = format!("Made by `pingshu voices import` of the rule `{name}`.");
        let asked = format!("It sends the text of your books to {}", file.endpoints[0]);
        let formulas = self.slots.worked_out.iter().map(|(formula, value)| {
            let formula = shortened(formula);
            format!(
                "`{formula}` is {value} here, at the middle speed of the app (speakSpeed = 10)."
            )
        });
        let key = file.key_env.iter().map(|variable| {
            format!(
                "The rule held a key. It is not in this file: put it into the variable {variable}."
            )
        });
        [made, asked]
            .into_iter()
            .chain(formulas)
            .chain(key)
            .collect()
    }
}

/// The address and the options of a masked `url`.
fn split(masked: &str) -> Result<(&str, Map<String, Value>), Problem> {
    let starts_options = |(at, _): &(usize, &str)| masked[at + 1..].trim_start().starts_with('{');
    match masked.match_indices(',').find(starts_options) {
        Some((at, _)) => Ok((&masked[..at], object(&masked[at + 1..], "options")?)),
        None => Ok((masked, Map::new())),
    }
}

fn object(json: &str, what: &str) -> Result<Map<String, Value>, Problem> {
    serde_json::from_str(&one_line(json)).map_err(|error| {
        Problem::Malformed(format!("{what} that cannot be read as JSON ({error})"))
    })
}

fn check_options(options: &Map<String, Value>) -> Result<(), Problem> {
    for (name, value) in options {
        let is_off =
            matches!(value, Value::Null | Value::Bool(false)) || value == "" || value == "false";
        if is_off || KNOWN_OPTIONS.contains(&name.as_str()) {
            continue;
        }
        let is_script = name.to_lowercase().ends_with("js");
        return Err(if is_script {
            Problem::Script(name.clone())
        } else {
            Problem::Unsupported(shortened(name))
        });
    }
    match options.get("charset").and_then(Value::as_str) {
        Some(charset) if !["", "utf-8", "utf8"].contains(&charset.to_lowercase().as_str()) => Err(
            Problem::Unsupported(format!("charset {}", shortened(charset))),
        ),
        _ => Ok(()),
    }
}

fn method(options: &Map<String, Value>) -> Result<&'static str, Problem> {
    let method = options
        .get("method")
        .and_then(Value::as_str)
        .unwrap_or("GET");
    match method.to_uppercase().as_str() {
        "POST" => Ok("POST"),
        "GET" | "" => Ok("GET"),
        _ => Err(Problem::Unsupported(shortened(method))),
    }
}

/// What a body is sent as, where the rule does not say.
fn usual_type(body: Option<&Body>) -> Option<String> {
    match body {
        Some(Body::Text(text)) if text.starts_with("<speak") => Some("application/ssml+xml".into()),
        Some(Body::Text(_)) => Some("text/xml".into()),
        Some(Body::Plain(_)) => Some("text/plain; charset=utf-8".into()),
        _ => None,
    }
}

/// Whether a type of content says more than the kind of body does.
fn is_news(content_type: &str, body: Option<&Body>) -> bool {
    let kind = content_type
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .to_lowercase();
    match body {
        None => false,
        Some(Body::Json(_)) => kind != "application/json",
        Some(Body::Form(_)) => kind != "application/x-www-form-urlencoded",
        Some(Body::Text(_) | Body::Plain(_)) => true,
    }
}

/// `concurrentRate`: so many milliseconds between requests, or so many requests in so many.
fn rate(text: &str) -> Result<(Option<usize>, Option<Quota>), Problem> {
    const MINUTE: u64 = 60_000;
    let wrong = || Problem::Malformed(format!("a `concurrentRate` of `{}`", shortened(text)));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
    let quota = |n: u64, milliseconds: u64| {
        let requests_per_minute = n.saturating_mul(MINUTE).checked_div(milliseconds);
        requests_per_minute.map(|n| Quota {
            requests_per_minute: n.clamp(1, u32::MAX.into()),
        })
    };
    match text.split_once('/') {
        _ if text.is_empty() => Ok((None, None)),
        None => {
            let quota = quota(1, number(text)?);
            Ok((quota.as_ref().map(|_| 1), quota))
        }
        Some((n, milliseconds)) => Ok((None, quota(number(n)?, number(milliseconds)?))),
    }
}
