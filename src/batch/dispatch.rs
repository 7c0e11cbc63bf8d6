//! The loop that owns a run's state.
//!
//! Never shares that state: tasks get what they need, and hand back what they found. It selects
//! over {finished work, stop, tick}; heavy work runs on blocking threads.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::sleep_until;

use super::captions;
use super::job::{Job, Shared, Stop};
use super::prepare::{Prepared, Wanted, prepare};
use super::queue::Queue;
use super::work::{Done, Fault, Spoken, speak};
use super::{Event, Halt, Outcome};
use crate::speech::Standing;
use crate::store::{Fingerprint, StoreError};

/// How often `Event::Tick` is told.
const TICK: Duration = Duration::from_secs(1);

/// How often the ledger is brought up to date during the night.
const LEDGER_TICKS: u32 = 60;

/// Chapters looked at ahead of those that are spoken, in chunks per worker.
const AHEAD: usize = 4;

/// Longest chapter that is begun, in seconds, by the plan's estimate: a WAV file holds 22.5 h.
const MOST_SECONDS: f64 = 22.0 * 3_600.0;

/// Runs a job to its end, or to where it is stopped, and tells what happens.
///
/// # Errors
///
/// When the ledger cannot be written at the end, though every track was.
pub async fn render(
    job: Job,
    stop: watch::Receiver<Stop>,
    tell: &mut (dyn FnMut(Event) + Send),
) -> Result<Outcome, StoreError> {
    let shared = Arc::clone(&job.shared);
    let mut outcome = Dispatch::new(job, tell).run(stop).await;
    // Before the book is whole, an old track may be all there is of a chapter whose number changed.
    let is_whole = outcome.n_finished > 0 && outcome.n_finished == shared.plan.chapters.len();
    let written = spawn_blocking(move || {
        let written = shared.folder.write_ledger(&shared.plan);
        let written = written.and_then(|()| {
            if is_whole {
                shared.folder.set_leftovers_aside()?;
            }
            Ok(())
        });
        (written, shared.folder.loudness())
    });
    let (written, loudness) = written.await.expect("writing the ledger does not panic");
    outcome.loudness = loudness;
    match (&outcome.halt, written) {
        (None, Err(error)) => Err(error),
        // A full disk was told already.
        _ => Ok(outcome),
    }
}

pub(super) struct Progress {
    pub(super) prepared: Arc<Prepared>,
    pub(super) n_missing: usize,
    pub(super) faults: Vec<String>,
    pub(super) mendings: u32,
}

pub(super) struct Dispatch<'a> {
    pub(super) shared: Arc<Shared>,
    pub(super) again: HashMap<usize, HashSet<usize>>,
    pub(super) tell: &'a mut (dyn FnMut(Event) + Send),
    pub(super) to_look_at: VecDeque<usize>,
    /// The chapter that is being looked at.
    pub(super) looking: Option<usize>,
    pub(super) last_fault: Option<Halt>,
    pub(super) open: HashMap<usize, Progress>,
    pub(super) queue: Queue,
    /// Who waits for a speech that is queued or in flight: position and number of chunks.
    pub(super) waiting: HashMap<Fingerprint, Vec<(usize, usize)>>,
    pub(super) n_speaking: usize,
    /// What was told last of the engine.
    standing: Standing,
    pub(super) n_faults_in_a_row: usize,
    pub(super) tasks: JoinSet<Done>,
    pub(super) outcome: Outcome,
}

impl<'a> Dispatch<'a> {
    fn new(job: Job, tell: &'a mut (dyn FnMut(Event) + Send)) -> Self {
        let chapters = &job.shared.plan.chapters;
        let n_chunks = job
            .positions
            .iter()
            .map(|position| chapters[*position].n_chunks)
            .sum();
        tell(Event::Begun {
            n_chapters: job.positions.len(),
            n_chunks,
        });
        Self {
            shared: job.shared,
            again: job.again,
            tell,
            to_look_at: job.positions.into(),
            looking: None,
            last_fault: None,
            open: HashMap::new(),
            queue: Queue::new(job.rounds),
            waiting: HashMap::new(),
            n_speaking: 0,
            standing: Standing::Working,
            n_faults_in_a_row: 0,
            tasks: JoinSet::new(),
            outcome: Outcome::default(),
        }
    }

