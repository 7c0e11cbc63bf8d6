//! What is dirt in a whole text, and what is not.

use proptest::prelude::*;

use super::*;
use crate::book::{self, Book, BookSettings};

fn decoded(text: &str, settings: &BookSettings) -> Book {
    let book = book::decode(text.as_bytes(), "雪夜.txt", settings).unwrap();
    assert_eq!(book::account(text, &book), Ok(()));
    book
}

fn read(text: &str) -> Book {
    decoded(text, &BookSettings::default())
}

fn lines(book: &Book) -> Vec<&str> {
    book.lines.iter().map(|line| line.text.as_str()).collect()
}

fn dropped(book: &Book) -> Vec<(usize, &str, &str)> {
    let pieces = book.dropped.iter();
    pieces
        .map(|piece| (piece.line, piece.reason.as_str(), piece.text.as_str()))
        .collect()
}

#[test]
fn dirt_goes_with_the_name_of_its_rule_and_prose_stays() {
    let book = read(
        "第一章 雪夜\n第一章雪夜\n天才一秒记住本站地址：www.example.com\n雪落了。\n第(1/3)页\n\
         他推开门，ｗｗｗ．ｅｘ５２０．ｃｏｍ雪扑了进来。\n本章未完，点击下一页继续阅读\n\
         “警*察来了。“\n（本章完）\n上一章 目录 下一章",
    );
    assert_eq!(
        lines(&book),
        [
            "第一章 雪夜",
            "雪落了。",
            "他推开门，雪扑了进来。",
            "“警察来了。”"
        ]
    );
    assert_eq!(
        dropped(&book),
        [
            (2, "repeated title", "第一章雪夜"),
            (
                3,
                "site advertisement",
                "天才一秒记住本站地址：www.example.com"
            ),
            (5, "page mark", "第(1/3)页"),
            (6, "site watermark", "ｗｗｗ．ｅｘ５２０．ｃｏｍ"),
            (7, "page mark", "本章未完，点击下一页继续阅读"),
            (8, "mask", "*"),
            (8, "quote", "“"),
            (9, "chapter mark", "（本章完）"),
            (10, "navigation", "上一章 目录 下一章"),
        ]
    );
}

#[test]
fn prose_that_looks_like_dirt_stays() {
    let text = "第一章 天才\n“请记住我。”她说。\n他是天才，一秒就记住了。\n他有一个网站，叫雪夜小说网。\n\
        她的邮箱是lin@example.com，网址是www.example.com。\n他只有 3/10 的水平。\n第三页纸上写着：翻到第 2 页。\n\
        “万胜！”\n“万胜！”\n……\n*****\n-----\n三更天，他求人推荐名医，感谢上天。\n他把目录翻到下一章。\n\
        “本章未完，”先生说，“且听下回分解。”\n男/女各一人，他和/或她都行。\n比分是3:2，价格是5*5。";
    let book = read(text);
    assert_eq!(dropped(&book), []);
    assert!(lines(&book).into_iter().eq(text.lines().map(str::trim)));
    assert_eq!(book.doubts, []);
}

const NOTED: &str = "第一章 雪夜\n求推荐票，求收藏！\n雪落了。\n雪落了一。\n雪落了二。\n雪落了三。\n雪落了四。\n\
    雪落了五。\n求推荐票，求收藏！\n雪落了六。\n雪落了七。\n雪落了八。\n雪落了九。\n雪落了十。\n雪停了。\n\
    PS：今天第三更。\n第二章 天亮\n天亮了。";

#[test]
fn notes_at_the_edges_of_a_chapter_are_spoken_and_doubted() {
    let book = read(NOTED);
    assert_eq!(dropped(&book), []);
    let doubts: Vec<_> = book
        .doubts
        .iter()
        .map(|doubt| (doubt.kind, doubt.line))
        .collect();
    assert_eq!(doubts, [("note", 2), ("note", 16)]);
    assert_eq!(book.doubts[1].text, "PS：今天第三更。");
}

