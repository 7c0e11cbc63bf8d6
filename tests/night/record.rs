//! What was asked of a server, and whether it wanted to be asked.
//!
//! Never forgets a request.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::connection::Asked;
use super::server::Question;

/// What may still be on its way when an endpoint has just asked to be left alone.
const ON_ITS_WAY: Duration = Duration::from_millis(500);

/// What an endpoint is asked for to see whether it speaks.
const PROBE: &str = "今天的天气真好。";

/// One request for speech.
#[derive(Debug, Clone)]
pub struct Request {
    /// When it came.
    pub at: Instant,
    /// Which endpoint it came to.
    pub endpoint: usize,
    /// What it asked for.
    pub asked: Asked,
    /// How much longer the endpoint had asked to be left alone.
    pub too_early: Option<Duration>,
}

impl Request {
    /// Whether it was only to see whether the endpoint speaks.
    pub fn is_probe(&self) -> bool {
        self.asked.text == PROBE
    }
}

/// All requests, in the order they came.
#[derive(Debug, Default)]
pub struct Record {
    pub requests: Vec<Request>,
    n_asked: HashMap<String, u32>,
    /// From when to when endpoints want to be left alone.
    rests: HashMap<usize, (Instant, Instant)>,
}

impl Record {
    /// Takes note of a request.
    pub fn arrived(&mut self, endpoint: usize, asked: Asked) -> Question {
        let at = Instant::now();
        let rest = self.rests.get(&endpoint);
        let rest = rest.filter(|(from, until)| *from + ON_ITS_WAY < at && at < *until);
        let too_early = rest.map(|(_, until)| until.duration_since(at));
        let n_asked = self.n_asked.entry(asked.text.clone()).or_default();
        let question = Question {
            text: asked.text.clone(),
            n_asked: *n_asked,
            n_before: self.requests.len(),
        };
        *n_asked += 1;
        self.requests.push(Request {
            at,
            endpoint,
            asked,
            too_early,
        });
        question
    }

    /// Takes note of an endpoint's wish to be left alone; a longer one stays.
    pub fn rests(&mut self, endpoint: usize, rest: (Instant, Instant)) {
        let known = self.rests.entry(endpoint).or_insert(rest);
        if known.1 < rest.1 {
            *known = rest;
        }
    }
}
