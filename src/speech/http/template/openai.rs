//! The template of the engine `openai`.
//!
//! Never sends a field that says nothing: servers refuse ranges differently, and `speed` is the one
//! they refuse most.

use std::sync::Arc;

use reqwest::header::AUTHORIZATION;
use serde_json::{Map, Value, json};

use super::body::Json;
use super::phrase::Phrase;
use super::request::Request;
use super::scope::{Scope, no_literal_key};
use super::values::{Fixed, Name, Variables};
use super::{FIRST_SEED, ListingTable, Template};
use crate::speech::http::answer::AnswerTable;

/// What a voice file of engine `openai` says.
#[derive(Debug, Clone)]
pub struct OpenAiTables {
    /// `voice`, `model`, `format` and `speed`.
    pub fixed: Fixed,
    /// Fields merged into the request; they win over the others.
    pub extra: Map<String, Value>,
    /// `[answer]`.
    pub answer: AnswerTable,
    /// `[voices]`.
    pub listing: Option<ListingTable>,
    /// Whether there is a key.
    pub has_key: bool,
}

impl OpenAiTables {
    /// The template that they fill.
    ///
    /// # Errors
    ///
    /// What is wrong with which key.
    pub fn template(self) -> Result<Template, String> {
        check_keys("extra", &self.extra)?;
        let request = Request::of_json(
            "/audio/speech",
            self.headers()?,
            Json::Object(self.fields()),
        );
        let number = |name| self.extra.get(name).and_then(Value::as_f64);
        let listing = self.listing.clone().unwrap_or_else(ListingTable::usual);
        Ok(Template {
            prepare: Vec::new(),
            listing: Some(listing.listing(self.scope(&Variables::new()), &request)?),
            answering: Arc::new(self.answer.clone().for_openai(&self.format())?),
            first_seed: self
                .extra
                .get("seed")
                .and_then(Value::as_i64)
                .unwrap_or(FIRST_SEED),
            own_speed: number("speed")
                .filter(|speed| *speed > 0.0)
                .map(|speed| speed as f32),
            identity: self.identity(),
            request,
            fixed: self.fixed,
        })
    }

    /// What the answer is to be, an extra field over the voice file's own.
    fn format(&self) -> String {
        let extra = self.extra.get("response_format").and_then(Value::as_str);
        extra.unwrap_or(&self.fixed.format).to_owned()
    }

    fn fields(&self) -> Vec<(String, Json)> {
        let Fixed {
            voice,
            model,
            format,
            speed,
            ..
        } = &self.fixed;
        let lone = |name| Json::Phrase(Phrase::of(name));
        let mut fields = Map::new();
        fields.insert("model".into(), json!(model));
        fields.insert("voice".into(), json!(voice));
        fields.insert("response_format".into(), json!(format));
        fields.extend(self.extra.clone());
        let mut fields: Vec<_> = fields
            .into_iter()
            .map(|(name, value)| (name, Json::Value(value)))
            .collect();
        if (speed - 1.0).abs() > f32::EPSILON && !self.extra.contains_key("speed") {
            fields.push(("speed".into(), lone(Name::Speed)));
        }
        // What is spoken is never replaced, and a seed is another one for every take. Of two
        // fields with the same name the later one is sent.
        fields.push(("input".into(), lone(Name::Text)));
        if self.extra.get("seed").is_some_and(Value::is_i64) {
            fields.push(("seed".into(), lone(Name::Seed)));
        }
        fields
    }

    fn headers(&self) -> Result<Vec<(reqwest::header::HeaderName, Phrase)>, String> {
        if !self.has_key {
            return Ok(Vec::new());
        }
        let bearer = Phrase::parse("Bearer {key}", &Variables::new())?;
        Ok(vec![(AUTHORIZATION, bearer)])
    }

    fn scope<'a>(&self, variables: &'a Variables) -> Scope<'a> {
        Scope {
            request: "voices",
            variables,
            has_key: self.has_key,
            has_text: false,
            is_marked: false,
        }
    }

    /// As it always was, so that speeches that were made stay known.
    fn identity(&self) -> Value {
        let Fixed {
            voice,
            model,
            format,
            speed,
            ..
        } = &self.fixed;
        let mut parts = vec![
            json!(model),
            json!(voice),
            json!(format),
            json!(speed),
            json!(self.extra),
        ];
        let answer = self.answer.identity();
        parts.extend((answer != AnswerTable::default().identity()).then_some(answer));
        parts.into()
    }
}

