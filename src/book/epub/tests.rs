//! What an EPUB becomes, and which are refused.

use std::fmt::Write as _;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::*;
use crate::book::{Book, account, decode, extract};

mod refused;

/// An EPUB that is being made.
struct Builder {
    files: Vec<(String, Vec<u8>)>,
    manifest: String,
    spine: String,
    metadata: String,
    spine_attributes: String,
}

impl Builder {
    fn new() -> Self {
        Self {
            files: Vec::new(),
            manifest: String::new(),
            spine: String::new(),
            metadata: "<dc:title>雪夜行</dc:title><dc:creator>林远</dc:creator><dc:language>zh</dc:language>".to_owned(),
            spine_attributes: String::new(),
        }
    }

    fn file(mut self, name: &str, content: impl AsRef<[u8]>) -> Self {
        self.files
            .push((name.to_owned(), content.as_ref().to_vec()));
        self
    }

    fn item(mut self, href: &str, media: &str, more: &str) -> Self {
        write!(
            self.manifest,
            "<item id=\"{href}\" href=\"{href}\" media-type=\"{media}\" {more}/>"
        )
        .unwrap();
        self
    }

    /// A page named in the reading order, without its file.
    fn order(mut self, href: &str, more: &str) -> Self {
        self = self.item(href, "application/xhtml+xml", "");
        write!(self.spine, "<itemref idref=\"{href}\" {more}/>").unwrap();
        self
    }

    fn page(self, href: &str, body: &str) -> Self {
        self.order(href, "")
            .file(&format!("OEBPS/{href}"), xhtml("", body))
    }

    fn ncx(mut self, points: &str) -> Self {
        self.spine_attributes = "toc=\"toc.ncx\"".to_owned();
        let ncx = format!("<ncx><navMap>{points}</navMap></ncx>");
        self.item("toc.ncx", "application/x-dtbncx+xml", "")
            .file("OEBPS/toc.ncx", ncx)
    }

    fn nav(self, list: &str) -> Self {
        let body = format!("<nav epub:type=\"toc\"><h1>目录</h1><ol>{list}</ol></nav>");
        self.item("nav.xhtml", "application/xhtml+xml", "properties=\"nav\"")
            .file("OEBPS/nav.xhtml", xhtml("", &body))
    }

    fn bytes(&self) -> Vec<u8> {
        let opf = format!(
            "<?xml version=\"1.0\"?><package><metadata>{}</metadata><manifest>{}</manifest><spine {}>{}</spine></package>",
            self.metadata, self.manifest, self.spine_attributes, self.spine
        );
        let container = "<container><rootfiles><rootfile full-path=\"OEBPS/book.opf\" media-type=\"application/oebps-package+xml\"/></rootfiles></container>";
        let own = [
            ("mimetype", b"application/epub+zip".as_slice()),
            (CONTAINER, container.as_bytes()),
            ("OEBPS/book.opf", opf.as_bytes()),
        ];
        let given = self
            .files
            .iter()
            .map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        // Given files stand in place of the builder's own.
        let own = own
            .into_iter()
            .filter(|(name, _)| !self.files.iter().any(|(given, _)| given == name));
        zipped(own.chain(given))
    }

    fn book(&self) -> Book {
        let settings = BookSettings::default();
        let bytes = self.bytes();
        let book = decode(&bytes, "a.epub", &settings).unwrap();
        let extract = extract(&bytes, "a.epub", &settings).unwrap();
        assert_eq!(account(&extract.text, &book), Ok(()));
        book
    }

    #[track_caller]
    fn flaw(&self) -> EpubFlaw {
        flaw(&self.bytes())
    }
}

fn zipped<'f>(files: impl Iterator<Item = (&'f str, &'f [u8])>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(name, options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn xhtml(head: &str, body: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!DOCTYPE html>\n<html><head><title>页</title>{head}</head><body>{body}</body></html>"
    )
}

fn point(title: &str, href: &str, inner: &str) -> String {
    format!(
        "<navPoint><navLabel><text>{title}</text></navLabel><content src=\"{href}\"/>{inner}</navPoint>"
    )
}

#[track_caller]
fn flaw(bytes: &[u8]) -> EpubFlaw {
    match decode(bytes, "a.epub", &BookSettings::default()) {
        Err(BookError::Epub { flaw, .. }) => flaw,
        Err(error) => panic!("{error}"),
        Ok(book) => panic!("read {} lines", book.lines.len()),
    }
}

