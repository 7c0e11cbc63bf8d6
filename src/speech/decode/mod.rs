//! Bytes of an audio file to [`Speech`]: WAV of any truthfulness, MP3, FLAC, Ogg Vorbis and Opus, AAC.
//!
//! Never believes a label or a declared length over the bytes, never panics on hostile ones, and
//! never passes off a part as the whole: a hole in the middle is an error.

mod compressed;
mod opus;
mod pcm;
mod resample;
mod wav;
mod whole;

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Speech, archive};

pub use pcm::Encoding;
pub use resample::resample;

/// Channels that a speech server can mean seriously.
const CHANNELS: std::ops::RangeInclusive<usize> = 1..=8;

/// Sample rates that a speech server can mean seriously.
const RATES: std::ops::RangeInclusive<u32> = 8_000..=192_000;

/// Longest audio of one answer, so that a small hostile file cannot fill the memory.
const MOST_MINUTES: usize = 30;

/// The rate above which the limit on the length tightens, for the same reason.
const ORDINARY_RATE: u32 = 48_000;

/// Why bytes are not audio.
#[derive(Debug, thiserror::Error)]
pub enum DecodeError {
    /// Nothing that looks like a format known here.
    #[error("no audio format known here")]
    NotAudio {
        /// What the last format tried says.
        #[source]
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
    },
    /// A known format whose content contradicts itself.
    #[error("broken {format}: {problem}")]
    Broken {
        /// Name of the format.
        format: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// A known format in a variant that is not read.
    #[error("audio with {what} is not supported")]
    Unsupported {
        /// The variant.
        what: String,
    },
    /// Audio without a single sample.
    #[error("audio without samples")]
    Empty,
    /// More audio than one chunk can be.
    #[error("more than {MOST_MINUTES} minutes of audio for one chunk")]
    TooLong,
    /// The decoder of a foreign format gave up in an uncontrolled way.
    #[error("the decoder crashed on this audio")]
    Crashed,
    /// A change of sample rate that cannot be made.
    #[error("cannot change the sample rate from {from} to {to} Hz")]
    Resample {
        /// The speech's own rate.
        from: u32,
        /// The rate asked for.
        to: u32,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// Reads an audio file as mono speech at its own sample rate.
///
/// # Errors
///
/// When the bytes are no audio, or audio with a hole, or more than one chunk can be.
pub fn decode(bytes: &[u8]) -> Result<Speech, DecodeError> {
    if let Some(speech) = as_it_was_spoken(bytes) {
        return Ok(speech);
    }
    let speech = match wav::decode(bytes) {
        Some(decoded) => decoded?,
        // Decoders of compressed formats have panicked on hostile bytes before.
        None => catch_unwind(AssertUnwindSafe(|| decode_compressed(bytes)))
            .unwrap_or(Err(DecodeError::Crashed))?,
    };
    if speech.samples.is_empty() {
        return Err(DecodeError::Empty);
    }
    Ok(speech)
}

/// A speech with its timings, as another pingshu hands it over.
fn as_it_was_spoken(bytes: &[u8]) -> Option<Speech> {
    let speech = archive::from_bytes(bytes).ok()?;
    let is_within_limits =
        RATES.contains(&speech.sample_rate) && speech.seconds() <= MOST_MINUTES as f64 * 60.0;
    (speech.timings.is_some() && is_within_limits).then_some(speech)
}

fn decode_compressed(bytes: &[u8]) -> Result<Speech, DecodeError> {
    opus::decode(bytes).unwrap_or_else(|| compressed::decode(bytes))
}

/// Reads samples without any header.
///
/// # Errors
///
/// When there are none, or too many.
pub fn decode_raw(
    bytes: &[u8],
    sample_rate: u32,
    channels: usize,
    encoding: Encoding,
) -> Result<Speech, DecodeError> {
    let mut samples = Mono::new(sample_rate, channels)?;
    samples.extend(encoding.read(bytes))?;
    if samples.speech.samples.is_empty() {
        return Err(DecodeError::Empty);
    }
    Ok(samples.speech)
}

/// Mono speech in the making, within the limits.
struct Mono {
    speech: Speech,
    channels: usize,
}

impl Mono {
    fn new(sample_rate: u32, channels: usize) -> Result<Self, DecodeError> {
        let unsupported = |what| Err(DecodeError::Unsupported { what });
        if !RATES.contains(&sample_rate) {
            return unsupported(format!("a sample rate of {sample_rate} Hz"));
        }
        if !CHANNELS.contains(&channels) {
            return unsupported(format!("{channels} channels"));
        }
        let speech = Speech {
            sample_rate,
            samples: Vec::new(),
            timings: None,
        };
        Ok(Self { speech, channels })
    }

    /// Appends interleaved samples, each frame as the mean of its channels; a last incomplete frame
    /// is left out.
    fn extend(&mut self, interleaved: impl Iterator<Item = f32>) -> Result<(), DecodeError> {
        let most = MOST_MINUTES * 60 * self.speech.sample_rate.min(ORDINARY_RATE) as usize;
        let (mut sum, mut n_summed) = (0.0, 0);
        for sample in interleaved {
            sum += sample;
            n_summed += 1;
            if n_summed == self.channels {
                if self.speech.samples.len() == most {
                    return Err(DecodeError::TooLong);
                }
                self.speech.samples.push(sum / self.channels as f32);
                (sum, n_summed) = (0.0, 0);
            }
        }
        Ok(())
    }

    /// Refuses audio that changes its shape on the way.
    fn expect_same(&self, rate: u32, channels: usize) -> Result<(), DecodeError> {
        if (rate, channels) == (self.speech.sample_rate, self.channels) {
            return Ok(());
        }
        Err(DecodeError::Unsupported {
            what: "a sample rate or channel count that changes on the way".into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::speech::Timings;

    #[test]
    fn an_error_message_is_not_audio() {
        let error = decode(br#"{"error":{"message":"model is loading"}}"#).unwrap_err();
        assert!(matches!(error, DecodeError::NotAudio { .. }), "{error}");
    }

    #[test]
    fn an_empty_answer_is_not_audio() {
        assert!(decode(b"").is_err());
    }

    #[test]
    fn a_speech_of_another_pingshu_keeps_its_timings() {
        let speech = Speech {
            sample_rate: 24_000,
            samples: vec![0.25; 6],
            timings: Some(Timings {
                symbols: "$a$".into(),
                frames: vec![1, 3, 2],
            }),
        };
        assert_eq!(decode(&archive::to_bytes(&speech)).unwrap(), speech);
        let hostile = Speech {
            sample_rate: 1,
            ..speech
        };
        assert!(decode(&archive::to_bytes(&hostile)).is_err());
    }

    #[test]
    fn raw_samples_are_read_as_they_are() {
        let speech = decode_raw(&[0, 0x40, 0, 0xC0, 7], 24_000, 1, Encoding::I16).unwrap();
        assert_eq!(speech.samples, [0.5, -0.5]);
    }

    proptest! {
        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let _ = decode(&bytes);
        }

        #[test]
        fn no_bytes_after_a_known_beginning_make_it_panic(
            beginning in prop::sample::select(vec![
                &b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0"[..], b"fLaC\0\0\0\x22", b"OggS\0\x02",
                b"ID3\x04\0\0\0\0\0\0", b"\xFF\xFB\x90\0", b"\xFF\xF1\x50\x80", b"\0\0\0\x18ftypM4A ",
            ]),
            rest in prop::collection::vec(any::<u8>(), 0..400),
        ) {
            let _ = decode(&[beginning, &rest].concat());
        }
    }
}
