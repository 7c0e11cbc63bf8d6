//! `check`: is every character spoken, and does every sample stand where the ledger says?
//!
//! Never mends anything: it says what is wrong and what mends it.

use anyhow::Result;
use pingshu::batch::{self, BookFolder, Finding, Plan, Source};
use pingshu::track::BookLedger;
use serde_json::json;

use super::command;
use super::context::Context;
use super::flags::CheckFlags;
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
    let captions = &context.settings.captions;
    findings.extend(batch::audit(plan.as_ref(), &ledger, &folder, captions));
    if flags.json {
        message::print(&as_json(&ledger, &findings).to_string())?;
    } else {
        print(&ledger, plan.as_ref(), &findings)?;
        if !findings.is_empty() {
            let chapters = chapters_of(&findings);
            say(&hint(context, flags, plan.as_ref(), &chapters));
        }
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
            chapter: 0,
            problem,
        })
        .into_iter()
        .collect())
}

fn n_spoken(ledger: &BookLedger) -> usize {
    let chunks = ledger.chapters.iter().flat_map(|chapter| &chapter.chunks);
    chunks.map(|chunk| chunk.end - chunk.start).sum()
}

fn as_json(ledger: &BookLedger, findings: &[Finding]) -> serde_json::Value {
    json!({
        "title": ledger.title,
        "chapters": ledger.chapters.len(),
        "chars_spoken": n_spoken(ledger),
        "findings": findings,
    })
}

fn print(ledger: &BookLedger, plan: Option<&Plan>, findings: &[Finding]) -> Result<()> {
    for finding in findings {
        match finding.chapter {
            0 => message::print(&finding.problem)?,
            chapter => message::print(&format!("chapter {chapter}: {}", finding.problem))?,
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

/// The chapters in which something is wrong.
fn chapters_of(findings: &[Finding]) -> Vec<usize> {
    let mut chapters: Vec<usize> = findings
        .iter()
        .map(|finding| finding.chapter)
        .filter(|n| *n > 0)
        .collect();
    chapters.sort_unstable();
    chapters.dedup();
    chapters
}

/// What makes these chapters anew, or the book when there are none. A finished book does not know
/// where its text is.
fn hint(context: &Context, flags: &CheckFlags, plan: Option<&Plan>, chapters: &[usize]) -> String {
    let chapters = match chapters {
        [] => String::new(),
        some => format!(" --chapters {}", batch::numbers(some)),
    };
    if plan.is_some() {
        let command = command::render(&flags.book, &context.choice);
        format!(
            "hint: `{command}{chapters}` makes anew what is wrong, once the damaged files are deleted"
        )
    } else {
        format!(
            "hint: `pingshu render BOOK{chapters}` makes anew what is wrong, once the damaged files are deleted; BOOK is the text of the book"
        )
    }
}
