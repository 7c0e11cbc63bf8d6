//! The text of a lexicon file to its entries.
//!
//! Never passes over what it does not understand: a misspelt key is told with its line.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::entry::{Entry, EntryError, Place, Scope};
use super::syllable;
use super::{Entries, LexiconError};
use crate::reading::{is_han, mark, number};

/// What one file says.
#[derive(Debug, Clone, Default)]
pub(super) struct File {
    general: Entries,
    books: BTreeMap<String, Entries>,
    voices: BTreeMap<String, Entries>,
}

impl File {
    pub(super) fn parse(place: &str, text: &str) -> Result<Self, LexiconError> {
        let text = quote_keys(text.trim_start_matches('\u{FEFF}'));
        let table = DeTable::parse(&text).map_err(|source| LexiconError::Toml {
            file: place.into(),
            source: Box::new(source),
        })?;
        let parser = Parser { place, text: &text };
        parser.file(table.get_ref())
    }

    /// The entries that count for a book and a voice, the strongest last.
    pub(super) fn entries<'a>(&'a self, scope: &'a Scope) -> impl Iterator<Item = &'a Entry> {
        let books = scope.books.iter().filter_map(|book| self.books.get(book));
        let voice = self.voices.get(&scope.voice);
        let groups = std::iter::once(&self.general).chain(books).chain(voice);
        groups.flatten()
    }
}

/// TOML knows only ASCII in a key without quotes, and a lexicon is made of other keys.
fn quote_keys(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len());
    let mut is_inside = false;
    for line in text.split_inclusive('\n') {
        let n_fences = line.matches("'''").count() + line.matches("\"\"\"").count();
        match quote_header(line).or_else(|| quote_key(line)) {
            Some(line) if !is_inside => quoted.push_str(&line),
            _ => quoted.push_str(line),
        }
        is_inside ^= n_fences % 2 == 1;
    }
    quoted
}

/// `[book.雪夜说书]` as `[book."雪夜说书"]`.
fn quote_header(line: &str) -> Option<String> {
    let inside = line.trim_start().strip_prefix('[')?;
    let (name, rest) = inside.split_once(']')?;
    let (kind, name) = name.split_once('.')?;
    needs_quotes(name.trim()).then(|| format!("[{kind}.{}]{rest}", quoted(name.trim())))
}

/// `多尔衮 = …` as `"多尔衮" = …`.
fn quote_key(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    needs_quotes(key.trim()).then(|| format!("{} ={value}", quoted(key.trim())))
}

fn needs_quotes(key: &str) -> bool {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    !key.starts_with(['"', '\'', '#', '[', '{']) && !key.is_empty() && !key.chars().all(is_bare)
}

fn quoted(key: &str) -> String {
    toml::Value::from(key).to_string()
}

struct Parser<'a> {
    place: &'a str,
    text: &'a str,
}

type Key<'a> = Spanned<std::borrow::Cow<'a, str>>;
type Node<'a> = Spanned<DeValue<'a>>;

