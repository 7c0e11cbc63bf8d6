//! What counts as markup and what is text.

use super::*;

#[test]
fn tags_are_known_by_their_shape() {
    let inline = |length| Some(Markup::Inline { length });
    let breaks = |length| Some(Markup::Break { length });
    assert_eq!(at_start("<br>甲"), breaks(4));
    assert_eq!(at_start("<BR />甲"), breaks(6));
    assert_eq!(at_start("</p>甲"), breaks(4));
    assert_eq!(at_start("<div class=\"a > b\" id=x>甲"), breaks(24));
    assert_eq!(at_start("<span style='font-size:0'>甲"), inline(26));
    assert_eq!(at_start("<img src=a.png/>"), inline(16));
    assert_eq!(at_start("<read-more id=\"1\">"), inline(18));
    assert_eq!(at_start("</o:p>"), inline(6));
    assert_eq!(at_start("<!-- 广告 -->甲"), inline(15));
    assert_eq!(at_start("<!DOCTYPE html>"), inline(15));
}

#[test]
fn text_that_only_resembles_a_tag_stays() {
    for text in [
        "<2",
        "<第一章>",
        "<<hello>>",
        "<Skill>",
        "<Level Up>",
        "<b计划>",
        "<a",
        "<a href=\"x",
        "< br>",
        "<>",
        "</>",
        "<!-- 没完",
        "<!>",
        "<i am here>",
        "</Skill>",
        "<a href=<b>",
    ] {
        assert_eq!(at_start(text), None, "{text}");
    }
}

#[test]
fn a_script_with_a_source_or_closed_by_itself_has_no_content() {
    assert!(matches!(
        at_start("<script src=\"a.js\"/>"),
        Some(Markup::Inline { .. })
    ));
    assert!(matches!(
        at_start("<script src=\"a.js\">"),
        Some(Markup::Inline { .. })
    ));
    assert!(matches!(at_start("<script/>"), Some(Markup::Inline { .. })));
    assert_eq!(
        at_start("<Script type=\"a\">"),
        Some(Markup::Code {
            length: 17,
            element: CodeElement::Script
        })
    );
}

#[test]
fn code_ends_at_its_own_closing_tag() {
    assert_eq!(
        end_of_code("a<b;</style></SCRIPT >甲", CodeElement::Script),
        CodeEnd::Closed(22)
    );
    assert_eq!(end_of_code("a<b;", CodeElement::Script), CodeEnd::Open);
    assert_eq!(
        end_of_code("甲<script>", CodeElement::Script),
        CodeEnd::Reopened
    );
    assert_eq!(end_of_code("甲<script>", CodeElement::Style), CodeEnd::Open);
}

#[test]
fn a_comment_ends_before_the_next_one_begins() {
    assert_eq!(at_start("<!-- 甲 <!-- 乙 -->"), None);
}
