//! Stray HTML in a line of text: tags, comments, scripts.
//!
//! Never takes what only resembles a tag: `1<2`, `<第一章>` and `<Skill>` are text. Works on one
//! line and never on a parsed document, because a real HTML parser reads `<script …/>` as open and
//! swallows the chapter behind it.

/// A piece of markup at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// A tag that stands inside a sentence, or a comment.
    Inline {
        /// Length in bytes.
        length: usize,
    },
    /// A tag that begins or ends a paragraph.
    Break {
        /// Length in bytes.
        length: usize,
    },
    /// A tag that opens content that is code, not text.
    Code {
        /// Length in bytes.
        length: usize,
        /// Which kind.
        element: CodeElement,
    },
}

/// An element whose content is code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeElement {
    /// `<script>`
    Script,
    /// `<style>`
    Style,
}

const BREAKS: [&str; 27] = [
    "article",
    "blockquote",
    "body",
    "br",
    "center",
    "dd",
    "div",
    "dl",
    "dt",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "li",
    "ol",
    "p",
    "section",
    "table",
    "tr",
    "ul",
];

const INLINES: [&str; 50] = [
    "a", "abbr", "address", "audio", "b", "base", "big", "button", "canvas", "cite", "code", "del",
    "em", "embed", "font", "form", "i", "iframe", "img", "input", "ins", "kbd", "label", "link",
    "main", "mark", "meta", "nav", "noscript", "object", "option", "pre", "q", "rp", "rt", "ruby",
    "s", "select", "small", "source", "span", "strike", "strong", "sub", "sup", "tbody", "td",
    "th", "title", "video",
];

/// Attributes that stand without a value.
const FLAGS: [&str; 12] = [
    "allowfullscreen",
    "async",
    "autoplay",
    "checked",
    "controls",
    "defer",
    "disabled",
    "hidden",
    "loop",
    "muted",
    "nomodule",
    "nowrap",
];

/// The markup at the start of `text`, if it is any.
pub fn at_start(text: &str) -> Option<Markup> {
    let rest = text.strip_prefix('<')?;
    if let Some(declaration) = rest.strip_prefix('!') {
        return declared(declaration).map(|length| Markup::Inline { length: length + 2 });
    }
    match rest.strip_prefix('/') {
        Some(name) => closing(name),
        None => opening(rest),
    }
}

/// Where the content of a code element ends in `text`.
///
/// Another opening tag of the same kind ends the search: then the first one was never closed, and
/// what stands between the two is text.
pub fn end_of_code(text: &str, element: CodeElement) -> CodeEnd {
    let mut from = 0;
    while let Some(found) = text[from..].find('<') {
        let tag = &text[from + found + 1..];
        match tag.strip_prefix('/') {
            Some(name) if code_element(tag_name(name)) == Some(element) => {
                let tag_end = name.find('>').map_or(name.len(), |end| end + 1);
                return CodeEnd::Closed(text.len() - name.len() + tag_end);
            }
            None if code_element(tag_name(tag)) == Some(element) => return CodeEnd::Reopened,
            _ => from += found + 1,
        }
    }
    CodeEnd::Open
}

/// What a search for the end of a code element found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeEnd {
    /// The closing tag ends at this byte.
    Closed(usize),
    /// An element of the same kind begins first.
    Reopened,
    /// Neither.
    Open,
}

/// `text` follows `<!`: a comment that ends on its line, or a document type.
fn declared(text: &str) -> Option<usize> {
    if let Some(comment) = text.strip_prefix("--") {
        // A search past the next comment would read a line of nothing but beginnings over and over.
        let own = comment.split("<!--").next()?;
        return own.find("-->").map(|end| 2 + end + 3);
    }
    let is_document_type = text
        .get(..7)
        .is_some_and(|word| word.eq_ignore_ascii_case("doctype"));
    let end = text.find(['<', '>'])?;
    (is_document_type && text[end..].starts_with('>')).then_some(end + 1)
}

