//! Which endpoint is asked next, and when.
//!
//! Never asks anything itself, never sends more to an endpoint than it takes, and never inside the
//! time for which it asked to be left alone. When nobody can be asked, whoever wants something waits.

mod breaker;
mod budget;
mod host;
mod limit;
mod pace;
mod tally;
#[cfg(test)]
mod tests;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::time::{sleep, sleep_until};

use self::breaker::Met;
use self::budget::Budget;
use self::host::{Host, Readiness};
use self::limit::is_overload;
pub use self::tally::{FaultKind, Tally};
use crate::speech::error::FaultClass;
use crate::speech::{SpeechError, Standing};

/// How often a probe fails while nothing worked yet before an endpoint counts as one that does not.
const PROBES_OF_UNKNOWN: u32 = 3;

/// How a pool deals with its endpoints.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PoolSettings {
    /// Most requests in flight at one endpoint.
    pub at_once: usize,
    /// Wait before an endpoint that failed is tried again; it doubles up to five minutes.
    pub probe: Duration,
    /// Longest time to wait for an answer, and the least, whatever is usual for the endpoint.
    pub answer: Duration,
    /// See `answer`.
    pub least_answer: Duration,
    /// Longest time to wait for the first answer of an endpoint, which may load its model then.
    pub first_answer: Duration,
    /// How long all endpoints may be away before the run is given up.
    pub outage: Duration,
}

/// The endpoints of one voice.
#[derive(Debug)]
pub struct Pool {
    settings: PoolSettings,
    state: Mutex<State>,
    /// A place became free, or the pool was closed.
    changed: Notify,
}

#[derive(Debug)]
struct State {
    hosts: Vec<Host>,
    budget: Budget,
    is_closed: bool,
    /// Since when nobody could be asked.
    away_since: Option<Instant>,
    last_fault: Option<(String, Option<String>)>,
    /// Endpoints that were stopped, and why, until it is told.
    stopped: Vec<(usize, String)>,
}

/// Leave to send one request to one endpoint. Dropped without a report, it counts for nothing.
#[derive(Debug)]
pub struct Permit<'a> {
    pool: &'a Pool,
    /// Position of the endpoint.
    pub at: usize,
    /// Whether a probe goes first, and the text only after it succeeded.
    pub is_probe: bool,
}

enum Next {
    Ask { at: usize, is_probe: bool },
    Wait(Option<Instant>),
}

/// The clock that tests can turn.
fn now() -> Instant {
    tokio::time::Instant::now().into_std()
}

impl Pool {
    /// A pool of `n` endpoints, at least one.
    pub fn new(n: usize, settings: PoolSettings) -> Self {
        let begin = now();
        let hosts = (0..n)
            .map(|_| Host::new(&settings, n == 1, begin))
            .collect();
        let state = State {
            hosts,
            budget: Budget::default(),
            is_closed: false,
            away_since: None,
            last_fault: None,
            stopped: Vec::new(),
        };
        Self {
            settings,
            state: Mutex::new(state),
            changed: Notify::new(),
        }
    }

