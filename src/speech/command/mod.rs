//! The engine `command`: any program that turns a text into audio.
//!
//! Never runs a shell, never shows a program the text of a book as anything but an argument or its
//! input, and never believes that a program spoke because it says so.

mod arguments;
mod group;
mod run;
#[cfg(test)]
#[cfg(unix)]
mod tests;

use std::io;
use std::time::Duration;

use tokio::task::spawn_blocking;

use super::chain;
use super::decode::{decode, resample};
use super::gate::{Gates, Said};
use super::http::{Answer, Key, KeySource, message};
use super::voice::{CommandVoice, Punctuation};
use super::{Speech, SpeechError, takes};
use crate::reading::Reading;
pub use arguments::Arguments;
use run::{Run, read_file};

/// The rate that all speech is kept at.
const SAMPLE_RATE: u32 = 24_000;

/// How long a program may take for no text at all, loading its model included.
const PATIENCE: Duration = Duration::from_mins(1);

/// How much longer for each character of the text.
const PATIENCE_PER_CHARACTER: Duration = Duration::from_secs(2);

/// A narrator that is a program.
#[derive(Debug)]
pub struct Program {
    arguments: Arguments,
    key: Option<Key>,
    patience: Duration,
    pause: Duration,
}

impl Program {
    /// Makes the engine of a voice; runs nothing yet. `pause` is the longest wait before a second
    /// try.
    ///
    /// # Errors
    ///
    /// When the variable of its key is not set.
    pub fn new(voice: &CommandVoice, pause: Duration) -> Result<Self, SpeechError> {
        // The program inherits the variable itself; what is read here is only hidden in messages.
        let key = voice.key_env.clone().map(KeySource::Env);
        Ok(Self {
            key: key.map(|source| source.read()).transpose()?,
            arguments: voice.arguments.clone(),
            patience: PATIENCE,
            pause,
        })
    }

    /// Speaks a reading, sent with this `punctuation`; `take` counts from 1. Tries again while that makes sense,
    /// with another seed when the audio was bad, then in halves.
    ///
    /// # Errors
    ///
    /// The last try's fault.
    pub async fn speak(
        &self,
        reading: &Reading,
        punctuation: &Punctuation,
        gates: &Gates,
        take: u32,
    ) -> Result<Speech, SpeechError> {
        let attempt = |reading: Reading, seed| async move {
            let Answer { speech, rate } = self.ask(&punctuation.of(&reading), seed).await?;
            gates.judge(&speech, rate, &Said::of(&reading))?;
            Ok(speech)
        };
        takes::speak(reading, take, self.pause, attempt).await
    }

    /// Runs the program once; the seed is that of the voice file and `n`.
    async fn ask(&self, text: &str, n: u32) -> Result<Answer, SpeechError> {
        let folder = tempfile::Builder::new().prefix("pingshu-").tempdir();
        let folder = folder.map_err(|source| self.failed(&source))?;
        let output = self.arguments.output(folder.path());
        let n_characters = text.chars().count().try_into().unwrap_or(u32::MAX);
        let patience = PATIENCE_PER_CHARACTER.saturating_mul(n_characters);
        let run = Run {
            words: self.arguments.of(text, n, &output),
            input: (!self.arguments.takes_text()).then_some(text),
            patience: patience.saturating_add(self.patience),
        };
        let ended = run.to_end().await?;
        if let Some(how) = ended.fault {
            let message = self.message(&ended.complaint);
            let program = self.program();
            return Err(SpeechError::Program {
                program,
                how,
                message,
            });
        }
        let bytes = if self.arguments.writes_file() {
            read_file(&output).map_err(|source| self.unwritten(&source, &ended.complaint))?
        } else {
            ended.printed
        };
        self.decoded(bytes, ended.complaint).await
    }

    async fn decoded(&self, bytes: Vec<u8>, complaint: String) -> Result<Answer, SpeechError> {
        let decoding = spawn_blocking(move || {
            let speech = decode(&bytes)?;
            let rate = speech.sample_rate;
            resample(speech, SAMPLE_RATE).map(|speech| Answer { speech, rate })
        });
        let decoded = decoding.await.map_err(|error| self.failed(&error))?;
        decoded.map_err(|error| {
            let message = self.message(&complaint);
            let reason = chain(&error);
            let reason = if message.is_empty() {
                reason
            } else {
                format!("{reason}; {message}")
            };
            let endpoint = self.program();
            SpeechError::NotSpeech { endpoint, reason }
        })
    }

    fn unwritten(&self, error: &io::Error, complaint: &str) -> SpeechError {
        let reason = format!(
            "cannot read the file that it should write: {error}; {}",
            self.message(complaint)
        );
        let reason = reason.trim_end_matches("; ").into();
        let endpoint = self.program();
        SpeechError::NotSpeech { endpoint, reason }
    }

    /// A fault of this machine.
    fn failed(&self, error: &dyn std::error::Error) -> SpeechError {
        SpeechError::Program {
            program: self.program(),
            how: "could not be run".into(),
            message: chain(error),
        }
    }

    fn message(&self, complaint: &str) -> String {
        message(complaint, self.key.as_ref())
    }

    fn program(&self) -> String {
        self.arguments.program().into()
    }
}
