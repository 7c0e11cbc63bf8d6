//! Made-up speech for tests: audio and length are a pure function of voice and text.
//!
//! Never stands in for a real voice: only a voice file that asks for it gets it.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use super::{Speech, Timings};

const SAMPLE_RATE: u32 = 24_000;

/// Frames of one character, a tenth of a second.
const CHARACTER: u32 = 2_400;

/// Frames of silence at both ends, as real engines leave it.
const EDGE: u32 = 4_800;

/// A voice that beeps once for each character.
#[derive(Debug, Clone)]
pub struct Fake {
    name: String,
    delay: Duration,
    work: Duration,
    log: Option<PathBuf>,
}

impl Fake {
    /// Takes `delay` for each chunk and writes a line for each into `log`.
    pub fn new(name: &str, delay: Duration, log: Option<PathBuf>) -> Self {
        Self {
            name: name.into(),
            delay,
            work: Duration::ZERO,
            log,
        }
    }

    /// Keeps a thread busy for so long with each chunk, as the voice inside does.
    #[must_use]
    pub fn working(self, work: Duration) -> Self {
        Self { work, ..self }
    }

    /// Whether it keeps a thread busy.
    pub fn works(&self) -> bool {
        !self.work.is_zero()
    }

    /// Beeps after its work, and blocks meanwhile; the log gets a line at the beginning too.
    pub fn work(&self, text: &str) -> Speech {
        self.write_log(text);
        std::thread::sleep(self.work);
        self.beep(text)
    }

    /// What decides how it sounds, besides the text.
    pub fn identity(&self) -> &str {
        &self.name
    }

    /// Beeps. A text that contains `无声` gets silence, as a failing engine would give.
    pub async fn speak(&self, text: &str) -> Speech {
        if !self.delay.is_zero() {
            tokio::time::sleep(self.delay).await;
        }
        self.beep(text)
    }

    fn beep(&self, text: &str) -> Speech {
        self.write_log(text);
        let loudness = if text.contains("无声") { 0.0 } else { 0.25 };
        let mut samples = vec![0.0; EDGE as usize];
        for character in text.chars() {
            // No two characters beep alike, as no other text may have the same samples.
            let pitch = 0.02 + (character as u32 + self.name.len() as u32) as f32 * 1e-5;
            samples.extend((0..CHARACTER).map(|i| (i as f32 * pitch).sin() * loudness));
        }
        samples.resize(samples.len() + EDGE as usize, 0.0);
        Speech {
            sample_rate: SAMPLE_RATE,
            samples,
            timings: Some(timings(text)),
        }
    }

    /// A log that cannot be written only fails the test that reads it.
    fn write_log(&self, text: &str) {
        let Some(path) = &self.log else { return };
        let file = OpenOptions::new().create(true).append(true).open(path);
        let _ = file.and_then(|mut file| file.write_all(format!("{text}\n").as_bytes()));
    }
}

fn timings(text: &str) -> Timings {
    let n_characters = text.chars().count();
    let mut frames = vec![CHARACTER; n_characters + 2];
    frames[0] = EDGE;
    frames[n_characters + 1] = EDGE;
    Timings {
        symbols: format!("{0}{text}{0}", Timings::EDGE),
        frames,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_same_text_sounds_the_same_and_its_timings_sum_to_its_length() {
        let fake = Fake::new("a", Duration::ZERO, None);
        let speech = fake.speak("下雪了。").await;
        assert_eq!(speech, fake.speak("下雪了。").await);
        assert_ne!(
            speech.samples,
            Fake::new("bc", Duration::ZERO, None)
                .speak("下雪了。")
                .await
                .samples
        );
        let total: u32 = speech.timings.as_ref().unwrap().frames.iter().sum();
        assert_eq!(total as usize, speech.frames());
    }
}
