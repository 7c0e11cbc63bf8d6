//! What the stand-ins are made of.
//!
//! Never knows a server by name.

mod answer;
mod audio;
mod request;
mod server;
#[path = "../../cli/support/mod.rs"]
#[expect(dead_code, reason = "the shelf has more than is needed here")]
mod shelf;
mod telling;

pub use answer::{Answer, bytes, json};
pub use audio::{runaway, silence, speech};
pub use request::Request;
pub use server::StandIn;
pub use telling::{SAID, Telling};
