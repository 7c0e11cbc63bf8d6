//! What a page shows and plays of a doubted chunk.
//!
//! Never reads more of a track than the chunk's own span.

use std::path::Path;

use super::{DoubtedChunk, Report, Span};
use crate::track::read_span;
use crate::transfer::encode_small;

/// Players on a page; a phone makes each ready when it opens the page.
const MOST_PLAYERS: usize = 40;

/// Seconds of audio on a page: about 4 MB.
const MOST_SECONDS: f64 = 600.0;

/// Longest span that is looked at, in seconds; a chunk is shorter, and a ledger may be wrong.
const LONGEST: f64 = 120.0;

/// Columns of a waveform.
const COLUMNS: usize = 120;

/// The greatest height of a column.
pub const TALLEST: u8 = 15;

/// A chunk's audio, to look at and to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clip {
    /// Heights of the waveform's columns, up to [`TALLEST`].
    pub wave: Vec<u8>,
    /// An MP3 of it, unless the page has players enough.
    pub mp3: Option<Vec<u8>>,
}

/// The clips of a report's doubts, in order, from the tracks in `folder`.
pub fn clips(report: &Report, folder: &Path) -> Vec<Option<Clip>> {
    let (mut n_players, mut seconds) = (0, 0.0);
    let clip = |doubt: &DoubtedChunk| {
        let span = doubt.span.as_ref()?;
        let plays = n_players < MOST_PLAYERS && seconds + span.seconds() <= MOST_SECONDS;
        let clip = Clip::read(span, folder, if plays { Player::Yes } else { Player::No })?;
        if clip.mp3.is_some() {
            n_players += 1;
            seconds += span.seconds();
        }
        Some(clip)
    };
    report.doubts.iter().map(clip).collect()
}

/// Whether a clip can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Player {
    Yes,
    No,
}

impl Clip {
    /// `None` when there is nothing to hear: a report with one clip less is still a report.
    fn read(span: &Span, folder: &Path, player: Player) -> Option<Self> {
        if span.seconds() > LONGEST {
            return None;
        }
        let samples = read_span(&folder.join(&span.file), span.from, span.to).ok()?;
        if samples.is_empty() {
            return None;
        }
        let mp3 = match player {
            Player::Yes => encode_small(&samples, span.sample_rate).ok(),
            Player::No => None,
        };
        Some(Self {
            wave: wave(&samples),
            mp3,
        })
    }
}

/// The peaks of the samples, column by column. Their square roots: so that quiet noise shows, too.
fn wave(samples: &[i16]) -> Vec<u8> {
    let n = samples.len();
    let height = |column: usize| {
        let of = &samples[column * n / COLUMNS..(column + 1) * n / COLUMNS];
        let peak = of.iter().map(|sample| sample.unsigned_abs()).max();
        let peak = f32::from(peak.unwrap_or(0)) / 32_768.0;
        (peak.sqrt() * f32::from(TALLEST)).round() as u8
    };
    (0..COLUMNS).map(height).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_shows_where_it_is_loud_and_where_nothing_sounds() {
        let mut samples = vec![0; 2_400];
        samples[1_200..].fill(-32_768);
        let wave = wave(&samples);
        assert_eq!(wave[..60], [0; 60]);
        assert_eq!(wave[60..], [TALLEST; 60]);
        assert_eq!(super::wave(&[9]).len(), COLUMNS);
    }
}
