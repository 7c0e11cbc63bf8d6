//! How bytes reach the disk: atomic publishing, fingerprints, verified entries, locks.
//!
//! Never leaves a half-written file under its real name, and never hands out an entry whose bytes
//! are not those that were put in.

use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// The layout of the store; a new one starts an empty bucket beside the old.
pub const BUCKET: &str = "v1";

/// Marks the end of an entry: this tag, the take as u32 little-endian, the content's hash.
const TAG: &[u8; 4] = b"psh1";
const TRAILER: usize = TAG.len() + 4 + blake3::OUT_LEN;

/// How temporary files begin; whatever is found under such a name after a crash is swept.
const DRAFT: &str = ".draft-";

/// What the disk refused.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} `{}`", path.display())]
pub struct StoreError {
    /// What was tried: `write`, `read`, `create folder`.
    pub action: &'static str,
    /// On which file or folder.
    pub path: PathBuf,
    /// Why not.
    #[source]
    pub source: io::Error,
}

impl StoreError {
    /// Whether no write will succeed until a person makes room or changes rights.
    pub fn stops_everything(&self) -> bool {
        use io::ErrorKind as Kind;
        matches!(
            self.source.kind(),
            Kind::StorageFull
                | Kind::QuotaExceeded
                | Kind::ReadOnlyFilesystem
                | Kind::PermissionDenied
        )
    }

    /// What a person can do about it.
    pub fn hint(&self) -> Option<&'static str> {
        use io::ErrorKind as Kind;
        Some(match self.source.kind() {
            Kind::StorageFull | Kind::QuotaExceeded => {
                "make room on the disk, then run the same command again; what was made is kept"
            }
            Kind::PermissionDenied
            | Kind::ReadOnlyFilesystem
            | Kind::NotADirectory
            | Kind::AlreadyExists => "choose a folder you may write to with `--out DIR`",
            _ => return None,
        })
    }
}

fn failed(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    move |source| StoreError {
        action,
        path: path.into(),
        source,
    }
}

/// The name of a speech or a track: a hash of everything that decides how it sounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint([u8; blake3::OUT_LEN]);

impl Fingerprint {
    /// Hashes `fields`, each preceded by its length, so that no two lists of fields are alike.
    pub fn of<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = blake3::Hasher::new();
        for field in fields {
            hasher.update(&(field.len() as u64).to_le_bytes());
            hasher.update(field);
        }
        Self(*hasher.finalize().as_bytes())
    }

    /// The raw hash, 32 bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

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
        let file = Builder::new()
            .prefix(DRAFT)
            .tempfile_in(folder)
            .map_err(failed("write", path))?;
        open_to_all(&file).map_err(failed("write", path))?;
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

