//! What comes of a case: by the library, or by the program when flags or files beside it matter.
//!
//! Never changes what it finds.

use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use pingshu::batch::{Plan, Source};
use pingshu::book::{self, BookSettings, Notes};
use pingshu::chapter::Guide;
use pingshu::chunk::{Limits, Titles};
use serde_json::Value;

use super::case::Case;
use super::make;

/// What was made of a book.
#[derive(Debug, Default)]
pub struct Found {
    pub title: String,
    pub author: String,
    pub encoding: String,
    pub chapters: Vec<Chapter>,
    pub dropped: Vec<(String, String)>,
    pub doubts: Vec<(String, String)>,
    /// Laws that hold for every book and do not hold here.
    pub broken: Vec<String>,
}

/// A chapter that was found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Chapter {
    pub index: usize,
    pub volume: String,
    pub title: String,
    /// Empty when the program was asked, which does not tell it.
    pub text: String,
}

/// Makes the book and reads it; the message when it is refused.
pub fn find(case: &Case) -> Result<Found, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = make::write(case, folder.path());
    if case.is_for_program() {
        by_program(case, folder.path())
    } else {
        by_library(case, &path)
    }
}

fn settings(case: &Case) -> BookSettings {
    BookSettings {
        encoding: Some(case.asked.clone()).filter(|asked| !asked.is_empty()),
        notes: match case.notes.as_str() {
            "" | "spoken" => Notes::Spoken,
            "dropped" => Notes::Dropped,
            other => panic!("{}: notes = `{other}`", case.name),
        },
        ..BookSettings::default()
    }
}

fn by_library(case: &Case, path: &Path) -> Result<Found, String> {
    let settings = settings(case);
    let source = Source::find(path).map_err(|error| told(&error, error.hint()))?;
    let (book, ledger) = source
        .read(&settings)
        .map_err(|error| told(&error, error.hint()))?;
    let lines = book.lines.clone();
    let pieces = book.dropped.clone();
    let plan = Plan::of(
        book,
        ledger,
        Limits::default(),
        Titles::Announced,
        &Guide::default(),
    )
    .map_err(|error| told(&error, error.hint()))?;
    let chapters: Vec<Chapter> = plan
        .chapters
        .iter()
        .map(|planned| chapter(&planned.chapter))
        .collect();

    let mut broken = Vec::new();
    if let Err(lost) = source.account(&settings).unwrap() {
        broken.push(format!("the account does not hold: {lost}"));
    }
    let joined: Vec<&str> = chapters
        .iter()
        .map(|chapter| chapter.text.as_str())
        .collect();
    let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    if joined.join("\n") != lines.join("\n") {
        broken.push("the chapters joined are not the book's lines".to_owned());
    }
    if path.is_file() {
        let bytes = std::fs::read(path).unwrap();
        let extract = book::extract(&bytes, case.file(), &settings).unwrap();
        broken.extend(lost(&extract.text, &joined.concat(), &pieces));
    }
    Ok(Found {
        title: plan.title,
        author: plan.author,
        encoding: plan.encoding.to_owned(),
        chapters,
        dropped: plan
            .dropped
            .iter()
            .map(|piece| (piece.reason.to_string(), piece.text.clone()))
            .collect(),
        doubts: plan
            .doubts
            .into_iter()
            .map(|doubt| (doubt.kind, format!("{}: {}", doubt.r#where, doubt.text)))
            .collect(),
        broken,
    })
}

fn told(error: &dyn std::error::Error, hint: Option<String>) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    hint.map_or(text.clone(), |hint| format!("{text}\nhint: {hint}"))
}

fn chapter(chapter: &pingshu::chapter::Chapter) -> Chapter {
    Chapter {
        index: chapter.index,
        volume: chapter.volume.clone(),
        title: chapter.title.clone(),
        text: chapter.text.clone(),
    }
}

/// Counts every speakable character, wherever it stands: those of the source and those put in are
/// those of the chapters and those dropped.
fn lost(source: &str, chapters: &str, pieces: &[book::Dropped]) -> Option<String> {
    let counted = |texts: &mut dyn Iterator<Item = &str>| {
        let mut all: Vec<char> = texts
            .flat_map(str::chars)
            .filter(|next| next.is_alphanumeric())
            .collect();
        all.sort_unstable();
        all
    };
    let put_in = pieces.iter().map(|piece| piece.kept.as_str());
    let taken = pieces.iter().map(|piece| piece.text.as_str());
    let before = counted(&mut [source].into_iter().chain(put_in));
    let after = counted(&mut [chapters].into_iter().chain(taken));
    (before != after).then(|| {
        format!(
            "{} speakable characters became {}",
            before.len(),
            after.len()
        )
    })
}

fn by_program(case: &Case, folder: &Path) -> Result<Found, String> {
    let mut command = cargo_bin_cmd!("pingshu");
    for variable in ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"] {
        command.env(variable, folder.join("nobody"));
    }
    let output = command
        .current_dir(folder)
        .args(["plan", case.file(), "--json"])
        .args(&case.flags)
        .output()
        .unwrap();
    if output.status.code() != Some(0) {
        let code = output.status.code().unwrap_or(-1);
        return Err(format!(
            "{}(exit code {code})",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let plan: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |name: &str| plan[name].as_array().unwrap().clone();
    let chapter = |chapter: &Value| Chapter {
        index: chapter["index"].as_u64().unwrap() as usize,
        volume: text(&chapter["volume"]),
        title: text(&chapter["title"]),
        text: String::new(),
    };
    let dropped = list("dropped");
    let dropped = dropped.iter().filter(|piece| piece["reason"] != "pause");
    let doubts = list("doubts");
    let doubt = |doubt: &Value| {
        (
            text(&doubt["kind"]),
            format!("{}: {}", text(&doubt["where"]), text(&doubt["text"])),
        )
    };
    Ok(Found {
        title: text(&plan["title"]),
        author: text(&plan["author"]),
        encoding: text(&plan["encoding"]),
        chapters: list("chapters").iter().map(chapter).collect(),
        dropped: dropped
            .map(|piece| (text(&piece["reason"]), text(&piece["text"])))
            .collect(),
        doubts: doubts.iter().map(doubt).collect(),
        broken: Vec::new(),
    })
}
