//! The file that a download grows.
//!
//! Never holds anything back: what was appended is in the file, whatever happens next.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::FetchError;

/// The file in the making.
pub struct Partial {
    file: File,
    path: PathBuf,
    /// Bytes in it.
    pub length: u64,
}

impl Partial {
    /// Opens it, or makes it.
    pub fn open(path: &Path) -> Result<Self, FetchError> {
        let opened = File::options().create(true).append(true).open(path);
        let opened = opened.and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) = opened.map_err(|source| unwritten(path, source))?;
        Ok(Self {
            file,
            path: path.into(),
            length,
        })
    }

    /// Forgets what has come.
    pub fn clear(&mut self) -> Result<(), FetchError> {
        self.length = 0;
        self.file
            .set_len(0)
            .map_err(|source| unwritten(&self.path, source))
    }

    /// Adds bytes at its end.
    pub fn append(&mut self, part: &[u8]) -> Result<(), FetchError> {
        self.file
            .write_all(part)
            .map_err(|source| unwritten(&self.path, source))?;
        self.length += part.len() as u64;
        Ok(())
    }

    /// Makes sure that the bytes outlive a power cut; that can take seconds on a slow disk.
    pub async fn finish(self) -> Result<(), FetchError> {
        let Self { file, path, .. } = self;
        let synced = tokio::task::spawn_blocking(move || file.sync_all()).await;
        let synced = synced.unwrap_or_else(|error| Err(io::Error::other(error)));
        synced.map_err(|source| unwritten(&path, source))
    }
}

fn unwritten(path: &Path, source: io::Error) -> FetchError {
    FetchError::Write {
        path: path.into(),
        source,
    }
}
