//! The time as HTTP writes it.
//!
//! Never asks the clock.

use std::time::{Duration, SystemTime};

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

/// The full second that is up to so many seconds after `now`, as HTTP writes it (RFC 9110 §5.6.7),
/// and how far away it is.
pub fn http_date(now: SystemTime, seconds: u64) -> (String, Duration) {
    let now = now.duration_since(SystemTime::UNIX_EPOCH).unwrap();
    let then = now.as_secs() + seconds;
    let (days, second) = (then / 86_400, then % 86_400);
    let (year, month, day) = civil(days);
    let date = format!(
        "{}, {day:02} {} {year} {:02}:{:02}:{:02} GMT",
        DAYS[(days % 7) as usize],
        MONTHS[month],
        second / 3_600,
        second / 60 % 60,
        second % 60,
    );
    (date, Duration::from_secs(then).saturating_sub(now))
}

/// Year, month from 0 and day of a day since 1970.
fn civil(mut days: u64) -> (u64, usize, u64) {
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (month, length) in lengths.into_iter().enumerate() {
        let length = length + u64::from(month == 1 && is_leap(year));
        if days < length {
            return (year, month, days + 1);
        }
        days -= length;
    }
    unreachable!("a year is as long as its months")
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[test]
fn a_date_is_written_as_http_wants_it() {
    let then = SystemTime::UNIX_EPOCH + Duration::from_millis(784_111_775_250);
    let (date, left) = http_date(then, 2);
    assert_eq!(date, "Sun, 06 Nov 1994 08:49:37 GMT");
    assert_eq!(left, Duration::from_millis(1_750));
}
