//! Progress: two bars on a terminal, lines at doubling intervals elsewhere.
//!
//! Never counts what was there already as speed.

mod told;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use pingshu::batch::Event;

use self::told::Told;
use super::message::say;

/// The first line of a log comes after this long; each next one after twice as long.
const FIRST_LINE: Duration = Duration::from_secs(5);

/// Later lines come at least this often.
const SLOWEST_LINE: Duration = Duration::from_mins(10);

/// Shows what happens during a night.
pub struct Progress {
    counts: Counts,
    told: Told,
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
    /// The chapters with something to speak, by number.
    chapters: HashMap<usize, Chapter>,
    /// The chapter that was spoken last. Later ones are looked at while it is still spoken.
    current: Option<usize>,
}

/// What was done of a chapter.
struct Chapter {
    title: String,
    n_there: usize,
    n_wanted: usize,
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
            told: Told::default(),
            view,
        }
    }

    /// Takes note of an event and shows it.
    pub fn on(&mut self, event: &Event) {
        self.counts.on(event);
        if let Some(line) = self.told.line(event) {
            self.line(&line);
        }
        match &mut self.view {
            View::Bars { book, chapter, .. } => draw(book, chapter, &self.counts),
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

fn draw(book: &ProgressBar, chapter: &ProgressBar, counts: &Counts) {
    if let Some((number, current)) = counts.current() {
        chapter.set_prefix(format!("  {number} {}", current.title));
        chapter.set_length((current.n_there + current.n_wanted) as u64);
        chapter.set_position(current.position() as u64);
        chapter.set_message(current.summary());
    }
    book.set_length(counts.n_chunks as u64);
    book.set_position((counts.n_there + counts.n_done) as u64);
    book.set_message(counts.summary());
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
            chapters: HashMap::new(),
            current: None,
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
            Event::Looked {
                chapter,
                title,
                n_there,
                n_wanted,
            } => self.on_looked(*chapter, title, *n_there, *n_wanted),
            Event::Spoken {
                chapter,
                seconds,
                n_chunks,
            } => self.on_spoken(*chapter, *seconds, *n_chunks),
            Event::Finished { .. } => self.n_finished += 1,
            Event::Incomplete(_)
            | Event::PutBack { .. }
            | Event::News(_)
            | Event::Doubt(_)
            | Event::Standing(_)
            | Event::Stopping { .. }
            | Event::Tick => {}
        }
    }

    fn on_looked(&mut self, number: usize, title: &str, n_there: usize, n_wanted: usize) {
        self.n_there += n_there;
        if n_wanted == 0 {
            return;
        }
        let chapter = Chapter {
            title: title.into(),
            n_there,
            n_wanted,
            n_done: 0,
            seconds: 0.0,
        };
        self.chapters.insert(number, chapter);
        self.current.get_or_insert(number);
    }

    fn on_spoken(&mut self, number: usize, seconds: f64, n_chunks: usize) {
        self.n_done += n_chunks;
        self.seconds += seconds;
        if let Some(chapter) = self.chapters.get_mut(&number) {
            chapter.n_done += n_chunks;
            chapter.seconds += seconds;
            self.current = Some(number);
        }
    }

    /// The chapter to show, with its number.
    fn current(&self) -> Option<(usize, &Chapter)> {
        let number = self.current?;
        Some((number, self.chapters.get(&number)?))
    }

    /// `0.35 h audio · RTF 0.30 · ETA 12:07`.
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

impl Chapter {
    /// How many chunks are there. A speech that later chapters wait for too is told of the first
    /// alone, with the chunks of all, so the sum could exceed what the chapter has.
    fn position(&self) -> usize {
        self.n_there + self.n_done.min(self.n_wanted)
    }

    /// `7:15 audio`.
    fn summary(&self) -> String {
        if self.n_done == 0 {
            return String::new();
        }
        format!("{} audio", clock(self.seconds))
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
        counts.on(&looked(1, 50, 50));
        counts.on(&spoken(1, 40.0, 10));
        assert!(
            counts
                .line()
                .starts_with("0/2 chapters, 60/100 chunks · 0.01 h audio · RTF 0.25"),
            "{}",
            counts.line()
        );
        assert!(counts.line().ends_with("ETA 0:40"), "{}", counts.line());
    }

    fn looked(chapter: usize, n_there: usize, n_wanted: usize) -> Event {
        Event::Looked {
            chapter,
            title: String::new(),
            n_there,
            n_wanted,
        }
    }

    fn spoken(chapter: usize, seconds: f64, n_chunks: usize) -> Event {
        Event::Spoken {
            chapter,
            seconds,
            n_chunks,
        }
    }

    /// The number, the position and the summary that the bar of the chapter shows.
    fn shown(counts: &Counts) -> Option<(usize, usize, String)> {
        let (number, chapter) = counts.current()?;
        Some((number, chapter.position(), chapter.summary()))
    }

    #[test]
    fn looking_ahead_leaves_the_chapter_that_is_spoken_on_show() {
        let mut counts = Counts::new();
        counts.on(&looked(1, 2, 8));
        counts.on(&looked(2, 0, 5));
        counts.on(&spoken(1, 40.0, 3));
        counts.on(&looked(3, 1, 5));
        assert_eq!(shown(&counts), Some((1, 5, "0:40 audio".into())));
    }

    #[test]
    fn each_chapter_has_its_own_counts() {
        let mut counts = Counts::new();
        counts.on(&looked(1, 2, 2));
        counts.on(&looked(2, 0, 5));
        counts.on(&spoken(1, 40.0, 1));
        counts.on(&spoken(2, 10.0, 1));
        assert_eq!(shown(&counts), Some((2, 1, "0:10 audio".into())));
        counts.on(&spoken(1, 20.0, 9));
        assert_eq!(shown(&counts), Some((1, 4, "1:00 audio".into())));
    }

    #[test]
    fn a_chapter_with_nothing_to_speak_is_not_shown() {
        let mut counts = Counts::new();
        counts.on(&looked(1, 10, 0));
        assert_eq!(shown(&counts), None);
        counts.on(&looked(2, 0, 5));
        assert_eq!(shown(&counts), Some((2, 0, String::new())));
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
