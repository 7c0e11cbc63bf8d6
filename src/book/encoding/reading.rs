//! Bytes to text under one encoding, strictly or with a few wounds.
//!
//! Never loses a byte silently: what does not fit is a [`Wound`] with its place, and stands as one
//! `�` in the text.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{DecoderResult, Encoding};

use super::charset::{Charset, End};
use super::damage::{self, MOST_WOUNDS};
use crate::book::frequency::Frequency;

/// So many bytes are read before room is made for all of them.
const FIRST_STEP: usize = 1 << 16;

/// A text and what was wrong with its bytes.
pub struct Reading<'a> {
    /// The text; when it was given up, what was read until then.
    pub text: Cow<'a, str>,
    /// Where bytes did not fit.
    pub wounds: Vec<Wound>,
    /// Lines that were read in another encoding.
    pub foreign: Vec<Foreign>,
    /// Whether all bytes were read.
    pub end: Ending,
}

impl<'a> Reading<'a> {
    /// A text that nothing is wrong with.
    pub fn whole(text: Cow<'a, str>) -> Self {
        Self {
            text,
            wounds: Vec::new(),
            foreign: Vec::new(),
            end: Ending::Whole,
        }
    }
}

/// How far a reading came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// To the last byte.
    Whole,
    /// To where there were more wounds than any book may have.
    GivenUp,
}

/// Bytes that do not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wound {
    /// Where they stand in the file.
    pub bytes: Range<usize>,
    /// Where their `�` stands in the text, in bytes.
    pub at: usize,
}

/// A line that was read in another encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreign {
    /// Its own encoding.
    pub charset: Charset,
    /// Where it begins in the text, in bytes.
    pub at: usize,
    /// How many bytes of the file it takes.
    pub n_bytes: usize,
}

/// The whole input as text, or the offset of the first byte that does not fit.
pub fn strict(bytes: &[u8], charset: Charset) -> Result<Cow<'_, str>, usize> {
    let n_mark = charset.mark_length(bytes);
    if charset == Charset::UTF_8 {
        // Borrows: most books are UTF-8, and a copy would double their memory.
        return std::str::from_utf8(&bytes[n_mark..])
            .map(Cow::Borrowed)
            .map_err(|error| error.valid_up_to() + n_mark);
    }
    let reading = Reader::new(bytes, charset, None).read();
    match reading.wounds.first() {
        Some(wound) => Err(wound.bytes.start),
        None => Ok(reading.text),
    }
}

/// As much of the input as makes sense: a few wounds, and lines in another encoding.
pub fn tolerant<'a>(bytes: &'a [u8], charset: Charset, frequency: &Frequency) -> Reading<'a> {
    Reader::new(bytes, charset, Some(frequency)).read()
}

/// A reading on its way.
struct Reader<'a, 'f> {
    bytes: &'a [u8],
    charset: Charset,
    /// Judges lines in another encoding; none when nothing is tolerated.
    frequency: Option<&'f Frequency>,
    text: String,
    wounds: Vec<Wound>,
    foreign: Vec<Foreign>,
    /// How much is wounded, in [`damage::weight`]s.
    weight: usize,
    /// The end of the last line that was tried in other encodings.
    tried_until: usize,
}

impl<'a, 'f> Reader<'a, 'f> {
    fn new(bytes: &'a [u8], charset: Charset, frequency: Option<&'f Frequency>) -> Self {
        Self {
            bytes,
            charset,
            frequency,
            text: String::new(),
            wounds: Vec::new(),
            foreign: Vec::new(),
            weight: 0,
            tried_until: 0,
        }
    }

