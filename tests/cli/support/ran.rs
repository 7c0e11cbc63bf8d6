//! How a run of the program ended, and what it said.
//!
//! Never shows where the shelf stands: messages read the same on every machine.

use std::path::Path;
use std::process::Output;

/// A run that came to its end.
pub struct Ran {
    /// Exit code; `None` when a signal ended it.
    pub code: Option<i32>,
    /// Standard output.
    pub stdout: String,
    /// Standard error, the shelf's path in it replaced by `[shelf]`.
    pub stderr: String,
}

impl Ran {
    /// Takes note of an ended run on the shelf at `root`; no run may panic.
    pub fn new(output: Output, root: &Path) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
        let stderr = text(output.stderr).replace(&root.display().to_string(), "[shelf]");
        assert!(!stderr.contains("panicked"), "it panicked:\n{stderr}");
        Self {
            code: output.status.code(),
            stdout: text(output.stdout),
            stderr,
        }
    }

    /// Checks the exit code.
    #[track_caller]
    pub fn exits(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        self
    }

    /// Checks that standard error holds `text`.
    #[track_caller]
    pub fn says(&self, text: &str) -> &Self {
        assert!(
            self.stderr.contains(text),
            "no {text:?} in:\n{}",
            self.stderr
        );
        self
    }

    /// Standard error without how long it took to speak, which differs from run to run.
    pub fn stderr_without_times(&self) -> String {
        let line = |line: &str| {
            let spoken = line.split_once(" of audio in ");
            spoken.map_or(line.to_owned(), |(spoken, _)| format!("{spoken} of audio"))
        };
        self.stderr.lines().map(|l| line(l) + "\n").collect()
    }

    /// Standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).expect("standard output is JSON")
    }

    /// Exit code and both outputs, for a snapshot.
    pub fn shown(&self) -> String {
        let code = self.code.map_or("a signal".into(), |code| code.to_string());
        format!("{}{}exit code: {code}", self.stdout, self.stderr)
    }
}
