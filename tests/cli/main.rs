//! The program as a person runs it: its files, messages and exit codes.
//!
//! Never reaches for the network, and never looks at anything outside of a shelf of its own.
#![expect(
    clippy::unwrap_used,
    reason = "what cannot be unwrapped fails the test, which is what it should do"
)]
#![expect(
    clippy::print_stdout,
    reason = "a test that is skipped says so, and figures are for whoever asks with --nocapture"
)]
#![expect(
    clippy::format_collect,
    reason = "a book of many lines reads best as the form of one of them"
)]

mod bad_input;
mod bad_settings;
mod busy;
mod canary;
mod captions;
mod check;
mod dirt;
mod disk;
mod explain;
mod formats;
mod help;
mod import;
mod kill;
mod level;
mod lexicon;
mod pack;
mod pipe;
mod plan;
#[cfg(unix)]
mod program;
mod redo;
mod render;
mod report;
mod resume;
mod stop;
mod support;
mod titles;
mod toc;
mod voices;
