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
    /// 8 bits, as European telephones have them.
    ALaw,
    /// 8 bits, as American and Japanese telephones have them.
    MuLaw,
}

impl Encoding {
    /// Bytes of one sample.
    pub fn width(self) -> usize {
        match self {
            Self::U8 | Self::ALaw | Self::MuLaw => 1,
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
            (Self::ALaw, &[a]) => a_law(a),
            (Self::MuLaw, &[a]) => mu_law(a),
            _ => 0.0,
        }
    }
}

/// ITU-T G.711: a sign, three bits of exponent, four of mantissa, every other bit turned over.
fn a_law(byte: u8) -> f32 {
    let bits = byte ^ 0x55;
    let (exponent, mantissa) = (bits >> 4 & 7, i32::from(bits & 15));
    let magnitude = match exponent {
        0 => mantissa * 16 + 8,
        exponent => (mantissa * 16 + 264) << (exponent - 1),
    };
    signed(magnitude, bits & 0x80 == 0)
}

/// ITU-T G.711: as A-law, with all bits turned over and another beginning.
fn mu_law(byte: u8) -> f32 {
    let bits = !byte;
    let (exponent, mantissa) = (bits >> 4 & 7, i32::from(bits & 15));
    let magnitude = ((mantissa * 8 + 132) << exponent) - 132;
    signed(magnitude, bits & 0x80 != 0)
}

fn signed(magnitude: i32, is_negative: bool) -> f32 {
    let magnitude = magnitude as f32 / 32_768.0;
    if is_negative { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telephone_samples_are_as_the_standard_has_them() {
        let values = |encoding: Encoding, bytes: &[u8]| -> Vec<i32> {
            let samples = encoding.read(bytes);
            samples.map(|sample| (sample * 32_768.0) as i32).collect()
        };
        let a_law = values(Encoding::ALaw, &[0xD5, 0x55, 0xAA, 0x2A, 0xC5, 0x85]);
        assert_eq!(a_law, [8, -8, 32_256, -32_256, 264, 4_224]);
        let mu_law = values(Encoding::MuLaw, &[0xFF, 0x7F, 0x80, 0x00, 0xEF, 0xBF]);
        assert_eq!(mu_law, [0, 0, 32_124, -32_124, 132, 1_980]);
    }

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