    /// Waits until an endpoint can be asked; another one than `avoided`, if there is one.
    ///
    /// # Errors
    ///
    /// [`SpeechError::Stopped`] once the pool is closed; [`SpeechError::NoEndpoint`] when no endpoint
    /// will speak in this run.
    pub async fn acquire(&self, avoided: Option<usize>) -> Result<Permit<'_>, SpeechError> {
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            let next = self.lock().next(avoided, now(), &self.settings)?;
            match next {
                Next::Ask { at, is_probe } => {
                    return Ok(Permit {
                        pool: self,
                        at,
                        is_probe,
                    });
                }
                Next::Wait(None) => changed.await,
                Next::Wait(Some(until)) => tokio::select! {
                    () = changed => {}
                    () = sleep_until(until.into()) => {}
                },
            }
        }
    }

    /// Waits so long, or until the pool is closed.
    pub async fn wait(&self, duration: Duration) {
        // A pool that was closed gives no leave afterwards, which is where that is told.
        let _ = self.unless_closed(sleep(duration)).await;
    }

    /// Does what may take long, unless the pool is closed meanwhile.
    ///
    /// # Errors
    ///
    /// [`SpeechError::Stopped`] then.
    pub async fn unless_closed(&self, work: impl Future<Output = ()>) -> Result<(), SpeechError> {
        tokio::pin!(work);
        loop {
            let changed = self.changed.notified();
            tokio::pin!(changed);
            changed.as_mut().enable();
            if self.lock().is_closed {
                return Err(SpeechError::Stopped);
            }
            tokio::select! {
                biased;
                () = &mut work => return Ok(()),
                () = changed => {}
            }
        }
    }

    /// Endpoints that were stopped since the last call, and why, while others work.
    pub fn take_stopped(&self) -> Vec<(usize, String)> {
        std::mem::take(&mut self.lock().stopped)
    }

    /// What was asked of each endpoint so far, by position; without addresses, which it does not know.
    pub fn tallies(&self) -> Vec<Tally> {
        let state = self.lock();
        state.hosts.iter().map(|host| host.tally.clone()).collect()
    }

    /// Gives no more leave; requests in flight go on.
    pub fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_waiters();
    }

    /// Whether anybody can be asked at present.
    pub fn standing(&self) -> Standing {
        self.lock().standing(now())
    }

    /// Requests that are out.
    pub fn n_in_flight(&self) -> usize {
        self.lock().hosts.iter().map(|host| host.n_in_flight).sum()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is only numbers; a panic while it was held cannot have left it half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Permit<'_> {
    /// How long to wait for the answer to a text.
    pub fn patience(&self, n_characters: usize) -> Duration {
        let settings = &self.pool.settings;
        let state = self.pool.lock();
        let pace = &state.hosts[self.at].pace;
        let usual = pace.patience(n_characters, settings.least_answer, settings.answer);
        match usual {
            // It may have been started anew, and load its model first.
            Some(_) if self.is_probe => settings.answer,
            Some(usual) => usual,
            None => settings.first_answer,
        }
    }

    /// Whether the endpoint has spoken in this run.
    pub fn has_worked(&self) -> bool {
        self.pool.lock().hosts[self.at].has_worked
    }

    /// The probe succeeded; the text may follow.
    pub fn proven(&mut self, n_characters: usize, took: Duration) {
        self.is_probe = false;
        let mut state = self.pool.lock();
        state.hosts[self.at].breaker.end_probe(Met::Answer, now());
        state.hosts[self.at].on_answer(n_characters, took, now());
        drop(state);
        self.pool.changed.notify_waiters();
    }

    /// It answered with speech after `took`.
    pub fn answered(self, n_characters: usize, took: Duration) {
        let mut state = self.pool.lock();
        state.budget.earn();
        state.hosts[self.at].on_answer(n_characters, took, now());
    }

    /// It did not, though it was given `patience`.
    pub fn failed(self, error: &SpeechError, n_characters: usize, patience: Duration) {
        let mut state = self.pool.lock();
        state.last_fault = Some((super::chain(error), error.hint()));
        state.on_fault(self.at, error, &self.pool.settings, now());
        let host = &mut state.hosts[self.at];
        host.tally.on_fault(error);
        host.limit.on_fault();
        host.pace.on_fault(n_characters, patience);
        if self.is_probe && !matches!(error, SpeechError::Stopped | SpeechError::Spent { .. }) {
            // Even a text that is refused is no proof that it speaks.
            host.breaker.end_probe(Met::Fault, now());
        }
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        let host = &mut state.hosts[self.at];
        host.n_in_flight -= 1;
        if self.is_probe {
            host.breaker.give_back_probe(now());
        }
        drop(state);
        self.pool.changed.notify_waiters();
    }
}

