//! The files inside an EPUB.
//!
//! Never writes, and never unpacks more than a book holds: a file's own word about its size is not
//! believed. A name leads to an entry and never to the disk.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use encoding_rs::GB18030;
use zip::ZipArchive;
use zip::result::ZipError;

use super::flaw::EpubFlaw;
use super::path::normal;

/// Large books with a page for each scene have some thousands.
const MOST_ENTRIES: usize = 20_000;

/// Twenty million characters with their markup are less.
const MOST_BYTES: u64 = 128 << 20;

/// Beyond this size a file must be of use for its length: text shrinks to a third, not to nothing.
const SUSPICIOUS_BYTES: u64 = 16 << 20;

/// How many times its packed size a large file may be.
const MOST_RATIO: u64 = 100;

/// An EPUB's entries by name.
pub struct Archive<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    names: HashMap<String, usize>,
    /// The same in lower case.
    folded: HashMap<String, usize>,
    /// Bytes that may still be unpacked.
    n_left: u64,
}

impl<'a> Archive<'a> {
    /// Opens an archive and reads its list of entries.
    ///
    /// # Errors
    ///
    /// When it is damaged, or made to do harm.
    pub fn open(bytes: &'a [u8]) -> Result<Self, EpubFlaw> {
        let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
        if zip.len() > MOST_ENTRIES {
            let (n, most) = (zip.len(), MOST_ENTRIES);
            return Err(EpubFlaw::TooManyEntries { n, most });
        }
        if zip
            .has_overlapping_files()
            .map_err(|error| damaged(&error))?
        {
            return Err(EpubFlaw::Overlap);
        }
        let mut archive = Self {
            names: HashMap::new(),
            folded: HashMap::new(),
            n_left: MOST_BYTES,
            zip,
        };
        archive.list();
        Ok(archive)
    }

    /// The entry of this name, or one that differs in case alone.
    pub fn find(&self, name: &str) -> Option<usize> {
        let folded = || self.folded.get(&name.to_lowercase());
        self.names.get(name).or_else(folded).copied()
    }

    /// The first name that ends so.
    pub fn name_ending_in(&self, end: &str) -> Option<String> {
        let names = self
            .names
            .keys()
            .filter(|name| name.to_lowercase().ends_with(end));
        names.min().cloned()
    }

    /// An entry's bytes.
    ///
    /// # Errors
    ///
    /// When it is damaged, encrypted or too large.
    pub fn read(&mut self, index: usize) -> Result<Vec<u8>, EpubFlaw> {
        let raw = self
            .zip
            .by_index_raw(index)
            .map_err(|error| damaged(&error))?;
        let entry = String::from_utf8_lossy(raw.name_raw()).into_owned();
        let (is_encrypted, n_packed) = (raw.encrypted(), raw.compressed_size());
        drop(raw);
        if is_encrypted {
            return Err(EpubFlaw::Encrypted { entry });
        }
        let most = self
            .n_left
            .min(SUSPICIOUS_BYTES.max(n_packed.saturating_mul(MOST_RATIO)));
        let file = self.zip.by_index(index).map_err(|error| damaged(&error))?;
        let mut bytes = Vec::new();
        let n_read = file.take(most + 1).read_to_end(&mut bytes);
        let n_read = n_read.map_err(|error| EpubFlaw::Damaged {
            what: format!("`{entry}`: {error}"),
        })? as u64;
        if n_read > most {
            let megabytes = MOST_BYTES >> 20;
            return Err(EpubFlaw::TooLarge { entry, megabytes });
        }
        self.n_left -= n_read;
        Ok(bytes)
    }

    fn list(&mut self) {
        let names = self.zip.file_names_raw().map(readable);
        for (index, name) in names.enumerate() {
            // A name that climbs out of the archive is no name of a book's file.
            if name.split('/').any(|part| part == "..") {
                continue;
            }
            let name = normal(&name);
            self.folded.entry(name.to_lowercase()).or_insert(index);
            self.names.entry(name).or_insert(index);
        }
    }
}

/// Old programs write names in the encoding of the system and do not say so.
fn readable(name: &[u8]) -> String {
    let name = std::str::from_utf8(name).map_or_else(
        |_| GB18030.decode_without_bom_handling(name).0.into_owned(),
        str::to_owned,
    );
    name.replace('\\', "/")
}

fn damaged(error: &ZipError) -> EpubFlaw {
    let what = match error {
        ZipError::UnsupportedArchive(why) => (*why).to_string(),
        ZipError::InvalidArchive(why) => why.to_string(),
        error => error.to_string(),
    };
    EpubFlaw::Damaged { what }
}
