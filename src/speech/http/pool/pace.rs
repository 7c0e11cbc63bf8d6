//! How fast an endpoint speaks: seconds a character.
//!
//! Never counts a fault as fast: a server that refuses in a millisecond would otherwise look like the
//! best of all, and get every request.

use std::time::Duration;

/// Weight of the newest request.
const WEIGHT: f64 = 0.2;

/// What an endpoint is taken for before it is known, in seconds a character.
const UNKNOWN: f64 = 0.05;

/// How often its usual time an answer may take.
const PATIENCE: f64 = 8.0;

/// Moving averages of one endpoint.
#[derive(Debug, Default)]
pub struct Pace {
    /// Of answers alone.
    answers: Option<f64>,
    /// With faults, each of which took as long as would have been waited for it.
    all: Option<f64>,
}

impl Pace {
    /// A request for so many characters was answered after `took`.
    pub fn on_answer(&mut self, n_characters: usize, took: Duration) {
        let seconds = took.as_secs_f64() / n_characters.max(1) as f64;
        average(&mut self.answers, seconds);
        average(&mut self.all, seconds);
    }

    /// A request failed that would have been waited for `patience`.
    pub fn on_fault(&mut self, n_characters: usize, patience: Duration) {
        average(
            &mut self.all,
            patience.as_secs_f64() / n_characters.max(1) as f64,
        );
    }

    /// Seconds a character that a request may be expected to take.
    pub fn seconds_a_character(&self) -> f64 {
        self.all.unwrap_or(UNKNOWN)
    }

    /// How long to wait for an answer: several times what this endpoint usually takes for such a
    /// text, between the two bounds. `None` while nothing is known of it.
    pub fn patience(
        &self,
        n_characters: usize,
        least: Duration,
        most: Duration,
    ) -> Option<Duration> {
        let usual = self.answers? * n_characters as f64;
        let wait = Duration::try_from_secs_f64(usual * PATIENCE).unwrap_or(most);
        Some(least.saturating_add(wait).min(most))
    }
}

fn average(value: &mut Option<f64>, new: f64) {
    *value = Some(value.map_or(new, |old| old + WEIGHT * (new - old)));
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_long_text_may_take_longer() {
        let mut pace = Pace::default();
        pace.on_answer(10, SECOND);
        let wait = |n| pace.patience(n, SECOND * 10, SECOND * 100).unwrap();
        assert_eq!((wait(10), wait(50)), (SECOND * 18, SECOND * 50));
        assert_eq!(wait(5_000), SECOND * 100);
    }

    #[test]
    fn nothing_is_expected_of_an_unknown_endpoint() {
        let mut pace = Pace::default();
        pace.on_fault(10, SECOND);
        assert_eq!(pace.patience(10, SECOND, SECOND * 9), None);
    }

    #[test]
    fn a_server_that_fails_fast_counts_as_slow() {
        let (mut good, mut bad) = (Pace::default(), Pace::default());
        good.on_answer(20, SECOND * 4);
        bad.on_answer(20, SECOND * 4);
        bad.on_fault(20, SECOND * 60);
        assert!(bad.seconds_a_character() > 2.0 * good.seconds_a_character());
    }
}
