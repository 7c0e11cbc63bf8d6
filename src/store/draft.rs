//! Drafts: files that get their names only once they are whole.
//!
//! Never lets a reader see half of what was written.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

use super::{CREATE_FOLDER, StoreError, failed};

/// How temporary files begin; whatever is found under such a name after a crash is swept.
const DRAFT: &str = ".draft-";

/// A file that is being written and has no name yet. Dropping it leaves nothing behind.
#[derive(Debug)]
pub struct Draft {
    file: NamedTempFile,
    path: PathBuf,
}

impl Draft {
    /// Starts a draft of `path`, in the same folder, which is made if need be.
    ///
    /// # Errors
    ///
    /// When the folder or the file cannot be made.
    pub fn of(path: &Path) -> Result<Self, StoreError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        create_folder(folder)?;
        let mut builder = Builder::new();
        builder.prefix(DRAFT);
        open_to_all(&mut builder);
        let file = builder.tempfile_in(folder).map_err(failed("write", path))?;
        Ok(Self {
            file,
            path: path.into(),
        })
    }

    /// The file to write to.
    pub fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Whether the file at `path` holds just what the draft holds; compared by hash, in small
    /// pieces.
    pub fn is_same_as(&mut self, path: &Path) -> bool {
        let hash = |file: File| {
            let mut hasher = blake3::Hasher::new();
            hasher.update_reader(file).ok()?;
            Some(hasher.finalize())
        };
        let standing = File::open(path).ok().and_then(hash);
        let drafted = File::open(self.file.path()).ok().and_then(hash);
        standing.is_some() && standing == drafted
    }

    /// Makes the draft durable and gives it its name, in place of what stood there.
    ///
    /// # Errors
    ///
    /// When the disk refuses; what stood there still stands.
    pub fn publish(self) -> Result<(), StoreError> {
        self.file
            .as_file()
            .sync_all()
            .map_err(failed("write", &self.path))?;
        self.file
            .persist(&self.path)
            .map_err(|error| failed("write", &self.path)(error.error))?;
        sync_folder_of(&self.path)
    }

    /// Makes the draft durable and gives it its name, unless somebody else was first.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn publish_first(self) -> Result<(), StoreError> {
        self.file
            .as_file()
            .sync_all()
            .map_err(failed("write", &self.path))?;
        match self.file.persist_noclobber(&self.path) {
            Ok(_) => sync_folder_of(&self.path),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(failed("write", &self.path)(error.error)),
        }
    }
}

/// Temporary files are private by default; results are for everyone that the umask lets in, as
/// other files are.
#[cfg(unix)]
fn open_to_all(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn open_to_all(_builder: &mut Builder<'_, '_>) {}

/// A rename is durable only once its folder is.
#[cfg(unix)]
fn sync_folder_of(path: &Path) -> Result<(), StoreError> {
    let folder = path
        .parent()
        .filter(|p| !p.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    File::open(folder)
        .and_then(|folder| folder.sync_all())
        .map_err(failed("write", folder))
}

#[cfg(not(unix))]
fn sync_folder_of(_path: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Writes `bytes` to `path` so that a reader sees all of them or what stood there before.
///
/// # Errors
///
/// When the disk refuses.
pub fn write_atomic(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let mut draft = Draft::of(path)?;
    draft
        .file()
        .write_all(bytes)
        .map_err(failed("write", path))?;
    draft.publish()
}

/// Makes a folder and its parents.
///
/// # Errors
///
/// When the disk refuses.
pub fn create_folder(folder: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(folder).map_err(failed(CREATE_FOLDER, folder))
}

/// Removes a file that may not be there.
///
/// # Errors
///
/// When it is there and stays.
pub fn remove_if_there(path: &Path) -> Result<(), StoreError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed("remove", path)(error)),
        _ => Ok(()),
    }
}

/// Moves a file that may not be there into `folder`, which is made; a file of its name there gives way.
///
/// # Errors
///
/// When it is there and stays.
pub fn move_if_there(path: &Path, folder: &Path) -> Result<(), StoreError> {
    let Some(name) = path.file_name().filter(|_| path.exists()) else {
        return Ok(());
    };
    create_folder(folder)?;
    fs::rename(path, folder.join(name)).map_err(failed("move", path))
}

/// Removes the drafts that a crash left in `folder`. The caller holds the folder's lock.
pub fn sweep_drafts(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if entry.file_name().to_string_lossy().starts_with(DRAFT) {
            // A draft that cannot be removed is only untidy.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut draft = Draft::of(&folder.path().join("a.wav")).unwrap();
        draft.file().write_all(b"half").unwrap();
        drop(draft);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