    async fn run(mut self, mut stop: watch::Receiver<Stop>) -> Outcome {
        let mut tick = tokio::time::interval(TICK);
        let mut n_ticks = 0;
        loop {
            self.start_work();
            let later = self.queue.later();
            if self.tasks.is_empty() && later.is_none() {
                break;
            }
            tokio::select! {
                Some(done) = self.tasks.join_next() => {
                    self.handle(done.expect("tasks catch their own panics"));
                }
                // With all hands full, it waits for the next that is free.
                () = due(later), if self.n_speaking < self.shared.engine.concurrency() => {}
                Ok(()) = stop.changed() => match *stop.borrow_and_update() {
                    Stop::No => {}
                    Stop::Soon => self.halt(Halt::Interrupted),
                    Stop::Now => break,
                },
                _ = tick.tick() => {
                    n_ticks += 1;
                    if n_ticks % LEDGER_TICKS == 0 {
                        self.update_ledger();
                    }
                    self.tell_standing();
                    (self.tell)(Event::Tick);
                }
            }
        }
        self.finish()
    }

    /// Starts as much as there are hands for.
    fn start_work(&mut self) {
        let workers = self.shared.engine.concurrency();
        while self.n_speaking < workers {
            let Some(wanted) = self.queue.pop(now()) else {
                break;
            };
            self.n_speaking += 1;
            self.tasks.spawn(speak(Arc::clone(&self.shared), wanted));
        }
        let is_short = self.queue.n_ready() < AHEAD * workers;
        if is_short && self.looking.is_none() && self.outcome.halt.is_none() {
            self.look_at_next();
        }
    }

    /// Tells when the engine stands still, and when it goes on.
    fn tell_standing(&mut self) {
        let standing = self.shared.engine.standing();
        let is_news = standing.is_paused() != self.standing.is_paused();
        if is_news && self.outcome.halt.is_none() {
            (self.tell)(Event::Standing(standing.clone()));
        }
        self.standing = standing;
        for news in self.shared.engine.news() {
            (self.tell)(Event::News(news));
        }
    }

    fn look_at_next(&mut self) {
        let Some(position) = self.to_look_at.pop_front() else {
            return;
        };
        let planned = &self.shared.plan.chapters[position];
        let seconds = planned.seconds(&self.shared.pauses, self.shared.engine.speed());
        if seconds > MOST_SECONDS {
            let hours = seconds / 3_600.0;
            let problem = format!(
                "about {hours:.0} h long, and a WAV file holds 22; part the text with headings"
            );
            return self.give_up(position, problem);
        }
        self.looking = Some(position);
        let shared = Arc::clone(&self.shared);
        let again = self.again.remove(&position).unwrap_or_default();
        self.spawn_blocking(position, move || {
            // Until the new takes are joined, the track counts as missing: a run that is stopped
            // in between leaves work to do, not an old track that looks finished.
            if let Err(error) = forget_track(&shared, position, &again) {
                return Done::Unprepared(position, error);
            }
            let prepared = prepare(&shared, position, &again);
            match captions::complete(&shared, &prepared) {
                Ok(()) => Done::Prepared(prepared),
                Err(error) => Done::Unprepared(position, error),
            }
        });
    }

    pub(super) fn spawn_blocking(
        &mut self,
        position: usize,
        work: impl FnOnce() -> Done + Send + 'static,
    ) {
        self.tasks.spawn(async move {
            spawn_blocking(work)
                .await
                .unwrap_or_else(|error| Done::Broken(position, error.to_string()))
        });
    }

    fn handle(&mut self, done: Done) {
        match done {
            Done::Prepared(prepared) => self.on_prepared(prepared),
            Done::Spoken(wanted, result) => self.on_spoken(wanted, result),
            Done::Assembled(position, result) => self.on_assembled(position, result),
            Done::Noted => {}
            Done::Unprepared(position, error) => {
                self.looking = None;
                let problem = self.on_disk_fault(&error);
                self.give_up(position, problem);
            }
            Done::Broken(position, problem) => {
                self.looking = self.looking.filter(|looking| *looking != position);
                self.give_up(position, problem);
            }
        }
    }

