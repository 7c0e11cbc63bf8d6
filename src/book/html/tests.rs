//! What a page becomes.

use std::fmt::Write;

use proptest::prelude::*;

use super::*;
use crate::book::{Book, BookSettings, Dropped, account, decode, extract};

fn lines(page: &str) -> String {
    read(page).0.finish().0
}

fn hidden(page: &str) -> String {
    let (_, hidden, _) = read(page).0.finish();
    let show = |shown: String, piece: &Dropped| {
        let sep = if shown.is_empty() { "" } else { "; " };
        format!("{shown}{sep}{}: {}", piece.reason, piece.text)
    };
    hidden.iter().fold(String::new(), show)
}

/// The lines that are left for a listener.
fn heard(page: &str) -> Vec<String> {
    let book = book(page.as_bytes());
    book.lines.into_iter().map(|line| line.text).collect()
}

fn book(bytes: &[u8]) -> Book {
    decode(bytes, "书.html", &BookSettings::default()).unwrap()
}

#[test]
fn blocks_are_lines_and_white_space_collapses() {
    let page = "<html><body>\n <div><p>雪落\n了 <b>一</b>夜。</p>风停<br>了<br/>灯灭\n</div>\n<p>完<p>了</body></html>";
    assert_eq!(lines(page), "雪落了 一夜。\n风停\n了\n灯灭\n完\n了\n");
    assert_eq!(lines("<pre>\n雪  落\n  了</pre>"), "雪  落\n  了\n");
    assert_eq!(
        lines("<table><tr><td>甲<td>乙<tr><td>丙</table>"),
        "甲 乙\n丙\n"
    );
}

#[test]
fn scripts_styles_and_comments_are_no_text() {
    assert_eq!(
        lines(
            "<head><title>书</title><style>p{}</style></head><!-- 注 --><script>a<b;</script>雪<noscript>落</noscript>"
        ),
        "雪落\n"
    );
}

#[test]
fn a_script_that_is_never_closed_swallows_nothing() {
    for script in [
        "<script src=\"a.js\"/>",
        "<script src=\"a.js\">",
        "<script>",
        "<script/>",
        "<script><script>a()</script>",
        "<style>",
        "<title>",
        "<title/>",
        "<!--",
        "<textarea>",
    ] {
        let page = format!("<html><body>{script}<p>雪落了。</p></body></html>");
        assert!(lines(&page).contains("雪落了。"), "{script}");
    }
}

#[test]
fn hidden_text_is_kept_and_listed() {
    for hide in [
        "<span style=\"display:none\">藏</span>",
        "<span style='font-size:0px'>藏</span>",
        "<i style=\"color:red; visibility: hidden\">藏</i>",
        "<div hidden>藏</div>",
        "<b class=\"x y\">藏</b>",
        "<p id=z>藏</p>",
        "<template>藏</template>",
        "<p style=display:none><b>藏</b></p>",
    ] {
        let page = format!("<style>.y, #z {{display:none}}</style><p>雪{hide}落</p>");
        assert_eq!(hidden(&page), "hidden text: 藏", "{hide}");
        assert!(lines(&page).contains('藏'));
        assert!(!heard(&page).concat().contains('藏'));
    }
}

#[test]
fn what_is_shown_again_is_read() {
    let page = "<div style=\"font-size:0\">藏<p style=\"font-size:16px\">雪</p></div>\
        <div style=\"visibility:hidden\">隐<p style=\"visibility:visible\">落</p></div>\
        <span style=\"display:none\">没<p>了</p>";
    assert_eq!(heard(page), ["雪", "落"]);
    assert_eq!(
        hidden("<p><span style=\"display:none\">藏</p><p>雪</p>"),
        "hidden text: 藏"
    );
}

#[test]
fn of_ruby_the_base_is_read() {
    let page = "<p><ruby>饕<rp>(</rp><rt>tāo</rt><rp>)</rp>餮<rt>tiè</ruby>来了</p>";
    assert_eq!(heard(page), ["饕餮来了"]);
    assert_eq!(hidden(page), "ruby: (tāo); ruby: tiè");
}

