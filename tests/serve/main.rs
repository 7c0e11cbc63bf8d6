//! `pingshu serve` as a client sees it: a real process, asked over real connections.
//!
//! Never listens or asks beyond this machine, and never needs a model: the narrators beep.
#![expect(
    clippy::unwrap_used,
    reason = "what cannot be unwrapped fails the test, which is what it should do"
)]

mod farm;
mod formats;
mod hostile;
mod places;
mod refusals;
mod served;
#[path = "../cli/support/mod.rs"]
#[expect(dead_code, reason = "the shelf is that of the command line's tests")]
mod support;
