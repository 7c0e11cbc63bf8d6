//! The folder of one book: tracks, captions, ledger, report.
//!
//! ```text
//! out/BOOK/.lock               held while somebody works on the book
//! out/BOOK/.reserve            room for the report, while a run goes on
//! out/BOOK/.chapters/0001.json a chapter's ledger; it stands only while its track does
//!                    0001.stale new takes of it were begun, and are not joined yet
//! out/BOOK/0001 TITLE.wav .lrc
//! out/BOOK/.aside/             tracks of chapters that the book has no more
//! out/BOOK/book.json           the chapters' ledgers in one
//! out/BOOK/report.txt .html
//! ```
//!
//! Never writes without holding the book's lock, and never leaves a chapter's ledger beside a track
//! that it does not describe.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;

use super::reserve::Reserve;
use super::{BatchError, Loudness, Plan};
use crate::chapter::Chapter;
use crate::store::{self, Draft, Fingerprint, Lock, StoreError};
use crate::track::{
    self, Acx, BookLedger, Captions, ChapterLedger, ChapterLevel, LEDGER_VERSION, SourceLedger,
    VersionError,
};

/// The folder of one book, claimed by this process.
#[derive(Debug)]
pub struct BookFolder {
    path: PathBuf,
    n_chapters: usize,
    /// Held while `book.json` is written, so that a later state is never followed by an earlier.
    writing: Mutex<()>,
    reserve: Reserve,
    _lock: Lock,
}

/// As much of a chapter's ledger as it takes to know whether its track stands.
#[derive(Deserialize)]
struct Stamp {
    index: usize,
    file: String,
    frames: u64,
    track: String,
    level: Option<ChapterLevel>,
    acx: Option<Acx>,
}

/// As much of the ledger as it takes to know whose it is.
#[derive(Deserialize)]
struct Head {
    version: u32,
    source: Option<SourceLedger>,
}

impl BookFolder {
    /// Where the book of that title stands under `out`.
    pub fn path_of(out: &Path, title: &str) -> PathBuf {
        out.join(track::book_folder(title))
    }

    /// Claims the folder of the planned book under `out`, making it if need be.
    ///
    /// # Errors
    ///
    /// When another process holds it, it holds another book, a newer version wrote it, or the disk
    /// refuses.
    pub fn claim(out: &Path, plan: &Plan) -> Result<Self, BatchError> {
        let path = Self::path_of(out, &plan.title);
        let lock = Lock::exclusive(&path.join(".lock"))?;
        let lock = lock.ok_or_else(|| BatchError::Busy {
            folder: path.clone(),
        })?;
        check_standing(&path, &plan.source)?;
        store::sweep_drafts(&path);
        store::sweep_drafts(&path.join(".chapters"));
        Ok(Self {
            reserve: Reserve::take(path.join(".reserve")),
            path,
            n_chapters: plan.chapters.len(),
            writing: Mutex::default(),
            _lock: lock,
        })
    }

    /// The folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// File name of a chapter's track.
    pub fn track_file(&self, chapter: &Chapter) -> String {
        format!(
            "{}.wav",
            track::chapter_stem(chapter.index, self.n_chapters, &chapter.title)
        )
    }

    /// Whether the track of that fingerprint stands whole.
    pub fn has_track(&self, chapter: usize, fingerprint: &Fingerprint) -> bool {
        let is_stale = self.stale_path(chapter).exists();
        self.stamp(chapter).is_some_and(|stamp| {
            !is_stale && stamp.track == fingerprint.to_string() && self.is_whole(&stamp)
        })
    }

    /// Whether all captions of these forms stand beside a chapter's track.
    pub fn has_captions(&self, chapter: usize, forms: &[Captions]) -> bool {
        self.stamp(chapter).is_some_and(|stamp| {
            let track = self.path.join(&stamp.file);
            forms.iter().all(|form| form.file(&track).is_file())
        })
    }

    /// Whether the track that a ledger speaks of stands, as long as it says.
    fn is_whole(&self, stamp: &Stamp) -> bool {
        let length = fs::metadata(self.path.join(&stamp.file)).map_or(0, |wav| wav.len());
        length == track::wav_bytes(stamp.frames)
    }

    fn stamp(&self, chapter: usize) -> Option<Stamp> {
        let text = fs::read(self.ledger_path(chapter)).ok()?;
        // A ledger of another chapter that got here says nothing about this one.
        serde_json::from_slice(&text)
            .ok()
            .filter(|stamp: &Stamp| stamp.index == chapter)
    }

