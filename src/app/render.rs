//! `render` and `redo`: the night, and a new take.
//!
//! Never holds state of its own: every run plans anew and looks at what stands.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow};
use pingshu::batch::{
    self, BatchError, BookFolder, Fallback, Halt, Job, Outcome, Plan, Shared, Source, Stop,
};
use pingshu::reading::Lexicon;
use pingshu::speech::{Engine, Voice};
use pingshu::store::Store;
use tokio::sync::watch;
use tokio::task::block_in_place;

use super::context::Context;
use super::engine;
use super::flags::{RedoFlags, RenderFlags, Target};
use super::lexicon;
use super::message::{Exit, say, show};
use super::progress::Progress;
use super::signals;

/// Renders books, one after another; one that cannot be read does not keep the others.
pub fn render(context: &Context, flags: &RenderFlags) -> Result<Exit> {
    let voice = context.voice()?;
    engine::block_on(context, async {
        let stop = signals::listen();
        let mut exit = Exit::Done;
        for (index, book) in flags.books.iter().enumerate() {
            if *stop.borrow() != Stop::No {
                say(&unbegun(&flags.books[index..]));
                return Ok(exit.and(Exit::Interrupted));
            }
            let one = render_book(context, &voice, book, flags, &stop).await;
            exit = exit.and(one.unwrap_or_else(|error| show(&error)));
        }
        Ok(exit)
    })
}

/// Says which books a stop left unbegun.
fn unbegun(books: &[PathBuf]) -> String {
    let names: Vec<_> = books
        .iter()
        .map(|book| format!("`{}`", book.display()))
        .collect();
    let were = if books.len() == 1 { "was" } else { "were" };
    format!(
        "{} {were} not begun; the same command goes on with what is left",
        names.join(", ")
    )
}

async fn render_book(
    context: &Context,
    voice: &Voice,
    book: &Path,
    flags: &RenderFlags,
    stop: &watch::Receiver<Stop>,
) -> Result<Exit> {
    let source = Source::find(book)?;
    let plan = context.plan(&source)?;
    let lexicon = lexicon::of_book(context, &source)?;
    let chosen = flags.chapters.as_ref().map_or(&[][..], |list| &list.0);
    let positions = plan.positions(chosen)?;
    if flags.dry_run {
        return Ok(dry_run(context, voice, &plan, &positions));
    }
    let night = Night {
        context,
        voice,
        book,
        source: &source,
        lexicon: &lexicon,
        stop,
        targets: &[],
    };
    night.run(plan, positions, HashMap::new()).await
}

/// Makes new takes of what was named.
pub fn redo(context: &Context, flags: &RedoFlags) -> Result<Exit> {
    let voice = context.voice()?;
    let source = Source::find(&flags.book)?;
    let plan = context.plan(&source)?;
    let lexicon = lexicon::of_book(context, &source)?;
    let again = chunks_to_redo(&plan, &flags.targets)?;
    let mut positions: Vec<usize> = again.keys().copied().collect();
    positions.sort_unstable();
    engine::block_on(context, async {
        let stop = signals::listen();
        let night = Night {
            context,
            voice: &voice,
            book: &flags.book,
            source: &source,
            lexicon: &lexicon,
            stop: &stop,
            targets: &flags.targets,
        };
        night.run(plan, positions, again).await
    })
}

fn chunks_to_redo(plan: &Plan, targets: &[Target]) -> Result<HashMap<usize, HashSet<usize>>> {
    let mut again: HashMap<usize, HashSet<usize>> = HashMap::new();
    for target in targets {
        let position = plan.positions(&[target.chapter..=target.chapter])?[0];
        let n_chunks = plan.chapters[position].n_chunks;
        let chunks = again.entry(position).or_default();
        match target.chunk {
            None => chunks.extend(0..n_chunks),
            Some(chunk) if chunk < n_chunks => {
                chunks.insert(chunk);
            }
            Some(chunk) => {
                let last = n_chunks.saturating_sub(1);
                return Err(BatchError::NoChunk {
                    chapter: target.chapter,
                    chunk,
                    last,
                }
                .into());
            }
        }
    }
    Ok(again)
}

/// One run over one book.
pub(super) struct Night<'a> {
    pub(super) context: &'a Context,
    voice: &'a Voice,
    pub(super) book: &'a Path,
    source: &'a Source,
    lexicon: &'a Lexicon,
    pub(super) stop: &'a watch::Receiver<Stop>,
    /// What is to be spoken again; nothing for a render.
    pub(super) targets: &'a [Target],
}

