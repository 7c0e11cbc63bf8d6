//! A string of a voice file with placeholders in it: `Bearer {key}`, `{text|xml}`.
//!
//! Never looks for placeholders in what it puts in: a book that says `{key}` is read as it stands.

use serde_json::Value;

use super::escape::Escape;
use super::values::{Name, Values, Variables};

/// Literal parts and placeholders, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Phrase(Vec<Part>);

#[derive(Debug, Clone, PartialEq)]
enum Part {
    Literal(String),
    Placeholder(Name, Vec<Escape>),
}

impl Phrase {
    /// Reads a string of a voice file.
    ///
    /// # Errors
    ///
    /// What is wrong with which brace or placeholder.
    pub fn parse(text: &str, variables: &Variables) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            literal.push_str(&rest[..at]);
            let brace = &rest[at..=at];
            rest = &rest[at + 1..];
            if let Some(after) = rest.strip_prefix(brace) {
                literal.push_str(brace);
                rest = after;
                continue;
            }
            let (inside, after) =
                rest.split_once('}')
                    .filter(|_| brace == "{")
                    .ok_or_else(|| {
                        format!(
                            "a `{brace}` stands alone; write `{brace}{brace}` for the brace itself"
                        )
                    })?;
            parts.push(Part::Literal(std::mem::take(&mut literal)));
            parts.push(placeholder(inside, variables)?);
            rest = after;
        }
        parts.push(Part::Literal(literal + rest));
        parts.retain(|part| *part != Part::Literal(String::new()));
        Ok(Self(parts))
    }

    /// A string without placeholders.
    pub fn literal(text: &str) -> Self {
        Self(vec![Part::Literal(text.into())])
    }

    /// Nothing but one placeholder.
    pub fn of(name: Name) -> Self {
        Self(vec![Part::Placeholder(name, Vec::new())])
    }

    /// Its placeholders, each with its escapes.
    pub fn placeholders(&self) -> impl Iterator<Item = (&Name, &[Escape])> {
        self.0.iter().filter_map(|part| match part {
            Part::Literal(_) => None,
            Part::Placeholder(name, escapes) => Some((name, escapes.as_slice())),
        })
    }

    /// The parts that stand in the voice file as they are.
    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            Part::Literal(text) => Some(text.as_str()),
            Part::Placeholder(..) => None,
        })
    }

    /// With all values put in.
    pub fn text(&self, values: &Values) -> String {
        self.text_with(values, str::to_owned)
    }

    /// With all values put in, each through `last` after its own escapes.
    pub fn text_with(&self, values: &Values, last: impl Fn(&str) -> String) -> String {
        let part = |part: &Part| match part {
            Part::Literal(text) => text.clone(),
            Part::Placeholder(name, escapes) => {
                let value = values.text(name);
                let written = escapes.iter().fold(value, |text, escape| escape.of(&text));
                last(&written)
            }
        };
        self.0.iter().map(part).collect()
    }

    /// A value of JSON: a lone placeholder keeps its value's type, all else is a string.
    pub fn json(&self, values: &Values) -> Value {
        match self.0.as_slice() {
            [Part::Placeholder(name, escapes)] if escapes.is_empty() => values.json(name),
            _ => self.text(values).into(),
        }
    }
}

fn placeholder(inside: &str, variables: &Variables) -> Result<Part, String> {
    let mut words = inside.split('|').map(str::trim);
    let name = words.next().unwrap_or_default();
    let name = Name::parse(name, variables)?;
    let escapes = words.map(|word| {
        Escape::named(word).ok_or_else(|| {
            format!("`{word}` is no escape (there are `json`, `url`, `xml` and `form`)")
        })
    });
    Ok(Part::Placeholder(name, escapes.collect::<Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::values::sample;
    use super::*;

    fn variables() -> Variables {
        let map = json!({"ref_audio": "/data/ref.wav", "emotion": [0.5, 0], "top_k": 15});
        map.as_object().unwrap().clone()
    }

    fn rendered(text: &str) -> String {
        let variables = variables();
        let phrase = Phrase::parse(text, &variables).unwrap();
        phrase.text(&sample(&variables, "好&"))
    }

    #[test]
    fn placeholders_take_their_values() {
        assert_eq!(rendered("{text}:{voice}:{top_k}"), "好&:zf:15");
        assert_eq!(
            rendered("{speed} {rate_percent} {inverse_speed}"),
            "1.25 +25% 0.8"
        );
        assert_eq!(rendered("{ref_audio} {emotion}"), "/data/ref.wav [0.5,0]");
    }

    #[test]
    fn escapes_follow_each_other() {
        assert_eq!(rendered("{text|url}"), "%E5%A5%BD%26");
        assert_eq!(rendered("{ text | xml | url }"), "%E5%A5%BD%26amp%3B");
    }

    #[test]
    fn doubled_braces_are_braces() {
        assert_eq!(rendered("{{\"a\":\"{text|json}\"}}"), "{\"a\":\"好&\"}");
        assert_eq!(rendered("{{text}} }}{{"), "{text} }{");
    }

    #[test]
    fn a_value_is_not_looked_into() {
        let variables = variables();
        let phrase = Phrase::parse("{text}", &variables).unwrap();
        let text = "{key} {uuid} {{text|url}}";
        assert_eq!(phrase.text(&sample(&variables, text)), text);
    }

    #[test]
    fn a_lone_placeholder_keeps_its_type() {
        let variables = variables();
        let json = |text| {
            Phrase::parse(text, &variables)
                .unwrap()
                .json(&sample(&variables, "好"))
        };
        assert_eq!(json("{emotion}"), json!([0.5, 0]));
        assert_eq!(json("{seed}"), json!(7));
        assert_eq!(json("{seed} "), json!("7 "));
        assert_eq!(json("{top_k|json}"), json!("15"));
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (text, what) in [
            ("{emoton}", "`{emoton}`"),
            ("{text|yaml}", "`yaml` is no escape"),
            ("{text", "a `{` stands alone"),
            ("text}", "a `}` stands alone"),
            ("{}", "`{}`"),
        ] {
            let error = Phrase::parse(text, &variables()).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
    }
}
