//! MP3, FLAC, Ogg Vorbis and AAC to mono speech.
//!
//! Never hides a hole: packets that cannot be decoded between ones that can are an error, because
//! words would be missing there. Never takes a part for the whole, where the file says how much it is.

use std::io::{Cursor, ErrorKind};

use symphonia::core::codecs::audio::{AudioDecoder, AudioDecoderOptions};
use symphonia::core::errors::Error;
use symphonia::core::formats::probe::Hint;
use symphonia::core::formats::{FormatOptions, FormatReader, TrackType};
use symphonia::core::io::{MediaSourceStream, MediaSourceStreamOptions};
use symphonia::core::meta::MetadataOptions;
use symphonia::core::packet::Packet;

use super::{DecodeError, Mono, whole};
use crate::speech::Speech;

/// What a file is that has less sound than it says.
const BREAKS_OFF: Error = Error::DecodeError("it breaks off");

/// Reads a compressed file, or several MP3s in a row.
pub fn decode(bytes: &[u8]) -> Result<Speech, DecodeError> {
    let mut mono = None;
    let n_frames = |mono: &Option<Mono>| mono.as_ref().map_or(0, |mono| mono.speech.frames());
    for file in split(bytes) {
        let n_before = n_frames(&mono);
        Stream::open(file)?.read_into(&mut mono)?;
        let n_read = (n_frames(&mono) - n_before) as u64;
        if whole::least_frames(file).is_some_and(|least| n_read < least) {
            return Err(broken(&BREAKS_OFF));
        }
    }
    if whole::ends_as_ogg(bytes) == Some(false) {
        return Err(broken(&BREAKS_OFF));
    }
    mono.map(|mono| mono.speech).ok_or(DecodeError::Empty)
}

/// Cuts before every MP3 frame that opens a file of its own.
///
/// Some servers send a sentence's file after the other; the reader believes the first one's count
/// of frames and would lose the rest.
fn split(bytes: &[u8]) -> Vec<&[u8]> {
    let is_mp3 = bytes.starts_with(b"ID3") || is_frame_start(bytes);
    let mut starts = vec![0];
    if is_mp3 {
        let tags = bytes
            .windows(4)
            .enumerate()
            .filter(|(_, tag)| matches!(*tag, b"Xing" | b"Info"));
        starts.extend(tags.filter_map(|(at, _)| opening_frame(bytes, at)).skip(1));
    }
    starts.push(bytes.len());
    starts
        .windows(2)
        .map(|pair| &bytes[pair[0]..pair[1]])
        .collect()
}

/// Where the frame starts that holds this tag after its side information.
pub fn opening_frame(bytes: &[u8], tag: usize) -> Option<usize> {
    let side_information = [9, 17, 32];
    let starts = side_information
        .iter()
        .filter_map(|side| tag.checked_sub(4 + side));
    starts
        .into_iter()
        .find(|&start| is_frame_start(&bytes[start..]))
}

/// Eleven set bits, then MPEG layer III.
fn is_frame_start(bytes: &[u8]) -> bool {
    matches!(bytes, [0xFF, second, ..] if second & 0xE6 == 0xE2)
}

/// An opened file and the decoder of its audio.
struct Stream<'a> {
    format: Box<dyn FormatReader + 'a>,
    decoder: Box<dyn AudioDecoder>,
    track: u32,
    /// Where the next packet has to start, in the file's own unit of time.
    position: Option<i64>,
}

impl<'a> Stream<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let source = Box::new(Cursor::new(bytes));
        let source = MediaSourceStream::new(source, MediaSourceStreamOptions::default());
        let (format, meta) = (FormatOptions::default(), MetadataOptions::default());
        let format = symphonia::default::get_probe()
            .probe(&Hint::new(), source, format, meta)
            .map_err(not_audio)?;
        let (track, decoder) = decoder(&*format)?;
        Ok(Self {
            format,
            decoder,
            track,
            position: Some(0),
        })
    }

    fn read_into(mut self, mono: &mut Option<Mono>) -> Result<(), DecodeError> {
        let mut fault = None;
        let mut samples = Vec::new();
        while let Some(packet) = self.next_packet(mono.is_some())? {
            let audio = match self.decoder.decode(&packet) {
                Ok(audio) => audio,
                Err(error) => {
                    fault = Some(error);
                    continue;
                }
            };
            let (rate, channels) = (audio.spec().rate(), audio.spec().channels().count());
            audio.copy_to_vec_interleaved(&mut samples);
            let mono = match mono {
                Some(mono) => mono,
                None => mono.insert(Mono::new(rate, channels)?),
            };
            if let Some(fault) = fault {
                return Err(broken(&fault));
            }
            mono.expect_same(rate, channels)?;
            mono.extend(samples.drain(..))?;
        }
        Ok(())
    }

    /// The next packet of the audio track.
    ///
    /// An end that comes too early is an end once there was sound: the length is judged elsewhere.
    fn next_packet(&mut self, heard: bool) -> Result<Option<Packet>, DecodeError> {
        loop {
            match self.format.next_packet() {
                Ok(Some(packet)) if packet.track_id == self.track => {
                    return self.follow(&packet).map(|()| Some(packet));
                }
                Ok(Some(_)) => {}
                Ok(None) => return Ok(None),
                Err(Error::IoError(error)) if heard && error.kind() == ErrorKind::UnexpectedEof => {
                    return Ok(None);
                }
                // Another stream in the same file; Ogg calls it a chain.
                Err(Error::ResetRequired) => {
                    (self.track, self.decoder) = decoder(&*self.format)?;
                    self.position = None;
                }
                Err(error) => return Err(broken(&error)),
            }
        }
    }

    /// Refuses a packet that starts later than the last one ended: the reader steps over bytes it
    /// does not understand without a word.
    fn follow(&mut self, packet: &Packet) -> Result<(), DecodeError> {
        let start = packet.pts.get();
        let end = packet.block_dur().get().try_into().unwrap_or(i64::MAX);
        let expected = self.position.replace(start.saturating_add(end));
        if expected.is_some_and(|expected| start > expected) {
            return Err(broken(&Error::DecodeError("a part is missing")));
        }
        Ok(())
    }
}