fn heard(book: &Book) -> Vec<&str> {
    book.lines.iter().map(|line| line.text.as_str()).collect()
}

fn told(book: &Book) -> Vec<String> {
    let told = book.told.iter();
    told.map(|told| format!("{} {} {:?} {}", told.line, told.level, told.by, told.title))
        .collect()
}

fn dropped(book: &Book) -> Vec<String> {
    let dropped = book.dropped.iter();
    dropped
        .map(|piece| format!("{}: {}", piece.reason, piece.text))
        .collect()
}

const SNOW: &str = "<p>雪落了一夜。</p>";
const WIND: &str = "<p>风停了。</p>";

#[test]
fn an_epub_2_is_read_in_the_order_of_its_spine() {
    let book = Builder::new()
        .page("b.xhtml", &format!("<h1>第二章</h1>{WIND}"))
        .page("a.xhtml", &format!("<h1>第一章</h1>{SNOW}"))
        .ncx(&(point("其二", "b.xhtml", "") + &point("其一", "a.xhtml", "")))
        .book();
    assert_eq!(
        (book.title.as_str(), book.author.as_str()),
        ("雪夜行", "林远")
    );
    assert_eq!(
        heard(&book),
        ["第二章", "风停了。", "第一章", "雪落了一夜。"]
    );
    assert_eq!(told(&book), ["1 0 Contents 其二", "3 0 Contents 其一"]);
}

#[test]
fn an_epub_3_tells_volumes_over_chapters() {
    let list = "<li><span>卷一</span><ol><li><a href=\"a.xhtml\">第一章</a></li><li><a href=\"b.xhtml\">第二章</a></li></ol></li>";
    let book = Builder::new()
        .page("a.xhtml", SNOW)
        .page("b.xhtml", WIND)
        .nav(list)
        .book();
    assert_eq!(
        told(&book),
        [
            "1 0 Contents 卷一",
            "1 1 Contents 第一章",
            "2 1 Contents 第二章"
        ]
    );
}

#[test]
fn a_chapter_over_two_files_and_two_in_one_file_are_told_where_they_begin() {
    let two =
        format!("{SNOW}<h2 id=\"x\">第二章</h2>{WIND}<p>灯灭。<a id=\"y\"></a></p><p>第三章</p>");
    let points = [
        point("第一章", "a%2Exhtml", ""),
        point("第二章", "./B.xhtml#x", ""),
        point("第三章", "b.xhtml#y", ""),
        point("无", "b.xhtml#nowhere", ""),
        point("失", "lost.xhtml", ""),
    ];
    let book = Builder::new()
        .page("a.xhtml", SNOW)
        .page("b.xhtml", &two)
        .ncx(&points.concat())
        .book();
    assert_eq!(heard(&book).len(), 6);
    assert_eq!(
        told(&book),
        [
            "1 0 Contents 第一章",
            "2 0 Contents 无",
            "3 0 Contents 第二章",
            "6 0 Contents 第三章"
        ]
    );
}

#[test]
fn without_a_table_the_headings_are_told() {
    let book = Builder::new()
        .page("a.xhtml", &format!("<h2>第一章</h2>{SNOW}"))
        .page("b.xhtml", "<h3>一</h3>风")
        .book();
    assert_eq!(told(&book), ["1 0 Element 第一章", "3 1 Element 一"]);
}

#[test]
fn ruby_notes_and_hidden_text_are_listed() {
    let page = "<p>饕<ruby>餮<rt>tiè</rt></ruby>来了<sup><a href=\"n.xhtml#n1\">[1]</a></sup>。<span class=\"h\">藏</span></p>";
    let book = Builder::new()
        .order("a.xhtml", "")
        .file(
            "OEBPS/a.xhtml",
            xhtml("<link rel=\"stylesheet\" href=\"css/a.css\"/>", page),
        )
        .file("OEBPS/css/a.css", ".h{display:none}")
        .page("n.xhtml", "<p id=\"n1\">古兽。</p><p>完</p>")
        .book();
    assert_eq!(heard(&book), ["饕餮来了。", "完"]);
    assert_eq!(
        dropped(&book),
        [
            "ruby: tiè",
            "footnote: [1]",
            "hidden text: 藏",
            "footnote: 古兽。"
        ]
    );
}

