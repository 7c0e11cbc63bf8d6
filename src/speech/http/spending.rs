//! What a run may cost.
//!
//! Never lets a request go that could pass the limit: what fails may be charged too, so it counts.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::speech::SpeechError;
use crate::speech::voice::Price;

/// Characters in a million.
const MILLION: f64 = 1_000_000.0;

/// Characters that a run has sent, by the name of the voice: all books of the run count.
#[derive(Debug, Clone, Default)]
pub struct Sent(Arc<Mutex<HashMap<String, usize>>>);

/// The limit of one voice, if it has one.
#[derive(Debug)]
pub struct Spending {
    voice: String,
    sent: Sent,
    /// Most characters, and how a person would say that.
    limit: Option<(usize, String)>,
}

impl Spending {
    /// Counts what a voice sends towards the limit of its price.
    pub fn new(voice: &str, price: Option<&Price>, sent: &Sent) -> Self {
        let limit = price.and_then(|price| {
            let most = price.most?;
            let characters = most / price.per_million * MILLION;
            Some((characters as usize, format!("{most} {}", price.currency)))
        });
        Self {
            voice: voice.into(),
            sent: sent.clone(),
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
        // Counts are whole at any moment, whoever panicked.
        let mut sent = self.sent.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = sent.entry(self.voice.clone()).or_default();
        if *sent + n_characters > *most {
            return Err(SpeechError::Spent {
                limit: shown.clone(),
            });
        }
        *sent += n_characters;
        Ok(())
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
        let sent = Sent::default();
        let spending = Spending::new("a", Some(&price), &sent);
        assert!(spending.count(60).is_ok());
        let error = spending.count(60).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the spending limit of 0.001 CNY is reached"
        );
        assert!(spending.count(40).is_ok());
        assert!(spending.count(1).is_err());
        let next_book = Spending::new("a", Some(&price), &sent);
        assert!(next_book.count(1).is_err(), "all books of a run count");
    }

    #[test]
    fn a_price_without_a_limit_stops_nothing() {
        let spending = Spending::new("a", None, &Sent::default());
        assert!(spending.count(usize::MAX).is_ok());
    }
}
