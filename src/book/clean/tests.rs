//! What the cleaner keeps and what it lists.

use super::*;
use crate::book::Line;

fn cleaned(text: &str) -> (Vec<Line>, Vec<Dropped>) {
    clean(text).finish()
}

fn kept(text: &str) -> Vec<String> {
    cleaned(text).0.into_iter().map(|line| line.text).collect()
}

fn dropped(text: &str) -> Vec<(usize, usize, String, Reason)> {
    let list = cleaned(text).1.into_iter();
    list.map(|piece| (piece.line, piece.column, piece.text, piece.reason))
        .collect()
}

fn piece(line: usize, column: usize, text: &str, reason: Reason) -> (usize, usize, String, Reason) {
    (line, column, text.to_owned(), reason)
}

#[test]
fn edges_are_trimmed_and_blank_lines_skipped_without_a_word() {
    let (lines, dropped) = cleaned("　　雪落了。\u{A0}\r\n\t\r\n 他 走了。\r风停了。");
    let expected = [(1, "雪落了。"), (3, "他 走了。"), (4, "风停了。")];
    assert!(
        lines
            .iter()
            .map(|line| (line.number, line.text.as_str()))
            .eq(expected)
    );
    assert_eq!(dropped, []);
}

#[test]
fn invisible_characters_are_listed_where_they_stood() {
    assert_eq!(kept("　雪\u{200B}\u{FEFF}落\u{AD}了\u{7}"), ["雪落了"]);
    assert_eq!(
        dropped("甲\n　雪\u{200B}\u{FEFF}落\u{AD}了\u{7}"),
        [
            piece(2, 2, "\u{200B}\u{FEFF}", INVISIBLE),
            piece(2, 5, "\u{AD}", INVISIBLE),
            piece(2, 7, "\u{7}", INVISIBLE)
        ]
    );
}

#[test]
fn an_entity_leaves_its_character_in_its_place() {
    assert_eq!(
        kept("&nbsp;&nbsp;他&#x672a;来&amp;nbsp;&lt;信&gt;"),
        ["他未来\u{A0}<信>"]
    );
    assert_eq!(dropped("　他&#x672a;来"), [piece(1, 2, "&#x672a;", ENTITY)]);
}

#[test]
fn an_entity_never_breaks_a_line_or_hides_a_character() {
    assert_eq!(kept("甲&#10;乙&#8203;丙"), ["甲 乙丙"]);
}

#[test]
fn inline_tags_go_and_their_text_stays() {
    assert_eq!(kept("他<b>大</b>笑1<2，<第一章>"), ["他大笑1<2，<第一章>"]);
    assert_eq!(
        dropped("他<b>大</b>笑"),
        [piece(1, 1, "<b>", TAG), piece(1, 5, "</b>", TAG)]
    );
}

#[test]
fn paragraphs_on_one_line_stay_apart() {
    let (lines, _) = cleaned("<p>　　雪落了。</p><p>风停了。<br/>天亮了。</p>");
    let expected = [(1, "雪落了。"), (1, "风停了。"), (1, "天亮了。")];
    assert!(
        lines
            .iter()
            .map(|line| (line.number, line.text.as_str()))
            .eq(expected)
    );
}

#[test]
fn a_stray_script_tag_swallows_nothing_behind_it() {
    let text = "<script src=\"https://example.com/a.js?v=1\"/>\n\n雪落了。\n<script></script>";
    assert_eq!(kept(text), ["雪落了。"]);
    assert_eq!(
        dropped(text)[0],
        piece(1, 0, "<script src=\"https://example.com/a.js?v=1\"/>", TAG)
    );
    assert_eq!(kept("<script src=\"a.js\">雪落了。"), ["雪落了。"]);
}

#[test]
fn a_script_on_one_line_goes_with_its_content() {
    assert_eq!(kept("雪<script>var a = 1 < 2;</script>落"), ["雪落"]);
    assert_eq!(
        dropped("雪<script>a();</script>落"),
        [piece(1, 1, "<script>a();</script>", CODE)]
    );
}

#[test]
fn a_script_over_several_lines_goes_up_to_its_end() {
    let text = "雪<style>\n p { x: y }\n\n</style>落\n了";
    assert_eq!(kept(text), ["雪", "落", "了"]);
    assert_eq!(
        dropped(text),
        [
            piece(1, 1, "<style>", CODE),
            piece(2, 1, "p { x: y }", CODE),
            piece(4, 0, "</style>", CODE)
        ]
    );
}

#[test]
fn a_script_that_is_never_closed_takes_its_line_alone() {
    let far = "雪落了。\n".repeat(50);
    assert_eq!(kept(&format!("<script>a();\n{far}</script>")).len(), 50);
    assert_eq!(
        kept("<script>\n雪落了。\n<script>a()</script>"),
        ["雪落了。"]
    );
}
