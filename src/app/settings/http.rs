//! The settings in `[http]`: how servers are called, and how long is waited for what.
//!
//! Never takes a time that would never end, or would end at once.

use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::{Result, bail};
use pingshu::batch::Rounds;
use pingshu::speech::http::HttpSettings;
use serde::Deserialize;

/// Seconds that a setting may have.
const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

/// Most rounds: with a quarter of an hour between them, a day and a night.
const MOST_ROUNDS: u32 = 200;

/// What one place says about servers.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HttpLayer {
    connect_seconds: Option<f64>,
    first_answer_seconds: Option<f64>,
    answer_seconds: Option<f64>,
    least_answer_seconds: Option<f64>,
    tries: Option<u32>,
    retry_seconds: Option<f64>,
    rounds: Option<u32>,
    round_seconds: Option<f64>,
    probe_seconds: Option<f64>,
    outage_hours: Option<f64>,
}

impl HttpLayer {
    /// Puts what it says over the settings so far; `place` names it in messages.
    pub fn put_over(
        &self,
        http: &mut HttpSettings,
        rounds: &mut Rounds,
        place: &str,
    ) -> Result<()> {
        let times = [
            ("connect_seconds", self.connect_seconds, &mut http.connect),
            (
                "first_answer_seconds",
                self.first_answer_seconds,
                &mut http.first_answer,
            ),
            ("answer_seconds", self.answer_seconds, &mut http.answer),
            (
                "least_answer_seconds",
                self.least_answer_seconds,
                &mut http.least_answer,
            ),
            ("retry_seconds", self.retry_seconds, &mut http.backoff),
            ("round_seconds", self.round_seconds, &mut rounds.wait),
            ("probe_seconds", self.probe_seconds, &mut http.probe),
        ];
        for (name, value, setting) in times {
            if let Some(value) = value {
                *setting = seconds(name, value, place)?;
            }
        }
        if let Some(hours) = self.outage_hours {
            http.outage = seconds("outage_hours", hours, place)? * 3_600;
        }
        http.tries = self.tries.unwrap_or(http.tries);
        rounds.most = self.rounds.unwrap_or(rounds.most);
        if http.tries == 0 {
            bail!("`http.tries` in {place} must be at least 1");
        }
        if rounds.most > MOST_ROUNDS {
            bail!(
                "`http.rounds` in {place} is {}, and must be at most {MOST_ROUNDS}",
                rounds.most
            );
        }
        Ok(())
    }
}

fn seconds(name: &str, value: f64, place: &str) -> Result<Duration> {
    if !SECONDS.contains(&value) {
        let (least, most) = (SECONDS.start(), SECONDS.end());
        bail!("`http.{name}` in {place} is {value}, and must be {least} to {most}");
    }
    Ok(Duration::from_secs_f64(value))
}
