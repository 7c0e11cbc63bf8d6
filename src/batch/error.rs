//! Why a book cannot be begun.
//!
//! Never leaves a person without the name of the file or folder that is at fault.

use std::path::PathBuf;

use crate::book::BookError;
use crate::chapter::GuideError;
use crate::reading::ReadingError;
use crate::store::StoreError;
use crate::track::VersionError;

/// Why a book cannot be begun.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// The book's file or folder cannot be read.
    #[error("cannot read `{}`", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// A folder that holds no texts.
    #[error("folder `{}` holds no chapter files", path.display())]
    NoTexts {
        /// The folder.
        path: PathBuf,
    },
    /// A folder that holds whole books.
    #[error("folder `{}` holds `{epub}`, which is a book of its own", path.display())]
    BookInFolder {
        /// The folder.
        path: PathBuf,
        /// The book in it.
        epub: String,
    },
    /// A file of a kind that is not read yet.
    #[error("cannot read `{}`: `.{extension}` files are not supported yet", path.display())]
    Unsupported {
        /// The file.
        path: PathBuf,
        /// Its extension.
        extension: String,
    },
    /// A file, or the files of a folder together, that no memory should hold.
    #[error("`{}` is larger than {megabytes} MB, which no book is", path.display())]
    TooLarge {
        /// The file or folder.
        path: PathBuf,
        /// The most that is read.
        megabytes: u64,
    },
    /// The bytes are not a book.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The chapters cannot be as a person says.
    #[error(transparent)]
    Guide(#[from] GuideError),
    /// A table of chapters that cannot be read.
    #[error("cannot read `{}`", path.display())]
    UnreadableContents {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A table of chapters that is not in its form.
    #[error("`{}` is not a table of chapters", path.display())]
    Contents {
        /// The file.
        path: PathBuf,
        /// Why, with the line.
        #[source]
        source: Box<toml::de::Error>,
    },
    /// A file of something else where a table is to be written.
    #[error("`{}` is not overwritten: it holds no table of chapters", path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// A chapter that the book has not.
    #[error("the book has no chapter {number} (it has {})", chapters(*n_chapters))]
    NoChapter {
        /// What was asked for.
        number: usize,
        /// How many there are.
        n_chapters: usize,
    },
    /// A chunk that the chapter has not.
    #[error("chapter {chapter} has no chunk {chunk} (its chunks are 0 to {last})")]
    NoChunk {
        /// The chapter.
        chapter: usize,
        /// What was asked for.
        chunk: usize,
        /// The last there is.
        last: usize,
    },
    /// Another process works on this book.
    #[error("another pingshu is working on `{}`", folder.display())]
    Busy {
        /// The book's folder.
        folder: PathBuf,
    },
    /// The folder holds a book that was made from another file.
    #[error("`{}` holds another book, made from `{standing}`", folder.display())]
    AnotherBook {
        /// The folder.
        folder: PathBuf,
        /// The file that book was made from.
        standing: String,
    },
    /// The folder was written by a newer version.
    #[error(transparent)]
    Version(#[from] VersionError),
    /// No reader for this script.
    #[error("cannot prepare the text to be read")]
    Reading(#[from] ReadingError),
    /// The disk refused.
    #[error(transparent)]
    Disk(#[from] StoreError),
    /// The book was never rendered.
    #[error("`{}` holds no `book.json`", folder.display())]
    NoLedger {
        /// The book's folder.
        folder: PathBuf,
    },
    /// The ledger is not what it should be.
    #[error("cannot read `{}`", path.display())]
    Ledger {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
}

fn chapters(n: usize) -> String {
    if n == 1 {
        "1 chapter".into()
    } else {
        format!("{n} chapters")
    }
}

impl BatchError {
    /// What a person can do about it.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Book(error) => error.hint(),
            Self::Guide(error) => Some(error.hint().into()),
            Self::UnreadableContents { .. } => {
                Some("check the path; a table of chapters is a text in UTF-8".into())
            }
            Self::Contents { .. } => {
                Some("correct that line; docs/files.md shows the form of a table".into())
            }
            Self::NotATable { .. } => Some("give the table another name".into()),
            Self::Disk(error) => error.hint().map(str::to_owned),
            Self::Unreadable { .. } => {
                Some("check the path; BOOK is a `.txt`, `.epub`, `.html` or `.md` file, or a folder of chapter files".into())
            }
            Self::NoTexts { .. } => {
                Some("give a folder of files that end in `.txt`, `.html`, `.htm`, `.xhtml` or `.md`".into())
            }
            Self::TooLarge { .. } => {
                Some("check that it is one book, or give its parts one by one".into())
            }
            Self::Unsupported { .. } => Some("convert it to `.epub` or `.txt` first".into()),
            Self::BookInFolder { .. } => Some("give that file alone as BOOK".into()),
            Self::NoChapter { .. } | Self::NoChunk { .. } => {
                Some("`pingshu plan BOOK` lists the chapters".into())
            }
            Self::AnotherBook { .. } => {
                Some("choose another folder with `--out DIR`; if the text was only renamed, rename it back".into())
            }
            Self::Busy { .. } => Some("wait until it is done, or stop it with Ctrl-C".into()),
            Self::Version(_) => Some("use the newer pingshu, or another `--out` folder".into()),
            Self::NoLedger { .. } => Some("`pingshu render BOOK` makes the book first".into()),
            Self::Ledger { .. } => Some("`pingshu render BOOK` writes the ledger anew".into()),
            Self::Reading(_) => None,
        }
    }
}
