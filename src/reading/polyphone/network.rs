//! A small bidirectional LSTM that knows how characters are read in their sentence.
//!
//! Never differs between machines: its arithmetic is plain `f32` in a fixed order, with an
//! exponential of its own. The weights are those of g2pM, by way of `convert.py` beside this file.

use std::collections::HashMap;

/// Raw little-endian numbers in the order in which [`Network::new`] takes them.
const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// The characters that have a vector of their own, from the third vector on.
const CHARACTERS: &str = include_str!("characters.txt");

/// The syllables that it tells apart.
const CLASSES: &str = include_str!("classes.txt");

const N_VECTORS: usize = 5398;
const N_CLASSES: usize = 876;
const VECTOR: usize = 64;
const STATE: usize = 32;
const GATES: usize = 4 * STATE;
const DENSE: usize = 32;

/// The vectors of characters that have none, and of the two ends of a sentence.
const UNKNOWN: usize = 1;
const BEGIN: char = '시';
const END: char = '끝';

/// The weights, and what their rows stand for.
#[derive(Debug)]
pub(super) struct Network {
    vectors: HashMap<char, usize>,
    embedding: Vec<[f32; VECTOR]>,
    forward: Direction,
    backward: Direction,
    dense: Layer,
    classes: Vec<[f32; DENSE]>,
    class_biases: Vec<f32>,
}

/// One direction of the LSTM: for each input and each part of the state, its weight for each gate.
#[derive(Debug)]
struct Direction {
    input: Vec<[f32; GATES]>,
    recurrent: Vec<[f32; GATES]>,
    biases: [f32; GATES],
}

#[derive(Debug)]
struct Layer {
    weights: Vec<[f32; DENSE]>,
    biases: [f32; DENSE],
}

/// What the network makes of each character of a sentence.
pub(super) struct Context {
    forward: Vec<[f32; STATE]>,
    backward: Vec<[f32; STATE]>,
}

impl Network {
    pub(super) fn new() -> Self {
        let mut weights = Weights(WEIGHTS);
        Self {
            vectors: CHARACTERS.trim_end_matches('\n').chars().zip(2..).collect(),
            embedding: weights.rows(N_VECTORS),
            forward: Direction::new(&mut weights),
            backward: Direction::new(&mut weights),
            dense: Layer {
                weights: weights.rows(2 * STATE),
                biases: weights.row(),
            },
            classes: weights.rows(N_CLASSES),
            class_biases: weights.row::<N_CLASSES>().to_vec(),
        }
    }

    /// The syllables that can be scored, by their class.
    pub(super) fn syllables() -> impl Iterator<Item = &'static str> {
        CLASSES.lines()
    }

    /// Reads a sentence.
    pub(super) fn read(&self, sentence: &[char]) -> Context {
        let vectors: Vec<&[f32; VECTOR]> = [BEGIN]
            .iter()
            .chain(sentence)
            .chain(&[END])
            .map(|character| self.vectors.get(character).copied().unwrap_or(UNKNOWN))
            .map(|index| &self.embedding[index])
            .collect();
        let mut backward = self.backward.run(vectors.iter().rev().copied());
        backward.reverse();
        Context {
            forward: self.forward.run(vectors.iter().copied()),
            backward,
        }
    }

    /// How much each of these classes fits the character at `index` of the sentence.
    pub(super) fn score<'a>(
        &'a self,
        context: &Context,
        index: usize,
        classes: &'a [usize],
    ) -> impl Iterator<Item = f32> + 'a {
        // The first state is that of the beginning.
        let state = context.forward[index + 1]
            .iter()
            .chain(&context.backward[index + 1]);
        let mut hidden = self.dense.biases;
        for (&value, weights) in state.zip(&self.dense.weights) {
            add(&mut hidden, value, weights);
        }
        classes.iter().map(move |&class| {
            let products = hidden.iter().zip(&self.classes[class]);
            let sum: f32 = products
                .map(|(value, weight)| value.max(0.0) * weight)
                .sum();
            sum + self.class_biases[class]
        })
    }
}

impl Direction {
    fn new(weights: &mut Weights) -> Self {
        Self {
            input: weights.rows(VECTOR),
            recurrent: weights.rows(STATE),
            biases: weights.row(),
        }
    }

    /// The state after each input.
    fn run<'a>(&self, inputs: impl Iterator<Item = &'a [f32; VECTOR]>) -> Vec<[f32; STATE]> {
        let (mut state, mut cell) = ([0.0; STATE], [0.0; STATE]);
        inputs
            .map(|input| {
                let mut gates = self.biases;
                multiply(&mut gates, input, &self.input);
                multiply(&mut gates, &state, &self.recurrent);
                step(&mut gates, &mut state, &mut cell);
                state
            })
            .collect()
    }
}

/// The gates are those that let in, those that keep, the new values, and those that let out.
fn step(gates: &mut [f32; GATES], state: &mut [f32; STATE], cell: &mut [f32; STATE]) {
    // The new values are between -1 and 1, which is twice a sigmoid less one.
    for new in &mut gates[2 * STATE..3 * STATE] {
        *new *= 2.0;
    }
    for gate in gates.iter_mut() {
        *gate = sigmoid(*gate);
    }
    for index in 0..STATE {
        let [enter, keep, new, leave] = [0, 1, 2, 3].map(|gate| gates[gate * STATE + index]);
        cell[index] = keep * cell[index] + enter * (2.0 * new - 1.0);
        state[index] = leave * tanh(cell[index]);
    }
}

/// Adds a vector's product with a matrix, so many sums at a time that they need not leave the
/// processor's registers.
fn multiply(sums: &mut [f32; GATES], values: &[f32], rows: &[[f32; GATES]]) {
    const AT_A_TIME: usize = 32;
    for (part, sums) in sums.as_chunks_mut::<AT_A_TIME>().0.iter_mut().enumerate() {
        let mut kept = *sums;
        for (&value, row) in values.iter().zip(rows) {
            add(&mut kept, value, &row.as_chunks::<AT_A_TIME>().0[part]);
        }
        *sums = kept;
    }
}

fn add<const N: usize>(sums: &mut [f32; N], value: f32, weights: &[f32; N]) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += value * weight;
    }
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

fn tanh(x: f32) -> f32 {
    2.0 * sigmoid(2.0 * x) - 1.0
}

/// The exponential to about 1e-7 of its value: a power of two times the series of what is left,
/// which is at most half of ln 2.
fn exp(x: f32) -> f32 {
    /// Added to a small number, it leaves no room for a fraction: the lowest bits of the sum are
    /// the number rounded.
    const ROUND: f32 = 12_582_912.0;
    let x = x.clamp(-87.0, 87.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let power = rounded - ROUND;
    let rest = x - power * 0.693_359_4 + power * 0.000_212_194_44;
    let series = 1.0 / 720.0;
    let series = series * rest + 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = series * rest + 1.0;
    let series = series * rest + 1.0;
    series * f32::from_bits((rounded.to_bits() << 23).wrapping_add(127 << 23))
}

/// The numbers that are still to be taken.
struct Weights(&'static [u8]);

impl Weights {
    fn row<const N: usize>(&mut self) -> [f32; N] {
        let mut row = [0.0; N];
        for number in &mut row {
            let (bytes, rest) = self.0.split_first_chunk().expect("the file is whole");
            *number = f32::from_le_bytes(*bytes);
            self.0 = rest;
        }
        row
    }

    fn rows<const N: usize>(&mut self, n_rows: usize) -> Vec<[f32; N]> {
        (0..n_rows).map(|_| self.row()).collect()
    }
}

#[cfg(test)]
mod tests;
