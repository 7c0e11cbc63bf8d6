//! The faults of a bad night: which one comes is decided by the text and how often it was asked for,
//! so that every run of the same night is the same.
//!
//! Never asks for chance.

use super::answer::{Act, hash};
use super::server::Question;

/// What happens to one question in a hundred of a bad night: 10 % errors, 5 % bodies cut short, 5 % hangs,
/// 2 % wishes to be left alone, 1 % errors that look like success, 1 % silence or garbage.
pub fn bad_night(seed: u64) -> impl Fn(&Question) -> Act + Send + Sync + Clone + 'static {
    move |question| {
        let drawn = draw(seed, question);
        let is_odd = drawn / 100 % 2 == 1;
        let (one, other) = match drawn % 100 {
            0..10 => (error("500 Internal Server Error"), error("502 Bad Gateway")),
            10..15 => (Act::BreakOff, Act::BreakOffInPieces),
            15..20 => (Act::Hang, Act::Hang),
            20..22 => (Act::RestForSeconds(1), Act::RestUntilDate(2)),
            22 => (Act::Apologise, Act::Apologise),
            23 => (Act::Silence, Act::Garbage),
            _ => (Act::Speak, Act::Speak),
        };
        if is_odd { one } else { other }
    }
}

/// An error with a message as servers write it.
pub fn error(status: &'static str) -> Act {
    Act::Refuse(status, "{\"error\":{\"message\":\"no luck\"}}".into())
}

/// A number that looks random and is the same every time (splitmix64).
fn draw(seed: u64, question: &Question) -> u64 {
    let asked = u64::from(question.n_asked) + 1;
    let mut z = hash(&question.text).wrapping_add(asked.wrapping_mul(0x9e37_79b9_7f4a_7c15)) ^ seed;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
