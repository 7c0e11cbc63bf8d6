//! What can be wrong with an EPUB.
//!
//! Never a doubt: a book with one of these is refused, one with a lesser fault is read and the
//! fault reported.

use thiserror::Error;

/// Why an EPUB cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EpubFlaw {
    /// The archive, or a file in it, is not what it should be.
    #[error("the archive is damaged: {what}")]
    Damaged {
        /// What is wrong with it.
        what: String,
    },
    /// Copy protection.
    #[error("the book is copy-protected (`{by}`)")]
    Protected {
        /// The file or the method that says so.
        by: String,
    },
    /// A file that needs a password.
    #[error("`{entry}` in it is encrypted with a password")]
    Encrypted {
        /// The file's name.
        entry: String,
    },
    /// More files than a book has.
    #[error("the archive holds {n} files; a book has at most {most}")]
    TooManyEntries {
        /// How many it holds.
        n: usize,
        /// How many are taken.
        most: usize,
    },
    /// More text than a book has.
    #[error("`{entry}` in it unpacks to more than a book holds ({megabytes} MB)")]
    TooLarge {
        /// The file that was too much.
        entry: String,
        /// How much is taken.
        megabytes: u64,
    },
    /// Several entries share the same bytes.
    #[error("files in the archive overlap, as in an archive made to do harm")]
    Overlap,
    /// No list of the book's files.
    #[error("it holds no `.opf` file, which lists the files of a book")]
    NoPackage,
    /// No order of reading.
    #[error("`{package}` in it names no file to read")]
    NothingToRead {
        /// The list of the book's files.
        package: String,
    },
    /// Every file of the reading order is missing.
    #[error("none of its {n} text files is in the archive; the first is `{first}`")]
    AllMissing {
        /// How many there should be.
        n: usize,
        /// The first of them.
        first: String,
    },
}

impl EpubFlaw {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Damaged { .. } | Self::Overlap | Self::AllMissing { .. } => {
                "get the book again, or repair it with an EPUB editor"
            }
            Self::Protected { .. } => "get the book without copy protection",
            Self::Encrypted { .. } => "unpack it with its password, and pack it again without one",
            Self::TooManyEntries { .. } | Self::TooLarge { .. } => {
                "check where the file comes from; give the chapters as a folder of files if it is right"
            }
            Self::NoPackage | Self::NothingToRead { .. } => {
                "convert it with an e-book program, or give its pages as a folder of `.xhtml` files"
            }
        }
    }
}
