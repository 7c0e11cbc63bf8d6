//! What holds for every book, whatever its bytes.

use encoding_rs::{BIG5, GB18030, GBK};
use proptest::prelude::*;

use super::*;

const SIMPLIFIED: &str =
    "第一章 雪夜\n\n　　他抬起头，看着窗外的雪，许久没有说话。\n“你来了。”门外的人说道。\n";
const TRADITIONAL: &str =
    "第一章 雪夜\n\n　　他抬起頭，看著窗外的雪，許久沒有說話。\n「你來了。」門外的人說道。\n";

fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

/// Reads under this encoding, or the one that fits.
fn decode(bytes: &[u8], name: &str, encoding: Option<&str>) -> Result<Book, BookError> {
    super::decode(bytes, name, &settings(encoding))
}

fn decode_text(
    bytes: &[u8],
    name: &str,
    encoding: Option<&str>,
) -> Result<(String, &'static str), BookError> {
    let extract = extract(bytes, name, &settings(encoding))?;
    Ok((extract.text.clone().into_owned(), extract.encoding))
}

fn settings(encoding: Option<&str>) -> BookSettings {
    BookSettings {
        encoding: encoding.map(str::to_owned),
        ..BookSettings::default()
    }
}

fn found(bytes: &[u8]) -> (String, &'static str) {
    decode_text(bytes, "a.txt", None).unwrap()
}

fn refused(bytes: &[u8], encoding: Option<&str>) -> BookError {
    decode(bytes, "novel.txt", encoding).unwrap_err()
}

#[test]
fn a_book_carries_its_title_author_encoding_and_lines() {
    let book = decode(SIMPLIFIED.as_bytes(), "《雪夜行》作者：林远.txt", None).unwrap();
    assert_eq!(
        (book.title.as_str(), book.author.as_str(), book.encoding),
        ("雪夜行", "林远", "UTF-8")
    );
    let numbers: Vec<_> = book.lines.iter().map(|line| line.number).collect();
    assert_eq!(numbers, [1, 3, 4]);
}

#[test]
fn every_encoding_is_found_by_what_it_reads() {
    for text in [SIMPLIFIED, TRADITIONAL] {
        let owned = text.to_owned();
        assert_eq!(found(text.as_bytes()), (owned.clone(), "UTF-8"));
        assert_eq!(found(&GB18030.encode(text).0), (owned.clone(), "GB18030"));
        assert_eq!(
            found(&utf_16(text, u16::to_le_bytes)),
            (owned.clone(), "UTF-16LE")
        );
        assert_eq!(found(&utf_16(text, u16::to_be_bytes)), (owned, "UTF-16BE"));
    }
    assert_eq!(
        found(&BIG5.encode(TRADITIONAL).0),
        (TRADITIONAL.to_owned(), "Big5")
    );
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let marked = format!("\u{FEFF}{SIMPLIFIED}");
    assert_eq!(found(marked.as_bytes()), (SIMPLIFIED.to_owned(), "UTF-8"));
    assert_eq!(
        found(&utf_16(&marked, u16::to_le_bytes)),
        (SIMPLIFIED.to_owned(), "UTF-16LE")
    );
    assert_eq!(
        found(&utf_16(&marked, u16::to_be_bytes)),
        (SIMPLIFIED.to_owned(), "UTF-16BE")
    );
}

#[test]
fn plain_english_in_utf_16_is_found() {
    assert_eq!(
        found(&utf_16("Chapter 1\nIt snowed.", u16::to_le_bytes)).1,
        "UTF-16LE"
    );
    assert_eq!(
        found(&utf_16("Chapter 1\nIt snowed.", u16::to_be_bytes)).1,
        "UTF-16BE"
    );
}

#[test]
fn the_tail_of_a_file_counts_as_much_as_its_head() {
    let mut bytes = b"Chapter 1\n".repeat(1000);
    bytes.extend_from_slice(&GBK.encode(SIMPLIFIED).0);
    assert_eq!(found(&bytes).1, "GB18030");
}

#[test]
fn a_stray_zero_byte_does_not_make_a_novel_binary() {
    let text = format!("{}\0", SIMPLIFIED.repeat(20));
    let book = decode(text.as_bytes(), "a.txt", None).unwrap();
    assert_eq!(book.dropped[0].text, "\0");
}

