//! Why a chunk was not spoken, and whether trying again can help.
//!
//! Never decides what to do about it: [`SpeechError::class`] only says what kind of fault it is.

use std::path::PathBuf;
use std::time::Duration;

use super::kokoro::{KokoroError, pack};

/// What kind of fault an error is; it decides what is done next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultClass {
    /// The same request may succeed later.
    Transient,
    /// An answer came, and its audio is not fit to use.
    BadAudio,
    /// This chunk will not be spoken however often it is asked for.
    Chunk,
    /// The engine itself does not work; no chunk will be spoken.
    Engine,
}

/// Why a chunk was not spoken.
#[derive(Debug, thiserror::Error)]
pub enum SpeechError {
    /// The voice inside cannot speak.
    #[error("cannot use the voice inside")]
    Kokoro(#[from] KokoroError),
    /// No connection to a server.
    #[error("no answer from `{endpoint}`")]
    Unreachable {
        /// Its address.
        endpoint: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A connection that broke or stalled before the whole answer was there.
    #[error("the answer of `{endpoint}` broke off")]
    Broken {
        /// Its address.
        endpoint: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// No endpoint speaks.
    #[error("{problem}")]
    NoEndpoint {
        /// What the last one said.
        problem: String,
        /// What a person can do.
        hint: Option<String>,
    },
    /// Endpoints of one voice that do not sound alike.
    #[error("`{endpoint}` is not of the same voice as the other endpoints: {problem}")]
    MixedPool {
        /// The address of the odd one.
        endpoint: String,
        /// What is different.
        problem: String,
        /// Whether it was like the others before.
        has_worked: bool,
    },
    /// The voice that was to speak what another could not failed too.
    #[error("voice `{voice}` cannot speak it either")]
    Instead {
        /// Its name.
        voice: String,
        /// Why not.
        #[source]
        source: Box<SpeechError>,
    },
    /// A limit that the voice file sets.
    #[error("the spending limit of {limit} is reached")]
    Spent {
        /// Amount and currency.
        limit: String,
    },
    /// A wish to stop that came before the text was sent.
    #[error("stopped")]
    Stopped,
    /// A whole answer that took too long.
    #[error("`{endpoint}` did not answer within {seconds:.0} s")]
    TimedOut {
        /// Its address.
        endpoint: String,
        /// How long it had.
        seconds: f64,
    },
    /// An answer that claims success and is no audio, or not all of it.
    #[error("`{endpoint}` sent no audio: {reason}")]
    NotSpeech {
        /// Its address.
        endpoint: String,
        /// What came, or what is wrong with it.
        reason: String,
    },
    /// A status that is not success.
    #[error("`{endpoint}` answered {status}: {message}")]
    Status {
        /// Its address.
        endpoint: String,
        /// HTTP status code.
        status: u16,
        /// What the server said, shortened.
        message: String,
        /// How long the server asks to be left alone.
        retry_after: Option<Duration>,
    },
    /// An answer that a rule of the voice file says is a fault, or that came instead of a yes to a
    /// preparing request.
    #[error("`{endpoint}` answered {status}: {message}")]
    Ruled {
        /// Its address.
        endpoint: String,
        /// HTTP status code.
        status: u16,
        /// What the server said, shortened.
        message: String,
        /// What the rule says it is.
        class: FaultClass,
        /// How long the server asks to be left alone.
        retry_after: Option<Duration>,
    },
    /// An answer larger than any speech of this text can be.
    #[error("`{endpoint}` sent more than {limit} bytes for one chunk")]
    TooLarge {
        /// Its address.
        endpoint: String,
        /// The limit in bytes.
        limit: usize,
    },
    /// A program that cannot be started.
    #[error("cannot run `{program}`")]
    NoProgram {
        /// Its name in the voice file.
        program: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A program that did not end well.
    #[error("`{program}` {how}: {message}")]
    Program {
        /// Its name in the voice file.
        program: String,
        /// How it ended.
        how: String,
        /// What it said last, shortened.
        message: String,
    },
    /// The key's environment variable is not set.
    #[error("environment variable `{name}` is not set, and the voice takes its key from there")]
    NoKey {
        /// The variable.
        name: String,
    },
    /// A key that cannot be read.
    #[error("cannot read the key from {place}")]
    KeyUnread {
        /// Where it should be.
        place: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A key that no request can carry.
    #[error("no key that a request can carry in {place}")]
    BadKey {
        /// Where it was found.
        place: String,
    },
    /// A file of the voice that is sent along with requests.
    #[error("cannot read `{path}`, which the voice sends along")]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A server that nobody knows how to ask for its voices.
    #[error("the voice file does not say where its server lists voices")]
    NoListing,
    /// An answer without names of voices.
    #[error("`{endpoint}` lists no voices: {message}")]
    NoVoices {
        /// Its address.
        endpoint: String,
        /// What came, shortened.
        message: String,
    },
    /// An address that no request can go to.
    #[error("endpoint `{endpoint}` is not an address that starts with http:// or https://")]
    Address {
        /// What the voice file says, without secrets.
        endpoint: String,
    },
    /// A client that cannot be made, e.g. for want of root certificates.
    #[error("cannot set up requests over HTTP")]
    Setup {
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// Audio that failed a gate.
    #[error("the audio is not fit to use: {reason}")]
    BadAudio {
        /// Which gate, and what it saw.
        reason: String,
    },
    /// A reading that leaves nothing to speak for this engine.
    #[error("nothing in `{text}` can be spoken by this voice")]
    Unspeakable {
        /// The chunk's spoken text.
        text: String,
    },
}

impl SpeechError {
    /// What kind of fault this is.
    pub fn class(&self) -> FaultClass {
        match self {
            Self::Unreachable { .. }
            | Self::Broken { .. }
            | Self::TimedOut { .. }
            | Self::Program { .. }
            | Self::NotSpeech { .. } => FaultClass::Transient,
            Self::Status { status, .. } => status_class(*status),
            Self::Ruled { class, .. } => *class,
            Self::BadAudio { .. }
            | Self::TooLarge { .. }
            | Self::Kokoro(KokoroError::Timings { .. }) => FaultClass::BadAudio,
            Self::Unspeakable { .. }
            | Self::Instead { .. }
            | Self::Kokoro(KokoroError::Run { .. }) => FaultClass::Chunk,
            Self::Kokoro(_)
            | Self::NoEndpoint { .. }
            | Self::MixedPool { .. }
            | Self::Spent { .. }
            | Self::Stopped
            | Self::NoProgram { .. }
            | Self::NoKey { .. }
            | Self::KeyUnread { .. }
            | Self::BadKey { .. }
            | Self::File { .. }
            | Self::NoListing
            | Self::NoVoices { .. }
            | Self::Address { .. }
            | Self::Setup { .. } => FaultClass::Engine,
        }
    }

    /// Whether the same request may succeed later.
    pub fn is_transient(&self) -> bool {
        self.class() == FaultClass::Transient
    }

    /// What a person can do about it.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::Kokoro(KokoroError::Pack(error)) => error.hint()?.into(),
            Self::Kokoro(KokoroError::NoStyle { .. }) => {
                format!(
                    "the voices inside are {}",
                    pack::Manifest::built_in().styles().join(", ")
                )
            }
            Self::NoKey { name } => format!("set it: `export {name}=…`"),
            Self::NoProgram { program, .. } => format!(
                "install `{program}`, or give its whole path in `command` of the voice file"
            ),
            Self::NoListing => "give it `[voices]` with a `path`".into(),
            Self::Status { status, .. } => status_hint(*status)?.into(),
            Self::Program { program, .. } => {
                format!("run `{program}` yourself, as `command` of the voice file says, to see why")
            }
            Self::KeyUnread { .. } | Self::BadKey { .. } => {
                "correct it, or `key_file` or `key_command` of the voice file; the first line must be the key"
                    .into()
            }
            Self::File { .. } => {
                "correct the path in the voice file; a relative one counts from where you run pingshu"
                    .into()
            }
            Self::Address { .. } => {
                "give the whole address in `endpoints`, such as `http://127.0.0.1:8880/v1`".into()
            }
            Self::Unreachable { .. } => {
                "start the server, or correct `endpoints` in the voice file".into()
            }
            Self::NoEndpoint { hint, .. } => return hint.clone(),
            Self::MixedPool { .. } => {
                "give every endpoint the same model and voice, or make a voice file of its own for it"
                    .into()
            }
            Self::Spent { .. } => "raise `price.most` in the voice file to go on".into(),
            _ => return None,
        })
    }

    /// How long the server asks to be left alone, if it does.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } | Self::Ruled { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

/// What a person can do about a status.
fn status_hint(status: u16) -> Option<&'static str> {
    match status {
        300..=399 => Some("give the address that it leads to in `endpoints` of the voice file"),
        401 | 403 => Some("check the key of this voice"),
        402 => Some("fill the account that the key belongs to"),
        404 | 405 => Some(
            "check `model` of the voice file, and `endpoints`, which end before `/audio/speech` or `path`, usually in `/v1`",
        ),
        _ => None,
    }
}

/// An error and its causes on one line.
pub fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.ends_with(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

/// RFC 9110 §15, with 529 as some clouds use it for "overloaded".
pub(super) fn status_class(status: u16) -> FaultClass {
    match status {
        501 | 505 => FaultClass::Chunk,
        // Gateways have numbers of their own above 504 for a server that is away or slow.
        408 | 425 | 429 | 500..=599 => FaultClass::Transient,
        // Redirects are not followed: they would carry the key and the text elsewhere.
        300..=399 | 401..=405 | 407 | 410 => FaultClass::Engine,
        _ => FaultClass::Chunk,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_a_person_can_mend_has_a_remedy() {
        for status in [307, 401, 402, 403, 404, 405] {
            assert!(status_hint(status).is_some(), "{status}");
        }
        assert_eq!(status_hint(503), None);
    }

    #[test]
    fn a_status_decides_whether_to_try_again() {
        let class = |status| {
            SpeechError::Status {
                endpoint: "http://127.0.0.1".into(),
                status,
                message: String::new(),
                retry_after: None,
            }
            .class()
        };
        let table = [
            (307, FaultClass::Engine),
            (400, FaultClass::Chunk),
            (401, FaultClass::Engine),
            (402, FaultClass::Engine),
            (403, FaultClass::Engine),
            (404, FaultClass::Engine),
            (408, FaultClass::Transient),
            (413, FaultClass::Chunk),
            (422, FaultClass::Chunk),
            (425, FaultClass::Transient),
            (429, FaultClass::Transient),
            (500, FaultClass::Transient),
            (501, FaultClass::Chunk),
            (502, FaultClass::Transient),
            (503, FaultClass::Transient),
            (504, FaultClass::Transient),
            (529, FaultClass::Transient),
        ];
        for (status, expected) in table {
            assert_eq!(class(status), expected, "{status}");
        }
    }
}