#[test]
fn notes_and_their_marks_are_not_read() {
    for page in [
        "<p>雪<sup><a href=\"#n1\">[1]</a></sup>落</p><p id=\"n1\">[1] 雪是水。</p>",
        "<p>雪<a href=\"#n1\">[1]</a>落</p><p><a id=\"n1\" href=\"#m1\">[1]</a> 雪是水。</p>",
        "<p>雪<a epub:type=\"noteref\" href=\"#n\">注</a>落</p><aside epub:type=\"footnote\" id=\"n\"><p>雪是水。</p></aside>",
        "<p>雪<a class=\"duokan-footnote\" href=\"#n\"><img/>1</a>落</p><ol class=\"duokan-footnote-content\"><li>雪是水。</li></ol>",
        "<p>雪<a role=\"doc-noteref\" href=\"#n\">1</a>落</p><section role=\"doc-endnotes\"><p>雪是水。</p></section>",
    ] {
        assert_eq!(heard(page), ["雪落"], "{page}");
        assert!(hidden(page).starts_with("footnote: "));
    }
}

#[test]
fn what_only_resembles_a_note_is_read() {
    for (page, text) in [
        ("<p>三百m<sup>2</sup>的院子</p>", vec!["三百m2的院子"]),
        (
            "<a href=\"#a\">[1]</a> <h2 id=\"a\">雪</h2>落",
            vec!["[1]", "雪", "落"],
        ),
        (
            "<p>见<a href=\"#a\">第一章</a></p><p id=\"a\">雪</p>",
            vec!["见第一章", "雪"],
        ),
        (
            "<p>雪<a href=\"#a\">[1]</a></p><h2 id=\"a\">落</h2>",
            vec!["雪", "落"],
        ),
    ] {
        assert_eq!(heard(page), text, "{page}");
    }
}

#[test]
fn navigation_is_not_read() {
    let page = "<nav><a href=\"1.html\">上一页</a></nav><p>雪<span epub:type=\"pagebreak\">12</span>落</p>";
    assert_eq!(heard(page), ["雪落"]);
    assert_eq!(hidden(page), "navigation: 上一页; navigation: 12");
}

#[test]
fn headings_are_told_with_their_rank() {
    let page = "<title>雪夜行_某站</title><meta name=\"Author\" content=\"林远\"><h2>卷一</h2><h4>第一章<br/>雪 <b>夜</b></h4>\
        <p>雪落。</p><h4><ruby>二<rt>er</rt></ruby><sup>[1]</sup></h4><h4></h4><h4 hidden>藏</h4><p>完</p>";
    let (sheet, telling) = read(page);
    assert_eq!(
        (telling.title.as_str(), telling.author.as_str()),
        ("雪夜行_某站", "林远")
    );
    let told = told(telling.headings);
    let told: Vec<_> = told
        .iter()
        .map(|told| (told.line, told.title.as_str(), told.level))
        .collect();
    assert_eq!(told, [(1, "卷一", 0), (2, "第一章 雪 夜", 1), (5, "二", 1)]);
    let text = sheet.finish().0;
    assert_eq!(text.lines().nth(4), Some("二er[1]"));
}

#[test]
fn a_heading_that_is_never_closed_is_none() {
    let page = format!("<h2>雪{}", "<p>落了一夜。</p>".repeat(200));
    assert!(read(&page).1.headings.is_empty());
    assert_eq!(lines(&page).lines().count(), 201);
}

#[test]
fn the_encoding_is_what_the_bytes_are_and_then_what_the_page_says() {
    let page = |label: &str| {
        format!(
            "<html><head><meta charset=\"{label}\"></head><body><p>他抬起头，看着窗外的雪，许久没有说话。“你来了。”门外的人说道。</p></body></html>"
        )
    };
    for label in ["gb2312", "big5", "utf-8", "nonsense"] {
        let text = page(label);
        let gbk = encoding_rs::GBK.encode(&text).0;
        assert_eq!((book(&gbk).encoding, label), ("GB18030", label));
        assert_eq!(book(text.as_bytes()).encoding, "UTF-8");
    }
    // Too little to find out.
    let short = encoding_rs::GBK
        .encode("<html><meta charset=gbk><p>镢镳</p></html>")
        .0;
    assert_eq!(book(&short).lines[0].text, "镢镳");
}

