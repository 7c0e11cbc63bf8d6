//! Opus files, whole and hurt.
//!
//! Never takes the encoder's word for a length: what went in is counted.

use opus_pure::{Application, MAX_PACKET_BYTES, OggOpusWriter, OpusEncoder, OpusHead};
use proptest::prelude::*;

use super::*;
use crate::transfer::{Format, encode};

/// Half a second.
fn tone() -> Vec<i16> {
    let step = 440.0 * std::f32::consts::TAU / 24_000.0;
    (0..12_000)
        .map(|i| ((i as f32 * step).sin() * 16_384.0) as i16)
        .collect()
}

fn file() -> Vec<u8> {
    encode(&tone(), 24_000, Format::Opus).unwrap()
}

/// A file of so many frames of 20 ms with one page for each, the pages' starts with it.
fn pages(n_frames: usize, channels: usize) -> (Vec<u8>, Vec<usize>) {
    let mut encoder = OpusEncoder::new(48_000, channels, Application::Audio).unwrap();
    let head = OpusHead::for_encoder(&encoder, 48_000);
    let mut writer = OggOpusWriter::new(Vec::new(), head).unwrap();
    writer.set_page_target(1);
    let mut packet = vec![0; MAX_PACKET_BYTES];
    for frame in 0..n_frames {
        let samples: Vec<f32> = (0..960 * channels)
            .map(|i| ((frame * 960 + i / channels) as f32 * 0.05).sin() * 0.5)
            .collect();
        let n_bytes = encoder.encode(&samples, 960, &mut packet).unwrap();
        writer.write_packet(&packet[..n_bytes]).unwrap();
    }
    let bytes = writer.finish().unwrap();
    let starts = bytes.windows(4).enumerate();
    let starts = starts.filter(|(_, window)| *window == b"OggS");
    let starts = starts.map(|(start, _)| start).collect();
    (bytes, starts)
}

fn n_frames(bytes: &[u8]) -> Result<usize, DecodeError> {
    decode(bytes).unwrap().map(|speech| speech.frames())
}

#[test]
fn opus_has_the_length_it_was_made_with() {
    let speech = decode(&file()).unwrap().unwrap();
    assert_eq!((speech.sample_rate, speech.frames()), (48_000, 24_000));
    let peak = speech
        .samples
        .iter()
        .fold(0.0, |peak: f32, s| peak.max(s.abs()));
    assert!((0.45..0.6).contains(&peak), "{peak}");
}

#[test]
fn opus_files_sent_one_after_the_other_are_one_speech() {
    assert_eq!(n_frames(&[file(), file()].concat()).unwrap(), 48_000);
}

#[test]
fn two_channels_become_one() {
    let (bytes, _) = pages(10, 2);
    assert_eq!(n_frames(&bytes).unwrap(), 9_600 - 312);
}

#[test]
fn other_ogg_is_left_to_others() {
    assert!(decode(include_bytes!("../../../../tests/audio/tone.ogg")).is_none());
    assert!(decode(b"OggS").is_none() && decode(b"").is_none());
}

#[test]
fn an_opus_file_that_breaks_off_gives_what_came_before() {
    let (bytes, starts) = pages(10, 1);
    let cut = starts[7] + 40;
    assert_eq!(n_frames(&bytes[..cut]).unwrap(), 5 * 960 - 312);
    let without_sound = crate::speech::decode::decode(&bytes[..starts[2]]);
    assert!(matches!(without_sound, Err(DecodeError::Empty)));
}

#[test]
fn a_page_that_is_lost_is_a_hole() {
    let (mut bytes, starts) = pages(10, 1);
    bytes.drain(starts[6]..starts[7]);
    let error = n_frames(&bytes).unwrap_err();
    assert!(error.to_string().contains("a part is missing"), "{error}");
}

#[test]
fn a_page_that_is_hurt_is_a_hole() {
    let (mut bytes, starts) = pages(10, 1);
    bytes[starts[7] - 3] ^= 0x55;
    let error = n_frames(&bytes).unwrap_err();
    assert!(matches!(error, DecodeError::Broken { .. }), "{error}");
}

proptest! {
    #[test]
    fn no_hurt_makes_it_panic(at in 0..4_000_usize, to in any::<u8>(), end in 0..4_000_usize) {
        let mut bytes = file();
        let n_bytes = bytes.len();
        bytes[at % n_bytes] = to;
        bytes.truncate(end.max(40).min(n_bytes));
        let _ = decode(&bytes);
    }
}
