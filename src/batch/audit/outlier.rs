//! Chunks that are unlike the others of their book: by median and spread, so that no fault hides itself.
//!
//! Never accuses where few are alike, or where a text is too short to say anything.

use super::{Finding, Kind, Measured};

/// Fewest chunks that tell what is usual.
const FEWEST: usize = 12;

/// How many times the usual spread something may be off.
const SPREADS: f64 = 6.0;

/// What the spread of a normal distribution is for a median of deviations.
const NORMAL: f64 = 1.4826;

/// However alike the others are, a chunk may be off by so much: dB, and parts of the usual.
const LEVEL: f64 = 4.0;
const PACE: f64 = 0.22;
const PITCH: f64 = 0.3;

/// And by so many seconds of silence.
const PAUSE: f64 = 0.7;

/// A short text may be off by more: so much divided by its syllables.
const SHORT_PACE: f64 = 1.5;

/// Fewest syllables, and seconds of sound, that say something; a short cry is higher than a sentence.
const SYLLABLES: usize = 4;
const SECONDS: f64 = 0.7;
const PITCH_SECONDS: f64 = 2.0;

/// An end that is nearer than this to the level of speech, in dB, where the others die away.
const LOUD_END: f64 = -12.0;
const QUIET_ENDS: f64 = -30.0;

/// One thing that is measured of every chunk.
struct Measure {
    kind: Kind,
    /// What it is called when there is too little and too much of it.
    names: [&'static str; 2],
    value: fn(&Measured) -> Option<f64>,
    /// How far off it may be at least, for this chunk.
    floor: fn(&Measured) -> f64,
}

const MEASURES: [Measure; 4] = [
    Measure {
        kind: Kind::Level,
        names: ["quieter than the others", "louder than the others"],
        value: |of| of.sound.level.filter(|_| is_long(of)),
        floor: |_| LEVEL,
    },
    Measure {
        kind: Kind::Pace,
        names: ["too short for its text", "too long for its text"],
        value: |of| {
            let n = of.n_syllables.filter(|n| *n >= SYLLABLES)?;
            Some((of.sound.sounding.max(0.01) / n as f64).ln())
        },
        floor: |of| PACE + SHORT_PACE / of.n_syllables.unwrap_or(1).max(1) as f64,
    },
    Measure {
        kind: Kind::Pitch,
        names: ["lower than the others", "higher than the others"],
        value: |of| {
            let is_long = of.sound.sounding >= PITCH_SECONDS;
            of.sound.pitch.filter(|_| is_long).map(f64::ln)
        },
        floor: |_| PITCH,
    },
    Measure {
        kind: Kind::Pause,
        names: ["without its pauses", "with a pause that no other has"],
        value: |of| Some(of.sound.longest_silence),
        floor: |_| PAUSE,
    },
];

/// The chunks that are unlike the others.
pub fn outliers(measured: &[Measured]) -> Vec<Finding> {
    let mut findings: Vec<Finding> = MEASURES
        .iter()
        .flat_map(|measure| measure.outliers(measured))
        .collect();
    findings.extend(cut_off(measured));
    findings
}

impl Measure {
    fn outliers(&self, measured: &[Measured]) -> Vec<Finding> {
        let values = measured.iter().filter_map(self.value);
        let Some((usual, spread)) = usual(values) else {
            return Vec::new();
        };
        let off = |of: &Measured| {
            let off = (self.value)(of)? - usual;
            let most = (self.floor)(of).max(spread * NORMAL * SPREADS);
            (off.abs() > most).then_some(off)
        };
        let found = measured.iter().filter_map(|of| Some((of, off(of)?)));
        // A pause that is missing is no fault.
        let found = found.filter(|(_, off)| *off > 0.0 || self.kind != Kind::Pause);
        found
            .map(|(of, off)| of.finding(self.kind, self.names[usize::from(off > 0.0)]))
            .collect()
    }
}

/// Ends that are loud, in a book whose ends die away.
fn cut_off(measured: &[Measured]) -> Vec<Finding> {
    let Some((usual, _)) = usual(measured.iter().map(|of| of.sound.end)) else {
        return Vec::new();
    };
    let is_cut = |of: &&Measured| usual < QUIET_ENDS && of.sound.end > LOUD_END;
    let cut = measured.iter().filter(is_cut);
    cut.map(|of| of.finding(Kind::CutOff, "cut off at its end"))
        .collect()
}

fn is_long(of: &Measured) -> bool {
    of.sound.sounding >= SECONDS
}

/// The median, and the median of what is off it.
fn usual(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let values: Vec<f64> = values.collect();
    if values.len() < FEWEST {
        return None;
    }
    let usual = median(values.clone());
    let spread = median(values.iter().map(|value| (value - usual).abs()).collect());
    Some((usual, spread))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::speech::sound::Sound;

    fn chunk(index: usize) -> Measured {
        // A little unlike each other, as chunks are.
        let little = (index % 5) as f64 * 0.01;
        Measured {
            chapter: 3,
            chunk: index,
            n_syllables: Some(20),
            sound: Sound {
                level: Some(-20.0 + little * 30.0),
                clipped: 0.0,
                longest_silence: 0.3 + little,
                sounding: 4.0 + little * 4.0,
                noise: 0.0,
                pitch: Some(220.0 + little * 200.0),
                end: -60.0,
            },
        }
    }

    fn found(n: usize, change: impl FnOnce(&mut Measured)) -> Vec<(usize, Kind)> {
        let mut chunks: Vec<Measured> = (0..n).map(chunk).collect();
        change(&mut chunks[7]);
        let found = outliers(&chunks);
        found.iter().map(|f| (f.chunk.unwrap(), f.kind)).collect()
    }

    #[test]
    fn chunks_that_are_alike_are_not_accused() {
        assert_eq!(found(40, |_| ()), []);
    }

    #[test]
    fn a_chunk_that_is_unlike_the_others_is_named_with_what_is_unlike() {
        assert_eq!(
            found(40, |c| c.sound.level = Some(-14.0)),
            [(7, Kind::Level)]
        );
        assert_eq!(
            found(40, |c| c.sound.level = Some(-26.0)),
            [(7, Kind::Level)]
        );
        assert_eq!(found(40, |c| c.sound.sounding = 6.0), [(7, Kind::Pace)]);
        assert_eq!(found(40, |c| c.sound.sounding = 2.5), [(7, Kind::Pace)]);
        assert_eq!(
            found(40, |c| c.sound.pitch = Some(330.0)),
            [(7, Kind::Pitch)]
        );
        assert_eq!(
            found(40, |c| c.sound.longest_silence = 1.4),
            [(7, Kind::Pause)]
        );
        assert_eq!(found(40, |c| c.sound.longest_silence = 0.0), []);
        assert_eq!(found(40, |c| c.sound.end = -3.0), [(7, Kind::CutOff)]);
    }

    #[test]
    fn a_short_chunk_may_be_unlike_the_others() {
        let short = |c: &mut Measured| {
            c.n_syllables = Some(2);
            c.sound.sounding = 0.6;
            c.sound.level = Some(-26.0);
            c.sound.pitch = Some(330.0);
        };
        assert_eq!(found(40, short), []);
    }

    #[test]
    fn few_chunks_tell_nothing() {
        assert_eq!(found(11, |c| c.sound.level = Some(-6.0)), []);
    }
}
