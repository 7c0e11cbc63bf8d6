//! Whether what a take's timings promise is really there: every syllable sounds in its own time.
//!
//! Never asks consonants to sound: closures are silent by nature.

use std::ops::Range;

use super::BadTake;
use crate::reading::is_han;
use crate::speech::{Speech, Timings, sound};

/// How far under the loudest syllable a syllable may be, in dB. Of 3,798 syllables of the voice inside the quietest
/// was 26 dB under it.
const QUIETEST: f64 = -36.0;

/// How far off the timings may be, in seconds: one unit of the model's.
const OFF: f64 = 0.025;

/// The stretch whose level is taken at once, in seconds.
const WINDOW: f64 = 0.01;

/// The symbols of vowels; one that English swallows, `ᵊ`, is not among them.
const VOWELS: &str = "aɑeiouyøəɚɛɜɤɨʊɔɪæʌɒAIOQWY";

/// Judges a take that has timings, and that was to have these symbols, if that is known.
///
/// # Errors
///
/// What its timings promise, and it does not hold.
pub fn judge(speech: &Speech, symbols: Option<&str>) -> Result<(), BadTake> {
    let Some(timings) = &speech.timings else {
        return Ok(());
    };
    let total = timings.frames.iter().map(|n| *n as usize).sum::<usize>();
    if timings.symbols.chars().count() != timings.frames.len() || total != speech.frames() {
        let frames = speech.frames();
        return Err(BadTake::Timings { frames, total });
    }
    if symbols.is_some_and(|symbols| !sounding(symbols).eq(sounding(&timings.symbols))) {
        return Err(BadTake::OtherText);
    }
    match swallowed(speech, timings) {
        Some(bad) => Err(bad),
        None => Ok(()),
    }
}

/// The symbols without the silence at the edges and between words.
fn sounding(symbols: &str) -> impl Iterator<Item = char> {
    let is_silent = |symbol: &char| *symbol == Timings::EDGE || symbol.is_whitespace();
    symbols.chars().filter(move |symbol| !is_silent(symbol))
}

/// The first run of syllables of which nothing is to be heard.
fn swallowed(speech: &Speech, timings: &Timings) -> Option<BadTake> {
    let syllables = syllables(timings);
    let levels: Vec<f64> = syllables.iter().map(|span| level(speech, span)).collect();
    let loudest = levels.iter().copied().fold(f64::MIN, f64::max);
    let is_lost = |level: &&f64| **level < loudest + QUIETEST;
    let first = levels.iter().position(|level| is_lost(&level))?;
    let n_syllables = levels[first..].iter().take_while(is_lost).count();
    let seconds = |frame: usize| frame as f64 / f64::from(speech.sample_rate);
    Some(BadTake::Swallowed {
        n_syllables,
        from: seconds(syllables[first].start),
        to: seconds(syllables[first + n_syllables - 1].end),
    })
}

/// Where the vowels are, those that follow each other as one; a character that is a syllable is its own.
fn syllables(timings: &Timings) -> Vec<Range<usize>> {
    let (mut at, mut syllables) = (0, Vec::<Range<usize>>::new());
    for (symbol, frames) in timings.symbols.chars().zip(&timings.frames) {
        let end = at + *frames as usize;
        match syllables.last_mut() {
            Some(last) if last.end == at && VOWELS.contains(symbol) => last.end = end,
            _ if VOWELS.contains(symbol) || is_han(symbol) => syllables.push(at..end),
            _ => {}
        }
        at = end;
    }
    syllables
}

/// The loudest window of a span, in dB; timings are a little off.
fn level(speech: &Speech, span: &Range<usize>) -> f64 {
    let frames = |seconds: f64| (seconds * f64::from(speech.sample_rate)) as usize;
    let from = span.start.saturating_sub(frames(OFF));
    let to = (span.end + frames(OFF)).min(speech.frames());
    let windows = speech.samples[from..to].chunks(frames(WINDOW).max(1));
    sound::decibels(windows.map(sound::rms).fold(0.0, f64::max))
}

#[cfg(test)]
mod tests {
    use super::*;

    const RATE: u32 = 24_000;

    /// Four syllables of 0.2 s in a quarter of silence; `silent` says which of them make no sound.
    fn speech(silent: Range<usize>) -> Speech {
        let frames = vec![
            6_000, 1_200, 3_600, 1_200, 3_600, 2_400, 1_200, 3_600, 1_200, 3_600, 6_000,
        ];
        let symbols = "$tamo, naly$";
        let mut samples = Vec::new();
        let mut syllable = 0;
        let lengths = symbols.chars().filter(|c| *c != ' ').zip(&frames);
        for (symbol, n) in lengths {
            let is_vowel = VOWELS.contains(symbol);
            let loudness = if is_vowel && !silent.contains(&syllable) {
                0.3
            } else {
                0.0
            };
            samples.extend((0..*n).map(|i| (i as f32 * 0.05).sin() * loudness));
            syllable += usize::from(is_vowel);
        }
        Speech {
            sample_rate: RATE,
            samples,
            timings: Some(Timings {
                symbols: symbols.replace(' ', ""),
                frames,
            }),
        }
    }

    #[test]
    fn consonants_and_marks_may_be_silent() {
        assert_eq!(judge(&speech(0..0), Some("tamo, naly")), Ok(()));
    }

    #[test]
    fn a_clause_without_sound_is_named_with_its_place() {
        let bad = judge(&speech(2..4), None).unwrap_err();
        assert_eq!(
            bad.to_string(),
            "no sound from 0.8 s to 1.1 s, where 2 syllables should be"
        );
        let bad = judge(&speech(1..2), None).unwrap_err();
        assert!(
            matches!(bad, BadTake::Swallowed { n_syllables: 1, .. }),
            "{bad}"
        );
    }

    #[test]
    fn another_text_than_was_asked_for_is_found() {
        assert_eq!(
            judge(&speech(0..0), Some("tamo, nal")),
            Err(BadTake::OtherText)
        );
    }

    #[test]
    fn samples_that_the_timings_do_not_know_are_found() {
        let mut cut = speech(0..0);
        cut.samples.truncate(20_000);
        assert_eq!(
            judge(&cut, None),
            Err(BadTake::Timings {
                frames: 20_000,
                total: 33_600
            })
        );
    }

    #[test]
    fn a_take_without_timings_is_believed() {
        let bare = Speech {
            timings: None,
            ..speech(2..4)
        };
        assert_eq!(judge(&bare, Some("tamo")), Ok(()));
    }
}
