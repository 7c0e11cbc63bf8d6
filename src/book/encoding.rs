//! Bytes to text: which encoding it is, and reading it without a single replacement character.
//!
//! Never judges by the head of a file and never reads around a byte that does not fit: a candidate
//! either decodes the whole input or is out.

use std::borrow::Cow;

use encoding_rs::{BIG5, DecoderResult, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

use super::binary;
use super::error::{BookError, Candidate};
use super::frequency::Frequency;

/// The names shown to someone who gave an unknown one; all labels of the WHATWG list work too.
pub const KNOWN_NAMES: [&str; 6] = ["utf-8", "utf-16le", "utf-16be", "gb18030", "gbk", "big5"];

/// Below this a text is no plausible Chinese. Prose scores 0.7 to 0.95, misread bytes under 0.3.
const PLAUSIBLE: f64 = 0.5;

/// How far the best candidate must be ahead of the second.
const MARGIN: f64 = 0.15;

/// How many characters of a candidate's text are shown.
const PREVIEW: usize = 40;

/// A decoded text and the WHATWG name of its encoding.
pub type Decoded<'a> = (Cow<'a, str>, &'static str);

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
    let decoded = match encoding {
        Some(label) => read_as(bytes, file_name, by_label(label, bytes)?),
        None => match Encoding::for_bom(bytes) {
            // A damaged UTF-8 file is shown with its candidates like any other damaged file.
            Some((marked, _)) if marked != UTF_8 => read_as(bytes, file_name, marked),
            _ => detect(bytes, file_name),
        },
    }?;
    if decoded.0.is_empty() {
        Err(BookError::Empty { name: name() })
    } else {
        Ok(decoded)
    }
}

/// The WHATWG writes this one name small; on a screen it stands beside `GBK`.
fn name_of(encoding: &'static Encoding) -> &'static str {
    if encoding == GB18030 {
        "GB18030"
    } else {
        encoding.name()
    }
}

fn by_label(label: &str, bytes: &[u8]) -> Result<&'static Encoding, BookError> {
    let label = label.trim().to_ascii_lowercase().replace('_', "-");
    match label.as_str() {
        // Without an end named, the mark at the beginning tells it.
        "utf-16" | "utf16" if bytes.starts_with(&[0xFE, 0xFF]) => Some(UTF_16BE),
        "utf16" | "utf16le" => Some(UTF_16LE),
        "utf16be" => Some(UTF_16BE),
        known => Encoding::for_label_no_replacement(known.as_bytes()),
    }
    .ok_or(BookError::UnknownEncoding { encoding: label })
}

fn read_as<'a>(
    bytes: &'a [u8],
    file_name: &str,
    encoding: &'static Encoding,
) -> Result<Decoded<'a>, BookError> {
    let text = strict(bytes, encoding).map_err(|misfit| BookError::Malformed {
        name: file_name.to_owned(),
        encoding: name_of(encoding),
        byte: bytes.get(misfit.offset).copied().unwrap_or_default(),
        offset: misfit.offset,
    })?;
    Ok((text, name_of(encoding)))
}

fn detect<'a>(bytes: &'a [u8], file_name: &str) -> Result<Decoded<'a>, BookError> {
    let n_zeros: usize = bytes.iter().map(|byte| usize::from(*byte == 0)).sum();
    let utf_8 = strict(bytes, UTF_8);
    if n_zeros == 0
        && let Ok(text) = utf_8
    {
        return Ok((text, name_of(UTF_8)));
    }
    let others =
        [GB18030, BIG5, UTF_16LE, UTF_16BE].map(|encoding| (encoding, strict(bytes, encoding)));
    let (fits, misfits) = partition([(UTF_8, utf_8)].into_iter().chain(others));
    let name = file_name.to_owned();
    best(fits).map_err(|candidates| {
        if n_zeros * 1000 > bytes.len() {
            BookError::Binary {
                name,
                kind: "binary data",
            }
        } else if candidates.is_empty() {
            BookError::Undecodable {
                name,
                candidates: misfits,
            }
        } else {
            BookError::Unsure { name, candidates }
        }
    })
}

