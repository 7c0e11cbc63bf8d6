//! A book's bytes on the disk: one file, or a folder of chapter files.
//!
//! Never writes, and never follows a book out of its own file or folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::BatchError;
use super::file_name::{natural_key, title_of};
use crate::book::{self, Book, BookSettings, Teller, Told};
use crate::track::SourceLedger;

/// File endings that a later version reads.
const NOT_YET: [&str; 6] = ["pdf", "mobi", "azw", "azw3", "doc", "docx"];

/// File endings of the chapters in a folder.
const CHAPTERS: [&str; 6] = ["txt", "html", "htm", "xhtml", "md", "markdown"];

/// The most that is read of a book; what is larger is no text, or is pictures in the main.
const MOST_MEGABYTES: u64 = 256;

/// The most that the files of a folder have together: what one text may have, as all are held.
const MOST_MEGABYTES_OF_FOLDER: u64 = 80;

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
        let extension = extension_of(path);
        if NOT_YET.contains(&extension.as_str()) {
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
            files = visible_in(path).map_err(unreadable)?;
            refuse_books(path, &files)?;
            files.retain(|file| CHAPTERS.contains(&extension_of(file).as_str()));
            if files.is_empty() {
                return Err(BatchError::NoTexts { path: path.into() });
            }
        }
        Ok(Self {
            path: path.into(),
            files,
        })
    }

    /// Whether the book is a folder of chapter files.
    fn is_folder(&self) -> bool {
        self.files[0] != self.path
    }

    /// Reads and decodes the book, and says which bytes it came from.
    ///
    /// # Errors
    ///
    /// When a file cannot be read or is not a text.
    pub fn read(&self, settings: &BookSettings) -> Result<(Book, SourceLedger), BatchError> {
        self.refuse_large()?;
        let name = self.name();
        let mut hasher = blake3::Hasher::new();
        let mut whole: Option<Book> = None;
        for file in &self.files {
            let bytes = read(file)?;
            hasher.update(&bytes);
            let mut part = book::decode(&bytes, &name_of(file), settings)?;
            if self.is_folder() {
                tell_file(&mut part, file);
            }
            whole = Some(match whole {
                None => part,
                Some(book) => append(book, part),
            });
        }
        let mut book = whole.expect("a source has at least one file");
        if self.is_folder() {
            let (title, author) = book::title_and_author(&name);
            book.title = title;
            if !author.is_empty() {
                book.author = author;
            }
        }
        let blake3 = hasher.finalize().to_hex().to_string();
        Ok((book, SourceLedger { name, blake3 }))
    }

    /// Refuses what is too much for the memory before any of it is read.
    fn refuse_large(&self) -> Result<(), BatchError> {
        let lengths = self.files.iter().filter_map(|file| fs::metadata(file).ok());
        let n_bytes: u64 = lengths.map(|metadata| metadata.len()).sum();
        let megabytes = if self.is_folder() {
            MOST_MEGABYTES_OF_FOLDER
        } else {
            MOST_MEGABYTES
        };
        if n_bytes > megabytes << 20 {
            let path = self.path.clone();
            return Err(BatchError::TooLarge { path, megabytes });
        }
        Ok(())
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

    /// The file or folder, as it was named.
    pub fn path(&self) -> &Path {
        &self.path
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

fn extension_of(path: &Path) -> String {
    path.extension()
        .map(|end| end.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}

/// The files of a folder in natural order, those aside that systems hide.
fn visible_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() && !name_of(&path).starts_with('.') {
            files.push(path);
        }
    }
    files.sort_by_cached_key(|path| natural_key(&name_of(path)));
    Ok(files)
}

/// A whole book among chapters would be read as one chapter.
fn refuse_books(folder: &Path, files: &[PathBuf]) -> Result<(), BatchError> {
    match files.iter().find(|file| extension_of(file) == "epub") {
        Some(file) => Err(BatchError::BookInFolder {
            path: folder.into(),
            epub: name_of(file),
        }),
        None => Ok(()),
    }
}

/// Each file of a folder begins a chapter.
fn tell_file(part: &mut Book, file: &Path) {
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    let told = part.lines.first().map(|line| Told {
        line: line.number,
        title: title_of(&stem.to_string_lossy()),
        level: 0,
        by: Teller::File,
    });
    part.told.splice(0..0, told);
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

    const SNOW: &str = "雪下了一夜，天亮时才停。";

    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            fs::write(folder.path().join(name), SNOW).unwrap();
        }
        folder
    }

    #[test]
    fn chapter_files_come_in_natural_order() {
        let folder = folder(&["10.txt", "2.md", "1 序.TXT", ".3.txt", "cover.png"]);
        let source = Source::find(folder.path()).unwrap();
        let names: Vec<_> = source.files.iter().map(|file| name_of(file)).collect();
        assert_eq!(names, ["1 序.TXT", "2.md", "10.txt"]);
        let (book, _) = source.read(&BookSettings::default()).unwrap();
        let numbers: Vec<_> = book.lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 2, 3]);
    }

    #[test]
    fn each_file_begins_a_chapter_and_may_have_an_encoding_of_its_own() {
        let folder = folder(&["001 第一章 雪夜.txt"]);
        let page =
            "<html><body><h2>第二章 天亮</h2><p>风停了，他推开门走了出去。</p></body></html>";
        fs::write(folder.path().join("002.html"), page).unwrap();
        let marked: Vec<u8> = "\u{FEFF}\n雪下了一夜。"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        fs::write(folder.path().join("003.txt"), marked).unwrap();
        let source = Source::find(folder.path()).unwrap();
        let settings = BookSettings::default();
        let (book, _) = source.read(&settings).unwrap();
        let told = book.told.iter();
        let told: Vec<_> = told
            .map(|told| (told.line, told.title.as_str(), told.by))
            .collect();
        assert_eq!(
            told,
            [
                (1, "第一章 雪夜", Teller::File),
                (2, "002", Teller::File),
                (2, "第二章 天亮", Teller::Element),
                (5, "003", Teller::File)
            ]
        );
        assert_eq!(source.account(&settings).unwrap(), Ok(()));
    }

    #[test]
    fn a_whole_book_in_a_folder_is_refused() {
        let folder = folder(&["1.txt", "书.EPUB"]);
        let error = Source::find(folder.path()).unwrap_err();
        assert!(error.to_string().contains("holds `书.EPUB`"), "{error}");
        assert!(error.hint().is_some());
    }

    #[test]
    fn a_folder_may_hold_no_more_than_one_text() {
        let folder = folder(&["1.txt", "2.txt"]);
        for name in ["1.txt", "2.txt"] {
            let path = folder.path().join(name);
            let file = fs::OpenOptions::new().write(true).open(path).unwrap();
            file.set_len(50 << 20).unwrap();
        }
        let source = Source::find(folder.path()).unwrap();
        let error = source.read(&BookSettings::default()).unwrap_err();
        assert!(
            matches!(error, BatchError::TooLarge { megabytes: 80, .. }),
            "{error}"
        );
    }

    #[test]
    fn a_file_larger_than_any_book_is_refused_before_it_is_read() {
        let folder = folder(&["1.txt"]);
        let path = folder.path().join("1.txt");
        let file = fs::OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(1 << 40).unwrap();
        for path in [folder.path(), &path] {
            let source = Source::find(path).unwrap();
            let error = source.read(&BookSettings::default()).unwrap_err();
            assert!(matches!(error, BatchError::TooLarge { .. }), "{error}");
        }
    }

    #[test]
    fn a_folder_without_texts_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let error = Source::find(folder.path()).unwrap_err();
        assert!(
            error.to_string().contains("holds no chapter files"),
            "{error}"
        );
        assert!(error.hint().is_some());
    }
}
