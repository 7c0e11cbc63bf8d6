//! What audiobook shops ask of a file (the rules of ACX), measured on it.
//!
//! Never trusts what was meant: it reads the samples that were written.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use hound::{WavIntoSamples, WavReader};
use serde::{Deserialize, Serialize};

use super::{ChunkLedger, decibels, hundredths};

/// The mean level of a file, in decibels.
const RMS: std::ops::RangeInclusive<f64> = -23.0..=-18.0;

/// What its highest sample is not above.
const MOST_PEAK: f64 = -3.0;

/// What the level of no pause is above.
const MOST_NOISE: f64 = -60.0;

/// The figures of a track, in decibels of full scale.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Acx {
    /// Mean level of the whole.
    pub rms: f64,
    /// Highest sample.
    pub peak: f64,
    /// Level of the loudest pause.
    pub noise: f64,
}

impl Acx {
    /// Measures the track at `path`, in which these chunks are spoken.
    ///
    /// # Errors
    ///
    /// When it cannot be read.
    pub fn measure(path: &Path, chunks: &[ChunkLedger]) -> Result<Self, hound::Error> {
        let mut samples = WavReader::open(path)?.into_samples();
        let (mut whole, mut noise, mut at) = (Heard::default(), 0.0_f64, 0);
        for chunk in chunks {
            let pause = Heard::of(&mut samples, chunk.from - at)?;
            noise = noise.max(pause.rms());
            whole.add(&pause);
            whole.add(&Heard::of(&mut samples, chunk.to - chunk.from)?);
            at = chunk.to;
        }
        let tail = Heard::of(&mut samples, u64::MAX)?;
        noise = noise.max(tail.rms());
        whole.add(&tail);
        Ok(Self {
            rms: hundredths(decibels(whole.rms())),
            peak: hundredths(decibels(whole.peak)),
            noise: hundredths(decibels(noise)),
        })
    }

    /// What it does not meet; nothing when it meets all.
    pub fn unmet(&self) -> Vec<&'static str> {
        let rules = [
            (RMS.contains(&self.rms), "RMS"),
            (self.peak <= MOST_PEAK, "peak"),
            (self.noise <= MOST_NOISE, "noise"),
        ];
        let unmet = rules.into_iter().filter(|(is_met, _)| !is_met);
        unmet.map(|(_, name)| name).collect()
    }
}

/// What was heard of some samples.
#[derive(Default)]
struct Heard {
    n: u64,
    power: f64,
    peak: f64,
}

impl Heard {
    /// Hears the next samples, or what there is of them.
    fn of(
        samples: &mut WavIntoSamples<BufReader<File>, i16>,
        n: u64,
    ) -> Result<Self, hound::Error> {
        let mut heard = Self::default();
        let n = usize::try_from(n).unwrap_or(usize::MAX);
        for sample in samples.by_ref().take(n) {
            let sample = f64::from(sample?) / 32_768.0;
            heard.n += 1;
            heard.power += sample * sample;
            heard.peak = heard.peak.max(sample.abs());
        }
        Ok(heard)
    }

    fn add(&mut self, other: &Self) {
        self.n += other.n;
        self.power += other.power;
        self.peak = self.peak.max(other.peak);
    }

    fn rms(&self) -> f64 {
        (self.power / self.n.max(1) as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_met_is_named() {
        let good = Acx {
            rms: -20.4,
            peak: -3.1,
            noise: -72.0,
        };
        assert!(good.unmet().is_empty());
        let bad = Acx {
            rms: -24.0,
            peak: -2.9,
            noise: -59.0,
        };
        assert_eq!(bad.unmet(), ["RMS", "peak", "noise"]);
    }
}
