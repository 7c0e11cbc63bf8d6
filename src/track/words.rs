//! When the words of a chunk are spoken in its track.
//!
//! Never lets a word last into a pause, nor two words share a frame.

use std::ops::Range;

use super::TimedWord;
use super::edges::Edges;
use super::quiet::quiet;
use crate::reading::Aligned;
use crate::speech::Speech;

/// Seconds that a word's edge may be off the pause that it is next to.
const SLACK: f64 = 0.08;

/// The words of a chunk that begins with the character `start`, whose speech was joined into `track`:
/// `places` says which characters they are, and `spoken` which frames of the speech, for each word of
/// the reading.
pub fn words(
    speech: &Speech,
    places: &[Aligned],
    spoken: &[Range<usize>],
    start: usize,
    track: &Range<u64>,
) -> Vec<TimedWord> {
    let sounding: Vec<(&Aligned, Range<usize>)> = places
        .iter()
        .filter_map(|place| Some((place, frames(spoken.get(place.words.clone())?)?)))
        .collect();
    let pauses = Pauses::of(speech);
    let shift = Edges::of(speech).kept.start;
    let mut words: Vec<TimedWord> = Vec::with_capacity(sounding.len());
    for (index, (place, frames)) in sounding.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| sounding[before].0);
        let after = sounding.get(index + 1).map(|(after, _)| *after);
        let from = if are_apart(before, Some(*place)) {
            pauses.start(frames.start)
        } else {
            frames.start
        };
        let to = if are_apart(Some(*place), after) {
            pauses.end(frames.end)
        } else {
            frames.end
        };
        let in_track = |frame: usize| track.start + frame.saturating_sub(shift) as u64;
        let least = words.last().map_or(track.start, |word| word.to);
        let word = TimedWord {
            start: start + place.characters.start,
            end: start + place.characters.end,
            from: in_track(from).max(least),
            to: in_track(to).min(track.end),
        };
        if word.from < word.to {
            words.push(word);
        }
    }
    words
}

/// From the first word with a sound to the last.
fn frames(words: &[Range<usize>]) -> Option<Range<usize>> {
    let sounding = words.iter().filter(|frames| !frames.is_empty());
    sounding
        .cloned()
        .reduce(|first, last| first.start..last.end)
}

/// Whether a mark stands between two words, or one of them is at an end of the speech.
fn are_apart(left: Option<&Aligned>, right: Option<&Aligned>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => left.words.end < right.words.start,
        _ => true,
    }
}

/// The pauses of a speech, which say better than its timings where a word next to one begins and ends.
struct Pauses {
    runs: Vec<Range<usize>>,
    slack: usize,
}

impl Pauses {
    fn of(speech: &Speech) -> Self {
        Self {
            runs: quiet(speech),
            slack: (SLACK * f64::from(speech.sample_rate)) as usize,
        }
    }

    /// Where a word after a mark begins that is told to begin at `frame`.
    fn start(&self, frame: usize) -> usize {
        self.near(frame).map_or(frame, |run| run.end)
    }

    /// Where a word before a mark ends that is told to end at `frame`: the voice inside counts the
    /// beginning of a pause for the sound before.
    fn end(&self, frame: usize) -> usize {
        self.near(frame).map_or(frame, |run| run.start)
    }

    fn near(&self, frame: usize) -> Option<&Range<usize>> {
        let is_near =
            |run: &&Range<usize>| run.start <= frame + self.slack && frame <= run.end + self.slack;
        self.runs.iter().find(is_near)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tones of half a second with a pause of half a second between them and silence around.
    fn speech() -> Speech {
        let tone = || (0..12_000).map(|i| (i as f32 * 0.1).cos() * 0.5);
        let silence = || std::iter::repeat_n(0.0, 12_000);
        let samples = silence().chain(tone()).chain(silence());
        Speech {
            sample_rate: 24_000,
            samples: samples.chain(tone()).chain(silence()).collect(),
            timings: None,
        }
    }

    fn place(word: usize, character: usize) -> Aligned {
        Aligned {
            words: word..word + 1,
            characters: character..character + 1,
        }
    }

    fn timed(start: usize, from: u64, to: u64) -> TimedWord {
        TimedWord {
            start,
            end: start + 1,
            from,
            to,
        }
    }

    #[test]
    fn words_next_to_pauses_begin_and_end_with_the_sound() {
        let places = [place(0, 0), place(2, 2)];
        let spoken = [11_000..30_000, 30_000..30_000, 37_000..58_000];
        // The track has 960 frames of silence before the first sound.
        let found = words(&speech(), &places, &spoken, 7, &(100..100_000));
        let first = 100 + 960;
        assert_eq!(
            found,
            [
                timed(7, first, first + 12_000),
                timed(9, first + 24_000, first + 36_000)
            ]
        );
    }

    #[test]
    fn words_without_a_mark_between_them_are_parted_by_their_timings() {
        let places = [place(0, 0), place(1, 1)];
        let spoken = [12_000..18_000, 18_000..24_000];
        let found = words(&speech(), &places, &spoken, 0, &(960..100_000));
        let edge = 960 + 960 + 6_000;
        assert_eq!(found, [timed(0, 1_920, edge), timed(1, edge, 13_920)]);
    }

    #[test]
    fn words_that_share_characters_are_one_and_words_without_a_sound_none() {
        let both = Aligned {
            words: 0..2,
            characters: 0..2,
        };
        let places = [both, place(2, 3)];
        let spoken = [12_000..14_000, 14_000..24_000, 24_000..24_000];
        let found = words(&speech(), &places, &spoken, 0, &(0..100_000));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].start, found[0].end), (0, 2));
    }
}
