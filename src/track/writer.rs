//! One chapter's WAV, written speech by speech.
//!
//! Never shows an unfinished file: it gets its name when it is whole.

use std::io::BufWriter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use ebur128::EbuR128;
use hound::{SampleFormat, WavSpec, WavWriter};

use super::join::Join;
use super::level::{ChapterLevel, Speaker};
use super::limit::Limiter;
use super::peak::TruePeak;
use super::quantise::{RoomTone, quantise};
use super::survey::{Mastering, global, hear, meter};
use super::{SAMPLE_RATE, decibels, factor, hundredths};
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
    /// A track that was written cannot be read.
    #[error("cannot measure what was written")]
    Unreadable(#[from] hound::Error),
    /// More than a WAV can hold.
    #[error("longer than the 22 h that a WAV file holds; part the text with another heading")]
    TooLong,
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
    mastering: Mastering,
    limiter: Limiter,
    room_tone: Option<RoomTone>,
    length: Length,
    samples: blake3::Hasher,
    meter: EbuR128,
    true_peak: TruePeak,
    peak: f32,
}

/// A track that stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// Its frames.
    pub frames: u64,
    /// Hash of its samples in hex.
    pub samples: String,
    /// How loud it is.
    pub level: ChapterLevel,
}

/// Frames of a track so far.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Length(u64);

impl Length {
    /// Counts more frames.
    ///
    /// # Errors
    ///
    /// When no WAV holds them.
    pub fn add(&mut self, n_frames: usize) -> Result<(), TrackError> {
        self.0 += n_frames as u64;
        if self.0 > MOST_FRAMES {
            return Err(TrackError::TooLong);
        }
        Ok(())
    }
}