    fn on_prepared(&mut self, mut prepared: Prepared) {
        self.looking = None;
        let position = prepared.position;
        let n_wanted = prepared.wanted.iter().map(|wanted| wanted.n_chunks).sum();
        let chapter = &self.shared.plan.chapters[position].chapter;
        (self.tell)(Event::Looked {
            chapter: chapter.index,
            title: chapter.title.clone(),
            n_there: prepared.speeches.len() - n_wanted,
            n_wanted,
        });
        if prepared.stands {
            let file = self.shared.folder.track_file(chapter);
            return self.count_finished(position, file, false);
        }
        let wanted = std::mem::take(&mut prepared.wanted);
        let progress = Progress {
            prepared: Arc::new(prepared),
            n_missing: 0,
            faults: Vec::new(),
            mendings: 0,
        };
        self.open.insert(position, progress);
        self.want(position, wanted);
    }

    /// Queues what a chapter wants; what another chapter waits for already is not spoken twice.
    pub(super) fn want(&mut self, position: usize, wanted: Vec<Wanted>) {
        for wanted in wanted {
            if let Some(progress) = self.open.get_mut(&position) {
                progress.n_missing += 1;
            }
            if self.outcome.halt.is_some() {
                // Nothing new is started, so it stays missing.
                continue;
            }
            let waiting = self.waiting.entry(wanted.fingerprint).or_default();
            waiting.push((position, wanted.n_chunks));
            if waiting.len() == 1 {
                self.queue.push(wanted);
            }
        }
        self.assemble_if_whole(position);
    }

    fn on_spoken(&mut self, wanted: Wanted, result: Result<Spoken, Fault>) {
        self.n_speaking -= 1;
        let fingerprint = wanted.fingerprint;
        match result {
            Ok(spoken) => {
                self.count_spoken(&fingerprint, &spoken);
                self.settle(&fingerprint, None);
            }
            Err(fault) => {
                if let Some(problem) = self.on_fault(&fault, wanted) {
                    self.settle(&fingerprint, Some(&problem));
                }
            }
        }
    }

    /// Tells the chapters that waited for a speech that it is there, or why it will not be.
    fn settle(&mut self, fingerprint: &Fingerprint, problem: Option<&String>) {
        for (position, _) in self.waiting.remove(fingerprint).unwrap_or_default() {
            if let Some(progress) = self.open.get_mut(&position) {
                progress.n_missing -= 1;
                progress.faults.extend(problem.cloned());
            }
            self.assemble_if_whole(position);
        }
    }

    fn count_spoken(&mut self, fingerprint: &Fingerprint, spoken: &Spoken) {
        self.n_faults_in_a_row = 0;
        self.outcome.n_spoken += 1;
        self.outcome.seconds_spoken += spoken.seconds;
        let waiting = self.waiting.get(fingerprint).map_or(&[][..], Vec::as_slice);
        let first = waiting.first().map_or(0, |(position, _)| *position);
        (self.tell)(Event::Spoken {
            chapter: self.shared.plan.chapters[first].chapter.index,
            seconds: spoken.seconds,
            n_chunks: waiting.iter().map(|(_, n_chunks)| n_chunks).sum(),
        });
    }

    fn update_ledger(&mut self) {
        let shared = Arc::clone(&self.shared);
        self.tasks.spawn(async move {
            // The end of the run writes it again and tells what goes wrong.
            let _ = spawn_blocking(move || shared.folder.write_ledger(&shared.plan)).await;
            Done::Noted
        });
    }
}

/// The clock, as timers have it.
pub(super) fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}

/// Waits for that moment; without one, for ever.
async fn due(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}

fn forget_track(
    shared: &Shared,
    position: usize,
    again: &HashSet<usize>,
) -> Result<(), StoreError> {
    if again.is_empty() {
        return Ok(());
    }
    let chapter = shared.plan.chapters[position].chapter.index;
    shared.folder.mark_stale(chapter)
}
