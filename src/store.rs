//! How bytes reach the disk: atomic publishing, fingerprints, verified entries, locks.
//!
//! Never leaves a half-written file under its real name, and never hands out an entry whose bytes
//! are not those that were put in.

mod draft;
mod lock;

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub use draft::{Draft, create_folder, move_if_there, remove_if_there, sweep_drafts, write_atomic};
pub use lock::Lock;

/// The layout of the store; a new one starts an empty bucket beside the old.
pub const BUCKET: &str = "v1";

/// Marks the end of an entry: this tag, the take as u32 little-endian, the content's hash.
const TAG: &[u8; 4] = b"psh1";
const TRAILER: usize = TAG.len() + 4 + blake3::OUT_LEN;

/// The action of a folder that cannot be made, for whatever reason.
const CREATE_FOLDER: &str = "create folder";

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
        let is_closed = matches!(
            self.source.kind(),
            Kind::PermissionDenied
                | Kind::ReadOnlyFilesystem
                | Kind::NotADirectory
                | Kind::AlreadyExists
        );
        match self.source.kind() {
            Kind::StorageFull | Kind::QuotaExceeded => Some(
                "make room on the disk, then run the same command again; what was made is kept",
            ),
            _ if is_closed || self.action == CREATE_FOLDER => {
                Some("choose a folder you may write to with `--out DIR`")
            }
            _ => None,
        }
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

impl Fingerprint {
    /// Reads what [`fmt::Display`] wrote.
    pub fn parse(hex: &str) -> Option<Self> {
        let hash = blake3::Hash::from_hex(hex).ok()?;
        Some(Self(*hash.as_bytes()))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// An entry as it was put in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Which take of this fingerprint it is, from 1.
    pub take: u32,
}

/// What stands under a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Look {
    /// Nothing.
    Missing,
    /// An entry that is not as it was put in, or cannot be read.
    Broken,
    /// An entry, verified.
    Whole(Entry),
}

/// Looks at an entry of the store in `root`, and touches nothing.
pub fn look(root: &Path, fingerprint: &Fingerprint) -> Look {
    match fs::read(entry_path(root, fingerprint)) {
        Ok(bytes) => verify(bytes, fingerprint).map_or(Look::Broken, Look::Whole),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Look::Missing,
        Err(_) => Look::Broken,
    }
}

fn entry_path(root: &Path, fingerprint: &Fingerprint) -> PathBuf {
    let name = fingerprint.to_string();
    root.join(BUCKET)
        .join(&name[..2])
        .join(format!("{name}.wav"))
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

    /// The folder that it stands in.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Where an entry of that fingerprint stands or would stand.
    pub fn path(&self, fingerprint: &Fingerprint) -> PathBuf {
        entry_path(&self.root, fingerprint)
    }

    /// Whether there is an entry; it may still turn out broken when it is read.
    pub fn contains(&self, fingerprint: &Fingerprint) -> bool {
        self.path(fingerprint).exists()
    }

    /// The entry, verified; `None` when there is none or it was broken and is now set aside.
    ///
    /// # Errors
    ///
    /// When an entry cannot be read, which says nothing against it, or when a broken one cannot be
    /// moved out of the way.
    pub fn get(&self, fingerprint: &Fingerprint) -> Result<Option<Entry>, StoreError> {
        let path = self.path(fingerprint);
        match fs::read(&path) {
            Ok(bytes) => match verify(bytes, fingerprint) {
                Some(entry) => Ok(Some(entry)),
                None => self.set_aside(fingerprint).map(|()| None),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if is_of_the_entry(&error) => self.set_aside(fingerprint).map(|()| None),
            Err(error) => Err(failed("read", &path)(error)),
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

/// Whether a failed read says that the entry is broken, and not only out of reach for now.
fn is_of_the_entry(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(error.kind(), Kind::IsADirectory | Kind::InvalidData)
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
mod tests;
