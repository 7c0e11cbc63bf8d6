//! The lossless form in which the store keeps a [`Speech`].
//!
//! A 16-bit mono WAV that any player opens; timings lie in a chunk of our own before the samples.
//! Never half readable: a file that is not exactly what [`to_bytes`] writes is an error.

use serde::{Deserialize, Serialize};

use super::{Speech, Timings};

/// The chunk that holds the timings; players step over names they do not know.
const TIMINGS: [u8; 4] = *b"ptim";

/// Bytes of one sample.
const WIDTH: u32 = 2;

/// Why bytes are not an archived speech.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Not a WAV of 16-bit mono samples.
    #[error("not an archived speech")]
    Foreign,
    /// A length inside does not agree with the bytes that are there.
    #[error("archived speech is cut off or has bytes too many")]
    Length,
    /// Timings that do not describe these samples.
    #[error("archived speech has timings that do not fit it")]
    Timings {
        /// What the parser says, if it did not even understand them.
        #[source]
        source: Option<serde_json::Error>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TimingsText {
    symbols: String,
    frames: Vec<u32>,
}

/// Archives a speech; samples are rounded to 16 bits once, and then stay as they are for ever.
pub fn to_bytes(speech: &Speech) -> Vec<u8> {
    let mut chunks = chunk(*b"fmt ", &format(speech.sample_rate));
    if let Some(timings) = &speech.timings {
        chunks.extend(chunk(TIMINGS, &timings_text(timings)));
    }
    chunks.extend(chunk(*b"data", &quantised(&speech.samples)));
    chunk(*b"RIFF", &[b"WAVE", &chunks[..]].concat())
}

/// Reads what [`to_bytes`] wrote.
///
/// # Errors
///
/// When these are other bytes, or not all of them.
pub fn from_bytes(bytes: &[u8]) -> Result<Speech, ArchiveError> {
    let (name, content, after) = next_chunk(bytes)?;
    let chunks = content.strip_prefix(b"WAVE");
    let (b"RIFF", Some(chunks), []) = (name, chunks, after) else {
        return Err(ArchiveError::Foreign);
    };
    let (b"fmt ", described, rest) = next_chunk(chunks)? else {
        return Err(ArchiveError::Foreign);
    };
    let (timings, rest) = match next_chunk(rest)? {
        (name, text, after) if *name == TIMINGS => (Some(parse_timings(text)?), after),
        _ => (None, rest),
    };
    let (b"data", data, []) = next_chunk(rest)? else {
        return Err(ArchiveError::Foreign);
    };
    let speech = Speech {
        sample_rate: sample_rate(described)?,
        samples: samples(data)?,
        timings,
    };
    check_timings(&speech).map(|()| speech)
}

fn chunk(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let size = u32::try_from(content.len()).expect("the speech of a chunk is far below 4 GiB");
    [&name[..], &size.to_le_bytes(), content].concat()
}

/// A chunk's name, its content, and what follows it.
type Chunk<'a> = (&'a [u8; 4], &'a [u8], &'a [u8]);

/// The first chunk; sizes are even here, so there is no padding.
fn next_chunk(bytes: &[u8]) -> Result<Chunk<'_>, ArchiveError> {
    let header = bytes.split_first_chunk::<4>().and_then(|(name, rest)| {
        let (size, rest) = rest.split_first_chunk::<4>()?;
        Some((name, u32::from_le_bytes(*size) as usize, rest))
    });
    let (name, size, rest) = header.ok_or(ArchiveError::Length)?;
    let (content, after) = rest.split_at_checked(size).ok_or(ArchiveError::Length)?;
    Ok((name, content, after))
}

/// Linear samples, one channel.
fn format(sample_rate: u32) -> Vec<u8> {
    [
        &1_u16.to_le_bytes()[..],
        &1_u16.to_le_bytes(),
        &sample_rate.to_le_bytes(),
        &sample_rate.wrapping_mul(WIDTH).to_le_bytes(),
        &[WIDTH as u8, 0, 16, 0],
    ]
    .concat()
}

fn sample_rate(described: &[u8]) -> Result<u32, ArchiveError> {
    let rate = described.get(4..8).and_then(|rate| rate.try_into().ok());
    let rate = rate.map(u32::from_le_bytes).ok_or(ArchiveError::Foreign)?;
    if described != format(rate) {
        return Err(ArchiveError::Foreign);
    }
    Ok(rate)
}

fn quantised(samples: &[f32]) -> Vec<u8> {
    // The conversion clamps by itself, and makes 0 of what is not a number.
    let values = samples
        .iter()
        .map(|sample| (sample * 32_768.0).round() as i16);
    values.flat_map(i16::to_le_bytes).collect()
}

