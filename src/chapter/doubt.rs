//! What a reader should look at before a night is spent: numbers that do not follow on, chapters
//! too long or too short to be one, a book without any.
//!
//! Never changes a chapter.

use serde::Serialize;

use super::Chapter;
use super::heading::{self, Count, Family};
use super::loose::Loose;
use super::mark::Unit;
use crate::book::is_speakable;

/// Longer chapters are most likely several, whose headings were not seen.
const LONG: usize = super::region::LONG;

/// A longer book without a heading most likely has some that were not seen.
const LONG_WITHOUT_HEADING: usize = 20_000;

/// Something about a chapter that may be wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Doubt {
    /// `gap`, `duplicate`, `restart`, `long`, `short` or `missing table`.
    pub kind: &'static str,
    /// Index of the chapter, from 1.
    pub chapter: usize,
    /// Source line that the chapter begins with, from 1.
    pub line: usize,
    /// What is odd, for a reader.
    pub text: String,
}

/// Everything odd about the chapters, in their order.
pub fn doubts(chapters: &[Chapter]) -> Vec<Doubt> {
    let mut numbering = Numbering::default();
    let mut doubts: Vec<Doubt> = missing_table(chapters).into_iter().collect();
    for (chapter, position) in chapters.iter().zip(1..) {
        let short = short(chapter, chapters.get(position));
        let odd = [numbering.next(chapter), long(chapter), short];
        let odd = odd.into_iter().flatten();
        doubts.extend(odd.map(|(kind, text)| doubt(chapter, kind, text)));
    }
    doubts
}

fn doubt(chapter: &Chapter, kind: &'static str, text: String) -> Doubt {
    Doubt {
        kind,
        chapter: chapter.index,
        line: chapter.first_line,
        text,
    }
}

fn missing_table(chapters: &[Chapter]) -> Option<Doubt> {
    let [only] = chapters else {
        return None;
    };
    let n_characters = only.text.chars().count();
    let is_missing = only.title.is_empty() && n_characters > LONG_WITHOUT_HEADING;
    let text = format!("{n_characters} characters without a heading");
    is_missing.then(|| doubt(only, "missing table", text))
}

fn long(chapter: &Chapter) -> Option<(&'static str, String)> {
    // Most chapters are left by their bytes: no character is shorter than one.
    let n_characters = match chapter.text.len() {
        0..=LONG => return None,
        _ => chapter.text.chars().count(),
    };
    let title = shown(&chapter.title);
    let text = || format!("{title} is {n_characters} characters long");
    (n_characters > LONG).then(|| ("long", text()))
}

/// A heading with nothing to say under it; one over inner headings needs nothing.
fn short(chapter: &Chapter, next: Option<&Chapter>) -> Option<(&'static str, String)> {
    let mut lines = chapter.text.lines().skip(chapter.n_heading_lines);
    let is_empty = chapter.n_heading_lines > 0 && !lines.any(is_speakable);
    let text = || format!("{} has no text", shown(&chapter.title));
    let holds_next = next.is_some_and(|next| level(chapter) < level(next));
    (is_empty && !holds_next).then(|| ("short", text()))
}

/// How far inside its heading is; 0 when nothing tells.
fn level(chapter: &Chapter) -> usize {
    let count = heading::parse(&chapter.title, "").and_then(|heading| heading.count);
    count.map_or(0, |count| count.family.unit.level())
}

fn shown(title: &str) -> String {
    if title.is_empty() {
        "the untitled chapter".to_owned()
    } else {
        format!("`{title}`")
    }
}

/// The numberings as far as they were read.
#[derive(Default)]
struct Numbering<'a> {
    volume: &'a str,
    last: Vec<Last<'a>>,
}

/// The last heading of one family.
struct Last<'a> {
    family: Family,
    number: u32,
    title: &'a str,
    /// Whether an outer heading came after it, so that 1 may follow.
    may_restart: bool,
}

impl<'a> Numbering<'a> {
    /// Takes the next chapter and tells what is odd about its number.
    fn next(&mut self, chapter: &'a Chapter) -> Option<(&'static str, String)> {
        let is_new_volume = self.volume != chapter.volume;
        self.volume = &chapter.volume;
        let heading = heading::parse(&chapter.title, "");
        if is_new_volume || heading.is_some_and(|heading| heading.count.is_none()) {
            self.last
                .iter_mut()
                .for_each(|last| last.may_restart = true);
        }
        // A volume's own page: most volumes have none, so the numbers of those that do say nothing.
        if !chapter.title.is_empty() && chapter.title == chapter.volume {
            return None;
        }
        let Count { family, number } = heading?.count.filter(|count| is_counted(*count))?;
        for last in self
            .last
            .iter_mut()
            .filter(|last| last.family.unit.level() > family.unit.level())
        {
            last.may_restart = true;
        }
        let now = Last {
            family,
            number,
            title: &chapter.title,
            may_restart: false,
        };
        let Some(last) = self.last.iter_mut().find(|last| last.family == family) else {
            self.last.push(now);
            return None;
        };
        let before = std::mem::replace(last, now);
        oddity(&before, last)
    }
}

/// Stars count nothing, and `001` and `100` are of one numbering.
fn is_counted(count: Count) -> bool {
    count.family.unit != Unit::Loose(Loose::Star)
}

