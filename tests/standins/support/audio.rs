//! Audio as servers make it: a buzz that is another for each text, and the ways to write it.
//!
//! Never speaks longer or shorter than a person would.

/// Samples and how many there are in a second.
#[derive(Debug, Clone, PartialEq)]
pub struct Audio {
    pub rate: u32,
    pub samples: Vec<i16>,
}

/// Seconds for each character with a sound.
const PACE: f64 = 0.2;

/// What a server says for a text.
pub fn speech(text: &str, rate: u32) -> Audio {
    let n_sounds = text.chars().filter(|c| c.is_alphanumeric()).count();
    let hash = text.bytes().fold(7_u32, |hash, byte| {
        hash.wrapping_mul(31).wrapping_add(byte.into())
    });
    let pitch = 120.0 + f64::from(hash % 1_000) / 10.0;
    buzz(n_sounds as f64 * PACE + 0.3, pitch, rate)
}

/// Speech that does not end before the token cap.
pub fn runaway(seconds: f64, rate: u32) -> Audio {
    buzz(seconds, 133.0, rate)
}

/// Samples of nothing.
pub fn silence(seconds: f64, rate: u32) -> Audio {
    let n = (seconds * f64::from(rate)) as usize;
    Audio {
        rate,
        samples: vec![0; n],
    }
}

fn buzz(seconds: f64, pitch: f64, rate: u32) -> Audio {
    let n = (seconds * f64::from(rate)) as usize;
    let sample = |at: usize| {
        let phase = (at as f64 * pitch / f64::from(rate)).fract();
        ((phase - 0.5) * 16_000.0) as i16
    };
    Audio {
        rate,
        samples: (0..n).map(sample).collect(),
    }
}

impl Audio {
    /// Length in seconds.
    pub fn seconds(&self) -> f64 {
        self.samples.len() as f64 / f64::from(self.rate)
    }

    /// Bare samples.
    pub fn pcm(&self) -> Vec<u8> {
        self.samples
            .iter()
            .flat_map(|sample| sample.to_le_bytes())
            .collect()
    }

    /// A WAV whose lengths are right.
    pub fn wav(&self) -> Vec<u8> {
        let length = u32::try_from(self.samples.len() * 2).unwrap();
        self.wav_of(36 + length, &[], length)
    }

    /// A WAV as programs write it that do not know how long it will be, and name themselves first.
    pub fn wav_of_unknown_length(&self) -> Vec<u8> {
        let list = b"LIST\x1a\0\0\0INFOISFT\x0d\0\0\0Lavf62.3.100\0\0";
        self.wav_of(u32::MAX, list, u32::MAX)
    }

    fn wav_of(&self, riff: u32, list: &[u8], data: u32) -> Vec<u8> {
        let mut wav = b"RIFF".to_vec();
        wav.extend(riff.to_le_bytes());
        wav.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
        wav.extend(self.rate.to_le_bytes());
        wav.extend((self.rate * 2).to_le_bytes());
        wav.extend(b"\x02\0\x10\0");
        wav.extend(list);
        wav.extend(b"data");
        wav.extend(data.to_le_bytes());
        wav.extend(self.pcm());
        wav
    }
}
