//! Locks: who works on a folder.
//!
//! Never outlives its process: the claim is the operating system's, and no file has to be removed
//! for it to end.

use std::fs::{File, TryLockError};
use std::path::Path;

use super::{StoreError, create_folder, failed};

/// A claim on a file, held until it is dropped or the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Claims `path` for this process alone; `None` when another holds it.
    ///
    /// # Errors
    ///
    /// When the file cannot be made or locked at all.
    pub fn exclusive(path: &Path) -> Result<Option<Self>, StoreError> {
        let file = lock_file(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Self { _file: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(failed("lock", path)(error)),
        }
    }

    /// Claims `path` for this process alone, and waits until it can.
    ///
    /// # Errors
    ///
    /// When the file cannot be made or locked at all.
    pub fn wait_exclusive(path: &Path) -> Result<Self, StoreError> {
        let file = lock_file(path)?;
        file.lock().map_err(failed("lock", path))?;
        Ok(Self { _file: file })
    }

    /// Claims `path` together with others that share it; waits for an exclusive claim to end.
    pub(super) fn shared(path: &Path) -> Result<Self, StoreError> {
        let file = lock_file(path)?;
        file.lock_shared().map_err(failed("lock", path))?;
        Ok(Self { _file: file })
    }
}

fn lock_file(path: &Path) -> Result<File, StoreError> {
    create_folder(path.parent().unwrap_or(Path::new(".")))?;
    File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(failed("lock", path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_claims_on_one_book_collide() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let held = Lock::exclusive(&path).unwrap();
        assert!(held.is_some());
        assert!(Lock::exclusive(&path).unwrap().is_none());
        drop(held);
        assert!(Lock::exclusive(&path).unwrap().is_some());
    }
}
