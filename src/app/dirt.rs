//! A person's own rules of what is dirt: `dirt.toml`, looked for as the settings are.
//!
//! Never passes over a file that cannot be used: its name, the rule and the cause are told.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use pingshu::book::Rules;

/// The name of the files.
const NAME: &str = "dirt.toml";

/// A file of rules that cannot be used; its cause says why.
#[derive(Debug, thiserror::Error)]
#[error("`{}` cannot be used", .0.display())]
pub struct InvalidRules(PathBuf);

/// The rules for a book: the ones inside, and those of the user's folder, of the current one and
/// of the book's, the later ones last.
pub fn rules(user_folder: Option<&Path>, book: &Path) -> Result<Rules> {
    let mut rules = Rules::default();
    for file in files(user_folder, book) {
        let text = fs::read_to_string(&file).with_context(|| InvalidRules(file.clone()))?;
        let added = rules.add(&file.display().to_string(), &text);
        added.with_context(|| InvalidRules(file))?;
    }
    Ok(rules)
}

/// The files that are there, each once.
fn files(user_folder: Option<&Path>, book: &Path) -> Vec<PathBuf> {
    let beside = book.parent().map(Path::to_path_buf);
    let within = book.is_dir().then(|| book.to_path_buf());
    let user = user_folder.map(Path::to_path_buf);
    let folders = [user, Some(PathBuf::new()), beside, within];
    let mut found: Vec<PathBuf> = Vec::new();
    for file in folders
        .into_iter()
        .flatten()
        .map(|folder| folder.join(NAME))
    {
        let is_same = |other: &PathBuf| other.canonicalize().ok() == file.canonicalize().ok();
        if file.is_file() && !found.iter().any(is_same) {
            found.push(file);
        }
    }
    found
}
