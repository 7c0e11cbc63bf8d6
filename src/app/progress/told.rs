//! What is said in a line of its own during a night.
//!
//! Never repeats itself for every chunk: a night has tens of thousands.

use pingshu::batch::{Event, Finding, Halt, duration};
use pingshu::speech::Standing;

/// Chunks put back, and doubts, that are told one by one.
const TOLD: usize = 5;

/// What was told so far.
#[derive(Debug, Default)]
pub struct Told {
    n_put_back: usize,
    n_doubts: usize,
}

impl Told {
    /// The line for an event, if it has one.
    pub fn line(&mut self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Incomplete(incomplete) => format!(
                "chapter {} {}: incomplete: {}",
                incomplete.chapter, incomplete.title, incomplete.reason
            ),
            Event::PutBack { chapter, problem } => return self.put_back(*chapter, problem),
            Event::Doubt(finding) => return self.doubt(finding),
            Event::News(news) => format!("warning: {news}"),
            Event::Standing(standing) => standing_line(standing),
            Event::Stopping { halt, n_in_flight } => stopping(halt, *n_in_flight),
            _ => return None,
        })
    }

    fn doubt(&mut self, finding: &Finding) -> Option<String> {
        self.n_doubts += 1;
        let line = format!("chapter {}: doubtful: {}", finding.chapter, finding.problem);
        match self.n_doubts {
            n if n < TOLD => Some(line),
            TOLD => Some(format!("{line} (further ones are told by `pingshu check`)")),
            _ => None,
        }
    }

    fn put_back(&mut self, chapter: usize, problem: &str) -> Option<String> {
        self.n_put_back += 1;
        let line = format!("chapter {chapter}: a chunk is tried again later: {problem}");
        match self.n_put_back {
            n if n < TOLD => Some(line),
            TOLD => Some(format!("{line} (further ones are not told)")),
            _ => None,
        }
    }
}

fn standing_line(standing: &Standing) -> String {
    match standing {
        Standing::Working => "the server answers again; going on".into(),
        Standing::Paused { problem, next_try } => {
            let because = if problem.is_empty() { "" } else { ": " };
            let next = next_try.map_or("now".into(), |wait| {
                format!("in {}", duration(wait.as_secs_f64().ceil()))
            });
            format!("pausing{because}{problem}; the next try is {next}")
        }
    }
}

fn stopping(halt: &Halt, n_in_flight: usize) -> String {
    let waiting = match n_in_flight {
        0 => String::new(),
        1 => "; finishing the chunk in flight".into(),
        n => format!("; finishing the {n} chunks in flight"),
    };
    match halt {
        Halt::Interrupted => format!("stopping{waiting} (Ctrl-C again leaves at once)"),
        Halt::Disk { problem, .. } | Halt::Engine { problem, .. } => {
            format!("stopping: {problem}{waiting}")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_pause_is_told_with_its_reason_and_the_next_try() {
        let paused = Event::Standing(Standing::Paused {
            problem: "no answer from `http://127.0.0.1:1`".into(),
            next_try: Some(Duration::from_millis(9_500)),
        });
        assert_eq!(
            Told::default().line(&paused).unwrap(),
            "pausing: no answer from `http://127.0.0.1:1`; the next try is in 10 s"
        );
    }

    #[test]
    fn only_the_first_chunks_that_are_put_back_are_told() {
        let mut told = Told::default();
        let event = Event::PutBack {
            chapter: 3,
            problem: "`x` answered 500: out of memory".into(),
        };
        let n_lines = (0..100).filter_map(|_| told.line(&event)).count();
        assert_eq!(n_lines, TOLD);
    }
}