/// `text` follows `</`.
fn closing(text: &str) -> Option<Markup> {
    let name = tag_name(text);
    let rest = text[name.len()..].trim_start();
    if name.is_empty() || !rest.starts_with('>') {
        return None;
    }
    let length = 2 + text.len() - rest.len() + 1;
    kind(name).map(|kind| kind.markup(length)).or_else(|| {
        // `</o:p>` and `</system-quote>` come from an office program or a site; prose has no
        // such word between these marks, while `</Skill>` may be an author's own sign.
        name.contains([':', '-'])
            .then_some(Markup::Inline { length })
    })
}

/// `text` follows `<`.
fn opening(text: &str) -> Option<Markup> {
    let name = tag_name(text);
    if name.is_empty() {
        return None;
    }
    let attributes = attributes(&text[name.len()..])?;
    let length = 1 + name.len() + attributes.length;
    if let Some(element) = code_element(name) {
        let has_content = !attributes.is_self_closed && !attributes.has_source;
        return Some(if has_content {
            Markup::Code { length, element }
        } else {
            Markup::Inline { length }
        });
    }
    kind(name).map(|kind| kind.markup(length)).or_else(|| {
        (attributes.has_value || name.contains(':')).then_some(Markup::Inline { length })
    })
}

/// Letters, digits, `:` and `-` after a first letter; empty when there is none.
fn tag_name(text: &str) -> &str {
    if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return "";
    }
    let ends = |next: char| !(next.is_ascii_alphanumeric() || next == ':' || next == '-');
    &text[..text.find(ends).unwrap_or(text.len())]
}

fn code_element(name: &str) -> Option<CodeElement> {
    if name.eq_ignore_ascii_case("script") {
        Some(CodeElement::Script)
    } else if name.eq_ignore_ascii_case("style") {
        Some(CodeElement::Style)
    } else {
        None
    }
}

enum Kind {
    Inline,
    Break,
}

impl Kind {
    fn markup(&self, length: usize) -> Markup {
        match self {
            Self::Inline => Markup::Inline { length },
            Self::Break => Markup::Break { length },
        }
    }
}

/// What a known element does to the line; `None` for a name HTML does not have.
fn kind(name: &str) -> Option<Kind> {
    let is_in = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if is_in(&BREAKS) {
        Some(Kind::Break)
    } else if is_in(&INLINES) || code_element(name).is_some() {
        Some(Kind::Inline)
    } else {
        None
    }
}

#[derive(Default)]
struct Attributes {
    /// Bytes up to and with the `>`.
    length: usize,
    has_value: bool,
    has_source: bool,
    is_self_closed: bool,
}

/// Everything between a tag's name and its end; `None` when this is no tag.
fn attributes(text: &str) -> Option<Attributes> {
    let mut found = Attributes::default();
    let mut rest = text;
    loop {
        let trimmed = rest.trim_start();
        if let Some(after) = trimmed.strip_prefix('>') {
            found.length = text.len() - after.len();
            return Some(found);
        }
        if let Some(after) = trimmed.strip_prefix('/') {
            found.is_self_closed = true;
            rest = after;
            continue;
        }
        let name_length =
            trimmed.find(|next: char| !(next.is_ascii_alphanumeric() || "-_:.@".contains(next)))?;
        if name_length == 0 {
            return None;
        }
        let (name, after) = trimmed.split_at(name_length);
        if let Some(value) = after.trim_start().strip_prefix('=') {
            rest = value.trim_start();
            rest = &rest[value_length(rest)?..];
            found.has_value = true;
            found.has_source |= name.eq_ignore_ascii_case("src");
        } else if FLAGS.iter().any(|flag| flag.eq_ignore_ascii_case(name)) {
            rest = after;
        } else {
            return None;
        }
        found.is_self_closed = false;
    }
}

/// Length of an attribute's value. A `<` ends the search: values do not hold it, and without that
/// a line of nothing but torn tags would be read over and over.
fn value_length(text: &str) -> Option<usize> {
    for quote in ['"', '\''] {
        if let Some(value) = text.strip_prefix(quote) {
            let end = value.find([quote, '<'])?;
            return value[end..].starts_with(quote).then_some(end + 2);
        }
    }
    let end = text.find(|next: char| next.is_whitespace() || next == '>' || next == '<')?;
    // The slash of `<img src=a.png/>` ends the tag, not the value.
    Some(
        if text[..end].ends_with('/') && text[end..].starts_with('>') {
            end - 1
        } else {
            end
        },
    )
}

#[cfg(test)]
mod tests;
