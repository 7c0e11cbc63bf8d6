//! What a server says when it does not speak.
//!
//! Never shows control characters, many lines, or the key.

use serde_json::Value;

use crate::speech::http::secret::Key;

/// Longest part of a server's message that is shown, in characters.
const MESSAGE: usize = 200;

/// Where servers put it.
const PLACES: [&str; 10] = [
    "/error/message",
    "/error",
    "/detail/message",
    "/detail/0/msg",
    "/detail",
    "/message",
    "/base_resp/status_msg",
    "/err_msg",
    "/msg",
    "/Response/Error/Message",
];

/// The part of an error's body that a person wants to read, on one line and short.
pub fn message(body: &str, key: Option<&Key>) -> String {
    let said = serde_json::from_str(body).ok().and_then(|json| said(&json));
    let said = said.unwrap_or_else(|| body.into());
    // The key goes before the text is shortened, or half of it would stay.
    one_line(&key.map_or(said.clone(), |key| key.hidden_in(&said)))
}

fn said(json: &Value) -> Option<String> {
    let mut places = PLACES.into_iter();
    let found = places.find_map(|place| json.pointer(place)?.as_str())?;
    // GPT-SoVITS says what failed in one place and why in another.
    let why = json.get("Exception").and_then(Value::as_str);
    Some(why.map_or(found.into(), |why| format!("{found}: {why}")))
}

fn one_line(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let line = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_found_in_every_shape_servers_use() {
        let table = [
            (
                r#"{"error":{"message":"no such model","code":404}}"#,
                "no such model",
            ),
            (r#"{"error":"no such model"}"#, "no such model"),
            (
                r#"{"detail":{"error":"x","message":"no such model"}}"#,
                "no such model",
            ),
            (r#"{"detail":"no such model"}"#, "no such model"),
            (
                r#"{"detail":[{"loc":["body"],"msg":"no such model"}]}"#,
                "no such model",
            ),
            (r#"{"message":"no such model","type":"x"}"#, "no such model"),
            ("no such\r\n\tmodel\n", "no such model"),
            (
                r#"{"base_resp":{"status_code":1002,"status_msg":"rate limit"}}"#,
                "rate limit",
            ),
            (
                r#"{"message":"tts failed","Exception":"/x.wav not exists"}"#,
                "tts failed: /x.wav not exists",
            ),
            (r#"{"status":500}"#, r#"{"status":500}"#),
            ("", ""),
        ];
        for (body, expected) in table {
            assert_eq!(message(body, None), expected, "{body}");
        }
    }

    #[test]
    fn a_message_cannot_reach_the_terminal() {
        assert_eq!(message("a\u{1b}[31mred\u{9b}1m\u{7}", None), "a [31mred 1m");
    }

    #[test]
    fn a_long_message_is_cut_between_characters() {
        let shortened = message(&"错".repeat(500), None);
        assert_eq!(shortened.chars().count(), MESSAGE + 1);
    }

    #[test]
    fn the_key_is_hidden_before_the_message_is_cut() {
        let key = Key::new("sk-canary-0123456", "test").unwrap();
        let body = format!("{}sk-canary-0123456", "x".repeat(195));
        assert!(!message(&body, Some(&key)).contains("sk-"));
    }
}
