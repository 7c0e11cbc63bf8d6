//! The morning report: what is done, what is left and why, and the command that finishes it.
//!
//! Never says more than the outcome knows; the same text goes to the terminal and to `report.txt`.

use super::{Halt, Incomplete, Outcome, Plan};

/// Writes the report of a run. `finish` gives the command that finishes the chapters of those
/// numbers.
pub fn report(plan: &Plan, outcome: &Outcome, finish: &dyn Fn(&[usize]) -> String) -> String {
    let mut text = format!("《{}》\n", plan.title);
    text.push_str(&done(plan, outcome));
    text.push_str(&spoken(outcome));
    text.push_str(&unsayable(outcome));
    if let Some(halt) = &outcome.halt {
        text.push_str(&stopped(halt));
    }
    if !outcome.incomplete.is_empty() {
        text.push_str(&left(outcome, finish));
    }
    text
}

fn done(plan: &Plan, outcome: &Outcome) -> String {
    let n_chosen = outcome.n_finished + outcome.incomplete.len();
    let of = if n_chosen == plan.chapters.len() {
        ""
    } else {
        " chosen"
    };
    let plural = if n_chosen == 1 {
        "chapter is"
    } else {
        "chapters are"
    };
    let made = match outcome.n_made {
        0 => "nothing was left to do".into(),
        n => format!("{n} made in this run"),
    };
    let detail = if outcome.n_finished == 0 {
        String::new()
    } else {
        format!(" ({made})")
    };
    format!(
        "{} of {n_chosen}{of} {plural} finished{detail}\n",
        outcome.n_finished
    )
}

fn spoken(outcome: &Outcome) -> String {
    if outcome.n_spoken == 0 {
        return String::new();
    }
    let chunks = if outcome.n_spoken == 1 {
        "chunk"
    } else {
        "chunks"
    };
    format!(
        "{} {chunks} spoken, {} of audio\n",
        outcome.n_spoken,
        duration(outcome.seconds_spoken)
    )
}

fn unsayable(outcome: &Outcome) -> String {
    let passages = match outcome.n_unsayable {
        0 => return String::new(),
        1 => "1 chunk is".into(),
        n => format!("{n} chunks are"),
    };
    format!("{passages} not spoken, since this voice cannot say it; book.json lists it\n")
}

fn stopped(halt: &Halt) -> String {
    match halt {
        Halt::Interrupted => "stopped on request; what was done is kept\n".into(),
        Halt::Disk { problem, hint } => {
            format!(
                "stopped by the disk: {problem}\n{}",
                hint_line(hint.as_deref())
            )
        }
        Halt::Engine { problem, hint } => {
            format!(
                "stopped by the engine: {problem}\n{}",
                hint_line(hint.as_deref())
            )
        }
    }
}

fn hint_line(hint: Option<&str>) -> String {
    hint.map_or_else(String::new, |hint| format!("hint: {hint}\n"))
}

fn left(outcome: &Outcome, finish: &dyn Fn(&[usize]) -> String) -> String {
    let mut text = String::from("\nincomplete:\n");
    for group in outcome
        .incomplete
        .chunk_by(|a, b| a.reason == b.reason && a.chapter + 1 == b.chapter)
    {
        let name = match group {
            [one] => format!("chapter {} {}", one.chapter, one.title)
                .trim_end()
                .to_owned(),
            many => format!(
                "chapters {}-{}",
                many[0].chapter,
                many[many.len() - 1].chapter
            ),
        };
        text.extend(["  ", &name, ": ", &group[0].reason, "\n"]);
    }
    let chapters: Vec<usize> = outcome
        .incomplete
        .iter()
        .map(|i: &Incomplete| i.chapter)
        .collect();
    text + &format!("\nfinish with:\n  {}\n", finish(&chapters))
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
    use crate::reading::Script;
    use crate::track::SourceLedger;

    fn plan(n_chapters: usize) -> Plan {
        let planned = |index| {
            let chapter = crate::chapter::Chapter {
                index,
                ..crate::chapter::Chapter::untitled("")
            };
            super::super::PlannedChapter::of(chapter, crate::chunk::Limits::default())
        };
        Plan {
            left_out: Vec::new(),
            n_lines: 1,
            lines: vec![1],
            title: "雪夜".into(),
            author: String::new(),
            encoding: "UTF-8",
            script: Script::Simplified,
            source: SourceLedger {
                name: "雪夜.txt".into(),
                blake3: String::new(),
            },
            dropped: Vec::new(),
            doubts: Vec::new(),
            chapters: (1..=n_chapters).map(planned).collect(),
        }
    }

    fn finish(chapters: &[usize]) -> String {
        format!("pingshu render 雪夜.txt --chapters {}", numbers(chapters))
    }

    fn incomplete(chapter: usize, title: &str, reason: &str) -> Incomplete {
        Incomplete {
            chapter,
            title: title.into(),
            reason: reason.into(),
        }
    }

    #[test]
    fn what_is_left_comes_with_its_reason_and_the_command_that_finishes_it() {
        let outcome = Outcome {
            n_finished: 2,
            n_made: 1,
            n_spoken: 30,
            n_unsayable: 1,
            seconds_spoken: 200.0,
            doubts: Vec::new(),
            incomplete: vec![
                incomplete(
                    2,
                    "第二章 灯",
                    "the audio is not fit to use: 4.0 s of silence",
                ),
                incomplete(4, "第四章", "not reached: stopped"),
                incomplete(5, "第五章", "not reached: stopped"),
            ],
            halt: Some(Halt::Interrupted),
        };
        insta::assert_snapshot!(report(&plan(5), &outcome, &finish), @r"
        《雪夜》
        2 of 5 chapters are finished (1 made in this run)
        30 chunks spoken, 3 min of audio
        1 chunk is not spoken, since this voice cannot say it; book.json lists it
        stopped on request; what was done is kept

        incomplete:
          chapter 2 第二章 灯: the audio is not fit to use: 4.0 s of silence
          chapters 4-5: not reached: stopped

        finish with:
          pingshu render 雪夜.txt --chapters 2,4-5
        ");
    }

    #[test]
    fn a_finished_book_says_so_in_a_line() {
        let outcome = Outcome {
            n_finished: 1,
            ..Outcome::default()
        };
        insta::assert_snapshot!(report(&plan(1), &outcome, &finish), @r"
        《雪夜》
        1 of 1 chapter is finished (nothing was left to do)
        ");
    }

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
}
