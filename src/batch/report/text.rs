//! The report as text: for the terminal, and for `report.txt`.
//!
//! Never longer than a person reads: of many doubts it tells the first, and how many more there are.

use super::escape::visible;
use super::{ChapterState, DoubtedChunk, Report};
use crate::batch::{Halt, Outcome, loudness};
use crate::speech::http::Tally;

/// Doubts that are told one by one.
const MOST_DOUBTS: usize = 10;

/// Characters of a doubted text that are shown.
const SHOWN: usize = 30;

/// Writes the report.
pub fn text(report: &Report) -> String {
    let outcome = &report.outcome;
    let mut text = format!("《{}》\n", visible(&report.title));
    for line in [Some(done(report)), spoken(report), unsayable(outcome)] {
        text.extend(line.map(|line| line + "\n"));
    }
    text.push_str(&loudness::told(&outcome.loudness));
    for endpoint in &report.endpoints {
        text.extend(["`", &endpoint.endpoint, "`: ", &requests(endpoint), "\n"]);
    }
    for line in outcome.halt.iter().flat_map(stopped) {
        text.extend([&*line, "\n"]);
    }
    text + &doubts(report) + &left(report)
}

/// How many of the chosen chapters stand.
pub fn done(report: &Report) -> String {
    let (n_finished, n_made) = (report.outcome.n_finished, report.outcome.n_made);
    let n_chosen = n_finished + report.outcome.incomplete.len();
    let of = if n_chosen == report.n_chapters {
        ""
    } else {
        " chosen"
    };
    let plural = if n_chosen == 1 {
        "chapter is"
    } else {
        "chapters are"
    };
    let detail = match (n_finished, n_made) {
        (0, _) => String::new(),
        (_, 0) => " (nothing was left to do)".into(),
        (_, n) => format!(" ({n} made in this run)"),
    };
    format!("{n_finished} of {n_chosen}{of} {plural} finished{detail}")
}

/// What was spoken, and how fast.
pub fn spoken(report: &Report) -> Option<String> {
    let chunks = match report.outcome.n_spoken {
        0 => return None,
        1 => "1 chunk".into(),
        n => format!("{n} chunks"),
    };
    Some(format!(
        "{chunks} spoken, {} of audio in {}: {} s of audio a second",
        duration(report.outcome.seconds_spoken),
        duration(report.took.as_secs_f64()),
        rate(report.speed())
    ))
}

/// What this voice cannot say.
pub fn unsayable(outcome: &Outcome) -> Option<String> {
    let passages = match outcome.n_unsayable {
        0 => return None,
        1 => "1 chunk is".into(),
        n => format!("{n} chunks are"),
    };
    Some(format!(
        "{passages} not spoken, since this voice cannot say it; book.json lists it"
    ))
}

/// What came of the requests to an endpoint.
pub fn requests(tally: &Tally) -> String {
    let requests = match tally.n_asked() {
        1 => "1 request".into(),
        n => format!("{n} requests"),
    };
    let faults = tally.faults.iter();
    let faults: Vec<String> = faults
        .map(|(kind, n)| format!("{n} {}", kind.name()))
        .collect();
    let faults = if faults.is_empty() {
        String::new()
    } else {
        format!(" ({})", faults.join(", "))
    };
    format!("{requests}, {} answered{faults}", tally.n_answered)
}

/// Why the run ended early, and what a person can do, in lines.
pub fn stopped(halt: &Halt) -> Vec<String> {
    let (what, hint) = match halt {
        Halt::Interrupted => ("stopped on request; what was done is kept".into(), None),
        Halt::Disk { problem, hint } => (format!("stopped by the disk: {problem}"), hint.as_ref()),
        Halt::Engine { problem, hint } => {
            (format!("stopped by the engine: {problem}"), hint.as_ref())
        }
    };
    let hint = hint.map(|hint| format!("hint: {hint}"));
    [what].into_iter().chain(hint).collect()
}

fn doubts(report: &Report) -> String {
    if report.doubts.is_empty() {
        return String::new();
    }
    let mut text = String::from("\ndoubtful, to be heard in report.html:\n");
    for doubt in report.doubts.iter().take(MOST_DOUBTS) {
        text.extend(["  ", &line(doubt), "\n"]);
    }
    let n_more = report.n_doubts - report.doubts.len().min(MOST_DOUBTS);
    if n_more > 0 {
        text.extend(["  and ", &n_more.to_string(), " more\n"]);
    }
    // Many of them make a long command, which is easier copied from the page.
    if let Some(again) = report.again.as_ref().filter(|_| n_more == 0) {
        text.extend(["\nspeak them anew with:\n  ", again, "\n"]);
    }
    text
}

fn line(doubt: &DoubtedChunk) -> String {
    let mut line = doubt.doubted.place();
    line.extend([" ", &visible(&doubt.doubted.what)]);
    if !doubt.text.is_empty() {
        line.extend([": `", &shortened(&visible(&doubt.text)), "`"]);
    }
    line.trim_start().replace('\n', " ")
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn left(report: &Report) -> String {
    let Some(finish) = &report.finish else {
        return String::new();
    };
    let mut text = String::from("\nincomplete:\n");
    for run in &report.chapters {
        if let ChapterState::Incomplete(reason) = &run.state {
            text.extend(["  ", &run.name(), ": ", reason, "\n"]);
        }
    }
    text + &format!("\nfinish with:\n  {finish}\n")
}

/// `3.4`, `120`.
pub fn rate(rate: f64) -> String {
    if rate < 9.95 {
        format!("{rate:.1}")
    } else {
        format!("{rate:.0}")
    }
}

/// Chapter numbers in the form of `--chapters`: `3,7-9`. They come in order.
pub fn numbers(chapters: &[usize]) -> String {
    let runs = chapters.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [one] => one.to_string(),
        many => format!("{}-{}", many[0], many[many.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// `42 s`, `12 min`, `3.4 h`.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 99.5 => format!("{s:.0} s"),
        s if s < 5_970.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3_600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapter_numbers_are_written_as_they_are_typed() {
        assert_eq!(numbers(&[3, 7, 8, 9, 11]), "3,7-9,11");
        assert_eq!(numbers(&[]), "");
    }

    #[test]
    fn durations_read_well_at_every_size() {
        let read: Vec<_> = [0.0, 42.3, 720.0, 12_240.0].map(duration).into();
        assert_eq!(read, ["0 s", "42 s", "12 min", "3.4 h"]);
    }

    #[test]
    fn a_speed_has_as_many_digits_as_tell_something() {
        assert_eq!([3.44, 0.26, 120.3].map(rate), ["3.4", "0.3", "120"]);
    }
}
