//! A page to tags and text, from left to right.
//!
//! Never builds a tree and never reads a stretch over and over: markup ten thousand deep, or torn
//! at every place, costs as much as any other. A torn tag is text.

use std::borrow::Cow;

/// A tag may hold no more `<` than this, in its quotes.
const MOST_NESTED: usize = 8;

/// A piece of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token<'a> {
    /// Text with entities.
    Text(&'a str),
    /// Text without entities, of a CDATA section.
    Literal(&'a str),
    /// An opening tag.
    Open(Tag<'a>),
    /// A closing tag's name.
    Close(&'a str),
}

/// An opening tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tag<'a> {
    name: &'a str,
    inside: &'a str,
}

impl<'a> Tag<'a> {
    /// Its name in lower case, without the prefix that says it is HTML.
    pub fn name(&self) -> Cow<'a, str> {
        lower(self.name)
    }

    /// Its name as it is written.
    pub fn raw_name(&self) -> &'a str {
        self.name
    }

    /// Whether it ends in `/>`.
    pub fn is_self_closed(&self) -> bool {
        self.inside.ends_with('/')
    }

    /// Its attributes as they are written, entities and all.
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes { rest: self.inside }
    }

    /// The value of an attribute; empty when it stands without one.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        let mut attributes = self.attributes();
        attributes
            .find(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }
}

/// A tag's name as it is compared.
pub fn lower(name: &str) -> Cow<'_, str> {
    let name = name
        .strip_prefix("html:")
        .or_else(|| name.strip_prefix("xhtml:"))
        .unwrap_or(name);
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(name.to_ascii_lowercase())
    } else {
        Cow::Borrowed(name)
    }
}

/// Attributes: names and values.
#[derive(Debug, Clone)]
pub struct Attributes<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Attributes<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let is_between = |next: char| next.is_whitespace() || matches!(next, '/' | '"' | '\'');
        let text = self.rest.trim_start_matches(is_between);
        let first = text.chars().next()?.len_utf8();
        let is_end = |next: char| next.is_whitespace() || matches!(next, '=' | '/');
        let n_name = text[first..].find(is_end).map_or(text.len(), |n| n + first);
        let (name, after) = text.split_at(n_name);
        let (value, rest) = match after.trim_start().strip_prefix('=') {
            Some(value) => split_value(value.trim_start()),
            None => ("", after),
        };
        self.rest = rest;
        Some((name, value))
    }
}

fn split_value(text: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(value) = text.strip_prefix(quote) {
            return value.split_once(quote).unwrap_or((value, ""));
        }
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

/// The pieces of a page.
#[derive(Debug, Clone)]
pub struct Tokens<'a> {
    rest: &'a str,
    /// Whether any comment behind here ends.
    has_comment_end: bool,
    /// Whether no document type was read yet.
    is_untyped: bool,
}

impl<'a> Tokens<'a> {
    /// The pieces of `page`.
    pub fn new(page: &'a str) -> Self {
        Self {
            rest: page,
            has_comment_end: true,
            is_untyped: true,
        }
    }