impl Night<'_> {
    async fn run(
        &self,
        plan: Plan,
        positions: Vec<usize>,
        again: HashMap<usize, HashSet<usize>>,
    ) -> Result<Exit> {
        let out = &self.context.settings.out;
        let plan = Arc::new(plan);
        let folder = BookFolder::claim(out, &plan)?;
        let store = Store::open(&out.join(".store"))?;
        let reader = lexicon::reader(self.lexicon, self.source, &plan, self.voice)?;
        let chosen = positions.iter().map(|position| &plan.chapters[*position]);
        let texts = chosen.map(|planned| &*planned.chapter.text);
        lexicon::tell_unforced(&reader, texts, self.voice);
        let mut stop = self.stop.clone();
        let (engine, fallback) = tokio::select! {
            engines = self.engines(&plan) => engines?,
            // A voice that is being downloaded is not waited for.
            _ = stop.wait_for(|stop| *stop != Stop::No) => {
                say("stopped before anything was spoken; what was downloaded is kept");
                return Ok(Exit::Interrupted);
            }
        };
        let shared = Shared {
            fallback,
            plan: Arc::clone(&plan),
            reader,
            engine,
            store,
            folder,
            pauses: self.context.pauses(self.voice),
            level: self.context.settings.level,
            profile: self.context.settings.profile,
            captions: self.context.settings.captions.clone(),
        };
        let job = Job {
            again,
            rounds: self.context.settings.rounds,
            ..Job::new(shared, positions)
        };
        self.watch(job, &plan).await
    }

    async fn engines(&self, plan: &Plan) -> Result<(Engine, Option<Fallback>)> {
        let engine = engine::open(self.context, self.voice).await?;
        Ok((engine, self.fallback(plan).await?))
    }

    /// The voice that speaks what the chosen one cannot, if there is one.
    async fn fallback(&self, plan: &Plan) -> Result<Option<Fallback>> {
        let Some(name) = &self.voice.fallback else {
            return Ok(None);
        };
        let voice = Voice::find(name, &self.context.voice_folders())?;
        let reader = lexicon::reader(self.lexicon, self.source, plan, &voice)?;
        let engine = engine::open(self.context, &voice).await?;
        Ok(Some(Fallback {
            voice: voice.name,
            reader,
            engine,
        }))
    }

    async fn watch(&self, job: Job, plan: &Plan) -> Result<Exit> {
        let shared = Arc::clone(&job.shared);
        let positions = job.positions.clone();
        let mut progress = Progress::new(&plan.title);
        let begun = Instant::now();
        let ended = batch::render(job, self.stop.clone(), &mut |event| progress.on(&event)).await;
        progress.end();
        let outcome = ended.map_err(BatchError::from)?;
        let took = begun.elapsed();
        // Nothing else goes on any more that it could keep waiting.
        let told = block_in_place(|| self.tell(&shared, &positions, &outcome, took));
        match (told, &outcome.halt) {
            (Err(error), None) => Err(error).context("the book is made, its report is not"),
            // The report could not be kept either, and its reason was told.
            _ => exit_of(&outcome, *self.stop.borrow()),
        }
    }
}

fn exit_of(outcome: &Outcome, stop: Stop) -> Result<Exit> {
    if stop != Stop::No && !outcome.incomplete.is_empty() {
        return Ok(Exit::Interrupted);
    }
    match &outcome.halt {
        Some(Halt::Engine { .. }) if outcome.n_finished == 0 && outcome.n_spoken == 0 => {
            Ok(Exit::NoEngine)
        }
        None if !outcome.incomplete.is_empty()
            && outcome.n_finished == 0
            && outcome.n_spoken == 0 =>
        {
            Ok(Exit::Incomplete)
        }
        Some(Halt::Interrupted) if outcome.incomplete.is_empty() => Ok(Exit::Done),
        _ if outcome.incomplete.is_empty() => match &outcome.halt {
            Some(Halt::Disk { problem, .. }) => Err(anyhow!(problem.clone())),
            _ => Ok(Exit::Done),
        },
        _ => Ok(Exit::Incomplete),
    }
}

fn dry_run(context: &Context, voice: &Voice, plan: &Plan, positions: &[usize]) -> Exit {
    let pauses = context.pauses(voice);
    let chosen = positions.iter().map(|position| &plan.chapters[*position]);
    let n_chunks: usize = chosen.clone().map(|planned| planned.n_chunks).sum();
    let seconds: f64 = chosen
        .map(|planned| planned.seconds(&pauses, voice.speed))
        .sum();
    let folder = BookFolder::path_of(&context.settings.out, &plan.title);
    say(&format!(
        "《{}》: {} of {} chapters, {n_chunks} chunks, about {} of audio with voice `{}`, into `{}`\n\
         nothing was spoken; what is in the store already will not be spoken again",
        plan.title,
        positions.len(),
        plan.chapters.len(),
        batch::duration(seconds),
        voice.name,
        folder.display(),
    ));
    Exit::Done
}
