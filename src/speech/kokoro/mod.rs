//! The voice inside: Kokoro-82M v1.0 in pure Rust.
//!
//! Never speaks more symbols in one run than the model was made for, and never guesses where a
//! syllable is: the model says how long each symbol takes.

mod english;
mod model;
pub mod pack;
mod patch;
mod protobuf;
mod sandhi;
mod symbols;

use std::path::Path;
use std::sync::Arc;

pub use english::spelled_syllables;
use model::Model;
pub use symbols::{Symbols, unsayable};

use super::{Speech, Timings, takes};
use crate::reading::Reading;
use crate::store::Fingerprint;

/// Frames a second of the model's audio.
pub const SAMPLE_RATE: u32 = 24_000;

/// Frames by which the model's timings are late: 60 ms on each of 14 speeches, to 10 ms, by where their
/// energy correlates best with what the symbols let expect.
pub const LATE: usize = 1_440;

/// Most symbols in one run. The model takes 510; above 400 it rushes, and memory grows with
/// length: 300 symbols are about 85 characters or 18 s.
const MOST_SYMBOLS: usize = 300;

/// Rows of the style between one take and the next: those of a text about one character longer differ less
/// than is heard.
const ROWS_APART: usize = 6;

/// How far from a text's own row a take may go, in such steps: 25 characters.
const MOST_STEPS: usize = 15;

