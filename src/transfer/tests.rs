//! What is encoded, decoded again.
//!
//! Never compares bytes: a better encoder may write others.

use super::*;
use crate::speech::decode;

const RATE: u32 = 24_000;

/// 440 Hz at half of full scale.
fn tone(n_samples: usize) -> Vec<i16> {
    let step = 440.0 * std::f32::consts::TAU / RATE as f32;
    (0..n_samples)
        .map(|i| ((i as f32 * step).sin() * 16_384.0) as i16)
        .collect()
}

/// What a player hears, at the rate that went in.
fn heard(format: Format, samples: &[i16]) -> Vec<f32> {
    let bytes = encode(samples, RATE, format).unwrap();
    let speech = match format {
        Format::Pcm => decode::decode_raw(&bytes, RATE, 1, decode::Encoding::I16),
        _ => decode::decode(&bytes),
    };
    decode::resample(speech.unwrap(), RATE).unwrap().samples
}

/// The loudness of the difference, as a share of that of the tone.
fn difference(samples: &[i16], heard: &[f32]) -> f32 {
    let pairs = samples.iter().zip(heard);
    let power = |values: Vec<f32>| values.iter().map(|v| v * v).sum::<f32>().sqrt();
    let wanted: Vec<f32> = samples.iter().map(|s| f32::from(*s) / 32_768.0).collect();
    let off = pairs.map(|(s, h)| f32::from(*s) / 32_768.0 - h).collect();
    power(off) / power(wanted)
}

#[test]
fn speech_keeps_its_length_and_its_place_in_every_format() {
    for n_samples in [1, 500, 4_096, 24_000, 61_234] {
        for format in Format::ALL {
            let n_heard = heard(format, &tone(n_samples)).len();
            // MP3 and Opus hold other rates; a rounding of it is no gap.
            assert!(
                n_heard.abs_diff(n_samples) <= 1,
                "{format:?}: {n_samples} became {n_heard}"
            );
        }
    }
}

#[test]
fn a_tone_stays_the_tone_it_was_in_every_format() {
    let tone = tone(24_000);
    for (format, most) in [
        (Format::Wav, 0.0),
        (Format::Pcm, 0.0),
        (Format::Flac, 0.0),
        (Format::Mp3, 0.05),
        (Format::Opus, 0.2),
    ] {
        let off = difference(&tone, &heard(format, &tone));
        assert!(off <= most, "{format:?}: {off}");
    }
}

#[test]
fn blocks_of_any_size_make_the_same_file() {
    let tone = tone(20_000);
    for format in Format::ALL {
        let mut encoder = Encoder::new(format, RATE).unwrap();
        let mut bytes = Vec::new();
        for block in tone.chunks(777) {
            bytes.extend(encoder.push(block).unwrap());
        }
        encoder.finish().unwrap().end(&mut bytes);
        assert!(bytes == encode(&tone, RATE, format).unwrap(), "{format:?}");
    }
}

#[test]
fn files_are_as_small_as_they_are_said_to_be() {
    let tone = tone(24_000 * 10);
    let bits = |format| encode(&tone, RATE, format).unwrap().len() * 8 / 10;
    assert!(
        (79_000..83_000).contains(&bits(Format::Mp3)),
        "{}",
        bits(Format::Mp3)
    );
    assert!(bits(Format::Opus) < 50_000, "{}", bits(Format::Opus));
    assert!(bits(Format::Flac) < bits(Format::Wav));
}

#[test]
fn nothing_at_all_is_still_a_file() {
    for format in Format::ALL {
        assert!(encode(&[], RATE, format).is_ok(), "{format:?}");
    }
}

#[test]
fn a_rate_that_a_format_has_not_is_refused() {
    assert!(Encoder::new(Format::Opus, 44_100).is_err());
    assert!(Encoder::new(Format::Mp3, 0).is_err());
}

#[test]
#[ignore = "a benchmark: docs/benchmarks.md has the command"]
fn an_hour_is_encoded() {
    let tone = tone(24_000 * 3_600);
    for format in Format::ALL {
        let begun = std::time::Instant::now();
        let bytes = encode(&tone, RATE, format).unwrap();
        println!(
            "{format:?}: {} MB in {:?}",
            bytes.len() / 1_000_000,
            begun.elapsed()
        );
    }
}

#[test]
fn a_small_mp3_is_smaller_and_as_long() {
    let tone = tone(48_000);
    let small = encode_small(&tone, RATE).unwrap();
    assert!(small.len() * 4 < encode(&tone, RATE, Format::Mp3).unwrap().len() * 3);
    let heard = decode::resample(decode::decode(&small).unwrap(), RATE);
    assert!(heard.unwrap().frames().abs_diff(48_000) <= 1);
}
