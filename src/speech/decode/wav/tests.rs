//! WAVs that tell the truth and WAVs that do not.

use std::io::Cursor;

use super::*;

const SAMPLES: [i16; 5] = [0, 16_384, -16_384, 8_192, -32_768];

fn chunk(name: [u8; 4], size: u32, content: &[u8]) -> Vec<u8> {
    [&name[..], &size.to_le_bytes(), content].concat()
}

fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = b"RIFF\0\0\0\0WAVE".to_vec();
    bytes.extend(chunks.concat());
    bytes
}

fn format(tag: u16, channels: u16, rate: u32, bits: u16) -> Vec<u8> {
    let frame_bytes = channels * bits / 8;
    let content = [
        &tag.to_le_bytes()[..],
        &channels.to_le_bytes(),
        &rate.to_le_bytes(),
        &(rate * u32::from(frame_bytes)).to_le_bytes(),
        &frame_bytes.to_le_bytes(),
        &bits.to_le_bytes(),
    ];
    chunk(*b"fmt ", 16, &content.concat())
}

fn data() -> Vec<u8> {
    SAMPLES
        .iter()
        .flat_map(|sample| sample.to_le_bytes())
        .collect()
}

/// A WAV of the five samples that claims any number of bytes.
fn lying(size: u32) -> Vec<u8> {
    file(&[format(1, 1, 24_000, 16), chunk(*b"data", size, &data())])
}

fn samples(bytes: &[u8]) -> Vec<f32> {
    decode(bytes).unwrap().unwrap().samples
}

fn expected() -> Vec<f32> {
    SAMPLES
        .iter()
        .map(|&sample| f32::from(sample) / 32_768.0)
        .collect()
}

#[test]
fn an_ordinary_file_is_read_to_the_last_sample() {
    let mut cursor = Cursor::new(Vec::new());
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: 22_050,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut writer = hound::WavWriter::new(&mut cursor, spec).unwrap();
    for sample in SAMPLES {
        writer.write_sample(sample).unwrap();
    }
    writer.finalize().unwrap();
    let speech = decode(cursor.get_ref()).unwrap().unwrap();
    assert_eq!((speech.sample_rate, speech.samples), (22_050, expected()));
}

#[test]
fn a_length_that_cannot_be_true_means_all_there_is() {
    let unknown = [
        0,
        0xFFFF_FFFF,
        0xFFFF_FFDB,
        0x7FFF_FFFF,
        0x7FFF_F000,
        2_000_000_000,
    ];
    for size in unknown {
        assert_eq!(samples(&lying(size)), expected(), "{size}");
    }
}

#[test]
fn a_true_length_keeps_what_follows_out_of_the_speech() {
    let mut bytes = lying(10);
    bytes.extend(chunk(*b"LIST", 4, b"INFO"));
    assert_eq!(samples(&bytes), expected());
}

#[test]
fn chunks_before_the_samples_are_stepped_over() {
    let info = chunk(*b"LIST", 5, b"INFO!\0");
    let bytes = file(&[
        info,
        format(1, 1, 24_000, 16),
        chunk(*b"data", u32::MAX, &data()),
    ]);
    assert_eq!(samples(&bytes), expected());
}

#[test]
fn an_odd_last_byte_is_left_out() {
    let mut bytes = lying(u32::MAX);
    bytes.push(1);
    assert_eq!(samples(&bytes), expected());
}

#[test]
fn files_sent_one_after_the_other_are_one_speech() {
    for size in [10, 0, u32::MAX] {
        let twice = [lying(size), lying(size)].concat();
        assert_eq!(samples(&twice), [expected(), expected()].concat(), "{size}");
    }
}

#[test]
fn files_of_different_rates_are_not_joined() {
    let other = file(&[format(1, 1, 16_000, 16), chunk(*b"data", 10, &data())]);
    let both = [lying(10), other].concat();
    assert!(decode(&both).unwrap().is_err());
}

#[test]
fn two_channels_become_their_mean() {
    let bytes = file(&[format(1, 2, 24_000, 16), chunk(*b"data", 10, &data())]);
    assert_eq!(samples(&bytes), [0.25, -0.125]);
}

#[test]
fn the_extensible_format_is_read_by_its_inner_tag() {
    let mut content = format(0xFFFE, 1, 24_000, 32)[8..].to_vec();
    content.extend([22, 0, 32, 0, 0, 0, 0, 0, 3, 0]);
    content.extend([0; 14]);
    let bytes = file(&[
        chunk(*b"fmt ", 40, &content),
        chunk(*b"data", 4, &0.125_f32.to_le_bytes()),
    ]);
    assert_eq!(samples(&bytes), [0.125]);
}

