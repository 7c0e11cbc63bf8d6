//! What the splitter does with the smallest texts that show it.
//!
//! Never uses a published novel.

use super::{Boundary, Cuts, Limits, Role, split, tiles};
use crate::chapter::Chapter;

mod lengths;
mod quotes;
mod sentences;

pub(super) fn chapter(text: &str, n_heading_lines: usize) -> Chapter {
    Chapter {
        index: 1,
        volume: String::new(),
        title: String::new(),
        text: text.to_owned(),
        n_heading_lines,
        first_line: 1,
    }
}

fn cut(text: &str) -> Cuts {
    cut_to(text, 60, 6)
}

fn cut_to(text: &str, most: usize, least: usize) -> Cuts {
    split(
        &chapter(text, 0),
        Limits {
            most,
            least,
            ..Limits::default()
        },
    )
}

/// The chunks with a bar between them.
fn bars(cuts: &Cuts) -> String {
    let texts: Vec<&str> = cuts
        .chunks
        .iter()
        .map(|chunk| chunk.text.as_str())
        .collect();
    texts.join("|")
}

/// The chunks between bars, dialogue in braces.
fn roles(text: &str) -> String {
    let show = |chunk: &super::Chunk| match chunk.role {
        Role::Narration => chunk.text.clone(),
        Role::Dialogue => format!("{{{}}}", chunk.text),
    };
    cut(text)
        .chunks
        .iter()
        .map(show)
        .collect::<Vec<_>>()
        .join("|")
}

fn boundaries(cuts: &Cuts) -> Vec<Boundary> {
    cuts.chunks.iter().map(|chunk| chunk.boundary).collect()
}

