//! What is asked of a server, as its voice file says it.
//!
//! Never sends anything: a template and a text give a [`Call`], which is plain bytes.

mod body;
mod escape;
mod multipart;
mod openai;
mod phrase;
mod request;
mod scope;
mod table;
#[cfg(test)]
mod tests;
pub mod values;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::{fs, io};

use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{AnswerTable, Answering};
use crate::speech::SpeechError;
pub use openai::OpenAiTables;
pub use phrase::Phrase;
pub use request::{Call, Request};
pub use scope::Scope;
pub use table::{PrepareTables, RequestTable};
pub use values::{Fixed, Values};

/// The seed of the first take, where a voice file has none.
const FIRST_SEED: i64 = 1_234;

/// A file larger than this is no sample of a voice.
const LARGEST_FILE: u64 = 64_000_000;

/// Everything a voice file says about its server's requests and answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// Asks for the speech of a text.
    pub request: Request,
    /// Asked of each endpoint once and in order, before all else.
    pub prepare: Vec<Request>,
    /// Asks for the names of voices.
    pub listing: Option<Listing>,
    /// How answers are read.
    pub answering: Arc<Answering>,
    /// What placeholders stand for.
    pub fixed: Fixed,
    first_seed: i64,
    /// A speed that the request has of its own.
    own_speed: Option<f32>,
    identity: Value,
}

/// Where a server says which voices it has.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    /// Asks for them.
    pub request: Request,
    /// Where in the answer they are, if not at a usual place.
    pub pointer: Option<String>,
}

/// The table `[voices]` of a voice file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListingTable {
    path: String,
    pointer: Option<String>,
}

/// What a voice file of engine `http` says.
#[derive(Debug, Clone)]
pub struct Tables {
    /// `voice`, `model`, `format`, `speed` and `[variables]`.
    pub fixed: Fixed,
    /// `[request]`.
    pub request: RequestTable,
    /// `[prepare]`.
    pub prepare: PrepareTables,
    /// `[answer]`.
    pub answer: AnswerTable,
    /// `[voices]`.
    pub listing: Option<ListingTable>,
    /// `seed`.
    pub seed: Option<i64>,
    /// Whether there is a key.
    pub has_key: bool,
    /// Whether texts have marks of XML in them, and are XML already.
    pub is_marked: bool,
}

impl Tables {
    /// Reads them all.
    ///
    /// # Errors
    ///
    /// What is wrong with which key.
    pub fn template(self) -> Result<Template, String> {
        values::check(&self.fixed.variables)?;
        for (name, value) in &self.fixed.variables {
            let here = format!("`variables.{name}`");
            scope::no_literal_key(&here, name, value.as_str().into_iter())?;
        }
        let request = Request::parse(&self.request, self.scope("request"))?;
        let prepare = self.prepare.0.iter();
        let prepare = prepare.map(|table| Request::parse(table, self.scope("prepare")));
        let listing = self.listing.as_ref();
        let listing = listing.map(|table| table.listing(self.scope("voices"), &request));
        let template = Template {
            prepare: prepare.collect::<Result<_, _>>()?,
            listing: listing.transpose()?,
            answering: Arc::new(self.answer.answering(None)?),
            first_seed: self.seed.unwrap_or(FIRST_SEED),
            own_speed: None,
            identity: self.identity(),
            request,
            fixed: self.fixed,
        };
        template.check(self.has_key)?;
        Ok(template)
    }

    fn scope(&self, request: &'static str) -> Scope<'_> {
        Scope {
            request,
            variables: &self.fixed.variables,
            has_key: self.has_key,
            has_text: request == "request",
            is_marked: self.is_marked,
        }
    }

    /// Neither addresses nor rules decide how a voice sounds.
    fn identity(&self) -> Value {
        let Fixed {
            voice,
            model,
            format,
            speed,
            variables,
            ..
        } = &self.fixed;
        let prepare: Value = self.prepare.0.iter().map(RequestTable::identity).collect();
        json!([
            self.request.identity(),
            prepare,
            self.answer.identity(),
            variables,
            voice,
            model,
            format,
            speed,
            self.seed,
        ])
    }
}

impl ListingTable {
    /// The request for the names, with the key where the request for speech has it.
    ///
    /// # Errors
    ///
    /// What is wrong with the path or the pointer.
    pub fn listing(&self, scope: Scope, speech: &Request) -> Result<Listing, String> {
        super::answer::check_pointer("voices.pointer", self.pointer.as_deref())?;
        Ok(Listing {
            request: Request::get(&self.path, scope)?.with_headers_of(speech),
            pointer: self.pointer.clone(),
        })
    }
}

impl Template {
    /// What would go wrong with every request.
    fn check(&self, has_key: bool) -> Result<(), String> {
        let has = |is_it: &dyn Fn(&values::Name) -> bool| {
            self.requests()
                .any(|request| request.names().into_iter().any(is_it))
        };
        if !self.request.names().contains(&&values::Name::Text) {
            return Err("`request` must hold `{text}`".into());
        }
        if has_key && !has(&|name| *name == values::Name::Key) {
            return Err("there is a key, and `request` holds no `{key}`".into());
        }
        let speed = self.fixed.speed;
        if (speed - 1.0).abs() > f32::EPSILON && !has(&values::Name::is_speed) {
            return Err(format!(
                "`speed` is {speed}, and `request` holds no `{{speed}}`"
            ));
        }
        let base = "http://localhost".parse().expect("it is an address");
        let call = |request: &Request| {
            request
                .call(&base, &self.values("", 0, Some("key")))
                .map(drop)
        };
        self.requests().try_for_each(call).map_err(|header| {
            format!("`headers.{header}` has characters that a request cannot carry")
        })
    }

