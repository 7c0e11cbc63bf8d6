//! Samples to 16 bits, and the room tone under them.
//!
//! Never by chance: what is added depends on the frame alone, so that a track is the same each time.

use std::f64::consts::PI;

use super::SAMPLE_RATE;

/// Loudness of the room tone, in decibels of its mean power.
const ROOM_TONE: f64 = -72.0;

/// Above this pitch, in hertz, a room swallows its noise.
const ROOM_PITCH: f64 = 500.0;

/// What no sample of a room tone is above, in steps of 16 bits: eight times its mean.
pub const ROOM_TONE_PEAK: i16 = 66;

/// Rounds a sample to 16 bits with triangular noise of one step: what rounding loses becomes a steady
/// hiss at −96 dB, and not a rasp that follows the speech.
pub fn quantise(sample: f32, frame: u64) -> i16 {
    // The conversion clamps by itself.
    (sample * 32_768.0 + triangular(frame)).round() as i16
}

/// The noise of a quiet room.
#[derive(Debug)]
pub struct RoomTone {
    keep: f32,
    gain: f32,
    last: f32,
}

impl Default for RoomTone {
    fn default() -> Self {
        let keep = (-2.0 * PI * ROOM_PITCH / f64::from(SAMPLE_RATE)).exp();
        // Triangular noise has a power of 1/6; of that the filter leaves (1 − keep) / (1 + keep).
        let power = (1.0 - keep) / (1.0 + keep) / 6.0;
        let gain = 10_f64.powf(ROOM_TONE / 20.0) / power.sqrt();
        Self {
            keep: keep as f32,
            gain: (gain * (1.0 - keep)) as f32,
            last: 0.0,
        }
    }
}

impl RoomTone {
    /// The sample of a frame; frames come in order.
    pub fn at(&mut self, frame: u64) -> f32 {
        // Other noise than that of the rounding.
        self.last = self.last * self.keep + triangular(!frame) * self.gain;
        self.last
    }
}

/// Noise between −1 and 1: the difference of two equally distributed values.
fn triangular(frame: u64) -> f32 {
    let bits = mixed(frame);
    ((bits >> 32) as f32 - (bits & 0xffff_ffff) as f32) / 4_294_967_296.0
}

/// The finish of `splitmix64`: neighbouring numbers to unlike ones.
fn mixed(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decibels(samples: impl Iterator<Item = f64>) -> f64 {
        let (n, power) = samples.fold((0.0, 0.0), |(n, sum), x| (n + 1.0, sum + x * x));
        10.0 * f64::log10(power / n)
    }

    #[test]
    fn rounding_leaves_noise_that_does_not_depend_on_the_sample() {
        for sample in [0.0, 0.3, 0.5, 100.25] {
            let error = |frame| f64::from(quantise(sample / 32_768.0, frame)) - f64::from(sample);
            let mean = (0..50_000).map(error).sum::<f64>() / 50_000.0;
            assert!(mean.abs() < 0.02, "{sample}: {mean}");
            // A quarter of a step squared, which is −6 dB.
            let noise = decibels((0..50_000).map(error));
            assert!((noise + 6.0).abs() < 0.1, "{sample}: {noise}");
        }
    }

    #[test]
    fn full_scale_does_not_wrap() {
        assert_eq!((quantise(1.5, 3), quantise(-1.5, 3)), (i16::MAX, i16::MIN));
    }

    #[test]
    fn the_room_tone_is_as_loud_as_it_should_be() {
        let mut tone = RoomTone::default();
        let samples: Vec<f32> = (0..240_000).map(|frame| tone.at(frame)).collect();
        let loudness = decibels(samples.iter().map(|sample| f64::from(*sample)));
        assert!((loudness - ROOM_TONE).abs() < 0.3, "{loudness}");
        let peak = samples.iter().fold(0_f32, |a, b| a.max(b.abs())) * 32_768.0;
        assert!(peak + 2.0 < f32::from(ROOM_TONE_PEAK), "{peak}");
    }
}
