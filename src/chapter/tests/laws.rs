//! What holds for the chapters of any book.

use proptest::prelude::*;

use super::*;

fn line() -> impl Strategy<Value = String> {
    let fixed = [
        "雪落了。",
        "……",
        "楔子",
        "番外",
        "第一卷 笼",
        "第二部",
        "正文 第三章",
        "第一卷 笼 第一章 雪",
        "【第二章】雪",
        "第三章雪夜",
        "第一节 雪",
        "第四回合",
        "三章",
        "目录",
        "尾声",
    ];
    prop_oneof![
        prop::sample::select(fixed.to_vec()).prop_map(str::to_owned),
        (1..6_u32).prop_map(|number| format!("第{number}章 雪")),
        "[第卷一二三十1-3章回节话集部篇 雪夜，。：【】番外正文Chapter]{1,12}",
    ]
}

proptest! {
    #[test]
    fn the_chapters_joined_are_the_book(lines in prop::collection::vec(line(), 1..30)) {
        let book = book(&lines.join("\n"));
        let expected: Vec<_> = book.lines.iter().map(|line| line.text.as_str()).collect();
        let chapters = split(&book);
        let texts: Vec<_> = chapters.iter().map(|chapter| chapter.text.as_str()).collect();
        prop_assert_eq!(texts.join("\n"), expected.join("\n"));
        for (chapter, index) in chapters.iter().zip(1..) {
            prop_assert_eq!(chapter.index, index);
            prop_assert!(chapter.n_heading_lines <= 2);
            prop_assert!(chapter.n_heading_lines <= chapter.text.lines().count());
            prop_assert!(chapter.text.contains(&chapter.title));
        }
        let _ = doubts(&chapters);
    }

    #[test]
    fn a_title_stands_in_the_last_of_the_heading_lines(lines in prop::collection::vec(line(), 1..30)) {
        for chapter in split(&book(&lines.join("\n"))) {
            if chapter.n_heading_lines > 0 {
                let own = chapter.text.lines().nth(chapter.n_heading_lines - 1).unwrap();
                prop_assert!(own.contains(&chapter.title));
            }
        }
    }
}