/// The texts of the encodings that fit, and how far the others came.
fn partition<'a>(
    readings: impl Iterator<Item = (&'static Encoding, Result<Cow<'a, str>, Misfit>)>,
) -> (Vec<Decoded<'a>>, Vec<Candidate>) {
    let mut fits = Vec::new();
    let mut misfits = Vec::new();
    for (encoding, reading) in readings {
        match reading {
            Ok(text) => fits.push((text, name_of(encoding))),
            // What fits not even the first character has nothing to show.
            Err(Misfit { offset: 0, .. }) => {}
            Err(Misfit { offset, before }) => misfits.push(Candidate {
                encoding: name_of(encoding),
                preview: preview(&before),
                misfit: Some(offset),
            }),
        }
    }
    misfits.sort_by_key(|candidate| std::cmp::Reverse(candidate.misfit));
    (fits, misfits)
}

/// The one text that is clearly the most plausible, or all of them as candidates.
fn best(fits: Vec<Decoded>) -> Result<Decoded, Vec<Candidate>> {
    let frequency = Frequency::new();
    let mut scored: Vec<_> = fits
        .into_iter()
        .map(|fit| (frequency.score(&fit.0), fit))
        // More oddities than words: the bytes fit by chance and nobody needs to see it.
        .filter(|(score, _)| *score >= 0.0)
        .collect();
    scored.sort_by(|one, other| other.0.total_cmp(&one.0));
    let second = scored.get(1).map_or(-1.0, |(score, _)| *score);
    if scored
        .first()
        .is_some_and(|(score, _)| *score >= PLAUSIBLE && score - second >= MARGIN)
    {
        return Ok(scored.swap_remove(0).1);
    }
    let candidate = |(text, encoding): &Decoded| Candidate {
        encoding,
        preview: preview(text),
        misfit: None,
    };
    Err(scored.iter().map(|(_, fit)| candidate(fit)).collect())
}

/// The beginning of a text on one line, controls shown as `�`.
fn preview(text: &str) -> String {
    let shown = |character: char| match character {
        character if character.is_whitespace() => ' ',
        character if character.is_control() => char::REPLACEMENT_CHARACTER,
        character => character,
    };
    text.trim().chars().take(PREVIEW).map(shown).collect()
}

/// Where an encoding stops fitting.
struct Misfit {
    /// First byte that does not fit.
    offset: usize,
    /// The text before it.
    before: String,
}

/// The whole input as text, without its byte order mark.
fn strict<'a>(bytes: &'a [u8], encoding: &'static Encoding) -> Result<Cow<'a, str>, Misfit> {
    let n_mark = match Encoding::for_bom(bytes) {
        Some((marked, length)) if marked == encoding => length,
        _ => 0,
    };
    let content = &bytes[n_mark..];
    let reading = if encoding == UTF_8 {
        strict_utf_8(content)
    } else {
        strict_legacy(content, encoding)
    };
    reading.map_err(|misfit| Misfit {
        offset: misfit.offset + n_mark,
        ..misfit
    })
}

/// Borrows: most books are UTF-8, and a copy would double their memory.
fn strict_utf_8(bytes: &[u8]) -> Result<Cow<'_, str>, Misfit> {
    std::str::from_utf8(bytes)
        .map(Cow::Borrowed)
        .map_err(|error| {
            let offset = error.valid_up_to();
            Misfit {
                offset,
                before: String::from_utf8_lossy(&bytes[..offset]).into_owned(),
            }
        })
}

fn strict_legacy<'a>(bytes: &[u8], encoding: &'static Encoding) -> Result<Cow<'a, str>, Misfit> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::new();
    let mut n_read = 0;
    loop {
        // Three bytes of UTF-8 come from two bytes of any of these; a full buffer only asks again.
        text.reserve((bytes.len() - n_read) / 2 * 3 + 16);
        let (result, n_more) =
            decoder.decode_to_string_without_replacement(&bytes[n_read..], &mut text, true);
        n_read += n_more;
        match result {
            DecoderResult::InputEmpty => return Ok(Cow::Owned(text)),
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(length, after) => {
                let offset = n_read.saturating_sub(usize::from(length) + usize::from(after));
                return Err(Misfit {
                    offset,
                    before: text,
                });
            }
        }
    }
}
