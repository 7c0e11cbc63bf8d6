//! The names of voices in a server's answer, in whatever shape.
//!
//! Never lets control characters of a server reach the terminal.

use serde_json::Value;

/// Where lists of voices are, if not at the top.
const LISTS: [&str; 4] = ["voices", "data", "models", "result"];

/// What the name of a voice is called, the most exact first.
const NAMES: [&str; 6] = ["id", "voice_id", "ShortName", "uri", "voice", "name"];

/// The names of the voices in an answer; none when it has no list of them.
pub fn names(answer: &Value, pointer: Option<&str>) -> Vec<String> {
    let list = match pointer {
        Some(pointer) => answer.pointer(pointer),
        None => Some(list(answer)).filter(|list| !is_error(list)),
    };
    let names = match list {
        Some(Value::Array(voices)) => voices.iter().filter_map(name).collect(),
        Some(Value::Object(voices)) => voices.keys().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    names
        .into_iter()
        .map(shown)
        .filter(|name| !name.is_empty())
        .collect()
}

/// The list itself: at the top, or under the usual name.
fn list(answer: &Value) -> &Value {
    let under = |name: &&str| {
        answer
            .get(name)
            .filter(|list| list.is_array() || list.is_object())
    };
    LISTS.iter().find_map(under).unwrap_or(answer)
}

/// Whether what should be a table of voices is a message: names have something under them.
fn is_error(list: &Value) -> bool {
    let is_leaf = |value: &Value| !value.is_array() && !value.is_object();
    list.as_object().is_some_and(|table| {
        let is_named_so = ["error", "detail"]
            .iter()
            .any(|name| table.contains_key(*name));
        is_named_so || table.values().any(is_leaf)
    })
}

fn name(voice: &Value) -> Option<&str> {
    let named = || NAMES.iter().find_map(|name| voice.get(name)?.as_str());
    voice.as_str().or_else(named)
}

fn shown(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_shape_of_a_list_is_read() {
        for answer in [
            json!({"voices": ["a", "b"], "uploaded_voices": []}),
            json!({"voices": [{"id": "a", "name": "Anna"}, {"name": "b"}]}),
            json!(["a", "b"]),
            json!([{"ShortName": "a", "LocalName": "甲"}, {"ShortName": "b"}]),
            json!({"a": ["/a.wav"], "b": ["/b.wav"]}),
            json!({"object": "list", "data": [{"id": "a"}, {"id": "b"}]}),
        ] {
            assert_eq!(names(&answer, None), ["a", "b"], "{answer}");
        }
    }

    #[test]
    fn a_list_can_be_anywhere() {
        let answer = json!({"reference_ids": ["a"], "data": ["x"]});
        assert_eq!(names(&answer, Some("/reference_ids")), ["a"]);
        assert!(names(&answer, Some("/nowhere")).is_empty());
    }

    #[test]
    fn what_is_no_list_has_no_names() {
        for answer in [
            json!(7),
            json!("a"),
            json!(null),
            json!([7, null, "\u{1b}"]),
        ] {
            assert!(names(&answer, None).is_empty(), "{answer}");
        }
    }
}
