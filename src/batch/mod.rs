//! The night: what is missing, doing it, telling about it, stopping well.
//!
//! ```text
//!  plan ──▶ dispatch ──▶ (prepare ▶ speak ▶ assemble)* ──▶ report
//! ```
//!
//! Never remembers what was done: every run plans anew and looks at what stands on the disk. One
//! loop owns the run's state; tasks hand their results back to it.

mod assemble;
mod audit;
mod captions;
mod contents;
mod dispatch;
mod ending;
mod error;
mod event;
mod fallback;
mod file_name;
mod folder;
mod job;
mod joining;
mod loudness;
mod names;
mod plan;
mod prepare;
mod queue;
mod report;
mod reserve;
mod source;
mod work;

pub use audit::{Files, Finding, Kind, Remedy, audit, audit_chapter};
pub use contents::{find_contents, write_contents};
pub use dispatch::render;
pub use error::BatchError;
pub use event::{Event, Halt, Incomplete, Outcome};
pub use fallback::Fallback;
pub use folder::BookFolder;
pub use job::{Job, Shared, Stop};
pub use loudness::Loudness;
pub use names::names;
pub use plan::{Doubt, Plan, PlannedChapter, SECONDS_PER_CHARACTER};
pub use queue::Rounds;
pub use report::{Commands, Doubted, Ended, Report, clips, duration, numbers};
pub use source::Source;
