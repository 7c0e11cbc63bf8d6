//! Samples to the files that phones and programs play.
//!
//! Never changes how long speech is: what a decoder gives back has the length that went in.

mod flac;
mod mp3;
mod opus;
mod resample;
mod wav;

use flac::Flac;
use mp3::Mp3;
use opus::Opus;
use wav::Wav;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// 16-bit samples with a header.
    Wav,
    /// MPEG-1 Layer III, which plays everywhere.
    Mp3,
    /// Lossless, about half of a WAV.
    Flac,
    /// Opus in Ogg, the smallest.
    Opus,
    /// 16-bit little-endian samples without a header.
    Pcm,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Wav, Self::Mp3, Self::Flac, Self::Opus, Self::Pcm];

    /// Its name as people write it, also the ending of its files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Wav => "wav",
            Self::Mp3 => "mp3",
            Self::Flac => "flac",
            Self::Opus => "opus",
            Self::Pcm => "pcm",
        }
    }

    /// The format of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// Why samples cannot be encoded.
#[derive(Debug, thiserror::Error)]
pub enum EncodeError {
    /// A sample rate that the format has not.
    #[error("{format} cannot hold samples at {sample_rate} Hz")]
    Rate {
        /// The format's name.
        format: &'static str,
        /// The rate.
        sample_rate: u32,
    },
    /// The encoder failed.
    #[error("cannot encode {format}")]
    Encoder {
        /// The format's name.
        format: &'static str,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

/// An encoder of mono samples that takes blocks and gives bytes as they get ready.
pub struct Encoder(Kind);

enum Kind {
    Wav(Wav),
    Mp3(Box<Mp3>),
    Flac(Box<Flac>),
    Opus(Box<Opus>),
    Pcm,
}

/// The end of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct End {
    /// The last bytes.
    pub rest: Vec<u8>,
    /// What is to be written over the beginning of the file, of the same length as what stands
    /// there: a header whose lengths were not known before.
    pub head: Vec<u8>,
}

impl Encoder {
    /// An encoder of samples at `sample_rate`.
    ///
    /// # Errors
    ///
    /// When the format has no such rate.
    pub fn new(format: Format, sample_rate: u32) -> Result<Self, EncodeError> {
        Ok(Self(match format {
            Format::Wav => Kind::Wav(Wav::new(sample_rate)),
            Format::Mp3 => Kind::Mp3(Box::new(Mp3::new(sample_rate)?)),
            Format::Flac => Kind::Flac(Box::new(Flac::new(sample_rate)?)),
            Format::Opus => Kind::Opus(Box::new(Opus::new(sample_rate)?)),
            Format::Pcm => Kind::Pcm,
        }))
    }

    /// An encoder of small MP3s, to be carried along in a page.
    ///
    /// # Errors
    ///
    /// When MP3 has no such rate.
    pub fn small(sample_rate: u32) -> Result<Self, EncodeError> {
        Ok(Self(Kind::Mp3(Box::new(Mp3::small(sample_rate)?))))
    }

    /// Takes samples, and gives the bytes that are ready.
    ///
    /// # Errors
    ///
    /// When the encoder fails.
    pub fn push(&mut self, samples: &[i16]) -> Result<Vec<u8>, EncodeError> {
        match &mut self.0 {
            Kind::Wav(wav) => Ok(wav.push(samples)),
            Kind::Mp3(mp3) => mp3.push(samples),
            Kind::Flac(flac) => flac.push(samples),
            Kind::Opus(opus) => opus.push(samples),
            Kind::Pcm => Ok(little_endian(samples)),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// When the encoder fails.
    pub fn finish(self) -> Result<End, EncodeError> {
        match self.0 {
            Kind::Wav(wav) => Ok(wav.finish()),
            Kind::Mp3(mp3) => mp3.finish(),
            Kind::Flac(flac) => flac.finish(),
            Kind::Opus(opus) => opus.finish(),
            Kind::Pcm => Ok(End::default()),
        }
    }
}

/// Encodes mono samples as a whole file.
///
/// # Errors
///
/// When the format has no such rate, or the encoder fails.
pub fn encode(samples: &[i16], sample_rate: u32, format: Format) -> Result<Vec<u8>, EncodeError> {
    whole(Encoder::new(format, sample_rate)?, samples)
}

/// Encodes mono samples as a small MP3.
///
/// # Errors
///
/// When MP3 has no such rate, or the encoder fails.
pub fn encode_small(samples: &[i16], sample_rate: u32) -> Result<Vec<u8>, EncodeError> {
    whole(Encoder::small(sample_rate)?, samples)
}

fn whole(mut encoder: Encoder, samples: &[i16]) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = encoder.push(samples)?;
    encoder.finish()?.end(&mut bytes);
    Ok(bytes)
}

impl End {
    /// Ends a file whose bytes so far are in memory.
    pub fn end(self, bytes: &mut Vec<u8>) {
        bytes.extend(self.rest);
        bytes[..self.head.len()].copy_from_slice(&self.head);
    }
}

fn little_endian(samples: &[i16]) -> Vec<u8> {
    samples
        .iter()
        .flat_map(|sample| sample.to_le_bytes())
        .collect()
}

fn failed(format: Format) -> impl FnOnce(Box<dyn std::error::Error + Send + Sync>) -> EncodeError {
    move |source| EncodeError::Encoder {
        format: format.name(),
        source,
    }
}

#[cfg(test)]
mod tests;