    /// What is not read yet.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// The content of an element that holds no markup, when its end is there; it is skipped.
    ///
    /// Another opening tag of the kind ends the search: then the first was never closed, and what
    /// stands between the two is text.
    pub fn take_raw(&mut self, name: &str) -> Option<&'a str> {
        let mut from = 0;
        loop {
            let at = from + self.rest[from..].find('<')?;
            let tag = &self.rest[at + 1..];
            if let Some(close) = tag.strip_prefix('/').filter(|close| is_named(close, name)) {
                let content = &self.rest[..at];
                self.rest = close.find('>').map_or("", |end| &close[end + 1..]);
                return Some(content);
            }
            if is_named(tag, name) {
                return None;
            }
            from = at + 1;
        }
    }

    /// What `<` begins: a token or nothing that is text, and the bytes it takes.
    fn markup(&mut self, text: &'a str) -> Option<(Option<Token<'a>>, usize)> {
        let after = &text[1..];
        if let Some(close) = after.strip_prefix('/') {
            return closing(close).map(|(name, length)| (Some(Token::Close(name)), length + 2));
        }
        if let Some(declaration) = after.strip_prefix('!') {
            return self
                .declaration(declaration)
                .map(|(token, n)| (token, n + 2));
        }
        if after.starts_with('?') {
            let end = after.find(['<', '>'])?;
            return after[end..].starts_with('>').then_some((None, end + 2));
        }
        opening(after).map(|(tag, length)| (Some(Token::Open(tag)), length + 1))
    }

    /// `text` follows `<!`.
    fn declaration(&mut self, text: &'a str) -> Option<(Option<Token<'a>>, usize)> {
        if let Some(comment) = text.strip_prefix("--") {
            return Some((None, 2 + self.comment(comment)));
        }
        if let Some(content) = text.strip_prefix("[CDATA[") {
            let end = content.find("]]>");
            let length = end.map_or(content.len(), |end| end + 3);
            let content = Token::Literal(&content[..end.unwrap_or(content.len())]);
            return Some((Some(content), 7 + length));
        }
        // A document type may bring entities of its own; they are never expanded.
        let end = text.find(['<', '>', '['])?;
        if text[end..].starts_with('<') {
            return None;
        }
        if text[end..].starts_with('[') && std::mem::take(&mut self.is_untyped) {
            let close = end + text[end..].find(']')?;
            return Some((None, close + text[close..].find('>')? + 1));
        }
        let end = end + text[end..].find(['<', '>'])?;
        text[end..].starts_with('>').then_some((None, end + 1))
    }

    /// How many bytes of a comment follow its beginning; none when it has no end.
    fn comment(&mut self, text: &str) -> usize {
        if let Some(abrupt) = ["->", ">"].iter().find(|end| text.starts_with(**end)) {
            return abrupt.len();
        }
        let end = self.has_comment_end.then(|| text.find("-->")).flatten();
        self.has_comment_end = end.is_some();
        end.map_or(0, |end| end + 3)
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let text = self.rest;
            if text.is_empty() {
                return None;
            }
            if text.starts_with('<')
                && let Some((token, length)) = self.markup(text)
            {
                self.rest = &text[length..];
                if token.is_some() {
                    return token;
                }
                continue;
            }
            let first = usize::from(text.starts_with('<'));
            let end = text[first..]
                .find('<')
                .map_or(text.len(), |end| end + first);
            self.rest = &text[end..];
            return Some(Token::Text(&text[..end]));
        }
    }
}

fn is_named(text: &str, name: &str) -> bool {
    let is_name = text
        .get(..name.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(name));
    is_name
        && !text[name.len()..].starts_with(|next: char| next.is_ascii_alphanumeric() || next == '-')
}

/// Length of a tag's name; 0 when none begins here.
fn name_length(text: &str) -> usize {
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return 0;
    }
    let is_part =
        |next: char| next.is_ascii_alphanumeric() || matches!(next, ':' | '-' | '_' | '.');
    text.find(|next| !is_part(next)).unwrap_or(text.len())
}

/// `text` follows `</`: the name, and the bytes up to and with `>`. A torn one is its name alone.
fn closing(text: &str) -> Option<(&str, usize)> {
    let n_name = name_length(text);
    if n_name == 0 {
        return None;
    }
    let end = text.find(['<', '>']);
    let length = end.filter(|end| text[*end..].starts_with('>'));
    Some((&text[..n_name], length.map_or(n_name, |end| end + 1)))
}

/// `text` follows `<`: the tag, and the bytes up to and with `>`.
fn opening(text: &str) -> Option<(Tag<'_>, usize)> {
    let n_name = name_length(text);
    let behind = text[n_name..].chars().next()?;
    if n_name == 0 || !(behind.is_whitespace() || matches!(behind, '/' | '>')) {
        return None;
    }
    let end = end_of_tag(text, n_name).or_else(|| {
        // A quote that was never closed is no reason to lose the tag.
        let end = text.find(['<', '>'])?;
        text[end..].starts_with('>').then_some(end)
    })?;
    let tag = Tag {
        name: &text[..n_name],
        inside: text[n_name..end].trim(),
    };
    Some((tag, end + 1))
}

