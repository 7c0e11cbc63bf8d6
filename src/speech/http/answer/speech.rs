//! The bytes of an answer to speech.
//!
//! Never takes text for audio, and never believes what was declared over what the bytes look like.

use serde::{Deserialize, Serialize};

use super::message;
use crate::speech::Speech;
use crate::speech::chain;
use crate::speech::decode::{Encoding, decode, decode_raw, resample};
use crate::speech::http::asker::Answer;
use crate::speech::http::secret::Key;

/// The rate that all speech is kept at.
const SAMPLE_RATE: u32 = 24_000;

/// An answer that is all text is at most this long; more is samples that look like text.
const LONGEST_TEXT: usize = 100_000;

/// How the files begin that are known here; an MP3 without a tag does so by bits.
const MAGIC: [&[u8]; 5] = [b"RIFF", b"RF64", b"ID3", b"fLaC", b"OggS"];

/// What samples without a header are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Raw {
    /// Frames a second.
    rate: u32,
    /// Samples of each frame.
    #[serde(default = "one")]
    channels: usize,
    /// What a sample is.
    #[serde(default)]
    format: SampleFormat,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum SampleFormat {
    #[default]
    S16,
    F32,
}

fn one() -> usize {
    1
}

impl Raw {
    /// What OpenAI calls `pcm`.
    pub const OPENAI: Self = Self {
        rate: 24_000,
        channels: 1,
        format: SampleFormat::S16,
    };

    /// Refuses what no server means.
    ///
    /// # Errors
    ///
    /// What is out of its range.
    pub fn checked(self) -> Result<Self, String> {
        if !(8_000..=192_000).contains(&self.rate) {
            return Err(format!(
                "`answer.pcm.rate` is {}, and must be between 8000 and 192000",
                self.rate
            ));
        }
        if !(1..=8).contains(&self.channels) {
            return Err(format!(
                "`answer.pcm.channels` is {}, and must be between 1 and 8",
                self.channels
            ));
        }
        Ok(self)
    }

    fn encoding(self) -> Encoding {
        match self.format {
            SampleFormat::S16 => Encoding::I16,
            SampleFormat::F32 => Encoding::F32,
        }
    }
}

/// Reads what should be audio; `raw` says what samples without a header are.
///
/// # Errors
///
/// What the server said instead, or what is wrong with the audio.
pub fn speech(bytes: &[u8], raw: Option<Raw>, key: Option<&Key>) -> Result<Answer, String> {
    if bytes.is_empty() {
        return Err("nothing at all".into());
    }
    if let Some(text) = text(bytes) {
        return Err(format!("text: {}", message(text, key)));
    }
    let decoded = match raw {
        // Some servers send a file although raw samples were asked for.
        Some(raw) if !is_file(bytes) => decode_raw(bytes, raw.rate, raw.channels, raw.encoding()),
        _ => decode(bytes),
    };
    let in_our_rate = |speech: Speech| {
        let rate = speech.sample_rate;
        resample(speech, SAMPLE_RATE).map(|speech| Answer { speech, rate })
    };
    decoded.and_then(in_our_rate).map_err(|error| chain(&error))
}

/// Whether the bytes are a file. Raw samples begin near silence, which looks like none of them but
/// an MP3 without a tag: that has to be one to its end.
fn is_file(bytes: &[u8]) -> bool {
    let is_frame = matches!(bytes, [0xFF, 0xE2 | 0xE3 | 0xF2 | 0xF3 | 0xFA | 0xFB, ..]);
    MAGIC.iter().any(|magic| bytes.starts_with(magic)) || (is_frame && decode(bytes).is_ok())
}

/// The answer as text, if every byte of it is; audio has zeros or worse among its first bytes.
fn text(bytes: &[u8]) -> Option<&str> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_text = |c: char| !c.is_control() || c.is_whitespace();
    (bytes.len() <= LONGEST_TEXT && text.chars().all(is_text)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reason(bytes: &[u8]) -> String {
        let key = Key::new("sk-canary-0123456", "test").unwrap();
        speech(bytes, None, Some(&key)).unwrap_err()
    }

    #[test]
    fn an_error_with_status_200_is_not_audio() {
        let reason = reason(br#"{"error":{"message":"quota of sk-canary-0123456 used up"}}"#);
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
    fn raw_samples_are_heard_only_when_they_are_declared() {
        let bytes = [0, 0x40, 0, 0xC0].repeat(50);
        let raw = speech(&bytes, Some(Raw::OPENAI), None).unwrap();
        assert_eq!((raw.rate, raw.speech.frames()), (24_000, 100));
        assert!(speech(&bytes, None, None).is_err());
    }

    #[test]
    fn raw_samples_that_begin_like_an_mp3_are_raw_samples() {
        let bytes = [0xFF, 0xFB, 0x90, 0x64, 0xFF, 0xFF, 1, 0].repeat(200);
        let raw = speech(&bytes, Some(Raw::OPENAI), None).unwrap();
        assert_eq!(raw.speech.frames(), 800);
    }

    #[test]
    fn raw_samples_are_what_they_are_declared_to_be() {
        let raw = Raw {
            rate: 48_000,
            channels: 2,
            format: SampleFormat::F32,
        };
        let bytes = 0.5_f32.to_le_bytes().repeat(9_600);
        let answer = speech(&bytes, Some(raw), None).unwrap();
        assert_eq!((answer.rate, answer.speech.frames()), (48_000, 2_400));
    }

    #[test]
    fn a_file_is_a_file_whatever_was_declared() {
        let speech_of = |samples: usize| Speech {
            sample_rate: 16_000,
            samples: vec![0.25; samples],
            timings: None,
        };
        let wav = crate::speech::archive::to_bytes(&speech_of(1_600));
        assert_eq!(speech(&wav, Some(Raw::OPENAI), None).unwrap().rate, 16_000);
    }
}
