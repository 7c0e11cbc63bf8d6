//! MP3 at 44.1 kHz and a constant bit rate, with the tag that says where the sound begins and ends.
//!
//! Never written at a rate of its own family below 32 kHz: old players stumble over it, and at the
//! same bit rate it sounds worse.

use rusty_mp3::{Mp3Encoder, Mp3EncoderConfig};

use super::resample::Resampler;
use super::{EncodeError, End, Format, failed};

const SAMPLE_RATE: u32 = 44_100;

/// In kbit/s: PESQ 4.54 for one voice (4.37 at 64), 36 MB an hour.
const BIT_RATE: u32 = 80;

/// The same for a sample to be judged by ear: two thirds of the size.
const SMALL_BIT_RATE: u32 = 56;

/// An MP3 in the making.
///
/// The encoder lends bits from one frame to the next, and hands out its frames at the end only:
/// about 10 kB for each second are held.
pub struct Mp3 {
    resampler: Resampler,
    encoder: Mp3Encoder,
}

impl Mp3 {
    pub fn new(sample_rate: u32) -> Result<Self, EncodeError> {
        Self::at(sample_rate, BIT_RATE)
    }

    /// A smaller one, which still shows what is wrong with a chunk.
    pub fn small(sample_rate: u32) -> Result<Self, EncodeError> {
        Self::at(sample_rate, SMALL_BIT_RATE)
    }

    fn at(sample_rate: u32, bitrate_kbps: u32) -> Result<Self, EncodeError> {
        let config = Mp3EncoderConfig {
            bitrate_kbps,
            vbr_quality: None,
        };
        let resampler = Resampler::new(sample_rate, SAMPLE_RATE);
        Ok(Self {
            resampler: resampler.map_err(failed(Format::Mp3))?,
            encoder: Mp3Encoder::new(config),
        })
    }

    pub fn push(&mut self, samples: &[i16]) -> Result<Vec<u8>, EncodeError> {
        let samples: Vec<f32> = samples.iter().map(|s| f32::from(*s) / 32_768.0).collect();
        let samples = self.resampler.push(&samples);
        self.encode(&samples.map_err(failed(Format::Mp3))?)
    }

    pub fn finish(mut self) -> Result<End, EncodeError> {
        let samples = self.resampler.finish().map_err(failed(Format::Mp3))?;
        let mut rest = self.encode(&samples)?;
        self.encoder.finish();
        rest.extend(self.ready());
        let head = self.encoder.lame_tag_frame().unwrap_or_default().to_vec();
        Ok(End { rest, head })
    }

    fn encode(&mut self, samples: &[f32]) -> Result<Vec<u8>, EncodeError> {
        let pushed = self.encoder.push_pcm_f32(samples, 1, SAMPLE_RATE);
        pushed.map_err(|error| failed(Format::Mp3)(error.into()))?;
        Ok(self.ready())
    }

    fn ready(&mut self) -> Vec<u8> {
        let packets = std::iter::from_fn(|| self.encoder.next_packet().ok());
        packets.flatten().collect()
    }
}
