//! The shape of the weights, and the numbers that another implementation gets from them.

use super::*;

/// The scores of these syllables for the character at `index`.
fn scores(sentence: &str, index: usize, syllables: &[&str]) -> Vec<f32> {
    let network = Network::new();
    let class = |syllable: &&str| Network::syllables().position(|other| other == *syllable);
    let classes: Vec<usize> = syllables.iter().filter_map(class).collect();
    let sentence: Vec<char> = sentence.chars().collect();
    let context = network.read(&sentence);
    network.score(&context, index, &classes).collect()
}

fn check(sentence: &str, index: usize, expected: &[(&str, f32)]) {
    let syllables: Vec<&str> = expected.iter().map(|(syllable, _)| *syllable).collect();
    let scores = scores(sentence, index, &syllables);
    for (score, (syllable, expected)) in scores.iter().zip(expected) {
        assert!(
            (score - expected).abs() < 1e-3,
            "{sentence} {syllable} {score}"
        );
    }
}

#[test]
fn the_files_have_the_shape_of_the_network() {
    let weights = N_VECTORS * VECTOR
        + 2 * (VECTOR + STATE + 1) * GATES
        + (2 * STATE + 1) * DENSE
        + N_CLASSES * (DENSE + 1);
    assert_eq!(WEIGHTS.len(), weights * 4);
    assert_eq!(Network::syllables().count(), N_CLASSES);
    assert_eq!(Network::new().vectors.len() + 2, N_VECTORS);
}

#[test]
fn the_scores_are_those_that_numpy_gets() {
    check(
        "他重新站起来。",
        1,
        &[("chong2", -1.32955), ("zhong4", -11.53102)],
    );
    check(
        "很长的路，他长大了。",
        1,
        &[("chang2", -9.76208), ("zhang3", -14.74325)],
    );
}

#[test]
fn an_unknown_character_is_scored_around() {
    check("雪😀都下了。", 2, &[("dou1", -3.42111), ("du1", -7.18838)]);
}

#[test]
fn the_exponential_is_as_good_as_the_numbers_are() {
    for step in -860..=860 {
        let x = step as f32 / 10.0;
        assert!((exp(x) / x.exp() - 1.0).abs() < 1e-5, "{x}");
    }
}

#[test]
fn nothing_overflows() {
    for (x, expected) in [(1e9, 1.0), (-1e9, 0.0), (f32::INFINITY, 1.0)] {
        assert!((sigmoid(x) - expected).abs() < 1e-6, "{x}");
    }
}
