//! WAV of 16-bit mono samples.
//!
//! Never leaves a length in the header that is not true, once the file is ended.

use super::{End, little_endian};

/// Bytes of the header.
const HEADER: u64 = 44;

/// A WAV in the making.
pub struct Wav {
    sample_rate: u32,
    n_samples: u64,
    is_begun: bool,
}

impl Wav {
    pub fn new(sample_rate: u32) -> Self {
        Self {
            sample_rate,
            n_samples: 0,
            is_begun: false,
        }
    }

    pub fn push(&mut self, samples: &[i16]) -> Vec<u8> {
        let mut bytes = self.begin();
        self.n_samples += samples.len() as u64;
        bytes.extend(little_endian(samples));
        bytes
    }

    pub fn finish(mut self) -> End {
        End {
            rest: self.begin(),
            head: self.header(),
        }
    }

    /// The header, when it is not written yet.
    fn begin(&mut self) -> Vec<u8> {
        let is_begun = std::mem::replace(&mut self.is_begun, true);
        if is_begun { Vec::new() } else { self.header() }
    }

    fn header(&self) -> Vec<u8> {
        let n_bytes = self.n_samples * 2;
        // What a WAV cannot count is left open, which readers take for a file that is still written.
        let size = |n: u64| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
        let rate = self.sample_rate;
        [
            &b"RIFF"[..],
            &size(HEADER - 8 + n_bytes),
            b"WAVEfmt ",
            &16_u32.to_le_bytes(),
            &[1, 0, 1, 0],
            &rate.to_le_bytes(),
            &rate.wrapping_mul(2).to_le_bytes(),
            &[2, 0, 16, 0],
            b"data",
            &size(n_bytes),
        ]
        .concat()
    }
}
