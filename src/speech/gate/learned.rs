//! What the takes of a voice have in common.
//!
//! Never learns from a take before it passed, and never keeps more than a fixed amount, however
//! long the book. What is learned does not depend on the order in which takes come.

use std::collections::{HashMap, VecDeque};

use super::heard::Heard;
use super::{BadTake, Said, Syllables};

/// Takes of one sample rate after which it is known.
const RATES_AGREE: u8 = 3;

/// Different sample rates that are counted; a voice has one.
const MOST_RATES: usize = 8;

/// Takes after which the pace is known.
const PACE_KNOWN: u32 = 20;

/// Fewest syllables of a take that says something about the pace: short ones are all edge.
const PACE_SYLLABLES: usize = 5;

/// Under this part of the usual pace words are missing, over this multiple there are too many.
const LEAST_PACE: f64 = 0.4;
const MOST_PACE: f64 = 2.5;

/// Takes after which it is known how even the pace is.
const EVENNESS_KNOWN: u32 = 100;

/// The part of all takes that are its fastest, and the part of their pace under which words are
/// missing: a voice that always takes 0.23 s does not say 40 syllables in 20 times as much.
const FASTEST: f64 = 0.05;
const LEAST_OF_FASTEST: f64 = 0.6;

/// Seconds that short texts may be off the usual pace: pauses, and sounds too quiet to be heard.
const LESS: f64 = 0.3;
const MORE: f64 = 1.5;

/// Paces are counted in steps of so many seconds.
const STEP: f64 = 0.005;

/// Paces that are told apart; slower ones count as the last.
const N_STEPS: usize = 400;

/// Takes whose samples are remembered.
const MOST_TAKES: usize = 4_096;

/// What was learned of a voice.
#[derive(Debug)]
pub struct Learned {
    rates: Rates,
    pace: Pace,
    takes: Takes,
}

impl Learned {
    /// Nothing yet, but for the sample rate if the voice's file says it.
    pub fn new(rate: Option<u32>) -> Self {
        Self {
            rates: Rates {
                known: rate,
                counted: Vec::new(),
            },
            pace: Pace {
                counts: vec![0; N_STEPS],
                n: 0,
            },
            takes: Takes::default(),
        }
    }

    /// Judges a take by those before it, and learns from it when it passes.
    pub fn take_in(&mut self, rate: u32, heard: &Heard, said: &Said) -> Result<(), BadTake> {
        self.rates.judge(rate)?;
        self.pace.judge(heard.spoken, said.syllables)?;
        self.takes.judge(heard, said)?;
        self.rates.learn(rate);
        self.pace.learn(heard.spoken, said.syllables);
        self.takes.learn(heard, said);
        Ok(())
    }
}

/// The sample rate of a voice's answers.
#[derive(Debug)]
struct Rates {
    known: Option<u32>,
    /// Rates and how often they came, while none is known.
    counted: Vec<(u32, u8)>,
}

impl Rates {
    fn judge(&self, rate: u32) -> Result<(), BadTake> {
        match self.known {
            Some(known) if known != rate => Err(BadTake::OtherRate { rate, known }),
            _ => Ok(()),
        }
    }

    fn learn(&mut self, rate: u32) {
        if self.known.is_some() {
            return;
        }
        let is_full = self.counted.len() == MOST_RATES;
        let same = |(counted, _): &&mut (u32, u8)| *counted == rate;
        match self.counted.iter_mut().find(same) {
            Some((_, n)) => *n += 1,
            None if !is_full => self.counted.push((rate, 1)),
            None => {}
        }
        let agree = self.counted.iter().find(|(_, n)| *n >= RATES_AGREE);
        self.known = agree.map(|(rate, _)| *rate);
    }
}

/// How fast a voice speaks: how many takes had how many seconds for a syllable.
#[derive(Debug)]
struct Pace {
    counts: Vec<u32>,
    n: u32,
}

impl Pace {
    fn judge(&self, seconds: f64, Syllables { least, most }: Syllables) -> Result<(), BadTake> {
        if self.n < PACE_KNOWN {
            return Ok(());
        }
        let pace = self.quantile(0.5);
        if seconds + LESS < self.least(pace) * least as f64 {
            let syllables = least;
            return Err(BadTake::ShortForVoice {
                seconds,
                syllables,
                pace,
            });
        }
        if seconds > MOST_PACE * pace * most as f64 + MORE {
            let syllables = most;
            return Err(BadTake::LongForVoice {
                seconds,
                syllables,
                pace,
            });
        }
        Ok(())
    }

    /// A text with foreign words has no certain number of syllables.
    fn learn(&mut self, seconds: f64, Syllables { least, most }: Syllables) {
        if least < PACE_SYLLABLES || least != most {
            return;
        }
        let step = (seconds / least as f64 / STEP) as usize;
        self.counts[step.min(N_STEPS - 1)] += 1;
        self.n += 1;
    }

    /// Fewest seconds of a syllable, where the usual is `pace`.
    fn least(&self, pace: f64) -> f64 {
        let least = LEAST_PACE * pace;
        if self.n < EVENNESS_KNOWN {
            return least;
        }
        least.max(LEAST_OF_FASTEST * self.quantile(FASTEST))
    }

    /// The pace that this part of all takes is faster than.
    fn quantile(&self, part: f64) -> f64 {
        let mut n = 0;
        let step = self.counts.iter().position(|count| {
            n += count;
            f64::from(n) >= f64::from(self.n) * part
        });
        (step.unwrap_or(0) as f64 + 0.5) * STEP
    }
}

/// The samples that came last, and what they said.
#[derive(Debug, Default)]
struct Takes {
    sounds: HashMap<blake3::Hash, blake3::Hash>,
    in_order: VecDeque<blake3::Hash>,
}

impl Takes {
    fn judge(&self, heard: &Heard, said: &Said) -> Result<(), BadTake> {
        match self.sounds.get(&heard.samples) {
            Some(sound) if *sound != name(said) => Err(BadTake::Repeated),
            _ => Ok(()),
        }
    }

    fn learn(&mut self, heard: &Heard, said: &Said) {
        if self.sounds.insert(heard.samples, name(said)).is_some() {
            return;
        }
        self.in_order.push_back(heard.samples);
        if self.in_order.len() > MOST_TAKES {
            let oldest = self.in_order.pop_front();
            oldest.map(|oldest| self.sounds.remove(&oldest));
        }
    }
}

fn name(said: &Said) -> blake3::Hash {
    blake3::hash(said.sound.as_bytes())
}
