//! One kind of request of a voice: its address, headers and body.
//!
//! Never goes anywhere but below the base address of its endpoint.

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, Url};

use super::body::{self, Body};
use super::escape::Escape;
use super::phrase::Phrase;
use super::scope::{Place, Scope};
use super::table::{MethodName, RequestTable};
use super::values::{Name, Values};

/// Headers that a voice file does not set, because the request or the client must.
const OURS: [&str; 7] = [
    "accept-encoding",
    "connection",
    "content-length",
    "content-type",
    "host",
    "te",
    "transfer-encoding",
];

/// A request of a voice, with placeholders.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    method: Method,
    path: Phrase,
    query: Vec<(String, Phrase)>,
    headers: Vec<(HeaderName, Phrase)>,
    body: Body,
    content_type: Option<String>,
}

/// A request that can be sent. It holds the key, so it does not print itself.
pub struct Call {
    /// How it is sent.
    pub method: Method,
    /// Where it goes.
    pub url: Url,
    /// Its headers.
    pub headers: HeaderMap,
    /// What it carries.
    pub body: Vec<u8>,
}

impl Request {
    /// Reads a table of a voice file.
    ///
    /// # Errors
    ///
    /// What is wrong with which key.
    pub fn parse(table: &RequestTable, scope: Scope) -> Result<Self, String> {
        let headers = table.headers.iter();
        let headers = headers.map(|(name, value)| header(name, value, scope));
        let (body, content_type) = Body::parse(table, scope)?;
        if let Some(text) = content_type
            .as_ref()
            .filter(|text| HeaderValue::from_str(text).is_err())
        {
            return Err(format!(
                "`{}.content_type` cannot be `{text:?}`",
                scope.request
            ));
        }
        Ok(Self {
            method: match table.method {
                MethodName::Post => Method::POST,
                MethodName::Get => Method::GET,
            },
            path: path(&table.path, scope)?,
            query: body::fields("query", &table.query, scope)?,
            headers: headers.collect::<Result<_, _>>()?,
            body,
            content_type,
        })
    }

    /// A request with JSON, made by the program itself.
    pub fn of_json(path: &str, headers: Vec<(HeaderName, Phrase)>, json: body::Json) -> Self {
        Self {
            method: Method::POST,
            path: Phrase::literal(path),
            query: Vec::new(),
            headers,
            body: Body::Json(json),
            content_type: Some("application/json".into()),
        }
    }

    /// A request for what is at a path.
    ///
    /// # Errors
    ///
    /// What is wrong with the path.
    pub fn get(at: &str, scope: Scope) -> Result<Self, String> {
        Ok(Self {
            method: Method::GET,
            path: path(at, scope)?,
            query: Vec::new(),
            headers: Vec::new(),
            body: Body::None,
            content_type: None,
        })
    }

    /// With the headers of another request.
    pub fn with_headers_of(mut self, other: &Self) -> Self {
        self.headers.clone_from(&other.headers);
        self
    }

    /// All placeholders in it.
    pub fn names(&self) -> Vec<&Name> {
        let query = self.query.iter().map(|(_, phrase)| phrase);
        let headers = self.headers.iter().map(|(_, phrase)| phrase);
        let phrases = query.chain(headers).chain([&self.path]);
        let names = phrases.flat_map(Phrase::placeholders).map(|(name, _)| name);
        names.chain(self.body.names()).collect()
    }

    /// The paths of the files that it sends along.
    pub fn files(&self, values: &Values) -> Vec<String> {
        let Body::Multipart(parts) = &self.body else {
            return Vec::new();
        };
        let paths = parts.iter().filter_map(|(_, part)| part.path());
        paths.map(|path| path.text(values)).collect()
    }

    /// The request to the endpoint with this base address.
    ///
    /// # Errors
    ///
    /// The header whose value no request can carry.
    pub fn call(&self, base: &Url, values: &Values) -> Result<Call, HeaderName> {
        let (body, parts) = self.body.bytes(values);
        let mut headers = HeaderMap::new();
        for (name, phrase) in &self.headers {
            let value = HeaderValue::from_bytes(phrase.text(values).as_bytes());
            let mut value = value.map_err(|_| name.clone())?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        if let Some(content_type) = parts.as_ref().or(self.content_type.as_ref()) {
            let value = HeaderValue::from_str(content_type);
            headers.insert(CONTENT_TYPE, value.map_err(|_| CONTENT_TYPE)?);
        }
        Ok(Call {
            method: self.method.clone(),
            url: self.url(base, values),
            headers,
            body,
        })
    }

    fn url(&self, base: &Url, values: &Values) -> Url {
        let mut url = base.clone();
        let path = self.path.text_with(values, |value| Escape::Url.of(value));
        url.set_path(&format!("{}{path}", base.path().trim_end_matches('/')));
        if !self.query.is_empty() {
            let own = body::pairs(&self.query, values, Escape::Url);
            let query = match base.query() {
                Some(query) if !query.is_empty() => format!("{query}&{own}"),
                _ => own,
            };
            url.set_query(Some(&query));
        }
        url
    }
}

fn path(text: &str, scope: Scope) -> Result<Phrase, String> {
    let here = format!("`{}.path`", scope.request);
    if text.contains("://") || !(text.is_empty() || text.starts_with('/')) {
        return Err(format!(
            "{here} must begin with `/`; the address of the server goes into `endpoints`"
        ));
    }
    if text.contains(['?', '#']) {
        return Err(format!("{here} must not hold `?` or `#`; use `query`"));
    }
    scope.phrase("path", text, Place::Path)
}

fn header(name: &str, value: &str, scope: Scope) -> Result<(HeaderName, Phrase), String> {
    let key = format!("headers.{name}");
    let phrase = scope.phrase(&key, value, Place::Header)?;
    let parsed = HeaderName::from_bytes(name.as_bytes());
    let parsed = parsed.map_err(|_| format!("`{}.{key}` is no name of a header", scope.request))?;
    if OURS.contains(&parsed.as_str()) {
        return Err(format!(
            "`{}.{key}` is set by pingshu; a body's type is `content_type`",
            scope.request
        ));
    }
    Ok((parsed, phrase))
}
