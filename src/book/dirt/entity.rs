//! Entities that lost their first characters on the way: `x7684;` was `&#x7684;`.
//!
//! Never touches what does not stand for a Chinese character or a mark of Chinese prose.

use std::ops::Range;

use crate::book::Reason;
use crate::book::manuscript::Manuscript;

/// An entity without its beginning; its character is in the line in its place.
pub const ENTITY: Reason = Reason::new("broken entity");

/// Puts the characters in the place of what is left of their entities.
pub fn mend(manuscript: &mut Manuscript) {
    for paragraph in 0..manuscript.paragraphs.len() {
        let text = manuscript.paragraphs[paragraph].text();
        if !text.contains(';') {
            continue;
        }
        let found = found_in(text);
        let found: Vec<_> = found
            .into_iter()
            .map(|(at, kept)| (at, kept.to_string()))
            .collect();
        let edits: Vec<_> = found
            .iter()
            .map(|(at, kept)| (at.clone(), kept.as_str()))
            .collect();
        if !edits.is_empty() {
            manuscript.replace_all(paragraph, &edits, &ENTITY);
        }
    }
}

fn found_in(text: &str) -> Vec<(Range<usize>, char)> {
    let ends = text.match_indices(';');
    ends.filter_map(|(end, _)| before(text, end)).collect()
}

/// The broken entity that ends with the semicolon at `end`.
fn before(text: &str, end: usize) -> Option<(Range<usize>, char)> {
    let digits = text[..end].len()
        - text[..end]
            .trim_end_matches(|c: char| c.is_ascii_hexdigit())
            .len();
    let head = &text[..end - digits];
    let number = &text[end - digits..end];
    let (head, code) = match head.strip_suffix(['x', 'X']) {
        Some(head) => (head, u32::from_str_radix(number, 16).ok()?),
        None if head.ends_with('#') => (head, number.parse().ok()?),
        None => return None,
    };
    let head = head.strip_suffix('#').unwrap_or(head);
    let head = head.strip_suffix('&').unwrap_or(head);
    let is_word = head.ends_with(|c: char| c.is_ascii_alphanumeric());
    let character = char::from_u32(code).filter(|c| is_chinese(*c) && !is_word)?;
    Some((head.len()..end + 1, character))
}

fn is_chinese(character: char) -> bool {
    matches!(character, '\u{4E00}'..='\u{9FFF}' | '\u{3001}'..='\u{301F}' | '\u{FF01}'..='\u{FF1F}')
        || "“”‘’…—".contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_of_an_entity_is_read() {
        for (text, mended) in [
            ("他x7684;刀", "他的刀"),
            ("他#30340;刀#x3002;", "他的刀。"),
            ("x7684;x8ddf;", "的跟"),
            ("0x7684;", "0x7684;"),
            ("max12;", "max12;"),
            ("x41;", "x41;"),
            ("雪;风", "雪;风"),
        ] {
            let mut manuscript = Manuscript::default();
            manuscript.push(1, 0, text);
            mend(&mut manuscript);
            assert_eq!(manuscript.paragraphs[0].text(), mended);
        }
    }
}
