//! Books whose headings have each a shape of their own, and prose that only looks so.

use super::*;

/// About 440 characters of prose.
fn prose() -> String {
    "雪下了一夜，天亮时才停，老人推开门，院子里一片白。\n".repeat(18)
}

/// A chapter of prose under each heading.
fn told(headings: &[&str]) -> String {
    let chapter = |heading: &&str| format!("{heading}\n{}", prose());
    headings.iter().map(chapter).collect()
}

/// The titles found in a book in which each heading has prose under it.
fn found(headings: &[&str]) -> Vec<String> {
    titles(&told(headings))
}

/// Headings made from numbers.
fn counted(
    numbers: std::ops::RangeInclusive<usize>,
    heading: impl Fn(usize) -> String,
) -> Vec<String> {
    numbers.map(heading).collect()
}

fn borrowed(headings: &[String]) -> Vec<&str> {
    headings.iter().map(String::as_str).collect()
}

#[test]
fn shapes_without_a_unit_are_headings_where_they_count_on() {
    for headings in [
        ["001 雪夜", "002 风停", "003 天亮"],
        ["001.雪夜", "002.风停", "003.天亮"],
        ["001", "002", "003 天亮"],
        ["33.", "34.", "35."],
        ["33、雪夜", "34、风停", "35、天亮"],
        ["1", "2", "3"],
        ["1. 雪夜", "2. 风停", "3. 天亮"],
        ["一、雪夜", "二、风停", "三、天亮"],
        ["一", "二", "三"],
        ["（一）", "（二）", "（三）"],
        ["Chapter 5", "Chapter 6", "Chapter 7: Snow"],
        ["Part 2", "Part 3", "Part 4"],
        ["No.5", "No.6", "No.7"],
        ["vol.001", "vol.002", "vol.003"],
        ["分段阅读_1", "分段阅读_2", "分段阅读_3"],
        ["分节阅读 1", "分节阅读 2", "分节阅读 3"],
        ["雪夜行(12)", "雪夜行(13)", "雪夜行(14)"],
        ["卷五 雪", "卷六 风", "卷七 夜"],
        ["【第一章】", "【第二章】", "【第三章】"],
        ["第1章：雪", "第2章：风", "第3章：夜"],
        ["第一讲 雪", "第二讲 风", "第三讲 夜"],
        ["第一封 雪", "第二封 风", "第三封 夜"],
        ["第一幕", "第二幕", "第三幕"],
        ["第一册 雪", "第二册 风", "第三册 夜"],
        ["第一篇雪夜", "第二篇风停", "第三篇天亮"],
    ] {
        assert_eq!(found(&headings).len(), 3, "{headings:?}");
    }
}

#[test]
fn a_star_marks_headings_with_and_without_a_number() {
    let titles = found(&["☆、第一章 雪夜", "☆、风停", "☆、第三章", "☆、尾声"]);
    assert_eq!(titles, ["第一章 雪夜", "风停", "第三章", "尾声"]);
    assert_eq!(found(&["☆、雪夜", "☆、风停", "☆、天亮"]).len(), 3);
}

#[test]
fn prologue_and_volumes_stand_among_headings_without_a_unit() {
    let headings = [
        "楔子",
        "第一卷 笼",
        "001 雪夜",
        "002 风停",
        "第二卷 城",
        "001 夜",
        "002 天亮",
        "后记",
    ];
    let chapters = split(&book(&told(&headings)));
    assert_eq!(chapters.len(), 8);
    let headings = "第一卷 笼\n001 雪夜\n".to_owned()
        + &prose()
        + &told(&["002 风停", "003 夜"])
        + "第二卷 城\n"
        + &told(&["001 夜", "002 天亮", "003 尾"]);
    let chapters = split(&book(&headings));
    let volumes: Vec<_> = chapters
        .iter()
        .map(|chapter| chapter.volume.as_str())
        .collect();
    assert_eq!(
        volumes,
        [
            "第一卷 笼",
            "第一卷 笼",
            "第一卷 笼",
            "第二卷 城",
            "第二卷 城",
            "第二卷 城"
        ]
    );
    assert_eq!(doubts(&chapters), []);
}

