//! The speeches in the store, where they still are: whole, and what their timings say.
//!
//! Never touches the store: what is broken is set aside by the next render, which speaks it again.

use std::collections::HashMap;
use std::path::Path;

use super::track::of_chunk;
use super::{Finding, Kind};
use crate::speech::{archive, gate};
use crate::store::{Fingerprint, Look, look};
use crate::track::{ChapterLedger, ChunkLedger};

/// Audits the speeches of a chapter in the store at `store`.
pub fn check(chapter: &ChapterLedger, store: &Path, findings: &mut Vec<Finding>) {
    let mut sounds = HashMap::new();
    for chunk in &chapter.chunks {
        let problem = problem(chunk, store, &mut sounds);
        findings.extend(problem.map(|problem| {
            let problem = format!(
                "chunk {}: its speech has {problem}: `{}`",
                chunk.index, chunk.text
            );
            of_chunk(chapter, chunk, Kind::Speech, problem)
        }));
    }
}

/// What is wrong with the speech of a chunk; `None` too when it is not there any more.
fn problem(
    chunk: &ChunkLedger,
    store: &Path,
    sounds: &mut HashMap<blake3::Hash, String>,
) -> Option<String> {
    let Some(name) = Fingerprint::parse(&chunk.speech) else {
        return Some("no name".into());
    };
    let bytes = match look(store, &name) {
        Look::Missing => return None,
        Look::Broken => return Some("other bytes than were put in".into()),
        Look::Whole(entry) => entry.bytes,
    };
    let speech = match archive::from_bytes(&bytes) {
        Ok(speech) => speech,
        Err(error) => return Some(error.to_string()),
    };
    let other = sounds
        .entry(gate::samples_name(&speech.samples))
        .or_insert(chunk.speech.clone());
    if *other != chunk.speech {
        return Some("the samples of another".into());
    }
    gate::judge_timings(&speech, None)
        .err()
        .map(|bad| bad.to_string())
}
