//! What a server's answer really is: speech, a fault that a rule knows, or something else.
//!
//! Never takes an error message for audio, whatever status and content type it has.

mod audio;
mod listing;
mod message;
mod rule;
mod speech;
mod table;
#[cfg(test)]
mod tests;

use std::time::Duration;

use serde_json::Value;

use crate::speech::FaultClass;
use audio::Audio;
use rule::Rule;
use speech::Raw;

pub use listing::names;
pub use message::message;
pub use speech::speech;
pub use table::{AnswerTable, check_pointer};

/// How the answers of a voice are read.
#[derive(Debug, Clone, PartialEq)]
pub struct Answering {
    audio: Audio,
    /// What samples without a header are.
    pub raw: Option<Raw>,
    success_when: Vec<Rule>,
    retry_when: Vec<Rule>,
    fatal_when: Vec<Rule>,
    refuse_when: Vec<Rule>,
}

/// What came back.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// HTTP status code.
    pub status: u16,
    /// What the server calls it.
    pub content_type: String,
    /// How long the server asks to be left alone.
    pub retry_after: Option<Duration>,
    /// Where a redirect leads, as messages show it.
    pub location: Option<String>,
    /// All bytes of it.
    pub body: Vec<u8>,
}

/// Where the audio of an answer is.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// Here.
    Bytes(Vec<u8>),
    /// At another address.
    Url(String),
}

/// Why an answer has no audio.
#[derive(Debug)]
pub enum Fault {
    /// A rule of the voice file says so.
    Ruled(FaultClass, Reply),
    /// A status that is not success.
    Status(Reply),
    /// Something else came; the text tells what, and may hold what the server said.
    NotSpeech(String),
}

impl Reply {
    /// Whether the status is success.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

impl Answering {
    /// Whether looking into an answer takes no time worth speaking of.
    pub fn is_quick(&self) -> bool {
        self.audio == Audio::Body
    }

    /// Finds the audio of an answer. Rules come first, whatever the status is.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn find(&self, reply: Reply) -> Result<Found, Fault> {
        let (values, is_whole) = self.audio.values(&reply, self.looks_inside());
        if let Some(class) = self.class(&reply, &values) {
            return Err(Fault::Ruled(class, reply));
        }
        if !reply.is_success() {
            return Err(Fault::Status(reply));
        }
        if !self
            .success_when
            .iter()
            .all(|rule| rule.holds(&reply, &values))
        {
            return Err(Fault::NotSpeech(text_of(&reply)));
        }
        self.audio
            .find(reply, &values, is_whole)
            .map_err(Fault::NotSpeech)
    }

    /// The kind of fault that the first rule that holds makes of an answer.
    fn class(&self, reply: &Reply, values: &[Value]) -> Option<FaultClass> {
        let rules = [
            (&self.fatal_when, FaultClass::Engine),
            (&self.refuse_when, FaultClass::Chunk),
            (&self.retry_when, FaultClass::Transient),
        ];
        let holds = |rules: &[Rule]| rules.iter().any(|rule| rule.holds(reply, values));
        let found = rules.into_iter().find(|(rules, _)| holds(rules));
        found.map(|(_, class)| class)
    }

    fn looks_inside(&self) -> bool {
        let rules = [
            &self.success_when,
            &self.retry_when,
            &self.fatal_when,
            &self.refuse_when,
        ];
        rules.into_iter().flatten().any(Rule::looks_inside)
    }
}

/// The beginning of an answer as text.
fn text_of(reply: &Reply) -> String {
    let beginning = &reply.body[..reply.body.len().min(BEGINNING)];
    String::from_utf8_lossy(beginning).into_owned()
}

/// Bytes of an answer that are looked through for words.
const BEGINNING: usize = 64_000;
