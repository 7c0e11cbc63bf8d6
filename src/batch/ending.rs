//! How a run's faults are judged, and how it ends.
//!
//! Never forgets a chapter: what was chosen is finished, or incomplete with its reason.

use super::dispatch::{Dispatch, now};
use super::prepare::Wanted;
use super::work::Fault;
use super::{Event, Halt, Incomplete, Outcome};
use crate::speech::{FaultClass, SpeechError, chain};
use crate::store::StoreError;

impl Dispatch<'_> {
    /// Puts back what was not spoken if that may help; else says why it will not be. Halts when the
    /// same would go wrong for every chunk.
    pub(super) fn on_fault(&mut self, fault: &Fault, wanted: Wanted) -> Option<String> {
        let error = match fault {
            Fault::Store(error) => return Some(self.on_disk_fault(error)),
            // It stays missing, and the next run goes on with it.
            Fault::Speech(SpeechError::Stopped) => return None,
            Fault::Speech(error) => error,
        };
        let problem = chain(error);
        let halt = Halt::Engine {
            problem: problem.clone(),
            hint: error.hint(),
        };
        // Bad audio is heard of one text or another; an engine that does not work says something else.
        self.n_faults_in_a_row += usize::from(error.class() != FaultClass::BadAudio);
        let is_dead = self.outcome.n_spoken == 0
            && self.n_faults_in_a_row > 2 * self.shared.engine.concurrency() + 2;
        if error.class() == FaultClass::Engine || is_dead {
            self.halt(halt);
            return Some(problem);
        }
        if error.is_transient() {
            self.last_fault = Some(halt);
            return self.put_back(wanted, problem);
        }
        Some(problem)
    }

    /// Lets a chunk wait for its next round; after the last, the other voice speaks it, if there is one.
    fn put_back(&mut self, wanted: Wanted, problem: String) -> Option<String> {
        if self.outcome.halt.is_some() {
            return Some(problem);
        }
        let chapter = self.shared.plan.chapters[wanted.position].chapter.index;
        match self.queue.put_back(wanted, now()) {
            Ok(()) => {
                (self.tell)(Event::PutBack { chapter, problem });
                None
            }
            Err(mut parked) if self.shared.fallback.is_some() && !parked.is_parked => {
                parked.is_parked = true;
                self.queue.push(parked);
                None
            }
            Err(_) => Some(problem),
        }
    }

    pub(super) fn on_disk_fault(&mut self, error: &StoreError) -> String {
        let problem = chain(error);
        if error.stops_everything() {
            self.halt(Halt::Disk {
                problem: problem.clone(),
                hint: error.hint().map(str::to_owned),
            });
        }
        problem
    }

    pub(super) fn give_up(&mut self, position: usize, reason: String) {
        self.open.remove(&position);
        let chapter = &self.shared.plan.chapters[position].chapter;
        let incomplete = Incomplete {
            chapter: chapter.index,
            title: chapter.title.clone(),
            reason,
        };
        (self.tell)(Event::Incomplete(incomplete.clone()));
        self.outcome.incomplete.push(incomplete);
    }

    /// Starts nothing new. The first reason stays.
    pub(super) fn halt(&mut self, halt: Halt) {
        if self.outcome.halt.is_some() {
            return;
        }
        (self.tell)(Event::Stopping {
            halt: halt.clone(),
            n_in_flight: self.shared.engine.n_in_flight(self.n_speaking),
        });
        self.outcome.halt = Some(halt);
        self.shared.engine.close();
        if let Some(fallback) = &self.shared.fallback {
            fallback.engine.close();
        }
        for wanted in self.queue.drain() {
            self.waiting.remove(&wanted.fingerprint);
        }
    }

    /// Counts what is left as incomplete.
    pub(super) fn finish(mut self) -> Outcome {
        self.tasks.abort_all();
        let reason = match &self.outcome.halt {
            Some(Halt::Disk { .. }) => "not reached: the disk is full or closed to writing",
            Some(Halt::Engine { .. }) => "not reached: the engine does not work",
            _ => "not reached: stopped",
        };
        let left = self
            .open
            .keys()
            .chain(&self.looking)
            .chain(&self.to_look_at);
        let left: Vec<usize> = left.copied().collect();
        for position in left {
            let chapter = &self.shared.plan.chapters[position].chapter;
            self.outcome.incomplete.push(Incomplete {
                chapter: chapter.index,
                title: chapter.title.clone(),
                reason: reason.into(),
            });
        }
        self.outcome
            .incomplete
            .sort_by_key(|incomplete| incomplete.chapter);
        // A book too short to show it many times: a server that never answered does not work.
        if self.outcome.n_finished + self.outcome.n_spoken == 0 && self.outcome.halt.is_none() {
            self.outcome.halt = self.last_fault;
        }
        self.outcome
    }
}