    /// All requests that decide how it sounds.
    fn requests(&self) -> impl Iterator<Item = &Request> {
        [&self.request].into_iter().chain(&self.prepare)
    }

    /// The values of one request; another `n` is another seed.
    pub fn values<'a>(&'a self, text: &'a str, n: u32, key: Option<&'a str>) -> Values<'a> {
        Values {
            fixed: &self.fixed,
            text,
            seed: self.first_seed.saturating_add(n.into()),
            uuid: uuid::Uuid::new_v4().to_string(),
            key,
        }
    }

    /// The request for the speech of a text to the endpoint at this address, as its first take
    /// would send it; `None` if that is no address.
    pub fn call(&self, address: &str, text: &str, key: &str) -> Option<Call> {
        let base = address.parse().ok()?;
        self.request
            .call(&base, &self.values(text, 0, Some(key)))
            .ok()
    }

    /// The speed that is really asked for.
    pub fn speed(&self) -> f32 {
        let is_asked = self.request.names().into_iter().any(values::Name::is_speed);
        let asked = if is_asked { self.fixed.speed } else { 1.0 };
        self.own_speed.unwrap_or(asked)
    }

    /// What decides how it sounds, besides the text.
    ///
    /// # Errors
    ///
    /// When a file that is sent along cannot be read.
    pub fn identity(&self) -> Result<String, SpeechError> {
        let files = self.read_files()?;
        let mut identity = self.identity.clone();
        if let (Value::Array(parts), false) = (&mut identity, files.is_empty()) {
            let hash = |bytes: &Arc<[u8]>| Value::from(blake3::hash(bytes).to_string());
            parts.push(files.values().map(hash).collect());
        }
        Ok(identity.to_string())
    }

    /// Reads the files that are sent along.
    ///
    /// # Errors
    ///
    /// When one cannot be read, or is no sample of a voice.
    pub fn read_in_files(&mut self) -> Result<(), SpeechError> {
        self.fixed.files = self.read_files()?;
        Ok(())
    }

    fn read_files(&self) -> Result<BTreeMap<String, Arc<[u8]>>, SpeechError> {
        let values = self.values("", 0, None);
        let paths = self.requests().flat_map(|request| request.files(&values));
        let read = |path: String| Ok((path.clone(), read_file(PathBuf::from(path))?));
        paths.map(read).collect()
    }
}

fn read_file(path: PathBuf) -> Result<Arc<[u8]>, SpeechError> {
    let size = fs::metadata(&path).map(|metadata| metadata.len());
    let read = match size {
        Ok(size) if size > LARGEST_FILE => Err(io::ErrorKind::FileTooLarge.into()),
        Ok(_) => fs::read(&path),
        Err(error) => Err(error),
    };
    read.map(Into::into)
        .map_err(|source| SpeechError::File { path, source })
}

/// A text that can stand in XML.
pub fn as_xml(text: &str) -> String {
    escape::Escape::Xml.of(text)
}

/// An address as a person would write it, so that what is hidden in it is found however it is written there.
pub fn decoded(address: &str) -> String {
    percent_encoding::percent_decode_str(address)
        .decode_utf8_lossy()
        .into_owned()
}

/// A text in every notation that a template may write it in.
pub fn encoded(text: &str) -> Vec<String> {
    use escape::Escape::{Form, Json, Url, Xml};
    let mut written = vec![text.to_owned()];
    written.extend([Form, Json, Url, Xml].map(|escape| escape.of(text)));
    written
}
