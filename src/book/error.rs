//! Why a file cannot be read as a book, and what to do about it.
//!
//! Never guesses on the reader's behalf: where the encoding is in doubt, the error shows what each
//! candidate would read.

use std::fmt;

use thiserror::Error;

use super::encoding::KNOWN_NAMES;
use super::epub::EpubFlaw;

/// Why bytes did not become a [`Book`](super::Book).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BookError {
    /// There is not one byte of text.
    #[error("`{name}` is empty")]
    Empty {
        /// The file's name.
        name: String,
    },
    /// The text holds punctuation, white space or markup alone.
    #[error("`{name}` holds nothing to say: there is no letter, digit or Chinese character in it")]
    NothingToSay {
        /// The file's name.
        name: String,
    },
    /// The bytes are no text at all.
    #[error("`{name}` is not a text: it looks like {kind}")]
    Binary {
        /// The file's name.
        name: String,
        /// What the bytes seem to be, with its article: `a PDF document`.
        kind: &'static str,
    },
    /// An EPUB that cannot be read.
    #[error("cannot read `{name}`: {flaw}")]
    Epub {
        /// The file's name.
        name: String,
        /// What is wrong with it.
        flaw: EpubFlaw,
    },
    /// The encoding asked for has a name nobody knows.
    #[error("unknown encoding `{encoding}`; known are {}", KNOWN_NAMES.join(", "))]
    UnknownEncoding {
        /// The name as it was given.
        encoding: String,
    },
    /// The encoding asked for does not fit the bytes.
    #[error("cannot read `{name}` as {encoding}: byte 0x{byte:02X} at offset {offset}")]
    Malformed {
        /// The file's name.
        name: String,
        /// The encoding asked for.
        encoding: &'static str,
        /// First byte that does not fit.
        byte: u8,
        /// Where it stands, in bytes from 0.
        offset: usize,
    },
    /// No encoding reads the whole file.
    #[error(
        "cannot read `{name}`: no encoding fits all of it{}",
        Listing(candidates)
    )]
    Undecodable {
        /// The file's name.
        name: String,
        /// What each encoding reads up to its first misfit.
        candidates: Vec<Candidate>,
    },
    /// Several encodings fit, or one that fits reads no plausible Chinese.
    #[error("cannot tell the encoding of `{name}`{}", Listing(candidates))]
    Unsure {
        /// The file's name.
        name: String,
        /// What each encoding that fits reads.
        candidates: Vec<Candidate>,
    },
}

impl BookError {
    /// What to do about it, as an action, without the word `hint:`.
    pub fn hint(&self) -> Option<String> {
        match self {
            Self::Empty { .. } | Self::NothingToSay { .. } => {
                Some("give a file with text in it".to_owned())
            }
            Self::Binary { .. } => Some("convert it to a .txt file first".to_owned()),
            Self::Epub { flaw, .. } => Some(flaw.hint().to_owned()),
            Self::UnknownEncoding { .. } => {
                Some("pass `--encoding` with one of these names, or leave it out".to_owned())
            }
            Self::Malformed { offset, .. } => Some(format!(
                "pass another `--encoding NAME`, or repair the file at offset {offset}"
            )),
            Self::Undecodable { candidates, .. } => Some(repair_hint(candidates)),
            Self::Unsure { .. } => {
                Some("pass `--encoding NAME` with the name whose text reads well".to_owned())
            }
        }
    }
}

/// What one encoding makes of the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// WHATWG name of the encoding.
    pub encoding: &'static str,
    /// The first characters of the text, on one line.
    pub preview: String,
    /// Offset of the first byte that does not fit, `None` when all do.
    pub misfit: Option<usize>,
}

/// The encoding that gets furthest is the likely one; the file is damaged where it stops. UTF-16
/// reads nearly any bytes, so it must get twice as far as the others.
fn repair_hint(candidates: &[Candidate]) -> String {
    let doubled = |candidate: &&Candidate| {
        let misfit = candidate.misfit.unwrap_or(0);
        if candidate.encoding.starts_with("UTF-16") {
            misfit
        } else {
            misfit * 2
        }
    };
    let furthest = candidates.iter().max_by_key(doubled);
    match furthest.and_then(|candidate| Some((candidate.encoding, candidate.misfit?))) {
        Some((encoding, offset)) if offset > 0 => format!(
            "pass `--encoding NAME`, or repair the file at offset {offset} if it is {encoding}"
        ),
        _ => "pass `--encoding NAME`, or convert the file to UTF-8".to_owned(),
    }
}

/// Candidates as an indented list below the message.
struct Listing<'a>(&'a [Candidate]);

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for candidate in self.0 {
            write!(f, "\n  {}", candidate.encoding)?;
            if let Some(offset) = candidate.misfit {
                write!(f, " up to offset {offset}")?;
            }
            write!(f, ": `{}`", candidate.preview)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubtful_encoding_is_shown_with_what_it_would_read() {
        let candidate = |encoding, preview: &str, misfit| Candidate {
            encoding,
            preview: preview.to_owned(),
            misfit,
        };
        let error = BookError::Undecodable {
            name: "a.txt".to_owned(),
            candidates: vec![
                candidate("UTF-8", "", Some(0)),
                candidate("GB18030", "第一章", Some(6)),
            ],
        };
        assert_eq!(
            error.to_string(),
            "cannot read `a.txt`: no encoding fits all of it\n  UTF-8 up to offset 0: ``\n  \
             GB18030 up to offset 6: `第一章`"
        );
        assert_eq!(
            error.hint().unwrap(),
            "pass `--encoding NAME`, or repair the file at offset 6 if it is GB18030"
        );
    }

    #[test]
    fn an_encoding_that_reads_nearly_anything_is_not_the_likely_one() {
        let candidate = |encoding, misfit| Candidate {
            encoding,
            preview: String::new(),
            misfit: Some(misfit),
        };
        let hint = |utf8| repair_hint(&[candidate("UTF-16LE", 218), candidate("UTF-8", utf8)]);
        assert!(hint(216).ends_with("at offset 216 if it is UTF-8"));
        assert!(hint(8).ends_with("at offset 218 if it is UTF-16LE"));
    }

    #[test]
    fn a_misfit_names_the_byte_and_its_offset() {
        let error = BookError::Malformed {
            name: "novel.txt".to_owned(),
            encoding: "GBK",
            byte: 0x81,
            offset: 4096,
        };
        assert_eq!(
            error.to_string(),
            "cannot read `novel.txt` as GBK: byte 0x81 at offset 4096"
        );
    }
}