/// Where the `>` of a tag stands, those in quotes aside.
fn end_of_tag(text: &str, from: usize) -> Option<usize> {
    let mut quote: Option<u8> = None;
    let mut n_nested = 0;
    let mut before = b' ';
    for (index, byte) in text.bytes().enumerate().skip(from) {
        match (byte, quote) {
            (b'<', None) => return None,
            (b'<', Some(_)) => n_nested += 1,
            (b'>', None) => return Some(index),
            // A quote opens a value behind `=` only.
            (b'"' | b'\'', None) if before == b'=' => quote = Some(byte),
            (_, Some(open)) if open == byte => quote = None,
            _ => {}
        }
        if n_nested > MOST_NESTED {
            return None;
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(page: &str) -> Vec<String> {
        let show = |token| match token {
            Token::Text(text) => format!("'{text}'"),
            Token::Literal(text) => format!("[{text}]"),
            Token::Open(tag) => format!("<{}>", tag.name()),
            Token::Close(name) => format!("</{name}>"),
        };
        Tokens::new(page).map(show).collect()
    }

    #[test]
    fn a_page_is_tags_and_text() {
        assert_eq!(
            shown("<!DOCTYPE html><?xml version=\"1.0\"?><P a=\"x>y\">雪<!-- <b> --><br/>落</p >"),
            ["<p>", "'雪'", "<br>", "'落'", "</p>"]
        );
        assert_eq!(shown("<![CDATA[雪<b>]]>"), ["[雪<b>]"]);
    }

    #[test]
    fn what_only_resembles_a_tag_is_text() {
        for text in ["'1<2'", "'<第一章>'", "'<'"] {
            assert_eq!(
                shown(text.trim_matches('\'')).concat().replace("''", ""),
                text
            );
        }
        assert_eq!(shown("<b c<i>雪"), ["'<b c'", "<i>", "'雪'"]);
    }

    #[test]
    fn entities_of_a_document_type_are_skipped() {
        let page = "<!DOCTYPE a [<!ENTITY x \"雪雪\"><!ENTITY y \"&x;&x;\">]><p>落";
        assert_eq!(shown(page), ["<p>", "'落'"]);
    }

    #[test]
    fn what_is_never_closed_swallows_nothing() {
        assert_eq!(shown("<!-- 雪<p>落"), ["' 雪'", "<p>", "'落'"]);
        assert_eq!(
            shown("<p class=\"a>雪</p>落"),
            ["<p>", "'雪'", "</p>", "'落'"]
        );
        let mut tokens = Tokens::new("雪<script>a()</script>");
        assert_eq!(tokens.take_raw("script"), None);
        assert_eq!(tokens.take_raw("style"), None);
        let mut tokens = Tokens::new("a<b()</SCRIPT >雪");
        assert_eq!(tokens.take_raw("script"), Some("a<b()"));
        assert_eq!(tokens.rest(), "雪");
    }

    #[test]
    fn attributes_are_read_in_every_form() {
        let Some(Token::Open(tag)) = Tokens::new("<a x='1' Y = \"2 3\" z=4/ hidden/>").next()
        else {
            panic!("no tag");
        };
        let attributes: Vec<_> = tag.attributes().collect();
        assert_eq!(attributes[..2], [("x", "1"), ("Y", "2 3")]);
        assert_eq!(tag.attribute("hidden"), Some(""));
        assert_eq!(tag.attribute("y"), Some("2 3"));
        assert!(tag.is_self_closed());
    }

    #[test]
    fn torn_tags_by_the_hundred_thousand_take_no_time() {
        for torn in [
            "<a b=\"",
            "<!--",
            "<a b='\"<",
            "</a",
            "<![CDATA[",
            "<!",
            "<![",
            "<a =\"<b='",
            "<?",
        ] {
            let page = torn.repeat(200_000);
            assert!(Tokens::new(&page).count() <= 400_001);
        }
    }
}