/// Whether a title is the second half of another's chapter: `第一章 雪夜（下）`, `第一章 雪夜(2/2)`.
fn is_another_part(before: &str, now: &str) -> bool {
    match (stem_and_part(before), stem_and_part(now)) {
        (Some((stem, part)), Some((same, other))) => stem == same && part != other,
        _ => false,
    }
}

/// A title without the part it names, in brackets or as its last sign, and that part.
fn stem_and_part(title: &str) -> Option<(&str, &str)> {
    let title = title.trim_end();
    let at = if let Some(open) = title.strip_suffix([')', '）']) {
        open.rfind(['(', '（'])?
    } else {
        let (at, last) = title.char_indices().next_back()?;
        let is_part = "上中下终完一二三四五六七八九十1234567890".contains(last);
        is_part.then_some(at)?
    };
    Some((title[..at].trim_end(), &title[at..]))
}

fn oddity(before: &Last, now: &Last) -> Option<(&'static str, String)> {
    let begins_anew = before.may_restart && now.number <= 1;
    let is_same = now.number == before.number;
    let kind = if begins_anew || (is_same && is_another_part(before.title, now.title)) {
        return None;
    } else if is_same {
        "duplicate"
    } else if now.number < before.number {
        "restart"
    } else if now.number - before.number > 1 {
        "gap"
    } else {
        return None;
    };
    Some((kind, format!("`{}` follows `{}`", now.title, before.title)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chapter(index: usize, volume: &str, title: &str) -> Chapter {
        Chapter {
            index,
            volume: volume.to_owned(),
            title: title.to_owned(),
            text: format!("{title}\n雪。"),
            n_heading_lines: 1,
            first_line: index,
        }
    }

    fn kinds(titles: &[(&str, &str)]) -> Vec<(&'static str, usize)> {
        let chapters: Vec<_> = titles
            .iter()
            .zip(1..)
            .map(|((volume, title), index)| chapter(index, volume, title))
            .collect();
        doubts(&chapters)
            .into_iter()
            .map(|doubt| (doubt.kind, doubt.chapter))
            .collect()
    }

    #[test]
    fn numbers_that_do_not_follow_on_are_told() {
        let titles = [
            ("", "第一章"),
            ("", "第三章"),
            ("", "第三章 又"),
            ("", "第一章"),
            ("", "尾声"),
            ("", "第二章"),
        ];
        assert_eq!(
            kinds(&titles),
            [("gap", 2), ("duplicate", 3), ("restart", 4)]
        );
    }

    #[test]
    fn a_volume_may_begin_anew_or_count_on() {
        assert_eq!(
            kinds(&[
                ("卷一", "第一章"),
                ("卷一", "第二章"),
                ("卷二", "第一章"),
                ("卷三", "第二章")
            ]),
            []
        );
        assert_eq!(
            kinds(&[("卷一", "第一章"), ("卷二", "第三章")]),
            [("gap", 2)]
        );
    }

    #[test]
    fn sections_begin_anew_in_every_chapter() {
        assert_eq!(
            kinds(&[
                ("", "第一章"),
                ("", "第一节"),
                ("", "第二节"),
                ("", "第二章"),
                ("", "第一节")
            ]),
            []
        );
    }

    #[test]
    fn side_stories_count_for_themselves() {
        assert_eq!(
            kinds(&[("", "第九章"), ("", "番外 第一章"), ("", "番外 第二章")]),
            []
        );
    }

    #[test]
    fn numbers_may_begin_anew_behind_a_heading_without_one() {
        assert_eq!(
            kinds(&[("", "第一章"), ("", "第二章"), ("", "番外"), ("", "第一章")]),
            []
        );
    }

    #[test]
    fn volumes_with_a_page_of_their_own_are_not_counted() {
        let titles = [
            ("卷一", "卷一"),
            ("卷一", "第一章"),
            ("卷二", "第二章"),
            ("卷三", "卷三"),
            ("卷三", "第三章"),
        ];
        assert_eq!(kinds(&titles), []);
    }

    #[test]
    fn a_chapter_too_long_is_told_with_its_length() {
        let mut long = chapter(1, "", "");
        long.text = "雪".repeat(50_001);
        let text = "the untitled chapter is 50001 characters long".to_owned();
        assert!(doubts(&[long]).contains(&Doubt {
            kind: "long",
            chapter: 1,
            line: 1,
            text
        }));
    }

    #[test]
    fn a_long_book_without_a_heading_is_told() {
        let mut book = chapter(1, "", "");
        book.text = "雪".repeat(20_001);
        assert_eq!(doubts(&[book])[0].kind, "missing table");
    }

    #[test]
    fn a_heading_with_nothing_under_it_is_told_with_its_line() {
        let mut empty = chapter(2, "", "第二章");
        empty.text = "第二章\n……".to_owned();
        let found = doubts(&[chapter(1, "", "第一章"), empty]);
        assert_eq!(
            (found[0].kind, found[0].chapter, found[0].line),
            ("short", 2, 2)
        );
    }

    #[test]
    fn halves_of_one_chapter_are_no_duplicates() {
        let titles = [("", "第一章（上）"), ("", "第一章（下）"), ("", "第二章")];
        assert_eq!(kinds(&titles), []);
        assert_eq!(
            kinds(&[("", "第一章 雪"), ("", "第一章 雪")]),
            [("duplicate", 2)]
        );
    }
}
