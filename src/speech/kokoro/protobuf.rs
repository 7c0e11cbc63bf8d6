//! Reading and writing single fields of protocol buffer messages.
//!
//! Never interprets a message: it gives spans of bytes.

use std::ops::Range;

/// Wire types of the encoding.
pub const VARINT: u64 = 0;
const FIXED64: u64 = 1;
pub const BYTES: u64 = 2;
pub const FIXED32: u64 = 5;

/// A message that breaks off or is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unreadable {
    /// Where.
    pub offset: usize,
}

/// A field of a message: its number, its wire type, the span of all of it and of its payload.
pub struct Field {
    pub number: u64,
    pub wire: u64,
    pub whole: Range<usize>,
    pub payload: Range<usize>,
}

/// A field that holds bytes: a text or a message.
pub fn record(number: u64, payload: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(payload.len() + 6);
    put_varint(&mut bytes, number << 3 | BYTES);
    put_varint(&mut bytes, payload.len() as u64);
    bytes.extend_from_slice(payload);
    bytes
}

/// A field that holds a number.
pub fn varint_field(number: u64, value: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(6);
    put_varint(&mut bytes, number << 3 | VARINT);
    put_varint(&mut bytes, value);
    bytes
}

/// Appends a number.
pub fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push((value as u8 & 0x7f) | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// The fields of the message in `span`, in order, ending at the first that cannot be read.
pub fn fields(
    model: &[u8],
    span: Range<usize>,
) -> impl Iterator<Item = Result<Field, Unreadable>> + '_ {
    let mut at = span.start;
    let mut broken = false;
    std::iter::from_fn(move || {
        if broken || at >= span.end {
            return None;
        }
        let field = read_field(model, at, span.end);
        match &field {
            Ok(field) => at = field.whole.end,
            Err(_) => broken = true,
        }
        Some(field)
    })
}

fn read_field(model: &[u8], start: usize, end: usize) -> Result<Field, Unreadable> {
    let (key, at) = read_varint(model, start)?;
    let payload = match key & 7 {
        VARINT => at..read_varint(model, at)?.1,
        FIXED64 => at..at + 8,
        FIXED32 => at..at + 4,
        BYTES => {
            let (length, from) = read_varint(model, at)?;
            from..from.saturating_add(usize::try_from(length).unwrap_or(usize::MAX))
        }
        _ => return Err(Unreadable { offset: start }),
    };
    if payload.end > end {
        return Err(Unreadable { offset: start });
    }
    Ok(Field {
        number: key >> 3,
        wire: key & 7,
        whole: start..payload.end,
        payload,
    })
}

/// The number at `start` and where it ends.
pub fn read_varint(model: &[u8], start: usize) -> Result<(u64, usize), Unreadable> {
    let mut value = 0u64;
    for (i, byte) in model.iter().skip(start).take(10).enumerate() {
        value |= u64::from(byte & 0x7f) << (7 * i as u32).min(63);
        if byte & 0x80 == 0 {
            return Ok((value, start + i + 1));
        }
    }
    Err(Unreadable { offset: start })
}
