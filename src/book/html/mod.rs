//! HTML pages to their text.
//!
//! Never loads what a page links to, and never runs or obeys anything in it but the style rules
//! that hide text.

mod element;
mod entity;
mod note;
mod page;
mod style;
mod token;

use std::collections::BTreeSet;

pub use entity::decoded;
pub use page::{Heading, Page, Telling, on_one_line};
pub use style::Styles;
pub use token::{Tag, Token, Tokens, lower};

use super::sheet::Sheet;
use super::{Teller, Told};

/// How many bytes of a page may say what its encoding is.
const HEAD: usize = 2048;

/// How the head of a page begins.
const BEGINNINGS: [&str; 3] = ["<!doctype html", "<html", "<head"];

/// Whether a text is a page, whatever its file is called.
pub fn is_page(text: &str) -> bool {
    let mut text = text.trim_start_matches('\u{FEFF}').trim_start();
    for (begin, end) in [("<?xml", "?>"), ("<!--", "-->"), ("<!--", "-->")] {
        let aside = text
            .starts_with(begin)
            .then(|| text.split_once(end))
            .flatten();
        text = aside.map_or(text, |(_, rest)| rest.trim_start());
    }
    BEGINNINGS.iter().any(|beginning| {
        let start = text.get(..beginning.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(beginning))
    })
}

/// Whether a text holds any tag at all.
pub fn has_tags(text: &str) -> bool {
    Tokens::new(text).any(|token| !matches!(token, Token::Text(_)))
}

/// The encoding that a page says it is in.
pub fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(HEAD)];
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let label = ["charset=", "encoding="].iter().find_map(|key| {
        let (_, value) = head.split_once(key)?;
        let value = value.trim_start_matches(['"', '\'', ' ']);
        let is_part = |next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '_' | ':');
        let end = value.find(|next| !is_part(next)).unwrap_or(value.len());
        Some(&value[..end]).filter(|label| !label.is_empty())
    })?;
    // Pages that declare the small set hold characters of the large one.
    let is_national = label.starts_with("gb") || label == "x-gbk";
    Some(if is_national { "gb18030" } else { label }.to_owned())
}

/// The style sheets that a page links to.
pub fn linked_styles(page: &str) -> Vec<String> {
    let head = Tokens::new(page)
        .take_while(|token| !matches!(token, Token::Open(tag) if tag.name() == "body"));
    let link = |token| match token {
        Token::Open(tag) if tag.name() == "link" => Some(tag),
        _ => None,
    };
    let is_style = |tag: &Tag| {
        let relation = tag
            .attribute("rel")
            .unwrap_or_default()
            .to_ascii_lowercase();
        relation.split_whitespace().any(|word| word == "stylesheet")
    };
    let links = head.filter_map(link).filter(is_style);
    links
        .filter_map(|tag| Some(decoded(tag.attribute("href")?).into_owned()))
        .collect()
}

/// A page, written: its sheet and what it tells.
pub fn read(page: &str) -> (Sheet, Telling) {
    let (mut sheet, mut telling) = (Sheet::default(), Telling::default());
    write(page, &mut sheet, &mut telling);
    (sheet, telling)
}

/// Writes a page that stands alone on a sheet.
pub fn write(page: &str, sheet: &mut Sheet, telling: &mut Telling) {
    Page::new(sheet, telling, "", &str::to_owned).read(page);
}

/// Headings as they are told; of the levels in use the outermost is 0.
pub fn told(headings: Vec<Heading>) -> Vec<Told> {
    let levels: BTreeSet<usize> = headings.iter().map(|heading| heading.level).collect();
    let rank = |level| levels.range(..level).count();
    let tell = |heading: Heading| Told {
        line: heading.line,
        title: heading.title,
        level: rank(heading.level),
        by: Teller::Element,
    };
    headings.into_iter().map(tell).collect()
}

#[cfg(test)]
mod tests;
