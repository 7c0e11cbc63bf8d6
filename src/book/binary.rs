//! Files that are no text, known by their first bytes.
//!
//! Never a verdict on encodings: a text may hold any bytes, so only marks that no text begins
//! with are listed.

/// First bytes and what they are the beginning of.
const MARKS: [(&[u8], &str); 21] = [
    (b"PK\x03\x04", "a ZIP archive"),
    (b"PK\x05\x06", "an empty ZIP archive"),
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n\x1A\n", "a PNG image"),
    (b"\xFF\xD8\xFF", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"\x7FELF", "a program"),
    (b"MZ\x90\0", "a program"),
    (b"ID3", "an MP3 recording"),
    (b"\xFF\xFB", "an MP3 recording"),
    (b"OggS\0", "an Ogg recording"),
    (b"fLaC\0", "a FLAC recording"),
    (b"\x1F\x8B\x08", "a gzip archive"),
    (b"Rar!\x1A\x07", "a RAR archive"),
    (b"7z\xBC\xAF\x27\x1C", "a 7-Zip archive"),
    (b"BZh9", "a bzip2 archive"),
    (b"\xFD7zXZ\0", "an xz archive"),
    (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", "an old Word document"),
    (b"{\\rtf", "a rich text document"),
    (b"SQLite format 3\0", "a database"),
];

/// What the bytes are when they are no text, with its article.
pub fn kind(bytes: &[u8]) -> Option<&'static str> {
    let starts_at = |offset: usize, mark: &[u8]| {
        bytes
            .get(offset..)
            .is_some_and(|rest| rest.starts_with(mark))
    };
    if starts_at(0, b"RIFF") && starts_at(8, b"WAVE") {
        return Some("a WAV recording");
    }
    if starts_at(60, b"BOOKMOBI") {
        return Some("a Kindle book");
    }
    if starts_at(4, b"ftyp") {
        return Some("an MP4 file");
    }
    MARKS
        .iter()
        .find(|(mark, _)| starts_at(0, mark))
        .map(|(_, kind)| *kind)
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn a_file_that_is_no_text_is_called_what_it_is() {
        assert_eq!(kind(b"PK\x03\x04abc"), Some("a ZIP archive"));
        assert_eq!(kind(b"%PDF-1.7"), Some("a PDF document"));
        assert_eq!(kind(b"\x89PNG\r\n\x1A\n\0"), Some("a PNG image"));
        assert_eq!(kind(b"\x7FELF\x02"), Some("a program"));
        assert_eq!(kind(b"ID3\x04\0"), Some("an MP3 recording"));
        assert_eq!(kind(b"RIFF\0\0\0\0WAVEfmt "), Some("a WAV recording"));
    }

    #[test]
    fn a_text_is_not_called_anything_else() {
        for text in ["", "PK赛开始了", "MZ", "雪夜", "{他}", "BZ"] {
            assert_eq!(kind(text.as_bytes()), None, "{text}");
        }
    }
}
