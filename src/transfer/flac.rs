//! FLAC of 16-bit mono samples.
//!
//! Never holds more than one block: each is encoded as soon as it is full.

use flacenc::bitsink::ByteSink;
use flacenc::component::{BitRepr, StreamInfo};
use flacenc::config;
use flacenc::error::{Verified, Verify};
use flacenc::source::{Context, Fill, FrameBuf};

use super::{EncodeError, End, Format, failed};

/// Samples of one block, as the reference encoder has it.
const BLOCK: usize = 4_096;

const BITS: usize = 16;

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// A FLAC in the making.
pub struct Flac {
    config: Verified<config::Encoder>,
    info: StreamInfo,
    /// Counts the samples, and hashes them for the header.
    seen: Context,
    waiting: Vec<i32>,
    is_begun: bool,
}

impl Flac {
    pub fn new(sample_rate: u32) -> Result<Self, EncodeError> {
        let wrong = |_| EncodeError::Rate {
            format: Format::Flac.name(),
            sample_rate,
        };
        let mut info = StreamInfo::new(sample_rate as usize, 1, BITS).map_err(wrong)?;
        info.set_block_sizes(BLOCK, BLOCK).map_err(wrong)?;
        let config = config::Encoder::default().into_verified();
        Ok(Self {
            config: config.map_err(|(_, error)| failed(Format::Flac)(told(error)))?,
            info,
            seen: Context::new(BITS, 1),
            waiting: Vec::with_capacity(BLOCK),
            is_begun: false,
        })
    }

    pub fn push(&mut self, samples: &[i16]) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = self.begin();
        for sample in samples {
            self.waiting.push((*sample).into());
            if self.waiting.len() == BLOCK {
                bytes.extend(self.block()?);
            }
        }
        Ok(bytes)
    }

    pub fn finish(mut self) -> Result<End, EncodeError> {
        let mut rest = self.begin();
        if !self.waiting.is_empty() {
            rest.extend(self.block()?);
        }
        self.info.set_md5_digest(&self.seen.md5_digest());
        self.info.set_total_samples(self.seen.total_samples());
        Ok(End {
            rest,
            head: self.header(),
        })
    }

    /// The header, when it is not written yet.
    fn begin(&mut self) -> Vec<u8> {
        let is_begun = std::mem::replace(&mut self.is_begun, true);
        if is_begun { Vec::new() } else { self.header() }
    }

    fn header(&self) -> Vec<u8> {
        // The last block of metadata (0x80), a stream information (0) of 34 bytes.
        [&b"fLaC"[..], &[0x80, 0, 0, 34], &written(&self.info)].concat()
    }

    fn block(&mut self) -> Result<Vec<u8>, EncodeError> {
        let encoded = self.encoded();
        self.waiting.clear();
        encoded.map_err(failed(Format::Flac))
    }

    fn encoded(&mut self) -> Result<Vec<u8>, Cause> {
        // The last block may be shorter than any buffer can be.
        let mut block = FrameBuf::with_size(1, BLOCK).map_err(told)?;
        block.fill_interleaved(&self.waiting).map_err(told)?;
        self.seen.fill_interleaved(&self.waiting).map_err(told)?;
        let number = self.seen.current_frame_number().unwrap_or_default();
        let frame = flacenc::encode_fixed_size_frame(&self.config, &block, number, &self.info);
        let frame = frame.map_err(told)?;
        self.info.update_frame_info(&frame);
        self.info.set_block_sizes(BLOCK, BLOCK).map_err(told)?;
        Ok(written(&frame))
    }
}

/// The encoder's errors stay in their thread; what they say does not.
fn told(error: impl std::fmt::Display) -> Cause {
    error.to_string().into()
}

fn written(part: &impl BitRepr) -> Vec<u8> {
    let mut sink = ByteSink::new();
    part.write(&mut sink)
        .expect("a vector takes as many bits as there are");
    sink.into_inner()
}
