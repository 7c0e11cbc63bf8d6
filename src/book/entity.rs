//! HTML entities to the characters they stand for.
//!
//! Never takes an ampersand that begins no known entity: `AT&T` stays as it is.

/// Names found in damaged novels, with what they mean. Longer names of the same beginning first.
const NAMED: [(&str, char); 34] = [
    ("nbsp", '\u{A0}'),
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("hellip", '…'),
    ("mdash", '—'),
    ("ndash", '–'),
    ("middot", '·'),
    ("bull", '•'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("zwnj", '\u{200C}'),
    ("zwj", '\u{200D}'),
    ("shy", '\u{AD}'),
    ("times", '×'),
    ("divide", '÷'),
    ("plusmn", '±'),
    ("deg", '°'),
    ("permil", '‰'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("sect", '§'),
    ("yen", '¥'),
    ("larr", '←'),
];

/// The entity at the start of `text`: its character and its length in bytes.
///
/// `&amp;nbsp;`, an entity escaped twice on its way through two web sites, is one entity.
pub fn at_start(text: &str) -> Option<(char, usize)> {
    let mut rest = text.strip_prefix('&')?;
    let first = body(rest)?;
    while let Some(inner) = rest.strip_prefix("amp;") {
        rest = inner;
        if let Some((character, length)) = body(rest).filter(|(character, _)| *character != '&') {
            return Some((character, text.len() - rest.len() + length));
        }
    }
    Some((first.0, first.1 + 1))
}

/// What follows the ampersand: the character and the length in bytes.
fn body(text: &str) -> Option<(char, usize)> {
    text.strip_prefix('#').map_or_else(|| named(text), numbered)
}

fn named(text: &str) -> Option<(char, usize)> {
    NAMED.iter().find_map(|&(name, character)| {
        let rest = text.strip_prefix(name)?;
        if rest.starts_with(';') {
            return Some((character, name.len() + 1));
        }
        let ends = !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '=');
        (name.len() >= 4 && ends).then_some((character, name.len()))
    })
}

/// `text` follows `&#`.
fn numbered(text: &str) -> Option<(char, usize)> {
    let (radix, prefix) = if text.starts_with(['x', 'X']) {
        (16, 1)
    } else {
        (10, 0)
    };
    let digits = &text[prefix..];
    let length = digits
        .bytes()
        .take(9)
        .take_while(|byte| (*byte as char).is_digit(radix))
        .count();
    let code = u32::from_str_radix(&digits[..length], radix).ok()?;
    let character = char::from_u32(code).filter(|character| *character != '\0')?;
    let end = digits[length..]
        .starts_with(';')
        .then_some(1 + prefix + length + 1)?;
    Some((from_windows(character), end))
}

/// Browsers read the C1 range as windows-1252, so `&#151;` is a dash on every site.
fn from_windows(character: char) -> char {
    let code = u32::from(character);
    if !(0x80..=0x9F).contains(&code) {
        return character;
    }
    let byte = [code as u8];
    let (text, _, _) = encoding_rs::WINDOWS_1252.decode(&byte);
    text.chars().next().unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(entity: &str) -> Option<char> {
        let whole = at_start(entity).filter(|(_, length)| *length == entity.len());
        whole.map(|(character, _)| character)
    }

    #[test]
    fn entities_by_name_and_by_number_are_read() {
        assert_eq!(decode("&nbsp;"), Some('\u{A0}'));
        assert_eq!(decode("&#x672a;"), Some('未'));
        assert_eq!(decode("&#X672A;"), Some('未'));
        assert_eq!(decode("&#26410;"), Some('未'));
        assert_eq!(decode("&#151;"), Some('—'));
        assert_eq!(decode("&lt;"), Some('<'));
    }

    #[test]
    fn an_entity_escaped_twice_is_one_entity() {
        assert_eq!(at_start("&amp;nbsp;甲"), Some(('\u{A0}', 10)));
        assert_eq!(at_start("&amp;amp;#x672a;"), Some(('未', 16)));
        assert_eq!(at_start("&amp;甲"), Some(('&', 5)));
    }

    #[test]
    fn a_long_name_needs_no_semicolon() {
        assert_eq!(at_start("&nbsp甲"), Some(('\u{A0}', 5)));
        assert_eq!(at_start("&ldquo甲"), Some(('“', 6)));
    }

    #[test]
    fn an_ampersand_of_the_text_is_no_entity() {
        for text in [
            "&", "&T", "&lt甲", "&copy=1", "&copycat", "&#;", "&#x;", "&#xD800;", "&#0;",
            "&#26410", "&甲;",
        ] {
            assert_eq!(at_start(text), None, "{text}");
        }
    }
}
