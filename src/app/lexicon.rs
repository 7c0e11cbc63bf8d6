//! A person's own lexicon: `lexicon.toml` in the user's folder and beside the book.
//!
//! Never passes over a file that cannot be used: its name, the line and the cause are told.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use pingshu::batch::{BatchError, Plan, Source};
use pingshu::reading::{Entry, Lexicon, Reader, Scope, Script};
use pingshu::speech::Voice;

use super::context::Context;
use super::message::warn;

/// The name of the files.
const NAME: &str = "lexicon.toml";

/// Bytes that no lexicon needs more than.
const MOST_BYTES: u64 = 8_000_000;

/// How many words are told that a voice cannot be made to say.
const TOLD: usize = 10;

/// A lexicon that cannot be used; its cause says why.
#[derive(Debug, thiserror::Error)]
#[error("`{}` cannot be used", .0.display())]
pub struct InvalidLexicon(PathBuf);

/// The lexicon for a book: the one inside, the user's, and the one beside the book.
pub fn of_book(context: &Context, source: &Source) -> Result<Lexicon> {
    let path = source.path();
    let folder = if path.is_dir() {
        path
    } else {
        path.parent().unwrap_or(Path::new(""))
    };
    of_folder(context, folder)
}

/// How a book is read for a voice.
pub fn reader(lexicon: &Lexicon, source: &Source, plan: &Plan, voice: &Voice) -> Result<Reader> {
    let name = source.name();
    let stem = Path::new(&name).file_stem().unwrap_or_default();
    let scope = Scope {
        books: vec![stem.to_string_lossy().into_owned(), plan.title.clone()],
        voice: voice.name.clone(),
    };
    let reader = Reader::with_lexicon(plan.script, lexicon, &scope, voice.form.clone());
    Ok(reader.map_err(BatchError::from)?)
}

/// The lexicon for texts of no book: the one inside, the user's, and the one in this folder.
pub fn here(context: &Context) -> Result<Lexicon> {
    of_folder(context, Path::new(""))
}

/// How a text of no book is read for a voice: by the lexicons of the user and of this folder.
pub fn reader_here(context: &Context, script: Script, voice: &Voice) -> Result<Reader> {
    let lexicon = here(context)?;
    let scope = Scope {
        books: Vec::new(),
        voice: voice.name.clone(),
    };
    let reader = Reader::with_lexicon(script, &lexicon, &scope, voice.form.clone());
    Ok(reader.map_err(BatchError::from)?)
}

/// Tells which words of these texts the voice cannot be made to say as the lexicon wants.
pub fn tell_unforced<'a>(reader: &Reader, texts: impl Iterator<Item = &'a str>, voice: &Voice) {
    let entries = reader.unforced(texts);
    for entry in entries.iter().take(TOLD) {
        warn(&unforced(entry, voice));
    }
    if let more @ 1.. = entries.len().saturating_sub(TOLD) {
        warn(&format!("and {more} more such words"));
    }
}

/// What is told of a word that cannot be forced.
pub fn unforced(entry: &Entry, voice: &Voice) -> String {
    format!(
        "voice `{}` cannot be made to say `{}` as {} wants; give it a `spelling` that sounds so",
        voice.name, entry.key, entry.place
    )
}

fn of_folder(context: &Context, folder: &Path) -> Result<Lexicon> {
    let mut lexicon = Lexicon::default();
    for file in files(context.config_folder(), folder) {
        let added =
            read(&file).and_then(|text| Ok(lexicon.add(&file.display().to_string(), &text)?));
        added.context(InvalidLexicon(file))?;
    }
    Ok(lexicon)
}

/// The files that are there, each once.
fn files(user_folder: Option<&Path>, folder: &Path) -> Vec<PathBuf> {
    let user = user_folder.map(|folder| folder.join(NAME));
    let beside = folder.join(NAME);
    let is_same = |user: &PathBuf| user.canonicalize().ok() == beside.canonicalize().ok();
    let user = user.filter(|user| !is_same(user));
    let files = user.into_iter().chain([beside]);
    files
        .filter(|file| fs::symlink_metadata(file).is_ok())
        .collect()
}

fn read(file: &Path) -> Result<String> {
    // A pipe or a device may never end.
    if !fs::metadata(file)?.is_file() {
        return Err(io::Error::other("not a regular file").into());
    }
    let mut text = String::new();
    let read = File::open(file)?
        .take(MOST_BYTES + 1)
        .read_to_string(&mut text);
    match read {
        Ok(n_bytes) if n_bytes as u64 > MOST_BYTES => {
            Err(io::Error::other("it has more than 8 MB").into())
        }
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(io::Error::other("it is not UTF-8; save it as UTF-8").into())
        }
        read => Ok(read.map(|_| text)?),
    }
}