/// One line a span: role or reason, boundary, offsets, text.
fn list(cuts: &Cuts) -> String {
    let chunks = cuts.chunks.iter().map(|c| {
        let line = format!(
            "{:9} {:9} {}..{} {}",
            format!("{:?}", c.role),
            format!("{:?}", c.boundary),
            c.start,
            c.end,
            c.text
        );
        (c.start, line)
    });
    let unspoken = cuts.unspoken.iter().map(|u| {
        (
            u.start,
            format!(
                "{:9} {:9} {}..{} {:?}",
                "-", u.reason, u.start, u.end, u.text
            ),
        )
    });
    let mut lines: Vec<_> = chunks.chain(unspoken).collect();
    lines.sort();
    lines
        .into_iter()
        .map(|(_, line)| line)
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn a_small_chapter_as_a_list() {
    let text = "第一卷 北山\n\
        第一章　雪夜\n\
        老周推开门，雪还在下。远处没有一点灯火，也没有狗叫！\n\
        “谁在那里？”门外的人问道。\n\
        “是我。”\n\
        “进来吧，……外面冷。”\n\
        ◇◇◇\n\
        他笑着说：“这样的‘好天气’，十年没有过了。”";
    let cuts = split(&chapter(text, 2), Limits::default());
    assert!(tiles(text, &cuts));
    insta::assert_snapshot!(list(&cuts), @r#"
    Narration Paragraph 0..6 第一卷 北山
    -         layout    6..7 "\n"
    Narration Heading   7..13 第一章　雪夜
    -         layout    13..14 "\n"
    Narration Sentence  14..25 老周推开门，雪还在下。
    Narration Paragraph 25..40 远处没有一点灯火，也没有狗叫！
    -         layout    40..41 "\n"
    Dialogue  Question  41..48 “谁在那里？”
    Narration Paragraph 48..55 门外的人问道。
    -         layout    55..56 "\n"
    Dialogue  Turn      56..61 “是我。”
    -         layout    61..62 "\n"
    Dialogue  Scene     62..74 “进来吧，……外面冷。”
    -         layout    74..75 "\n"
    -         pause     75..78 "◇◇◇"
    -         layout    78..79 "\n"
    Narration Clause    79..84 他笑着说：
    Dialogue  End       84..102 “这样的‘好天气’，十年没有过了。”
    "#);
}

#[test]
fn each_heading_line_is_one_chunk() {
    let text = "第一卷 山。水\n第一章 谁？是我！\n雪下了一夜，没有停。";
    let cuts = split(&chapter(text, 2), Limits::default());
    assert_eq!(
        bars(&cuts),
        "第一卷 山。水|第一章 谁？是我！|雪下了一夜，没有停。"
    );
    assert_eq!(
        boundaries(&cuts),
        [Boundary::Paragraph, Boundary::Heading, Boundary::End]
    );
}

#[test]
fn a_quoted_heading_is_narrated() {
    let cuts = split(&chapter("“第一章”\n雪。", 1), Limits::default());
    assert_eq!(cuts.chunks[0].role, Role::Narration);
}

#[test]
fn a_heading_over_the_limit_is_cut() {
    let cuts = split(
        &chapter("第一章，山外有山人外有人", 1),
        Limits {
            most: 8,
            least: 2,
            ..Limits::default()
        },
    );
    assert_eq!(bars(&cuts), "第一章，|山外有山人外有人");
}

#[test]
fn white_space_at_the_edges_is_layout() {
    let cuts = cut("　　雪停了。\r\n 天亮了。 ");
    assert_eq!(bars(&cuts), "雪停了。|天亮了。");
    let layout: Vec<_> = cuts
        .unspoken
        .iter()
        .map(|span| (span.text.as_str(), span.reason.as_str()))
        .collect();
    assert_eq!(
        layout,
        [("　　", "layout"), ("\r\n ", "layout"), (" ", "layout")]
    );
}

#[test]
fn white_space_between_sentences_is_layout() {
    let cuts = cut("雪下了整整一夜。 天亮以后才停。");
    assert_eq!(bars(&cuts), "雪下了整整一夜。|天亮以后才停。");
    assert_eq!(cuts.unspoken[0].reason, "layout");
}

#[test]
fn a_line_without_a_sound_is_a_scene_break() {
    for line in ["……", "***", "---", "◇◇", "“！”"] {
        let cuts = cut(&format!("雪停了。\n{line}\n天亮了。"));
        assert_eq!(boundaries(&cuts), [Boundary::Scene, Boundary::End]);
        assert_eq!(cuts.unspoken[1].text, line);
        assert_eq!(cuts.unspoken[1].reason, "pause");
    }
}

#[test]
fn a_scene_break_after_the_heading_leaves_it_a_heading() {
    let cuts = split(&chapter("第一章\n***\n雪。", 1), Limits::default());
    assert_eq!(boundaries(&cuts), [Boundary::Heading, Boundary::End]);
}

#[test]
fn a_chapter_without_a_sound_has_no_chunks() {
    let cuts = cut("……\n\n　***");
    assert_eq!(cuts.chunks, []);
    assert!(tiles("……\n\n　***", &cuts));
    assert_eq!(cut(""), Cuts::default());
}

#[test]
fn dialogue_after_dialogue_is_a_turn() {
    let cuts = cut("“谁？”\n“我。”\n门开了。\n“好。”");
    assert_eq!(
        boundaries(&cuts),
        [
            Boundary::Turn,
            Boundary::Paragraph,
            Boundary::Paragraph,
            Boundary::End
        ]
    );
}

#[test]
fn a_scene_break_between_dialogue_is_no_turn() {
    assert_eq!(
        boundaries(&cut("“谁？”\n***\n“我。”")),
        [Boundary::Scene, Boundary::End]
    );
}

#[test]
fn equal_lines_are_both_kept() {
    assert_eq!(roles("“杀！”\n“杀！”"), "{“杀！”}|{“杀！”}");
}

#[test]
fn a_missing_character_does_not_tile() {
    let text = "雪停了。\n天亮了。";
    let cuts = cut(text);
    assert!(!tiles("雪停了。\n天亮了", &cuts));
    assert!(!tiles("雪停了。\n天亮了。了", &cuts));
    let spoil = |change: fn(&mut Cuts)| {
        let mut spoilt = cuts.clone();
        change(&mut spoilt);
        tiles(text, &spoilt)
    };
    assert!(spoil(|_| {}));
    assert!(!spoil(|cuts| cuts.unspoken.clear()));
    assert!(!spoil(|cuts| cuts.chunks.swap(0, 1)));
    assert!(!spoil(|cuts| cuts.chunks[1].index = 0));
    assert!(!spoil(|cuts| cuts.chunks[1].end += 1));
    assert!(!spoil(|cuts| cuts.chunks[1].text = "天黑了。".into()));
    assert!(!spoil(|cuts| cuts.chunks.push(cuts.chunks[1].clone())));
}
