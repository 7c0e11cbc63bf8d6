//! The checks that a take must pass before it counts as speech.
//!
//! Never repairs audio: a gate says yes, or what it saw.

use super::Speech;

/// Quieter than this everywhere is silence: −60 dB of full scale.
const SILENCE: f32 = 0.001;

/// Seconds that may be added to or missing from the band, for pauses and the silence at both ends.
const SLACK: f64 = 1.5;

/// Fewest seconds for one Han character; real engines need 0.15 and more.
const LEAST_PER_SYLLABLE: f64 = 0.08;

/// Most seconds for one Han character; above this an engine rambles.
const MOST_PER_SYLLABLE: f64 = 0.60;

/// Judges a take of a text of `n_syllables` syllables spoken at `speed`.
///
/// The bands are those of `LEAST_PER_SYLLABLE` and `MOST_PER_SYLLABLE`, divided by the speed.
///
/// # Errors
///
/// A short account of the gate that failed and what it saw.
pub fn judge(speech: &Speech, n_syllables: usize, speed: f32) -> Result<(), String> {
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
    judge_length(speech.seconds() * f64::from(speed), n_syllables)
}

fn judge_length(seconds: f64, n_syllables: usize) -> Result<(), String> {
    let least = LEAST_PER_SYLLABLE * n_syllables as f64 - SLACK;
    let most = MOST_PER_SYLLABLE * n_syllables as f64 + SLACK;
    if seconds < least {
        return Err(format!(
            "{seconds:.1} s is too short for {n_syllables} syllables"
        ));
    }
    if seconds > most {
        return Err(format!(
            "{seconds:.1} s is too long for {n_syllables} syllables"
        ));
    }
    Ok(())
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
        assert!(judge(&tone(1.2), 30, 2.0).is_ok());
        assert!(judge(&tone(0.8), 30, 1.0).is_err());
    }

    #[test]
    fn samples_that_are_not_numbers_do_not_pass() {
        let mut speech = tone(4.4);
        speech.samples[7] = f32::NAN;
        assert!(judge(&speech, 20, 1.0).is_err());
    }
}
