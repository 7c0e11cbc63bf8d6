//! Text of a page with its entities decoded.
//!
//! Never expands an entity that a document declares itself: those of HTML are all there are.

use std::borrow::Cow;

use quick_xml::escape::resolve_html5_entity;

use crate::book::entity;

/// The longest name of an entity of HTML is `CounterClockwiseContourIntegral`.
const LONGEST: usize = 31;

/// The text that a reader sees.
pub fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if let Some((character, length)) = entity::at_start(rest) {
            decoded.push(character);
            length
        } else if let Some((characters, length)) = named(rest) {
            decoded.push_str(characters);
            length
        } else {
            decoded.push('&');
            1
        };
        rest = &rest[length..];
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

/// Any name of HTML, with the semicolon that ends it.
fn named(text: &str) -> Option<(&'static str, usize)> {
    let name = text.get(1..)?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric();
    let length = name.bytes().take(LONGEST + 1).take_while(is_part).count();
    let is_ended = name[length..].starts_with(';');
    let characters = is_ended
        .then(|| resolve_html5_entity(&name[..length]))
        .flatten()?;
    Some((characters, length + 2))
}

#[cfg(test)]
mod tests {
    use super::decoded;

    #[test]
    fn every_entity_of_html_is_decoded_and_no_other() {
        assert_eq!(
            decoded("&ldquo;雪&hellip;&rdquo;&eacute;&#x96EA;"),
            "“雪…”é雪"
        );
        assert_eq!(decoded("AT&T &nonsense; & &;"), "AT&T &nonsense; & &;");
    }
}
