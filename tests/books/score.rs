//! How much of the whole suite is right: headings and encodings.
//!
//! Never rounds up: one heading missed is no recall of 1.

use std::fmt;

use super::case::Case;
use super::found;

/// The counts.
#[derive(Debug, Default)]
pub struct Score {
    pub n_cases: usize,
    expected: usize,
    found: usize,
    right: usize,
    encodings: usize,
    readable: usize,
}

impl Score {
    /// Counts one case.
    pub fn add(&mut self, case: &Case) {
        self.n_cases += 1;
        if !case.refused.is_empty() {
            return;
        }
        let found = found::find(case).unwrap_or_default();
        let titled = |titles: Vec<String>| {
            titles
                .into_iter()
                .filter(|title| !title.is_empty())
                .collect::<Vec<_>>()
        };
        let told = titled(case.chapters.clone());
        let seen = titled(
            found
                .chapters
                .iter()
                .map(|chapter| chapter.title.clone())
                .collect(),
        );
        self.expected += told.len();
        self.found += seen.len();
        self.right += n_common(&told, &seen);
        if let Some(encoding) = &case.read_as {
            self.encodings += 1;
            self.readable += usize::from(*encoding == found.encoding);
        }
    }

    /// Whether nothing is wrong.
    pub fn is_perfect(&self) -> bool {
        self.right == self.expected && self.right == self.found && self.readable == self.encodings
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
        write!(
            f,
            "{} cases; headings: {} expected, {} found, precision {:.4}, recall {:.4}; encodings: {} of {} right",
            self.n_cases,
            self.expected,
            self.found,
            share(self.right, self.found),
            share(self.right, self.expected),
            self.readable,
            self.encodings,
        )
    }
}

/// Length of the longest common run of titles in order.
fn n_common(one: &[String], other: &[String]) -> usize {
    let mut before = vec![0; other.len() + 1];
    for left in one {
        let mut now = vec![0];
        for (position, right) in other.iter().enumerate() {
            let longest = if left == right {
                before[position] + 1
            } else {
                before[position + 1].max(now[position])
            };
            now.push(longest);
        }
        before = now;
    }
    before[other.len()]
}
