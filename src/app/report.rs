//! Telling how a run ended: to the terminal, in `report.txt`, and in `report.html`.
//!
//! Never keeps somebody waiting who pressed Ctrl-C twice: the page is then one without sound.

use std::time::Duration;

use pingshu::batch::{self, Commands, Doubted, Ended, Outcome, Report, Shared, Stop};
use pingshu::store::StoreError;

use super::command;
use super::flags::Target;
use super::message::say;
use super::render::Night;

impl Night<'_> {
    /// Says how the run ended, and keeps it beside the chapters. The text comes first: it fits on a
    /// disk that has no room for the page.
    pub(super) fn tell(
        &self,
        shared: &Shared,
        positions: &[usize],
        outcome: &Outcome,
        took: Duration,
    ) -> Result<(), StoreError> {
        let fallback = shared.fallback.iter();
        let fallback = fallback.flat_map(|fallback| fallback.engine.tallies());
        let found = outcome.doubts.iter().map(|finding| Doubted {
            chapter: finding.chapter,
            chunk: finding.chunk,
            what: finding.problem.clone(),
        });
        let found: Vec<Doubted> = found.collect();
        let ended = Ended {
            plan: &shared.plan,
            positions,
            outcome,
            took,
            endpoints: shared
                .engine
                .tallies()
                .into_iter()
                .chain(fallback)
                .collect(),
            ledger: &|chapter| shared.folder.chapter_ledger(chapter),
            found: &found,
        };
        let report = Report::of(&ended, self);
        let text = report.text();
        say(&text);
        let is_waited_for = *self.stop.borrow() != Stop::Now;
        if is_waited_for && outcome.n_finished > 0 {
            let folder = shared.folder.path().display();
            say(&format!("the chapters are in `{folder}`"));
        }
        let kept = shared.folder.write_report(&text);
        let clips = if is_waited_for {
            batch::clips(&report, shared.folder.path())
        } else {
            Vec::new()
        };
        let page = shared.folder.write_report_page(&report.html(&clips));
        kept.and(page)
    }
}

impl Commands for Night<'_> {
    fn finish(&self, chapters: &[usize]) -> String {
        let choice = &self.context.choice;
        if self.targets.is_empty() {
            let chapters = batch::numbers(chapters);
            return format!(
                "{} --chapters {chapters}",
                command::render(self.book, choice)
            );
        }
        let left = self
            .targets
            .iter()
            .filter(|target| chapters.contains(&target.chapter));
        command::redo(self.book, &left.copied().collect::<Vec<_>>(), choice)
    }

    fn again(&self, targets: &[(usize, Option<usize>)]) -> String {
        let targets = targets.iter();
        let targets = targets.map(|&(chapter, chunk)| Target { chapter, chunk });
        command::redo(
            self.book,
            &targets.collect::<Vec<_>>(),
            &self.context.choice,
        )
    }
}
