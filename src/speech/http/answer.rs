//! What a server's answer really is, told from its bytes.
//!
//! Never takes an error message for audio, and never shows one with control characters, over many
//! lines, or with the key in it.

use serde_json::Value;

use super::asker::Answer;
use super::chain;
use crate::speech::Speech;
use crate::speech::decode::{DecodeError, decode, decode_raw, resample};

/// The rate that all speech is kept at.
const SAMPLE_RATE: u32 = 24_000;

/// Longest part of a server's message that is shown, in characters.
const MESSAGE: usize = 200;

/// An answer that is all text is at most this long; more is samples that look like text.
const LONGEST_TEXT: usize = 100_000;

/// How the bytes of an answer are to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A file that says itself what it is.
    File,
    /// 16-bit samples at 24 kHz and nothing else, which OpenAI calls `pcm`.
    Raw,
}

/// Reads an answer of status 200 as speech.
///
/// # Errors
///
/// What the server said instead, or what is wrong with the audio.
pub fn speech(bytes: &[u8], form: Form, key: Option<&str>) -> Result<Answer, String> {
    if bytes.is_empty() {
        return Err("nothing at all".into());
    }
    if let Some(text) = text(bytes) {
        return Err(format!("text: {}", message(text, key)));
    }
    let decoded = decode(bytes).or_else(|error| match (form, error) {
        // Some servers send a file although raw samples were asked for, so those come second.
        (Form::Raw, DecodeError::NotAudio { .. } | DecodeError::Crashed) => {
            decode_raw(bytes, SAMPLE_RATE)
        }
        (_, error) => Err(error),
    });
    let in_our_rate = |speech: Speech| {
        let rate = speech.sample_rate;
        resample(speech, SAMPLE_RATE).map(|speech| Answer { speech, rate })
    };
    decoded.and_then(in_our_rate).map_err(|error| chain(&error))
}

/// The answer as text, if every byte of it is; audio has zeros or worse among its first bytes.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_text = |c: char| !c.is_control() || c.is_whitespace();
    (bytes.len() <= LONGEST_TEXT && text.chars().all(is_text)).then_some(text)
}

/// The part of an error's body that a person wants to read, on one line and short.
pub fn message(body: &str, key: Option<&str>) -> String {
    let said = serde_json::from_str(body).ok().and_then(|json| said(&json));
    let said = said.unwrap_or_else(|| body.into());
    let hidden = match key {
        Some(key) if !key.is_empty() => said.replace(key, "[key]"),
        _ => said,
    };
    one_line(&hidden)
}

/// Servers put it under `error.message`, `error`, `detail.message`, `detail`, `detail[0].msg` or
/// `message`.
fn said(json: &Value) -> Option<String> {
    let places = [
        "/error/message",
        "/error",
        "/detail/message",
        "/detail/0/msg",
        "/detail",
        "/message",
    ];
    let found = places
        .into_iter()
        .find_map(|place| json.pointer(place)?.as_str());
    found.map(Into::into)
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

    fn reason(bytes: &[u8]) -> String {
        speech(bytes, Form::File, Some("sk-canary")).unwrap_err()
    }

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
    fn an_error_with_status_200_is_not_audio() {
        let reason = reason(br#"{"error":{"message":"quota of sk-canary used up"}}"#);
        assert_eq!(reason, "text: quota of [key] used up");
    }

    #[test]
    fn a_web_page_is_not_audio() {
        assert!(reason(b"<html><body>Bad gateway").contains("Bad gateway"));
    }

    #[test]
    fn nothing_is_not_audio() {
        assert!(reason(b"").contains("nothing"));
    }

    #[test]
    fn raw_samples_are_heard_only_when_asked_for() {
        let bytes = [0, 0x40, 0, 0xC0].repeat(50);
        let raw = speech(&bytes, Form::Raw, None).unwrap();
        assert_eq!((raw.rate, raw.speech.frames()), (24_000, 100));
        assert!(speech(&bytes, Form::File, None).is_err());
    }
}
