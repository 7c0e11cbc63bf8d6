//! Takes of a reading: another one when a take is bad, then halves, then the fault.
//!
//! Never hands out a take that failed a gate, and never makes takes without end.

mod tries;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use super::error::FaultClass;
use super::{Speech, SpeechError, join};
use crate::reading::Reading;

pub use tries::{Next, Tries, number};

/// How often a text is cut in half when no take of it is good.
const HALVINGS: u32 = 2;

/// Seconds between halves: a clause's pause, since they are cut at a mark.
const BETWEEN_HALVES: f64 = 0.3;

/// Takes in a row when an engine on this machine fails.
const TRIES: u32 = 3;

/// What a text becomes, or why not.
pub type Taken = Result<Speech, SpeechError>;

/// Speaks a reading with an engine on this machine. `attempt` makes one take of a text and judges it; its number
/// is another for each, and 0 for the first of all. `pause` is the longest wait before a second try.
pub async fn speak<A, F>(reading: &Reading, take: u32, pause: Duration, attempt: A) -> Taken
where
    A: Fn(Reading, u32) -> F + Sync,
    F: Future<Output = Taken> + Send,
{
    let takes = |reading: Reading| takes(reading, Tries::new(take, TRIES, pause), &attempt);
    whole_or_halves(reading.clone(), &takes).await
}

/// Speaks a text whole by `takes`, else in halves when no take of it was good.
pub async fn whole_or_halves<T, F>(reading: Reading, takes: &T) -> Taken
where
    T: Fn(Reading) -> F + Sync,
    F: Future<Output = Taken> + Send,
{
    halved(reading, HALVINGS, takes).await
}

fn halved<'a, T, F>(
    reading: Reading,
    halvings: u32,
    takes: &'a T,
) -> Pin<Box<dyn Future<Output = Taken> + Send + 'a>>
where
    T: Fn(Reading) -> F + Sync,
    F: Future<Output = Taken> + Send,
{
    Box::pin(async move {
        let halves = reading.halves();
        let error = match takes(reading).await {
            Err(error) if error.class() == FaultClass::BadAudio && halvings > 0 => error,
            other => return other,
        };
        let Some((first, second)) = halves else {
            return Err(error);
        };
        let first = halved(first, halvings - 1, takes).await?;
        let second = halved(second, halvings - 1, takes).await?;
        Ok(join(first, second, BETWEEN_HALVES))
    })
}

async fn takes<A, F>(reading: Reading, mut tries: Tries, attempt: &A) -> Taken
where
    A: Fn(Reading, u32) -> F,
    F: Future<Output = Taken>,
{
    loop {
        let error = match attempt(reading.clone(), tries.seed()).await {
            // There is no other engine to go on with.
            Err(error) if error.class() != FaultClass::Engine => error,
            other => return other,
        };
        match tries.after(&error) {
            Next::Again(wait) => tokio::time::sleep(wait).await,
            Next::GiveUp => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;
    use crate::reading::{Reader, Script};

    /// Speaks a text with an engine that says well what `is_good` holds of: text and number of the take.
    async fn said(text: &str, take: u32, is_good: fn(&str, u32) -> bool) -> (Taken, Vec<String>) {
        let reading = Reader::new(Script::Simplified).unwrap().read(text);
        let asked = Mutex::new(Vec::new());
        let attempt = |reading: Reading, seed: u32| {
            let text = reading.spoken();
            asked.lock().unwrap().push(format!("{text} {seed}"));
            let speech = Speech {
                sample_rate: 24_000,
                samples: vec![0.1; 2_400],
                timings: None,
            };
            let bad = SpeechError::BadAudio {
                reason: "bad".into(),
            };
            std::future::ready(if is_good(&text, seed) {
                Ok(speech)
            } else {
                Err(bad)
            })
        };
        let taken = speak(&reading, take, Duration::ZERO, attempt).await;
        (taken, asked.into_inner().unwrap())
    }

    #[tokio::test]
    async fn a_bad_take_is_followed_by_another() {
        let (taken, asked) = said("雪停了。", 1, |_, seed| seed >= 2_000).await;
        assert!(taken.is_ok());
        assert_eq!(asked, ["雪停了。 0", "雪停了。 1000", "雪停了。 2000"]);
    }

    #[tokio::test]
    async fn a_text_of_which_no_take_is_good_is_spoken_in_halves() {
        let (taken, asked) = said("雪停了，天亮了。", 1, |text, _| text.len() < 20).await;
        assert!(taken.is_ok());
        assert_eq!(asked[3..], ["雪停了， 0", "天亮了。 0"]);
    }

    #[tokio::test]
    async fn takes_are_not_made_without_end() {
        let (taken, asked) = said("雪停了，天亮了，鸟叫了，人醒了。", 1, |_, _| false).await;
        assert!(taken.is_err());
        assert_eq!(asked.len(), 9);
    }

    #[tokio::test]
    async fn a_new_take_is_another_one() {
        let (_, asked) = said("雪停了。", 2, |_, _| true).await;
        assert_eq!(asked, ["雪停了。 1"]);
    }
}