    fn read(mut self) -> Reading<'a> {
        let end = match self.charset {
            Charset::Listed(encoding) => self.read_listed(encoding),
            Charset::Utf32(end) => self.read_utf_32(end),
        };
        Reading {
            text: Cow::Owned(self.text),
            wounds: self.wounds,
            foreign: self.foreign,
            end,
        }
    }

    fn read_listed(&mut self, encoding: &'static Encoding) -> Ending {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut n_read = self.charset.mark_length(self.bytes);
        loop {
            self.make_room(n_read);
            let rest = &self.bytes[n_read..];
            let (result, n_more) =
                decoder.decode_to_string_without_replacement(rest, &mut self.text, true);
            n_read += n_more;
            match result {
                DecoderResult::InputEmpty => return Ending::Whole,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, after) => {
                    let end = n_read - usize::from(after);
                    let start = end.saturating_sub(usize::from(length));
                    if let Some(line_end) = self.read_foreign_line(start) {
                        n_read = line_end;
                        decoder = encoding.new_decoder_without_bom_handling();
                    } else if self.wound(start..end) == Ending::GivenUp {
                        return Ending::GivenUp;
                    }
                }
            }
        }
    }

    /// Three bytes of UTF-8 come from two bytes of any of these; a full buffer only asks again.
    /// Most encodings fail early, and must not cost the room of a whole book before.
    fn make_room(&mut self, n_read: usize) {
        let n_left = self.bytes.len() - n_read;
        let n_next = if n_read < FIRST_STEP {
            n_left.min(FIRST_STEP)
        } else {
            n_left
        };
        self.text.reserve(n_next / 2 * 3 + 16);
    }

    fn read_utf_32(&mut self, end: End) -> Ending {
        let n_mark = self.charset.mark_length(self.bytes);
        for (index, unit) in self.bytes[n_mark..].chunks(4).enumerate() {
            let character = <[u8; 4]>::try_from(unit).ok().and_then(|unit| {
                char::from_u32(match end {
                    End::Little => u32::from_le_bytes(unit),
                    End::Big => u32::from_be_bytes(unit),
                })
            });
            let start = n_mark + index * 4;
            match character {
                Some(character) => self.text.push(character),
                None if self.wound(start..start + unit.len()) == Ending::GivenUp => {
                    return Ending::GivenUp;
                }
                None => {}
            }
        }
        Ending::Whole
    }

    /// Puts one `�` for these bytes; bytes right behind the last ones belong to the same wound.
    fn wound(&mut self, bytes: Range<usize>) -> Ending {
        let is_same = |last: &&mut Wound| last.bytes.end == bytes.start;
        if let Some(last) = self.wounds.last_mut().filter(is_same) {
            self.weight -= damage::weight(&last.bytes);
            last.bytes.end = bytes.end;
            self.weight += damage::weight(&last.bytes);
        } else {
            self.weight += damage::weight(&bytes);
            let at = self.text.len();
            self.wounds.push(Wound { bytes, at });
            self.text.push(char::REPLACEMENT_CHARACTER);
        }
        if self.frequency.is_none() || self.weight > MOST_WOUNDS {
            Ending::GivenUp
        } else {
            Ending::Whole
        }
    }

    /// Reads the line around a misfit in another encoding, if it is Chinese there; gives its end.
    fn read_foreign_line(&mut self, misfit: usize) -> Option<usize> {
        let frequency = self.frequency?;
        if misfit < self.tried_until || !self.charset.has_plain_breaks() {
            return None;
        }
        let is_break = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let start = self.bytes[..misfit].iter().rposition(is_break);
        let start = start.map_or(self.charset.mark_length(self.bytes), |at| at + 1);
        let n_more = self.bytes[misfit..].iter().position(is_break);
        let end = n_more.map_or(self.bytes.len(), |n| misfit + n);
        self.tried_until = end;
        let (charset, line) = damage::foreign(&self.bytes[start..end], self.charset, frequency)?;
        let at = self.text.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        self.text.truncate(at);
        self.text.push_str(&line);
        let n_bytes = end - start;
        self.foreign.push(Foreign {
            charset,
            at,
            n_bytes,
        });
        Some(end)
    }
}
