//! Whole books and the chapters they fall into.

mod guided;
mod laws;
mod shapes;
mod told;

use super::*;
use crate::book::Line;

fn book(text: &str) -> Book {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty());
    Book {
        title: "雪夜行".to_owned(),
        author: String::new(),
        encoding: "UTF-8",
        lines: lines
            .map(|(line, number)| Line {
                number,
                text: line.to_owned(),
            })
            .collect(),
        dropped: Vec::new(),
        told: Vec::new(),
        doubts: Vec::new(),
    }
}

fn titles(text: &str) -> Vec<String> {
    split(&book(text))
        .into_iter()
        .map(|chapter| chapter.title)
        .collect()
}

/// Chapters 1 to `count` with a line of text each, `extra` after the text of chapter `position`.
fn numbered(count: usize, position: usize, extra: &str) -> String {
    let chapter = |number| {
        let extra = if number == position { extra } else { "" };
        format!("第{number}章 雪\n雪落了。\n{extra}\n")
    };
    (1..=count).map(chapter).collect()
}

#[test]
fn a_text_without_headings_is_one_untitled_chapter() {
    let chapters = split(&book("\n雪落了。\n风停了。"));
    assert_eq!(chapters.len(), 1);
    assert_eq!(
        (chapters[0].title.as_str(), chapters[0].n_heading_lines),
        ("", 0)
    );
    assert_eq!(
        (chapters[0].text.as_str(), chapters[0].first_line),
        ("雪落了。\n风停了。", 2)
    );
}

#[test]
fn text_before_the_first_heading_is_an_untitled_chapter() {
    let chapters = split(&book("雪夜行\n作者：林远\n第一章 雪\n雪落了。"));
    assert_eq!(chapters.len(), 2);
    assert_eq!((chapters[0].index, chapters[0].title.as_str()), (1, ""));
    assert_eq!(
        (
            chapters[1].index,
            chapters[1].title.as_str(),
            chapters[1].first_line
        ),
        (2, "第一章 雪", 3)
    );
    assert_eq!(
        (chapters[1].text.as_str(), chapters[1].n_heading_lines),
        ("第一章 雪\n雪落了。", 1)
    );
}

#[test]
fn a_row_of_dashes_before_the_first_heading_makes_no_chapter() {
    let chapters = split(&book("------\n第一章 雪\n雪落了。"));
    assert_eq!(chapters.len(), 1);
    assert_eq!(chapters[0].text, "------\n第一章 雪\n雪落了。");
    assert_eq!(chapters[0].n_heading_lines, 0);
}

#[test]
fn a_volume_heading_begins_the_next_chapter() {
    let chapters = split(&book(
        "第一卷 笼\n第一章 雪\n雪落了。\n第二章 风\n风停了。\n第二卷 城\n第一章 夜\n天黑了。",
    ));
    let volumes: Vec<_> = chapters
        .iter()
        .map(|chapter| chapter.volume.as_str())
        .collect();
    assert_eq!(volumes, ["第一卷 笼", "第一卷 笼", "第二卷 城"]);
    assert_eq!(chapters[2].text, "第二卷 城\n第一章 夜\n天黑了。");
    assert_eq!(
        (chapters[2].title.as_str(), chapters[2].n_heading_lines),
        ("第一章 夜", 2)
    );
    assert_eq!(chapters[1].n_heading_lines, 1);
    assert_eq!(doubts(&chapters), []);
}

#[test]
fn a_volume_with_a_foreword_or_nothing_behind_it_is_a_chapter() {
    let chapters = split(&book(
        "第一卷 笼\n写在前面。\n第一章 雪\n雪落了。\n第二卷 城",
    ));
    let found: Vec<_> = chapters
        .iter()
        .map(|chapter| (chapter.title.as_str(), chapter.n_heading_lines))
        .collect();
    assert_eq!(
        found,
        [("第一卷 笼", 1), ("第一章 雪", 1), ("第二卷 城", 1)]
    );
}

#[test]
fn a_volume_and_a_chapter_on_one_line_are_both_known() {
    let chapters = split(&book(
        "第一卷 笼中雀 第一章 惊蛰\n雪落了。\n第二章 风\n风停了。",
    ));
    assert_eq!(
        (chapters[0].volume.as_str(), chapters[0].title.as_str()),
        ("第一卷 笼中雀", "第一章 惊蛰")
    );
    assert_eq!(
        (chapters[1].volume.as_str(), chapters[0].n_heading_lines),
        ("第一卷 笼中雀", 1)
    );
}

#[test]
fn volumes_are_chapters_in_a_book_that_has_no_others() {
    let text = "第一卷 笼\n雪落了。\n第二卷 城\n风停了。\n尾声\n天亮了。";
    assert_eq!(titles(text), ["第一卷 笼", "第二卷 城", "尾声"]);
    assert_eq!(split(&book(text))[0].volume, "");
}