    /// Marks a chapter whose speeches are being made again: its track stands, and is joined anew by
    /// the next run that reaches it.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn mark_stale(&self, chapter: usize) -> Result<(), StoreError> {
        store::write_atomic(&self.stale_path(chapter), b"")
    }

    fn stale_path(&self, chapter: usize) -> PathBuf {
        self.ledger_path(chapter).with_extension("stale")
    }

    /// Takes a chapter's ledger away, so that its track counts as missing from now on.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn begin_track(&self, chapter: usize) -> Result<(), StoreError> {
        if let Some(old) = self.stamp(chapter) {
            self.remember_file(chapter, &old.file)?;
        }
        store::remove_if_there(&self.ledger_path(chapter))
    }

    /// Publishes a chapter's captions and ledger beside its track, and removes the files of an
    /// older title.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn end_track(
        &self,
        ledger: &ChapterLedger,
        captions: &[(Captions, String)],
    ) -> Result<(), StoreError> {
        self.write_captions(&ledger.file, captions)?;
        let old_name = self.old_name_path(ledger.index);
        if let Ok(old) = fs::read_to_string(&old_name).as_deref()
            && old != ledger.file
        {
            let old = self.path.join(old);
            store::remove_if_there(&old)?;
            for form in Captions::ALL {
                store::remove_if_there(&form.file(&old))?;
            }
        }
        let text = serde_json::to_vec(ledger).expect("a ledger is JSON");
        store::write_atomic(&self.ledger_path(ledger.index), &text)?;
        store::remove_if_there(&self.stale_path(ledger.index))?;
        store::remove_if_there(&old_name)
    }

    /// Writes these captions beside a track, and removes those of other forms: they may be of an older
    /// track.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn write_captions(
        &self,
        file: &str,
        captions: &[(Captions, String)],
    ) -> Result<(), StoreError> {
        let track = self.path.join(file);
        for form in Captions::ALL {
            let wanted = captions.iter().find(|(wanted, _)| *wanted == form);
            match wanted {
                Some((_, text)) => store::write_atomic(&form.file(&track), text.as_bytes())?,
                None => store::remove_if_there(&form.file(&track))?,
            }
        }
        Ok(())
    }

    /// Between the old ledger's end and the new one's, the name of the old track must not be lost.
    fn remember_file(&self, chapter: usize, file: &str) -> Result<(), StoreError> {
        store::write_atomic(&self.old_name_path(chapter), file.as_bytes())
    }

    fn ledger_path(&self, chapter: usize) -> PathBuf {
        self.path
            .join(".chapters")
            .join(format!("{chapter:04}.json"))
    }

    fn old_name_path(&self, chapter: usize) -> PathBuf {
        self.ledger_path(chapter).with_extension("old")
    }

    /// Writes `book.json` from the chapters' ledgers, unless it stands so already.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn write_ledger(&self, plan: &Plan) -> Result<(), StoreError> {
        let _alone = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.path.join("book.json");
        let mut draft = Draft::of(&path)?;
        let written = self.compose(plan, draft.file());
        written.map_err(|source| StoreError {
            action: "write",
            path: path.clone(),
            source,
        })?;
        if draft.is_same_as(&path) {
            Ok(())
        } else {
            draft.publish()
        }
    }

    /// Copies ledger after ledger, so that memory does not grow with the book.
    fn compose(&self, plan: &Plan, file: &mut File) -> std::io::Result<()> {
        let mut out = BufWriter::new(file);
        let head = serde_json::json!({
            "version": LEDGER_VERSION,
            "title": plan.title,
            "author": plan.author,
            "source": plan.source,
            "n_chapters": plan.chapters.len(),
            "dropped": plan.dropped,
        });
        let head = head.to_string();
        out.write_all(head.trim_end_matches('}').as_bytes())?;
        out.write_all(b",\"chapters\":[")?;
        let mut first = true;
        for chapter in 1..=plan.chapters.len() {
            let Some(ledger) = self.standing_ledger(chapter) else {
                continue;
            };
            out.write_all(if first { b"\n" } else { b",\n" })?;
            out.write_all(&ledger)?;
            first = false;
        }
        out.write_all(b"\n]}\n")?;
        out.flush()
    }

    /// The text of a chapter's ledger, if it can be read and its track stands.
    fn standing_ledger(&self, chapter: usize) -> Option<Vec<u8>> {
        let text = fs::read(self.ledger_path(chapter)).ok()?;
        let stamp: Stamp = serde_json::from_slice(&text).ok()?;
        (stamp.index == chapter && self.is_whole(&stamp)).then_some(text)
    }

    /// Moves the tracks of chapters that the book has no more into `.aside`: beside the new ones they
    /// would be heard as chapters told twice, and a text that was cut short must not cost a night.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn set_leftovers_aside(&self) -> Result<(), StoreError> {
        for chapter in self.numbers_beyond() {
            if let Some(old) = self.stamp(chapter) {
                let (track, aside) = (self.path.join(&old.file), self.path.join(".aside"));
                store::move_if_there(&track, &aside)?;
                for form in Captions::ALL {
                    store::move_if_there(&form.file(&track), &aside)?;
                }
            }
            store::remove_if_there(&self.stale_path(chapter))?;
            store::remove_if_there(&self.old_name_path(chapter))?;
            store::remove_if_there(&self.ledger_path(chapter))?;
        }
        Ok(())
    }

    /// Numbers with a ledger that are higher than those of the book's chapters.
    fn numbers_beyond(&self) -> Vec<usize> {
        let files = fs::read_dir(self.path.join(".chapters"));
        let files = files.into_iter().flatten().flatten();
        let numbers = files.filter_map(|file| {
            let name = file.file_name().into_string().ok()?;
            name.strip_suffix(".json")?.parse().ok()
        });
        numbers.filter(|number| *number > self.n_chapters).collect()
    }

    /// How loud the chapters are whose track stands.
    pub fn loudness(&self) -> Vec<Loudness> {
        let stamps = (1..=self.n_chapters).filter_map(|chapter| self.stamp(chapter));
        let standing = stamps.filter(|stamp| self.is_whole(stamp));
        let loudness = standing.filter_map(|stamp| {
            Some(Loudness {
                chapter: stamp.index,
                file: stamp.file,
                level: stamp.level?,
                acx: stamp.acx,
            })
        });
        loudness.collect()
    }

    /// Writes `report.txt`, for which there is room on a full disk too.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn write_report(&self, text: &str) -> Result<(), StoreError> {
        self.reserve.release();
        store::write_atomic(&self.path.join("report.txt"), text.as_bytes())
    }

    /// Writes `report.html`. An older one must not stand for this run, so it is taken away first.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn write_report_page(&self, page: &str) -> Result<(), StoreError> {
        let path = self.path.join("report.html");
        store::remove_if_there(&path)?;
        store::write_atomic(&path, page.as_bytes())
    }

    /// The ledger of a chapter, if its track stands.
    pub fn chapter_ledger(&self, chapter: usize) -> Option<ChapterLedger> {
        serde_json::from_slice(&self.standing_ledger(chapter)?).ok()
    }

    /// Reads the ledger of the book in `folder`.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be read.
    pub fn read_ledger(folder: &Path) -> Result<BookLedger, BatchError> {
        check_version(read_head(folder).as_ref(), folder)?;
        let path = folder.join("book.json");
        let file = File::open(&path).map_err(|_| BatchError::NoLedger {
            folder: folder.into(),
        })?;
        serde_json::from_reader(BufReader::new(file))
            .map_err(|source| BatchError::Ledger { path, source })
    }
}

/// Refuses a folder that a newer version wrote, or that holds another book. A broken ledger is
/// written anew.
fn check_standing(folder: &Path, source: &SourceLedger) -> Result<(), BatchError> {
    let head = read_head(folder);
    check_version(head.as_ref(), folder)?;
    match head.and_then(|head| head.source) {
        Some(standing) if standing.name != source.name => Err(BatchError::AnotherBook {
            folder: folder.into(),
            standing: standing.name,
        }),
        _ => Ok(()),
    }
}

fn check_version(head: Option<&Head>, folder: &Path) -> Result<(), VersionError> {
    match head {
        Some(head) if head.version > LEDGER_VERSION => Err(VersionError {
            file: folder.join("book.json").display().to_string(),
            found: head.version,
        }),
        _ => Ok(()),
    }
}

fn read_head(folder: &Path) -> Option<Head> {
    let file = File::open(folder.join("book.json")).ok()?;
    serde_json::from_reader(BufReader::new(file)).ok()
}
