//! A case to bytes on the disk.
//!
//! Never encodes silently with losses: a character that an encoding lacks is a fault of the case.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use encoding_rs::Encoding;

use super::case::Case;
use super::epub;

/// Writes the book into `folder`; the path a person would give.
pub fn write(case: &Case, folder: &Path) -> PathBuf {
    for (name, text) in &case.beside {
        put(&folder.join(name), text.as_bytes());
    }
    let path = folder.join(case.file());
    if case.is_epub() {
        let mut bytes = epub::archive(case);
        bytes.truncate(bytes.len() - case.cut);
        put(&path, &bytes);
    } else if case.files.is_empty() {
        put(&path, &bytes(case));
    } else {
        for (name, text) in &case.files {
            let encoding = case.encodings.get(name).unwrap_or(&case.encoding);
            put(&path.join(name), &encode(text, encoding));
        }
    }
    path
}

fn put(path: &Path, bytes: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The bytes of a case of one file, broken as the case wants them.
pub fn bytes(case: &Case) -> Vec<u8> {
    let mut bytes = if case.raw.is_empty() {
        encoded(case)
    } else {
        from_hex(&case.raw)
    };
    bytes.truncate(bytes.len() - case.cut);
    bytes
}

fn encoded(case: &Case) -> Vec<u8> {
    if !case.encodings.is_empty() {
        return by_lines(&case.text, &case.encoding, &case.encodings);
    }
    let (mut bytes, mut rest) = (Vec::new(), case.text.as_str());
    for (piece, hex) in &case.bad {
        let (before, after) = rest
            .split_once(piece)
            .unwrap_or_else(|| panic!("{}: `{piece}` is not there", case.name));
        bytes.extend(encode(before, &case.encoding));
        bytes.extend(from_hex(hex));
        rest = after;
    }
    bytes.extend(encode(rest, &case.encoding));
    bytes
}

/// Some lines, by number, in an encoding of their own.
fn by_lines(text: &str, encoding: &str, others: &BTreeMap<String, String>) -> Vec<u8> {
    let lines = text.split_inclusive('\n').zip(1..);
    let encoded = lines.flat_map(|(line, number)| {
        encode(
            line,
            others
                .get(&number.to_string())
                .map_or(encoding, |other| other),
        )
    });
    encoded.collect()
}

fn from_hex(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().filter(|next| !next.is_whitespace()).collect();
    let pairs = digits.chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(&String::from_iter(pair), 16).unwrap())
        .collect()
}

/// Bytes of `text`; UTF-8 when no encoding is named.
fn encode(text: &str, encoding: &str) -> Vec<u8> {
    if let Some((written, read)) = encoding.split_once(" as ") {
        return misread(text, written, read).into_bytes();
    }
    let (name, text) = match encoding.strip_suffix("-bom") {
        Some(name) => (name, format!("\u{FEFF}{text}")),
        None => (encoding, text.to_owned()),
    };
    let units = text.encode_utf16();
    let characters = text.chars().map(u32::from);
    match name {
        "" | "utf-8" => text.into_bytes(),
        "utf-16le" => units.flat_map(u16::to_le_bytes).collect(),
        "utf-16be" => units.flat_map(u16::to_be_bytes).collect(),
        "utf-32le" => characters.flat_map(u32::to_le_bytes).collect(),
        "utf-32be" => characters.flat_map(u32::to_be_bytes).collect(),
        label => encode_by_table(&text, label),
    }
}

fn encode_by_table(text: &str, label: &str) -> Vec<u8> {
    let encoding = Encoding::for_label(label.as_bytes()).unwrap();
    let (bytes, _, has_losses) = encoding.encode(text);
    assert!(!has_losses, "{label} cannot write all of {text:?}");
    bytes.into_owned()
}

/// What an editor shows that takes one encoding for another.
fn misread(text: &str, written: &str, read: &str) -> String {
    let encoding = Encoding::for_label(read.as_bytes()).unwrap();
    let bytes = encode(text, written);
    let (shown, _) = encoding.decode_without_bom_handling(&bytes);
    shown.into_owned()
}
