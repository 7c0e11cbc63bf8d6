//! Which lines have the shape of a heading, and how sure it is.

use super::*;

fn strength_of(line: &str) -> Option<Strength> {
    parse(line, "雪夜行").map(|heading| heading.strength)
}

fn title_of(line: &str) -> &str {
    parse(line, "雪夜行").unwrap().title
}

#[test]
fn a_mark_alone_or_with_a_parted_title_is_strict() {
    for line in [
        "第一章",
        "第一章 雪夜",
        "第一章　雪夜",
        "第一章：雪夜",
        "第两百一十八章 雪夜",
        "第１２章、雪夜",
        "第貳拾章 雪夜！",
        "第一回 雪夜来客，风起城头",
        "第三节 雪夜",
        "第一集 雪夜",
        "卷一 雪夜",
        "第一卷 雪夜",
        "Chapter 5",
        "Chapter 5: Snow",
        "第一章（上）",
        "第十章 他是谁？",
        "上卷",
    ] {
        assert_eq!(strength_of(line), Some(Strength::Strict), "{line}");
    }
}

#[test]
fn ornaments_and_prefixes_are_no_part_of_the_title() {
    for (line, title) in [
        ("===第3章 雪夜===", "第3章 雪夜"),
        ("☆、第3章 雪夜", "第3章 雪夜"),
        ("## 第3章 雪夜", "第3章 雪夜"),
        ("【第3章 雪夜】", "第3章 雪夜"),
        ("【第3章】雪夜", "【第3章】雪夜"),
        ("正文 第3章 雪夜", "第3章 雪夜"),
        ("正文第3章 雪夜", "第3章 雪夜"),
        ("雪夜行 第3章 天亮", "第3章 天亮"),
        ("番外 第3章 雪夜", "番外 第3章 雪夜"),
    ] {
        assert_eq!(title_of(line), title, "{line}");
        assert_eq!(
            parse(line, "雪夜行").unwrap().count.unwrap().number,
            3,
            "{line}"
        );
    }
}

#[test]
fn a_volume_and_a_chapter_on_one_line_come_apart() {
    for line in [
        "第一卷 笼中雀 第一章 惊蛰",
        "卷一 笼中雀 第一章 惊蛰",
        "第一卷 笼中雀：第一章 惊蛰",
    ] {
        let heading = parse(line, "").unwrap();
        assert!(
            heading.volume.ends_with("卷 笼中雀") || heading.volume == "卷一 笼中雀",
            "{line}"
        );
        assert_eq!(heading.title, "第一章 惊蛰", "{line}");
        assert_eq!(heading.count.unwrap().family.unit, Unit::Chapter);
    }
    assert_eq!(parse("第二部第三章", "").unwrap().volume, "第二部");
}

#[test]
fn side_stories_count_for_themselves() {
    assert!(
        parse("番外 第一章", "")
            .unwrap()
            .count
            .unwrap()
            .family
            .is_side_story
    );
    assert!(
        !parse("第一章", "")
            .unwrap()
            .count
            .unwrap()
            .family
            .is_side_story
    );
}

#[test]
fn a_title_glued_to_its_mark_needs_its_neighbours() {
    assert_eq!(strength_of("第一章雪夜"), Some(Strength::Likely));
    assert_eq!(strength_of("第一回雪夜来客"), Some(Strength::Doubtful));
    assert_eq!(strength_of("三十章"), Some(Strength::Doubtful));
    assert_eq!(strength_of("三十章 雪夜"), Some(Strength::Doubtful));
}

#[test]
fn a_title_that_ends_like_speech_needs_its_neighbours() {
    assert_eq!(strength_of("第三章 “雪夜”"), Some(Strength::Doubtful));
    assert_eq!(strength_of("第三章 雪夜……"), Some(Strength::Doubtful));
}

#[test]
fn a_line_that_tells_of_chapters_is_weak() {
    for line in [
        "第三章的内容他看了很久",
        "第二章到第五章都丢了",
        "第二章、第三章",
        "第三章“雪夜”",
        "第三章 雪。夜",
    ] {
        assert_eq!(strength_of(line), Some(Strength::Weak), "{line}");
    }
}

#[test]
fn prose_that_begins_like_a_heading_is_none() {
    for line in [
        "第一封信是昨天到的",
        "第四本书记载着锤法",
        "第九部队已经到了",
        "第一部分",
        "第二部分 总论",
        "一节课过去了",
        "到第六回合时",
        "第三节课开始了",
        "第一集团军",
        "第十回来的时候",
        "第一章程",
        "第一次见面",
        "第三章，他写得很好",
        "第三章 他写得很好。",
        "第三章 他说：",
        "第一部电影上映了",
        "第一篇文章",
        "“第一章 雪夜",
        "四十多岁的影评人",
        "3:2",
        "2024年的春天",
        "Chapter five",
        "第一章 很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长很长的一句话",
    ] {
        assert_eq!(strength_of(line), None, "{line}");
    }
}
