//! Books in forms other than plain text.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::support::Shelf;

/// An EPUB of two pages, with notes and a table of contents.
fn epub() -> Vec<u8> {
    let page =
        |body: &str| format!("<html><head><title>页</title></head><body>{body}</body></html>");
    let container = "<container><rootfile full-path=\"o/b.opf\"/></container>";
    let opf = "<package><metadata><dc:title>雪夜行</dc:title><dc:creator>林远</dc:creator></metadata><manifest>\
        <item id=\"n\" href=\"n.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\
        <item id=\"a\" href=\"a.xhtml\" media-type=\"application/xhtml+xml\"/>\
        <item id=\"b\" href=\"b.xhtml\" media-type=\"application/xhtml+xml\"/></manifest>\
        <spine><itemref idref=\"a\"/><itemref idref=\"b\"/></spine></package>";
    let nav = page(
        "<nav epub:type=\"toc\"><ol><li><a href=\"a.xhtml\">第一章 雪夜</a></li><li><a href=\"b.xhtml\">第二章 灯火</a></li></ol></nav>",
    );
    let first =
        page("<h1>第一章 雪夜</h1><p>雪下了<ruby>一夜<rt>yīyè</rt></ruby>，天亮时才停。</p>");
    let second = page("<h1>第二章 灯火</h1><p>门外没有人，灯还亮着。</p>");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in [
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container),
        ("o/b.opf", opf),
        ("o/n.xhtml", &nav),
        ("o/a.xhtml", &first),
        ("o/b.xhtml", &second),
    ] {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn an_epub_becomes_an_audiobook_that_passes_the_check() {
    let shelf = Shelf::new();
    shelf.file("书.epub", epub());
    let plan = shelf.run(["plan", "书.epub", "--json"]).exits(0).json();
    assert_eq!(
        (plan["title"].as_str(), plan["author"].as_str()),
        (Some("雪夜行"), Some("林远"))
    );
    assert_eq!(plan["chapters"][1]["title"], "第二章 灯火");
    assert_eq!(plan["dropped"][0]["text"], "yīyè");
    assert_eq!(plan["dropped"][0]["reason"], "ruby");
    shelf.run(["render", "书.epub"]).exits(0);
    shelf.run(["check", "书.epub"]).exits(0);
    assert!(shelf.path("out/雪夜行").is_dir());
}

#[test]
fn a_folder_of_mixed_pages_is_read_in_the_order_of_its_chapters() {
    let shelf = Shelf::new();
    shelf.file(
        "书/第十章.html",
        "<!doctype html><h1>第十章 灯火</h1><p>门外没有人，灯还亮着。</p>",
    );
    shelf.file("书/第九章.txt", "第九章 雪夜\n雪下了一夜，天亮时才停。\n");
    shelf.file("书/第十一章.md", "# 第十一章 天亮\n\n他推开门走了出去。\n");
    let plan = shelf.run(["plan", "书", "--json"]).exits(0).json();
    let chapters = plan["chapters"].as_array().unwrap();
    let titles: Vec<_> = chapters
        .iter()
        .map(|chapter| chapter["title"].as_str().unwrap())
        .collect();
    assert_eq!(titles, ["第九章 雪夜", "第十章 灯火", "第十一章 天亮"]);
    shelf.run(["render", "书"]).exits(0);
    shelf.run(["check", "书"]).exits(0);
}
