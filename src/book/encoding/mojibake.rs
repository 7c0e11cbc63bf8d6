//! Text that was read in the wrong encoding before it was saved, and what it said.
//!
//! Never changes a text, and never calls it mojibake for being strange: undoing the mistake must
//! make it Chinese.

use encoding_rs::{BIG5, EncoderResult, Encoding, GB18030, GBK, UTF_8, WINDOWS_1252};

use super::detect::preview;
use crate::book::frequency::{Frequency, Tally};
use crate::book::source::SourceLines;
use crate::book::{Doubt, lost};

/// Chinese scores above this even in lists of rare names; misread bytes score 0.05 at most.
const STRANGE: f64 = 0.2;

/// A text that was restored must be as plausible as any other.
const RESTORED: f64 = 0.5;

/// Fewer characters tell nothing: in a line of a good text, and in a whole text.
const FEWEST_IN_LINE: i64 = 6;
const FEWEST_IN_ALL: i64 = 4;

/// How many characters of a whole text are tried.
const SAMPLE: usize = 20_000;

/// How many lines are tried, and how many of them are told.
const LINES_TRIED: usize = 5000;
const LINES_TOLD: usize = 20;

/// So many of these are memory that was never written, and no cry of pain.
const FEWEST_FILLERS: usize = 6;
const FILLERS: [char; 2] = ['烫', '屯'];

/// The ways a text goes wrong: what it was read as, and what it was.
const MISTAKES: [Mistake; 7] = [
    Mistake::new(Wrong::Gbk, UTF_8),
    Mistake::new(Wrong::Latin, UTF_8),
    Mistake::new(Wrong::Big5, UTF_8),
    Mistake::new(Wrong::Latin, GB18030),
    Mistake::new(Wrong::Big5, GB18030),
    Mistake::new(Wrong::Gbk, BIG5),
    Mistake::new(Wrong::Latin, BIG5),
];

/// Bytes of one encoding that were read in another.
#[derive(Debug, Clone, Copy)]
struct Mistake {
    read_as: Wrong,
    was: &'static Encoding,
}

/// What bytes are misread as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Gbk,
    Big5,
    Latin,
}

/// A mistake, as it is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misread {
    /// What the bytes were read as.
    pub read_as: &'static str,
    /// What they were.
    pub was: &'static str,
    /// What the text would say.
    pub preview: String,
}

/// What was found in a text.
pub struct Findings {
    /// The mistake, when it goes through the whole text.
    pub whole: Option<Misread>,
    /// How many characters tell something.
    pub n_counted: usize,
    /// How many characters stand for lost ones.
    pub n_lost: usize,
    first_lost: usize,
    lines: Vec<Doubt>,
}

/// Looks for mojibake, line by line and in the whole.
pub fn look(text: &str, frequency: &Frequency) -> Findings {
    let mut survey = Survey::default();
    for (number, line) in SourceLines::new(text) {
        survey.add(number, line, frequency);
    }
    let whole = survey.whole(frequency);
    let lines = match &whole {
        Some(_) => Vec::new(),
        None => survey.lines(frequency),
    };
    Findings {
        whole,
        n_counted: usize::try_from(survey.all.n_counted).unwrap_or_default(),
        n_lost: survey.n_lost,
        first_lost: survey.first_lost,
        lines,
    }
}

impl Findings {
    /// What a person should know; `n_known` lost characters have doubts of their own.
    pub fn doubts(self, n_known: usize) -> Vec<Doubt> {
        let n_lost = self.n_lost.saturating_sub(n_known);
        let mut doubts = self.lines;
        if n_lost > 0 {
            let (line, first) = (self.first_lost, self.first_lost);
            let characters = if n_lost == 1 {
                "character"
            } else {
                "characters"
            };
            doubts.push(Doubt {
                kind: "damage",
                line,
                text: format!(
                    "{n_lost} {characters} such as `�` or `锟斤拷` stand for others that were lost \
                     before, first in line {first}; not spoken"
                ),
            });
        }
        doubts
    }
}

/// A text on the way.
#[derive(Default)]
struct Survey<'a> {
    all: Tally,
    /// The lines that are strange, and all of them counted.
    strange: Vec<(usize, &'a str)>,
    n_strange: i64,
    n_lost: usize,
    first_lost: usize,
    fillers: Vec<usize>,
}

impl<'a> Survey<'a> {
    fn add(&mut self, number: usize, line: &'a str, frequency: &Frequency) {
        let tally = frequency.tally(line);
        self.all += tally;
        if tally.n_counted > 0 && tally.score() < STRANGE {
            self.n_strange += tally.n_counted;
            self.strange.push((number, line));
        }
        if line.contains(lost::is_suspect) {
            let n_lost = lost::count(line);
            if self.n_lost == 0 {
                self.first_lost = number;
            }
            self.n_lost += n_lost;
        }
        if line.contains(FILLERS) && n_fillers(line) >= FEWEST_FILLERS {
            self.fillers.push(number);
        }
    }

    /// The mistake that goes through the whole text.
    fn whole(&self, frequency: &Frequency) -> Option<Misread> {
        if self.n_strange * 2 <= self.all.n_counted {
            return None;
        }
        undone(&self.sample(), FEWEST_IN_ALL, frequency)
    }

    /// Lines from all over the text.
    fn sample(&self) -> String {
        let length: usize = self.strange.iter().map(|(_, line)| line.len()).sum();
        let step = (length / 3 / SAMPLE).clamp(1, self.strange.len().max(1));
        let lines = self.strange.iter().step_by(step);
        let mut sample = String::new();
        for (_, line) in lines {
            let n_left = SAMPLE.saturating_sub(sample.len() / 3);
            sample.extend(line.chars().take(n_left));
            sample.push('\n');
        }
        sample
    }

