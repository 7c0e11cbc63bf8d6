//! What the elements of HTML do to the text in them.
//!
//! Never an error for a name it does not know: such an element stands inside a line.

use super::note;
use super::style::{Effect, Styles};
use super::token::Tag;
use crate::book::sheet::Unread;

/// Elements that stand in lines of their own.
const BLOCKS: [&str; 46] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "legend",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "option",
    "p",
    "pre",
    "search",
    "section",
    "summary",
    "table",
    "tr",
    "ul",
    "title",
];

/// Elements without content.
const VOIDS: [&str; 14] = [
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source",
    "track", "wbr",
];

/// Elements whose content is no markup.
pub const RAWS: [&str; 4] = ["script", "style", "title", "textarea"];

/// Whether an element stands in lines of its own.
pub fn is_block(name: &str) -> bool {
    BLOCKS.contains(&name)
}

/// Whether an element has no content.
pub fn is_void(name: &str) -> bool {
    VOIDS.contains(&name)
}

/// The level of a heading element, from 1.
pub fn heading_level(name: &str) -> Option<usize> {
    let level = ["h1", "h2", "h3", "h4", "h5", "h6"]
        .iter()
        .position(|known| *known == name)?;
    Some(level + 1)
}

/// Whether the beginning of one element ends another that was never closed.
pub fn ends(begun: &str, open: &str) -> bool {
    match open {
        "p" => is_block(begun),
        "li" => begun == "li",
        "dd" | "dt" => matches!(begun, "dd" | "dt"),
        "td" | "th" => matches!(begun, "td" | "th" | "tr"),
        "tr" => begun == "tr",
        "rt" | "rp" => matches!(begun, "rt" | "rp" | "rtc" | "rb"),
        "option" => begun == "option",
        _ => false,
    }
}

/// Whether an element keeps what is in it from ending what is around it.
pub fn is_barrier(name: &str) -> bool {
    name == "ruby"
        || (is_block(name) && !matches!(name, "p" | "li" | "dd" | "dt" | "tr" | "option"))
}

/// How the text of an element is to be read; inherited by the elements in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct State {
    /// Not read, whatever is in it.
    pub gone: Option<Unread>,
    is_invisible: bool,
    is_tiny: bool,
    /// Its spaces and line breaks stand.
    pub is_preformatted: bool,
}

impl State {
    /// Why its text is not read.
    pub fn unread(self) -> Option<Unread> {
        let is_unseen = self.is_invisible || self.is_tiny;
        self.gone.or(is_unseen.then_some(Unread::Hidden))
    }

    /// The state of an element within this one.
    pub fn within(mut self, name: &str, tag: &Tag, styles: &Styles) -> Self {
        let told = Told::of(tag);
        let effect = Effect::of(told.style).over(styles.effect(name, told.class, told.id));
        self.gone = self.gone.or_else(|| told.unread(name, effect));
        self.is_invisible = effect.invisible.unwrap_or(self.is_invisible);
        self.is_tiny = effect.tiny.unwrap_or(self.is_tiny);
        self.is_preformatted |= name == "pre";
        self
    }
}

/// The attributes that say what an element is for.
#[derive(Default)]
struct Told<'a> {
    id: &'a str,
    class: &'a str,
    style: &'a str,
    role: &'a str,
    kind: &'a str,
    is_hidden: bool,
}

impl<'a> Told<'a> {
    fn of(tag: &Tag<'a>) -> Self {
        let mut told = Self::default();
        for (key, value) in tag.attributes() {
            match key.to_ascii_lowercase().as_str() {
                "id" => told.id = value,
                "class" => told.class = value,
                "style" => told.style = value,
                "role" => told.role = value,
                "epub:type" => told.kind = value,
                "hidden" => told.is_hidden = true,
                _ => {}
            }
        }
        told
    }

    fn unread(&self, name: &str, effect: Effect) -> Option<Unread> {
        let is_said = |word: &str| {
            let words = self.kind.split_ascii_whitespace();
            words
                .chain(self.role.split_ascii_whitespace())
                .any(|said| said == word)
        };
        if name == "nav"
            || ["navigation", "pagebreak", "doc-pagebreak"]
                .iter()
                .any(|word| is_said(word))
        {
            return Some(Unread::Navigation);
        }
        if matches!(name, "rt" | "rp" | "rtc") {
            return Some(Unread::Ruby);
        }
        if [self.kind, self.role, self.class]
            .iter()
            .any(|words| note::is_named(words))
        {
            return Some(Unread::Footnote);
        }
        let is_gone = effect.gone.unwrap_or(self.is_hidden) || name == "template";
        is_gone.then_some(Unread::Hidden)
    }
}
