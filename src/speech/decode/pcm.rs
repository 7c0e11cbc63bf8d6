//! How WAV files write one sample as bytes.
//!
//! Never judges a value: what is out of range or not a number comes out as it is.

/// The kinds of samples that are read, all little-endian.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// 8 bits, unsigned.
    U8,
    /// 16 bits.
    I16,
    /// 24 bits.
    I24,
    /// 32 bits; also 24 bits in a 32-bit container, where they are the upper ones.
    I32,
    /// 32 bits, floating point.
    F32,
}

impl Encoding {
    /// Bytes of one sample.
    pub fn width(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::I16 => 2,
            Self::I24 => 3,
            Self::I32 | Self::F32 => 4,
        }
    }

    /// The samples of `bytes`, −1 to 1; a last incomplete one is left out.
    pub fn read(self, bytes: &[u8]) -> impl Iterator<Item = f32> {
        bytes
            .chunks_exact(self.width())
            .map(move |sample| self.value(sample))
    }

    fn value(self, sample: &[u8]) -> f32 {
        match (self, sample) {
            (Self::U8, &[a]) => (f32::from(a) - 128.0) / 128.0,
            (Self::I16, &[a, b]) => f32::from(i16::from_le_bytes([a, b])) / 32_768.0,
            (Self::I24, &[a, b, c]) => (i32::from_le_bytes([0, a, b, c]) >> 8) as f32 / 8_388_608.0,
            (Self::I32, &[a, b, c, d]) => i32::from_le_bytes([a, b, c, d]) as f32 / 2_147_483_648.0,
            (Self::F32, &[a, b, c, d]) => f32::from_le_bytes([a, b, c, d]),
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_full_scale_is_half_in_every_encoding() {
        let table: [(Encoding, &[u8]); 5] = [
            (Encoding::U8, &[64]),
            (Encoding::I16, &[0, 0xC0]),
            (Encoding::I24, &[0, 0, 0xC0]),
            (Encoding::I32, &[0, 0, 0, 0xC0]),
            (Encoding::F32, &[0, 0, 0, 0xBF]),
        ];
        for (encoding, bytes) in table {
            let samples: Vec<f32> = encoding.read(bytes).collect();
            assert_eq!(samples, [-0.5], "{encoding:?}");
        }
    }
}
