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
    /// A text longer than any book.
    #[error(
        "`{name}` has more than 80 MB of text, or more than 1,500,000 lines, which no book has"
    )]
    LongText {
        /// The file.
        name: String,
    },
    /// A line is longer than any paragraph.
    #[error("`{name}` has a line of more than 16 MB, which no book has")]
    LongLine {
        /// The file's name.
        name: String,
    },
    /// The text was misread before it was saved.
    #[error(
        "`{name}` is garbled: it was {was} that was read as {read_as}\n  it would say: `{preview}`"
    )]
    Mojibake {
        /// The file's name.
        name: String,
        /// What the file is decoded as now.
        encoding: &'static str,
        /// What the text was misread as.
        read_as: &'static str,
        /// What it was in truth.
        was: &'static str,
        /// What it says when the mistake is undone.
        preview: String,
    },
    /// An earlier conversion lost too much of the text.
    #[error("`{name}` is damaged: {n_lost} characters in it stand for others that were lost")]
    Lost {
        /// The file's name.
        name: String,
        /// How many characters stand for lost ones.
        n_lost: usize,
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
            Self::Mojibake {
                name,
                encoding,
                read_as,
                was,
                ..
            } => Some(mojibake_hint(name, encoding, read_as, was)),
            Self::LongText { .. } => {
                Some("check that it is one text, or give its parts one by one".into())
            }
            Self::LongLine { .. } => {
                Some("break the text into paragraphs, or check that it is one".to_owned())
            }
            Self::Lost { .. } => Some("look for another copy of the book".to_owned()),
        }
    }
}

/// What one encoding makes of the bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// WHATWG name of the encoding.
    pub encoding: &'static str,
    /// How much its text looks like Chinese.
    pub score: Score,
    /// The first characters of the text that tell something, on one line.
    pub preview: String,
    /// Offset of the first byte that does not fit, `None` when all do.
    pub misfit: Option<usize>,
}

/// How much a text looks like Chinese, in hundredths from −100 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// Of a score from −1 to 1.
    pub fn new(score: f64) -> Self {
        Self((score * 100.0).round() as i32)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", f64::from(self.0) / 100.0)
    }
}

/// The encoding that reads best is the likely one; the file is damaged where it stops.
fn repair_hint(candidates: &[Candidate]) -> String {
    // Of equal ones the first is the most likely.
    let best = candidates
        .iter()
        .rev()
        .max_by_key(|candidate| candidate.score);
    match best.and_then(|candidate| Some((candidate.encoding, candidate.misfit?))) {
        Some((encoding, offset)) if offset > 0 => format!(
            "pass `--encoding NAME`, or repair the file at offset {offset} if it is {encoding}"
        ),
        _ => "pass `--encoding NAME`, or convert the file to UTF-8".to_owned(),
    }
}

/// Either the file itself is in the other encoding, or it must be converted back.
fn mojibake_hint(name: &str, encoding: &str, read_as: &str, was: &str) -> String {
    if encoding == read_as || (encoding == "GB18030" && read_as == "GBK") {
        return format!("pass `--encoding {was}`, or leave `--encoding` out");
    }
    let target = match read_as {
        "Big5" => "BIG5-HKSCS",
        "Latin-1" => "CP1252",
        other => other,
    };
    format!(
        "look for the file as it was before it was converted; `iconv -c -f {encoding} -t {target} \
         '{name}' > restored.txt` restores most of it, as {was}"
    )
}

/// Candidates as an indented list below the message.
struct Listing<'a>(&'a [Candidate]);

impl fmt::Display for Listing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for candidate in self.0 {
            write!(f, "\n  {}, score {}", candidate.encoding, candidate.score)?;
            if let Some(offset) = candidate.misfit {
                write!(f, ", fits up to offset {offset}")?;
            }
            write!(f, ": `{}`", candidate.preview)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(encoding: &'static str, score: f64, preview: &str, misfit: usize) -> Candidate {
        Candidate {
            encoding,
            score: Score::new(score),
            preview: preview.to_owned(),
            misfit: Some(misfit),
        }
    }

    #[test]
    fn a_doubtful_encoding_is_shown_with_what_it_would_read() {
        let error = BookError::Undecodable {
            name: "a.txt".to_owned(),
            candidates: vec![
                candidate("GB18030", 0.934, "第一章", 6),
                candidate("UTF-8", 0.0, "", 1),
            ],
        };
        assert_eq!(
            error.to_string(),
            "cannot read `a.txt`: no encoding fits all of it\n  GB18030, score 0.93, fits up to \
             offset 6: `第一章`\n  UTF-8, score 0.00, fits up to offset 1: ``"
        );
        assert_eq!(
            error.hint().unwrap(),
            "pass `--encoding NAME`, or repair the file at offset 6 if it is GB18030"
        );
    }

    #[test]
    fn an_encoding_that_reads_nearly_anything_is_not_the_likely_one() {
        let candidates = [
            candidate("UTF-16LE", 0.1, "", 218),
            candidate("UTF-8", 0.9, "", 8),
        ];
        assert!(repair_hint(&candidates).ends_with("at offset 8 if it is UTF-8"));
    }

    #[test]
    fn garbled_text_is_told_with_the_way_back() {
        let garbled = |encoding, read_as, was| BookError::Mojibake {
            name: "a.txt".to_owned(),
            encoding,
            read_as,
            was,
            preview: "雪夜".to_owned(),
        };
        let error = garbled("UTF-8", "Latin-1", "GBK");
        assert_eq!(
            error.to_string(),
            "`a.txt` is garbled: it was GBK that was read as Latin-1\n  it would say: `雪夜`"
        );
        let hint = error.hint().unwrap();
        assert!(
            hint.contains("`iconv -c -f UTF-8 -t CP1252 'a.txt' > restored.txt`"),
            "{hint}"
        );
        let chosen = garbled("GB18030", "GBK", "UTF-8").hint().unwrap();
        assert_eq!(chosen, "pass `--encoding UTF-8`, or leave `--encoding` out");
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
