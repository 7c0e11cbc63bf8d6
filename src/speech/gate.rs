//! The checks that a take must pass before it counts as speech.
//!
//! Never repairs audio: a gate says yes, or what it saw.

use super::Speech;

/// Quieter than this everywhere is silence: −60 dB of full scale.
const SILENCE: f32 = 0.001;

/// Seconds that may be added to the band, for pauses and the silence at both ends.
const SLACK: f64 = 1.5;

/// Fewest seconds of any speech.
const SHORTEST: f64 = 0.12;

/// Fewest seconds for one Han character; real engines need 0.15 and more.
const LEAST_PER_SYLLABLE: f64 = 0.08;

/// Most seconds for one Han character; above this an engine rambles.
const MOST_PER_SYLLABLE: f64 = 0.60;

/// How many syllables a text has; a foreign word may be spelled or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Syllables {
    /// At least so many.
    pub least: usize,
    /// At most so many.
    pub most: usize,
}

impl From<usize> for Syllables {
    fn from(n: usize) -> Self {
        Self { least: n, most: n }
    }
}

/// Judges a take of a text of so many syllables spoken at `speed`.
///
/// The bands are those of `LEAST_PER_SYLLABLE` and `MOST_PER_SYLLABLE`, divided by the speed.
///
/// # Errors
///
/// A short account of the gate that failed and what it saw.
pub fn judge(speech: &Speech, syllables: impl Into<Syllables>, speed: f32) -> Result<(), String> {
    if speech.sample_rate < 8_000 || speech.sample_rate > 192_000 {
        return Err(format!("a sample rate of {} Hz", speech.sample_rate));
    }
    if speech.samples.is_empty() {
        return Err("no samples".into());
    }
    if speech.samples.iter().any(|sample| !sample.is_finite()) {
        return Err("samples that are not numbers".into());
    }
    if speech.samples.iter().all(|sample| sample.abs() < SILENCE) {
        return Err(format!("{:.1} s of silence", speech.seconds()));
    }
    judge_length(speech.seconds() * f64::from(speed), syllables.into())
}

fn judge_length(seconds: f64, syllables: Syllables) -> Result<(), String> {
    let least = (LEAST_PER_SYLLABLE * syllables.least as f64).max(SHORTEST);
    let most = MOST_PER_SYLLABLE * syllables.most as f64 + SLACK;
    if seconds < least {
        return Err(format!(
            "{seconds:.1} s is too short for {}",
            in_words(syllables.least)
        ));
    }
    if seconds > most {
        return Err(format!(
            "{seconds:.1} s is too long for {}",
            in_words(syllables.most)
        ));
    }
    Ok(())
}

fn in_words(n_syllables: usize) -> String {
    match n_syllables {
        1 => "1 syllable".into(),
        n => format!("{n} syllables"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tone(seconds: f64) -> Speech {
        let frames = (seconds * 24_000.0) as usize;
        Speech {
            sample_rate: 24_000,
            samples: (0..frames).map(|i| (i as f32 * 0.05).sin() * 0.3).collect(),
            timings: None,
        }
    }

    #[test]
    fn speech_of_an_ordinary_pace_passes() {
        assert_eq!(judge(&tone(4.4), 20, 1.0), Ok(()));
    }

    #[test]
    fn silence_never_passes_for_speech() {
        let mut speech = tone(4.4);
        speech.samples.fill(0.0005);
        assert!(judge(&speech, 20, 1.0).unwrap_err().contains("silence"));
    }

    #[test]
    fn half_a_sentence_does_not_pass() {
        assert!(
            judge(&tone(1.0), 40, 1.0)
                .unwrap_err()
                .contains("too short")
        );
    }

    #[test]
    fn a_rambling_answer_does_not_pass() {
        assert!(
            judge(&tone(30.0), 20, 1.0)
                .unwrap_err()
                .contains("too long")
        );
    }

    #[test]
    fn a_faster_voice_may_be_shorter() {
        assert!(judge(&tone(1.3), 30, 2.0).is_ok());
        assert!(judge(&tone(1.3), 30, 1.0).is_err());
    }

    #[test]
    fn samples_that_are_not_numbers_do_not_pass() {
        let mut speech = tone(4.4);
        speech.samples[7] = f32::NAN;
        assert!(judge(&speech, 20, 1.0).is_err());
    }

    #[test]
    fn a_foreign_word_may_be_spelled_or_read() {
        let hello = Syllables { least: 1, most: 8 };
        assert!(judge(&tone(1.0), hello, 1.0).is_ok());
        assert!(judge(&tone(5.0), hello, 1.0).is_ok());
        assert!(judge(&tone(5.0), 1, 1.0).is_err());
    }
}
