//! What passes take out and put in is listed where it stood.

use super::*;

const REASON: Reason = Reason::new("test");

fn piece(line: usize, column: usize, text: &str, kept: &str) -> Dropped {
    Dropped {
        line,
        column,
        text: text.to_owned(),
        reason: REASON,
        kept: kept.to_owned(),
    }
}

fn manuscript(lines: &[&str]) -> Manuscript {
    let mut manuscript = Manuscript::default();
    for (line, number) in lines.iter().zip(1..) {
        manuscript.push(number, 0, line);
    }
    manuscript
}

#[test]
fn what_is_cut_out_is_listed_where_it_stood() {
    let mut manuscript = manuscript(&["　　雪落广告了"]);
    manuscript.cut(0, 6..12, &REASON);
    manuscript.cut(0, 3..6, &REASON);
    let (lines, dropped) = manuscript.finish();
    assert_eq!(lines[0].text, "雪了");
    assert_eq!(dropped, [piece(1, 4, "广告", ""), piece(1, 3, "落", "")]);
}

#[test]
fn what_is_put_in_stands_where_the_old_stood() {
    let mut manuscript = manuscript(&["\"雪\"落"]);
    manuscript.replace(0, 0..1, "“", &REASON);
    manuscript.replace(0, 6..7, "”", &REASON);
    manuscript.replace(0, 12..12, "。", &REASON);
    let (lines, dropped) = manuscript.finish();
    assert_eq!(lines[0].text, "“雪”落。");
    assert_eq!(
        dropped,
        [
            piece(1, 0, "\"", "“"),
            piece(1, 2, "\"", "”"),
            piece(1, 4, "", "。")
        ]
    );
}

#[test]
fn a_piece_over_two_joined_lines_is_listed_on_both() {
    let mut manuscript = manuscript(&["雪落", "了一夜"]);
    manuscript.join_to(0, 1);
    assert_eq!(manuscript.paragraphs[0].text(), "雪落了一夜");
    manuscript.cut(0, 3..9, &REASON);
    let (lines, dropped) = manuscript.finish();
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].number, lines[0].text.as_str()), (1, "雪一夜"));
    assert_eq!(dropped, [piece(1, 1, "落", ""), piece(2, 0, "了", "")]);
}

#[test]
fn a_paragraph_dropped_whole_is_no_line() {
    let mut manuscript = manuscript(&["雪落", "了"]);
    manuscript.drop_paragraph(0, &REASON);
    let (lines, dropped) = manuscript.finish();
    assert_eq!(lines.len(), 1);
    assert_eq!(dropped, [piece(1, 0, "雪落", "")]);
}

#[test]
fn what_is_hidden_goes_as_far_as_it_is_still_there() {
    let mut manuscript = manuscript(&["  雪落了一夜", "风停了"]);
    manuscript.cut(0, 3..6, &REASON);
    let hidden = [
        piece(1, 2, "雪落", ""),
        piece(1, 6, "夜", ""),
        piece(1, 9, "无", ""),
        piece(2, 0, "风", ""),
        piece(3, 0, "停", ""),
    ];
    manuscript.hide(&hidden);
    let (lines, dropped) = manuscript.finish();
    let lines: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["了一", "停了"]);
    assert_eq!(
        dropped[1..],
        [
            piece(1, 2, "雪", ""),
            piece(1, 6, "夜", ""),
            piece(2, 0, "风", "")
        ]
    );
}

#[test]
fn a_line_of_many_paragraphs_loses_what_is_hidden_in_each() {
    let mut manuscript = Manuscript::default();
    manuscript.push(1, 0, "雪落了");
    manuscript.push(1, 6, "风停了");
    manuscript.hide(&[piece(1, 2, "了<b>风", ""), piece(1, 8, "了", "")]);
    let (lines, _) = manuscript.finish();
    let lines: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(lines, ["雪落", "停"]);
}

#[test]
fn a_hundred_thousand_hidden_pieces_of_one_paragraph_go_at_once() {
    let mut manuscript = manuscript(&["雪落".repeat(100_000).as_str()]);
    let hidden: Vec<_> = (0..100_000)
        .map(|n| piece(1, 2 * n + 1, "落", ""))
        .collect();
    manuscript.hide(&hidden);
    assert_eq!(manuscript.paragraphs[0].text(), "雪".repeat(100_000));
}

#[test]
fn a_hundred_thousand_lines_are_joined_at_once() {
    let mut manuscript = manuscript(&vec!["雪落了一夜"; 100_000]);
    for line in 1..100_000 {
        manuscript.join_to(0, line);
    }
    assert_eq!(manuscript.paragraphs[0].text().len(), 1_500_000);
}