#[test]
fn a_page_is_known_by_what_it_holds() {
    for text in [
        "<!DOCTYPE HTML>\n<p>",
        " <html>",
        "<?xml version='1.0'?><!-- x --><html>",
        "\u{FEFF}<HEAD>",
    ] {
        assert!(is_page(text), "{text}");
    }
    for text in ["雪<html>", "<p>雪", "<!-- <html>", ""] {
        assert!(!is_page(text), "{text}");
    }
    let settings = BookSettings::default();
    let page = "<!doctype html><p>雪</p><p>落</p>".as_bytes();
    assert_eq!(extract(page, "a.txt", &settings).unwrap().text, "雪\n落\n");
    assert_eq!(
        extract("雪\n落".as_bytes(), "a.html", &settings)
            .unwrap()
            .text,
        "雪\n落"
    );
    assert_eq!(
        extract("# 雪\n落".as_bytes(), "a.MD", &settings)
            .unwrap()
            .text,
        "雪\n落\n"
    );
    assert_eq!(
        extract("# 雪\n落".as_bytes(), "a.txt", &settings)
            .unwrap()
            .text,
        "# 雪\n落"
    );
}

#[test]
fn front_matter_is_hidden_and_tells() {
    let text = "---\ntitle: 雪夜\nauthor: 林远\n---\n# 第一章\n雪落了。\n";
    let book = decode(text.as_bytes(), "a.md", &BookSettings::default()).unwrap();
    assert_eq!(
        (book.title.as_str(), book.author.as_str()),
        ("雪夜", "林远")
    );
    let heard: Vec<_> = book.lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(heard, ["第一章", "雪落了。"]);
    assert_eq!(book.dropped[0].reason.as_str(), "front matter");
    assert_eq!(
        (book.told[0].line, book.told[0].title.as_str()),
        (book.lines[0].number, "第一章")
    );
}

#[test]
fn markup_ten_thousand_deep_is_read_like_any_other() {
    let mut page = String::new();
    for name in [
        "div", "b", "span", "ul", "li", "p", "ruby", "rt", "table", "td", "h1", "section",
    ] {
        page.push_str(&format!("<{name} class=\"a\">").repeat(10_000));
        let _ = write!(page, "雪{}", "</i></section></b>".repeat(10_000));
    }
    page.push_str(&"<sup><a href=\"#a\">".repeat(10_000));
    assert!(lines(&page).contains('雪'));
}

fn markup() -> impl Strategy<Value = String> {
    let pieces = prop_oneof![
        "[雪夜 　\t\n\u{A0}<>&;#/a-c1=\"'!-]{1,6}",
        "<(/?)(p|b|div|br|h[1-6]|ruby|rt|rp|sup|a|nav|pre|script|style|title|td|template)( hidden| id=\"a\"| href='#a'| style=\"display:none\"| class=x)?(/?)>",
        prop::sample::select(vec![
            "[1]",
            "<!--",
            "-->",
            "<![CDATA[",
            "]]>",
            "<!DOCTYPE a [",
            "]>",
            ".x{display:none}",
            "<sup><a href=\"#a\">[1]</a></sup>",
            "&lt;br&gt;",
            "&amp;nbsp;",
            "&lt;script&gt;",
            "&#x3002;",
            "&#10;",
            "\u{2028}",
            "\r\n",
            "\u{200B}",
            "\u{FEFF}",
            "<b",
            "='",
            "<p a=\"",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_character_of_a_page_is_kept_or_listed(markup in markup()) {
        let settings = BookSettings::default();
        for (name, page) in [("a.html", format!("<html>雪<p>{markup}")), ("a.md", format!("雪\n\n{markup}"))] {
            let extract = extract(page.as_bytes(), name, &settings).unwrap();
            let n_lines = extract.text.lines().count();
            for piece in &extract.hidden {
                let line = extract.text.lines().nth(piece.line - 1).unwrap();
                let there: String = line.chars().skip(piece.column).take(piece.text.chars().count()).collect();
                prop_assert_eq!(&there, &piece.text);
            }
            prop_assert!(extract.told.iter().all(|told| (1..=n_lines).contains(&told.line)));
            if let Ok(book) = decode(page.as_bytes(), name, &settings) {
                prop_assert_eq!(account(&extract.text, &book), Ok(()));
            }
        }
    }
}
