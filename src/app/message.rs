//! Messages to a person, and exit codes.
//!
//! Never mixes messages with data: data alone goes to stdout.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use pingshu::batch::BatchError;
use pingshu::speech::{FaultClass, SpeechError, VoiceError};
use pingshu::store::StoreError;
use serde::Serialize;

use super::dirt::InvalidRules;
use super::import::NotImported;
use super::lexicon::InvalidLexicon;
use super::settings::InvalidSettings;

/// A longer cause is cut; in characters.
const LONGEST_CAUSE: usize = 2_000;

/// How the program ends; a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// All that was asked for is done.
    Done,
    /// Something that should not happen did.
    Unexpected,
    /// The command line, the settings or the input cannot be used.
    Usage,
    /// Finished, with chapters incomplete.
    Incomplete,
    /// No engine can be used.
    NoEngine,
    /// Interrupted; what was done is kept.
    Interrupted,
}

impl Exit {
    /// The process's exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Unexpected => 1,
            Self::Usage => 2,
            Self::Incomplete => 3,
            Self::NoEngine => 4,
            Self::Interrupted => 130,
        }
    }

    /// The worse of two ends.
    pub fn and(self, other: Self) -> Self {
        let weight = |exit| match exit {
            Self::Done => 0,
            Self::Incomplete => 1,
            Self::Usage => 2,
            Self::NoEngine => 3,
            Self::Unexpected => 4,
            Self::Interrupted => 5,
        };
        if weight(other) > weight(self) {
            other
        } else {
            self
        }
    }
}

/// Prints data. A reader that left early has seen enough, and that is no fault.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Prints a value as one line of JSON, as it is made.
pub fn print_data(data: &impl Serialize) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = serde_json::to_writer(&mut out, data).map_err(io::Error::from);
    match written
        .and_then(|()| writeln!(out))
        .and_then(|()| out.flush())
    {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

/// Says something.
pub fn say(text: &str) {
    // Whoever closed stderr, or let its disk run full, does not want to know.
    let _ = writeln!(io::stderr(), "{}", visible(text));
}

/// Says what is odd, and goes on.
pub fn warn(text: &str) {
    say(&format!("warning: {text}"));
}

/// Shows an error with its causes and what can be done, and gives the exit code for it.
pub fn show(error: &anyhow::Error) -> Exit {
    let mut shown = error.to_string();
    say(&format!("error: {shown}"));
    for cause in error.chain().skip(1) {
        let text = cause.to_string();
        if !shown.contains(&text) {
            say(&format!("  because: {}", shortened(text.trim_end())));
        }
        shown = text;
    }
    if let Some(hint) = hint(error) {
        say(&format!("hint: {hint}"));
    }
    exit_for(error)
}

/// A parser shows the line that it stumbled over, which may have a hundred thousand characters.
fn shortened(cause: &str) -> String {
    match cause.char_indices().nth(LONGEST_CAUSE) {
        Some((end, _)) => format!("{} …", &cause[..end]),
        None => cause.to_owned(),
    }
}

fn find<E: std::error::Error + 'static>(error: &anyhow::Error) -> Option<&E> {
    error.chain().find_map(|cause| cause.downcast_ref::<E>())
}

fn hint(error: &anyhow::Error) -> Option<String> {
    // Not errors of the chain but contexts, which only the whole error knows.
    let is_setting = error.is::<InvalidSettings>();
    let is_output = error.is::<OutputFile>();
    let is_rules = error.is::<InvalidRules>() || error.is::<InvalidLexicon>();
    let batch = find::<BatchError>(error).and_then(BatchError::hint);
    let disk = || {
        find::<StoreError>(error)
            .and_then(StoreError::hint)
            .map(str::to_owned)
    };
    let speech = || find::<SpeechError>(error).and_then(SpeechError::hint);
    let voice = || find::<VoiceError>(error).map(voice_hint);
    let setting = || is_setting.then_some("correct it, or leave it out to get the default");
    let input = || find::<NotUtf8>(error).map(|_| "convert it first: `iconv -f gb18030 -t utf-8`");
    let text = || {
        find::<NothingToSpeak>(error)
            .map(|_| "give a text with a Chinese character, a letter or a digit in it")
    };
    let output =
        || is_output.then_some("name a file that can be written, on a disk with room, with `-o`");
    let rules = || is_rules.then_some("correct the file; docs/files.md describes it");
    let import = || {
        let is_import = error.is::<NotImported>();
        is_import.then_some(
            "give the file of a legado httpTTS rule, or of a list of them, as JSON; check its path",
        )
    };
    let found = batch.or_else(disk).or_else(speech);
    let others = || {
        voice()
            .or_else(setting)
            .or_else(rules)
            .or_else(input)
            .or_else(text)
            .or_else(output)
            .or_else(import)
    };
    found.or_else(|| others().map(str::to_owned))
}

