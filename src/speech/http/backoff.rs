//! How long to wait before trying again.
//!
//! Never waits itself, and never longer than [`LONGEST_REST`], whatever a server asks for.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, SystemTime};

/// Longest wait of our own choice.
const LONGEST_BACKOFF: Duration = Duration::from_secs(30);

/// Longest wait that a server may ask for.
pub const LONGEST_REST: Duration = Duration::from_hours(12);

/// A wait before the try after `n_tries`: any time up to `base` doubled for each try, so that
/// clients that failed together do not come back together.
pub fn backoff(base: Duration, n_tries: u32) -> Duration {
    let doubled = 2_u32.saturating_pow(n_tries.saturating_sub(1));
    base.saturating_mul(doubled)
        .min(LONGEST_BACKOFF)
        .mul_f64(chance())
}

/// A number from 0 to 1; the standard library seeds every hasher anew.
pub fn chance() -> f64 {
    let drawn = RandomState::new().build_hasher().finish();
    drawn as f64 / u64::MAX as f64
}

/// Reads `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3); what is neither is ignored.
pub fn retry_after(value: &str, now: SystemTime) -> Option<Duration> {
    let value = value.trim();
    let rest = match value.parse::<u64>() {
        Ok(seconds) => Duration::from_secs(seconds),
        // A date that has passed asks for no wait.
        Err(_) => http_date(value)?.duration_since(now).unwrap_or_default(),
    };
    Some(rest.min(LONGEST_REST))
}

/// A date such as `Sun, 06 Nov 1994 08:49:37 GMT`; the two obsolete forms are not worth reading.
fn http_date(text: &str) -> Option<SystemTime> {
    let (_, date) = text.split_once(", ")?;
    let mut words = date.strip_suffix(" GMT")?.split([' ', ':']);
    let mut number = || words.next()?.parse::<u64>().ok();
    let day = number()?;
    let month = words.next()?;
    let mut number = || words.next()?.parse::<u64>().ok();
    let (year, hour, minute, second) = (number()?, number()?, number()?, number()?);
    let is_possible = (1..=31).contains(&day) && hour < 24 && minute < 60 && second <= 60;
    let days = days_since_1970(year, month_number(month)?, day).filter(|_| is_possible)?;
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second;
    Some(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds))
}

fn month_number(name: &str) -> Option<u64> {
    const NAMES: [&str; 12] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    NAMES
        .into_iter()
        .zip(1..)
        .find(|(known, _)| *known == name)
        .map(|(_, number)| number)
}

/// Counts years from March, so that the day that comes and goes is the last one.
fn days_since_1970(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1970..=9999).contains(&year) {
        return None;
    }
    let year = if month > 2 { year } else { year - 1 };
    let before_month = (153 * ((month + 9) % 12) + 2) / 5;
    let from_year_0 = 365 * year + year / 4 - year / 100 + year / 400;
    Some((from_year_0 + before_month + day - 1).saturating_sub(719_468))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sun, 06 Nov 1994 08:49:37 GMT, the example of RFC 9110.
    fn then() -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777)
    }

    #[test]
    fn a_server_may_ask_in_seconds_or_by_date() {
        let table = [
            ("7", Some(7)),
            (" 0 ", Some(0)),
            ("Sun, 06 Nov 1994 08:50:07 GMT", Some(30)),
            ("Tue, 29 Feb 2028 00:00:00 GMT", Some(43_200)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", Some(0)),
            ("99999999", Some(43_200)),
            ("-5", None),
            ("soon", None),
            ("Sun, 06 Foo 1994 08:49:37 GMT", None),
            ("Sun, 99 Nov 1994 08:49:37 GMT", None),
            ("", None),
        ];
        for (value, expected) in table {
            let rest = retry_after(value, then());
            assert_eq!(rest, expected.map(Duration::from_secs), "{value}");
        }
    }

    #[test]
    fn waits_double_up_to_half_a_minute() {
        let base = Duration::from_millis(500);
        for (n_tries, longest) in [(1, 500), (2, 1_000), (3, 2_000), (20, 30_000), (99, 30_000)] {
            for _ in 0..50 {
                assert!(
                    backoff(base, n_tries) <= Duration::from_millis(longest),
                    "{n_tries}"
                );
            }
        }
    }

    #[test]
    fn clients_do_not_come_back_together() {
        let base = Duration::from_secs(30);
        assert_ne!(backoff(base, 1), backoff(base, 1));
    }
}
