//! One chapter's WAV, written speech by speech.
//!
//! Never shows an unfinished file: it gets its name when it is whole.

use std::io::BufWriter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use hound::{SampleFormat, WavSpec, WavWriter};

use super::SAMPLE_RATE;
use super::join::Join;
use crate::chunk::Boundary;
use crate::speech::{Pauses, Speech};
use crate::store::{Draft, StoreError};

/// A WAV's sizes are 32-bit; 3.9 GB of 16-bit mono is 22.5 h.
const MOST_FRAMES: u64 = 1_950_000_000;

/// Why a track cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum TrackError {
    /// The disk refused.
    #[error(transparent)]
    Disk(#[from] StoreError),
    /// The samples could not be written.
    #[error("cannot write `{}`", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        #[source]
        source: hound::Error,
    },
    /// More than a WAV can hold.
    #[error("`{}` would be longer than a WAV file can be", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
    },
    /// A speech at another rate than the track's.
    #[error("a speech at {found} Hz does not fit a track at {SAMPLE_RATE} Hz")]
    Rate {
        /// Its rate.
        found: u32,
    },
}

impl From<TrackError> for Option<StoreError> {
    fn from(error: TrackError) -> Self {
        match error {
            TrackError::Disk(error) => Some(error),
            TrackError::Write {
                path,
                source: hound::Error::IoError(source),
            } => Some(StoreError {
                action: "write",
                path,
                source,
            }),
            _ => None,
        }
    }
}

/// A track that is being written.
pub struct TrackWriter {
    path: PathBuf,
    draft: Draft,
    wav: WavWriter<BufWriter<std::fs::File>>,
    join: Join,
    frames: u64,
    samples: blake3::Hasher,
}

impl TrackWriter {
    /// Starts the track that will stand at `path`.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn create(path: &Path, pauses: Pauses) -> Result<Self, TrackError> {
        let mut draft = Draft::of(path)?;
        let file = draft.file().try_clone().map_err(|source| StoreError {
            action: "write",
            path: path.into(),
            source,
        })?;
        let spec = WavSpec {
            channels: 1,
            sample_rate: SAMPLE_RATE,
            bits_per_sample: 16,
            sample_format: SampleFormat::Int,
        };
        let wav = WavWriter::new(BufWriter::with_capacity(1 << 16, file), spec);
        Ok(Self {
            wav: wav.map_err(|source| TrackError::Write {
                path: path.into(),
                source,
            })?,
            path: path.into(),
            draft,
            join: Join::new(pauses),
            frames: 0,
            samples: blake3::Hasher::new(),
        })
    }

    /// Adds a speech and the pause that its `boundary` asks for; gives the frames it takes.
    ///
    /// # Errors
    ///
    /// When the disk refuses or the track gets too long.
    pub fn push(&mut self, speech: &Speech, boundary: Boundary) -> Result<Range<u64>, TrackError> {
        let joined = self.join.push(speech, boundary)?;
        self.write(&joined.pause)?;
        let from = self.frames;
        self.write(&joined.speech)?;
        Ok(from..self.frames)
    }

    /// Writes the last pause, makes the file whole and gives it its name; gives its frames and the
    /// hash of its samples in hex.
    ///
    /// # Errors
    ///
    /// When the disk refuses; what stood at the path still stands.
    pub fn publish(mut self) -> Result<(u64, String), TrackError> {
        let tail = self.join.finish();
        self.write(&tail)?;
        let path = self.path;
        self.wav
            .finalize()
            .map_err(|source| TrackError::Write { path, source })?;
        self.draft.publish()?;
        Ok((self.frames, self.samples.finalize().to_hex().to_string()))
    }

    fn write(&mut self, samples: &[i16]) -> Result<(), TrackError> {
        self.frames += samples.len() as u64;
        if self.frames > MOST_FRAMES {
            return Err(TrackError::TooLong {
                path: self.path.clone(),
            });
        }
        let bytes: Vec<u8> = samples
            .iter()
            .flat_map(|sample| sample.to_le_bytes())
            .collect();
        self.samples.update(&bytes);
        let written = samples
            .iter()
            .try_for_each(|sample| self.wav.write_sample(*sample));
        written.map_err(|source| TrackError::Write {
            path: self.path.clone(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(frames: usize) -> Speech {
        Speech {
            sample_rate: SAMPLE_RATE,
            samples: (0..frames)
                .map(|i| if i % 2 == 0 { 0.5 } else { -0.5 })
                .collect(),
            timings: None,
        }
    }

    fn pauses() -> Pauses {
        Pauses {
            head: 0.5,
            sentence: 0.5,
            tail: 1.0,
            ..Pauses::default()
        }
    }

    #[test]
    fn spans_are_where_the_speech_is_and_nothing_else_sounds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        let mut track = TrackWriter::create(&path, pauses()).unwrap();
        let first = track.push(&tone(2_400), Boundary::Sentence).unwrap();
        let second = track.push(&tone(4_800), Boundary::End).unwrap();
        assert!(!path.exists(), "an unfinished track has its name already");
        let (frames, _) = track.publish().unwrap();
        assert_eq!((first, second), (12_000..14_400, 26_400..31_200));
        let samples: Vec<i16> = hound::WavReader::open(&path)
            .unwrap()
            .into_samples()
            .map(Result::unwrap)
            .collect();
        assert_eq!((samples.len() as u64, frames), (55_200, 55_200));
        let silent = |span: Range<usize>| samples[span].iter().all(|sample| *sample == 0);
        assert!(silent(0..12_000) && silent(14_400..26_400) && silent(31_200..55_200));
        assert!(!silent(12_000..14_400) && !silent(26_400..31_200));
    }

    #[test]
    fn silence_that_speeches_bring_along_counts_for_the_pause() {
        let folder = tempfile::tempdir().unwrap();
        let mut track = TrackWriter::create(&folder.path().join("a.wav"), pauses()).unwrap();
        let mut speech = tone(2_400);
        speech.samples.splice(0..0, vec![0.0; 24_000]);
        speech.samples.extend(vec![0.0; 24_000]);
        let first = track.push(&speech, Boundary::Sentence).unwrap();
        let second = track.push(&speech, Boundary::End).unwrap();
        // From the end of the first tone to the start of the second: half a second.
        assert_eq!(second.start + 960 - (first.end - 2_880), 12_000);
    }

    #[test]
    fn a_track_that_is_given_up_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut track = TrackWriter::create(&folder.path().join("a.wav"), pauses()).unwrap();
        track.push(&tone(2_400), Boundary::Sentence).unwrap();
        drop(track);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
