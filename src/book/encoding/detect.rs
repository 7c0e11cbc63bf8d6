//! Which encoding a file is in, found out by what each one would read.
//!
//! Never judges by the head of a file, and never takes the best of several bad readings: the winner
//! must read as Chinese, and be clearly ahead.

use super::charset::Charset;
use super::damage;
use super::reading::{self, Ending, Reading};
use crate::book::error::{BookError, Candidate, Score};
use crate::book::frequency::Frequency;

/// Below this a text is no plausible Chinese. Prose scores 0.7 to 0.95, misread bytes under 0.3.
pub const PLAUSIBLE: f64 = 0.5;

/// How far the best candidate must be ahead of the second.
pub const MARGIN: f64 = 0.15;

/// Lists of rare names and words score less than prose; clearly ahead they are taken too.
pub const RARE: f64 = 0.3;
const WIDE_MARGIN: f64 = 0.3;

/// With fewer characters that tell something, chance plays a part: the margin must be wide.
const FEW: i64 = 20;

/// How many characters of a candidate's text are shown.
const PREVIEW: usize = 40;

/// A file shorter than this may fit UTF-8 by chance.
const SHORT: usize = 1000;

/// The encoding of `bytes` and what they read.
pub fn detect<'a>(
    bytes: &'a [u8],
    file_name: &str,
    frequency: &Frequency,
) -> Result<(Charset, Reading<'a>), BookError> {
    let n_zeros: usize = bytes.iter().map(|byte| usize::from(*byte == 0)).sum();
    if n_zeros == 0
        && let Ok(text) = reading::strict(bytes, Charset::UTF_8)
        && (bytes.len() > SHORT || frequency.score(&text) > 0.0)
    {
        return Ok((Charset::UTF_8, Reading::whole(text)));
    }
    if let Some(winner) = strictly(bytes, frequency).winner() {
        return Ok(winner);
    }
    if n_zeros == 0
        && let Ok(text) = reading::strict(bytes, Charset::UTF_8)
    {
        return Ok((Charset::UTF_8, Reading::whole(text)));
    }
    let mut contest = Contest::new(bytes, frequency);
    for charset in Charset::CANDIDATES {
        contest.enter(charset, reading::tolerant(bytes, charset, frequency));
    }
    contest.end(file_name, n_zeros)
}

/// The readings of all encodings that fit every byte.
fn strictly<'a, 'f>(bytes: &'a [u8], frequency: &'f Frequency) -> Contest<'a, 'f> {
    let mut contest = Contest::new(bytes, frequency);
    for charset in Charset::CANDIDATES {
        if let Ok(text) = reading::strict(bytes, charset) {
            contest.enter(charset, Reading::whole(text));
        }
    }
    contest
}

/// Readings of the same bytes; only the best one's text is kept, for it may be long.
struct Contest<'a, 'f> {
    bytes: &'a [u8],
    frequency: &'f Frequency,
    best: Option<Entry<'a>>,
    /// The score of the second best.
    second: f64,
    candidates: Vec<Candidate>,
}

struct Entry<'a> {
    score: f64,
    n_counted: i64,
    charset: Charset,
    reading: Reading<'a>,
}

impl<'a, 'f> Contest<'a, 'f> {
    fn new(bytes: &'a [u8], frequency: &'f Frequency) -> Self {
        Self {
            bytes,
            frequency,
            best: None,
            second: -1.0,
            candidates: Vec::new(),
        }
    }

    fn enter(&mut self, charset: Charset, reading: Reading<'a>) {
        let tally = self.frequency.tally(&reading.text);
        let score = tally.score();
        let is_fit =
            reading.end == Ending::Whole && damage::is_bearable(&reading, self.bytes.len());
        let misfit = reading.wounds.first().map(|wound| wound.bytes.start);
        let preview = preview(&reading.text);
        // More oddities than words: the bytes fit by chance and nobody needs to see it.
        let is_own = !damage::is_mostly_foreign(&reading, self.bytes.len());
        if score >= 0.0 && is_own && preview.chars().any(char::is_alphanumeric) {
            self.candidates.push(Candidate {
                encoding: charset.name(),
                score: Score::new(score),
                preview,
                misfit,
            });
        }
        if is_fit {
            self.rank(Entry {
                score,
                n_counted: tally.n_counted,
                charset,
                reading,
            });
        }
    }

    fn rank(&mut self, entry: Entry<'a>) {
        match &self.best {
            Some(best) if best.score >= entry.score => {
                self.second = self.second.max(entry.score);
            }
            best => {
                self.second = best.as_ref().map_or(-1.0, |best| best.score);
                self.best = Some(entry);
            }
        }
    }

    /// The one reading that is clearly the most plausible.
    fn winner(self) -> Option<(Charset, Reading<'a>)> {
        let best = self.best?;
        let ahead = best.score - self.second;
        let is_few = best.n_counted < FEW;
        let is_clear = if ahead >= WIDE_MARGIN {
            best.score >= if is_few { PLAUSIBLE } else { RARE }
        } else {
            ahead >= MARGIN && best.score >= PLAUSIBLE && !is_few
        };
        is_clear.then_some((best.charset, best.reading))
    }

    fn end(mut self, file_name: &str, n_zeros: usize) -> Result<(Charset, Reading<'a>), BookError> {
        let name = file_name.to_owned();
        let is_binary = n_zeros * 1000 > self.bytes.len();
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.sort_by_key(|candidate| std::cmp::Reverse((candidate.score, candidate.misfit)));
        self.winner().ok_or_else(|| {
            if is_binary {
                let kind = "binary data";
                BookError::Binary { name, kind }
            } else if candidates
                .iter()
                .all(|candidate| candidate.misfit.is_some())
            {
                BookError::Undecodable { name, candidates }
            } else {
                BookError::Unsure { name, candidates }
            }
        })
    }
}

/// The first line of a text that is not plain ASCII, controls shown as `�`: ASCII is the same under
/// every candidate.
pub fn preview(text: &str) -> String {
    let shown = |character: char| match character {
        character if character.is_whitespace() => ' ',
        character if character.is_control() => char::REPLACEMENT_CHARACTER,
        character => character,
    };
    let telling = text.find(|next: char| !next.is_ascii()).unwrap_or(0);
    let start = text[..telling].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    // A long line is shown around what tells, not from its beginning.
    let start = text[start..telling]
        .char_indices()
        .nth_back(PREVIEW / 2)
        .map_or(start, |(at, _)| start + at);
    let text = text[start..].trim_start();
    text.chars()
        .take(PREVIEW)
        .map(shown)
        .collect::<String>()
        .trim_end()
        .to_owned()
}