fn decoder(format: &dyn FormatReader) -> Result<(u32, Box<dyn AudioDecoder>), DecodeError> {
    let track = format
        .default_track(TrackType::Audio)
        .ok_or(DecodeError::Empty)?;
    let parameters = track
        .codec_params
        .as_ref()
        .and_then(|parameters| parameters.audio());
    let decoder = symphonia::default::get_codecs()
        .make_audio_decoder(
            parameters.ok_or(DecodeError::Empty)?,
            &AudioDecoderOptions::default(),
        )
        .map_err(not_audio)?;
    Ok((track.id, decoder))
}

fn not_audio(error: Error) -> DecodeError {
    DecodeError::NotAudio {
        source: Some(Box::new(error)),
    }
}

fn broken(error: &Error) -> DecodeError {
    DecodeError::Broken {
        format: "compressed audio",
        problem: error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter of a second of 440 Hz, 6000 frames at 24 kHz, peak 0.5.
    const MP3: &[u8] = include_bytes!("../../../tests/audio/tone.mp3");
    const FLAC: &[u8] = include_bytes!("../../../tests/audio/tone.flac");
    const OGG: &[u8] = include_bytes!("../../../tests/audio/tone.ogg");

    fn assert_tone(bytes: &[u8], n_frames: usize) {
        let speech = decode(bytes).unwrap();
        assert_eq!((speech.sample_rate, speech.frames()), (24_000, n_frames));
        let peak = speech
            .samples
            .iter()
            .fold(0.0, |peak: f32, sample| peak.max(sample.abs()));
        assert!((0.45..0.55).contains(&peak), "{peak}");
    }

    #[test]
    fn mp3_has_the_length_it_was_made_with() {
        assert_tone(MP3, 6_000);
    }

    #[test]
    fn flac_has_the_length_it_was_made_with() {
        assert_tone(FLAC, 6_000);
    }

    #[test]
    fn ogg_vorbis_has_the_length_it_was_made_with() {
        assert_tone(OGG, 6_000);
    }

    #[test]
    fn mp3s_sent_one_after_the_other_are_one_speech() {
        assert_tone(&[MP3, MP3, MP3].concat(), 18_000);
    }

    #[test]
    fn tags_between_mp3s_are_not_speech() {
        let tag = b"ID3\x04\0\0\0\0\0\x0ATIT2......";
        assert_tone(&[&tag[..], MP3, tag, MP3].concat(), 12_000);
    }

    #[test]
    fn ogg_files_sent_one_after_the_other_are_one_speech() {
        assert_tone(&[OGG, OGG].concat(), 12_000);
    }

    #[test]
    fn a_file_that_breaks_off_is_found_out() {
        for (name, file) in [("MP3", MP3), ("FLAC", FLAC), ("Ogg", OGG)] {
            let half = decode(&file[..file.len() / 2]).map(|speech| speech.frames());
            assert!(half.is_err(), "{name}: {half:?}");
        }
        for (name, file) in [("FLAC", FLAC), ("Ogg", OGG)] {
            let nearly = decode(&file[..file.len() - 40]).map(|speech| speech.frames());
            assert!(nearly.is_err(), "{name}: {nearly:?}");
        }
        let twice = [MP3, MP3].concat();
        assert!(decode(&twice[..twice.len() * 3 / 4]).is_err());
    }

    #[test]
    fn a_file_that_does_not_say_its_length_is_read_as_far_as_it_goes() {
        let mut file = FLAC.to_vec();
        file[21] &= 0xF0;
        file[22..26].fill(0);
        assert_tone(&file, 6_000);
        let speech = decode(&file[..file.len() - 40]).unwrap();
        assert!((1..6_000).contains(&speech.frames()), "{}", speech.frames());
    }

    #[test]
    fn a_hole_is_an_error() {
        // The first of the file's two frames of samples starts before, and ends after, this place.
        let mut bytes = FLAC.to_vec();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x55;
        let frames = decode(&bytes).map(|speech| speech.frames());
        assert!(
            matches!(frames, Err(DecodeError::Broken { .. })),
            "{frames:?}"
        );
    }
}
