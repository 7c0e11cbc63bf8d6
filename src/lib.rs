//! pingshu turns a Chinese novel into an audiobook.
//!
//! ```text
//!  bytes ──▶ book ──▶ chapter ──▶ chunk ──▶ reading ──▶ speech ──▶ track
//!           decode,   headings   sentences  what is     engines,   join,
//!           clean                 and roles  said        store      level
//!                         batch: plan, dispatch, report     transfer: encoders
//!                         serve: the voice inside for others
//! ```
//!
//! The modules stand in reading order. A stage may use the types of earlier stages, never of a
//! later one; `batch` alone knows them all. `book`, `chapter`, `chunk` and `reading` are pure: no
//! input or output, no async, no clock, no randomness. `store` is how bytes reach the disk, and
//! knows no stage.

pub mod book;
pub mod chapter;
pub mod chunk;
pub mod reading;

pub mod store;

pub mod speech;

pub mod track;

pub mod transfer;

pub mod serve;

pub mod batch;
