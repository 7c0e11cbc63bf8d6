//! What is known when a run has ended, gathered into a report.
//!
//! Never keeps a chapter's ledger: of a long book only what is doubted is held, and of that no more
//! than anybody would listen to.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::Duration;

use super::{ChapterRun, ChapterState, Doubted, DoubtedChunk, Report, Span};
use crate::batch::{Outcome, Plan};
use crate::speech::http::Tally;
use crate::track::{ChapterLedger, ChunkLedger};

/// Doubts that are told one by one; the others are counted.
const MOST_DOUBTS: usize = 200;

/// A run that came to its end.
pub struct Ended<'a> {
    /// The book.
    pub plan: &'a Plan,
    /// Positions of the chosen chapters, from 0, in order.
    pub positions: &'a [usize],
    /// What was counted.
    pub outcome: &'a Outcome,
    /// How long it took.
    pub took: Duration,
    /// What the endpoints were asked.
    pub endpoints: Vec<Tally>,
    /// The ledger of the chapter of that number, if its track stands.
    pub ledger: &'a dyn Fn(usize) -> Option<ChapterLedger>,
    /// What else is doubted, besides what the ledgers say.
    pub found: &'a [Doubted],
}

/// The commands of a report, as a person types them.
pub trait Commands {
    /// The command that finishes the chapters of those numbers.
    fn finish(&self, chapters: &[usize]) -> String;

    /// The command that makes new takes of chunks, or of whole chapters.
    fn again(&self, targets: &[(usize, Option<usize>)]) -> String;
}

impl Report {
    /// The report of a run.
    pub fn of(ended: &Ended<'_>, commands: &dyn Commands) -> Self {
        let Doubts { doubts, n_of } = doubts(ended, commands);
        let targets: Vec<_> = doubts.iter().filter_map(target).collect();
        let left: Vec<usize> = ended.outcome.incomplete.iter().map(|i| i.chapter).collect();
        Self {
            title: ended.plan.title.clone(),
            author: ended.plan.author.clone(),
            n_chapters: ended.plan.chapters.len(),
            outcome: ended.outcome.clone(),
            took: ended.took,
            chapters: chapters(ended, &n_of),
            n_doubts: n_of.values().sum(),
            doubts,
            endpoints: ended.endpoints.clone(),
            finish: (!left.is_empty()).then(|| commands.finish(&left)),
            again: (!targets.is_empty()).then(|| commands.again(&targets)),
        }
    }
}

fn target(doubt: &DoubtedChunk) -> Option<(usize, Option<usize>)> {
    let place = (doubt.doubted.chapter, doubt.doubted.chunk);
    (place.0 > 0).then_some(place)
}

#[derive(Default)]
struct Doubts {
    doubts: Vec<DoubtedChunk>,
    /// How many each chapter has.
    n_of: HashMap<usize, usize>,
}

fn doubts(ended: &Ended<'_>, commands: &dyn Commands) -> Doubts {
    let mut doubts = Doubts::default();
    let standing = standing(ended);
    let last = ended.found.iter().map(|found| found.chapter).max();
    for number in 0..=last.unwrap_or(0).max(ended.plan.chapters.len()) {
        let found = ended.found.iter().filter(|found| found.chapter == number);
        let found: Vec<&Doubted> = found.collect();
        if found.is_empty() && !standing.contains(&number) {
            continue;
        }
        doubts.add(number, &found, ended, commands);
    }
    doubts
}

/// The numbers of the chosen chapters whose track stands.
fn standing(ended: &Ended<'_>) -> HashSet<usize> {
    let chosen = ended.positions.iter();
    let mut standing: HashSet<usize> = chosen
        .map(|position| ended.plan.chapters[*position].chapter.index)
        .collect();
    for incomplete in &ended.outcome.incomplete {
        standing.remove(&incomplete.chapter);
    }
    standing
}

impl Doubts {
    /// Adds the doubts of one chapter, chunk by chunk.
    fn add(
        &mut self,
        number: usize,
        found: &[&Doubted],
        ended: &Ended<'_>,
        commands: &dyn Commands,
    ) {
        let ledger = (ended.ledger)(number);
        let chunks = ledger.as_ref().map_or(&[][..], |ledger| &ledger.chunks);
        let mut what: BTreeMap<Option<usize>, Vec<&str>> = BTreeMap::new();
        let found = found.iter().map(|found| (found.chunk, &*found.what));
        let told = chunks
            .iter()
            .filter_map(|chunk| Some((Some(chunk.index), chunk.doubt.as_deref()?)));
        for (chunk, doubt) in found.chain(told) {
            what.entry(chunk).or_default().push(doubt);
        }
        if !what.is_empty() {
            self.n_of.insert(number, what.len());
        }
        for (chunk, what) in what {
            if self.doubts.len() == MOST_DOUBTS {
                break;
            }
            let doubted = Doubted {
                chapter: number,
                chunk,
                what: what.join("; "),
            };
            let again = (number > 0).then(|| commands.again(&[(number, chunk)]));
            self.doubts.push(resolve(doubted, ledger.as_ref(), again));
        }
    }
}

/// A doubt with what stands there.
fn resolve(
    doubted: Doubted,
    ledger: Option<&ChapterLedger>,
    again: Option<String>,
) -> DoubtedChunk {
    let chunk = ledger.and_then(|ledger| {
        let is_it = |chunk: &&ChunkLedger| Some(chunk.index) == doubted.chunk;
        ledger.chunks.iter().find(is_it)
    });
    DoubtedChunk {
        title: ledger.map_or_else(String::new, |ledger| ledger.title.clone()),
        text: chunk.map_or_else(String::new, |chunk| chunk.text.clone()),
        span: ledger.zip(chunk).map(|(ledger, chunk)| Span {
            file: ledger.file.clone(),
            sample_rate: ledger.sample_rate,
            from: chunk.from,
            to: chunk.to,
        }),
        doubted,
        again,
    }
}

/// The chosen chapters, those in the same state together.
fn chapters(ended: &Ended<'_>, n_doubts_of: &HashMap<usize, usize>) -> Vec<ChapterRun> {
    let incomplete = ended.outcome.incomplete.iter();
    let reasons: HashMap<usize, &str> = incomplete.map(|i| (i.chapter, &*i.reason)).collect();
    let mut runs: Vec<ChapterRun> = Vec::new();
    for position in ended.positions {
        let chapter = &ended.plan.chapters[*position].chapter;
        let number = chapter.index;
        let state = match (reasons.get(&number), n_doubts_of.get(&number)) {
            (Some(reason), _) => ChapterState::Incomplete((*reason).into()),
            (None, Some(n)) => ChapterState::Doubtful(*n),
            (None, None) => ChapterState::Finished,
        };
        match runs.last_mut().filter(|last| last.goes_on(number, &state)) {
            Some(last) => last.last = number,
            None => runs.push(ChapterRun {
                first: number,
                last: number,
                title: chapter.title.clone(),
                state,
            }),
        }
    }
    runs
}

impl ChapterRun {
    /// Whether the chapter of that number belongs to it. Doubtful ones keep their titles.
    fn goes_on(&self, number: usize, state: &ChapterState) -> bool {
        let is_doubtful = matches!(state, ChapterState::Doubtful(_));
        self.last + 1 == number && self.state == *state && !is_doubtful
    }
}
