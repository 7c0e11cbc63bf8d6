//! A file to its plain text, one line for each paragraph, and what its format tells beside it.
//!
//! Never judges the text: hidden and foreign pieces are in it, listed with their places.

use std::borrow::Cow;

use super::{BookError, BookSettings, Doubt, Dropped, Told, encoding, name};

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

/// Takes the text out of a file.
pub fn extract<'a>(
    bytes: &'a [u8],
    file_name: &str,
    settings: &BookSettings,
) -> Result<Extract<'a>, BookError> {
    let decoded = encoding::read(bytes, file_name, settings.encoding.as_deref())?;
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
