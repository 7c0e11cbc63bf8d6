//! `plan`: what was understood of a book, before anything is spoken.
//!
//! Never opens an engine or the store.

mod table;

use std::io;
use std::path::Path;

use anyhow::Result;
use pingshu::batch::{self, Plan, Source};
use pingshu::reading::Script;
use pingshu::speech::Pauses;
use serde_json::{Value, json};

use super::context::Context;
use super::flags::PlanFlags;
use super::message::{self, Exit};

/// Shows the plan of a book.
pub fn plan(context: &Context, flags: &PlanFlags) -> Result<Exit> {
    let source = Source::find(&flags.book)?;
    let plan = context.plan(&source)?;
    if let Some(file) = &flags.write {
        return write(&plan, &source, file);
    }
    let voice = context.voice()?;
    let pauses = context.pauses(&voice);
    if flags.json {
        message::print(&as_json(&plan, &pauses, voice.speed).to_string())?;
        return Ok(Exit::Done);
    }
    match table::print(&plan, &voice, &pauses, context.workers()) {
        // Whoever reads only the first lines has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(Exit::Done),
    }
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
        Script::Traditional => "traditional",
    }
}

/// What was removed from the text, and the punctuation that becomes a pause.
fn dropped(plan: &Plan) -> Vec<Value> {
    let pauses = plan.chapters.iter().flat_map(|planned| {
        let pauses = planned.cuts.unspoken.iter().filter(|unspoken| unspoken.reason == "pause");
        pauses.map(|pause| json!({"line": null, "chapter": planned.chapter.index, "text": pause.text, "reason": "pause"}))
    });
    plan.dropped
        .iter()
        .map(|dropped| json!(dropped))
        .chain(pauses)
        .collect()
}

fn as_json(plan: &Plan, pauses: &Pauses, speed: f32) -> Value {
    let chapters = plan.chapters.iter().map(|planned| {
        json!({
            "index": planned.chapter.index,
            "volume": planned.chapter.volume,
            "title": planned.chapter.title,
            "chars": planned.n_characters(),
            "chunks": planned.cuts.chunks.len(),
        })
    });
    json!({
        "title": plan.title,
        "author": plan.author,
        "encoding": plan.encoding,
        "script": script(plan),
        "chapters": chapters.collect::<Vec<_>>(),
        "chars": plan.n_characters(),
        "chunks": plan.n_chunks(),
        "seconds": seconds(plan, pauses, speed).round(),
        "dropped": dropped(plan),
        "doubts": plan.doubts,
    })
}
