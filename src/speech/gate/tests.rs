//! Honest takes, and the lies that real servers tell.
//!
//! Never uses a real voice: what honest engines really give is in `docs/benchmarks.md`.

use super::*;

/// Low, so that long takes are few samples.
const SAMPLE_RATE: u32 = 8_000;

/// What the answers came at.
const RATE: u32 = 24_000;

/// A tone for each part that is more than nothing, else silence: (seconds, loudness).
fn sound(parts: &[(f64, f32)]) -> Speech {
    let mut samples = Vec::new();
    for (seconds, loudness) in parts {
        let n = (seconds * f64::from(SAMPLE_RATE)).round() as usize;
        samples.extend((0..n).map(|i| (i as f32).sin() * loudness));
    }
    Speech {
        sample_rate: SAMPLE_RATE,
        samples,
        timings: None,
    }
}

fn tone(seconds: f64) -> Speech {
    sound(&[(seconds, 0.3)])
}

fn said(n_syllables: usize, sound: &str) -> Said {
    Said {
        syllables: n_syllables.into(),
        sound: sound.into(),
        symbols: None,
    }
}

fn gates(settings: GateSettings) -> Gates {
    Gates::new(settings, 1.0)
}

/// Gates that know a voice of 0.2 s a syllable.
fn experienced() -> Gates {
    let gates = gates(GateSettings::default());
    for n in 0..30 {
        let sound = format!("{n}");
        let seconds = 2.0 + f64::from(n) * 0.001;
        gates
            .judge(&tone(seconds), RATE, &said(10, &sound))
            .unwrap();
    }
    gates
}

#[track_caller]
fn expect(gates: &Gates, speech: &Speech, said: &Said, expected: &str) {
    let bad = gates
        .judge(speech, RATE, said)
        .map_err(|bad| bad.to_string());
    assert_eq!(bad, Err(expected.to_owned()));
}

#[test]
fn speech_of_an_ordinary_pace_passes() {
    assert_eq!(judge(&tone(4.4), 20, 1.0), Ok(()));
}

#[test]
fn silence_never_passes_for_speech() {
    let gates = gates(GateSettings::default());
    expect(
        &gates,
        &sound(&[(4.4, 0.0005)]),
        &said(20, "x"),
        "4.4 s of silence",
    );
}

#[test]
fn half_a_sentence_does_not_pass() {
    let gates = gates(GateSettings::default());
    expect(
        &gates,
        &tone(1.0),
        &said(40, "x"),
        "1.0 s is too short for 40 syllables",
    );
}

#[test]
fn half_a_sentence_does_not_pass_for_the_silence_after_it() {
    let gates = gates(GateSettings::default());
    let broken_off = sound(&[(1.0, 0.3), (4.5, 0.0)]);
    expect(
        &gates,
        &broken_off,
        &said(40, "x"),
        "1.0 s is too short for 40 syllables",
    );
}

#[test]
fn a_rambling_answer_does_not_pass() {
    let gates = gates(GateSettings::default());
    expect(
        &gates,
        &tone(30.0),
        &said(20, "x"),
        "30.0 s is too long for 20 syllables",
    );
    expect(
        &gates,
        &tone(10.0),
        &said(2, "y"),
        "10.0 s is too long for 2 syllables",
    );
}

#[test]
fn a_faster_voice_may_be_shorter_and_a_slower_one_longer() {
    assert!(judge(&tone(1.3), 30, 2.0).is_ok());
    assert!(judge(&tone(1.3), 30, 1.0).is_err());
    assert!(judge(&tone(20.0), 20, 0.5).is_ok());
    assert!(judge(&tone(20.0), 20, 1.0).is_err());
}

#[test]
fn samples_that_are_not_numbers_do_not_pass() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let mut speech = tone(4.4);
        speech.samples[7] = bad;
        let gates = gates(GateSettings::default());
        expect(
            &gates,
            &speech,
            &said(20, "x"),
            "samples that are not numbers",
        );
    }
}

#[test]
fn a_foreign_word_may_be_spelled_or_read() {
    let hello = Syllables { least: 1, most: 8 };
    assert!(judge(&tone(1.0), hello, 1.0).is_ok());
    assert!(judge(&tone(5.0), hello, 1.0).is_ok());
    assert!(judge(&tone(5.0), 1, 1.0).is_err());
}

