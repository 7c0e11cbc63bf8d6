//! What a run is about: the book, what speaks it, where it goes, and a wish to stop.
//!
//! Never changes while the run goes on.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::fallback::Fallback;
use super::queue::Rounds;
use super::{BookFolder, Files, Plan};
use crate::reading::Reader;
use crate::speech::{Engine, Pauses};
use crate::store::Store;
use crate::track::{Captions, Level, Profile};

/// A person's wish to stop; a later one is stronger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Stop {
    /// Go on.
    #[default]
    No,
    /// Start nothing new, finish what is in flight.
    Soon,
    /// Leave at once.
    Now,
}

/// What all tasks of a run read.
#[derive(Debug)]
pub struct Shared {
    /// The book.
    pub plan: Arc<Plan>,
    /// How its text is read.
    pub reader: Reader,
    /// What speaks it.
    pub engine: Engine,
    /// What speaks of it what that cannot.
    pub fallback: Option<Fallback>,
    /// The speeches.
    pub store: Store,
    /// The results.
    pub folder: BookFolder,
    /// How the narrator paces.
    pub pauses: Pauses,
    /// How loud the tracks are.
    pub level: Level,
    /// What they are for.
    pub profile: Profile,
    /// The captions that are wanted beside each track.
    pub captions: Vec<Captions>,
}

impl Shared {
    /// Where the files of the book are.
    pub(super) fn files(&self) -> Files {
        Files {
            folder: self.folder.path().into(),
            store: self.store.root().into(),
            captions: self.captions.clone(),
        }
    }
}

/// One run over one book.
#[derive(Debug)]
pub struct Job {
    /// What all tasks read.
    pub shared: Arc<Shared>,
    /// Positions of the chosen chapters, from 0, in order.
    pub positions: Vec<usize>,
    /// Chunks to speak again, by position.
    pub again: HashMap<usize, HashSet<usize>>,
    /// How often a chunk that was not spoken is tried again.
    pub rounds: Rounds,
}

impl Job {
    /// A run that speaks what is missing of the chapters at `positions`.
    pub fn new(shared: Shared, positions: Vec<usize>) -> Self {
        Self {
            shared: Arc::new(shared),
            positions,
            again: HashMap::new(),
            rounds: Rounds::default(),
        }
    }
}