fn voice_hint(error: &VoiceError) -> &'static str {
    match error {
        VoiceError::Unknown { .. } => "`pingshu voices` lists the voices",
        _ => {
            "correct the voice file; docs/voices.md has every key, and says where the key of a server belongs"
        }
    }
}

fn exit_for(error: &anyhow::Error) -> Exit {
    if let Some(error) = find::<SpeechError>(error) {
        return match error.class() {
            FaultClass::Engine | FaultClass::Transient => Exit::NoEngine,
            FaultClass::BadAudio | FaultClass::Chunk => Exit::Incomplete,
        };
    }
    if is_usage(error) {
        Exit::Usage
    } else {
        Exit::Unexpected
    }
}

/// Whether it lies in what was typed, in the settings, or in what was to be read or written.
fn is_usage(error: &anyhow::Error) -> bool {
    // Contexts are known to the whole error only.
    let is_file = error.is::<InvalidSettings>() || error.is::<InvalidRules>();
    let is_file = is_file || error.is::<InvalidLexicon>();
    let is_named = is_file || error.is::<OutputFile>() || error.is::<Usage>();
    let is_named = is_named || error.is::<NotImported>();
    let is_voice = find::<VoiceError>(error).is_some();
    let is_input = find::<NotUtf8>(error).is_some() || find::<NothingToSpeak>(error).is_some();
    let is_disk = find::<StoreError>(error).is_some_and(a_person_can_mend);
    let is_book = find::<BatchError>(error).is_some_and(|error| match error {
        BatchError::Reading(_) => false,
        BatchError::Disk(error) => a_person_can_mend(error),
        _ => true,
    });
    is_named || is_voice || is_input || is_disk || is_book
}

fn a_person_can_mend(error: &StoreError) -> bool {
    error.stops_everything() || error.hint().is_some()
}

/// The file that a single text is spoken into cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`", .0.display())]
pub struct OutputFile(pub PathBuf);

/// Input that is not UTF-8, where nothing else is read.
#[derive(Debug, thiserror::Error)]
#[error("standard input is not UTF-8 in line {line}")]
pub struct NotUtf8 {
    /// The line, from 1.
    pub line: usize,
}

/// A text without a word in it.
#[derive(Debug, thiserror::Error)]
#[error("there is nothing to speak in `{0}`")]
pub struct NothingToSpeak(pub String);

/// What cannot be done as it was asked for, and no other type tells why.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Usage(pub &'static str);

/// Text from a book or a server must not steer the terminal.
pub fn visible(text: &str) -> String {
    let keep = |c: char| !c.is_control() || c == '\n' || c == '\t';
    text.chars()
        .filter(|c| keep(*c) && !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_that_shows_a_whole_file_is_cut() {
        let long = shortened(&"雪".repeat(100_000));
        assert_eq!(long.chars().count(), LONGEST_CAUSE + 2);
        assert_eq!(shortened("雪夜"), "雪夜");
    }

    #[test]
    fn exit_codes_are_a_contract() {
        let codes = [
            Exit::Done,
            Exit::Unexpected,
            Exit::Usage,
            Exit::Incomplete,
            Exit::NoEngine,
            Exit::Interrupted,
        ]
        .map(Exit::code);
        assert_eq!(codes, [0, 1, 2, 3, 4, 130]);
    }

    fn refused(action: &'static str, kind: io::ErrorKind) -> StoreError {
        StoreError {
            action,
            path: "out".into(),
            source: kind.into(),
        }
    }

    #[test]
    fn what_nobody_thought_of_is_unexpected() {
        let full = io::Error::from(io::ErrorKind::StorageFull);
        let disk = |kind| BatchError::Disk(refused("read", kind));
        for error in [
            anyhow::anyhow!("odd"),
            anyhow::Error::new(full).context("cannot print the explanation"),
            refused("read", io::ErrorKind::Other).into(),
            disk(io::ErrorKind::Other).into(),
        ] {
            assert_eq!(exit_for(&error), Exit::Unexpected, "{error:#}");
        }
    }

    #[test]
    fn what_a_person_can_mend_is_a_fault_of_usage() {
        let busy = BatchError::Busy {
            folder: "out".into(),
        };
        let input = io::Error::from(io::ErrorKind::IsADirectory);
        for error in [
            busy.into(),
            BatchError::Disk(refused("write", io::ErrorKind::PermissionDenied)).into(),
            refused("create folder", io::ErrorKind::Other).into(),
            NotUtf8 { line: 1 }.into(),
            NothingToSpeak("……".into()).into(),
            anyhow::anyhow!("odd").context(OutputFile("a.wav".into())),
            anyhow::Error::new(input).context(Usage("cannot read standard input")),
        ] {
            assert_eq!(exit_for(&error), Exit::Usage, "{error:#}");
        }
    }

    #[test]
    fn a_title_cannot_steer_the_terminal() {
        assert_eq!(visible("a\u{1b}[2Jb\u{202e}c\n"), "a[2Jbc\n");
    }
}
