//! The audit of a finished book: every character, every sample, every gate.
//!
//! Never trusts the ledger: text is compared with the plan, spans with the samples of the track.

mod finding;
mod outlier;
mod repeat;
mod speech;
mod text;
mod track;

use std::path::{Path, PathBuf};

pub use finding::{Finding, Kind, Remedy};

use super::Plan;
use crate::reading::is_han;
use crate::speech::sound::Sound;
use crate::track::{BookLedger, Captions, ChapterLedger};

/// Where the files of a book are.
#[derive(Debug, Clone)]
pub struct Files {
    /// Its tracks.
    pub folder: PathBuf,
    /// The store, whose speeches may be there no more.
    pub store: PathBuf,
    /// The captions that stand beside them.
    pub captions: Vec<Captions>,
}

/// A chunk of a track, and what it sounds like.
#[derive(Debug, Clone, PartialEq)]
struct Measured {
    chapter: usize,
    chunk: usize,
    /// Syllables of its text; `None` when it holds more than Han characters.
    n_syllables: Option<usize>,
    sound: Sound,
}

impl Measured {
    fn syllables(text: &str) -> Option<usize> {
        let mut letters = text.chars().filter(|c| c.is_alphanumeric());
        let is_plain = letters.clone().all(is_han);
        is_plain.then(|| letters.by_ref().count())
    }

    fn finding(&self, kind: Kind, what: &str) -> Finding {
        Finding {
            kind,
            chapter: self.chapter,
            chunk: Some(self.chunk),
            problem: format!("chunk {} is {what}", self.chunk),
        }
    }
}

/// Audits the book of this ledger; with a `plan`, against its text too.
pub fn audit(plan: Option<&Plan>, ledger: &BookLedger, files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(plan) = plan {
        text::compare(plan, ledger, &mut findings);
    }
    if plan.is_none() && ledger.chapters.len() < ledger.n_chapters {
        let (n, of) = (ledger.chapters.len(), ledger.n_chapters);
        let problem = format!("only {n} of {of} chapters have a track yet");
        findings.push(Finding::of_book(Kind::Text, problem));
    }
    let mut measured = Vec::new();
    for chapter in &ledger.chapters {
        measured.extend(check(chapter, files, &mut findings));
    }
    findings.extend(outlier::outliers(&measured));
    // What is said of a chapter stands together; the sort keeps the order of the rest.
    findings.sort_by_key(|finding| finding.chapter);
    findings
}

/// Audits one chapter by itself, as soon as it is joined.
pub fn audit_chapter(chapter: &ChapterLedger, files: &Files) -> Vec<Finding> {
    let mut findings = Vec::new();
    let measured = check(chapter, files, &mut findings);
    findings.extend(outlier::outliers(&measured));
    findings
}

fn check(chapter: &ChapterLedger, files: &Files, findings: &mut Vec<Finding>) -> Vec<Measured> {
    text::check(chapter, findings);
    let measured = track::check(chapter, files, findings);
    if Path::is_dir(&files.store) {
        speech::check(chapter, &files.store, findings);
    }
    measured
}
