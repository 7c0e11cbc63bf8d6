//! What is asked of an OpenAI-compatible server, as JSON.
//!
//! Never sends a field that says nothing: servers refuse ranges differently, and `speed` is the one
//! they refuse most.

use serde_json::{Map, Value, json};

use super::answer::Form;
use crate::speech::voice::HttpVoice;

/// The fields that all requests of a voice share.
#[derive(Debug)]
pub struct Request {
    shared: Map<String, Value>,
    first_seed: Option<i64>,
}

impl Request {
    /// What the voice asks for, its extra fields on top of all others.
    pub fn new(voice: &HttpVoice, speed: f32) -> Self {
        let mut shared = Map::new();
        shared.insert("model".into(), json!(voice.model));
        shared.insert("voice".into(), json!(voice.voice));
        shared.insert("response_format".into(), json!(voice.format));
        if (speed - 1.0).abs() > f32::EPSILON {
            shared.insert("speed".into(), json!(as_written(speed)));
        }
        shared.extend(voice.extra.clone());
        let first_seed = voice.extra.get("seed").and_then(Value::as_i64);
        Self { shared, first_seed }
    }

    /// The body for a text. A server with a seed would repeat a bad take for ever, so every `n` has
    /// its own.
    pub fn body(&self, text: &str, n: u32) -> Map<String, Value> {
        let mut body = self.shared.clone();
        body.insert("input".into(), json!(text));
        if let Some(seed) = self.first_seed {
            body.insert("seed".into(), json!(seed.saturating_add(n.into())));
        }
        body
    }

    /// The speed that is really asked for.
    pub fn speed(&self) -> f32 {
        let speed = self.shared.get("speed").and_then(Value::as_f64);
        speed.filter(|speed| *speed > 0.0).unwrap_or(1.0) as f32
    }

    /// How the answer is to be read.
    pub fn form(&self) -> Form {
        match self.shared.get("response_format").and_then(Value::as_str) {
            Some("pcm") => Form::Raw,
            _ => Form::File,
        }
    }
}

/// The number as the voice file has it: 1.2, not 1.2000000476837158.
fn as_written(speed: f32) -> f64 {
    (f64::from(speed) * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speech::voice::Punctuation;

    fn voice(extra: &Value) -> HttpVoice {
        HttpVoice {
            endpoints: vec!["http://127.0.0.1:1/v1".into()],
            model: "kokoro".into(),
            voice: "zf_xiaoxiao".into(),
            format: "wav".into(),
            key_env: None,
            punctuation: Punctuation::default(),
            extra: extra.as_object().unwrap().clone(),
            concurrency: 1,
            quota: crate::speech::http::Quota::default(),
        }
    }

    fn body(speed: f32, extra: &Value, n: u32) -> Value {
        Request::new(&voice(extra), speed).body("你好。", n).into()
    }

    #[test]
    fn an_ordinary_request_has_four_fields() {
        let expected = json!({
            "model": "kokoro", "voice": "zf_xiaoxiao", "response_format": "wav", "input": "你好。",
        });
        assert_eq!(body(1.0, &json!({}), 0), expected);
    }

    #[test]
    fn a_speed_of_its_own_is_sent() {
        let sent = body(1.2, &json!({}), 0);
        assert_eq!(sent["speed"], 1.2);
    }

    #[test]
    fn extra_fields_stand_at_the_top_and_win() {
        let extra = json!({"lang": "zh", "voice": {"id": "voice_7"}, "speed": 2.0, "input": "x"});
        let request = Request::new(&voice(&extra), 1.0);
        let sent: Value = request.body("你好。", 0).into();
        assert_eq!(
            (&sent["lang"], &sent["voice"]["id"]),
            (&json!("zh"), &json!("voice_7"))
        );
        assert_eq!(sent["input"], "你好。", "what is spoken is never replaced");
        assert!((request.speed() - 2.0).abs() < f32::EPSILON);
    }

    #[test]
    fn every_take_has_a_seed_of_its_own() {
        let seed = |n| body(1.0, &json!({"seed": 7}), n)["seed"].clone();
        assert_eq!([seed(0), seed(1), seed(1_000)], [7, 8, 1_007]);
    }

    #[test]
    fn raw_samples_are_expected_when_they_were_asked_for() {
        let form = |extra: Value| Request::new(&voice(&extra), 1.0).form();
        assert_eq!(form(json!({})), Form::File);
        assert_eq!(form(json!({"response_format": "pcm"})), Form::Raw);
    }
}
