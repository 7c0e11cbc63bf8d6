//! `voices import`: rules that readers share, written as voice files.
//!
//! Never asks a server, and never writes over a file.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use pingshu::speech::Voice;
use pingshu::speech::legado::{self, Imported, ImportedVoice};
use pingshu::store::write_atomic;

use super::message::{Exit, say, warn};

/// Where voice files are found, and put.
const FOLDER: &str = "voices";

/// A longer file is no list of rules.
const MOST_BYTES: u64 = 16 << 20;

/// A file out of which no voice can be made.
#[derive(Debug, thiserror::Error)]
#[error("cannot import `{}`", .0.display())]
pub struct NotImported(pub PathBuf);

/// Writes a voice file for each rule in `file`; of a rule that cannot be one, the reason is told.
pub fn import(file: &Path, output: Option<&Path>) -> Result<Exit> {
    let rules = rules(file, output).with_context(|| NotImported(file.into()))?;
    let mut taken = BTreeSet::new();
    let mut exit = Exit::Done;
    for Imported { rule, voice } in rules {
        let written = match voice {
            Ok(voice) => write(&voice, &path_of(&voice, output, &mut taken)),
            Err(problem) => Err(problem.into()),
        };
        if let Err(problem) = written {
            warn(&format!("rule `{rule}` {problem:#}"));
            exit = Exit::Usage;
        }
    }
    Ok(exit)
}

fn rules(file: &Path, output: Option<&Path>) -> Result<Vec<Imported>> {
    let source: Box<dyn Read> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(fs::File::open(file)?)
    };
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("it is larger than {} MB", MOST_BYTES >> 20);
    }
    let rules = legado::import(&String::from_utf8(bytes)?)?;
    if output.is_some() && rules.len() > 1 {
        let n = rules.len();
        bail!("it holds {n} rules, and `-o` names one file; without it each gets its own");
    }
    Ok(rules)
}

/// The file of a voice: never one of a narrator inside the binary, whose place a rule must not
/// take, nor of another rule.
fn path_of(voice: &ImportedVoice, output: Option<&Path>, taken: &mut BTreeSet<String>) -> PathBuf {
    if let Some(output) = output {
        return output.into();
    }
    let numbered = |n: usize| match n {
        1 => voice.name.clone(),
        n => format!("{}-{n}", voice.name),
    };
    let is_free = |name: &String| Voice::built_in(name).is_none() && !taken.contains(name);
    let name = (1..=taken.len() + 100).map(numbered).find(is_free);
    let name = name.expect("numbers do not end before the rules do");
    taken.insert(name.clone());
    Path::new(FOLDER).join(format!("{name}.toml"))
}

fn write(voice: &ImportedVoice, path: &Path) -> Result<()> {
    Voice::parse(&voice.text, path).context("makes no voice that can be used")?;
    if fs::symlink_metadata(path).is_ok() {
        bail!("is not written: `{}` is there already", path.display());
    }
    write_atomic(path, voice.text.as_bytes())?;
    say(&format!("`{}` asks {}", path.display(), voice.endpoint));
    if let Some(variable) = &voice.key_env {
        say(&format!(
            "  the rule held a key, which is not in the file: set {variable} to it"
        ));
    }
    Ok(())
}
