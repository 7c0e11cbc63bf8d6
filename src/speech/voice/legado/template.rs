//! A rule's strings with their `{{…}}` taken out, and written again as a voice file has them.
//!
//! Never lets a part of the rule be read as a placeholder: braces of its own are doubled.

use super::expression::{self, Escape, Expression};
use super::problem::Problem;

/// The first of the characters that stand for a `{{…}}`; no text has characters from there on.
const FIRST_SLOT: u32 = 0xF0000;

/// As many as there are such characters; no honest rule comes near.
const MOST_SLOTS: usize = 1_000;

/// The places of the text in a rule.
#[derive(Debug, Default)]
pub struct Slots {
    escapes: Vec<Vec<Escape>>,
    /// Formulas whose values were put in, with them.
    pub worked_out: Vec<(String, String)>,
}

/// A string of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Own(String),
    Text(Vec<Escape>),
}

/// Where a string is used, which decides what its escapes come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In an address or a form: it is encoded once by itself.
    Encoded,
    /// In JSON, whose quotes are not part of the text.
    Typed,
    /// In a body that is sent as it is.
    Markup,
}

impl Slots {
    /// `source` with one character in the place of each `{{…}}` of text, and the values of formulas.
    pub fn mask(&mut self, source: &str) -> Result<String, Problem> {
        if source.chars().any(|c| slot_index(c).is_some()) {
            return Err(Problem::Malformed("characters that no text has".into()));
        }
        let mut masked = String::new();
        let mut rest = source;
        while let Some((before, after)) = rest.split_once("{{") {
            let Some((inside, after)) = after.split_once("}}") else {
                return Err(Problem::Malformed("a `{{` without its `}}`".into()));
            };
            masked.push_str(before);
            match expression::read(inside)? {
                Expression::Number(number) => {
                    masked.push_str(&number);
                    self.worked_out.push((inside.trim().to_owned(), number));
                }
                Expression::Text(escapes) => masked.push(self.slot(escapes)?),
            }
            rest = after;
        }
        masked.push_str(rest);
        Ok(masked)
    }

    fn slot(&mut self, escapes: Vec<Escape>) -> Result<char, Problem> {
        let index = self.escapes.len();
        self.escapes.push(escapes);
        let slot = u32::try_from(index).ok().filter(|_| index < MOST_SLOTS);
        let slot = slot.and_then(|index| char::from_u32(FIRST_SLOT + index));
        slot.ok_or_else(|| Problem::Malformed("too many `{{…}}`".into()))
    }

    /// The string that was masked.
    pub fn template(&self, masked: &str) -> Template {
        let mut pieces = Vec::new();
        let mut own = String::new();
        for next in masked.chars() {
            match slot_index(next).and_then(|index| self.escapes.get(index)) {
                Some(escapes) => {
                    pieces.push(Piece::Own(std::mem::take(&mut own)));
                    pieces.push(Piece::Text(escapes.clone()));
                }
                None => own.push(next),
            }
        }
        pieces.push(Piece::Own(own));
        pieces.retain(|piece| *piece != Piece::Own(String::new()));
        Template(pieces)
    }
}

/// Whether a masked string holds the text.
pub fn has_text(masked: &str) -> bool {
    masked.chars().any(|c| slot_index(c).is_some())
}

fn slot_index(character: char) -> Option<usize> {
    let index = u32::from(character).checked_sub(FIRST_SLOT)?;
    usize::try_from(index).ok()
}

impl Template {
    /// As a voice file has it.
    pub fn written(&self, place: Place) -> String {
        let pieces = self.0.iter().map(|piece| match piece {
            Piece::Own(own) => literal(own),
            Piece::Text(escapes) => placeholder(escapes, place),
        });
        pieces.collect()
    }
}

/// A string that holds no placeholder.
pub fn literal(own: &str) -> String {
    own.replace('{', "{{").replace('}', "}}")
}

fn placeholder(escapes: &[Escape], place: Place) -> String {
    let escapes = match (place, escapes) {
        (Place::Encoded, [own @ .., Escape::Url]) => own,
        (Place::Markup, []) => &[Escape::Xml],
        (_, escapes) => escapes,
    };
    let names = escapes.iter().map(|escape| match escape {
        Escape::Url => "|url",
        Escape::Xml => "|xml",
    });
    format!("{{text{}}}", names.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(source: &str, place: Place) -> String {
        let mut slots = Slots::default();
        let masked = slots.mask(source).unwrap();
        slots.template(&masked).written(place)
    }

    #[test]
    fn the_encoding_that_a_place_does_by_itself_is_not_done_twice() {
        let once = "{{java.encodeURI(speakText)}}";
        let twice = "{{java.encodeURI(java.encodeURI(speakText))}}";
        assert_eq!(written("{{speakText}}", Place::Encoded), "{text}");
        assert_eq!(written(once, Place::Encoded), "{text}");
        assert_eq!(written(twice, Place::Encoded), "{text|url}");
        assert_eq!(written(once, Place::Typed), "{text|url}");
    }

    #[test]
    fn markup_is_never_given_a_bare_text() {
        assert_eq!(
            written("<a>{{speakText}}</a>", Place::Markup),
            "<a>{text|xml}</a>"
        );
        let replaced = "{{String(speakText).replace(/</g,'&lt;')}}";
        assert_eq!(written(replaced, Place::Markup), "{text|xml}");
        assert_eq!(written(replaced, Place::Encoded), "{text|xml}");
    }

    #[test]
    fn braces_of_the_rule_are_not_placeholders() {
        assert_eq!(written("{key} {{speakSpeed}}", Place::Typed), "{{key}} 10");
    }

    #[test]
    fn a_rule_cannot_bring_slots_of_its_own() {
        assert!(Slots::default().mask("a\u{F0000}").is_err());
        assert!(Slots::default().mask("{{speakText").is_err());
        assert!(
            Slots::default()
                .mask(&"{{speakText}}".repeat(2_000))
                .is_err()
        );
    }
}
