//! Pauses inside a speech, stretched or shrunk to those of the narrator.
//!
//! Never touches what sounds: only silence that is there is cut, or made longer. A speech without
//! timings stays as it is.

use std::ops::Range;

use super::edges::{fade_in, fade_out};
use super::quiet::quiet;
use super::{Pauses, Speech, Timings};
use crate::chunk::Boundary;

/// Seconds that a pause may be off its mark: the voice inside tells its marks 60 ms late, and counts
/// the first half of a pause for the sound before.
const SLACK: f64 = 0.1;

/// Seconds that are left of any pause, for the fades.
const LEAST: f64 = 0.03;

/// A change of less than this many seconds is not heard.
const INAUDIBLE: f64 = 0.01;

/// A speech whose inner pauses are as long as they should be.
pub fn pace(speech: Speech, pauses: &Pauses) -> Speech {
    let Some(timings) = &speech.timings else {
        return speech;
    };
    let changes = changes(&speech, timings, pauses);
    if changes.is_empty() {
        return speech;
    }
    Speech {
        sample_rate: speech.sample_rate,
        samples: samples(&speech, &changes),
        timings: Some(Timings {
            symbols: timings.symbols.clone(),
            frames: frames(timings, &changes),
        }),
    }
}

/// A mark between two sounds.
struct Gap {
    /// The mark; none where a long text was spoken in two parts.
    mark: Option<char>,
    /// Whether the silence at the ends of two parts lies here, which nobody meant.
    is_seam: bool,
    /// Where it is told to be.
    frames: Range<usize>,
}

/// What becomes of a pause.
struct Change {
    /// Frames that are left out; empty where a pause gets longer.
    cut: Range<usize>,
    /// Frames of silence put in their place.
    more: usize,
}

fn changes(speech: &Speech, timings: &Timings, pauses: &Pauses) -> Vec<Change> {
    let rate = f64::from(speech.sample_rate);
    let slack = (SLACK * rate) as usize;
    let is_inner = |run: &Range<usize>| run.start > 0 && run.end < speech.frames();
    let mut runs: Vec<_> = quiet(speech).into_iter().filter(is_inner).collect();
    let mut changes = Vec::new();
    for gap in gaps(timings) {
        let far = |run: &&Range<usize>| gap.far(run);
        let Some(run) = runs.iter().min_by_key(far).filter(|run| far(run) <= slack) else {
            continue;
        };
        let own = run.len() as f64 / rate;
        let wanted = gap.wanted(own, pauses).max(LEAST);
        if (wanted - own).abs() > INAUDIBLE {
            changes.push(Change::of(run, (wanted * rate) as usize));
        }
        let end = run.end;
        runs.retain(|run| run.start >= end);
    }
    changes
}

/// The marks between sounds, in order.
fn gaps(timings: &Timings) -> Vec<Gap> {
    let spans: Vec<_> = timings.spans().enumerate().collect();
    let is_sound = |symbol| Timings::is_sound(symbol);
    let runs = spans.chunk_by(|(_, (a, _)), (_, (b, _))| is_sound(*a) == is_sound(*b));
    let inner = runs.filter(|run| {
        let (first, last) = (run[0].0, run[run.len() - 1].0);
        !is_sound(run[0].1.0) && first > 0 && last + 1 < spans.len()
    });
    let gaps = inner.map(|run| {
        let symbols = run.iter().map(|(_, (symbol, _))| *symbol);
        Gap {
            mark: symbols.clone().find(|symbol| ",:;.!?".contains(*symbol)),
            is_seam: symbols.clone().any(|symbol| symbol == Timings::EDGE),
            frames: run[0].1.1.start..run[run.len() - 1].1.1.end,
        }
    });
    gaps.filter(|gap| gap.mark.is_some() || gap.is_seam)
        .collect()
}

impl Gap {
    /// How many frames a pause is away.
    fn far(&self, run: &Range<usize>) -> usize {
        let before = self.frames.start.saturating_sub(run.end);
        before.max(run.start.saturating_sub(self.frames.end))
    }

    /// Seconds of silence that should be here, where `own` are.
    fn wanted(&self, own: f64, pauses: &Pauses) -> f64 {
        match self.mark {
            Some('.' | '!') => pauses.at(Boundary::Sentence),
            Some('?') => pauses.at(Boundary::Question),
            Some(_) if self.is_seam => pauses.at(Boundary::Clause),
            Some(_) => pauses.at_comma(own),
            None => pauses.at(Boundary::Cut),
        }
    }
}

impl Change {
    /// Three quarters of what is left of a pause stay behind the sound before, where endings are quiet.
    fn of(run: &Range<usize>, wanted: usize) -> Self {
        let kept = wanted.min(run.len());
        let after = kept * 3 / 4;
        Self {
            cut: run.start + after..run.end - (kept - after),
            more: wanted - kept,
        }
    }
}

