//! A voice that is a program.
//!
//! Never holds a key, only the name of the variable that has it.

use super::Punctuation;
use crate::speech::command::Arguments;

/// What a voice file says about its program.
#[derive(Debug, Clone, PartialEq)]
pub struct CommandVoice {
    /// The program and its arguments.
    pub arguments: Arguments,
    /// The variable that must be set when it runs.
    pub key_env: Option<String>,
    /// How punctuation is sent.
    pub punctuation: Punctuation,
    /// Runs at once.
    pub concurrency: usize,
}