/// Refuses a key among the extra fields.
fn check_keys(place: &str, fields: &Map<String, Value>) -> Result<(), String> {
    for (name, value) in fields {
        let here = format!("{place}.{name}");
        match value {
            Value::Object(fields) => check_keys(&here, fields)?,
            other => no_literal_key(&format!("`{here}`"), name, other.as_str().into_iter())?,
        }
    }
    Ok(())
}

impl ListingTable {
    /// Where most servers list their voices.
    fn usual() -> Self {
        Self {
            path: "/audio/voices".into(),
            pointer: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::speech::{Voice, VoiceSource};

    fn voice(more: &str) -> Result<Template, String> {
        let file = format!(
            "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]\nmodel = \"kokoro\"\nvoice = \"zf_xiaoxiao\"\n{more}"
        );
        let voice =
            Voice::parse(&file, Path::new("test.toml")).map_err(|error| error.to_string())?;
        match voice.source {
            VoiceSource::Http(voice) => Ok(*voice.template),
            _ => Err("no server".into()),
        }
    }

    fn sent(more: &str, n: u32) -> Value {
        let template = voice(more).unwrap();
        let base = "http://127.0.0.1:1/v1".parse().unwrap();
        let call = template
            .request
            .call(&base, &template.values("你好。", n, Some("k")))
            .unwrap();
        assert_eq!(call.url.as_str(), "http://127.0.0.1:1/v1/audio/speech");
        serde_json::from_slice(&call.body).unwrap()
    }

    #[test]
    fn an_ordinary_request_has_four_fields() {
        let expected = json!({
            "model": "kokoro", "voice": "zf_xiaoxiao", "response_format": "wav", "input": "你好。",
        });
        assert_eq!(sent("", 0), expected);
    }

    #[test]
    fn a_speed_of_its_own_is_sent() {
        assert_eq!(sent("speed = 1.2", 0)["speed"], 1.2);
        assert!((voice("speed = 1.2").unwrap().speed() - 1.2).abs() < f32::EPSILON);
    }

    #[test]
    fn extra_fields_stand_at_the_top_and_win() {
        let more = "extra = { lang = \"zh{key}\", voice = { id = \"voice_7\" }, speed = 2.0, input = \"x\" }";
        let sent = sent(more, 0);
        assert_eq!(
            (&sent["lang"], &sent["voice"]["id"]),
            (&json!("zh{key}"), &json!("voice_7"))
        );
        assert_eq!(sent["input"], "你好。", "what is spoken is never replaced");
        assert!((voice(more).unwrap().speed() - 2.0).abs() < f32::EPSILON);
    }

    #[test]
    fn every_take_has_a_seed_of_its_own() {
        let seed = |n| sent("extra = { seed = 7 }", n)["seed"].clone();
        assert_eq!([seed(0), seed(1), seed(1_000)], [7, 8, 1_007]);
    }

    #[test]
    fn raw_samples_are_expected_when_they_were_asked_for() {
        let is_raw = |more: &str| voice(more).unwrap().answering.raw.is_some();
        assert!(!is_raw(""));
        assert!(is_raw("format = \"pcm\""));
        assert!(is_raw("extra = { response_format = \"pcm\" }"));
    }

    #[test]
    fn speeches_that_were_made_stay_known() {
        let more = "speed = 1.2\nextra = { seed = 7, lang = \"zh\" }";
        let known = json!(["kokoro", "zf_xiaoxiao", "wav", 1.2_f32, {"lang": "zh", "seed": 7}]);
        assert_eq!(voice(more).unwrap().identity().unwrap(), known.to_string());
    }

    #[test]
    fn what_is_for_other_engines_is_refused() {
        for (more, what) in [
            ("seed = 7", "`seed` is for engine `http`"),
            ("[request]\npath = \"/\"", "`request` is for engine `http`"),
            (
                "extra = { a = { api_key = \"abcdefgh0123456789\" } }",
                "`extra.a.api_key` looks like a key",
            ),
        ] {
            let error = voice(more).unwrap_err();
            assert!(error.contains(what), "{error}");
        }
    }
}