#[test]
fn contents_in_the_spine_and_pages_beside_it_are_not_read() {
    let mut builder = Builder::new()
        .nav("<li><a href=\"nav.xhtml\">目录</a></li><li><a href=\"a.xhtml\">第一章</a></li>");
    builder.spine += "<itemref idref=\"nav.xhtml\"/>";
    let book = builder
        .page("a.xhtml", SNOW)
        .order("b.xhtml", "linear=\"no\"")
        .file("OEBPS/b.xhtml", xhtml("", WIND))
        .book();
    assert_eq!(heard(&book), ["雪落了一夜。"]);
    assert_eq!(
        dropped(&book),
        [
            "table of contents: 目录",
            "table of contents: 目录",
            "table of contents: 第一章",
            "not in the reading order: 风停了。"
        ]
    );
    assert_eq!(told(&book), ["4 0 Contents 第一章"]);
}

#[test]
fn a_cover_without_text_is_no_chapter() {
    let points = point("封面", "c.xhtml", "")
        + &point("第一卷", "v.xhtml", "")
        + &point("第一章", "a.xhtml", "");
    let book = Builder::new()
        .page("c.xhtml", "<img src=\"c.jpg\"/>")
        .page("v.xhtml", "<img src=\"v.jpg\"/>")
        .page("a.xhtml", SNOW)
        .ncx(&points)
        .book();
    assert_eq!(told(&book), ["1 0 Contents 第一卷", "1 0 Contents 第一章"]);
}

#[test]
fn authors_are_those_who_wrote() {
    let mut builder = Builder::new().page("a.xhtml", SNOW);
    builder.metadata = "<dc:title id=\"t\">雪 &amp; 夜</dc:title><dc:creator opf:role=\"aut\">林远</dc:creator><dc:creator opf:role=\"trl\">译者</dc:creator>\
        <dc:creator id=\"c\">画师</dc:creator><meta refines=\"#c\" property=\"role\">ill</meta><dc:creator>周行</dc:creator>".to_owned();
    let book = builder.book();
    assert_eq!(
        (book.title.as_str(), book.author.as_str()),
        ("雪 & 夜", "林远、周行")
    );
    builder.metadata = "<dc:title>Unknown</dc:title>".to_owned();
    let book = decode(
        &builder.bytes(),
        "《雪夜行》作者：林远.epub",
        &BookSettings::default(),
    )
    .unwrap();
    assert_eq!(
        (book.title.as_str(), book.author.as_str()),
        ("雪夜行", "林远")
    );
}

#[test]
fn an_epub_is_known_by_what_it_holds() {
    let bytes = Builder::new().page("a.xhtml", SNOW).bytes();
    for name in ["a.txt", "a.zip", "a"] {
        assert!(
            decode(&bytes, name, &BookSettings::default()).is_ok(),
            "{name}"
        );
    }
    let archive = zipped([("a.txt", b"a".as_slice())].into_iter());
    let error = decode(&archive, "a.txt", &BookSettings::default()).unwrap_err();
    assert!(error.to_string().contains("a ZIP archive"), "{error}");
    let text = decode(SNOW.as_bytes(), "a.epub", &BookSettings::default());
    assert!(text.is_ok(), "{text:?}");
}

#[test]
fn pages_in_an_old_encoding_are_read() {
    let page = xhtml("", "<p>镢镳镵鑫</p>").replace("utf-8", "gb2312");
    let book = Builder::new()
        .order("a.xhtml", "")
        .file("OEBPS/a.xhtml", encoding_rs::GBK.encode(&page).0)
        .page("b.xhtml", "")
        .book();
    assert_eq!((heard(&book), book.encoding), (vec!["镢镳镵鑫"], "GB18030"));
}

#[test]
fn an_encoding_named_for_other_books_leaves_pages_as_they_are() {
    let bytes = Builder::new().page("a.xhtml", SNOW).bytes();
    let settings = BookSettings {
        encoding: Some("big5".to_owned()),
        ..BookSettings::default()
    };
    let book = decode(&bytes, "a.epub", &settings).unwrap();
    assert_eq!(heard(&book), ["雪落了一夜。"]);
}