#[test]
fn a_long_silence_inside_does_not_pass() {
    let gates = gates(GateSettings::default());
    let pause = |seconds| sound(&[(2.0, 0.3), (seconds, 0.0), (2.0, 0.3)]);
    assert_eq!(gates.judge(&pause(2.9), RATE, &said(20, "x")), Ok(()));
    expect(
        &gates,
        &pause(3.2),
        &said(20, "y"),
        "3.2 s of silence inside",
    );
}

#[test]
fn silence_at_the_ends_is_no_fault_until_it_is_most_of_it() {
    let gates = gates(GateSettings::default());
    let padded = |before, after| sound(&[(before, 0.0), (4.0, 0.3), (after, 0.0)]);
    assert_eq!(gates.judge(&padded(4.5, 4.5), RATE, &said(20, "x")), Ok(()));
    expect(
        &gates,
        &padded(6.0, 0.2),
        &said(20, "y"),
        "6.0 s of silence at its beginning",
    );
    expect(
        &gates,
        &padded(0.2, 6.0),
        &said(20, "z"),
        "6.0 s of silence at its end",
    );
}

#[test]
fn noise_under_the_speech_is_still_a_pause() {
    let gates = gates(GateSettings::default());
    let noisy = sound(&[(2.0, 0.9), (3.5, 0.003), (2.0, 0.9)]);
    expect(&gates, &noisy, &said(20, "x"), "3.5 s of silence inside");
}

#[test]
fn a_take_as_long_as_the_engine_can_give_was_cut_off() {
    let capped = gates(GateSettings {
        longest: Some(81.84),
        most_per_syllable: 20.0,
        ..GateSettings::default()
    });
    let cut = "81.8 s, which is all that this engine gives at once";
    expect(&capped, &tone(81.84), &said(15, "x"), cut);
    expect(&capped, &tone(81.80), &said(15, "y"), cut);
    assert_eq!(capped.judge(&tone(81.7), RATE, &said(15, "z")), Ok(()));
}

#[test]
fn a_declared_sample_rate_is_the_only_one() {
    let declared = gates(GateSettings {
        sample_rate: Some(32_000),
        ..GateSettings::default()
    });
    assert_eq!(declared.judge(&tone(2.0), 32_000, &said(10, "x")), Ok(()));
    expect(
        &declared,
        &tone(2.0),
        &said(10, "y"),
        "a sample rate of 24000 Hz, and this voice has 32000 Hz",
    );
}

#[test]
fn a_sample_rate_is_known_when_three_answers_agree() {
    let gates = gates(GateSettings::default());
    let mut n = 0;
    let mut judge = |rate| {
        n += 1;
        let said = said(10, &n.to_string());
        gates.judge(&tone(2.0 + f64::from(n) * 0.01), rate, &said)
    };
    for rate in [32_000, 16_000, 32_000, 32_000] {
        assert_eq!(judge(rate), Ok(()), "{rate}");
    }
    let (rate, known) = (16_000, 32_000);
    assert_eq!(judge(16_000), Err(BadTake::OtherRate { rate, known }));
    assert_eq!(judge(32_000), Ok(()));
}

#[test]
fn a_rate_that_no_engine_means_does_not_pass() {
    let gates = gates(GateSettings::default());
    for rate in [0, 7_999, 192_001] {
        let bad = gates.judge(&tone(2.0), rate, &said(10, "x"));
        assert_eq!(bad, Err(BadTake::Rate { rate }));
    }
}

/// GPT-SoVITS answers 200 with this when its model has failed.
#[test]
fn a_second_of_zeros_at_16_khz_does_not_pass_and_teaches_nothing() {
    let gates = gates(GateSettings::default());
    let zeros = sound(&[(1.0, 0.0)]);
    for _ in 0..5 {
        let bad = gates.judge(&zeros, 16_000, &said(3, "x"));
        assert_eq!(bad, Err(BadTake::Silent { seconds: 1.0 }));
    }
    assert_eq!(gates.judge(&tone(1.0), 32_000, &said(4, "x")), Ok(()));
}