    fn lines(&self, frequency: &Frequency) -> Vec<Doubt> {
        let misread = self
            .strange
            .iter()
            .take(LINES_TRIED)
            .filter_map(|(number, line)| {
                let line: String = line.chars().take(SAMPLE).collect();
                let misread = undone(&line, FEWEST_IN_LINE, frequency)?;
                Some(Doubt {
                    kind: "mojibake",
                    line: *number,
                    text: format!(
                        "`{}` is {} that was read as {}: `{}`",
                        preview(&line),
                        misread.was,
                        misread.read_as,
                        misread.preview
                    ),
                })
            });
        let fillers = self.fillers.iter().map(|line| Doubt {
            kind: "mojibake",
            line: *line,
            text: "a row of `烫` or `屯` mostly stands for memory that held no text".to_owned(),
        });
        shortened(misread.chain(fillers).collect())
    }
}

/// The first of many doubts, and how many more there are.
fn shortened(mut doubts: Vec<Doubt>) -> Vec<Doubt> {
    let more = doubts.get(LINES_TOLD).map(|first| Doubt {
        kind: "mojibake",
        line: first.line,
        text: format!("{} more lines were misread", doubts.len() - LINES_TOLD),
    });
    doubts.truncate(LINES_TOLD);
    doubts.extend(more);
    doubts
}

/// The longest row of fillers in a line.
fn n_fillers(line: &str) -> usize {
    let rows = line.split(|next| !FILLERS.contains(&next));
    rows.map(|row| row.chars().count()).max().unwrap_or(0)
}

/// The mistake that, undone, makes a strange text Chinese.
fn undone(text: &str, fewest: i64, frequency: &Frequency) -> Option<Misread> {
    let counted = frequency.tally(text).n_counted;
    if counted < fewest || is_other_script(text, counted) || is_scattered(text) {
        return None;
    }
    let restored = MISTAKES.iter().filter_map(|mistake| {
        let restored = mistake.undo(text);
        let n_lost = restored.matches(char::REPLACEMENT_CHARACTER).count();
        let tally = frequency.tally(&restored);
        let n_lost = i64::try_from(n_lost).unwrap_or(i64::MAX);
        let is_chinese = tally.score() >= RESTORED && tally.n_counted >= fewest / 2;
        (is_chinese && n_lost <= tally.n_counted).then(|| {
            let certainty = tally.points - n_lost;
            (certainty, mistake, preview(&restored))
        })
    });
    let (_, mistake, preview) = restored.max_by_key(|(certainty, ..)| *certainty)?;
    Some(Misread {
        read_as: mistake.read_as.name(),
        was: mistake.was_name(),
        preview,
    })
}

/// Whether a quarter of a text is of scripts that are not Chinese, or symbols. They have their places
/// in GBK and Big5 too, side by side, so that undoing a mistake nobody made looks like success.
fn is_other_script(text: &str, n_counted: i64) -> bool {
    let n_letters = text.chars().filter(|next| {
        matches!(
            next,
            '\u{370}'..='\u{5FF}'
                | '\u{2190}'..='\u{2BFF}'
                | '\u{3040}'..='\u{30FF}'
                | '\u{AC00}'..='\u{D7A3}'
        )
    });
    i64::try_from(n_letters.count()).is_ok_and(|n| n * 4 > n_counted)
}

/// Whether the letters that are not ASCII stand alone, as the accented ones of European words do;
/// misread bytes come in pairs.
fn is_scattered(text: &str) -> bool {
    let high: Vec<bool> = text.chars().map(|next| !next.is_ascii()).collect();
    let n_pairs = high.windows(2).filter(|pair| pair[0] && pair[1]).count();
    let n_high = high.iter().filter(|is_high| **is_high).count();
    n_pairs * 4 < n_high
}

impl Mistake {
    const fn new(read_as: Wrong, was: &'static Encoding) -> Self {
        Self { read_as, was }
    }

    fn undo(self, text: &str) -> String {
        let bytes = self.read_as.bytes(text);
        let (text, _) = self.was.decode_without_bom_handling(&bytes);
        text.into_owned()
    }

    fn was_name(self) -> &'static str {
        if self.was == GB18030 {
            "GBK"
        } else {
            self.was.name()
        }
    }
}

impl Wrong {
    fn name(self) -> &'static str {
        match self {
            Self::Gbk => "GBK",
            Self::Big5 => "Big5",
            Self::Latin => "Latin-1",
        }
    }

    /// The bytes that were misread; what cannot have been read becomes a byte that fits nowhere.
    fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Gbk => encoded(text, GBK),
            Self::Big5 => encoded(text, BIG5),
            Self::Latin => text.chars().map(latin_byte).collect(),
        }
    }
}

fn encoded(text: &str, encoding: &'static Encoding) -> Vec<u8> {
    let mut encoder = encoding.new_encoder();
    let mut bytes = Vec::with_capacity(text.len() + 16);
    let mut n_read = 0;
    loop {
        bytes.reserve(text.len() - n_read + 16);
        let rest = &text[n_read..];
        let (result, n_more) =
            encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
        n_read += n_more;
        match result {
            EncoderResult::InputEmpty => return bytes,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(_) => bytes.push(0xFF),
        }
    }
}

/// Latin-1, and the letters that Windows puts among its controls.
fn latin_byte(character: char) -> u8 {
    u8::try_from(character).unwrap_or_else(|_| {
        let mut buffer = [0; 4];
        let (bytes, _, is_unmappable) = WINDOWS_1252.encode(character.encode_utf8(&mut buffer));
        if is_unmappable { 0xFF } else { bytes[0] }
    })
}
