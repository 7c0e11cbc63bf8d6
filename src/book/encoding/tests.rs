//! What bytes become: encodings, damage, mojibake.

use encoding_rs::{BIG5, GB18030, GBK};

use super::*;

const SIMPLIFIED: &str = include_str!("../../../tests/books/雪夜说书.txt");
const TRADITIONAL: &str = include_str!("../../../tests/books/雪夜說書.txt");

fn found(bytes: &[u8]) -> Decoded<'_> {
    read(bytes, "a.txt", None).unwrap()
}

fn refused(bytes: &[u8]) -> BookError {
    read(bytes, "a.txt", None).unwrap_err()
}

fn gbk(text: &str) -> Vec<u8> {
    GBK.encode(text).0.into_owned()
}

fn big5(text: &str) -> Vec<u8> {
    let (bytes, _, is_lossy) = BIG5.encode(text);
    assert!(!is_lossy, "{text}");
    bytes.into_owned()
}

fn wide<const N: usize>(text: &str, unit: fn(u32) -> [u8; N]) -> Vec<u8> {
    let units: Vec<u32> = match N {
        2 => text.encode_utf16().map(u32::from).collect(),
        _ => text.chars().map(u32::from).collect(),
    };
    units.into_iter().flat_map(unit).collect()
}

fn utf_16_le(text: &str) -> Vec<u8> {
    wide(text, |unit| (unit as u16).to_le_bytes())
}

fn utf_16_be(text: &str) -> Vec<u8> {
    wide(text, |unit| (unit as u16).to_be_bytes())
}

fn utf_32_le(text: &str) -> Vec<u8> {
    wide(text, u32::to_le_bytes)
}

fn utf_32_be(text: &str) -> Vec<u8> {
    wide(text, u32::to_be_bytes)
}

/// A text in each encoding that has all of it.
fn everywhere(text: &str) -> Vec<(&'static str, Vec<u8>)> {
    let mut all = vec![
        ("UTF-8", text.as_bytes().to_vec()),
        ("GB18030", GB18030.encode(text).0.into_owned()),
        ("UTF-16LE", utf_16_le(text)),
        ("UTF-16BE", utf_16_be(text)),
        ("UTF-32LE", utf_32_le(text)),
        ("UTF-32BE", utf_32_be(text)),
    ];
    let (bytes, _, is_lossy) = BIG5.encode(text);
    if !is_lossy {
        all.push(("Big5", bytes.into_owned()));
    }
    all
}

/// Without what says nothing about the language: a window of it would be plain ASCII.
fn prose(text: &str) -> Vec<char> {
    text.chars().filter(|next| !next.is_ascii()).collect()
}

