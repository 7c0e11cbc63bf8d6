//! A book's bytes on the disk: one text file, or a folder of chapter files.
//!
//! Never writes, and never follows a book out of its own file or folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::BatchError;
use crate::book::{self, Book, BookSettings};
use crate::track::SourceLedger;

/// File endings that a later version reads.
const NOT_YET: [&str; 7] = ["epub", "html", "htm", "xhtml", "md", "pdf", "mobi"];

/// The files that a book is read from.
#[derive(Debug, Clone)]
pub struct Source {
    path: PathBuf,
    files: Vec<PathBuf>,
}

impl Source {
    /// Finds the files of the book at `path`, in natural order: 2 before 10.
    ///
    /// # Errors
    ///
    /// When there is nothing to read.
    pub fn find(path: &Path) -> Result<Self, BatchError> {
        let unreadable = |source| BatchError::Unreadable {
            path: path.into(),
            source,
        };
        let extension = path
            .extension()
            .map(|end| end.to_string_lossy().to_lowercase());
        if let Some(extension) = extension.filter(|end| NOT_YET.contains(&end.as_str())) {
            return Err(BatchError::Unsupported {
                path: path.into(),
                extension,
            });
        }
        let mut files = vec![path.to_path_buf()];
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if !metadata.is_dir() && !metadata.is_file() {
            // A pipe or a device may never end.
            return Err(unreadable(io::Error::other("not a regular file")));
        }
        if metadata.is_dir() {
            files = texts_in(path).map_err(unreadable)?;
            if files.is_empty() {
                return Err(BatchError::NoTexts { path: path.into() });
            }
        }
        Ok(Self {
            path: path.into(),
            files,
        })
    }

    /// Reads and decodes the book, and says which bytes it came from.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or is not a text.
    pub fn read(&self, settings: &BookSettings) -> Result<(Book, SourceLedger), BatchError> {
        let name = self.name();
        let mut hasher = blake3::Hasher::new();
        let mut whole: Option<Book> = None;
        for file in &self.files {
            let bytes = read(file)?;
            hasher.update(&bytes);
            let part = book::decode(&bytes, &name_of(file), settings)?;
            whole = Some(match whole {
                None => part,
                Some(book) => append(book, part),
            });
        }
        let mut book = whole.expect("a source has at least one file");
        if self.files[0] != self.path {
            book.title.clone_from(&name);
        }
        let blake3 = hasher.finalize().to_hex().to_string();
        Ok((book, SourceLedger { name, blake3 }))
    }

    /// Checks that every character of every file is kept or listed as dropped.
    ///
    /// # Errors
    ///
    /// When a file cannot be read; the inner result names the first line with a character lost.
    pub fn account(&self, settings: &BookSettings) -> Result<Result<(), String>, BatchError> {
        for file in &self.files {
            let bytes = read(file)?;
            let name = name_of(file);
            let extract = book::extract(&bytes, &name, settings)?;
            let book = book::decode(&bytes, &name, settings)?;
            if let Err(lost) = book::account(&extract.text, &book) {
                return Ok(Err(format!("`{name}`: {lost}")));
            }
        }
        Ok(Ok(()))
    }

    /// Where a table of chapters is looked for, the nearest to the book first.
    pub(super) fn contents_files(&self) -> Vec<PathBuf> {
        let name = self.name();
        let stem = match self.files.first() {
            Some(file) if *file == self.path => Path::new(&name)
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            _ => name,
        };
        let folder = self.path.parent().unwrap_or(Path::new(""));
        vec![
            folder.join(format!("{stem}.toc.toml")),
            folder.join("toc.toml"),
            PathBuf::from("toc.toml"),
        ]
    }

    /// Whether a table of chapters is found in `file` by itself.
    pub fn finds(&self, file: &Path) -> bool {
        let is_same = |one: &Path| match (one.canonicalize(), file.canonicalize()) {
            (Ok(one), Ok(other)) => one == other,
            _ => one == file,
        };
        self.contents_files().iter().any(|one| is_same(one))
    }

    /// The file's or folder's own name.
    pub fn name(&self) -> String {
        name_of(&self.path)
    }
}

fn read(file: &Path) -> Result<Vec<u8>, BatchError> {
    fs::read(file).map_err(|source| BatchError::Unreadable {
        path: file.into(),
        source,
    })
}

fn name_of(path: &Path) -> String {
    let absolute = if path.file_name().is_none() {
        path.canonicalize().ok()
    } else {
        None
    };
    let path = absolute.as_deref().unwrap_or(path);
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

fn texts_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_text = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("txt"));
        if is_text && path.is_file() {
            files.push(path);
        }
    }
    files.sort_by_cached_key(|path| natural_key(&name_of(path)));
    Ok(files)
}

/// A name as its runs of text and of digits, so that numbers compare as numbers.
fn natural_key(name: &str) -> Vec<(String, u64)> {
    let mut key: Vec<(String, u64)> = vec![(String::new(), 0)];
    let mut in_number = false;
    for c in name.chars() {
        if let Some(digit) = c.to_digit(10) {
            let last = &mut key.last_mut().expect("never empty").1;
            *last = last.saturating_mul(10).saturating_add(u64::from(digit));
            in_number = true;
        } else {
            if in_number {
                key.push((String::new(), 0));
                in_number = false;
            }
            key.last_mut().expect("never empty").0.push(c);
        }
    }
    key
}

/// Line numbers go on from one file to the next.
fn append(mut book: Book, part: Book) -> Book {
    let last_line = book.lines.last().map_or(0, |line| line.number);
    let last_dropped = book.dropped.last().map_or(0, |dropped| dropped.line);
    let offset = last_line.max(last_dropped);
    book.extend(part, offset);
    book
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapter_files_come_in_natural_order() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["10.txt", "2.txt", "1 序.TXT", "notes.md"] {
            fs::write(folder.path().join(name), "雪下了一夜，天亮时才停。").unwrap();
        }
        let source = Source::find(folder.path()).unwrap();
        let names: Vec<_> = source.files.iter().map(|file| name_of(file)).collect();
        assert_eq!(names, ["1 序.TXT", "2.txt", "10.txt"]);
        let (book, _) = source.read(&BookSettings::default()).unwrap();
        assert_eq!(
            book.lines
                .iter()
                .map(|line| line.number)
                .collect::<Vec<_>>(),
            [1, 2, 3]
        );
    }

    #[test]
    fn a_folder_without_texts_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let error = Source::find(folder.path()).unwrap_err();
        assert!(
            error.to_string().contains("holds no `.txt` files"),
            "{error}"
        );
        assert!(error.hint().is_some());
    }
}
