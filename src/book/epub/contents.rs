//! The table of contents of a book: `toc.ncx` of EPUB 2, the navigation document of EPUB 3.
//!
//! Never makes an entry up: what has no title, or leads nowhere, is none.

use super::package::local;
use super::path::resolve;
use crate::book::html::{Tag, Token, Tokens, decoded, lower, on_one_line};

/// An entry of a table of contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its title on one line.
    pub title: String,
    /// 0 for the outermost.
    pub level: usize,
    /// The file it leads to, and the place in it; `None` when it only stands above others.
    pub target: Option<(String, String)>,
}

/// The entries of the `toc.ncx` named `path`.
pub fn of_ncx(ncx: &str, path: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    // The entries that are open, outermost first.
    let mut open: Vec<usize> = Vec::new();
    let mut is_in_text = false;
    for token in Tokens::new(ncx) {
        let current = open.last().map(|index| &mut entries[*index]);
        match (token, current) {
            (Token::Open(tag), current) => match (local(&lower(tag.raw_name())), current) {
                ("navpoint", _) => {
                    open.push(entries.len());
                    entries.push(Entry::at(open.len() - 1));
                }
                ("text", _) => is_in_text = true,
                ("content", Some(entry)) => entry.target = target(&tag, "src", path),
                _ => {}
            },
            (Token::Text(text), Some(entry)) if is_in_text => entry.title.push_str(&decoded(text)),
            (Token::Literal(text), Some(entry)) if is_in_text => entry.title.push_str(text),
            (Token::Close(name), _) => match local(&lower(name)) {
                "navpoint" => drop(open.pop()),
                "text" => is_in_text = false,
                "navmap" => break,
                _ => {}
            },
            _ => {}
        }
    }
    finished(entries)
}

/// The entries of the navigation document named `path`.
pub fn of_nav(nav: &str, path: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let (mut depth, mut is_in_label) = (0_usize, false);
    for token in Tokens::new(contents_of(nav)) {
        match token {
            Token::Open(tag) => match tag.name().as_ref() {
                "ol" | "ul" => depth += 1,
                "a" | "span" if !is_in_label => {
                    is_in_label = true;
                    entries.push(Entry::at(depth.saturating_sub(1)));
                    let entry = entries.last_mut();
                    entry
                        .map(|entry| entry.target = target(&tag, "href", path))
                        .unwrap_or_default();
                }
                _ => {}
            },
            Token::Close(name) => match lower(name).as_ref() {
                "ol" | "ul" => depth = depth.saturating_sub(1),
                "a" | "li" => is_in_label = false,
                "span" if entries.last().is_some_and(|entry| entry.target.is_none()) => {
                    is_in_label = false;
                }
                _ => {}
            },
            Token::Text(text) if is_in_label => add_title(&mut entries, &decoded(text)),
            Token::Literal(text) if is_in_label => add_title(&mut entries, text),
            _ => {}
        }
    }
    finished(entries)
}

impl Entry {
    fn at(level: usize) -> Self {
        Self {
            title: String::new(),
            level,
            target: None,
        }
    }
}

fn add_title(entries: &mut [Entry], text: &str) {
    if let Some(entry) = entries.last_mut() {
        entry.title.push_str(text);
    }
}

fn target(tag: &Tag, key: &str, path: &str) -> Option<(String, String)> {
    let href = tag.attribute(key).filter(|href| !href.is_empty())?;
    Some(resolve(path, &decoded(href)))
}

/// The part of a navigation document that is the table of contents, and not the landmarks.
fn contents_of(nav: &str) -> &str {
    let mut tokens = Tokens::new(nav);
    let mut first = None;
    while let Some(token) = tokens.next() {
        let Token::Open(tag) = token else { continue };
        if tag.name() != "nav" {
            continue;
        }
        let content = tokens.clone().take_raw("nav").unwrap_or(tokens.rest());
        let kind = tag
            .attribute("epub:type")
            .or(tag.attribute("role"))
            .unwrap_or_default();
        if kind
            .split_ascii_whitespace()
            .any(|word| matches!(word, "toc" | "doc-toc"))
        {
            return content;
        }
        first = first.or(Some(content).filter(|_| kind.is_empty()));
    }
    first.unwrap_or_default()
}

/// Entries with their titles on one line; one that leads nowhere leads where the next one does.
fn finished(entries: Vec<Entry>) -> Vec<Entry> {
    let mut next = None;
    let mut finished: Vec<Entry> = entries
        .into_iter()
        .rev()
        .filter_map(|mut entry| {
            entry.title = on_one_line(&entry.title);
            entry.target = entry.target.or_else(|| next.clone());
            next.clone_from(&entry.target);
            (!entry.title.is_empty() && entry.target.is_some()).then_some(entry)
        })
        .collect();
    finished.reverse();
    finished
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(entries: &[Entry]) -> Vec<String> {
        let show = |entry: &Entry| {
            let (path, fragment) = entry.target.clone().unwrap_or_default();
            format!("{} {} {path}#{fragment}", entry.level, entry.title)
        };
        entries.iter().map(show).collect()
    }

    #[test]
    fn an_ncx_is_read_with_its_levels() {
        let ncx = "<ncx><docTitle><text>书</text></docTitle><navMap>\
            <navPoint><navLabel><text>卷一</text></navLabel><content src='a.html'/>\
            <navPoint><navLabel><text>第一章\n 雪 &amp; 夜</text></navLabel><content src='a.html#x'/></navPoint></navPoint>\
            <ncx:navPoint><ncx:navLabel><ncx:text>后记</ncx:text></ncx:navLabel><ncx:content src='b.html'/></ncx:navPoint>\
            </navMap><pageList/></ncx>";
        assert_eq!(
            shown(&of_ncx(ncx, "O/toc.ncx")),
            [
                "0 卷一 O/a.html#",
                "1 第一章 雪 & 夜 O/a.html#x",
                "0 后记 O/b.html#"
            ]
        );
    }

    #[test]
    fn a_navigation_document_is_read_without_its_landmarks() {
        let nav = "<html><body><nav epub:type='landmarks'><ol><li><a href='x'>封面</a></li></ol></nav>\
            <nav epub:type='toc'><h1>目录</h1><ol><li><span>卷一</span><ol>\
            <li><a href='a.xhtml'><span>第一章</span> 雪</a></li></ol></li>\
            <li><a href='b.xhtml#y'>第二章</a></li></ol></nav></body></html>";
        assert_eq!(
            shown(&of_nav(nav, "nav.xhtml")),
            [
                "0 卷一 a.xhtml#",
                "1 第一章 雪 a.xhtml#",
                "0 第二章 b.xhtml#y"
            ]
        );
    }

    #[test]
    fn what_is_no_table_has_no_entries() {
        for text in [
            "",
            "<nav>",
            "<ncx>",
            "<navPoint>",
            "<nav><a>x</a></nav>",
            "</navPoint><content src='a'/>",
        ] {
            assert!(
                of_ncx(text, "").is_empty() && of_nav(text, "").is_empty(),
                "{text}"
            );
        }
    }
}
