//! How well short frames of a sound repeat themselves, and how often in a second.
//!
//! Never looks at more than a voice has: 60 to 500 Hz, eight thousand samples a second.

/// Seconds from one frame to the next.
pub const HOP: f64 = 0.05;

/// Seconds of a frame: more than two periods of the lowest voice.
const LENGTH: f64 = 0.04;

/// The periods of voices, in seconds.
const SHORTEST: f64 = 0.002;
const LONGEST: f64 = 0.0167;

/// Enough for the pitch of a voice; more would only take time.
const ENOUGH: u32 = 8_000;

/// A frame of so little power beside its level is flat, and neither repeats itself nor fails to.
const FLAT: f64 = 1e-9;

/// A short stretch of sound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Root of the mean square.
    pub level: f64,
    /// How like itself it is one period later, up to 1; a flat one counts as like itself.
    pub repeats: f64,
    /// How often it repeats itself in a second.
    pub pitch: f64,
}

/// The frames of a sound; none when it is shorter than one.
pub fn frames(samples: &[f32], rate: u32) -> Vec<Frame> {
    let fewer = (rate / ENOUGH).max(1) as usize;
    let rate = f64::from(rate) / fewer as f64;
    let heard: Vec<f32> = samples
        .chunks_exact(fewer)
        .map(|few| few.iter().sum::<f32>() / fewer as f32)
        .collect();
    // Differences take away what is lower than a voice: a hum or an offset repeats itself always.
    let steps: Vec<f32> = heard.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let frames = |seconds: f64| (seconds * rate).round() as usize;
    let (length, hop) = (frames(LENGTH).max(1), frames(HOP).max(1));
    let periods = frames(SHORTEST).max(1)..frames(LONGEST).max(2);
    let last = steps.len().saturating_sub(length + periods.end);
    (0..last)
        .step_by(hop)
        .map(|at| {
            let level = super::rms(&heard[at..at + length]);
            let (repeats, period) = best(&steps[at..], length, periods.clone());
            Frame {
                level,
                repeats,
                pitch: rate / period as f64,
            }
        })
        .collect()
}

/// How well the first `length` steps come again after one of these periods, and after which.
fn best(steps: &[f32], length: usize, periods: std::ops::Range<usize>) -> (f64, usize) {
    let own = &steps[..length];
    let power = dot(own, own);
    if power < FLAT {
        return (1.0, periods.end);
    }
    let like = |period: usize| {
        let later = &steps[period..period + length];
        dot(own, later) / (power * dot(later, later)).sqrt().max(FLAT)
    };
    let each = periods.clone().map(|period| (like(period), period));
    each.fold(
        (0.0, periods.end),
        |best, one| if one.0 > best.0 { one } else { best },
    )
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    f64::from(a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>())
}