impl State {
    fn next(
        &mut self,
        avoided: Option<usize>,
        now: Instant,
        settings: &PoolSettings,
    ) -> Result<Next, SpeechError> {
        if self.is_closed {
            return Err(SpeechError::Stopped);
        }
        self.give_up_when_hopeless(now, settings.outage)?;
        let readiness: Vec<_> = self.hosts.iter().map(|host| host.readiness(now)).collect();
        let of = |wanted| {
            let ready = (0..readiness.len()).filter(|at| readiness[*at] == wanted);
            ready.min_by(|a, b| self.dearer(*a, *b, avoided))
        };
        // A probe is for whoever would wait otherwise.
        let found = of(Readiness::Ready).map(|at| (at, false));
        let found = found.or_else(|| of(Readiness::Probe).map(|at| (at, true)));
        let Some((at, is_probe)) = found else {
            return Ok(Next::Wait(self.next_try(now)));
        };
        let host = &mut self.hosts[at];
        host.n_in_flight += 1;
        if is_probe {
            host.breaker.begin_probe();
        }
        Ok(Next::Ask { at, is_probe })
    }

    fn dearer(&self, a: usize, b: usize, avoided: Option<usize>) -> std::cmp::Ordering {
        let cost = |at| (avoided == Some(at), self.hosts[at].expected());
        let (a, b) = (cost(a), cost(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    }

    fn give_up_when_hopeless(&mut self, now: Instant, outage: Duration) -> Result<(), SpeechError> {
        let is = |wanted: fn(Readiness) -> bool| {
            self.hosts.iter().all(|host| wanted(host.readiness(now)))
        };
        let none_worked = !self.hosts.iter().any(|host| host.has_worked);
        let all_out = self.hosts.iter().all(|host| {
            host.stopped || (none_worked && host.breaker.n_openings() >= PROBES_OF_UNKNOWN)
        });
        let all_away = is(|readiness| !matches!(readiness, Readiness::Ready | Readiness::Full));
        self.away_since = if all_away {
            self.away_since.or(Some(now))
        } else {
            None
        };
        let for_long = self
            .away_since
            .is_some_and(|since| now.duration_since(since) > outage);
        if !all_out && !for_long {
            return Ok(());
        }
        let (problem, hint) = self.last_fault.clone().unwrap_or_default();
        Err(SpeechError::NoEndpoint { problem, hint })
    }

    fn on_fault(&mut self, at: usize, error: &SpeechError, settings: &PoolSettings, now: Instant) {
        let host = &mut self.hosts[at];
        match error {
            // No fault of an endpoint.
            SpeechError::Stopped | SpeechError::Spent { .. } => return,
            _ if error.class() == FaultClass::Engine => {
                host.stopped = true;
                self.stopped.push((at, super::chain(error)));
            }
            SpeechError::Status {
                status: 429,
                retry_after,
                ..
            }
            | SpeechError::Ruled {
                status: 200 | 429,
                class: FaultClass::Transient,
                retry_after,
                ..
            } => return host.rest(*retry_after, settings.probe, now),
            _ if error.class() == FaultClass::Chunk => host.breaker.on(Met::Answer, now),
            SpeechError::Unreachable { .. } => host.breaker.on(Met::Nobody, now),
            _ => {
                host.breaker.on(Met::Fault, now);
                if let Some(rest) = error.retry_after() {
                    host.rest(Some(rest), settings.probe, now);
                } else if is_overload(error) {
                    host.limit.on_overload();
                }
            }
        }
        if error.class() == FaultClass::Transient && self.budget.spend() {
            self.hosts
                .iter_mut()
                .for_each(|host| host.breaker.open(now));
        }
    }

    fn standing(&self, now: Instant) -> Standing {
        // A probe that is out has still to show that the endpoint speaks; but the first is no pause.
        let can_work = self.hosts.iter().any(|host| match host.readiness(now) {
            Readiness::Ready | Readiness::Full => true,
            Readiness::Probe | Readiness::Away(None) => host.breaker.n_openings() == 0,
            Readiness::Away(Some(_)) | Readiness::Out => false,
        });
        if can_work {
            return Standing::Working;
        }
        Standing::Paused {
            problem: self.last_fault.clone().unwrap_or_default().0,
            next_try: self.next_try(now).map(|end| end.duration_since(now)),
        }
    }

    /// When the first endpoint that is away may be tried again, if that is known.
    fn next_try(&self, now: Instant) -> Option<Instant> {
        let ends = self
            .hosts
            .iter()
            .filter_map(|host| match host.readiness(now) {
                Readiness::Away(until) => until,
                _ => None,
            });
        ends.min()
    }
}
