//! Looking at one chapter: how it is read, and which of its speeches are missing.
//!
//! Never speaks and never writes.

use std::collections::{HashMap, HashSet};

use super::job::Shared;
use crate::chunk::{Chunk, Cuts};
use crate::reading::Reading;
use crate::store::Fingerprint;

/// A chapter that was looked at.
#[derive(Debug)]
pub struct Prepared {
    /// Position in the plan, from 0.
    pub position: usize,
    /// What of it is spoken.
    pub cuts: Cuts,
    /// The speech of each chunk; `None` where this voice can say nothing of it.
    pub speeches: Vec<Option<Fingerprint>>,
    /// Doubts about the reading of each chunk.
    pub doubts: Vec<Option<String>>,
    /// Whether that track stands.
    pub stands: bool,
    /// What is to be spoken: each speech once.
    pub wanted: Vec<Wanted>,
}

/// A speech that is not in the store, or is to be spoken again. Its reading is made anew when it is
/// spoken, so that memory does not grow with the chapter.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Its name.
    pub fingerprint: Fingerprint,
    /// Position of the chapter in the plan.
    pub position: usize,
    /// The text of the chunks that it is for.
    pub text: String,
    /// How many chunks of the chapter it is for.
    pub n_chunks: usize,
    /// Which take it will be, from 1; above 1 it replaces the one before.
    pub take: u32,
    /// How often it was put back to be tried later.
    pub round: u32,
    /// Whether the chosen voice had all its rounds, and the other one is to speak.
    pub is_parked: bool,
}

/// Looks at the chapter at `position`; chunks in `again` are wanted even when they are there.
pub fn prepare(shared: &Shared, position: usize, again: &HashSet<usize>) -> Prepared {
    let planned = &shared.plan.chapters[position];
    let cuts = planned.cuts();
    let chunks = cuts.chunks.iter();
    let (speeches, doubts): (Vec<_>, Vec<_>) = chunks
        .map(|chunk| {
            let reading = shared.reader.read(&chunk.text);
            (shared.engine.fingerprint(&reading), doubt(shared, &reading))
        })
        .unzip();
    let standing = standing(shared, &cuts.chunks, &speeches, again);
    let track = track_fingerprint(shared, position, &cuts.chunks, &standing);
    let stands = again.is_empty() && shared.folder.has_track(planned.chapter.index, &track);
    let wanted = if stands {
        Vec::new()
    } else {
        let chunks = cuts.chunks.iter().zip(speeches.iter().zip(&standing));
        wanted(shared, position, chunks, again)
    };
    Prepared {
        position,
        cuts,
        speeches,
        doubts,
        stands,
        wanted,
    }
}

/// The speeches that stand for the chunks: their own, or those that another voice made in their place.
fn standing(
    shared: &Shared,
    chunks: &[Chunk],
    speeches: &[Option<Fingerprint>],
    again: &HashSet<usize>,
) -> Vec<Option<Fingerprint>> {
    let Some(fallback) = &shared.fallback else {
        return speeches.to_vec();
    };
    let of = |(chunk, own): (&Chunk, &Option<Fingerprint>)| {
        let own = (*own)?;
        if again.contains(&chunk.index) || shared.store.contains(&own) {
            return Some(own);
        }
        let other = fallback.name_of(&own, &chunk.text);
        Some(
            other
                .filter(|other| shared.store.contains(other))
                .unwrap_or(own),
        )
    };
    chunks.iter().zip(speeches).map(of).collect()
}

/// What is wanted of a chapter whose `chunks` turned out broken in the store.
pub fn again_missing(prepared: &Prepared, chunks: &[usize]) -> Vec<Wanted> {
    let mut wanted = Collected::default();
    for index in chunks {
        if let Some(fingerprint) = prepared.speeches[*index] {
            let chunk = &prepared.cuts.chunks[*index];
            wanted.add(prepared.position, chunk, fingerprint, || Some(1));
        }
    }
    wanted.in_order
}

/// What is wanted of `chunks`, each with its own speech and with the one that stands for it.
fn wanted<'a>(
    shared: &Shared,
    position: usize,
    chunks: impl Iterator<
        Item = (
            &'a Chunk,
            (&'a Option<Fingerprint>, &'a Option<Fingerprint>),
        ),
    >,
    again: &HashSet<usize>,
) -> Vec<Wanted> {
    let mut wanted = Collected::default();
    for (chunk, (own, there)) in chunks {
        if let (Some(fingerprint), Some(there)) = (own, there) {
            wanted.add(position, chunk, *fingerprint, || {
                if again.contains(&chunk.index) {
                    Some(next_take(shared, fingerprint))
                } else {
                    (!shared.store.contains(there)).then_some(1)
                }
            });
        }
    }
    wanted.in_order
}

/// Wanted speeches, each once.
#[derive(Default)]
struct Collected {
    in_order: Vec<Wanted>,
    places: HashMap<Fingerprint, usize>,
}

impl Collected {
    /// Adds a chunk; `take` says which take its speech will be, if it is wanted at all.
    fn add(
        &mut self,
        position: usize,
        chunk: &Chunk,
        fingerprint: Fingerprint,
        take: impl FnOnce() -> Option<u32>,
    ) {
        if let Some(place) = self.places.get(&fingerprint) {
            self.in_order[*place].n_chunks += 1;
        } else if let Some(take) = take() {
            self.places.insert(fingerprint, self.in_order.len());
            self.in_order.push(Wanted {
                fingerprint,
                position,
                text: chunk.text.clone(),
                n_chunks: 1,
                take,
                round: 0,
                is_parked: false,
            });
        }
    }
}

/// A take that cannot be read does not count.
fn next_take(shared: &Shared, fingerprint: &Fingerprint) -> u32 {
    let entry = shared.store.get(fingerprint).ok().flatten();
    entry.map_or(1, |entry| entry.take + 1)
}

/// Everything that decides what the track, its captions and its ledger hold.
pub fn track_fingerprint(
    shared: &Shared,
    position: usize,
    chunks: &[Chunk],
    speeches: &[Option<Fingerprint>],
) -> Fingerprint {
    let planned = &shared.plan.chapters[position];
    let form = serde_json::json!([
        crate::track::FORM,
        shared.pauses,
        shared.level,
        shared.profile,
        shared.plan.title,
        shared.plan.author,
        shared.folder.track_file(&planned.chapter),
        planned.chapter.volume,
        planned.chapter.title,
        planned.chapter.text,
        chunks
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
