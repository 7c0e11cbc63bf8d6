//! Room on the disk for the report of a night that fills it.
//!
//! Never a reason to fail: a disk without room for this stops the run by itself.

use std::path::PathBuf;

use crate::store;

/// More than the report of most nights.
const BYTES: usize = 32_000;

/// A file that is taken away when its room is needed.
#[derive(Debug)]
pub struct Reserve {
    path: PathBuf,
}

impl Reserve {
    /// Takes the room. Not zeros, for which some file systems keep none.
    pub fn take(path: PathBuf) -> Self {
        let bytes: Vec<u8> = (0..BYTES / 32)
            .flat_map(|index| *blake3::hash(&index.to_le_bytes()).as_bytes())
            .collect();
        // Without it, only a full disk costs the report.
        let _ = store::write_atomic(&path, &bytes);
        Self { path }
    }

    /// Gives it back.
    pub fn release(&self) {
        // A file that stays is written over by the next run.
        let _ = store::remove_if_there(&self.path);
    }
}

impl Drop for Reserve {
    fn drop(&mut self) {
        self.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_taken_and_given_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".reserve");
        let reserve = Reserve::take(path.clone());
        assert_eq!(std::fs::read(&path).unwrap().len(), BYTES);
        reserve.release();
        assert!(!path.exists());
        drop(Reserve::take(path.clone()));
        assert!(!path.exists());
    }
}