#[test]
fn twenty_four_bits_in_a_wide_container_are_the_upper_ones() {
    let mut format = format(1, 1, 24_000, 24);
    format[20] = 4;
    let bytes = file(&[format, chunk(*b"data", 4, &[0, 0, 0, 0x40])]);
    assert_eq!(samples(&bytes), [0.5]);
}

#[test]
fn impossible_channels_and_rates_are_refused() {
    for (channels, rate) in [(0, 24_000), (9, 24_000), (1, 0), (1, 7_999), (1, 192_001)] {
        let bytes = file(&[format(1, channels, rate, 16), chunk(*b"data", 10, &data())]);
        assert!(decode(&bytes).unwrap().is_err(), "{channels} × {rate}");
    }
}

#[test]
fn a_file_cut_before_its_samples_is_broken() {
    let bytes = lying(10);
    for end in FILE_HEADER..44 {
        assert!(
            !matches!(decode(&bytes[..end]), Some(Ok(s)) if !s.samples.is_empty()),
            "{end}"
        );
    }
}

#[test]
fn half_a_file_is_found_out() {
    for size in [12, 20, 1_000, 900_000_000] {
        let error = decode(&lying(size)).unwrap().unwrap_err().to_string();
        assert_eq!(error, "broken WAV: it breaks off", "{size}");
    }
    let both = [lying(10), lying(20)].concat();
    assert!(decode(&both).unwrap().is_err());
}

#[test]
fn half_a_sample_too_few_is_no_fault() {
    assert_eq!(samples(&lying(11)), expected());
}

#[test]
fn the_first_of_several_files_may_have_the_length_of_all() {
    let both = [lying(64), lying(10)].concat();
    assert_eq!(samples(&both), [expected(), expected()].concat());
}

#[test]
fn chunks_of_odd_size_are_stepped_over_with_their_pad_or_without() {
    for note in [&b"odd!!\0"[..], b"odd!!"] {
        let note = chunk(*b"note", 5, note);
        let bytes = file(&[format(1, 1, 24_000, 16), note, chunk(*b"data", 10, &data())]);
        assert_eq!(samples(&bytes), expected());
    }
}

#[test]
fn a_longer_format_is_read_by_its_beginning() {
    let mut content = format(1, 1, 24_000, 16)[8..].to_vec();
    content.extend([0, 0]);
    let bytes = file(&[chunk(*b"fmt ", 18, &content), chunk(*b"data", 10, &data())]);
    assert_eq!(samples(&bytes), expected());
}

#[test]
fn a_format_may_come_after_the_samples() {
    let bytes = file(&[chunk(*b"data", 10, &data()), format(1, 1, 24_000, 16)]);
    assert_eq!(samples(&bytes), expected());
}

/// A WAV of the 64-bit kind whose samples are said to be so many bytes, and a chunk after them.
fn long(size: u64) -> Vec<u8> {
    let sizes = [0, size, 0].map(u64::to_le_bytes).concat();
    let mut bytes = file(&[
        chunk(*b"ds64", 28, &[&sizes[..], &[0; 4]].concat()),
        format(1, 1, 24_000, 16),
        chunk(*b"data", u32::MAX, &data()),
        chunk(*b"LIST", 4, b"INFO"),
    ]);
    bytes[..4].copy_from_slice(b"RF64");
    bytes
}

#[test]
fn a_file_of_the_long_kind_says_its_length_elsewhere() {
    assert_eq!(samples(&long(10)), expected());
    assert!(decode(&long(1_000)).unwrap().is_err());
}

#[test]
fn telephone_samples_are_read() {
    for (tag, byte) in [(6, 0x2A), (7, 0x00)] {
        let bytes = file(&[format(tag, 1, 8_000, 8), chunk(*b"data", 2, &[byte; 2])]);
        let samples = samples(&bytes);
        assert!(samples[1] < -0.9, "{samples:?}");
        let half = file(&[format(tag, 1, 8_000, 8), chunk(*b"data", 4, &[byte; 2])]);
        assert!(decode(&half).unwrap().is_err());
    }
}

#[test]
fn packed_samples_are_left_to_the_other_decoder() {
    let bytes = file(&[format(0x11, 1, 8_000, 8), chunk(*b"data", 10, &data())]);
    assert!(decode(&bytes).is_none());
}