#[test]
fn an_encoding_asked_for_is_used_by_any_of_its_names() {
    let gbk = GBK.encode(SIMPLIFIED).0;
    for (label, name) in [("gbk", "GBK"), ("GB18030", "GB18030"), ("gb2312", "GBK")] {
        let (text, encoding) = decode_text(&gbk, "a.txt", Some(label)).unwrap();
        assert_eq!(text, SIMPLIFIED);
        assert_eq!(encoding, name);
    }
    let big_end = utf_16(&format!("\u{FEFF}{SIMPLIFIED}"), u16::to_be_bytes);
    for label in ["UTF-16BE", "utf16be", "utf-16", "utf_16"] {
        assert_eq!(
            decode_text(&big_end, "a.txt", Some(label)).unwrap().0,
            SIMPLIFIED,
            "{label}"
        );
    }
}

#[test]
fn an_encoding_that_does_not_fit_names_the_first_byte_that_shows_it() {
    let mut bytes = GBK.encode(SIMPLIFIED).0.into_owned();
    let offset = bytes.len();
    bytes.extend_from_slice(b"\x81\x20..\x81\x20.");
    let error = refused(&bytes, Some("gbk"));
    assert_eq!(
        error.to_string(),
        format!("cannot read `novel.txt` as GBK: byte 0x81 at offset {offset}")
    );
    let error = refused(b"\xEF\xBB\xBFab\xFFc", Some("utf-8"));
    assert_eq!(
        error.to_string(),
        "cannot read `novel.txt` as UTF-8: byte 0xFF at offset 5"
    );
    assert_eq!(
        refused(b"a\0b\0c", Some("utf-16le")).to_string(),
        "cannot read `novel.txt` as UTF-16LE: byte 0x63 at offset 4"
    );
}

#[test]
fn an_unknown_encoding_is_answered_with_the_known_ones() {
    let error = refused(SIMPLIFIED.as_bytes(), Some("klingon"));
    assert_eq!(
        error.to_string(),
        "unknown encoding `klingon`; known are utf-8, utf-16le, utf-16be, utf-32le, utf-32be, gb18030, gbk, big5"
    );
}

#[test]
fn a_damaged_byte_is_dropped_and_accounted_for() {
    let mut bytes = GBK.encode(SIMPLIFIED).0.into_owned();
    bytes.extend(b"\xFF\n");
    let book = decode(&bytes, "a.txt", None).unwrap();
    assert_eq!(book.dropped[0].reason.as_str(), "damaged bytes");
    assert_eq!(book.doubts[0].kind, "damage");
    let text = decode_text(&bytes, "a.txt", None).unwrap().0;
    assert_eq!(account(&text, &book), Ok(()));
    let book = decode("雪锟斤拷夜\u{FFFD}。".as_bytes(), "a.txt", None).unwrap();
    assert_eq!(book.lines[0].text, "雪夜。");
    assert_eq!(book.dropped.len(), 2);
}

#[test]
fn glyphs_of_a_private_font_stay_and_are_doubted() {
    let text = format!("{SIMPLIFIED}他\u{E000}了。\n");
    let book = decode(text.as_bytes(), "a.txt", None).unwrap();
    assert_eq!(book.lines[3].text, "他\u{E000}了。");
    assert_eq!((book.doubts[0].kind, book.doubts[0].line), ("glyphs", 5));
}

#[test]
fn bytes_that_read_as_no_plausible_text_are_refused() {
    let error = refused(&GBK.encode("镢镳镵鑫鬲魃").0, None);
    assert!(matches!(error, BookError::Unsure { .. }), "{error:?}");
    assert!(error.hint().unwrap().contains("--encoding NAME"));
}

