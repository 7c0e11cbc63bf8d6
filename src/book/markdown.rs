//! Markdown to HTML, which is read as any page is.
//!
//! Never joins lines: a line break of the source ends a paragraph, as novels are written.

use std::borrow::Cow;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// How long the front matter may be.
const FRONT_LINES: usize = 100;

/// What stands before the text between two lines of `---`.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// Its title, empty when it names none.
    pub title: String,
    /// Its author, empty when it names none.
    pub author: String,
}

/// The front matter's lines, what they tell, and the text behind them.
pub fn split_front(text: &str) -> (&str, FrontMatter, &str) {
    front_end(text).map_or(("", FrontMatter::default(), text), |end| {
        let (front, rest) = text.split_at(end);
        let value = |keys: [&str; 2]| {
            let mut lines = front.lines();
            lines.find_map(|line| {
                let (key, value) = line.split_once(':')?;
                let value = value.trim().trim_matches(['"', '\'']);
                keys.contains(&key.trim()).then(|| value.to_owned())
            })
        };
        let told = FrontMatter {
            title: value(["title", "标题"]).unwrap_or_default(),
            author: value(["author", "作者"]).unwrap_or_default(),
        };
        (front, told, rest)
    })
}

/// Where the front matter ends: two rules with nothing but keys and values between them.
fn front_end(text: &str) -> Option<usize> {
    let mut lines = text.split_inclusive('\n');
    let first = lines.next().filter(|line| line.trim_end() == "---")?;
    let mut end = first.len();
    for (index, line) in lines.take(FRONT_LINES).enumerate() {
        end += line.len();
        if matches!(line.trim_end(), "---" | "...") {
            return (index > 0).then_some(end);
        }
        let is_value = line.starts_with([' ', '\t', '-', '#']) || line.trim().is_empty();
        if !is_value && !line.contains(':') {
            return None;
        }
    }
    None
}

/// The page that a Markdown text stands for.
pub fn to_html(text: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES;
    let text = without_indents(text);
    let mut lists = Lists::default();
    let events = Parser::new_ext(&text, options).map(|event| lists.number(event));
    let mut page = String::with_capacity(text.len() * 5 / 4);
    html::push_html(&mut page, events);
    page
}

/// Paragraphs of novels are indented; four spaces would make code of them.
fn without_indents(text: &str) -> Cow<'_, str> {
    let is_indented = |line: &str| {
        let words = line.trim_start_matches([' ', '\t']);
        line.len() - words.len() >= 4 && words.starts_with(|first: char| !first.is_ascii())
    };
    if !text.lines().any(is_indented) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive('\n');
    let lines = lines.map(|line| {
        if is_indented(line) {
            line.trim_start()
        } else {
            line
        }
    });
    Cow::Owned(lines.collect())
}

/// The lists that are open, with the number of their next item.
#[derive(Default)]
struct Lists(Vec<Option<u64>>);

impl Lists {
    /// Keeps the numbers of lists, which HTML leaves to the browser, and the ends of lines.
    fn number<'a>(&mut self, event: Event<'a>) -> Event<'a> {
        match event {
            Event::SoftBreak => return Event::HardBreak,
            Event::Start(Tag::List(first)) => self.0.push(first),
            Event::End(TagEnd::List(_)) => drop(self.0.pop()),
            Event::Start(Tag::Item) => {
                if let Some(Some(number)) = self.0.last_mut() {
                    let item = format!("<li>{number}. ");
                    *number = number.saturating_add(1);
                    return Event::Html(CowStr::from(item));
                }
            }
            _ => {}
        }
        event
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::html;

    fn lines(text: &str) -> String {
        html::read(&to_html(text)).0.finish().0
    }

    #[test]
    fn marks_are_no_text() {
        assert_eq!(
            lines(
                "# 第一章 *雪夜*\n\n雪**落**了[一夜](a.html)，`x`。\n![图](a.png)\n\n> 他说\n\n***\n\n完"
            ),
            "第一章 雪夜\n雪落了一夜，x。\n他说\n完\n"
        );
        assert_eq!(lines("| 甲 | 乙 |\n|---|---|\n| 1 | 2 |\n"), "甲 乙\n1 2\n");
        assert_eq!(lines("```\n雪  落\n了\n```\n"), "雪  落\n了\n");
    }

    #[test]
    fn lines_stay_apart_and_lists_keep_their_numbers() {
        assert_eq!(
            lines("    雪落。\n　　风停。\n灯灭。\n"),
            "雪落。\n　　风停。\n灯灭。\n"
        );
        assert_eq!(lines("3. 雪\n4. 夜\n"), "3. 雪\n4. 夜\n");
    }

    #[test]
    fn front_matter_tells_title_and_author() {
        let (front, told, rest) = split_front("---\ntitle: \"雪夜\"\nauthor: 林远\n---\n雪");
        assert_eq!((front.lines().count(), rest), (4, "雪"));
        assert_eq!(
            (told.title.as_str(), told.author.as_str()),
            ("雪夜", "林远")
        );
        for text in [
            "---\n雪\n---\n",
            "雪\n---\n",
            "---\ntitle: 雪\n",
            "---\n---\n",
        ] {
            assert_eq!(split_front(text).0, "", "{text}");
        }
    }

    #[test]
    fn nesting_ten_thousand_deep_takes_no_time() {
        for mark in ["> ", "- ", "[", "*", "**雪", "`", "<b>", "|", "    "] {
            let _ = lines(&mark.repeat(10_000));
        }
    }
}
