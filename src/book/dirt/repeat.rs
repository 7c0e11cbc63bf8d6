//! Titles and paragraphs that stand twice because pages were joined carelessly.
//!
//! Never takes a short line for a repeat: people say things twice, and armies shout them.

use std::collections::HashMap;

use super::edge;
use crate::book::Reason;
use crate::book::manuscript::Manuscript;

/// A title that the line before it, or behind it, says too.
pub const TITLE: Reason = Reason::new("repeated title");

/// A paragraph, or one of several, that stood right before.
pub const PARAGRAPH: Reason = Reason::new("repeated paragraph");

/// Letters of a paragraph that nobody writes twice in a row on purpose.
const LONG: usize = 15;

/// Fewer paragraphs are a refrain and not a page.
const LEAST_BLOCK: usize = 3;

/// No page has more paragraphs.
const MOST_BLOCK: usize = 500;

/// Letters of a page that is longer than a refrain.
const LONG_BLOCK: usize = 60;

/// What stands there more often was meant: careless joining doubles, and seldom does more.
const MOST_COPIES: usize = 3;

/// Longest name of a book before a title, in characters.
const LONGEST_NAME: usize = 20;

/// Drops titles that stand twice.
pub fn drop_titles(manuscript: &mut Manuscript) {
    let mut before: Option<usize> = None;
    for paragraph in 0..manuscript.paragraphs.len() {
        let text = manuscript.paragraphs[paragraph].text();
        if text.is_empty() {
            continue;
        }
        let first = before.map_or("", |before| manuscript.paragraphs[before].text());
        match repeated(first, text) {
            Some(Which::First) => {
                manuscript.drop_paragraph(before.unwrap_or_default(), &TITLE);
                before = Some(paragraph);
            }
            Some(Which::Second) => manuscript.drop_paragraph(paragraph, &TITLE),
            None => before = Some(paragraph),
        }
    }
}

/// Which of two lines is only the other one again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Which {
    First,
    Second,
}

fn repeated(first: &str, second: &str) -> Option<Which> {
    if let Some(mark) = edge::mark_length(first) {
        let is_title = squeezed(&first[mark..]) == squeezed(second);
        let is_same = squeezed(first) == squeezed(second);
        let is_named = is_behind_name(second, first);
        return (is_title || is_same || is_named).then_some(Which::Second);
    }
    if edge::mark_length(second).is_some() {
        return is_behind_name(first, second).then_some(Which::First);
    }
    let is_same = edge::is_heading_like(first) && squeezed(first) == squeezed(second);
    is_same.then_some(Which::Second)
}

/// Whether `line` is the name of a book and then the title.
fn is_behind_name(line: &str, title: &str) -> bool {
    let Some(at) = line.find('第').filter(|at| *at > 0) else {
        return false;
    };
    let (name, rest) = line.split_at(at);
    let is_parted = name.ends_with(|last: char| last.is_whitespace() || "》】_-—|·".contains(last));
    is_parted
        && name.chars().count() <= LONGEST_NAME
        && !name.contains(['。', '，', '“', '：'])
        && squeezed(rest) == squeezed(title)
}

/// A line without white space and the ornaments around titles.
fn squeezed(line: &str) -> String {
    let is_ink = |c: &char| !c.is_whitespace() && !"：:·.-—_【】[]《》".contains(*c);
    line.chars().filter(is_ink).collect()
}

/// Drops paragraphs, and pages of them, that stood right before.
pub fn drop_paragraphs(manuscript: &mut Manuscript) {
    let here: Vec<usize> = (0..manuscript.paragraphs.len())
        .filter(|index| !manuscript.paragraphs[*index].text().is_empty())
        .collect();
    let repeats = {
        let texts: Vec<&str> = here
            .iter()
            .map(|index| manuscript.paragraphs[*index].text())
            .collect();
        repeats(&texts)
    };
    for position in repeats {
        manuscript.drop_paragraph(here[position], &PARAGRAPH);
    }
}

/// Positions of the texts that are repeats.
fn repeats(texts: &[&str]) -> Vec<usize> {
    let mut last: HashMap<&str, usize> = HashMap::new();
    let mut found = Vec::new();
    let mut next = 0;
    for (position, text) in texts.iter().enumerate() {
        // A refrain is short; and long lines are what a page can be known by.
        if position < next || n_letters(text, LONG) < LONG {
            continue;
        }
        let Some(earlier) = last.insert(text, position) else {
            continue;
        };
        let Some(again) = repeat(texts, earlier, position - earlier, next) else {
            continue;
        };
        next = again.end;
        if again.n_copies <= MOST_COPIES {
            found.extend(again.start..again.end);
        }
    }
    found
}

/// A page, or one paragraph, that stands again right behind itself.
struct Repeat {
    /// Position of the first text that is a repeat.
    start: usize,
    /// One past the last.
    end: usize,
    /// How often it stands there in all.
    n_copies: usize,
}

