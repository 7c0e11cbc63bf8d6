//! Bytes to text: which encoding it is, and what is wrong with it.
//!
//! Never judges by the head of a file, never reads around damage in silence, and never gives out
//! mojibake as a text.

mod charset;
mod damage;
mod detect;
mod mojibake;
mod reading;

use std::borrow::Cow;

pub use charset::KNOWN_NAMES;

use charset::Charset;
use mojibake::Findings;
use reading::{Ending, Reading};

use super::Doubt;
use super::binary;
use super::error::BookError;
use super::frequency::Frequency;

/// A longer line, in bytes, is no paragraph of a book: about five million characters.
const LONGEST_LINE: usize = 16 << 20;

/// A text may have lost so many characters, however short it is.
const MOST_LOST: usize = 5;

/// A decoded text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The text, with `�` where bytes did not fit.
    pub text: Cow<'a, str>,
    /// WHATWG name of its encoding.
    pub encoding: &'static str,
    /// What is wrong with it; lines are those of `text`.
    pub doubts: Vec<Doubt>,
}

/// Decodes `bytes` by the encoding named, or else by the one that fits.
pub fn read<'a>(
    bytes: &'a [u8],
    file_name: &str,
    encoding: Option<&str>,
) -> Result<Decoded<'a>, BookError> {
    let name = || file_name.to_owned();
    if let Some(kind) = binary::kind(bytes) {
        return Err(BookError::Binary { name: name(), kind });
    }
    if is_hollow(bytes) {
        let kind = "binary data";
        return Err(BookError::Binary { name: name(), kind });
    }
    if bytes.len() > LONGEST_LINE && longest_line(bytes) > LONGEST_LINE {
        return Err(BookError::LongLine { name: name() });
    }
    let frequency = Frequency::new();
    let (charset, reading) = match encoding {
        Some(label) => read_as(bytes, file_name, by_label(label, bytes)?, &frequency),
        None => match Charset::by_mark(bytes) {
            // A damaged UTF-8 file is shown with its candidates like any other damaged file.
            Some((marked, _)) if marked != Charset::UTF_8 => {
                read_as(bytes, file_name, marked, &frequency)
            }
            _ => detect::detect(bytes, file_name, &frequency),
        },
    }?;
    if reading.text.is_empty() {
        return Err(BookError::Empty { name: name() });
    }
    let found = mojibake::look(&reading.text, &frequency);
    refuse(&found, file_name, charset)?;
    let mut doubts = damage::doubts(&reading, bytes, charset);
    doubts.extend(found.doubts(reading.wounds.len()));
    Ok(Decoded {
        text: reading.text,
        encoding: charset.name(),
        doubts,
    })
}

/// Whether nearly all bytes are zeros; even ASCII in UTF-32 has something in every fourth.
fn is_hollow(bytes: &[u8]) -> bool {
    let n_zeros: usize = bytes.iter().map(|byte| usize::from(*byte == 0)).sum();
    n_zeros * 5 > bytes.len() * 4
}

/// A line break has the byte of its ASCII in every encoding.
fn longest_line(bytes: &[u8]) -> usize {
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    lines.map(<[u8]>::len).max().unwrap_or(0)
}

/// Refuses what can be decoded and is no text all the same.
fn refuse(found: &Findings, file_name: &str, charset: Charset) -> Result<(), BookError> {
    if let Some(misread) = &found.whole {
        return Err(BookError::Mojibake {
            name: file_name.to_owned(),
            encoding: charset.name(),
            read_as: misread.read_as,
            was: misread.was,
            preview: misread.preview.clone(),
        });
    }
    if found.n_lost > MOST_LOST && found.n_lost * 10 > found.n_counted {
        return Err(BookError::Lost {
            name: file_name.to_owned(),
            n_lost: found.n_lost,
        });
    }
    Ok(())
}

fn by_label(label: &str, bytes: &[u8]) -> Result<Charset, BookError> {
    let label = label.trim().to_ascii_lowercase().replace('_', "-");
    Charset::by_label(&label, bytes).ok_or(BookError::UnknownEncoding { encoding: label })
}

/// Reads under an encoding that somebody chose; a few wounds are borne there too.
fn read_as<'a>(
    bytes: &'a [u8],
    file_name: &str,
    charset: Charset,
    frequency: &Frequency,
) -> Result<(Charset, Reading<'a>), BookError> {
    let offset = match reading::strict(bytes, charset) {
        Ok(text) => return Ok((charset, Reading::whole(text))),
        Err(offset) => offset,
    };
    let reading = reading::tolerant(bytes, charset, frequency);
    let is_bearable = reading.end == Ending::Whole && damage::is_bearable(&reading, bytes.len());
    // A wrong choice, too, may fit all but a byte.
    if is_bearable && frequency.score(&reading.text) >= detect::RARE {
        return Ok((charset, reading));
    }
    Err(BookError::Malformed {
        name: file_name.to_owned(),
        encoding: charset.name(),
        byte: bytes.get(offset).copied().unwrap_or_default(),
        offset,
    })
}

#[cfg(test)]
mod tests;