impl Parser<'_> {
    fn file(&self, table: &DeTable) -> Result<File, LexiconError> {
        let mut file = File::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "book" => file.books = self.scopes(key, value)?,
                "voice" => file.voices = self.scopes(key, value)?,
                _ => file.general.push(self.entry(key, value, Owner::All)?),
            }
        }
        sort(&mut file.general);
        Ok(file)
    }

    fn scopes(&self, key: &Key, value: &Node) -> Result<BTreeMap<String, Entries>, LexiconError> {
        let kind = key.get_ref().as_ref();
        let owner = if kind == "voice" {
            Owner::Voice
        } else {
            Owner::All
        };
        let no_scope = || EntryError::NoScope(kind.to_owned());
        let names = value.get_ref().as_table();
        let names = names.ok_or_else(|| self.error(key, no_scope()))?;
        let mut scopes = BTreeMap::new();
        for (name, entries) in names {
            let entries = entries.get_ref().as_table();
            let entries = entries.ok_or_else(|| self.error(name, no_scope()))?;
            let entries = entries
                .iter()
                .map(|(key, value)| self.entry(key, value, owner));
            let mut entries: Entries = entries.collect::<Result<_, _>>()?;
            sort(&mut entries);
            scopes.insert(name.get_ref().to_string(), entries);
        }
        Ok(scopes)
    }

    fn entry(&self, key: &Key, value: &Node, owner: Owner) -> Result<Entry, LexiconError> {
        let error = |problem| self.error(key, problem);
        let mut entry = Entry {
            key: key.get_ref().trim().to_owned(),
            place: self.place_of(key),
            pinyin: None,
            spelling: None,
            raw: None,
        };
        match value.get_ref() {
            DeValue::String(text) if text.chars().any(is_han) => {
                entry.spelling = Some(text.to_string());
            }
            DeValue::String(text) => entry.pinyin = Some(pinyin(text).map_err(error)?),
            DeValue::Table(fields) => self.fields(&mut entry, fields)?,
            _ => return Err(error(EntryError::Value)),
        }
        check(&entry, owner).map_err(error)?;
        Ok(entry)
    }

    fn fields(&self, entry: &mut Entry, fields: &DeTable) -> Result<(), LexiconError> {
        for (name, value) in fields {
            let field = name.get_ref().as_ref();
            let error = |problem| self.error(name, problem);
            if !["pinyin", "spelling", "raw"].contains(&field) {
                return Err(error(EntryError::UnknownField(field.to_owned())));
            }
            let text = value.get_ref().as_str();
            let text = text.ok_or_else(|| error(EntryError::NotText(field.to_owned())))?;
            match field {
                "pinyin" => entry.pinyin = Some(pinyin(text).map_err(error)?),
                "spelling" => entry.spelling = Some(text.to_owned()),
                _ => entry.raw = Some(text.to_owned()),
            }
        }
        Ok(())
    }

    fn error(&self, at: &Key, problem: EntryError) -> LexiconError {
        LexiconError::Entry {
            place: self.place_of(at),
            key: at.get_ref().to_string(),
            problem,
        }
    }

    fn place_of(&self, key: &Key) -> Place {
        let before = self.text.get(..key.span().start).unwrap_or_default();
        Place {
            file: self.place.into(),
            line: before.matches('\n').count() + 1,
        }
    }
}

/// As they stand in the file: a table is in the order of its keys.
fn sort(entries: &mut Entries) {
    entries.sort_by_key(|entry| entry.place.line);
}

/// For whom an entry is.
#[derive(Clone, Copy, PartialEq)]
enum Owner {
    All,
    Voice,
}

fn pinyin(text: &str) -> Result<Vec<String>, EntryError> {
    Ok(syllable::parse(text)?)
}

fn check(entry: &Entry, owner: Owner) -> Result<(), EntryError> {
    let is_there = |text: &str| text.chars().any(mark::is_word);
    // A face has letters, and is not said.
    let is_said = |text: &str| is_there(&number::write_out(text));
    if !is_there(&entry.key) {
        return Err(EntryError::EmptyKey);
    }
    if entry.spelling.is_none() && !is_said(&entry.key) {
        return Err(EntryError::Silent);
    }
    if entry.raw.is_some() && owner != Owner::Voice {
        return Err(EntryError::RawForAll);
    }
    let texts = [&entry.spelling, &entry.raw];
    if texts
        .into_iter()
        .flatten()
        .any(|text| text.trim().is_empty())
        || entry.spelling.iter().any(|spelling| !is_said(spelling))
    {
        return Err(EntryError::Empty);
    }
    match &entry.pinyin {
        Some(pinyin) => check_count(&entry.key, pinyin.len()),
        None if entry.spelling.is_none() && entry.raw.is_none() => Err(EntryError::Empty),
        None => Ok(()),
    }
}

/// One syllable for each Han character, numbers written out.
fn check_count(key: &str, given: usize) -> Result<(), EntryError> {
    let spoken = number::write_out(key);
    let needed = spoken.chars().filter(|c| is_han(*c)).count();
    if needed == 0 {
        return Err(EntryError::NoHan);
    }
    if needed == given {
        return Ok(());
    }
    Err(EntryError::Count {
        spoken,
        needed,
        given,
    })
}
