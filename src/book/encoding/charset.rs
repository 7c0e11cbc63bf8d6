//! The encodings a novel comes in: their names, their labels and their marks.
//!
//! Never looks beyond the first eight bytes of a file: what the rest says is for the readings to
//! judge.

use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE};

/// The names shown to someone who gave an unknown one; all labels of the WHATWG list work too.
pub const KNOWN_NAMES: [&str; 8] = [
    "utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be", "gb18030", "gbk", "big5",
];

/// An encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// One of the WHATWG list.
    Listed(&'static Encoding),
    /// UTF-32, which that list leaves out; texts saved by old editors have it.
    Utf32(End),
}

/// Which byte of a unit comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The lowest.
    Little,
    /// The highest.
    Big,
}

impl Charset {
    /// UTF-8.
    pub const UTF_8: Self = Self::Listed(UTF_8);
    /// GB18030, which holds GBK and GB2312.
    pub const GB18030: Self = Self::Listed(GB18030);
    /// Big5 with the characters of Hong Kong.
    pub const BIG5: Self = Self::Listed(BIG5);

    /// All that are tried on a file of unknown encoding; of two that read the same the first wins.
    pub const CANDIDATES: [Self; 7] = [
        Self::UTF_8,
        Self::GB18030,
        Self::BIG5,
        Self::Listed(UTF_16LE),
        Self::Listed(UTF_16BE),
        Self::Utf32(End::Little),
        Self::Utf32(End::Big),
    ];

    /// The name shown to a person.
    pub fn name(self) -> &'static str {
        match self {
            // The WHATWG writes this one name small; on a screen it stands beside `GBK`.
            Self::Listed(encoding) if encoding == GB18030 => "GB18030",
            Self::Listed(encoding) => encoding.name(),
            Self::Utf32(End::Little) => "UTF-32LE",
            Self::Utf32(End::Big) => "UTF-32BE",
        }
    }

    /// The encoding that a person means; `bytes` tell the end when the label leaves it open.
    pub fn by_label(label: &str, bytes: &[u8]) -> Option<Self> {
        match label {
            "utf-16" | "utf16" if bytes.starts_with(&[0xFE, 0xFF]) => Some(Self::Listed(UTF_16BE)),
            "utf16" | "utf16le" => Some(Self::Listed(UTF_16LE)),
            "utf16be" => Some(Self::Listed(UTF_16BE)),
            "utf-32" | "utf32" if bytes.first() == Some(&0) => Some(Self::Utf32(End::Big)),
            "utf-32" | "utf32" | "utf-32le" | "utf32le" => Some(Self::Utf32(End::Little)),
            "utf-32be" | "utf32be" => Some(Self::Utf32(End::Big)),
            known => Encoding::for_label_no_replacement(known.as_bytes()).map(Self::Listed),
        }
    }

    /// The encoding that the file's mark tells, and the mark's length.
    pub fn by_mark(bytes: &[u8]) -> Option<(Self, usize)> {
        match bytes {
            // A UTF-16 text would have a character where the second unit of UTF-32 has zeros.
            [0xFF, 0xFE, 0, 0, _, _, 0..=0x10, 0, ..] | [0xFF, 0xFE, 0, 0] => {
                Some((Self::Utf32(End::Little), 4))
            }
            [0, 0, 0xFE, 0xFF, ..] => Some((Self::Utf32(End::Big), 4)),
            [0x84, 0x31, 0x95, 0x33, ..] => Some((Self::GB18030, 4)),
            _ => {
                Encoding::for_bom(bytes).map(|(encoding, length)| (Self::Listed(encoding), length))
            }
        }
    }

    /// How many of the first bytes are this encoding's mark.
    pub fn mark_length(self, bytes: &[u8]) -> usize {
        Self::by_mark(bytes)
            .filter(|(marked, _)| *marked == self)
            .map_or(0, |(_, length)| length)
    }

    /// Whether a line break is one byte that is never part of another character.
    pub fn has_plain_breaks(self) -> bool {
        ![UTF_16LE, UTF_16BE]
            .map(Self::Listed)
            .into_iter()
            .chain([Self::Utf32(End::Little), Self::Utf32(End::Big)])
            .any(|wide| wide == self)
    }
}
