//! Chunks of a chapter that hold the same samples.
//!
//! Never keeps a whole speech. A track is rounded with noise that differs from place to place, so the
//! same speech twice has the same length and nearly the same samples, and not the same bytes.

use std::collections::HashMap;

use crate::track::ChunkLedger;

/// Samples of a span that are compared, evenly spread over it.
const N_SAMPLES: usize = 128;

/// By how much a sample may differ: what rounding with noise does.
const SAME: u16 = 3;

/// The spans that were heard so far.
#[derive(Default)]
pub struct Spans<'a> {
    by_length: HashMap<usize, Vec<(Vec<i16>, &'a ChunkLedger)>>,
}

impl<'a> Spans<'a> {
    /// Hears a span of a chunk; gives the chunk that had the same samples for another text.
    pub fn hear(&mut self, chunk: &'a ChunkLedger, span: &[i16]) -> Option<&'a ChunkLedger> {
        let step = span.len().div_ceil(N_SAMPLES).max(1);
        let samples: Vec<i16> = span.iter().copied().step_by(step).collect();
        let heard = self.by_length.entry(span.len()).or_default();
        let same = heard
            .iter()
            .find(|(other, text)| is_same(other, &samples) && sounds_otherwise(chunk, text));
        let same = same.map(|(_, other)| *other);
        heard.push((samples, chunk));
        same
    }
}

fn is_same(one: &[i16], other: &[i16]) -> bool {
    let mut pairs = one.iter().zip(other);
    pairs.all(|(one, other)| one.abs_diff(*other) <= SAME)
}

/// The store keeps one speech for texts that sound alike; marks have no sound.
fn sounds_otherwise(chunk: &ChunkLedger, other: &ChunkLedger) -> bool {
    let letters = |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).collect() };
    chunk.speech != other.speech && letters(&chunk.text) != letters(&other.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Role;

    fn chunk(index: usize, text: &str) -> ChunkLedger {
        ChunkLedger {
            index,
            start: 0,
            end: 1,
            text: text.into(),
            role: Role::Narration,
            from: 0,
            to: 1,
            speech: format!("{index:064x}"),
            takes: 1,
            doubt: None,
            words: Vec::new(),
        }
    }

    /// Syllables of 100 ms, whose loudness is that of the `letters`; rounded a little otherwise each
    /// time.
    fn spoken(letters: &[i16], rounding: i16) -> Vec<i16> {
        let syllable = |loudness: i16| {
            (0..2_400_i16).map(move |frame| {
                let tone = (f32::from(frame) * 0.3).sin() * f32::from(loudness);
                tone as i16 + (frame + rounding) % 3 - 1
            })
        };
        letters
            .iter()
            .flat_map(|loudness| syllable(*loudness))
            .collect()
    }

    #[test]
    fn the_same_speech_for_another_text_is_found_however_it_was_rounded() {
        let chunks = [chunk(0, "雪停了。"), chunk(1, "灯灭了。")];
        let mut spans = Spans::default();
        assert!(
            spans
                .hear(&chunks[0], &spoken(&[9_000, 4_000, 7_000], 0))
                .is_none()
        );
        let same = spans.hear(&chunks[1], &spoken(&[9_000, 4_000, 7_000], 1));
        assert_eq!(same.map(|chunk| chunk.index), Some(0));
    }

    #[test]
    fn another_speech_of_the_same_length_is_none() {
        let chunks = [chunk(0, "雪停了。"), chunk(1, "灯灭了。")];
        let mut spans = Spans::default();
        spans.hear(&chunks[0], &spoken(&[9_000, 4_000, 7_000], 0));
        assert!(
            spans
                .hear(&chunks[1], &spoken(&[9_000, 5_000, 7_000], 0))
                .is_none()
        );
    }

    #[test]
    fn a_text_that_sounds_alike_may_be_one_speech() {
        let chunks = [chunk(0, "雪停了。"), chunk(1, "雪停了！")];
        let mut spans = Spans::default();
        spans.hear(&chunks[0], &spoken(&[9_000, 4_000], 0));
        assert!(
            spans
                .hear(&chunks[1], &spoken(&[9_000, 4_000], 1))
                .is_none()
        );
    }
}
