//! A voice on servers that are reached over HTTP.
//!
//! Never holds a key, only where to find it.

use super::Punctuation;
use crate::speech::SpeechError;
use crate::speech::http::{KeySource, Quota, Template};

/// What a voice file says about its servers.
#[derive(Debug, Clone, PartialEq)]
pub struct HttpVoice {
    /// The engine's name in the voice file: `openai` or `http`.
    pub engine: &'static str,
    /// Base addresses, e.g. `http://127.0.0.1:8880/v1`; never none.
    pub endpoints: Vec<String>,
    /// Where the key is, if there is one.
    pub key: Option<KeySource>,
    /// How punctuation is sent.
    pub punctuation: Punctuation,
    /// Most requests in flight at once at one endpoint; what is best is found out.
    pub concurrency: usize,
    /// What the server allows.
    pub quota: Quota,
    /// What is asked, and how answers are read.
    pub template: Box<Template>,
}

impl HttpVoice {
    /// What decides how it sounds, besides the text; the address does not.
    ///
    /// # Errors
    ///
    /// When a file that is sent along cannot be read.
    pub fn identity(&self) -> Result<String, SpeechError> {
        self.template.identity()
    }
}