/// The repeat of `n` texts that the text at `earlier` is among.
fn repeat(texts: &[&str], earlier: usize, n: usize, from: usize) -> Option<Repeat> {
    if n != 1 && !(LEAST_BLOCK..=MOST_BLOCK).contains(&n) {
        return None;
    }
    let is_same = |at: &usize| texts.get(*at + n) == Some(&texts[*at]);
    let n_back = (from..earlier).rev().take_while(is_same).take(n - 1);
    let first = earlier - n_back.count();
    let n_same = (first..texts.len()).take_while(is_same).count();
    let start = first + n;
    let is_whole = n_same >= n && (n == 1 || is_long(&texts[first..start]));
    is_whole.then_some(Repeat {
        start,
        end: start + n_same / n * n,
        n_copies: 1 + n_same / n,
    })
}

/// Whether a page is more than a refrain.
fn is_long(texts: &[&str]) -> bool {
    let letters = texts.iter().map(|text| n_letters(text, LONG_BLOCK));
    letters.sum::<usize>() >= LONG_BLOCK
}

/// Letters of a text, counted up to `most`.
fn n_letters(text: &str, most: usize) -> usize {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .take(most)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(pass: impl Fn(&mut Manuscript), text: &str) -> String {
        let mut manuscript = Manuscript::default();
        for (line, number) in text.lines().zip(1..) {
            manuscript.push(number, 0, line);
        }
        pass(&mut manuscript);
        let lines = manuscript.finish().0.into_iter().map(|line| line.text);
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_stands_there_again_and_again_was_meant() {
        let line = "雪落在长街上，落在屋檐上，落在他的肩上。";
        let lines = |n: usize| vec![line; n].join("\n");
        assert_eq!(left(drop_paragraphs, &lines(3)), line);
        assert_eq!(left(drop_paragraphs, &lines(4)), lines(4));
        let page = format!(
            "{line}\n灯灭了。\n他走了很远的路，鞋上全是雪，手里的灯笼也灭了。\n门开着，炉火还没有熄，桌上的茶还是热的，人已经不在。"
        );
        let pages = |n: usize| vec![page.as_str(); n].join("\n");
        assert_eq!(left(drop_paragraphs, &pages(2)), page);
        assert_eq!(left(drop_paragraphs, &pages(5)), pages(5));
    }

    #[test]
    fn a_title_that_stands_twice_is_dropped_once() {
        for (text, kept) in [
            ("第一章 雪夜\n第一章 雪夜\n雪。", "第一章 雪夜\n雪。"),
            ("第一章 雪夜\n第一章雪夜\n雪。", "第一章 雪夜\n雪。"),
            ("第一章 雪夜\n雪夜\n雪。", "第一章 雪夜\n雪。"),
            ("雪夜说书 第一章 雪夜\n第一章 雪夜", "第一章 雪夜"),
            ("第一章 雪夜\n《雪夜说书》第一章 雪夜", "第一章 雪夜"),
            ("楔子\n楔子\n雪。", "楔子\n雪。"),
            ("第一章 雪夜\n第一章 雪夜\n第一章 雪夜", "第一章 雪夜"),
        ] {
            assert_eq!(left(drop_titles, text), kept);
        }
    }

    #[test]
    fn other_titles_stay() {
        for text in [
            "第一章 雪夜\n第二章 雪夜",
            "第一卷 雪夜\n第一章 雪夜",
            "第一章 雪夜\n雪夜。",
            "第一章\n第一章里写着雪。",
            "他翻到第一章 雪夜\n第一章 雪夜",
            "第一章\n雪落了。",
            "好。\n好。",
        ] {
            assert_eq!(left(drop_titles, text), text);
        }
    }

    #[test]
    fn a_long_paragraph_is_not_told_twice_in_a_row() {
        let long = "雪下了整整一夜，到天亮的时候才慢慢停了下来。";
        assert_eq!(
            left(drop_paragraphs, &format!("{long}\n{long}\n{long}")),
            long
        );
        let apart = format!("{long}\n风。\n{long}");
        assert_eq!(left(drop_paragraphs, &apart), apart);
        let shouts = "“万胜！”\n“万胜！”\n……\n……";
        assert_eq!(left(drop_paragraphs, shouts), shouts);
    }

    #[test]
    fn a_page_that_stands_twice_is_told_once() {
        let page = "他笑了。\n雪下了整整一夜，到天亮的时候才慢慢停了下来。\n“走。”\n\
                    先生收起醒木，把凉了的茶泼在门外的雪地上，转身走了。\n没有人说话。\n\
                    只有檐下的冰凌一滴一滴地往下落水，落在石阶上，声音清脆得很。";
        let text = format!("开头。\n{page}\n{page}\n结尾。");
        assert_eq!(
            left(drop_paragraphs, &text),
            format!("开头。\n{page}\n结尾。")
        );
    }

    #[test]
    fn a_refrain_is_no_page() {
        let song = "雪满长街人未归，\n灯火三更照客衣。\n一壶浊酒凭谁劝，";
        let text = format!("{song}\n{song}\n他唱罢，满座无言，只听得见炉火的声音。");
        assert_eq!(left(drop_paragraphs, &text), text);
    }
}
