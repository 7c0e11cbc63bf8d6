//! What a reader should look at before a night is spent: numbers that do not follow on, chapters
//! too long to be one.
//!
//! Never changes a chapter.

use serde::Serialize;

use super::Chapter;
use super::heading::{self, Count, Family};

/// Longer chapters are most likely several, whose headings were not seen.
const LONG: usize = 50_000;

/// Something about a chapter that may be wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Doubt {
    /// `gap`, `duplicate`, `restart` or `long`.
    pub kind: &'static str,
    /// Index of the chapter, from 1.
    pub chapter: usize,
    /// What is odd, for a reader.
    pub text: String,
}

/// Everything odd about the chapters, in their order.
pub fn doubts(chapters: &[Chapter]) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    let mut numbering = Numbering::default();
    for chapter in chapters {
        if let Some((kind, text)) = numbering.next(chapter) {
            doubts.push(Doubt {
                kind,
                chapter: chapter.index,
                text,
            });
        }
        let n_characters = chapter.text.chars().count();
        if n_characters > LONG {
            let text = format!(
                "{} is {n_characters} characters long",
                shown(&chapter.title)
            );
            doubts.push(Doubt {
                kind: "long",
                chapter: chapter.index,
                text,
            });
        }
    }
    doubts
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
        let Count { family, number } = heading?.count?;
        for last in self
            .last
            .iter_mut()
            .filter(|last| last.family.unit.level() > family.unit.level())
        {
            last.may_restart = true;
        }
        let Some(last) = self.last.iter_mut().find(|last| last.family == family) else {
            self.last.push(Last {
                family,
                number,
                title: &chapter.title,
                may_restart: false,
            });
            return None;
        };
        let before = std::mem::replace(
            last,
            Last {
                family,
                number,
                title: &chapter.title,
                may_restart: false,
            },
        );
        oddity(&before, last)
    }
}

fn oddity(before: &Last, now: &Last) -> Option<(&'static str, String)> {
    let kind = if before.may_restart && now.number <= 1 {
        return None;
    } else if now.number == before.number {
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
            text: title.to_owned(),
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
        assert_eq!(
            doubts(&[long]),
            [Doubt {
                kind: "long",
                chapter: 1,
                text
            }]
        );
    }
}
