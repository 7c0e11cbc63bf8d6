//! WAV as servers really send it.
//!
//! Never believes a declared length: streaming servers write 0, `0xFFFFFFFF`, `0x7FFFFFFF` or two
//! thousand million there, and some send several files one after the other. What counts is the bytes.

#[cfg(test)]
mod tests;

use super::pcm::Encoding;
use super::{DecodeError, Mono};
use crate::speech::Speech;

/// Sizes from here on are a server's way of saying that it did not know the length.
const UNKNOWN_SIZE: usize = 0x7FFF_0000;

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
    for file in files {
        let (format, data) = parse(file)?;
        let encoding = format.encoding()?;
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
        && matches!(&bytes[..4], b"RIFF" | b"RF64")
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
    parse(file).is_ok_and(|(format, _)| !matches!(format.tag, 1 | 3))
}

/// The format and the samples' bytes of one file.
fn parse(file: &[u8]) -> Result<(Format, &[u8]), DecodeError> {
    let mut rest = &file[FILE_HEADER..];
    let mut format = None;
    while let Some((name, content, after)) = next_chunk(rest) {
        match name {
            b"fmt " => {
                let described = Format::parse(content);
                format = Some(described.ok_or_else(|| broken("its format is cut off"))?);
            }
            b"data" => {
                let format = format.ok_or_else(|| broken("samples before their format"))?;
                return Ok((format, content));
            }
            _ => {}
        }
        rest = after;
    }
    Err(broken("no samples"))
}

/// A chunk's name and content, and what follows it; a size that cannot be true means "the rest".
fn next_chunk(bytes: &[u8]) -> Option<(&[u8; 4], &[u8], &[u8])> {
    let (name, bytes) = bytes.split_first_chunk::<4>()?;
    let (size, bytes) = bytes.split_first_chunk::<4>()?;
    let size = u32::from_le_bytes(*size) as usize;
    let is_unknown = size >= UNKNOWN_SIZE || (size == 0 && name == b"data");
    if is_unknown || size > bytes.len() {
        return Some((name, bytes, &[]));
    }
    let (content, after) = bytes.split_at(size);
    // Chunks start at even offsets.
    let after = &after[(size % 2).min(after.len())..];
    Some((name, content, after))
}

fn broken(problem: &str) -> DecodeError {
    DecodeError::Broken {
        format: "WAV",
        problem: problem.into(),
    }
}
