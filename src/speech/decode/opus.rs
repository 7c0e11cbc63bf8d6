//! Ogg Opus to mono speech at 48 kHz.
//!
//! Never trusts the positions in the file to leave out sound in the middle: they only say where the
//! sound ends, and that nothing is missing.

use std::io::Cursor;

use opus_pure::{Error, MAX_PACKET_SAMPLES, OggOpusReader, OggPacket, OpusDecoder};

use super::{DecodeError, Mono};
use crate::speech::Speech;

/// What Opus counts in; every file can be decoded at it.
const SAMPLE_RATE: u32 = 48_000;

/// Reads an Ogg Opus file, or several in a row; nothing if this is none.
pub fn decode(bytes: &[u8]) -> Option<Result<Speech, DecodeError>> {
    is_opus(bytes).then(|| decode_files(bytes))
}

/// The first page holds the header and nothing else.
fn is_opus(bytes: &[u8]) -> bool {
    let content = bytes
        .get(26)
        .map(|n_segments| 27 + usize::from(*n_segments));
    let content = content.and_then(|start| bytes.get(start..));
    bytes.starts_with(b"OggS") && content.is_some_and(|content| content.starts_with(b"OpusHead"))
}

fn decode_files(bytes: &[u8]) -> Result<Speech, DecodeError> {
    let mut mono = None;
    let mut rest = bytes;
    while is_opus(rest) {
        let n_read = Stream::open(rest)?.read_into(&mut mono)?;
        rest = &rest[n_read..];
    }
    mono.map(|mono| mono.speech).ok_or(DecodeError::Empty)
}

/// An opened file, and how far it is decoded.
struct Stream<'a> {
    reader: OggOpusReader<Cursor<&'a [u8]>>,
    decoder: OpusDecoder,
    channels: usize,
    /// Frames that the encoder put before the sound.
    pre_skip: usize,
    /// Frames decoded so far.
    n_decoded: usize,
    /// The position that the last page claims.
    claimed: i64,
}

impl<'a> Stream<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let reader = OggOpusReader::new(Cursor::new(bytes)).map_err(broken)?;
        let decoder = reader.head().decoder(SAMPLE_RATE.cast_signed());
        Ok(Self {
            channels: reader.head().channel_count.into(),
            pre_skip: reader.head().pre_skip.into(),
            decoder: decoder.map_err(|_| DecodeError::Unsupported {
                what: "Opus of more than two channels".into(),
            })?,
            reader,
            n_decoded: 0,
            claimed: 0,
        })
    }

    /// Appends what the file holds, and gives the bytes that it takes.
    fn read_into(mut self, mono: &mut Option<Mono>) -> Result<usize, DecodeError> {
        let mono = match mono {
            Some(mono) => mono,
            None => mono.insert(Mono::new(SAMPLE_RATE, self.channels)?),
        };
        mono.expect_same(SAMPLE_RATE, self.channels)?;
        let start = mono.speech.samples.len();
        let mut frames = vec![0.0; MAX_PACKET_SAMPLES * self.channels];
        while let Some(packet) = self.next_packet()? {
            let decoded = self
                .decoder
                .decode(&packet.data, MAX_PACKET_SAMPLES, &mut frames);
            let n_frames = decoded.map_err(broken)?;
            self.n_decoded += n_frames;
            let early = self.pre_skip.min(n_frames);
            self.pre_skip -= early;
            let sound = &frames[early * self.channels..n_frames * self.channels];
            mono.extend(sound.iter().copied())?;
        }
        self.trim(mono, start);
        Ok(self.reader.get_ref().position() as usize)
    }

    /// An end that comes too early is an end once there was sound: the length is judged elsewhere.
    fn next_packet(&mut self) -> Result<Option<OggPacket>, DecodeError> {
        let packet = match self.reader.read_packet() {
            Err(Error::InvalidStream(problem)) if problem.starts_with("stream ends") => None,
            packet => packet.map_err(broken)?,
        };
        let position = packet.as_ref().map(|packet| packet.page_granule);
        if position != Some(self.claimed) {
            self.check_claim()?;
        }
        self.claimed = position.unwrap_or(self.claimed);
        Ok(packet)
    }

    /// Refuses a page that claims more sound than there was up to its end.
    fn check_claim(&self) -> Result<(), DecodeError> {
        if usize::try_from(self.claimed).is_ok_and(|claimed| claimed > self.n_decoded) {
            return Err(DecodeError::Broken {
                format: "Opus",
                problem: "a part is missing".into(),
            });
        }
        Ok(())
    }

    /// Takes off what the last page says is not sound: an encoder fills its last frame up.
    fn trim(&self, mono: &mut Mono, start: usize) {
        let samples = &mut mono.speech.samples;
        let claimed = usize::try_from(self.claimed).unwrap_or_default();
        let surplus = self.n_decoded.saturating_sub(claimed);
        if claimed > 0 && surplus < MAX_PACKET_SAMPLES {
            samples.truncate(samples.len().saturating_sub(surplus).max(start));
        }
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` gives")]
fn broken(error: Error) -> DecodeError {
    DecodeError::Broken {
        format: "Opus",
        problem: error.to_string(),
    }
}

#[cfg(test)]
mod tests;
