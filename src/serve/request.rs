//! What a client asks for.
//!
//! Never guesses: a field that is there and cannot be used is named; fields that are not known
//! here are left to the servers that know them.

use axum::http::StatusCode;
use serde_json::{Map, Value};

use super::refusal::Refusal;
use crate::transfer::Format;

/// Most characters of a text, as OpenAI has it.
const MOST_CHARACTERS: usize = 4_096;

/// Slowest and fastest speed; outside it speech is not understood.
const SPEED: std::ops::RangeInclusive<f64> = 0.5..=2.0;

/// A request for speech.
#[derive(Debug, PartialEq)]
pub struct Asked {
    /// The text.
    pub text: String,
    /// A narrator; `None` is the server's own.
    pub voice: Option<String>,
    /// What the answer is to be.
    pub format: Format,
    /// Times the narrator's own speed.
    pub speed: f32,
    /// Whether the text is a chunk already: spoken in one piece, and handed over as it was spoken,
    /// with its edges and its timings.
    pub is_chunk: bool,
}

impl Asked {
    /// Reads the body of a request.
    ///
    /// # Errors
    ///
    /// The refusal, with the field that is wrong.
    pub fn parse(body: &[u8]) -> Result<Self, Refusal> {
        let fields: Map<String, Value> = serde_json::from_slice(body).map_err(|error| {
            let message = format!("the body is not a JSON object: {error}");
            Refusal::new(StatusCode::BAD_REQUEST, "invalid_json", message)
        })?;
        string(&fields, "model")?;
        let asked = Self {
            text: text(&fields)?,
            voice: voice(&fields)?,
            format: format(&fields)?,
            speed: speed(&fields)?,
            is_chunk: is_chunk(&fields)?,
        };
        if asked.is_chunk && asked.format != Format::Wav {
            let message = "`chunk` needs `response_format` to be `wav`";
            return Err(Refusal::of_field("response_format", message));
        }
        match string(&fields, "stream_format")? {
            None | Some("audio") => Ok(asked),
            Some(_) => Err(Refusal::of_field("stream_format", "only `audio` is sent")),
        }
    }
}

/// A field that is there and says something.
fn field<'a>(fields: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    fields.get(name).filter(|value| !value.is_null())
}

fn string<'a>(
    fields: &'a Map<String, Value>,
    name: &'static str,
) -> Result<Option<&'a str>, Refusal> {
    let value = field(fields, name).map(|value| value.as_str());
    let wrong = || Refusal::of_field(name, format!("`{name}` must be a string"));
    value.map(|value| value.ok_or_else(wrong)).transpose()
}

fn text(fields: &Map<String, Value>) -> Result<String, Refusal> {
    let text = string(fields, "input")?;
    let text = text.ok_or_else(|| Refusal::of_field("input", "`input` is missing"))?;
    let n_characters = text.chars().count();
    if !(1..=MOST_CHARACTERS).contains(&n_characters) {
        let message =
            format!("`input` has {n_characters} characters, and must have 1 to {MOST_CHARACTERS}");
        return Err(Refusal::of_field("input", message));
    }
    Ok(text.into())
}

/// A name, or an object with it under `id`, as OpenAI's newer clients send it.
fn voice(fields: &Map<String, Value>) -> Result<Option<String>, Refusal> {
    let named = field(fields, "voice").map(|voice| voice.get("id").unwrap_or(voice).as_str());
    let wrong = || Refusal::of_field("voice", "`voice` must be a string");
    let named = named.map(|name| name.ok_or_else(wrong)).transpose()?;
    Ok(named.map(Into::into))
}

fn format(fields: &Map<String, Value>) -> Result<Format, Refusal> {
    let Some(name) = string(fields, "response_format")? else {
        return Ok(Format::Mp3);
    };
    Format::named(name).ok_or_else(|| {
        let names = Format::ALL.map(Format::name).join(", ");
        let message = format!("`response_format` must be one of {names}");
        Refusal::of_field("response_format", message)
    })
}

fn speed(fields: &Map<String, Value>) -> Result<f32, Refusal> {
    let Some(speed) = field(fields, "speed") else {
        return Ok(1.0);
    };
    let speed = speed.as_f64().filter(|speed| SPEED.contains(speed));
    let (least, most) = (SPEED.start(), SPEED.end());
    let message = format!("`speed` must be a number from {least} to {most}");
    speed
        .map(|speed| speed as f32)
        .ok_or_else(|| Refusal::of_field("speed", message))
}

fn is_chunk(fields: &Map<String, Value>) -> Result<bool, Refusal> {
    let value = field(fields, "chunk").map(Value::as_bool);
    let wrong = || Refusal::of_field("chunk", "`chunk` must be true or false");
    Ok(value
        .map(|value| value.ok_or_else(wrong))
        .transpose()?
        .unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use axum::response::IntoResponse;
    use serde_json::json;

    use super::*;

    fn parsed(body: &Value) -> Result<Asked, Refusal> {
        Asked::parse(body.to_string().as_bytes())
    }

    #[test]
    fn what_is_not_said_is_as_openai_has_it() {
        let asked =
            parsed(&json!({"model": "tts-1", "input": "你好。", "voice": "xiaobei"})).unwrap();
        assert_eq!(
            asked,
            Asked {
                text: "你好。".into(),
                voice: Some("xiaobei".into()),
                format: Format::Mp3,
                speed: 1.0,
                is_chunk: false,
            }
        );
        let bare = parsed(&json!({"input": "好", "voice": null, "lang": "zh", "seed": 7})).unwrap();
        assert_eq!((bare.voice, bare.format), (None, Format::Mp3));
    }

    #[test]
    fn a_voice_may_be_an_object() {
        let asked = parsed(&json!({"input": "好", "voice": {"id": "yunxi"}})).unwrap();
        assert_eq!(asked.voice.as_deref(), Some("yunxi"));
    }

    #[test]
    fn a_text_may_have_4096_characters() {
        assert!(parsed(&json!({"input": "雪".repeat(4_096)})).is_ok());
        assert!(parsed(&json!({"input": "雪".repeat(4_097)})).is_err());
    }

    #[test]
    fn what_cannot_be_used_is_refused() {
        for wrong in [
            json!({}),
            json!([]),
            json!({"input": ""}),
            json!({"input": 7}),
            json!({"input": "好", "model": 7}),
            json!({"input": "好", "voice": 7}),
            json!({"input": "好", "voice": {"name": "x"}}),
            json!({"input": "好", "response_format": "aac"}),
            json!({"input": "好", "speed": 0.4}),
            json!({"input": "好", "speed": "fast"}),
            json!({"input": "好", "stream_format": "sse"}),
            json!({"input": "好", "chunk": true}),
            json!({"input": "好", "chunk": 1, "response_format": "wav"}),
        ] {
            let refusal = parsed(&wrong).expect_err(&wrong.to_string());
            assert_eq!(refusal.into_response().status(), 400, "{wrong}");
        }
        assert!(Asked::parse(b"{").is_err() && Asked::parse(b"\xff").is_err());
    }
}