/// Why the voice inside cannot speak.
#[derive(Debug, thiserror::Error)]
pub enum KokoroError {
    /// The pack is not there or not whole.
    #[error(transparent)]
    Pack(#[from] pack::PackError),
    /// A voice names a style that the pack has not.
    #[error("the pack has no voice `{style}`")]
    NoStyle {
        /// What was asked for.
        style: String,
    },
    /// The model file cannot be used.
    #[error("cannot load the model")]
    Load(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The model failed on a text.
    #[error("the model failed on `{symbols}`")]
    Run {
        /// What it was to speak.
        symbols: String,
        /// Why.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The model answered in a form that it should not.
    #[error("the model gave {frames} frames where its timings say {expected}")]
    Timings {
        /// Frames of audio.
        frames: usize,
        /// Frames by the timings.
        expected: usize,
    },
}

/// A narrator of the voice inside, ready to speak.
#[derive(Debug)]
pub struct Kokoro {
    model: Arc<Model>,
    /// Hash of the model's file.
    hash: blake3::Hash,
    style: Vec<f32>,
    speed: f32,
    symbols: Arc<Symbols>,
    identity: Fingerprint,
}

impl Kokoro {
    /// Loads the model and the voice `style` from the installed pack in `folder`, to be run by so
    /// many `workers` at once.
    ///
    /// # Errors
    ///
    /// When the pack is not installed or its files are not whole.
    pub fn load(
        folder: &Path,
        style: &str,
        speed: f32,
        workers: usize,
    ) -> Result<Self, KokoroError> {
        let (model_bytes, hash) = pack::read(folder, pack::MODEL)?;
        let style_bytes = read_style(folder, style)?;
        let model = Arc::new(Model::load(model_bytes, workers)?);
        let symbols = Arc::new(Symbols::new());
        Ok(Self::new(model, hash, &style_bytes, speed, symbols))
    }

    /// Another narrator over the same loaded model, which takes no memory worth counting.
    ///
    /// # Errors
    ///
    /// When the pack has no such style any more.
    pub fn another(&self, folder: &Path, style: &str, speed: f32) -> Result<Self, KokoroError> {
        let style_bytes = read_style(folder, style)?;
        let (model, symbols) = (Arc::clone(&self.model), Arc::clone(&self.symbols));
        Ok(Self::new(model, self.hash, &style_bytes, speed, symbols))
    }

    fn new(
        model: Arc<Model>,
        hash: blake3::Hash,
        style_bytes: &[u8],
        speed: f32,
        symbols: Arc<Symbols>,
    ) -> Self {
        Self {
            identity: Fingerprint::of([hash.as_bytes(), style_bytes, &speed.to_le_bytes()]),
            style: style_bytes.chunks_exact(4).map(little_endian).collect(),
            model,
            hash,
            speed,
            symbols,
        }
    }

    /// What decides how it sounds, besides the text: model, voice content, speed.
    pub fn identity(&self) -> &Fingerprint {
        &self.identity
    }

    /// What is spoken for a reading, as symbols; empty when nothing is.
    pub fn symbols(&self, reading: &Reading) -> String {
        self.symbols.of(reading)
    }

    /// The symbols of each word of a reading, without marks.
    pub fn symbols_of_words(&self, reading: &Reading) -> Vec<String> {
        self.symbols.of_words(reading).collect()
    }

    /// Speaks symbols; another `seed` than 0 says them a little otherwise. Blocks for about a third of
    /// the audio's length; call it from as many threads
    /// as there are cores.
    ///
    /// # Errors
    ///
    /// When the model fails.
    pub fn speak(&self, symbols: &str, seed: u32) -> Result<Speech, KokoroError> {
        let mut speech = Speech {
            sample_rate: SAMPLE_RATE,
            samples: Vec::new(),
            timings: None,
        };
        let mut timings = Timings {
            symbols: String::new(),
            frames: Vec::new(),
        };
        for piece in symbols::pieces(symbols, MOST_SYMBOLS) {
            let tokens = self.symbols.tokens(&piece);
            if tokens.is_empty() {
                continue;
            }
            let spoken = self
                .model
                .run(&tokens, self.style_for(tokens.len(), seed), self.speed)
                .map_err(|source| KokoroError::Run {
                    symbols: piece.clone(),
                    source,
                })?;
            check(&spoken)?;
            speech.samples.extend(spoken.samples);
            timings.symbols.push(Timings::EDGE);
            timings.symbols.push_str(&piece);
            timings.symbols.push(Timings::EDGE);
            timings.frames.extend(spoken.frames);
        }
        speech.timings = Some(timings);
        Ok(speech)
    }

    /// Row n − 1 of the voice file for n tokens: how this voice sounds in a text of that length; for another
    /// take, that of another length.
    fn style_for(&self, n_tokens: usize, seed: u32) -> &[f32] {
        let row = row(n_tokens - 1, seed, self.style.len() / model::STYLE_WIDTH);
        &self.style[row * model::STYLE_WIDTH..][..model::STYLE_WIDTH]
    }
}

/// The row of a seed: rows in steps of [`ROWS_APART`] around a text's own, near ones first.
fn row(own: usize, seed: u32, n_rows: usize) -> usize {
    let own = own.min(n_rows - 1);
    let around = (1..=MOST_STEPS).flat_map(|step| {
        let longer = own + step * ROWS_APART;
        let shorter = own.checked_sub(step * ROWS_APART);
        [Some(longer).filter(|row| *row < n_rows), shorter]
    });
    let rows: Vec<usize> = [Some(own)].into_iter().chain(around).flatten().collect();
    rows[takes::number(seed) as usize % rows.len()]
}

fn read_style(folder: &Path, style: &str) -> Result<Vec<u8>, KokoroError> {
    if !pack::Manifest::built_in().styles().contains(&style) {
        return Err(KokoroError::NoStyle {
            style: style.into(),
        });
    }
    Ok(pack::read(folder, &format!("{style}.bin"))?.0)
}

fn check(spoken: &model::Spoken) -> Result<(), KokoroError> {
    let expected = spoken.frames.iter().map(|n| *n as usize).sum();
    let frames = spoken.samples.len();
    if frames == expected {
        Ok(())
    } else {
        Err(KokoroError::Timings { frames, expected })
    }
}

fn little_endian(bytes: &[u8]) -> f32 {
    f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_take_has_the_row_of_its_length_and_later_ones_have_others() {
        for own in [0, 3, 60, 509] {
            let rows = [0, 1, 2, 1_000, 1_001, 2_000].map(|seed| row(own, seed, 510));
            assert_eq!(rows[0], own);
            let mut others = rows.to_vec();
            others.sort_unstable();
            others.dedup();
            assert_eq!(others.len(), rows.len(), "{own}: {rows:?}");
            assert!(rows.iter().all(|row| row.abs_diff(own) <= 90));
        }
        assert_eq!(row(700, 0, 510), 509);
    }
}