#[test]
fn the_answer_to_another_text_does_not_pass() {
    let gates = gates(GateSettings::default());
    assert_eq!(gates.judge(&tone(2.0), RATE, &said(10, "ta lai")), Ok(()));
    assert_eq!(gates.judge(&tone(2.0), RATE, &said(10, "ta lai")), Ok(()));
    expect(
        &gates,
        &tone(2.0),
        &said(10, "ta zou"),
        "the very samples of another text",
    );
}

#[test]
fn the_takes_that_are_remembered_are_not_without_number() {
    let gates = gates(GateSettings::default());
    let take = |n: u16| Speech {
        sample_rate: 8_000,
        samples: (0..1_000)
            .map(|i| {
                if i == 500 {
                    f32::from(n + 100) / 1e5
                } else {
                    0.1
                }
            })
            .collect(),
        timings: None,
    };
    for n in 0..5_000 {
        gates
            .judge(&take(n), 8_000, &said(1, &n.to_string()))
            .unwrap();
    }
    let other = said(1, "other");
    assert_eq!(
        gates.judge(&take(4_999), 8_000, &other),
        Err(BadTake::Repeated)
    );
    assert_eq!(
        gates.judge(&take(904), 8_000, &other),
        Err(BadTake::Repeated)
    );
    assert_eq!(gates.judge(&take(900), 8_000, &other), Ok(()));
}

#[test]
fn a_voice_is_measured_by_its_own_pace_once_that_is_known() {
    let slow = said(100, "slow");
    assert_eq!(
        gates(GateSettings::default()).judge(&tone(55.0), RATE, &slow),
        Ok(())
    );
    expect(
        &experienced(),
        &tone(55.0),
        &slow,
        "55.0 s is too long for 100 syllables of this voice, which takes 0.20 s for one",
    );
    let lax = GateSettings {
        least_per_syllable: 0.01,
        ..GateSettings::default()
    };
    let lax = gates(lax);
    for n in 0..30 {
        let seconds = 4.0 + f64::from(n) * 0.001;
        lax.judge(&tone(seconds), RATE, &said(10, &n.to_string()))
            .unwrap();
    }
    expect(
        &lax,
        &tone(3.0),
        &said(30, "fast"),
        "3.0 s is too short for 30 syllables of this voice, which takes 0.40 s for one",
    );
}

#[test]
fn a_short_text_may_be_off_the_usual_pace() {
    let gates = experienced();
    for (seconds, n_syllables) in [(0.15, 1), (1.9, 1), (0.2, 2), (2.4, 2), (0.4, 4)] {
        let said = said(n_syllables, &format!("{seconds}"));
        assert_eq!(gates.judge(&tone(seconds), RATE, &said), Ok(()), "{said:?}");
    }
}

#[test]
fn a_take_that_failed_teaches_nothing() {
    let gates = gates(GateSettings::default());
    for n in 0..100 {
        let said = said(10, &n.to_string());
        assert!(gates.judge(&tone(20.0), 16_000, &said).is_err());
    }
    assert_eq!(gates.judge(&tone(2.0), RATE, &said(10, "x")), Ok(()));
    // The same long samples are no other text's: they were never taken in.
    expect(
        &gates,
        &tone(20.0),
        &said(10, "y"),
        "20.0 s is too long for 10 syllables",
    );
}

#[test]
fn half_a_sentence_does_not_pass_for_a_voice_of_even_pace() {
    let gates = gates(GateSettings::default());
    for n in 0..120 {
        let seconds = 2.2 + f64::from(n) * 0.001;
        let said = said(10, &n.to_string());
        gates.judge(&tone(seconds), RATE, &said).unwrap();
    }
    let half = "4.6 s is too short for 40 syllables of this voice, which takes 0.23 s for one";
    expect(&gates, &tone(4.6), &said(40, "half"), half);
    assert_eq!(gates.judge(&tone(6.0), RATE, &said(40, "fast")), Ok(()));
}

#[test]
fn a_voice_of_uneven_pace_may_be_fast() {
    let gates = gates(GateSettings::default());
    for n in 0..120 {
        let seconds = 1.4 + f64::from(n) * 0.02;
        let said = said(10, &n.to_string());
        gates.judge(&tone(seconds), RATE, &said).unwrap();
    }
    assert_eq!(gates.judge(&tone(4.6), RATE, &said(40, "fast")), Ok(()));
}
