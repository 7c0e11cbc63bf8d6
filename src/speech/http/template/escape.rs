//! How a value is written so that it can be nothing but a value where it stands.
//!
//! Never loses a character that the notation can hold.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What stays as it is in an address (RFC 3986 §2.3).
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// A notation that values are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Escape {
    /// Inside a string of JSON.
    Json,
    /// A part of an address.
    Url,
    /// Text or an attribute of XML.
    Xml,
    /// A value of a form.
    Form,
}

impl Escape {
    /// The notation of that name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "json" => Self::Json,
            "url" => Self::Url,
            "xml" => Self::Xml,
            "form" => Self::Form,
            _ => return None,
        })
    }

    /// The text in this notation.
    pub fn of(self, text: &str) -> String {
        match self {
            Self::Json => json(text),
            Self::Url => utf8_percent_encode(text, UNRESERVED).to_string(),
            Self::Xml => text.chars().map(xml).collect(),
            Self::Form => form_urlencoded::byte_serialize(text.as_bytes()).collect(),
        }
    }
}

fn json(text: &str) -> String {
    let quoted = serde_json::Value::from(text).to_string();
    quoted[1..quoted.len() - 1].to_owned()
}

/// White space is written as a number, because readers of XML change it; what XML cannot hold at
/// all makes no sound either, and becomes a space.
fn xml(character: char) -> String {
    match character {
        '&' => "&amp;".into(),
        '<' => "&lt;".into(),
        '>' => "&gt;".into(),
        '"' => "&quot;".into(),
        '\'' => "&apos;".into(),
        '\t' => "&#9;".into(),
        '\n' => "&#10;".into(),
        '\r' => "&#13;".into(),
        '\u{0}'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => " ".into(),
        _ => character.into(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_notation_has_its_own_signs() {
        let text = "好 &\"\n";
        assert_eq!(Escape::Json.of(text), "好 &\\\"\\n");
        assert_eq!(Escape::Url.of(text), "%E5%A5%BD%20%26%22%0A");
        assert_eq!(Escape::Xml.of(text), "好 &amp;&quot;&#10;");
        assert_eq!(Escape::Form.of(text), "%E5%A5%BD+%26%22%0A");
    }

    #[test]
    fn white_space_is_a_number_since_readers_of_xml_change_it() {
        assert_eq!(Escape::Xml.of("\t\r\n "), "&#9;&#13;&#10; ");
    }

    #[test]
    fn what_xml_cannot_hold_is_a_space() {
        assert_eq!(Escape::Xml.of("a\u{0}b\u{1b}c\u{FFFF}"), "a b c ");
    }

    proptest! {
        #[test]
        fn a_part_of_an_address_has_no_sign_of_its_own(text: String) {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~%".contains(c);
            prop_assert!(Escape::Url.of(&text).chars().all(is_plain));
        }
    }
}
