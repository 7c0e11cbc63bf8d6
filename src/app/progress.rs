//! Progress: two bars on a terminal, lines at doubling intervals elsewhere.
//!
//! Never counts what was there already as speed.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use pingshu::batch::{Event, Halt};

use super::message::say;

/// The first line of a log comes after this long; each next one after twice as long.
const FIRST_LINE: Duration = Duration::from_secs(5);

/// Later lines come at least this often.
const SLOWEST_LINE: Duration = Duration::from_mins(10);

/// Shows what happens during a night.
pub struct Progress {
    counts: Counts,
    view: View,
}

enum View {
    Bars {
        all: MultiProgress,
        book: ProgressBar,
        chapter: ProgressBar,
    },
    Lines {
        next: Duration,
        pace: Duration,
    },
}

/// What was done so far.
struct Counts {
    begun: Instant,
    n_chapters: usize,
    n_finished: usize,
    n_chunks: usize,
    n_there: usize,
    n_done: usize,
    seconds: f64,
}

impl Progress {
    /// Bars when stderr is a terminal.
    pub fn new(title: &str) -> Self {
        let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
        let view = if all.is_hidden() {
            View::Lines {
                next: FIRST_LINE,
                pace: FIRST_LINE,
            }
        } else {
            let bar = |template: &str| {
                let bar = all.add(ProgressBar::new(0));
                let style = ProgressStyle::with_template(template);
                bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
                bar
            };
            let book = bar("{prefix} {bar:24} {pos}/{len} chunks {wide_msg}");
            book.set_prefix(format!("《{title}》"));
            let chapter = bar("{prefix} {bar:24} {pos}/{len} chunks {wide_msg}");
            View::Bars { all, book, chapter }
        };
        Self {
            counts: Counts::new(),
            view,
        }
    }

    /// Takes note of an event and shows it.
    pub fn on(&mut self, event: &Event) {
        self.counts.on(event);
        match event {
            Event::Incomplete(incomplete) => self.line(&format!(
                "chapter {} {}: incomplete: {}",
                incomplete.chapter, incomplete.title, incomplete.reason
            )),
            Event::Stopping { halt, n_in_flight } => self.line(&stopping(halt, *n_in_flight)),
            _ => {}
        }
        match &mut self.view {
            View::Bars { book, chapter, .. } => draw(book, chapter, event, &self.counts),
            View::Lines { next, pace } => {
                let elapsed = self.counts.begun.elapsed();
                if elapsed >= *next && matches!(event, Event::Tick) {
                    *pace = (*pace * 2).min(SLOWEST_LINE);
                    *next = elapsed + *pace;
                    say(&self.counts.line());
                }
            }
        }
    }

    /// Takes the bars away.
    pub fn end(self) {
        if let View::Bars { all, .. } = self.view {
            // Bars that stay on the screen are only untidy.
            let _ = all.clear();
        }
    }

    fn line(&self, text: &str) {
        match &self.view {
            View::Bars { all, .. } => all.suspend(|| say(text)),
            View::Lines { .. } => say(text),
        }
    }
}

fn draw(book: &ProgressBar, chapter: &ProgressBar, event: &Event, counts: &Counts) {
    if let Event::Looked {
        chapter: number,
        title,
        n_there,
        n_wanted,
    } = event
        && *n_wanted > 0
    {
        chapter.set_prefix(format!("  {number} {title}"));
        chapter.set_length((n_there + n_wanted) as u64);
        chapter.set_position(*n_there as u64);
    }
    if let Event::Spoken { n_chunks, .. } = event {
        chapter.inc(*n_chunks as u64);
    }
    book.set_length(counts.n_chunks as u64);
    book.set_position((counts.n_there + counts.n_done) as u64);
    book.set_message(counts.summary());
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

impl Counts {
    fn new() -> Self {
        Self {
            begun: Instant::now(),
            n_chapters: 0,
            n_finished: 0,
            n_chunks: 0,
            n_there: 0,
            n_done: 0,
            seconds: 0.0,
        }
    }

    fn on(&mut self, event: &Event) {
        match event {
            Event::Begun {
                n_chapters,
                n_chunks,
            } => {
                self.n_chapters = *n_chapters;
                self.n_chunks = *n_chunks;
            }
            Event::Looked { n_there, .. } => self.n_there += n_there,
            Event::Spoken {
                seconds, n_chunks, ..
            } => {
                self.n_done += n_chunks;
                self.seconds += seconds;
            }
            Event::Finished { .. } => self.n_finished += 1,
            Event::Incomplete(_) | Event::Stopping { .. } | Event::Tick => {}
        }
    }

    /// `0.35 h audio · 2.9x · ETA 12 min`.
    fn summary(&self) -> String {
        let elapsed = self.begun.elapsed().as_secs_f64();
        if self.n_done == 0 || elapsed < 0.5 {
            return String::new();
        }
        let factor = elapsed / self.seconds.max(0.001);
        let n_left = self.n_chunks.saturating_sub(self.n_there + self.n_done);
        let left = elapsed / self.n_done as f64 * n_left as f64;
        format!(
            "{:.2} h audio · RTF {factor:.2} · ETA {}",
            self.seconds / 3_600.0,
            clock(left)
        )
    }

    fn line(&self) -> String {
        let mut line = format!(
            "{}/{} chapters, {}/{} chunks",
            self.n_finished,
            self.n_chapters,
            self.n_there + self.n_done,
            self.n_chunks
        );
        let summary = self.summary();
        if !summary.is_empty() {
            line.extend([" · ", &summary]);
        }
        line
    }
}

/// `3:07:15` or `7:15`.
fn clock(seconds: f64) -> String {
    let seconds = seconds as u64;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_already_counts_as_done_but_not_as_speed() {
        let mut counts = Counts::new();
        counts.begun -= Duration::from_secs(10);
        counts.on(&Event::Begun {
            n_chapters: 2,
            n_chunks: 100,
        });
        counts.on(&Event::Looked {
            chapter: 1,
            title: String::new(),
            n_there: 50,
            n_wanted: 50,
        });
        counts.on(&Event::Spoken {
            chapter: 1,
            seconds: 40.0,
            n_chunks: 10,
        });
        assert!(
            counts
                .line()
                .starts_with("0/2 chapters, 60/100 chunks · 0.01 h audio · RTF 0.25"),
            "{}",
            counts.line()
        );
        assert!(counts.line().ends_with("ETA 0:40"), "{}", counts.line());
    }

    #[test]
    fn nothing_is_told_of_the_pace_before_there_is_one() {
        let mut counts = Counts::new();
        counts.on(&Event::Begun {
            n_chapters: 2,
            n_chunks: 100,
        });
        assert_eq!(counts.line(), "0/2 chapters, 0/100 chunks");
    }

    #[test]
    fn a_long_night_shows_its_hours() {
        assert_eq!(
            (clock(75.0).as_str(), clock(11_235.0).as_str()),
            ("1:15", "3:07:15")
        );
    }
}
