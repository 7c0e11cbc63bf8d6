//! What the loop does with a chapter whose speeches are all there, or turn out broken.
//!
//! Never joins a chapter of which a speech is missing.

use std::sync::Arc;

use super::Event;
use super::assemble::{Assembled, assemble};
use super::dispatch::Dispatch;
use super::prepare::again_missing;
use super::work::Done;
use crate::speech::chain;
use crate::store::StoreError;
use crate::track::TrackError;

/// How often a chapter whose speeches turn out broken is mended before it is given up.
const MENDINGS: u32 = 3;

impl Dispatch<'_> {
    pub(super) fn assemble_if_whole(&mut self, position: usize) {
        let Some(progress) = self.open.get(&position) else {
            return;
        };
        if progress.n_missing > 0 {
            return;
        }
        if let Some(problem) = progress.faults.first() {
            let n_others = progress.faults.len() - 1;
            let others = if n_others > 0 {
                format!(" (and {n_others} more)")
            } else {
                String::new()
            };
            return self.give_up(position, format!("{problem}{others}"));
        }
        let (shared, prepared) = (Arc::clone(&self.shared), Arc::clone(&progress.prepared));
        self.spawn_blocking(position, move || {
            Done::Assembled(position, assemble(&shared, &prepared))
        });
    }

    pub(super) fn on_assembled(&mut self, position: usize, result: Result<Assembled, TrackError>) {
        match result {
            Ok(Assembled::Finished {
                file,
                n_unsayable,
                doubts,
            }) => {
                self.open.remove(&position);
                for doubt in &doubts {
                    (self.tell)(Event::Doubt(doubt.clone()));
                }
                self.outcome.doubts.extend(doubts);
                self.outcome.n_unsayable += n_unsayable;
                self.count_finished(position, file, true);
            }
            Ok(Assembled::Missing(chunks)) => self.mend(position, &chunks),
            Err(error) => {
                let problem = chain(&error);
                let problem = match Option::<StoreError>::from(error) {
                    Some(error) => self.on_disk_fault(&error),
                    None => problem,
                };
                self.give_up(position, problem);
            }
        }
    }

    /// Speaks again what was broken in the store.
    fn mend(&mut self, position: usize, chunks: &[usize]) {
        let Some(progress) = self.open.get_mut(&position) else {
            return;
        };
        progress.mendings += 1;
        if progress.mendings > MENDINGS || self.outcome.halt.is_some() {
            return self.give_up(position, "its speeches in the store keep breaking".into());
        }
        let wanted = again_missing(&progress.prepared, chunks);
        self.want(position, wanted);
    }

    pub(super) fn count_finished(&mut self, position: usize, file: String, made: bool) {
        self.outcome.n_finished += 1;
        self.outcome.n_made += usize::from(made);
        let chapter = self.shared.plan.chapters[position].chapter.index;
        (self.tell)(Event::Finished {
            chapter,
            file,
            made,
        });
    }
}