/// Temporary files are private by default; results are for everyone that the folder lets in.
#[cfg(unix)]
fn open_to_all(file: &NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file()
        .set_permissions(fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn open_to_all(_file: &NamedTempFile) -> io::Result<()> {
    Ok(())
}

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
    fs::create_dir_all(folder).map_err(failed("create folder", folder))
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
    fn shared(path: &Path) -> Result<Self, StoreError> {
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

/// An entry as it was put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Which take of this fingerprint it is, from 1.
    pub take: u32,
}

/// The speeches already made, by fingerprint.
///
/// ```text
/// .store/lock              shared by renders, exclusive for sweeping
/// .store/v1/ab/abcd….wav   bytes, then a trailer with take and hash
/// .store/aside/abcd….wav   entries that failed verification
/// ```
#[derive(Debug)]
pub struct Store {
    root: PathBuf,
    _lock: Lock,
}

impl Store {
    /// Opens the store in `root`, making it if need be, and sweeps what crashes left there unless
    /// another process uses it.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made or written to.
    pub fn open(root: &Path) -> Result<Self, StoreError> {
        let lock = root.join("lock");
        if let Some(_alone) = Lock::exclusive(&lock)? {
            sweep_shards(&root.join(BUCKET));
        }
        Ok(Self {
            root: root.into(),
            _lock: Lock::shared(&lock)?,
        })
    }

    /// Where an entry of that fingerprint stands or would stand.
    pub fn path(&self, fingerprint: &Fingerprint) -> PathBuf {
        let name = fingerprint.to_string();
        self.root
            .join(BUCKET)
            .join(&name[..2])
            .join(format!("{name}.wav"))
    }

    /// Whether there is an entry; it may still turn out broken when it is read.
    pub fn contains(&self, fingerprint: &Fingerprint) -> bool {
        self.path(fingerprint).exists()
    }

    /// The entry, verified; `None` when there is none or it was broken and is now set aside.
    ///
    /// # Errors
    ///
    /// When a broken entry cannot be moved out of the way.
    pub fn get(&self, fingerprint: &Fingerprint) -> Result<Option<Entry>, StoreError> {
        let path = self.path(fingerprint);
        match fs::read(&path) {
            Ok(bytes) => match verify(bytes, fingerprint) {
                Some(entry) => Ok(Some(entry)),
                None => self.set_aside(fingerprint).map(|()| None),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(_) => self.set_aside(fingerprint).map(|()| None),
        }
    }

    /// Puts an entry in; when there is one already, that one stays.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn put(&self, fingerprint: &Fingerprint, bytes: &[u8]) -> Result<(), StoreError> {
        self.draft(fingerprint, bytes, 1)?.publish_first()
    }

    /// Puts a new take in the place of what is there, and says which take it is.
    ///
    /// # Errors
    ///
    /// When the disk refuses; the old take still stands.
    pub fn replace(
        &self,
        fingerprint: &Fingerprint,
        bytes: &[u8],
        take: u32,
    ) -> Result<(), StoreError> {
        self.draft(fingerprint, bytes, take)?.publish()
    }

    fn draft(
        &self,
        fingerprint: &Fingerprint,
        bytes: &[u8],
        take: u32,
    ) -> Result<Draft, StoreError> {
        let path = self.path(fingerprint);
        let mut draft = Draft::of(&path)?;
        let trailer = trailer(fingerprint, bytes, take);
        let file = draft.file();
        file.write_all(bytes)
            .and_then(|()| file.write_all(&trailer))
            .map_err(failed("write", &path))?;
        Ok(draft)
    }

    /// Moves a broken entry out of the way, where a person can still look at it.
    ///
    /// # Errors
    ///
    /// When it cannot be moved.
    pub fn set_aside(&self, fingerprint: &Fingerprint) -> Result<(), StoreError> {
        let path = self.path(fingerprint);
        let aside = self.root.join("aside");
        create_folder(&aside)?;
        let name = path.file_name().unwrap_or_default();
        match fs::rename(&path, aside.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(failed("set aside", &path)(error))
            }
            _ => Ok(()),
        }
    }
}

fn sweep_shards(bucket: &Path) {
    for shard in fs::read_dir(bucket).into_iter().flatten().flatten() {
        sweep_drafts(&shard.path());
    }
}

fn trailer(fingerprint: &Fingerprint, bytes: &[u8], take: u32) -> Vec<u8> {
    let take = take.to_le_bytes();
    // The fingerprint is part of the hash, so that an entry under a wrong name is found out too.
    let content = Fingerprint::of([fingerprint.as_bytes(), &take, bytes]);
    [TAG.as_slice(), &take, content.as_bytes()].concat()
}

fn verify(mut bytes: Vec<u8>, fingerprint: &Fingerprint) -> Option<Entry> {
    let end = bytes.len().checked_sub(TRAILER)?;
    let found = bytes.split_off(end);
    let take = u32::from_le_bytes(found[TAG.len()..TAG.len() + 4].try_into().ok()?);
    (found == trailer(fingerprint, &bytes, take)).then_some(Entry { bytes, take })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join(".store")).unwrap();
        (folder, store)
    }

    fn name(text: &str) -> Fingerprint {
        Fingerprint::of([text.as_bytes()])
    }

    #[test]
    fn what_was_put_in_comes_out() {
        let (_folder, store) = store();
        store.put(&name("a"), b"speech").unwrap();
        let entry = store.get(&name("a")).unwrap().unwrap();
        assert_eq!(
            (entry.bytes.as_slice(), entry.take),
            (b"speech".as_slice(), 1)
        );
        assert_eq!(store.get(&name("b")).unwrap(), None);
    }

    #[test]
    fn the_first_writer_wins() {
        let (_folder, store) = store();
        store.put(&name("a"), b"first").unwrap();
        store.put(&name("a"), b"second").unwrap();
        assert_eq!(store.get(&name("a")).unwrap().unwrap().bytes, b"first");
    }

    #[test]
    fn a_new_take_replaces_the_old_one_and_is_counted() {
        let (_folder, store) = store();
        store.put(&name("a"), b"first").unwrap();
        store.replace(&name("a"), b"second", 2).unwrap();
        let entry = store.get(&name("a")).unwrap().unwrap();
        assert_eq!(
            (entry.bytes.as_slice(), entry.take),
            (b"second".as_slice(), 2)
        );
    }

    proptest! {
        #[test]
        fn any_flipped_bit_makes_an_entry_a_miss(position in 0usize..46, bit in 0u8..8) {
            let (_folder, store) = store();
            store.put(&name("a"), b"speech").unwrap();
            let path = store.path(&name("a"));
            let mut bytes = fs::read(&path).unwrap();
            bytes[position] ^= 1 << bit;
            fs::write(&path, bytes).unwrap();
            prop_assert_eq!(store.get(&name("a")).unwrap(), None);
            prop_assert!(!store.contains(&name("a")), "a broken entry still stands");
        }

        #[test]
        fn any_cut_off_entry_is_a_miss(length in 0usize..46) {
            let (_folder, store) = store();
            store.put(&name("a"), b"speech").unwrap();
            let path = store.path(&name("a"));
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, &bytes[..length]).unwrap();
            prop_assert_eq!(store.get(&name("a")).unwrap(), None);
        }
    }

    #[test]
    fn a_broken_entry_is_set_aside_for_a_person_to_look_at() {
        let (folder, store) = store();
        store.put(&name("a"), b"speech").unwrap();
        fs::write(store.path(&name("a")), b"zeros").unwrap();
        assert_eq!(store.get(&name("a")).unwrap(), None);
        assert_eq!(
            fs::read_dir(folder.path().join(".store/aside"))
                .unwrap()
                .count(),
            1
        );
    }

    #[test]
    fn an_entry_under_another_name_is_a_miss() {
        let (_folder, store) = store();
        store.put(&name("a"), b"speech").unwrap();
        create_folder(store.path(&name("b")).parent().unwrap()).unwrap();
        fs::rename(store.path(&name("a")), store.path(&name("b"))).unwrap();
        assert_eq!(store.get(&name("b")).unwrap(), None);
    }

    #[test]
    fn fields_are_not_confused_with_one_another() {
        assert_ne!(
            Fingerprint::of([b"ab".as_slice(), b"c"]),
            Fingerprint::of([b"a".as_slice(), b"bc"])
        );
    }

    #[test]
    fn a_draft_that_is_dropped_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut draft = Draft::of(&folder.path().join("a.wav")).unwrap();
        draft.file().write_all(b"half").unwrap();
        drop(draft);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn what_a_crash_left_is_swept_when_nobody_else_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join(".store");
        let shard = root.join("v1/ab");
        create_folder(&shard).unwrap();
        fs::write(shard.join(".draft-x"), b"half").unwrap();
        let first = Store::open(&root).unwrap();
        assert_eq!(fs::read_dir(&shard).unwrap().count(), 0);
        fs::write(shard.join(".draft-y"), b"half").unwrap();
        let _second = Store::open(&root).unwrap();
        assert_eq!(
            fs::read_dir(&shard).unwrap().count(),
            1,
            "the other's draft was swept"
        );
        drop(first);
    }

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
