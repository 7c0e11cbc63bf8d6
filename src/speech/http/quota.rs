//! How much a minute a server lets one account ask of it.
//!
//! Never sends a burst: what is left of a minute is spread over it, since servers count in windows of
//! their own.

use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota as Rate, RateLimiter};
use serde::Deserialize;

/// Characters that may go at once under any quota; a chunk has fewer.
const LONGEST_CHUNK: u32 = 200;

/// What a voice file says a server allows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quota {
    /// Requests a minute.
    pub requests_per_minute: Option<NonZeroU32>,
    /// Characters a minute.
    pub characters_per_minute: Option<NonZeroU32>,
}

/// Keeps to a quota.
#[derive(Debug)]
pub struct Meter {
    requests: Option<DefaultDirectRateLimiter>,
    characters: Option<DefaultDirectRateLimiter>,
}

impl Meter {
    /// A meter that is full at the start.
    pub fn new(quota: Quota) -> Self {
        let one = NonZeroU32::MIN;
        let some = NonZeroU32::new(LONGEST_CHUNK).unwrap_or(one);
        let limiter = |rate: Option<NonZeroU32>, burst| {
            rate.map(|rate| RateLimiter::direct(Rate::per_minute(rate).allow_burst(burst)))
        };
        Self {
            requests: limiter(quota.requests_per_minute, one),
            characters: limiter(quota.characters_per_minute, some),
        }
    }

    /// Waits until a request for so many characters may be sent.
    pub async fn wait(&self, n_characters: usize) {
        if let Some(requests) = &self.requests {
            requests.until_ready().await;
        }
        let n = u32::try_from(n_characters).unwrap_or(LONGEST_CHUNK);
        if let (Some(characters), Some(n)) =
            (&self.characters, NonZeroU32::new(n.min(LONGEST_CHUNK)))
        {
            // A chunk of more characters than may go at once is not sent; none is so long.
            let _ = characters.until_n_ready(n).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use governor::clock::{Clock, FakeRelativeClock};

    use super::*;

    #[test]
    fn no_minute_has_more_requests_than_the_quota() {
        let clock = FakeRelativeClock::default();
        let rate = Rate::per_minute(NonZeroU32::new(20).unwrap()).allow_burst(NonZeroU32::MIN);
        let limiter = RateLimiter::direct_with_clock(rate, clock.clone());
        let mut sent = Vec::new();
        while sent.len() < 100 {
            if limiter.check().is_ok() {
                sent.push(clock.now().as_u64());
            }
            clock.advance(std::time::Duration::from_millis(100));
        }
        for window in sent.windows(21) {
            assert!(window[20] - window[0] >= 60_000_000_000);
        }
    }

    #[tokio::test]
    async fn without_a_quota_nothing_is_waited_for() {
        let meter = Meter::new(Quota::default());
        for _ in 0..1_000 {
            meter.wait(1_000).await;
        }
    }
}
