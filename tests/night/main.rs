//! Nights that go wrong: servers that fail, hang, lie, rest, or are gone for a while.
//!
//! Never reaches beyond loopback, and never waits for a time that the program does not wait for
//! itself: what is long in a real night is made short by settings.
#![expect(
    clippy::unwrap_used,
    reason = "what cannot be unwrapped fails the test, which is what it should do"
)]
#![expect(
    clippy::print_stdout,
    reason = "figures are for whoever asks with --nocapture"
)]

mod answer;
mod bad_night;
mod book;
mod bounds;
mod connection;
mod date;
mod fault;
mod outage;
mod place;
mod pool;
mod record;
mod server;
#[expect(dead_code, reason = "nights need less of a shelf than other tests")]
#[path = "../cli/support/mod.rs"]
mod support;
