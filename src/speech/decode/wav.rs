//! WAV as servers really send it.
//!
//! Never believes a length that cannot be: streaming servers write 0, `0xFFFFFFFF`, `0x7FFFFFFF` or
//! two thousand million there, and some send several files one after the other. Never takes half a
//! file for a whole one: a length that can be is a promise.

#[cfg(test)]
mod tests;

use super::pcm::Encoding;
use super::{DecodeError, Mono};
use crate::speech::Speech;

/// Sizes from here on are a server's way of saying that it did not know the length: no answer is a
/// thousand million bytes long.
const UNKNOWN_SIZE: u64 = 1_000_000_000;

/// Bytes of `RIFF`, its size and `WAVE`.
const FILE_HEADER: usize = 12;

/// Reads a WAV, or several in a row; nothing if this is no WAV, or one whose samples are compressed.
pub fn decode(bytes: &[u8]) -> Option<Result<Speech, DecodeError>> {
    let files = split(bytes);
    if !starts_file(bytes) || files.iter().any(|file| is_compressed(file)) {
        return None;
    }
    Some(decode_files(&files))
}

fn decode_files(files: &[&[u8]]) -> Result<Speech, DecodeError> {
    let mut mono: Option<Mono> = None;
    for (index, file) in files.iter().enumerate() {
        let Content { format, data, size } = Content::parse(file)?;
        let encoding = format.encoding()?;
        // Where more follows, the size may be that of all files.
        let is_last = index + 1 == files.len();
        let missing = size.saturating_sub(data.len() as u64);
        if is_last && missing >= format.frame_bytes.max(1) as u64 {
            return Err(broken("it breaks off"));
        }
        let mono = match &mut mono {
            Some(mono) => mono,
            None => mono.insert(Mono::new(format.rate, format.channels)?),
        };
        mono.expect_same(format.rate, format.channels)?;
        mono.extend(encoding.read(data))?;
    }
    mono.map(|mono| mono.speech).ok_or(DecodeError::Empty)
}

fn starts_file(bytes: &[u8]) -> bool {
    bytes.len() >= FILE_HEADER
        && matches!(&bytes[..4], b"RIFF" | b"RF64" | b"BW64")
        && &bytes[8..FILE_HEADER] == b"WAVE"
}

/// Cuts where another file begins; eight bytes that agree by chance do not happen.
fn split(bytes: &[u8]) -> Vec<&[u8]> {
    let mut starts: Vec<usize> = bytes
        .windows(FILE_HEADER)
        .enumerate()
        .filter(|(_, window)| starts_file(window))
        .map(|(start, _)| start)
        .collect();
    starts.push(bytes.len());
    starts
        .windows(2)
        .map(|pair| &bytes[pair[0]..pair[1]])
        .collect()
}

/// What the `fmt ` chunk says.
#[derive(Debug, Clone, Copy)]
struct Format {
    tag: u16,
    channels: usize,
    rate: u32,
    bits: u16,
    frame_bytes: usize,
}

impl Format {
    fn parse(chunk: &[u8]) -> Option<Self> {
        let half = |at: usize| Some(u16::from_le_bytes(chunk.get(at..at + 2)?.try_into().ok()?));
        let word = |at: usize| Some(u32::from_le_bytes(chunk.get(at..at + 4)?.try_into().ok()?));
        let tag = match half(0)? {
            // The extensible format keeps the real tag at the start of a GUID.
            0xFFFE => half(24)?,
            tag => tag,
        };
        Some(Self {
            tag,
            channels: half(2)?.into(),
            rate: word(4)?,
            frame_bytes: half(12)?.into(),
            bits: half(14)?,
        })
    }

    fn encoding(&self) -> Result<Encoding, DecodeError> {
        Ok(match (self.tag, self.container_bits()) {
            (1, 8) => Encoding::U8,
            (1, 16) => Encoding::I16,
            (1, 24) => Encoding::I24,
            (1, 32) => Encoding::I32,
            (3, 32) => Encoding::F32,
            (6, 8) => Encoding::ALaw,
            (7, 8) => Encoding::MuLaw,
            (tag, bits) => {
                let what = format!("WAV encoding {tag} of {bits} bits");
                return Err(DecodeError::Unsupported { what });
            }
        })
    }

    /// Bits that a sample takes up; 20 bits lie in 24, and 24 may lie in 32.
    fn container_bits(&self) -> usize {
        let least = usize::from(self.bits).next_multiple_of(8);
        let container = self.frame_bytes / self.channels.max(1) * 8;
        if container > least && container <= 32 {
            container
        } else {
            least
        }
    }
}

fn is_compressed(file: &[u8]) -> bool {
    Content::parse(file).is_ok_and(|content| !matches!(content.format.tag, 1 | 3 | 6 | 7))
}

/// What one file holds.
struct Content<'a> {
    format: Format,
    data: &'a [u8],
    /// Bytes that the samples are said to be; as many as there are if nothing credible is said.
    size: u64,
}

impl<'a> Content<'a> {
    fn parse(file: &'a [u8]) -> Result<Self, DecodeError> {
        let mut rest = &file[FILE_HEADER..];
        let (mut format, mut data, mut long_size) = (None, None, None);
        while let Some(chunk) = Chunk::next(rest, long_size) {
            match chunk.name {
                b"fmt " => {
                    let described = Format::parse(chunk.content);
                    format = Some(described.ok_or_else(|| broken("its format is cut off"))?);
                }
                b"ds64" => long_size = long_size_of_data(chunk.content),
                b"data" => data = Some((chunk.content, chunk.size)),
                _ => {}
            }
            if let (Some(format), Some((data, size))) = (format, data) {
                return Ok(Self { format, data, size });
            }
            rest = chunk.after;
        }
        let problem = match data {
            Some(_) => "samples without their format",
            None => "no samples",
        };
        Err(broken(problem))
    }
}

/// The 64-bit format keeps the size of the samples in a chunk of its own.
fn long_size_of_data(chunk: &[u8]) -> Option<u64> {
    let bytes = chunk.get(8..16)?.try_into().ok()?;
    Some(u64::from_le_bytes(bytes))
}

/// A part of a file, and what follows it.
struct Chunk<'a> {
    name: &'a [u8; 4],
    content: &'a [u8],
    /// Its size as it says itself, or that of the content if it says nothing credible.
    size: u64,
    after: &'a [u8],
}

impl<'a> Chunk<'a> {
    /// The first chunk of `bytes`; a size that cannot be means "the rest".
    fn next(bytes: &'a [u8], long_size: Option<u64>) -> Option<Self> {
        let (name, bytes) = bytes.split_first_chunk::<4>()?;
        let (size, bytes) = bytes.split_first_chunk::<4>()?;
        let is_data = name == b"data";
        let size = match (u32::from_le_bytes(*size), long_size) {
            (u32::MAX, Some(long)) if is_data => long,
            (size, _) => size.into(),
        };
        let is_unknown = size >= UNKNOWN_SIZE || (size == 0 && is_data);
        let there = bytes.len() as u64;
        let size = if is_unknown { there } else { size };
        let (content, after) = bytes.split_at(size.min(there) as usize);
        // Chunks start at even offsets; those who forget it go on with a name.
        let is_padded = size % 2 == 1 && after.first().is_some_and(|pad| !pad.is_ascii_graphic());
        Some(Self {
            name,
            content,
            size,
            after: &after[usize::from(is_padded)..],
        })
    }
}

fn broken(problem: &str) -> DecodeError {
    DecodeError::Broken {
        format: "WAV",
        problem: problem.into(),
    }
}
