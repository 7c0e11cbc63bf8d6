//! A case to an EPUB: what a case does not tell of its package is filled in.
//!
//! Never checks what it is given: broken books are what it is for.

use std::fmt::Write as _;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::case::Case;
use super::has_ending;

const CONTAINER: &str = r#"<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#;

const HTML: &str = r#"<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>t</title></head><body>"#;

/// How many zero bytes a bomb unpacks to.
const BOMB: usize = 700_000_000;

/// How many entries are too many.
const MANY: usize = 100_000;

/// The archive's bytes.
pub fn archive(case: &Case) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut put = |name: &str, text: &str| {
        zip.start_file(name, stored).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    };
    put("mimetype", "application/epub+zip");
    for (name, text) in parts(case) {
        put(&name, &text);
    }
    match case.attack.as_str() {
        "bomb" => add_bomb(&mut zip),
        "many" => (0..MANY).for_each(|n| zip.start_file(format!("{n}.txt"), stored).unwrap()),
        _ => {}
    }
    let mut bytes = zip.finish().unwrap().into_inner();
    match case.attack.as_str() {
        "encrypted" => mark_encrypted(&mut bytes),
        "overlap" => overlap(&mut bytes),
        _ => {}
    }
    bytes
}

fn add_bomb(zip: &mut ZipWriter<Cursor<Vec<u8>>>) {
    zip.start_file("0.xhtml", SimpleFileOptions::default())
        .unwrap();
    let zeros = vec![b' '; 1_000_000];
    for _ in 0..BOMB / zeros.len() {
        zip.write_all(&zeros).unwrap();
    }
}

/// Sets the bit that says so in every header.
fn mark_encrypted(bytes: &mut [u8]) {
    for (signature, flags) in [(*b"PK\x03\x04", 6), (*b"PK\x01\x02", 8)] {
        for at in places(bytes, signature) {
            bytes[at + flags] |= 1;
        }
    }
}

/// Lets every entry of the directory begin where the second one does.
fn overlap(bytes: &mut [u8]) {
    let places = places(bytes, *b"PK\x01\x02");
    let offset = |at: usize| at + 42..at + 46;
    let second = bytes[offset(places[1])].to_vec();
    for at in &places[1..] {
        bytes[offset(*at)].copy_from_slice(&second);
    }
}

fn places(bytes: &[u8], signature: [u8; 4]) -> Vec<usize> {
    let windows = bytes.windows(4).enumerate();
    let found = windows.filter(|(_, here)| *here == signature);
    found.map(|(at, _)| at).collect()
}

fn parts(case: &Case) -> Vec<(String, String)> {
    let mut parts: Vec<(String, String)> = Vec::new();
    let mut put = |name: &str, text: String| {
        if !case.files.contains_key(name) {
            parts.push((name.to_owned(), text));
        }
    };
    put("META-INF/container.xml", CONTAINER.to_owned());
    // A container of the case's own names a package of its own.
    if !case.files.contains_key("META-INF/container.xml") {
        put("content.opf", package(case));
    }
    if !case.nav.is_empty() {
        put("nav.xhtml", nav(case));
    }
    if !case.ncx.is_empty() {
        put("toc.ncx", ncx(case));
    }
    let given = case.files.iter();
    parts.extend(given.map(|(name, text)| (name.clone(), page(name, text))));
    parts
}

/// A page that is given without a head gets one.
fn page(name: &str, text: &str) -> String {
    if has_ending(name, "xhtml") && !text.starts_with("<?xml") && !text.starts_with("<!DOCTYPE") {
        format!("{HTML}{text}</body></html>")
    } else {
        text.to_owned()
    }
}

fn spine(case: &Case) -> Vec<&str> {
    if !case.spine.is_empty() {
        return case.spine.iter().map(String::as_str).collect();
    }
    let names = case.files.keys().map(String::as_str);
    names
        .filter(|name| has_ending(name, "xhtml") && *name != "nav.xhtml")
        .collect()
}

fn package(case: &Case) -> String {
    let mut opf = String::from(
        r#"<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>雪夜行</dc:title><dc:creator>林远</dc:creator><dc:language>zh</dc:language></metadata><manifest>"#,
    );
    if !case.nav.is_empty() || case.files.contains_key("nav.xhtml") {
        opf += r#"<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>"#;
    }
    if !case.ncx.is_empty() {
        opf += r#"<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>"#;
    }
    let spine = spine(case);
    for (id, name) in spine
        .iter()
        .enumerate()
        .filter(|(_, name)| **name != "nav.xhtml")
    {
        let href = name.replace(' ', "%20");
        write!(
            opf,
            r#"<item id="p{id}" href="{href}" media-type="application/xhtml+xml"/>"#
        )
        .unwrap();
    }
    opf += if case.ncx.is_empty() {
        "</manifest><spine>"
    } else {
        r#"</manifest><spine toc="ncx">"#
    };
    for (id, name) in spine.iter().enumerate() {
        let id = if *name == "nav.xhtml" {
            "nav".to_owned()
        } else {
            format!("p{id}")
        };
        write!(opf, r#"<itemref idref="{id}"/>"#).unwrap();
    }
    opf + "</spine></package>"
}

/// `LEVEL|TITLE|FILE#PLACE`.
fn entry(line: &str) -> (usize, &str, &str) {
    let parts: Vec<&str> = line.split('|').collect();
    (parts[0].parse().unwrap(), parts[1], parts[2])
}

/// Entries as nested elements: each opens, holds those below it, and closes.
fn nested(entries: &[String], open: impl Fn(&str, &str) -> String, marks: [&str; 3]) -> String {
    let [begin, end, close] = marks;
    let mut text = String::from(begin);
    let mut depth = 0;
    for (n, line) in entries.iter().enumerate() {
        let (level, title, href) = entry(line);
        if n > 0 && level > depth {
            text += begin;
        } else if n > 0 {
            text += close;
            text += &format!("{end}{close}").repeat(depth - level);
        }
        text += &open(title, href);
        depth = level;
    }
    text + close + &format!("{end}{close}").repeat(depth) + end
}

fn nav(case: &Case) -> String {
    let item = |title: &str, href: &str| format!(r#"<li><a href="{href}">{title}</a>"#);
    let list = nested(&case.nav, item, ["<ol>", "</ol>", "</li>"]);
    format!(r#"{HTML}<nav epub:type="toc"><h1>目录</h1>{list}</nav></body></html>"#)
}

fn ncx(case: &Case) -> String {
    let point = |title: &str, href: &str| {
        format!(
            r#"<navPoint id="x"><navLabel><text>{title}</text></navLabel><content src="{href}"/>"#
        )
    };
    let list = nested(&case.ncx, point, ["", "", "</navPoint>"]);
    format!(
        r#"<?xml version="1.0"?><ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><navMap>{list}</navMap></ncx>"#
    )
}
