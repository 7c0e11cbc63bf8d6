//! `plan`: what was understood of a book, before anything is spoken.
//!
//! Never opens an engine or the store.

mod table;

use std::io;
use std::path::Path;

use anyhow::Result;
use pingshu::batch::{self, BookFolder, Doubt, Plan, Source};
use pingshu::book::Dropped;
use pingshu::reading::Script;
use pingshu::speech::{Pauses, Voice};
use serde::Serialize;

use super::context::Context;
use super::flags::PlanFlags;
use super::lexicon;
use super::message::{self, Exit};

/// Shows the plan of a book.
pub fn plan(context: &Context, flags: &PlanFlags) -> Result<Exit> {
    let source = Source::find(&flags.book)?;
    let mut plan = context.plan(&source)?;
    if let Some(file) = &flags.write {
        return write(&plan, &source, file);
    }
    let voice = context.voice()?;
    let pauses = context.pauses(&voice);
    let words = words(context, &source, &plan, &voice)?;
    plan.doubts.extend(words);
    if flags.json {
        message::print_data(&data(&plan, &pauses, voice.speed))?;
        return Ok(Exit::Done);
    }
    match table::print(&plan, &voice, &pauses, context.workers()) {
        // Whoever reads only the first lines has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Done),
    }
}

/// The names and rare words of a book, and what the voice cannot be made to say.
fn words(context: &Context, source: &Source, plan: &Plan, voice: &Voice) -> Result<Vec<Doubt>> {
    let lexicon = lexicon::of_book(context, source)?;
    let reader = lexicon::reader(&lexicon, source, plan, voice)?;
    let folder = BookFolder::path_of(&context.settings.out, &plan.title);
    let ledger = BookFolder::read_ledger(&folder).ok();
    let mut words = batch::names(plan, &reader, ledger.as_ref());
    let texts = plan.chapters.iter().map(|planned| &*planned.chapter.text);
    words.extend(reader.unforced(texts).into_iter().map(|entry| Doubt {
        kind: "lexicon".into(),
        r#where: entry.place.to_string(),
        text: lexicon::unforced(entry, voice),
    }));
    Ok(words)
}

/// Writes the chapters into a table, and says how it is used.
fn write(plan: &Plan, source: &Source, file: &Path) -> Result<Exit> {
    batch::write_contents(plan, file)?;
    let n_chapters = plan.chapters.len() + plan.left_out.len();
    let of = if n_chapters == 1 {
        "chapter"
    } else {
        "chapters"
    };
    let shown = file.display();
    let obeyed = if source.finds(file) {
        "every command finds it there and obeys it".to_owned()
    } else {
        format!("pass `--toc {shown}` to the commands that should obey it")
    };
    message::say(&format!(
        "`{shown}` lists {n_chapters} {of}; edit it: {obeyed}"
    ));
    Ok(Exit::Done)
}

fn seconds(plan: &Plan, pauses: &Pauses, speed: f32) -> f64 {
    plan.chapters
        .iter()
        .map(|planned| planned.seconds(pauses, speed))
        .sum()
}

fn script(plan: &Plan) -> &'static str {
    match plan.script {
        Script::Simplified => "simplified",
        Script::Traditional | Script::Damaged => "traditional",
    }
}

/// The plan as data. Nothing is copied into a tree of values first: a book may have a million
/// dropped pieces.
#[derive(Serialize)]
struct PlanData<'a> {
    author: &'a str,
    chapters: Vec<ChapterData<'a>>,
    chars: usize,
    chunks: usize,
    doubts: &'a [Doubt],
    dropped: Vec<DroppedData<'a>>,
    encoding: &'a str,
    script: &'a str,
    seconds: f64,
    title: &'a str,
}

#[derive(Serialize)]
struct ChapterData<'a> {
    chars: usize,
    chunks: usize,
    index: usize,
    title: &'a str,
    volume: &'a str,
}

/// What was removed from the text, or punctuation that becomes a pause.
#[derive(Serialize)]
#[serde(untagged)]
enum DroppedData<'a> {
    Piece(&'a Dropped),
    Pause {
        chapter: usize,
        line: Option<usize>,
        reason: &'static str,
        text: String,
    },
}

fn data<'a>(plan: &'a Plan, pauses: &Pauses, speed: f32) -> PlanData<'a> {
    let chapters = plan.chapters.iter().map(|planned| ChapterData {
        chars: planned.n_characters(),
        chunks: planned.n_chunks,
        index: planned.chapter.index,
        title: &planned.chapter.title,
        volume: &planned.chapter.volume,
    });
    PlanData {
        author: &plan.author,
        chapters: chapters.collect(),
        chars: plan.n_characters(),
        chunks: plan.n_chunks(),
        doubts: &plan.doubts,
        dropped: dropped(plan),
        encoding: plan.encoding,
        script: script(plan),
        seconds: seconds(plan, pauses, speed).round(),
        title: &plan.title,
    }
}

fn dropped(plan: &Plan) -> Vec<DroppedData<'_>> {
    let pauses = plan.chapters.iter().flat_map(|planned| {
        let unspoken = planned.cuts().unspoken.into_iter();
        let pauses = unspoken.filter(|unspoken| unspoken.reason == "pause");
        pauses.map(|pause| DroppedData::Pause {
            chapter: planned.chapter.index,
            line: None,
            reason: "pause",
            text: pause.text,
        })
    });
    let pieces = plan.dropped.iter().map(DroppedData::Piece);
    pieces.chain(pauses).collect()
}
