//! What a string of a voice file may hold, by where it stands.
//!
//! Never lets the text of a book into an address' host or path or into a header, and never lets a
//! key stand in a voice file.

use super::phrase::Phrase;
use super::values::{Name, Variables};

/// A literal this long where a key belongs is one.
const KEY_LENGTH: usize = 16;

/// Parts of the names of fields that hold keys.
const KEY_NAMES: [&str; 5] = ["key", "token", "auth", "secret", "password"];

/// Where a string stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The path of an address, or of a file.
    Path,
    /// A header.
    Header,
    /// The query or the body.
    Content,
}

/// What the strings of one request may hold.
#[derive(Debug, Clone, Copy)]
pub struct Scope<'a> {
    /// The request's name in the voice file.
    pub request: &'static str,
    /// `[variables]`.
    pub variables: &'a Variables,
    /// Whether the voice has a key.
    pub has_key: bool,
    /// Whether there is a text to speak.
    pub has_text: bool,
    /// Whether the text is XML already.
    pub is_marked: bool,
}

impl Scope<'_> {
    /// Reads the string of this key, e.g. `json.voice`.
    ///
    /// # Errors
    ///
    /// What is wrong, with the key.
    pub fn phrase(&self, key: &str, text: &str, place: Place) -> Result<Phrase, String> {
        let here = format!("`{}.{key}`", self.request);
        let phrase = Phrase::parse(text, self.variables);
        let phrase = phrase.map_err(|problem| format!("{here}: {problem}"))?;
        for (name, _) in phrase.placeholders() {
            self.check(name, place)
                .map_err(|problem| format!("{here} {problem}"))?;
        }
        no_literal_key(&here, key, phrase.literals())?;
        Ok(phrase)
    }

    fn check(&self, name: &Name, place: Place) -> Result<(), String> {
        match (name, place) {
            (Name::Key, _) if !self.has_key => Err(
                "has `{key}`, and there is none; give `key_env`, `key_file` or `key_command`"
                    .into(),
            ),
            (Name::Text, Place::Content) if self.has_text => Ok(()),
            (Name::Text, _) => Err("must not hold `{text}`".into()),
            (name, Place::Path) if !name.is_fixed() => {
                Err("may hold `{voice}`, `{model}` and variables only".into())
            }
            _ => Ok(()),
        }
    }
}

/// Refuses a key that stands in a voice file, which people hand on to others.
///
/// # Errors
///
/// When a field named like a key has something like a key in it.
pub fn no_literal_key<'a>(
    here: &str,
    key: &str,
    literals: impl Iterator<Item = &'a str>,
) -> Result<(), String> {
    let name = key.rsplit('.').next().unwrap_or(key).to_lowercase();
    let is_named_so = KEY_NAMES.iter().any(|part| name.contains(part));
    let mut words = literals.flat_map(|text| text.split(|c: char| !c.is_ascii_graphic()));
    if is_named_so && words.any(|word| word.len() >= KEY_LENGTH) {
        return Err(format!(
            "{here} looks like a key; keep it out of this file: give `key_env = \"NAME\"`, and write `{{key}}` here"
        ));
    }
    Ok(())
}