fn samples(data: &[u8]) -> Result<Vec<f32>, ArchiveError> {
    let (pairs, []) = data.as_chunks::<2>() else {
        return Err(ArchiveError::Length);
    };
    let values = pairs.iter().map(|&pair| i16::from_le_bytes(pair));
    Ok(values.map(|value| f32::from(value) / 32_768.0).collect())
}

fn timings_text(timings: &Timings) -> Vec<u8> {
    let text = TimingsText {
        symbols: timings.symbols.clone(),
        frames: timings.frames.clone(),
    };
    let mut json = serde_json::to_vec(&text).expect("text and numbers are always JSON");
    // Some readers forget the padding of a chunk of odd size, so there is never one.
    if !json.len().is_multiple_of(2) {
        json.push(b' ');
    }
    json
}

fn parse_timings(text: &[u8]) -> Result<Timings, ArchiveError> {
    let parsed: TimingsText =
        serde_json::from_slice(text).map_err(|source| ArchiveError::Timings {
            source: Some(source),
        })?;
    Ok(Timings {
        symbols: parsed.symbols,
        frames: parsed.frames,
    })
}

/// Everything later trusts that the timings cover the samples, one length for each symbol.
fn check_timings(speech: &Speech) -> Result<(), ArchiveError> {
    let Some(timings) = &speech.timings else {
        return Ok(());
    };
    let n_frames: u64 = timings.frames.iter().map(|&frames| u64::from(frames)).sum();
    let fits = n_frames == speech.samples.len() as u64
        && timings.symbols.chars().count() == timings.frames.len();
    fits.then_some(())
        .ok_or(ArchiveError::Timings { source: None })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;

    use super::*;

    fn speech() -> Speech {
        Speech {
            sample_rate: 24_000,
            samples: vec![0.0, 0.5, -0.5, 1.0, -1.0, 0.25],
            timings: Some(Timings {
                symbols: "$ʂʅ$".into(),
                frames: vec![1, 2, 2, 1],
            }),
        }
    }

    /// The samples as 16 bits can hold them.
    fn rounded(speech: &Speech) -> Speech {
        from_bytes(&to_bytes(speech)).unwrap()
    }

    #[test]
    fn timings_come_back_with_the_samples() {
        assert_eq!(rounded(&speech()).timings, speech().timings);
    }

    #[test]
    fn speech_without_timings_stays_without() {
        let plain = Speech {
            timings: None,
            ..speech()
        };
        assert_eq!(rounded(&plain).timings, None);
    }

    #[test]
    fn the_archive_plays_anywhere() {
        // Of odd and of even length.
        for symbols in ["$", "$a", "$ab"] {
            let timings = Timings {
                symbols: symbols.into(),
                ..speech().timings.unwrap()
            };
            let bytes = to_bytes(&Speech {
                timings: Some(timings),
                ..speech()
            });
            assert!(
                hound::WavReader::new(Cursor::new(bytes)).is_ok(),
                "{symbols}"
            );
        }
        let mut reader = hound::WavReader::new(Cursor::new(to_bytes(&speech()))).unwrap();
        assert_eq!(
            (reader.spec().channels, reader.spec().sample_rate),
            (1, 24_000)
        );
        let samples: Vec<i16> = reader.samples().map(Result::unwrap).collect();
        assert_eq!(samples, [0, 16_384, -16_384, 32_767, -32_768, 8_192]);
    }

    #[test]
    fn a_cut_archive_is_never_read() {
        let bytes = to_bytes(&speech());
        for end in 0..bytes.len() {
            assert!(from_bytes(&bytes[..end]).is_err(), "{end}");
        }
        assert!(from_bytes(&[&bytes[..], &[0, 0]].concat()).is_err());
    }

    #[test]
    fn timings_that_do_not_cover_the_samples_are_refused() {
        let mut longer = speech();
        longer.samples.push(0.0);
        let error = from_bytes(&to_bytes(&longer)).unwrap_err();
        assert!(matches!(error, ArchiveError::Timings { .. }), "{error}");
    }

    proptest! {
        #[test]
        fn samples_are_rounded_once_and_never_again(
            samples in prop::collection::vec(-1.5_f32..1.5, 0..200),
            sample_rate in 8_000_u32..192_000,
        ) {
            let spoken = Speech { sample_rate, samples, timings: None };
            let once = rounded(&spoken);
            prop_assert_eq!(&rounded(&once), &once);
            for (before, after) in spoken.samples.iter().zip(&once.samples) {
                prop_assert!((before.clamp(-1.0, 1.0) - after).abs() <= 1.0 / 32_768.0);
            }
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = from_bytes(&[b"RIFF".as_slice(), &bytes].concat());
        }
    }
}
