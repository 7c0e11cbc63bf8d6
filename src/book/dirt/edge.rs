//! The edges of chapters, as far as they can be seen before chapters are found.
//!
//! Never decides what a heading is: a line that looks like one, or that the format tells, is enough
//! here, because all that follows from it is where an author's note may stand.

use super::super::Told;
use super::super::manuscript::Manuscript;

/// How many lines behind a heading, and before the next one, are its chapter's edges.
const EDGE: usize = 5;

/// The longest heading, in characters.
const LONGEST_HEADING: usize = 35;

/// What chapters are counted in.
const UNITS: &str = "章回节節卷集部篇话話";

/// Headings that are not counted.
const NAMED: [&str; 10] = [
    "楔子", "序章", "引子", "序言", "前言", "尾声", "尾聲", "后记", "後記", "番外",
];

/// Which paragraphs are near a heading, or near an end of the text.
pub fn edges(manuscript: &Manuscript, told: &[Told]) -> Vec<bool> {
    let paragraphs = &manuscript.paragraphs;
    let n = paragraphs.len();
    let is_heading = |index: &usize| {
        let paragraph = &paragraphs[*index];
        let line = paragraph.line();
        is_heading_like(paragraph.text())
            || told.binary_search_by_key(&line, |told| told.line).is_ok()
    };
    let mut near = vec![false; n];
    for at in (0..n).filter(is_heading).chain([0, n]) {
        near[at.saturating_sub(EDGE)..(at + EDGE + 1).min(n)].fill(true);
    }
    near
}

/// Whether a line looks like a heading.
pub fn is_heading_like(line: &str) -> bool {
    mark_length(line).is_some() || is_named(line)
}

/// The bytes of the mark at the start of a heading: `第十二章`.
pub fn mark_length(line: &str) -> Option<usize> {
    let rest = line.strip_prefix('第')?;
    let is_title = is_short(line) && !line.ends_with(['。', '，', '；', '”', '」', '：']);
    let mut numeral = rest.char_indices().skip(1).take(9);
    let (at, unit) = numeral.find(|(_, next)| UNITS.contains(*next))?;
    let is_numeral = rest[..at].chars().all(is_numeral_sign);
    (is_title && is_numeral).then_some('第'.len_utf8() + at + unit.len_utf8())
}

fn is_numeral_sign(character: char) -> bool {
    character.is_numeric()
        || character.is_whitespace()
        || "零一二三四五六七八九十两兩壹贰叁肆伍陆柒捌玖拾佰仟貳陸百千万萬廿卅〇"
            .contains(character)
}

fn is_named(line: &str) -> bool {
    is_short(line) && NAMED.iter().any(|name| line.starts_with(name)) && line.chars().count() <= 12
}

fn is_short(line: &str) -> bool {
    line.chars().take(LONGEST_HEADING + 1).count() <= LONGEST_HEADING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_by_their_mark() {
        for line in [
            "第一章 雪夜",
            "第12回",
            "第 两百 章　雪",
            "楔子",
            "番外一 雪",
        ] {
            assert!(is_heading_like(line), "{line}");
        }
        for line in [
            "第一封信到了",
            "第一章里写着雪。",
            "第二天",
            "楔子里写的是一个下雪的夜晚和他",
            "他翻到第一章",
        ] {
            assert!(!is_heading_like(line), "{line}");
        }
    }

    #[test]
    fn edges_are_five_lines_on_either_side() {
        let mut manuscript = Manuscript::default();
        for number in 1..=40 {
            let text = if number == 20 {
                "第一章 雪夜"
            } else {
                "雪落了。"
            };
            manuscript.push(number, 0, text);
        }
        let near = edges(&manuscript, &[]);
        let far: Vec<usize> = (1..=40).filter(|number| !near[number - 1]).collect();
        assert_eq!(far, (7..15).chain(26..36).collect::<Vec<_>>());
    }
}
