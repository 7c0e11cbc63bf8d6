//! The list of a book's files, and the order they are read in.
//!
//! Never insists on good form: a document that a browser would forgive is read as far as it goes.
//! Entities that it declares are never expanded.

use std::collections::HashMap;

use super::path::resolve;
use crate::book::html::{Tag, Token, Tokens, decoded, lower, on_one_line};

/// What the package document tells.
#[derive(Debug, Default)]
pub struct Package {
    /// Title, empty when it has none.
    pub title: String,
    /// Authors, empty when it names none.
    pub author: String,
    /// The files in order of reading.
    pub spine: Vec<SpineItem>,
    /// The navigation document of EPUB 3.
    pub nav: Option<String>,
    /// The table of contents of EPUB 2.
    pub ncx: Option<String>,
}

/// A file in the reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpineItem {
    /// Its name in the archive.
    pub path: String,
    /// Whether it is part of the order, and not beside it.
    pub is_linear: bool,
}

/// A file of the book.
#[derive(Debug, Clone, Default)]
struct Item {
    path: String,
    media: String,
}

/// The name of the package document that `container.xml` gives.
pub fn package_path(container: &str) -> Option<String> {
    let roots = Tokens::new(container).filter_map(opened);
    let mut roots = roots.filter(|tag| local(&lower(tag.raw_name())) == "rootfile");
    roots.find_map(|tag| Some(resolve("", &decoded(tag.attribute("full-path")?)).0))
}

impl Package {
    /// Reads the package document `opf`, a file of the name `path`.
    pub fn read(opf: &str, path: &str) -> Self {
        let mut reader = Reader::new(path);
        for token in Tokens::new(opf) {
            match token {
                Token::Open(tag) => reader.open(&tag),
                Token::Close(name) => reader.close(local(&lower(name))),
                Token::Text(text) => reader.text.push_str(&decoded(text)),
                Token::Literal(text) => reader.text.push_str(text),
            }
        }
        reader.finish()
    }
}

fn opened(token: Token) -> Option<Tag> {
    match token {
        Token::Open(tag) => Some(tag),
        _ => None,
    }
}

/// A name without the prefix of its namespace.
pub fn local(name: &str) -> &str {
    name.rsplit_once(':').map_or(name, |(_, local)| local)
}

#[derive(Default)]
struct Reader<'p> {
    path: &'p str,
    package: Package,
    items: HashMap<String, Item>,
    ncx_id: String,
    spine: Vec<(String, bool)>,
    /// Creators with their ids and roles.
    creators: Vec<Creator>,
    /// Text since the last opening tag.
    text: String,
}

#[derive(Default)]
struct Creator {
    id: String,
    role: String,
    name: String,
}

impl<'p> Reader<'p> {
    fn new(path: &'p str) -> Self {
        Self {
            path,
            ..Self::default()
        }
    }

    fn open(&mut self, tag: &Tag) {
        self.text.clear();
        let value = |key: &str| decoded(tag.attribute(key).unwrap_or_default()).into_owned();
        match local(&lower(tag.raw_name())) {
            "item" => self.item(tag),
            "spine" => self.ncx_id = value("toc"),
            "itemref" => self.spine.push((value("idref"), value("linear") != "no")),
            "creator" => self.creators.push(Creator {
                id: value("id"),
                role: value("opf:role") + &value("role"),
                name: String::new(),
            }),
            "meta" if value("property") == "role" => {
                let refined = value("refines");
                self.creators.push(Creator {
                    id: format!("role of {}", refined.trim_start_matches('#')),
                    ..Creator::default()
                });
            }
            _ => {}
        }
    }

    fn item(&mut self, tag: &Tag) {
        let value = |key: &str| decoded(tag.attribute(key).unwrap_or_default());
        let item = Item {
            path: resolve(self.path, &value("href")).0,
            media: value("media-type").to_ascii_lowercase(),
        };
        if value("properties")
            .split_whitespace()
            .any(|word| word == "nav")
        {
            self.package.nav.get_or_insert(item.path.clone());
        }
        self.items.insert(value("id").into_owned(), item);
    }

    fn close(&mut self, name: &str) {
        let text = on_one_line(&self.text);
        match name {
            "title" if self.package.title.is_empty() => self.package.title = text,
            "creator" | "meta" => {
                if let Some(creator) = self.creators.last_mut().filter(|last| last.name.is_empty())
                {
                    creator.name = text;
                }
            }
            _ => {}
        }
        self.text.clear();
    }

    fn finish(mut self) -> Package {
        self.package.author = self.author();
        let ncx = self.items.get(&self.ncx_id).or_else(|| {
            let mut items = self.items.values();
            items.find(|item| item.media == "application/x-dtbncx+xml")
        });
        self.package.ncx = ncx.map(|item| item.path.clone());
        for (id, is_linear) in &self.spine {
            // Identifiers are unique by rule; a page named twice is read once.
            if let Some(item) = self.items.remove(id).filter(is_page) {
                let (path, is_linear) = (item.path, *is_linear);
                self.package.spine.push(SpineItem { path, is_linear });
            }
        }
        self.package
    }

    /// Those who wrote the book; who translated or drew it has another role.
    fn author(&self) -> String {
        let role = |creator: &Creator| {
            let refined = format!("role of {}", creator.id);
            let told = self.creators.iter().find(|other| other.id == refined);
            told.map_or_else(|| creator.role.clone(), |told| told.name.clone())
        };
        let creators = self
            .creators
            .iter()
            .filter(|creator| !creator.id.starts_with("role of "));
        let authors = creators.filter(|creator| matches!(role(creator).as_str(), "" | "aut"));
        let names: Vec<_> = authors
            .map(|creator| creator.name.as_str())
            .filter(|name| !name.is_empty())
            .collect();
        names.join("、")
    }
}

fn is_page(item: &Item) -> bool {
    let is_named = [".html", ".htm", ".xhtml", ".xml"]
        .iter()
        .any(|end| item.path.to_ascii_lowercase().ends_with(end));
    let is_told = ["application/xhtml+xml", "text/html", "text/x-oeb1-document"]
        .contains(&item.media.as_str());
    is_told || (is_named && !item.media.starts_with("image/"))
}
