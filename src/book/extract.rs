//! A file to its plain text, one line for each paragraph, and what its format tells beside it.
//!
//! Never judges the text: hidden and foreign pieces are in it, listed with their places. What a
//! file holds counts for more than what it is called.

use std::borrow::Cow;

use super::encoding::{self, Decoded};
use super::html::{self, Telling};
use super::sheet::{Sheet, Unread};
use super::{BookError, BookSettings, Doubt, Dropped, Told, epub, markdown, name};

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extract<'a> {
    /// All of its text; hidden pieces too.
    pub text: Cow<'a, str>,
    /// WHATWG name of its encoding.
    pub encoding: &'static str,
    /// Title as a reader would write it.
    pub title: String,
    /// Author, empty when unknown.
    pub author: String,
    /// Pieces of the text that no reader sees, or that are no part of the prose.
    pub hidden: Vec<Dropped>,
    /// Headings that the format tells.
    pub told: Vec<Told>,
    /// What a person should look at.
    pub doubts: Vec<Doubt>,
}

/// What kind of text a file's name promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Html,
    Markdown,
    Epub,
}

impl Kind {
    fn of(file_name: &str) -> Self {
        let end = file_name.rsplit_once('.').map_or("", |(_, end)| end);
        match end.to_ascii_lowercase().as_str() {
            "html" | "htm" | "xhtml" => Self::Html,
            "md" | "markdown" => Self::Markdown,
            "epub" => Self::Epub,
            _ => Self::Text,
        }
    }
}

/// Takes the text out of a file.
pub fn extract<'a>(
    bytes: &'a [u8],
    file_name: &str,
    settings: &BookSettings,
) -> Result<Extract<'a>, BookError> {
    let kind = Kind::of(file_name);
    let is_archive = bytes.starts_with(b"PK");
    if epub::is_epub(bytes) || (is_archive && kind == Kind::Epub) {
        return epub::read(bytes, file_name, settings);
    }
    let decoded = read_page(bytes, file_name, settings)?;
    if html::is_page(&decoded.text) || (kind == Kind::Html && html::has_tags(&decoded.text)) {
        return Ok(of_html(decoded, file_name));
    }
    if kind == Kind::Markdown {
        return Ok(of_markdown(decoded, file_name));
    }
    let (title, author) = name::title_and_author(file_name);
    Ok(Extract {
        text: decoded.text,
        encoding: decoded.encoding,
        title,
        author,
        hidden: Vec::new(),
        told: Vec::new(),
        doubts: decoded.doubts,
    })
}

/// Decodes a file that may say itself what its encoding is; it is believed where the bytes leave a
/// doubt.
pub fn read_page<'a>(
    bytes: &'a [u8],
    file_name: &str,
    settings: &BookSettings,
) -> Result<Decoded<'a>, BookError> {
    let asked = settings.encoding.as_deref();
    let found = encoding::read(bytes, file_name, asked);
    let is_clear = found.as_ref().is_ok_and(|found| found.doubts.is_empty());
    let declared = match html::declared_encoding(bytes) {
        Some(declared) if asked.is_none() && !is_clear => declared,
        _ => return found,
    };
    let declared = encoding::read(bytes, file_name, Some(&declared));
    match (found, declared) {
        (Err(error), declared) => declared.map_err(|_| error),
        (Ok(found), Ok(declared)) if declared.doubts.len() < found.doubts.len() => Ok(declared),
        (found, _) => found,
    }
}

fn of_html(page: Decoded, file_name: &str) -> Extract<'static> {
    let (sheet, telling) = html::read(&page.text);
    written(sheet, telling, page, file_name)
}

fn of_markdown(page: Decoded, file_name: &str) -> Extract<'static> {
    let (front, told, rest) = markdown::split_front(&page.text);
    let (mut sheet, mut telling) = (Sheet::default(), Telling::default());
    sheet.write_lines(front, Some(Unread::FrontMatter));
    sheet.break_line();
    (telling.title, telling.author) = (told.title, told.author);
    html::write(&markdown::to_html(rest), &mut sheet, &mut telling);
    written(sheet, telling, page, file_name)
}

fn written(sheet: Sheet, telling: Telling, page: Decoded, file_name: &str) -> Extract<'static> {
    let (text, hidden, _) = sheet.finish();
    let (title, author) = name::title_and_author(file_name);
    let given = |given: String, named: String| if given.is_empty() { named } else { given };
    Extract {
        text: text.into(),
        encoding: page.encoding,
        title: given(telling.title, title),
        author: given(telling.author, author),
        hidden,
        told: html::told(telling.headings),
        doubts: of_page(page.doubts, file_name, 1).collect(),
    }
}

/// Doubts about a page whose markup has other lines than its text, which begins on `line`.
pub fn of_page(doubts: Vec<Doubt>, name: &str, line: usize) -> impl Iterator<Item = Doubt> {
    doubts.into_iter().map(move |doubt| Doubt {
        line,
        text: format!("line {} of `{name}`: {}", doubt.line, doubt.text),
        ..doubt
    })
}