#[test]
fn prologue_side_story_and_epilogue_are_chapters() {
    let text =
        "楔子\n雪。\n第一章\n雪。\n第二章\n雪。\n尾声\n雪。\n番外 第一章 雪\n雪。\n后记\n雪。";
    assert_eq!(
        titles(text),
        ["楔子", "第一章", "第二章", "尾声", "番外 第一章 雪", "后记"]
    );
}

#[test]
fn every_style_of_numeral_may_appear_in_one_book() {
    let text = "第一章\n雪。\n第２章\n雪。\n第叁章\n雪。\n四章\n雪。\n第5章\n雪。";
    assert_eq!(
        titles(text),
        ["第一章", "第２章", "第叁章", "四章", "第5章"]
    );
}

#[test]
fn titles_glued_to_their_marks_are_headings_in_a_row() {
    assert_eq!(
        titles("第一章雪夜\n雪。\n第二章风停\n风。\n第四章天亮\n雪。").len(),
        3
    );
    assert_eq!(titles("第一回雪夜来客\n雪。\n第二回风停\n风。").len(), 2);
    assert_eq!(titles("第三章雪夜\n雪落了。"), ["第三章雪夜"]);
}

#[test]
fn one_odd_number_is_a_heading_and_harms_no_other() {
    let text = numbered(9, 4, "第四十五章 错\n雪。");
    assert_eq!(titles(&text).len(), 10);
    assert_eq!(doubts(&split(&book(&text))).len(), 2);
}

#[test]
fn prose_inside_a_book_is_no_heading() {
    for prose in [
        "第一封信是昨天到的",
        "第四本书记载着锤法，来自孙家",
        "第九部队已经到了",
        "第一部分",
        "第二部分",
        "到第六回合时",
        "第三节课开始了",
        "第一集团军",
        "第十回来的时候",
        "第三章写得真好",
        "第五章的内容",
        "第七章 “雪”",
        "第二章 雪……",
        "第五章到第六章",
        "三十章",
        "第九章 他说完了。",
        "第一节 语文\n第二节 数学\n第三节 英语",
    ] {
        assert_eq!(titles(&numbered(9, 4, prose)).len(), 9, "{prose}");
    }
}

#[test]
fn a_title_that_ends_like_speech_is_a_heading_where_its_number_is_due() {
    let text =
        "第一章 雪\n雪。\n第二章 “风”\n雪。\n第三章 难道……\n雪。\n第四章 夜\n第八章 “他”\n雪。";
    let found = ["第一章 雪", "第二章 “风”", "第三章 难道……", "第四章 夜"];
    assert_eq!(titles(text), found);
}

#[test]
fn a_weak_line_is_a_heading_where_its_number_alone_is_missing() {
    let text = "第一章 雪\n雪。\n第二章的开始\n雪。\n第三章 夜\n雪。";
    assert_eq!(titles(text), ["第一章 雪", "第二章的开始", "第三章 夜"]);
}

#[test]
fn a_heading_printed_twice_is_one_chapter_and_stays_in_the_text() {
    let chapters = split(&book(
        "第一章 雪\n第一章　雪\n雪落了。\n第二章 风\n第二章 风\n第二章 风\n风停了。",
    ));
    assert_eq!(chapters.len(), 2);
    assert_eq!(chapters[0].text, "第一章 雪\n第一章　雪\n雪落了。");
    assert_eq!(chapters[1].text.lines().count(), 4);
    assert_eq!(chapters[1].n_heading_lines, 1);
}

#[test]
fn a_table_of_contents_is_text() {
    let text = format!("目录\n第1章 雪\n第2章 雪\n第3章 雪\n{}", numbered(3, 0, ""));
    assert_eq!(titles(&text), ["", "第1章 雪", "第2章 雪", "第3章 雪"]);
}

#[test]
fn empty_chapters_stay_chapters() {
    assert_eq!(
        titles("第一章 雪\n第二章 风\n第三章 夜\n天黑了。"),
        ["第一章 雪", "第二章 风", "第三章 夜"]
    );
}

#[test]
fn sections_inside_chapters_are_chapters() {
    let text =
        "第一章 雪\n第一节 起\n雪。\n第二节 承\n雪。\n第二章 风\n第一节 转\n雪。\n第二节 合\n雪。";
    assert_eq!(titles(text).len(), 6);
    assert_eq!(doubts(&split(&book(text))), []);
}

#[test]
fn a_hundred_thousand_chapters_are_all_found() {
    let book = book(&numbered(100_000, 0, ""));
    assert_eq!(split(&book).len(), 100_000);
}
