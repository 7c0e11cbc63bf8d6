//! Blocks of samples at another rate.
//!
//! Never adds or loses a moment: the delay of the filter is taken out, and the length stays.

use rubato::audioadapter_buffers::direct::InterleavedSlice;
use rubato::{Fft, FixedSync, Resampler as _};

type Cause = Box<dyn std::error::Error + Send + Sync>;

/// Frames that are taken at once; the quality does not depend on it.
const BLOCK: usize = 1_024;

/// A change of rate in the making.
pub struct Resampler {
    filter: Fft<f32>,
    waiting: Vec<f32>,
    /// Frames of the filter's delay that are still to be left out.
    n_early: usize,
    n_taken: u64,
    n_given: u64,
}

impl Resampler {
    pub fn new(from: u32, to: u32) -> Result<Self, Cause> {
        let filter = Fft::new(from as usize, to as usize, BLOCK, 1, FixedSync::Both)?;
        Ok(Self {
            n_early: filter.output_delay(),
            filter,
            waiting: Vec::new(),
            n_taken: 0,
            n_given: 0,
        })
    }

    pub fn push(&mut self, samples: &[f32]) -> Result<Vec<f32>, Cause> {
        self.n_taken += samples.len() as u64;
        self.waiting.extend_from_slice(samples);
        let mut given = Vec::new();
        let mut start = 0;
        while self.waiting.len() - start >= self.filter.input_frames_next() {
            let end = start + self.filter.input_frames_next();
            let block = InterleavedSlice::new(&self.waiting[start..end], 1, end - start)?;
            given.extend(self.filter.process(&block, None)?.take_data());
            start = end;
        }
        self.waiting.drain(..start);
        let early = self.n_early.min(given.len());
        self.n_early -= early;
        given.drain(..early);
        self.n_given += given.len() as u64;
        Ok(given)
    }

    pub fn finish(&mut self) -> Result<Vec<f32>, Cause> {
        let whole = (self.n_taken as f64 * self.filter.resample_ratio()).round() as u64;
        let left = whole.saturating_sub(self.n_given) as usize;
        let mut given = Vec::new();
        while given.len() < left {
            given.extend(self.push(&[0.0; BLOCK])?);
        }
        given.truncate(left);
        Ok(given)
    }
}
