//! What one endpoint was asked in a run, and what came of it.
//!
//! Never decides anything: it only counts, for the report of the morning.

use std::collections::BTreeMap;

use crate::speech::SpeechError;
use crate::speech::error::FaultClass;

/// The requests to one endpoint that came to an end in a run, those that try it out among them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Its address, without secrets.
    pub endpoint: String,
    /// Requests that were answered with speech.
    pub n_answered: usize,
    /// Requests that were not, by what came instead.
    pub faults: BTreeMap<FaultKind, usize>,
}

/// What came instead of speech.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// No connection came up.
    NoConnection,
    /// The answer did not come to its end.
    BrokenOff,
    /// It took too long.
    TimedOut,
    /// A wish to be left alone for a while.
    TooBusy,
    /// A fault of the server that may pass.
    ServerFault,
    /// A no that stays one.
    Refused,
    /// Something that is no audio, or far too much.
    NoAudio,
    /// Audio that failed a gate.
    BadTake,
    /// The voice of somebody else.
    AnotherVoice,
    /// Anything else.
    Other,
}

impl Tally {
    /// Takes note of a request that was answered.
    pub fn on_answer(&mut self) {
        self.n_answered += 1;
    }

    /// Takes note of one that was not. What was never sent is no request.
    pub fn on_fault(&mut self, error: &SpeechError) {
        if !matches!(error, SpeechError::Stopped | SpeechError::Spent { .. }) {
            *self.faults.entry(FaultKind::of(error)).or_default() += 1;
        }
    }

    /// All requests.
    pub fn n_asked(&self) -> usize {
        self.n_answered + self.faults.values().sum::<usize>()
    }
}

impl FaultKind {
    /// The kind of an error.
    pub fn of(error: &SpeechError) -> Self {
        match error {
            SpeechError::Unreachable { .. } => Self::NoConnection,
            SpeechError::Broken { .. } => Self::BrokenOff,
            SpeechError::TimedOut { .. } => Self::TimedOut,
            SpeechError::NotSpeech { .. } | SpeechError::TooLarge { .. } => Self::NoAudio,
            SpeechError::MixedPool { .. } => Self::AnotherVoice,
            SpeechError::Status { status: 429, .. } => Self::TooBusy,
            SpeechError::Status { .. }
            | SpeechError::Ruled { .. }
            | SpeechError::BadAudio { .. } => Self::of_class(error.class()),
            _ => Self::Other,
        }
    }

    fn of_class(class: FaultClass) -> Self {
        match class {
            FaultClass::Transient => Self::ServerFault,
            FaultClass::BadAudio => Self::BadTake,
            FaultClass::Chunk | FaultClass::Engine => Self::Refused,
        }
    }

    /// The kind in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoConnection => "no connection",
            Self::BrokenOff => "broke off",
            Self::TimedOut => "timed out",
            Self::TooBusy => "too busy",
            Self::ServerFault => "server fault",
            Self::Refused => "refused",
            Self::NoAudio => "no audio",
            Self::BadTake => "bad take",
            Self::AnotherVoice => "another voice",
            Self::Other => "other fault",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(status: u16) -> SpeechError {
        SpeechError::Status {
            endpoint: String::new(),
            status,
            message: String::new(),
            retry_after: None,
        }
    }

    #[test]
    fn faults_are_counted_by_kind() {
        let mut tally = Tally::default();
        tally.on_answer();
        for error in [status(503), status(500), status(429), status(401)] {
            tally.on_fault(&error);
        }
        let faults = tally.faults.iter().map(|(kind, n)| (kind.name(), *n));
        let faults: Vec<_> = faults.collect();
        assert_eq!(
            faults,
            [("too busy", 1), ("server fault", 2), ("refused", 1)]
        );
        assert_eq!((tally.n_answered, tally.n_asked()), (1, 5));
    }

    #[test]
    fn what_was_never_sent_is_not_counted() {
        let mut tally = Tally::default();
        tally.on_fault(&SpeechError::Stopped);
        assert_eq!(tally.n_asked(), 0);
    }
}
