//! The keys of a voice file that are about a program.
//!
//! Never takes a key that a program has no use for.

use super::VoiceFile;
use crate::speech::command::Arguments;
use crate::speech::http::Fixed;
use crate::speech::voice::{CommandVoice, Punctuation};

impl VoiceFile {
    /// What is wrong with a key that is not for this engine.
    pub(super) fn check_command(&self) -> Result<(), String> {
        let for_servers = [
            ("endpoints", !self.endpoints.is_empty()),
            ("extra", !self.extra.is_empty()),
            ("key_file", self.key_file.is_some()),
            ("key_command", self.key_command.is_some()),
        ];
        let wrong = for_servers.iter().find(|(_, is_given)| *is_given);
        match (&self.command, wrong) {
            (None, _) => Err("`command` is missing; give a program and its arguments such as `[\"espeak-ng\", \"--stdout\"]`".into()),
            (_, Some((key, _))) => Err(format!("`{key}` is for servers")),
            _ => Ok(()),
        }
    }

    /// The voice of this program.
    pub(super) fn command(self) -> Result<CommandVoice, String> {
        let punctuation = Punctuation::with(&self.punctuation)?;
        let fixed = Fixed {
            voice: self.voice,
            model: self.model,
            format: self.format,
            speed: self.speed,
            variables: self.variables,
            ..Fixed::default()
        };
        let command = self.command.unwrap_or_default();
        Ok(CommandVoice {
            arguments: Arguments::parse(&command, fixed, self.seed)?,
            key_env: self.key_env,
            punctuation,
            concurrency: self.concurrency.unwrap_or(1),
        })
    }
}