fn samples(speech: &Speech, changes: &[Change]) -> Vec<f32> {
    let rate = speech.sample_rate;
    let mut paced: Vec<f32> = Vec::with_capacity(speech.frames());
    let mut at = 0;
    for change in changes {
        let start = paced.len();
        paced.extend(&speech.samples[at..change.cut.start]);
        if at > 0 {
            fade_in(&mut paced[start..], rate);
        }
        fade_out(&mut paced[start..], rate);
        paced.resize(paced.len() + change.more, 0.0);
        at = change.cut.end;
    }
    let start = paced.len();
    paced.extend(&speech.samples[at..]);
    fade_in(&mut paced[start..], rate);
    paced
}

/// What is cut is taken from the symbols that it was counted for, and what is put in goes there.
fn frames(timings: &Timings, changes: &[Change]) -> Vec<u32> {
    let frames = timings.spans().map(|(_, span)| {
        let cut = changes.iter().map(|change| overlap(&span, &change.cut));
        let here = changes
            .iter()
            .filter(|change| span.contains(&change.cut.start));
        let more: usize = here.map(|change| change.more).sum();
        (span.len() - cut.sum::<usize>() + more) as u32
    });
    frames.collect()
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> usize {
    a.end.min(b.end).saturating_sub(a.start.max(b.start))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RATE: usize = 24_000;

    /// Tones of a tenth of a second with so many frames of silence at each mark between them.
    fn speech(symbols: &str, silences: &[usize]) -> Speech {
        let mut samples = vec![0.0; 4_800];
        let mut frames = vec![4_800];
        let mut silences = silences.iter();
        for symbol in symbols.chars() {
            let n = if Timings::is_sound(symbol) {
                samples.extend((0..2_400).map(|i| (i as f32 * 0.1).sin() * 0.5));
                2_400
            } else {
                let n = *silences.next().unwrap();
                samples.resize(samples.len() + n, 0.0);
                n
            };
            frames.push(n as u32);
        }
        samples.resize(samples.len() + 7_200, 0.0);
        frames.push(7_200);
        Speech {
            sample_rate: RATE as u32,
            samples,
            timings: Some(Timings {
                symbols: format!("${symbols}$"),
                frames,
            }),
        }
    }

    fn pauses() -> Pauses {
        Pauses {
            sentence: 0.5,
            question: 0.7,
            ..Pauses::default()
        }
    }

    /// The inner pauses in frames, within the windows of the measure.
    fn inner(speech: &Speech) -> Vec<usize> {
        let runs = quiet(speech);
        runs[1..runs.len() - 1].iter().map(Range::len).collect()
    }

    fn are_near(found: &[usize], expected: &[usize]) -> bool {
        found.len() == expected.len()
            && found
                .iter()
                .zip(expected)
                .all(|(a, b)| a.abs_diff(*b) <= 240)
    }

    #[test]
    fn a_sentence_that_ends_inside_pauses_as_long_as_one_that_ends_outside() {
        let short_and_long = speech("a.a?a", &[4_800, 24_000]);
        let paced = pace(short_and_long, &pauses());
        let found = inner(&paced);
        assert!(are_near(&found, &[12_000, 16_800]), "{found:?}");
    }

    #[test]
    fn a_comma_is_left_as_it_was_spoken_until_it_is_set_or_all_is_scaled() {
        let spoken = || speech("a,a", &[4_800]);
        assert_eq!(pace(spoken(), &pauses()), spoken());
        let comma = Pauses {
            comma: 0.4,
            ..pauses()
        };
        assert!(are_near(&inner(&pace(spoken(), &comma)), &[9_600]));
        let scaled = Pauses {
            scale: 2.0,
            ..pauses()
        };
        assert!(are_near(&inner(&pace(spoken(), &scaled)), &[9_600]));
    }

    #[test]
    fn where_a_long_text_was_spoken_in_parts_the_silence_of_their_ends_is_no_pause() {
        let parts = speech("a,$$a$$a", &[4_800, 7_200, 7_200, 7_200, 7_200]);
        let found = inner(&pace(parts, &pauses()));
        assert!(are_near(&found, &[7_200, 1_920]), "{found:?}");
    }

    #[test]
    fn a_mark_at_which_nobody_paused_stays_without_a_pause() {
        let hurried = || speech("a.a", &[960]);
        assert_eq!(pace(hurried(), &pauses()), hurried());
    }

    proptest! {
        #[test]
        fn what_sounds_stays_as_it_is_and_timings_sum_up(
            silences in prop::collection::vec(0_usize..30_000, 4),
            sentence in 0.0..3.0,
            scale in 0.25..4.0,
        ) {
            let before = speech("ab,a.b?a!a", &silences);
            let pauses = Pauses { sentence, scale, ..Pauses::default() };
            let paced = pace(before.clone(), &pauses);
            let timings = paced.timings.as_ref().unwrap();
            let total: u32 = timings.frames.iter().sum();
            prop_assert_eq!(total as usize, paced.frames());
            for ((symbol, old), (_, new)) in before.timings.as_ref().unwrap().spans().zip(timings.spans()) {
                let is_same = before.samples[old] == paced.samples[new];
                prop_assert!(!Timings::is_sound(symbol) || is_same, "{symbol} was changed");
            }
        }
    }
}