#[test]
fn every_piece_of_a_text_is_read_right_or_refused_when_it_is_short() {
    let mut n_read = 0;
    let mut n_unsure = 0;
    for text in [SIMPLIFIED, TRADITIONAL] {
        let text = prose(text);
        for length in [8, 10, 12, 16, 20, 30, 50, 100, 300, 800] {
            for start in (0..text.len() - length).step_by(if length < 30 { 3 } else { 17 }) {
                let piece: String = text[start..start + length].iter().collect();
                for (encoding, bytes) in everywhere(&piece) {
                    match read(&bytes, "a.txt", None) {
                        Ok(decoded) => {
                            assert_eq!((decoded.encoding, &*decoded.text), (encoding, &*piece));
                            n_read += 1;
                        }
                        Err(error) => {
                            assert!(length < 20, "{length} characters in {encoding}: {error}");
                            n_unsure += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(n_unsure * 100 < n_read, "{n_unsure} of {n_read} unsure");
}

#[test]
fn a_few_words_in_a_sea_of_ascii_are_read_right() {
    for (text, sea) in [(SIMPLIFIED, 1), (TRADITIONAL, 2)] {
        let words: String = prose(text)[30..70].iter().collect();
        let text = format!("{}{words}\n", "Chapter 1 of the book\n".repeat(500 * sea));
        for (encoding, bytes) in everywhere(&text) {
            assert_eq!(found(&bytes).encoding, encoding);
        }
    }
}

#[test]
fn rare_characters_of_four_bytes_do_no_harm() {
    let text = SIMPLIFIED.replace('雪', "𠮷㐂").replace('的', "的é");
    let decoded = GB18030.encode(&text).0.into_owned();
    assert_eq!(&*found(&decoded).text, text);
    assert_eq!(found(&decoded).encoding, "GB18030");
}

#[test]
fn characters_of_hong_kong_are_read() {
    let mut bytes = big5(TRADITIONAL);
    // 嗰啲嘢, which plain Big5 has not.
    bytes.extend([0x9F, 0x60, 0xFA, 0x5E, 0xFA, 0x64]);
    let decoded = found(&bytes);
    assert_eq!((decoded.encoding, decoded.doubts), ("Big5", Vec::new()));
}

#[test]
fn every_mark_is_understood_and_no_text() {
    let marked = format!("\u{FEFF}{SIMPLIFIED}");
    for (encoding, bytes) in everywhere(&marked) {
        let decoded = found(&bytes);
        assert_eq!((decoded.encoding, &*decoded.text), (encoding, SIMPLIFIED));
    }
    for (encoding, bytes) in everywhere("\u{FEFF}") {
        let error = refused(&bytes);
        assert!(matches!(error, BookError::Empty { .. }), "{encoding}");
    }
}

#[test]
fn a_chosen_encoding_goes_by_all_its_names() {
    let bytes = utf_32_be(SIMPLIFIED);
    for label in ["utf-32be", "UTF_32", "utf32be"] {
        assert_eq!(
            &*read(&bytes, "a.txt", Some(label)).unwrap().text,
            SIMPLIFIED
        );
    }
}

#[test]
fn a_bad_byte_in_a_long_text_is_replaced_and_told() {
    for (encoding, mut bytes) in everywhere(SIMPLIFIED).into_iter().take(2) {
        let at = bytes.len() / 2;
        let at = at + bytes[at..].iter().position(|byte| *byte == b'\n').unwrap();
        bytes.insert(at, 0xFF);
        let decoded = found(&bytes);
        assert_eq!(decoded.encoding, encoding);
        assert_eq!(decoded.text.replace('\u{FFFD}', ""), SIMPLIFIED);
        let [doubt] = &decoded.doubts[..] else {
            panic!("{:?}", decoded.doubts)
        };
        let line = decoded
            .text
            .split('\u{FFFD}')
            .next()
            .unwrap()
            .lines()
            .count();
        assert_eq!((doubt.kind, doubt.line), ("damage", line));
        assert!(
            doubt
                .text
                .starts_with(&format!("1 byte at offset {at} (FF) ")),
            "{doubt:?}"
        );
    }
}

#[test]
fn a_file_cut_off_within_a_character_is_read_to_there() {
    for (encoding, bytes) in everywhere(SIMPLIFIED.trim_end()) {
        let decoded = found(&bytes[..bytes.len() - 1]).doubts;
        assert_eq!(decoded.len(), 1, "{encoding}");
        assert!(
            decoded[0].text.contains("ends within a character"),
            "{decoded:?}"
        );
    }
}

#[test]
fn a_chosen_encoding_bears_as_much_damage() {
    let mut bytes = gbk(SIMPLIFIED);
    bytes.extend(b"\xFF\n");
    assert_eq!(read(&bytes, "a.txt", Some("gbk")).unwrap().doubts.len(), 1);
    bytes.extend(b"\xFF\n\xFF\n\xFF\n");
    let error = read(&bytes, "a.txt", Some("gbk")).unwrap_err();
    assert!(matches!(error, BookError::Malformed { .. }), "{error}");
    let odd = &SIMPLIFIED.as_bytes()[..301];
    let error = read(odd, "a.txt", Some("utf-16be")).unwrap_err();
    assert!(matches!(error, BookError::Malformed { .. }), "{error}");
}

#[test]
fn much_damage_is_refused_with_what_each_encoding_would_read() {
    let mut bytes = SIMPLIFIED.as_bytes().to_vec();
    for at in (40..bytes.len()).step_by(60) {
        bytes[at] = 0xFF;
    }
    let BookError::Undecodable { candidates, .. } = refused(&bytes) else {
        panic!("read all the same")
    };
    assert_eq!(candidates[0].encoding, "UTF-8");
    let others = &candidates[1..];
    assert!(others.iter().all(|other| other.score < candidates[0].score));
    assert!(candidates[0].preview.starts_with("第一章 雪夜来客"));
    assert!(candidates[0].misfit.is_some());
}

/// The text with its lines from the 10th to the 14th in another encoding.
fn mixed(home: fn(&str) -> Vec<u8>, guest: fn(&str) -> Vec<u8>, text: &str) -> Vec<u8> {
    let lines = text.split('\n').enumerate().map(|(index, line)| {
        if (9..14).contains(&index) {
            guest(line)
        } else {
            home(line)
        }
    });
    lines.collect::<Vec<_>>().join(&b'\n')
}

#[test]
fn lines_pasted_in_another_encoding_are_read_in_it_and_told() {
    let utf_8 = |text: &str| text.as_bytes().to_vec();
    let cases: [(Vec<u8>, &str, &str); 3] = [
        (mixed(utf_8, gbk, SIMPLIFIED), SIMPLIFIED, "GB18030"),
        (mixed(utf_8, big5, TRADITIONAL), TRADITIONAL, "Big5"),
        (mixed(gbk, utf_8, SIMPLIFIED), SIMPLIFIED, "UTF-8"),
    ];
    for (bytes, text, guest) in cases {
        let decoded = found(&bytes);
        assert_eq!(&*decoded.text, text);
        assert!(!decoded.doubts.is_empty());
        let told = &decoded.doubts[0].text;
        assert!(told.contains(&format!("were {guest}")), "{told}");
    }
}

#[test]
fn what_an_earlier_conversion_lost_is_counted_once() {
    let text = SIMPLIFIED
        .replacen('雪', "锟斤拷", 1)
        .replacen('客', "\u{FFFD}", 1);
    let doubts = found(text.as_bytes()).doubts;
    assert_eq!(doubts.len(), 1);
    assert_eq!((doubts[0].kind, doubts[0].line), ("damage", 1));
    assert!(doubts[0].text.starts_with("4 characters"), "{doubts:?}");
    let ruined = SIMPLIFIED.replace(['的', '了', '，', '。', '一', '人'], "\u{FFFD}");
    assert!(matches!(refused(ruined.as_bytes()), BookError::Lost { .. }));
}

/// The text as a program shows it that takes its bytes for Latin-1.
fn latin(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

#[test]
fn mojibake_is_refused_with_what_it_was() {
    let utf_8 = SIMPLIFIED.as_bytes();
    let simplified = gbk(SIMPLIFIED);
    let traditional = big5(TRADITIONAL);
    let cases = [
        (GB18030.decode(utf_8).0.into_owned(), "UTF-8", "GBK"),
        (latin(utf_8), "UTF-8", "Latin-1"),
        (latin(&simplified), "GBK", "Latin-1"),
        (latin(&traditional), "Big5", "Latin-1"),
        (BIG5.decode(&simplified).0.into_owned(), "GBK", "Big5"),
        (GB18030.decode(&traditional).0.into_owned(), "Big5", "GBK"),
    ];
    for (text, was, read_as) in cases {
        let error = refused(text.as_bytes());
        let BookError::Mojibake {
            was: w, read_as: r, ..
        } = &error
        else {
            panic!("{was} as {read_as}: {error}")
        };
        assert_eq!((*w, *r), (was, read_as));
    }
}

#[test]
fn a_line_of_mojibake_in_a_good_text_is_told() {
    let good = "“会的。”老周慢慢地往炉子里添了两块炭";
    let whole = SIMPLIFIED.lines().find(|line| line.contains(good)).unwrap();
    let text = SIMPLIFIED.replace(whole, &latin(&gbk(whole)));
    let doubts = found(text.as_bytes()).doubts;
    assert_eq!((doubts[0].kind, doubts[0].line), ("mojibake", 9));
    assert!(doubts[0].text.contains(good), "{doubts:?}");
}

#[test]
fn prose_of_any_kind_is_no_mojibake() {
    let texts = [
        "臣亮言：先帝创业未半而中道崩殂，今天下三分，益州疲弊，此诚危急存亡之秋也。",
        "道可道，非常道。名可名，非常名。玄之又玄，眾妙之門。",
        "龘靐齉齾，爩鱻麤灪。\n龗韊讟钃，籱癵驫鞻。",
        "欧阳询\n慕容垂\n独孤信\n尉迟敬德\n赫连勃勃\n鸠摩罗什\n夔龙罍\n",
        "“嗯。”\n“哦？”\n“啊！”\n“呃……”\n“哼！哈！”\n“烫烫烫，好烫！”\n",
        "「お前は誰だ」と彼は言った。雪が降っていた。",
        "イトウ・マサル\nタナカ・ヒロシ\nサトウ・ケンジ\nヤマダ・ハナコ\n",
        "さとう はると\nすずき ゆうと\nたかはし さくら\n",
        "Он пришёл поздно вечером, и снег ещё шёл. Дверь была открыта.",
        "Ὁ βίος βραχύς, ἡ δὲ τέχνη μακρή. Η ζωή είναι ωραία.",
        "그는 고개를 들어 창밖의 눈을 바라보았다.",
        "He said: “naïve café, déjà vu”. Élève, être, français, über, Ärger, größer.",
        "ÉLÉVATION À L'ÉTÉ — ÇA VA? ÜBERGRÖSSE ÄRGER ÖL",
        "①②③④⑤ ★★★ ※※※ →→→ ■□■□",
        "😀😀😀😂😂😂🎉🎉",
        "𠮷野家𡈽𠀋𠂉𠃌",
    ];
    for text in texts {
        let decoded = found(text.as_bytes());
        assert_eq!((&*decoded.text, &decoded.doubts), (text, &Vec::new()));
        let repeated = format!("{SIMPLIFIED}{text}\n");
        assert_eq!(found(repeated.as_bytes()).doubts, Vec::new(), "{text}");
    }
}

#[test]
fn memory_that_was_never_written_is_told() {
    let text = SIMPLIFIED.replacen("雪夜来客", "烫烫烫烫烫烫烫烫", 1);
    let doubts = found(text.as_bytes()).doubts;
    assert_eq!((doubts[0].kind, doubts[0].line), ("mojibake", 1));
}

#[test]
fn a_line_of_many_megabytes_is_refused() {
    let bytes = "雪".repeat(6 << 20).into_bytes();
    assert!(matches!(refused(&bytes), BookError::LongLine { .. }));
    assert!(matches!(
        refused(&vec![0; 1 << 20]),
        BookError::Binary { .. }
    ));
}
