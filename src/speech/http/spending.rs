//! What a run may cost.
//!
//! Never lets a request go that could pass the limit: what fails may be charged too, so it counts.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::speech::SpeechError;
use crate::speech::voice::Price;

/// Characters in a million.
const MILLION: f64 = 1_000_000.0;

/// Counts the characters that a run sends.
#[derive(Debug, Default)]
pub struct Spending {
    sent: AtomicUsize,
    /// Most characters, and how a person would say that.
    limit: Option<(usize, String)>,
}

impl Spending {
    /// Counts towards the limit of a price, if it has one.
    pub fn new(price: Option<&Price>) -> Self {
        let limit = price.and_then(|price| {
            let most = price.most?;
            let characters = most / price.per_million * MILLION;
            Some((characters as usize, format!("{most} {}", price.currency)))
        });
        Self {
            sent: AtomicUsize::new(0),
            limit,
        }
    }

    /// Counts a request for so many characters, before it is sent.
    ///
    /// # Errors
    ///
    /// When it could pass the limit.
    pub fn count(&self, n_characters: usize) -> Result<(), SpeechError> {
        let Some((most, shown)) = &self.limit else {
            return Ok(());
        };
        let add = |sent: usize| Some(sent + n_characters).filter(|sum| sum <= most);
        self.sent
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, add)
            .map(|_| ())
            .map_err(|_| SpeechError::Spent {
                limit: shown.clone(),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_reached_and_never_passed() {
        let price = Price {
            per_million: 10.0,
            currency: "CNY".into(),
            most: Some(0.001),
        };
        let spending = Spending::new(Some(&price));
        assert!(spending.count(60).is_ok());
        let error = spending.count(60).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the spending limit of 0.001 CNY is reached"
        );
        assert!(spending.count(40).is_ok());
        assert!(spending.count(1).is_err());
    }

    #[test]
    fn a_price_without_a_limit_stops_nothing() {
        assert!(Spending::new(None).count(usize::MAX).is_ok());
    }
}