#[test]
fn notes_are_dropped_where_a_person_wants_it() {
    let settings = BookSettings {
        notes: Notes::Dropped,
        ..BookSettings::default()
    };
    let book = decoded(NOTED, &settings);
    assert_eq!(
        dropped(&book),
        [
            (2, "author's note", "求推荐票，求收藏！"),
            (16, "author's note", "PS：今天第三更。")
        ]
    );
    assert_eq!(book.doubts, []);
}

#[test]
fn a_person_adds_rules_and_switches_others_off() {
    let mut settings = BookSettings::default();
    let rules = "off = [\"page mark\", \"quote\"]\n[glyphs]\n\"\u{E000}\" = \"的\"\n[[rule]]\nname = \"my site\"\n\
        where = \"inside\"\npattern = '某某书屋'\ndrops = [\"雪某某书屋落\"]\n\
        [[rule]]\nname = \"twice\"\nwhere = \"repeat\"\npattern = '好.'\ndrops = [\"好。\"]";
    settings.rules.add("dirt.toml", rules).unwrap();
    let book = decoded("(1/3)\n\"雪\u{E000}\"某某书屋\n好。\n好。\n好！", &settings);
    assert_eq!(lines(&book), ["(1/3)", "\"雪的\"", "好。", "好！"]);
    assert_eq!(
        dropped(&book),
        [
            (2, "glyph", "\u{E000}"),
            (2, "my site", "某某书屋"),
            (4, "twice", "好。")
        ]
    );
}

#[test]
fn a_page_mark_does_not_cut_a_wrapped_paragraph_in_two() {
    let words = "雪下了整整一夜到天亮的时候才慢慢停了下来先生推开门看见长街上没有";
    // No line like another: a page that stands twice is dirt of another kind.
    let line = |n: usize| words.chars().cycle().skip(n).take(32).collect::<String>();
    let paragraph = |n: usize| format!("　　{}\n{}\n{}。\n", line(n), line(n + 1), line(n + 2));
    let mut text: String = (0..8).map(|n| paragraph(n * 3)).collect();
    let last = format!("　　{}\n(1/2)\n{}。\n", line(24), line(25));
    text.push_str(&last);
    let book = read(&text);
    assert_eq!(book.lines.len(), 9);
    assert_eq!(lines(&book)[8], format!("{}{}。", line(24), line(25)));
    assert_eq!(dropped(&book), [(26, "page mark", "(1/2)")]);
}

#[test]
fn full_width_letters_and_digits_stay() {
    let book = read("ＡＢＣ公司有１２３人。");
    assert_eq!(
        (lines(&book), dropped(&book)),
        (vec!["ＡＢＣ公司有１２３人。"], vec![])
    );
}

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "雪",
        "他说",
        "“",
        "”",
        "\"",
        "「",
        "」",
        "'",
        "。",
        "，",
        "：",
        "\n",
        "\n\n",
        "　　",
        " ",
        "*",
        "***",
        "□□",
        "/",
        "(1/3)",
        "第一章 雪夜",
        "本章未完",
        "点击下一页",
        "www.example.com",
        "ｗｗｗ．ｅｘ．ｃｏｍ",
        "7017k",
        "nv人",
        "求推荐票",
        "PS：",
        "x7684;",
        "&lt;br/&gt;",
        "<p>",
        "nbsp;",
        "一秒★小△说§网",
        "\u{200B}",
        "a",
        "雪下了整整一夜到天亮的时候才慢慢停了下来先生推开门看见",
    ]);
    prop::collection::vec(piece, 1..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_character_is_accounted_for(text in text()) {
        let settings = BookSettings { notes: Notes::Dropped, ..BookSettings::default() };
        if let Ok(book) = book::decode(text.as_bytes(), "雪夜.txt", &settings) {
            prop_assert_eq!(book::account(&text, &book), Ok(()));
        }
    }
}
