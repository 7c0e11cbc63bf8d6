//! Footnotes in a page: their marks in the text, and the notes themselves.
//!
//! Never takes a link for a mark by its target alone: what is clicked must look like one.

use super::token::{Tag, Token, Tokens};

/// How many bytes of a page a mark may take.
const LONGEST: usize = 400;

/// Words of `epub:type`, `role` and `class` that say an element is a note or its mark.
const WORDS: [&str; 18] = [
    "footnote",
    "footnotes",
    "footnote-ref",
    "footnote-back",
    "footnote-reference",
    "footnote-definition",
    "endnote",
    "endnotes",
    "rearnote",
    "rearnotes",
    "noteref",
    "doc-footnote",
    "doc-noteref",
    "doc-endnote",
    "doc-endnotes",
    "zhangyue-footnote",
    "qqreader-footnote",
    "kindle-cn-footnote",
];

/// Whether one of the words says that the element is a note or its mark.
pub fn is_named(words: &str) -> bool {
    let mut words = words.split_ascii_whitespace();
    words.any(|word| WORDS.contains(&word) || word.starts_with("duokan-footnote"))
}

/// The mark of a note.
#[derive(Debug, PartialEq, Eq)]
pub struct Mark<'a> {
    /// Where its link leads.
    pub target: Option<&'a str>,
    /// Whether it stands raised, as no other link does.
    pub is_raised: bool,
}

/// The mark that `tag` begins, a `sup` or an `a`; `rest` is the page behind it.
pub fn mark<'a>(tag: &Tag<'a>, rest: &'a str) -> Option<Mark<'a>> {
    let name = tag.name();
    let link = |tag: &Tag<'a>| tag.attribute("href").filter(|href| href.contains('#'));
    let mut target = if name == "a" { Some(link(tag)?) } else { None };
    let mut is_raised = name == "sup";
    let mut text = String::new();
    for token in Tokens::new(head(rest)) {
        match token {
            Token::Text(more) | Token::Literal(more) => text.push_str(more),
            Token::Open(inner) if inner.name() == "sup" => is_raised = true,
            Token::Open(inner) if inner.name() == "a" => target = target.or(link(&inner)),
            Token::Close(closed) if closed.eq_ignore_ascii_case(&name) => {
                let is_mark = is_mark(text.trim(), is_raised && target.is_some());
                return is_mark.then_some(Mark { target, is_raised });
            }
            _ => {}
        }
    }
    None
}

/// `[1]`, `【注】`, `①`, `*`; a bare number only where it is raised and linked.
fn is_mark(text: &str, may_be_bare: bool) -> bool {
    let inner = text.trim_start_matches(['[', '【', '［', '〔', '(', '（']);
    let inner = inner.trim_end_matches([']', '】', '］', '〕', ')', '）']);
    let is_bracketed = inner.len() + 2 <= text.len() && text.chars().count() <= 8;
    let is_number = !inner.is_empty() && inner.chars().all(|next| next.is_ascii_digit());
    let is_sign = |next: char| matches!(next, '①'..='⓿' | '*' | '＊' | '†' | '‡' | '※');
    let is_signs = !text.is_empty() && text.chars().all(is_sign) && text.chars().count() <= 3;
    let is_word = ["注", "註"].iter().any(|word| {
        let number = inner.strip_prefix(word);
        number.is_some_and(|number| number.chars().all(|next| next.is_ascii_digit()))
    });
    is_signs
        || (is_bracketed && (is_number || is_word || inner.chars().all(is_sign)))
        || (may_be_bare && text.len() <= 8 && (is_number || is_word))
}

fn head(text: &str) -> &str {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(page: &str) -> Option<&str> {
        let mut tokens = Tokens::new(page);
        let Some(Token::Open(tag)) = tokens.next() else {
            panic!("no tag");
        };
        mark(&tag, tokens.rest()).map(|mark| mark.target.unwrap_or_default())
    }

    #[test]
    fn marks_of_notes_are_known() {
        assert_eq!(target("<sup><a href=\"#n1\">[1]</a></sup>"), Some("#n1"));
        assert_eq!(
            target("<sup><a href='n.html#1'>1</a></sup>"),
            Some("n.html#1")
        );
        assert_eq!(target("<a href=\"#n1\"><sup>①</sup></a>"), Some("#n1"));
        assert_eq!(target("<a href=\"#n1\">〔注1〕</a>"), Some("#n1"));
        assert_eq!(target("<sup>[12]</sup>"), Some(""));
    }

    #[test]
    fn other_links_and_raised_text_are_no_marks() {
        for page in [
            "<sup>2</sup>",
            "<a href=\"#c1\">第一章</a>",
            "<a href=\"c1.html\">[1]</a>",
            "<a href=\"#c1\">1</a>",
            "<a href=\"#c1\">（他笑了）</a>",
            "<a href=\"#c1\"></a>",
            "<sup>[1]",
        ] {
            assert_eq!(target(page), None, "{page}");
        }
    }
}
