//! What is written for its sound, or to get past a filter.
//!
//! Never makes a word of letters that belong to a longer one.

use super::super::is_han;
use super::{Said, Scan};

impl Scan {
    /// `555我不要`
    pub(super) fn sob(&mut self) -> Option<Said> {
        let span = self.figures.digits(self.at);
        if !self.figures.is_sobbed(&span) {
            return None;
        }
        self.say(&"呜".repeat(span.len()), span.end);
        self.spoken.pause();
        Some(Said)
    }

    /// `去你的XX`, `卧*槽`
    pub(super) fn mask(&mut self) -> Option<Said> {
        let figures = &self.figures;
        let is_word = |c: Option<char>| c.is_some_and(is_han);
        if !is_word(figures.before(self.at)) {
            return None;
        }
        let run = figures.run(self.at);
        let end = self.at + run;
        let ends = figures.at(end).is_none_or(|c| !c.is_alphanumeric());
        match figures.at(self.at)? {
            '*' if run == 1 && is_word(figures.at(end)) => Some(self.say("", end)),
            'X' | 'x' if (2..=3).contains(&run) && ends && !figures.is_after(self.at, "第") => {
                Some(self.say(&"叉".repeat(run), end))
            }
            _ => None,
        }
    }
}
