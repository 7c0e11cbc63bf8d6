//! Headings by name: 楔子, 尾声, 番外 and their kin.
//!
//! Never a sentence that begins with such a word: `前言不搭后语` is prose.

use super::heading::{Heading, Strength, is_separator};
use super::numeral;

/// The longest title after a name, in characters.
const LONGEST: usize = 20;

/// The names, a longer one before its own beginning.
const NAMES: &[&str] = &[
    "楔子",
    "引子",
    "引言",
    "引章",
    "序章",
    "序言",
    "序幕",
    "序曲",
    "序篇",
    "自序",
    "代序",
    "总序",
    "總序",
    "序",
    "前言",
    "前传",
    "前傳",
    "开篇",
    "開篇",
    "开端",
    "開端",
    "番外篇",
    "番外",
    "外传",
    "外傳",
    "外篇",
    "间章",
    "間章",
    "幕间",
    "幕間",
    "尾声",
    "尾聲",
    "尾章",
    "终章",
    "終章",
    "终卷",
    "終卷",
    "最终章",
    "最終章",
    "最终卷",
    "最終卷",
    "大结局",
    "大結局",
    "后记",
    "後記",
    "后序",
    "後序",
    "后传",
    "後傳",
    "跋",
    "附录",
    "附錄",
    "完本感言",
    "完結感言",
    "上架感言",
    "新书感言",
    "Prologue",
    "PROLOGUE",
    "Epilogue",
    "EPILOGUE",
];

/// Names that a title may follow without a gap: no sentence of prose begins so.
const GLUED: [&str; 4] = ["完本感言", "完結感言", "上架感言", "新书感言"];

/// The heading by name that `text` is.
pub fn parse(text: &str) -> Option<Heading<'_>> {
    let is_any_of = |names: &[&str], may_follow: fn(&str) -> bool| {
        let mut rests = names.iter().filter_map(|name| text.strip_prefix(name));
        rests.any(may_follow)
    };
    let is_heading = is_any_of(NAMES, is_title) || is_any_of(&GLUED, is_short);
    is_heading.then_some(Heading {
        volume: "",
        title: text,
        count: None,
        strength: Strength::Strict,
    })
}

/// Whether a heading by name may begin with this character.
pub fn may_begin(first: char) -> bool {
    NAMES.iter().any(|name| name.starts_with(first))
}

/// Whether `rest`, behind a name, leaves it a heading: nothing, a number, a parted title.
fn is_title(rest: &str) -> bool {
    let rest = numeral::leading(rest).map_or(rest, |(_, after)| after);
    let title = rest.trim_start_matches(|next| is_separator(next) || next == '之');
    let is_parted = rest.is_empty() || title.len() < rest.len();
    let ends_in_gap = title.is_empty() && rest.ends_with(['：', ':', '、', '.']);
    is_parted && !ends_in_gap && is_short(title)
}

/// Whether a title may be so long, and has nothing of a sentence.
fn is_short(title: &str) -> bool {
    title.chars().count() <= LONGEST
        && !title.contains(['。', '，', '；', '“', '「', ','])
        && !title.ends_with(['：', ':', '…', '、', '”', '」', '』'])
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn a_name_alone_or_with_a_parted_title_is_a_heading() {
        for text in [
            "楔子",
            "序",
            "序章 雪夜",
            "楔子：雪夜",
            "番外一",
            "番外1 雪夜",
            "番外（一）",
            "番外之雪夜",
            "尾聲",
            "后记",
            "大结局（上）",
            "完本感言",
            "终章·雪夜",
            "最终章",
            "完本感言与新书",
            "Prologue",
        ] {
            assert!(parse(text).is_some(), "{text}");
        }
    }

    #[test]
    fn a_sentence_that_begins_with_a_name_is_none() {
        for text in [
            "前言不搭后语",
            "序幕拉开了",
            "后记得来",
            "尾声：",
            "番外的人",
            "序 他说，雪停了",
            "楔子。",
            "引子 “雪停了”",
            "附录一共三页",
        ] {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
