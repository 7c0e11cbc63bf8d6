//! What holds for every voice and every order of its takes.
//!
//! Never names a case by itself; those are in `tests`.

use proptest::prelude::*;

use super::*;

/// Few, so that many takes are judged soon.
const SAMPLE_RATE: u32 = 1_000;

/// A take whose samples no other take has.
fn take(seconds: f64, number: usize) -> Speech {
    let n = (seconds * f64::from(SAMPLE_RATE)) as usize;
    let mut samples: Vec<f32> = (0..n).map(|i| (i as f32).sin() * 0.5).collect();
    samples[n / 2] = 0.1 + number as f32 * 1e-4;
    Speech {
        sample_rate: SAMPLE_RATE,
        samples,
        timings: None,
    }
}

fn said(n_syllables: usize, number: usize) -> Said {
    Said {
        syllables: n_syllables.into(),
        sound: number.to_string(),
        symbols: None,
    }
}

/// Takes of an honest voice: so many syllables, each so long.
fn honest() -> impl Strategy<Value = Vec<(usize, f64)>> {
    // Nearly half and nearly twice of the usual 0.22 s: no narrator differs more.
    let take = (1..40_usize, 0.13..0.36_f64);
    prop::collection::vec(take, 60..90).prop_shuffle()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn an_honest_voice_passes_in_every_order(takes in honest(), rate in prop::sample::select(vec![16_000, 24_000, 32_000])) {
        let gates = Gates::new(GateSettings::default(), 1.0);
        for (number, (n_syllables, pace)) in takes.iter().enumerate() {
            let take = take((*n_syllables as f64 * pace).max(0.15), number);
            prop_assert_eq!(gates.judge(&take, rate, &said(*n_syllables, number)), Ok(()));
        }
    }

    #[test]
    fn no_samples_make_it_panic(
        samples in prop::collection::vec(prop_oneof![any::<f32>(), -1.0..1.0_f32], 0..300),
        sample_rate in 8_000..192_000_u32,
        rate in any::<u32>(),
        n_syllables in 0..1_000_usize,
        speed in 0.5..2.0_f32,
    ) {
        let gates = Gates::new(GateSettings::default(), speed);
        let speech = Speech { sample_rate, samples, timings: None };
        let _ = gates.judge(&speech, rate, &said(n_syllables, 0));
    }

    #[test]
    fn the_parts_of_a_take_sum_to_its_length(before in 0..3_000_usize, spoken in 1..3_000_usize, after in 0..3_000_usize) {
        let edge = |n| std::iter::repeat_n(0.0, n);
        let samples = edge(before).chain(std::iter::repeat_n(0.5, spoken)).chain(edge(after));
        let speech = Speech { sample_rate: 8_000, samples: samples.collect(), timings: None };
        let heard = Heard::of(&speech).unwrap();
        prop_assert!((heard.total() - speech.seconds()).abs() < 1e-9);
        prop_assert!((heard.spoken - spoken as f64 / 8_000.0).abs() <= 0.02);
    }
}
