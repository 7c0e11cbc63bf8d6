//! Looking at one chapter: how it is read, and which of its speeches are missing.
//!
//! Never speaks and never writes.

use std::collections::{HashMap, HashSet};

use super::job::Shared;
use crate::reading::Reading;
use crate::store::Fingerprint;

/// A chapter that was looked at.
#[derive(Debug)]
pub struct Prepared {
    /// Position in the plan, from 0.
    pub position: usize,
    /// The speech of each chunk; `None` where this voice can say nothing of it.
    pub speeches: Vec<Option<Fingerprint>>,
    /// Doubts about the reading of each chunk.
    pub doubts: Vec<Option<String>>,
    /// The fingerprint of the track.
    pub track: Fingerprint,
    /// Whether that track stands.
    pub stands: bool,
    /// What is to be spoken: each speech once.
    pub wanted: Vec<Wanted>,
}

/// A speech that is not in the store, or is to be spoken again.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Its name.
    pub fingerprint: Fingerprint,
    /// What is said.
    pub reading: Reading,
    /// Which take it will be, from 1; above 1 it replaces the one before.
    pub take: u32,
    /// The chunks of the chapter that it is for.
    pub chunks: Vec<usize>,
}

/// Looks at the chapter at `position`; chunks in `again` are wanted even when they are there.
pub fn prepare(shared: &Shared, position: usize, again: &HashSet<usize>) -> Prepared {
    let planned = &shared.plan.chapters[position];
    let readings: Vec<Reading> = planned
        .cuts
        .chunks
        .iter()
        .map(|chunk| shared.reader.read(&chunk.text))
        .collect();
    let speeches: Vec<Option<Fingerprint>> = readings
        .iter()
        .map(|reading| shared.engine.fingerprint(reading))
        .collect();
    let track = track_fingerprint(shared, position, &speeches);
    let stands = again.is_empty() && shared.folder.has_track(planned.chapter.index, &track);
    let doubts = readings
        .iter()
        .map(|reading| doubt(shared, reading))
        .collect();
    let wanted = if stands {
        Vec::new()
    } else {
        wanted(shared, &speeches, readings, again)
    };
    Prepared {
        position,
        speeches,
        doubts,
        track,
        stands,
        wanted,
    }
}

/// What is wanted of a chapter whose `chunks` turned out broken in the store.
pub fn again_missing(shared: &Shared, position: usize, chunks: &[usize]) -> Vec<Wanted> {
    let planned = &shared.plan.chapters[position];
    let mut by_name: HashMap<Fingerprint, Wanted> = HashMap::new();
    for chunk in chunks {
        let reading = shared.reader.read(&planned.cuts.chunks[*chunk].text);
        let Some(fingerprint) = shared.engine.fingerprint(&reading) else {
            continue;
        };
        let wanted = Wanted {
            fingerprint,
            reading,
            take: 1,
            chunks: Vec::new(),
        };
        by_name
            .entry(fingerprint)
            .or_insert(wanted)
            .chunks
            .push(*chunk);
    }
    by_name.into_values().collect()
}

fn wanted(
    shared: &Shared,
    speeches: &[Option<Fingerprint>],
    readings: Vec<Reading>,
    again: &HashSet<usize>,
) -> Vec<Wanted> {
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut places: HashMap<Fingerprint, usize> = HashMap::new();
    for (chunk, (fingerprint, reading)) in speeches.iter().zip(readings).enumerate() {
        let Some(fingerprint) = fingerprint else {
            continue;
        };
        if let Some(place) = places.get(fingerprint) {
            wanted[*place].chunks.push(chunk);
            continue;
        }
        let take = if again.contains(&chunk) {
            next_take(shared, fingerprint)
        } else if shared.store.contains(fingerprint) {
            continue;
        } else {
            1
        };
        places.insert(*fingerprint, wanted.len());
        wanted.push(Wanted {
            fingerprint: *fingerprint,
            reading,
            take,
            chunks: vec![chunk],
        });
    }
    wanted
}

/// A take that cannot be read does not count.
fn next_take(shared: &Shared, fingerprint: &Fingerprint) -> u32 {
    let entry = shared.store.get(fingerprint).ok().flatten();
    entry.map_or(1, |entry| entry.take + 1)
}

/// Everything that decides what the track, its captions and its ledger hold.
fn track_fingerprint(
    shared: &Shared,
    position: usize,
    speeches: &[Option<Fingerprint>],
) -> Fingerprint {
    let planned = &shared.plan.chapters[position];
    let form = serde_json::json!([
        crate::track::FORM,
        shared.pauses,
        shared.plan.title,
        shared.plan.author,
        shared.folder.track_file(&planned.chapter),
        planned.chapter.volume,
        planned.chapter.title,
        planned.chapter.text,
        planned
            .cuts
            .chunks
            .iter()
            .map(|c| (c.start, c.end, c.role, c.boundary))
            .collect::<Vec<_>>(),
    ])
    .to_string();
    Fingerprint::of(
        [form.as_bytes()].into_iter().chain(
            speeches
                .iter()
                .map(|speech| speech.as_ref().map_or(&[][..], Fingerprint::as_bytes)),
        ),
    )
}

/// What a listener should check of a reading.
fn doubt(shared: &Shared, reading: &Reading) -> Option<String> {
    let unknown: String = reading.unknown().into_iter().collect();
    let unsayable = shared.engine.unsayable(reading);
    if !unknown.is_empty() {
        Some(format!("no reading for `{unknown}`"))
    } else if unsayable.is_empty() {
        None
    } else {
        Some(format!("this voice cannot say `{unsayable}`"))
    }
}
