//! The names of chapter files: their order, and the titles they tell.
//!
//! Never looks into a file.

use crate::chapter::numeral;

/// A name as its runs of text and of numbers, so that 2 comes before 10 and 第九 before 第十.
pub type Key = (Vec<(String, u64)>, String);

/// What a name is sorted by.
pub fn natural_key(name: &str) -> Key {
    let mut runs = Vec::new();
    let mut text = String::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        if let Some((number, after)) = number(rest) {
            runs.push((std::mem::take(&mut text), number));
            rest = after;
        } else {
            text.extend(first.to_lowercase());
            rest = &rest[first.len_utf8()..];
        }
    }
    runs.push((text, 0));
    (runs, name.to_owned())
}

/// The number that `text` begins with.
fn number(text: &str) -> Option<(u64, &str)> {
    let numeral = numeral::leading(text).map(|(number, rest)| (number.into(), rest));
    numeral.or_else(|| long_number(text)).or_else(|| part(text))
}

/// Dates and times are too long for a chapter's numeral.
fn long_number(text: &str) -> Option<(u64, &str)> {
    let end = text.find(|next: char| !next.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    (!digits.is_empty()).then(|| (digits.parse().unwrap_or(u64::MAX), rest))
}

/// 上, 中, 下 at the end of a name or of brackets.
fn part(text: &str) -> Option<(u64, &str)> {
    let (number, part) = [(1, '上'), (2, '中'), (3, '下')]
        .into_iter()
        .find(|(_, part)| text.starts_with(*part))?;
    let rest = &text[part.len_utf8()..];
    let is_end = rest.is_empty() || rest.starts_with(['.', ')', '）', ']', '】']);
    is_end.then_some((number, rest))
}

/// The title that a file's stem tells: `001 雪夜` and `[12]雪夜` are 雪夜, `3天后` is itself.
pub fn title_of(stem: &str) -> String {
    let stem = stem.trim();
    let is_open = |next: char| matches!(next, '[' | '(' | '【' | '（' | '#');
    let is_digit = |next: char| matches!(next, '0'..='9' | '０'..='９');
    let is_mark = |next: char| next.is_whitespace() || "._-—、，,:：)）]】".contains(next);
    let digits = stem.trim_start_matches(is_open);
    let marks = digits.trim_start_matches(is_digit);
    let title = marks.trim_start_matches(is_mark);
    let is_numbered = marks.len() < digits.len();
    let is_apart = title.len() < marks.len() || title.starts_with('第');
    let title = if is_numbered && is_apart && !title.is_empty() {
        title
    } else {
        stem
    };
    title.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn stay_in_order(names: &[&str]) {
        let mut sorted = names.to_vec();
        sorted.reverse();
        sorted.sort_by_cached_key(|name| natural_key(name));
        assert_eq!(sorted, names);
    }

    #[test]
    fn numbers_of_every_style_compare_as_numbers() {
        stay_in_order(&["1.txt", "2.txt", "10.txt"]);
        stay_in_order(&[
            "第九章.txt",
            "第十章.txt",
            "第十一章.txt",
            "第一百零二章.txt",
        ]);
        stay_in_order(&["第９章.txt", "第１０章.txt", "第廿章.txt", "第卅章.txt"]);
        stay_in_order(&[
            "第一卷 第二章.txt",
            "第一卷 第十章.txt",
            "第二卷 第一章.txt",
        ]);
        stay_in_order(&["20240101093000.txt", "20240101100000.txt"]);
        stay_in_order(&["第一章（上）.txt", "第一章（中）.txt", "第一章（下）.txt"]);
        stay_in_order(&["01.txt", "1.txt", "2.txt"]);
    }

    #[test]
    fn a_title_is_a_name_without_its_number() {
        for (stem, title) in [
            ("001 雪夜", "雪夜"),
            ("[12]雪夜", "雪夜"),
            ("0001_第一章 雪夜", "第一章 雪夜"),
            ("12第十二章", "第十二章"),
            ("第九章 雪夜", "第九章 雪夜"),
            ("3天后", "3天后"),
            ("007", "007"),
            ("[完]", "[完]"),
        ] {
            assert_eq!(title_of(stem), title);
        }
    }
}