#[test]
fn lists_prices_and_scores_are_no_headings() {
    for lines in [
        "1、米\n2、面\n3、油\n4、盐",
        "一、不许说话\n二、不许点灯\n三、不许出门",
        "1.早起\n2.扫雪\n3.烧水\n4.开门",
        "3:2\n3:1\n2:2",
        "12:30 林远：在吗\n12:31 阿雪：在\n12:35 林远：下雪了",
        "10 元\n20 元\n30 元",
        "2018\n2019\n2020",
        "40多岁的影评人\n41岁的编剧\n42岁的导演",
        "第一场 红队对白队\n第二场 白队对蓝队\n第三场 红队对蓝队",
        "一\n二\n三\n走",
        "☆☆☆☆☆",
    ] {
        let text = prose() + lines + "\n" + &prose();
        assert_eq!(titles(&text), [""], "{lines}");
        let within = told(&["第一章 雪", "第二章 风"]) + lines + "\n" + &told(&["第三章 夜"]);
        assert_eq!(titles(&within).len(), 3, "{lines}");
    }
}

#[test]
fn years_over_a_chronicle_are_no_headings() {
    assert_eq!(found(&["2018", "2019", "2020"]), [""]);
    assert_eq!(found(&["第二天", "第三天", "第四天"]), [""]);
    assert_eq!(found(&["第一次", "第二次", "第三次"]), [""]);
}

#[test]
fn a_list_among_headings_of_its_own_shape_is_none() {
    let list = "1、米\n2、面\n3、油\n4、盐\n5、茶\n雪落了。\n";
    let text = told(&["1、雪夜", "2、风停"]) + list + &told(&["3、天亮", "4、归人"]);
    assert_eq!(titles(&text), ["1、雪夜", "2、风停", "3、天亮", "4、归人"]);
}

#[test]
fn a_long_stretch_is_searched_for_headings_of_another_shape() {
    let long = |number: usize| format!("{number:03} 雪夜\n{}", prose().repeat(20));
    let middle: String = (3..=12).map(long).collect();
    let text = told(&["第一章 雪", "第二章 风"]) + &middle + &told(&["第十三章 夜", "第十四章 尾"]);
    assert_eq!(titles(&text).len(), 14);
}

#[test]
fn one_long_chapter_takes_no_table_away() {
    let mut text = told(&["第一章 雪", "第二章 风"]);
    text += &prose().repeat(140);
    text += &told(&["第三章 夜"]);
    let chapters = split(&book(&text));
    assert_eq!(chapters.len(), 3);
    let kinds: Vec<_> = doubts(&chapters).iter().map(|doubt| doubt.kind).collect();
    assert_eq!(kinds, ["long"]);
}

#[test]
fn a_file_that_begins_in_the_middle_keeps_its_numbers() {
    let headings = counted(101..=110, |number| format!("{number}、雪"));
    assert_eq!(found(&borrowed(&headings)).len(), 10);
}

#[test]
fn one_odd_number_among_three_hundred_harms_none() {
    let headings = counted(1..=300, |number| match number {
        150 => "第五百一十章 雪".to_owned(),
        number => format!("第{number}章 雪"),
    });
    assert_eq!(found(&borrowed(&headings)).len(), 300);
    let headings = counted(1..=300, |number| match number {
        150 => "510、雪".to_owned(),
        number => format!("{number}、雪"),
    });
    assert_eq!(found(&borrowed(&headings)).len(), 299);
}

#[test]
fn words_before_the_mark_hide_no_heading() {
    let headings = ["风起 第一章 雪", "风起 第二章 夜", "云涌 第三章 天"];
    assert_eq!(found(&headings), headings);
    let text = told(&["第一章 雪", "第二章 风"]) + "他写到 第九章 就停了\n" + &prose();
    assert_eq!(titles(&text).len(), 2);
}

#[test]
fn a_table_of_contents_with_page_numbers_is_text() {
    let table = "目录\n第1章 雪……1\n第2章 雪……15\n第3章 雪……30\n";
    let text = format!("{table}{}", numbered(3, 0, ""));
    assert_eq!(titles(&text), ["", "第1章 雪", "第2章 雪", "第3章 雪"]);
}

#[test]
fn halves_of_a_chapter_are_no_duplicates() {
    let text = told(&[
        "第一章（上）",
        "第一章（下）",
        "第二章 雪（一）",
        "第二章 雪（二）",
        "第三章",
    ]);
    let chapters = split(&book(&text));
    assert_eq!(chapters.len(), 5);
    assert_eq!(doubts(&chapters), []);
}

#[test]
fn letters_books_and_troops_are_no_headings() {
    for prose in [
        "第一封信是昨天到的",
        "第四本书记载着锤法，来自孙家",
        "第九部队已经到了",
        "第一场雪",
        "第二幕开始了",
        "第三讲的是礼",
        "第一篇文章",
        "第一册书",
        "一节课",
        "到第六回合时",
    ] {
        assert_eq!(titles(&numbered(9, 4, prose)).len(), 9, "{prose}");
    }
}
