//! How much of a file may be damaged, and how the damage is told.
//!
//! Never lets a wound pass in silence: each one is a doubt that names its bytes and its place.

use std::ops::Range;

use super::charset::Charset;
use super::detect::{MARGIN, PLAUSIBLE};
use super::reading::{self, Foreign, Reading, Wound};
use crate::book::Doubt;
use crate::book::frequency::Frequency;
use crate::book::source::SourceLines;

/// More wounds than this and a file is beyond reading, however long it is.
pub const MOST_WOUNDS: usize = 100;

/// One wound is allowed for so many characters.
const CHARACTERS_A_WOUND: usize = 1000;

/// A shorter text tells too little for one of its bytes to be doubted.
const FEWEST_CHARACTERS: usize = 20;

/// Fewer bytes than this in a line say nothing of its encoding.
const FEWEST_FOREIGN: usize = 4;

/// A longer line is not tried in other encodings.
const LONGEST_FOREIGN: usize = 1 << 20;

/// How many characters are shown on each side of a wound.
const AROUND: usize = 8;

/// How many of a wound's bytes are shown.
const BYTES_SHOWN: usize = 8;

/// How heavy a wound is: four bytes are about one character.
pub fn weight(bytes: &Range<usize>) -> usize {
    bytes.len().div_ceil(4)
}

/// Whether a text with these wounds may be read all the same.
pub fn is_bearable(reading: &Reading, n_bytes: usize) -> bool {
    let weights = reading.wounds.iter().map(|wound| {
        let weight = weight(&wound.bytes);
        // A file cut off within its last character lost nothing that could be seen here.
        weight - usize::from(weight == 1 && wound.bytes.end == n_bytes)
    });
    if !reading.wounds.is_empty() && is_short(&reading.text) {
        return false;
    }
    // Where nearly every line is foreign, the file is simply in that other encoding.
    n_foreign(reading) * 10 <= n_bytes * 9 && weights.sum::<usize>() <= n_allowed(&reading.text)
}

/// Whether most of a text was read in other encodings than its own.
pub fn is_mostly_foreign(reading: &Reading, n_bytes: usize) -> bool {
    n_foreign(reading) * 2 > n_bytes
}

fn n_foreign(reading: &Reading) -> usize {
    reading.foreign.iter().map(|line| line.n_bytes).sum()
}

fn is_short(text: &str) -> bool {
    text.chars().nth(FEWEST_CHARACTERS).is_none()
}

/// ASCII does not count: it tells nothing, so a text may not be long by it.
fn n_allowed(text: &str) -> usize {
    let n_characters = text.chars().filter(|next| !next.is_ascii()).count();
    (n_characters / CHARACTERS_A_WOUND).clamp(1, MOST_WOUNDS)
}

/// The line in the one other encoding that fits all of it and makes it Chinese.
pub fn foreign(line: &[u8], home: Charset, frequency: &Frequency) -> Option<(Charset, String)> {
    let n_high = line.iter().filter(|byte| !byte.is_ascii()).count();
    if n_high < FEWEST_FOREIGN || line.len() > LONGEST_FOREIGN {
        return None;
    }
    let others = [Charset::UTF_8, Charset::GB18030, Charset::BIG5];
    let fits = others.into_iter().filter(|other| *other != home);
    let fits = fits.filter_map(|other| Some((other, reading::strict(line, other).ok()?)));
    let mut scored: Vec<_> = fits
        .map(|(other, text)| (frequency.score(&text), other, text))
        .collect();
    scored.sort_by(|one, next| next.0.total_cmp(&one.0));
    let second = scored.get(1).map_or(-1.0, |(score, ..)| *score);
    let (score, charset, text) = scored.into_iter().next()?;
    (score >= PLAUSIBLE && score - second >= MARGIN).then(|| (charset, text.into_owned()))
}

/// What a person should know of the damage.
pub fn doubts(reading: &Reading, bytes: &[u8], charset: Charset) -> Vec<Doubt> {
    if reading.wounds.is_empty() && reading.foreign.is_empty() {
        return Vec::new();
    }
    let mut lines = LineNumbers::new(&reading.text);
    let wounds = reading.wounds.iter().map(|wound| Doubt {
        kind: "damage",
        line: lines.of(wound.at),
        text: told(wound, reading, bytes, charset),
    });
    let mut doubts: Vec<_> = wounds.collect();
    doubts.extend(foreign_doubts(&reading.foreign, &reading.text, charset));
    doubts
}

fn told(wound: &Wound, reading: &Reading, bytes: &[u8], charset: Charset) -> String {
    let own = &bytes[wound.bytes.clone()];
    let hex: Vec<_> = own
        .iter()
        .take(BYTES_SHOWN)
        .map(|byte| format!("{byte:02X}"))
        .collect();
    let more = if own.len() > BYTES_SHOWN { " …" } else { "" };
    let what = if wound.bytes.end == bytes.len() {
        "the file ends within a character, so some of it may be missing"
    } else {
        "not spoken"
    };
    let (count, bytes) = match own.len() {
        1 => ("1 byte", "fits"),
        _ => ("bytes", "fit"),
    };
    format!(
        "{count} at offset {} ({}{more}) {bytes} no {} text: `{}`; {what}",
        wound.bytes.start,
        hex.join(" "),
        charset.name(),
        around(&reading.text, wound.at),
    )
}

/// A few characters before and behind a `�`, on one line.
fn around(text: &str, at: usize) -> String {
    let before: Vec<_> = text[..at].chars().rev().take(AROUND).collect();
    let from = text[at..].chars().take(AROUND + 1);
    let shown = before.into_iter().rev().chain(from);
    shown
        .map(|next| if next.is_control() { ' ' } else { next })
        .collect::<String>()
        .trim()
        .to_owned()
}

/// One doubt for each run of lines in the same other encoding.
fn foreign_doubts(foreign: &[Foreign], text: &str, home: Charset) -> Vec<Doubt> {
    let mut lines = LineNumbers::new(text);
    let mut runs: Vec<(Charset, Range<usize>)> = Vec::new();
    for line in foreign {
        let number = lines.of(line.at);
        match runs.last_mut() {
            // A blank line between two paragraphs is of every encoding.
            Some((charset, run)) if *charset == line.charset && number <= run.end + 1 => {
                run.end = number + 1;
            }
            _ => runs.push((line.charset, number..number + 1)),
        }
    }
    let doubt = |(charset, run): (Charset, Range<usize>)| Doubt {
        kind: "damage",
        line: run.start,
        text: match run.len() {
            1 => format!("line {} was {}", run.start, charset.name()),
            _ => format!(
                "lines {} to {} were {}",
                run.start,
                run.end - 1,
                charset.name()
            ),
        } + &format!(" in a file that is {}; it was read so", home.name()),
    };
    runs.into_iter().map(doubt).collect()
}

/// Line numbers of places in a text; the places must be asked for in order.
struct LineNumbers<'a> {
    text: &'a str,
    lines: std::iter::Peekable<SourceLines<'a>>,
    number: usize,
}

impl<'a> LineNumbers<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            lines: SourceLines::new(text).peekable(),
            number: 1,
        }
    }

    fn of(&mut self, at: usize) -> usize {
        let start_of = |line: &str| line.as_ptr() as usize - self.text.as_ptr() as usize;
        while let Some((number, _)) = self.lines.next_if(|(_, line)| start_of(line) <= at) {
            self.number = number;
        }
        self.number
    }
}
