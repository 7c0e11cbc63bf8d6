//! Installing a pack: source after source until a file's checksum is right.
//!
//! Never writes a file under its real name before its checksum was right.

use std::collections::HashSet;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::source::{Fetcher, SourceError};
use super::{Manifest, PackError, PackFile, RECORD, Record, Rewrite, Source, record};
use crate::speech::kokoro::patch::patch;
use crate::store::{self, Lock};

/// What happens while a pack is installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstallEvent {
    /// A source is tried for a file.
    Trying {
        /// The file.
        file: String,
        /// The source, as a person would name it.
        source: String,
    },
    /// Bytes of a file are there.
    Bytes {
        /// How many so far.
        done: u64,
        /// How many there will be, if known.
        total: Option<u64>,
    },
    /// A source failed; the next one is tried.
    Failed {
        /// The source.
        source: String,
        /// Why.
        reason: String,
    },
    /// A file is installed.
    Installed {
        /// The file.
        file: String,
    },
}

/// Installs what is missing of a pack into `folder`, the user's `mirrors` first, and tells `tell`.
///
/// A mirror is a base address under which the files of the URL sources stand by their names. Waits
/// while another process installs into the same folder.
///
/// # Errors
///
/// When no source gives a file with the right checksum, or the disk refuses.
pub async fn install(
    manifest: &Manifest,
    folder: &Path,
    mirrors: &[String],
    tell: &mut (dyn FnMut(InstallEvent) + Send),
) -> Result<(), PackError> {
    store::create_folder(folder)?;
    let lock = folder.join("lock");
    let _alone = tokio::task::spawn_blocking(move || Lock::wait_exclusive(&lock))
        .await
        .expect("waiting for a lock does not panic")?;
    let downloads = folder.join("downloads");
    let mut fetcher = Fetcher::new(&downloads)?;
    let mut unreachable = HashSet::new();
    for file in &manifest.files {
        if super::read(folder, &file.name).is_ok() {
            continue;
        }
        let bytes = obtain(file, mirrors, &mut fetcher, &mut unreachable, tell).await?;
        put(file, bytes, folder)?;
        tell(InstallEvent::Installed {
            file: file.name.clone(),
        });
    }
    // Only tidiness: a folder of downloads that stays costs room and nothing else.
    let _ = std::fs::remove_dir_all(&downloads);
    Ok(())
}

async fn obtain(
    file: &PackFile,
    mirrors: &[String],
    fetcher: &mut Fetcher,
    unreachable: &mut HashSet<String>,
    tell: &mut (dyn FnMut(InstallEvent) + Send),
) -> Result<Vec<u8>, PackError> {
    let mut reasons = Vec::new();
    for source in with_mirrors(file, mirrors) {
        let name = source.to_string();
        if unreachable.contains(&source.place()) {
            continue;
        }
        tell(InstallEvent::Trying {
            file: file.name.clone(),
            source: name.clone(),
        });
        let answer = fetcher.fetch(&source, file.size, tell).await;
        match answer.and_then(|bytes| check(file, bytes)) {
            Ok(bytes) => return Ok(bytes),
            Err(SourceError::Disk(error)) => return Err(error.into()),
            Err(error) => {
                if error.is_out_of_reach() {
                    unreachable.insert(source.place());
                }
                if matches!(error, SourceError::Checksum { .. }) {
                    fetcher.forget(&source);
                }
                let reason = error.chain();
                reasons.push(format!("{name}: {reason}"));
                tell(InstallEvent::Failed {
                    source: name,
                    reason,
                });
            }
        }
    }
    if reasons.is_empty() {
        reasons.push("no source can be reached".into());
    }
    Err(PackError::NoSource {
        file: file.name.clone(),
        reasons,
    })
}

/// The sources of a file, those on the user's mirrors first.
fn with_mirrors(file: &PackFile, mirrors: &[String]) -> Vec<Source> {
    let mirrored = mirrors.iter().flat_map(|base| {
        file.sources.iter().filter_map(move |source| match source {
            Source::Url { url, member } => Some(Source::Url {
                url: format!("{}/{}", base.trim_end_matches('/'), url.rsplit('/').next()?),
                member: member.clone(),
            }),
            _ => None,
        })
    });
    mirrored.chain(file.sources.iter().cloned()).collect()
}

fn check(file: &PackFile, bytes: Vec<u8>) -> Result<Vec<u8>, SourceError> {
    if hex(&Sha256::digest(&bytes)) == file.sha256 {
        Ok(bytes)
    } else {
        Err(SourceError::Checksum {
            size: bytes.len(),
            expected: file.size,
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).expect("a nibble is a digit");
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}

fn put(file: &PackFile, bytes: Vec<u8>, folder: &Path) -> Result<(), PackError> {
    let bytes = match file.rewrite {
        None => bytes,
        Some(Rewrite::FusedMatmul) => patch(&bytes).map_err(|source| PackError::Rewrite {
            file: file.name.clone(),
            source,
        })?,
    };
    store::write_atomic(&folder.join(&file.name), &bytes)?;
    let mut installed: Record = record(folder);
    let hash = blake3::hash(&bytes).to_hex().to_string();
    installed.files.insert(file.name.clone(), hash);
    let text = serde_json::to_vec(&installed).expect("a map of strings is JSON");
    Ok(store::write_atomic(&folder.join(RECORD), &text)?)
}