impl TrackWriter {
    /// Starts the track that will stand at `path`, as its survey says.
    ///
    /// # Errors
    ///
    /// When the disk refuses.
    pub fn create(path: &Path, pauses: Pauses, mastering: Mastering) -> Result<Self, TrackError> {
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
            limiter: Limiter::new(mastering.ceiling_dbtp),
            room_tone: mastering.profile.has_room_tone().then(RoomTone::default),
            mastering,
            length: Length::default(),
            samples: blake3::Hasher::new(),
            meter: meter(),
            true_peak: TruePeak::default(),
            peak: 0.0,
        })
    }

    /// Adds a speech and the pause that its `boundary` asks for; gives the frames it takes.
    ///
    /// # Errors
    ///
    /// When the disk refuses or the track gets too long.
    pub fn push(
        &mut self,
        speech: &Speech,
        boundary: Boundary,
        speaker: Speaker,
    ) -> Result<Range<u64>, TrackError> {
        let mut joined = self.join.push(speech, boundary)?;
        self.pause(joined.pause)?;
        let gain = factor(self.mastering.gains.get(&speaker).copied().unwrap_or(0.0));
        joined.speech.iter_mut().for_each(|sample| *sample *= gain);
        self.limiter.hold(&mut joined.speech);
        let from = self.length.0;
        let rounded = self.rounded(&joined.speech);
        self.write(&rounded)?;
        Ok(from..self.length.0)
    }

    /// Writes the last pause, makes the file whole and gives it its name.
    ///
    /// # Errors
    ///
    /// When the disk refuses; what stood at the path still stands.
    pub fn publish(mut self) -> Result<Published, TrackError> {
        let tail = self.join.finish();
        self.pause(tail)?;
        let level = self.level();
        let path = self.path;
        self.wav
            .finalize()
            .map_err(|source| TrackError::Write { path, source })?;
        self.draft.publish()?;
        Ok(Published {
            frames: self.length.0,
            samples: self.samples.finalize().to_hex().to_string(),
            level,
        })
    }

    fn level(&self) -> ChapterLevel {
        let gains = self.mastering.gains.iter();
        ChapterLevel {
            lufs: hundredths(global(&self.meter).unwrap_or(f64::NEG_INFINITY)),
            peak_dbtp: hundredths(decibels(f64::from(self.peak))),
            gains: gains
                .map(|(voice, gain)| (*voice, hundredths(*gain)))
                .collect(),
            lowered: hundredths(self.mastering.lowered),
            room_tone: self.room_tone.is_some(),
        }
    }

    /// Silence, or the noise of a room.
    fn pause(&mut self, n_frames: usize) -> Result<(), TrackError> {
        let samples = if self.room_tone.is_some() {
            self.rounded(&vec![0.0; n_frames])
        } else {
            vec![0; n_frames]
        };
        self.write(&samples)
    }

    /// The next samples in 16 bits. A room is heard under the speech too: it would be noticed where it
    /// stopped.
    fn rounded(&mut self, samples: &[f32]) -> Vec<i16> {
        let frames = self.length.0..;
        let rounded = frames.zip(samples).map(|(frame, sample)| {
            let tone = self.room_tone.as_mut().map_or(0.0, |tone| tone.at(frame));
            quantise(sample + tone, frame)
        });
        rounded.collect()
    }

    fn write(&mut self, samples: &[i16]) -> Result<(), TrackError> {
        self.length.add(samples.len())?;
        let bytes: Vec<u8> = samples
            .iter()
            .flat_map(|sample| sample.to_le_bytes())
            .collect();
        self.samples.update(&bytes);
        let heard: Vec<f32> = samples.iter().map(|s| f32::from(*s) / 32_768.0).collect();
        hear(&mut self.meter, &heard);
        self.peak = self.true_peak.above(&heard, self.peak);
        let mut wav = self.wav.get_i16_writer(samples.len() as u32);
        for sample in samples {
            wav.write_sample(*sample);
        }
        wav.flush().map_err(|source| TrackError::Write {
            path: self.path.clone(),
            source,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::Profile;
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

    /// Writes as it is, without another level.
    fn as_it_is() -> Mastering {
        Mastering {
            gains: BTreeMap::new(),
            lowered: 0.0,
            ceiling_dbtp: -3.0,
            profile: Profile::Plain,
        }
    }

    fn create(path: &Path) -> TrackWriter {
        TrackWriter::create(path, pauses(), as_it_is()).unwrap()
    }

    #[test]
    fn spans_are_where_the_speech_is_and_nothing_else_sounds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.wav");
        let mut track = create(&path);
        let first = track
            .push(&tone(2_400), Boundary::Sentence, Speaker::Chosen)
            .unwrap();
        let second = track
            .push(&tone(4_800), Boundary::End, Speaker::Chosen)
            .unwrap();
        assert!(!path.exists(), "an unfinished track has its name already");
        let frames = track.publish().unwrap().frames;
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
        let mut track = create(&folder.path().join("a.wav"));
        let mut speech = tone(2_400);
        speech.samples.splice(0..0, vec![0.0; 24_000]);
        speech.samples.extend(vec![0.0; 24_000]);
        let first = track
            .push(&speech, Boundary::Sentence, Speaker::Chosen)
            .unwrap();
        let second = track.push(&speech, Boundary::End, Speaker::Chosen).unwrap();
        // From the end of the first tone to the start of the second: half a second.
        assert_eq!(second.start + 960 - (first.end - 2_880), 12_000);
    }

    #[test]
    fn a_track_that_is_given_up_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut track = create(&folder.path().join("a.wav"));
        track
            .push(&tone(2_400), Boundary::Sentence, Speaker::Chosen)
            .unwrap();
        drop(track);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_track_longer_than_a_wav_is_refused_with_advice_before_it_is_written() {
        let mut length = Length(MOST_FRAMES - 10);
        length.add(10).unwrap();
        let error = length.add(1).unwrap_err();
        assert!(matches!(error, TrackError::TooLong));
        assert!(
            error
                .to_string()
                .ends_with("part the text with another heading")
        );
    }

    #[test]
    fn a_room_is_heard_in_every_pause_and_the_same_each_time() {
        let folder = tempfile::tempdir().unwrap();
        let made = |name| {
            let path = folder.path().join(name);
            let mastering = Mastering {
                profile: Profile::Acx,
                ..as_it_is()
            };
            let mut track = TrackWriter::create(&path, pauses(), mastering).unwrap();
            track
                .push(&tone(2_400), Boundary::End, Speaker::Chosen)
                .unwrap();
            assert!(track.publish().unwrap().level.room_tone);
            std::fs::read(path).unwrap()
        };
        let bytes = made("a.wav");
        assert_eq!(bytes, made("b.wav"));
        let silent = bytes[44..44 + 24_000]
            .chunks(480)
            .filter(|part| part.iter().all(|b| *b == 0));
        assert_eq!(silent.count(), 0);
    }
}