#[test]
fn each_kind_of_nothing_is_told_apart() {
    assert!(matches!(refused(b"", None), BookError::Empty { .. }));
    assert!(matches!(
        refused(b"\xEF\xBB\xBF", None),
        BookError::Empty { .. }
    ));
    assert!(matches!(
        refused(" \n　\n".as_bytes(), None),
        BookError::NothingToSay { .. }
    ));
    assert!(matches!(
        refused("……\n——！".as_bytes(), None),
        BookError::NothingToSay { .. }
    ));
    assert!(matches!(
        refused(b"<script>a()</script>", None),
        BookError::NothingToSay { .. }
    ));
    assert!(matches!(
        refused(b"PK\x03\x04\0\0", None),
        BookError::Binary { .. }
    ));
    assert!(matches!(
        refused(b"\x01\x00\x00\x02abc\0\0\0\0", None),
        BookError::Binary { .. }
    ));
    assert!(matches!(refused(b"ab\0cd", None), BookError::Binary { .. }));
}

/// Texts made of everything the cleaner looks at.
fn dirty_text() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "[雪夜 　\t\u{A0}<>&;#/a-c1=\"'\\-!]{1,6}",
        "[\u{200B}\u{FEFF}\u{AD}\u{0}\u{7}\u{B}\u{C}\u{85}\u{202E}]{1,2}",
        prop::sample::select(vec![
            "\n",
            "\r\n",
            "\r",
            "\u{2028}",
            "<br>",
            "<p>",
            "</p>",
            "<script>",
            "</script>",
            "<script src=\"a\"/>",
            "<style>",
            "</style>",
            "<!-- x -->",
            "&nbsp;",
            "&amp;nbsp;",
            "&lt;",
            "&#10;",
            "&#x672a;",
            "&#8203;",
            "&nbsp",
            "\u{FFFD}",
            "锟斤拷",
            "锟",
            "ï",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_character_is_kept_or_listed(dirt in dirty_text()) {
        let text = format!("雪{dirt}");
        let (lines, dropped) = clean::clean(&text).finish();
        let book = Book { title: String::new(), author: String::new(), encoding: "UTF-8", lines, dropped, told: Vec::new(), doubts: Vec::new() };
        prop_assert_eq!(account(&text, &book), Ok(()));
    }

    #[test]
    fn a_line_is_never_empty_or_ragged(text in dirty_text()) {
        for line in clean::clean(&text).finish().0 {
            prop_assert!(!line.text.is_empty());
            prop_assert_eq!(line.text.trim(), &line.text);
            let is_clean = !line.text.contains(['\n', '\r', '\u{2028}', '\u{200B}', '\u{7}']);
            prop_assert!(is_clean);
        }
    }

    #[test]
    fn dropped_pieces_are_in_order_and_apart(text in dirty_text()) {
        let dropped = clean::clean(&text).finish().1;
        for pair in dropped.windows(2) {
            let end = pair[0].column + pair[0].text.chars().count();
            prop_assert!((pair[0].line, end) <= (pair[1].line, pair[1].column) || pair[0].line < pair[1].line);
        }
    }

    #[test]
    fn no_bytes_make_decoding_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        label in prop::sample::select(vec![None, Some("gbk"), Some("big5"), Some("utf-8"), Some("utf-16le")]),
    ) {
        if let Err(error) = decode(&bytes, "a.txt", label) {
            let message = format!("{error} {:?}", error.hint());
            prop_assert!(!message.is_empty());
        }
    }

    #[test]
    fn prose_comes_back_from_every_encoding(sentences in prop::collection::vec(0..4_usize, 3..20)) {
        let known = ["他抬起頭，看著窗外的雪。\n", "「你來了。」門外的人說道。\n", "第二章 天亮\n", "風停了！\n"];
        let text: String = sentences.iter().map(|index| known[*index]).collect();
        for (encoding, name) in [(GB18030, "GB18030"), (BIG5, "Big5")] {
            let (bytes, _, _) = encoding.encode(&text);
            prop_assert_eq!(decode_text(&bytes, "a.txt", None), Ok((text.clone(), name)));
        }
        for bytes in [utf_16(&text, u16::to_le_bytes), utf_16(&text, u16::to_be_bytes)] {
            prop_assert_eq!(&decode_text(&bytes, "a.txt", None).unwrap().0, &text);
        }
    }
}

#[test]
fn a_text_longer_than_any_book_is_refused() {
    assert!(is_too_long(&"雪".repeat(28_000_000)));
    assert!(is_too_long(&"雪\n".repeat(1_500_001)));
    assert!(!is_too_long(&"雪\n\n".repeat(1_500_000)));
}
