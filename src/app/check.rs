//! `check`: is every character spoken, and does every sample stand where the ledger says?
//!
//! Never mends anything: it says what is wrong and what mends it.

use std::path::Path;

use anyhow::Result;
use pingshu::batch::{self, BookFolder, Files, Finding, Kind, Plan, Remedy, Source};
use pingshu::track::BookLedger;
use serde_json::json;

use super::command;
use super::context::Context;
use super::flags::{CheckFlags, Choice, Target};
use super::message::{self, Exit, say};

/// Audits a book.
pub fn check(context: &Context, flags: &CheckFlags) -> Result<Exit> {
    let (plan, folder, mut findings) = if flags.book.join("book.json").is_file() {
        (None, flags.book.clone(), Vec::new())
    } else {
        let source = Source::find(&flags.book)?;
        let plan = context.plan(&source)?;
        let folder = BookFolder::path_of(&context.settings.out, &plan.title);
        (Some(plan), folder, lost(context, &source)?)
    };
    let ledger = BookFolder::read_ledger(&folder)?;
    let files = Files {
        store: folder.with_file_name(".store"),
        captions: context.settings.captions.clone(),
        folder,
    };
    findings.extend(batch::audit(plan.as_ref(), &ledger, &files));
    let mend = Mend {
        book: plan.as_ref().map(|_| flags.book.as_path()),
        choice: &context.choice,
    };
    if flags.json {
        message::print(&as_json(&ledger, &findings, &mend).to_string())?;
    } else {
        print(&ledger, plan.as_ref(), &findings)?;
        mend.hints(&findings).iter().for_each(|hint| say(hint));
    }
    Ok(if findings.is_empty() {
        Exit::Done
    } else {
        Exit::Incomplete
    })
}

fn lost(context: &Context, source: &Source) -> Result<Vec<Finding>> {
    let accounted = source.account(&context.book_settings(source)?)?;
    Ok(accounted
        .err()
        .map(|problem| Finding {
            kind: Kind::Text,
            chapter: 0,
            chunk: None,
            problem,
        })
        .into_iter()
        .collect())
}

fn n_spoken(ledger: &BookLedger) -> usize {
    let chunks = ledger.chapters.iter().flat_map(|chapter| &chapter.chunks);
    chunks.map(|chunk| chunk.end - chunk.start).sum()
}

fn as_json(ledger: &BookLedger, findings: &[Finding], mend: &Mend<'_>) -> serde_json::Value {
    let findings = findings.iter().map(|finding| {
        let mut finding_json = json!(finding);
        finding_json["mend"] = mend.command(&[finding.remedy()]).into();
        finding_json
    });
    let findings: Vec<_> = findings.collect();
    json!({
        "title": ledger.title,
        "chapters": ledger.chapters.len(),
        "chars_spoken": n_spoken(ledger),
        "findings": findings,
    })
}

fn print(ledger: &BookLedger, plan: Option<&Plan>, findings: &[Finding]) -> Result<()> {
    for group in findings.chunk_by(|a, b| a.chapter == b.chapter) {
        let indent = if group[0].chapter == 0 { "" } else { "  " };
        if group[0].chapter > 0 {
            message::print(&heading(ledger, group[0].chapter))?;
        }
        for finding in group {
            message::print(&format!("{indent}{}", finding.problem))?;
        }
    }
    let against = if plan.is_some() {
        "its text and its tracks"
    } else {
        "its tracks"
    };
    say(&format!(
        "《{}》: {} against {against}, {} in a known span of audio, {}",
        ledger.title,
        counted(ledger.chapters.len(), "chapter"),
        counted(n_spoken(ledger), "character"),
        match findings.len() {
            0 => "nothing wrong".into(),
            n => counted(n, "finding"),
        }
    ));
    Ok(())
}

fn counted(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}

fn heading(ledger: &BookLedger, chapter: usize) -> String {
    let made = ledger.chapters.iter().find(|made| made.index == chapter);
    let title = made.map_or("", |made| &made.title);
    format!("chapter {chapter} {title}").trim_end().into()
}

/// The commands that mend what is wrong. A finished book does not know where its text is.
struct Mend<'a> {
    book: Option<&'a Path>,
    choice: &'a Choice,
}

impl Mend<'_> {
    /// One for new takes, and one for tracks, as far as there are such findings.
    fn hints(&self, findings: &[Finding]) -> Vec<String> {
        let remedies = findings.iter().map(Finding::remedy);
        let (takes, tracks): (Vec<_>, Vec<_>) =
            remedies.partition(|remedy| matches!(remedy, Remedy::Redo(..)));
        let book = if self.book.is_none() {
            "; BOOK is the text of the book"
        } else {
            ""
        };
        let mut hints = Vec::new();
        if !takes.is_empty() {
            let command = self.command(&takes);
            hints.push(format!("hint: `{command}` makes new takes{book}"));
        }
        if !tracks.is_empty() {
            let command = self.command(&tracks);
            hints.push(format!(
                "hint: `{command}` makes what is missing, and what is damaged once its files are deleted{book}"
            ));
        }
        hints
    }

    /// The command for remedies of one sort.
    fn command(&self, remedies: &[Remedy]) -> String {
        let (mut targets, mut chapters) = (Vec::new(), Vec::new());
        for remedy in remedies {
            match *remedy {
                Remedy::Redo(chapter, chunk) => targets.push(Target {
                    chapter,
                    chunk: Some(chunk),
                }),
                Remedy::Render(chapter) => chapters.push(chapter),
                Remedy::RenderAll => {}
            }
        }
        targets.dedup();
        chapters.dedup();
        let unknown = (Path::new("BOOK"), &Choice::default());
        let (book, choice) = self.book.map_or(unknown, |book| (book, self.choice));
        if !targets.is_empty() {
            return command::redo(book, &targets, choice);
        }
        let chapters = match &chapters[..] {
            [] => String::new(),
            some => format!(" --chapters {}", batch::numbers(some)),
        };
        format!("{}{chapters}", command::render(book, choice))
    }
}
