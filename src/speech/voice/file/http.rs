//! The keys of a voice file that are about servers.
//!
//! Never takes a key that its engine has no use for.

use super::{AT_ONCE, EngineName, Telling, VoiceFile};
use crate::speech::http::{Fixed, KeySource, OpenAiTables, Tables, Template};
use crate::speech::voice::{HttpVoice, Punctuation};

impl VoiceFile {
    /// What is wrong with a key that is not for this engine.
    pub(super) fn check_http(&self) -> Result<(), String> {
        let is_http = matches!(self.engine, EngineName::Http);
        let has_placeholders = is_http || matches!(self.engine, EngineName::Command);
        let is_server = is_http || matches!(self.engine, EngineName::OpenAi);
        let keys = [
            self.key_env.is_some(),
            self.key_file.is_some(),
            self.key_command.is_some(),
        ];
        let for_http = [
            ("request", self.request.is_some()),
            ("prepare", self.prepare.is_some()),
        ];
        let for_servers = [
            ("answer", self.answer.is_some()),
            ("voices", self.voices.is_some()),
        ];
        let wrong = |keys: &[(&'static str, bool)]| {
            keys.iter()
                .find(|(_, is_given)| *is_given)
                .map(|(key, _)| *key)
        };
        let for_placeholders = [
            ("seed", self.seed.is_some()),
            ("variables", !self.variables.is_empty()),
        ];
        match (wrong(&for_http), wrong(&for_servers)) {
            _ if !has_placeholders && wrong(&for_placeholders).is_some() => {
                let key = wrong(&for_placeholders).unwrap_or_default();
                Err(format!("`{key}` is for engines `http` and `command`"))
            }
            (Some(key), _) if !is_http => Err(format!("`{key}` is for engine `http`")),
            (_, Some(key)) if !is_server => Err(format!("`{key}` is for servers")),
            _ if keys.iter().filter(|is_given| **is_given).count() > 1 => {
                Err("only one of `key_env`, `key_file` and `key_command` can say where the key is".into())
            }
            _ if is_http && self.request.is_none() => {
                Err("`[request]` is missing, which says what the server is asked".into())
            }
            _ if is_http && !self.extra.is_empty() => Err("`extra` is for engine `openai`".into()),
            _ if is_server && self.endpoints.is_empty() => {
                Err("`endpoints` is missing; give at least one address such as `http://127.0.0.1:8880/v1`".into())
            }
            _ if self.key_command.as_ref().is_some_and(Vec::is_empty) => {
                Err("`key_command` must name a program".into())
            }
            _ => Ok(()),
        }
    }

    /// The voice of these servers.
    pub(super) fn http(self) -> Result<HttpVoice, String> {
        Ok(HttpVoice {
            engine: if self.request.is_some() {
                "http"
            } else {
                "openai"
            },
            endpoints: self.endpoints.clone(),
            key: self.key(),
            punctuation: Punctuation::with(&self.punctuation)?.marked(self.is_marked()),
            concurrency: self.concurrency.unwrap_or(AT_ONCE),
            quota: self.quota,
            template: Box::new(self.template()?),
        })
    }

    /// Whether the lexicon puts marks of XML into a text.
    fn is_marked(&self) -> bool {
        self.lexicon == Some(Telling::Ssml)
    }

    fn key(&self) -> Option<KeySource> {
        let env = self.key_env.clone().map(KeySource::Env);
        let file = || self.key_file.clone().map(KeySource::File);
        let command = || self.key_command.clone().map(KeySource::Command);
        env.or_else(file).or_else(command)
    }

    fn template(self) -> Result<Template, String> {
        let has_key = self.key().is_some();
        let is_marked = self.is_marked();
        let fixed = Fixed {
            voice: self.voice,
            model: self.model,
            format: self.format,
            speed: self.speed,
            variables: self.variables,
            ..Fixed::default()
        };
        let (answer, listing) = (self.answer.unwrap_or_default(), self.voices);
        match self.request {
            None => OpenAiTables {
                fixed,
                extra: self.extra,
                answer,
                listing,
                has_key,
            }
            .template(),
            Some(request) => {
                let (prepare, seed) = (self.prepare.unwrap_or_default(), self.seed);
                Tables {
                    fixed,
                    request,
                    prepare,
                    answer,
                    listing,
                    seed,
                    has_key,
                    is_marked,
                }
                .template()
            }
        }
    }
}
