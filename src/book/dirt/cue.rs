//! What a text must hold for a pattern to match it: a cue.
//!
//! Never misses a match: a pattern without a cue is tried on every text. Dozens of patterns in one
//! automaton would be far too many states; a look for all their cues at once is cheap.

use std::cmp::Reverse;

use aho_corasick::{AhoCorasick, BuildError};
use regex_syntax::hir::{Class, Hir, HirKind};

/// More cues of one pattern say nothing.
const MOST_CUES: usize = 200;

/// A class of more characters says nothing.
const MOST_CHARACTERS: u32 = 12;

/// The cues of several patterns.
#[derive(Debug)]
pub struct Cues {
    search: AhoCorasick,
    /// Position of the pattern that each cue belongs to.
    owners: Vec<usize>,
    /// Patterns without a cue.
    always: Vec<usize>,
}

impl Cues {
    /// Finds the cues of patterns.
    pub fn of<'a>(patterns: impl Iterator<Item = (usize, &'a str)>) -> Result<Self, BuildError> {
        let (mut cues, mut owners, mut always) = (Vec::new(), Vec::new(), Vec::new());
        for (position, pattern) in patterns {
            let hir = regex_syntax::parse(pattern).ok();
            match hir.as_ref().and_then(required) {
                None => always.push(position),
                Some(found) => {
                    owners.extend(found.iter().map(|_| position));
                    cues.extend(found);
                }
            }
        }
        Ok(Self {
            search: AhoCorasick::new(cues)?,
            owners,
            always,
        })
    }

    /// Positions of the patterns that may match a text, in their order.
    pub fn candidates(&self, text: &str) -> Vec<usize> {
        let found = self.search.find_overlapping_iter(text);
        let found = found.map(|cue| self.owners[cue.pattern().as_usize()]);
        let mut candidates: Vec<usize> = found.chain(self.always.iter().copied()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }
}

/// Strings one of which is in every text that matches.
fn required(hir: &Hir) -> Option<Vec<String>> {
    match hir.kind() {
        HirKind::Literal(literal) => Some(vec![String::from_utf8(literal.0.to_vec()).ok()?]),
        HirKind::Class(class) => characters(class),
        HirKind::Repetition(repeated) if repeated.min > 0 => required(&repeated.sub),
        HirKind::Capture(capture) => required(&capture.sub),
        HirKind::Concat(parts) => parts
            .iter()
            .filter_map(required)
            .max_by_key(|cues| worth(cues)),
        HirKind::Alternation(parts) => {
            let parts: Option<Vec<_>> = parts.iter().map(required).collect();
            parts
                .map(|parts| parts.concat())
                .filter(|cues| cues.len() <= MOST_CUES)
        }
        _ => None,
    }
}

/// Long cues are rare, and so are few.
fn worth(cues: &[String]) -> (usize, Reverse<usize>) {
    let shortest = cues.iter().map(|cue| cue.chars().count()).min();
    (shortest.unwrap_or_default(), Reverse(cues.len()))
}

fn characters(class: &Class) -> Option<Vec<String>> {
    let Class::Unicode(class) = class else {
        return None;
    };
    let n: u32 = class
        .iter()
        .map(|range| range.end() as u32 - range.start() as u32 + 1)
        .sum();
    let each = || class.iter().flat_map(|range| range.start()..=range.end());
    (n <= MOST_CHARACTERS).then(|| each().map(String::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cue_is_what_no_match_can_be_without() {
        for (pattern, cues) in [
            (".{0,9}天才.*", Some(vec!["天才"])),
            ("[a-z]*(nv)[人子]", Some(vec!["nv"])),
            (r"\d+/\d+", Some(vec!["/"])),
            ("(?:ab|cde)?f+", Some(vec!["f"])),
            ("(?:雪夜|风)x?", Some(vec!["雪夜", "风"])),
            (r"\w*", None),
            ("(?:雪|[a-z])", None),
        ] {
            let found = required(&regex_syntax::parse(pattern).unwrap());
            let cues = cues.map(|cues| cues.into_iter().map(String::from).collect());
            assert_eq!(found, cues, "{pattern}");
        }
    }

    #[test]
    fn only_patterns_whose_cue_is_there_are_tried() {
        let cues = Cues::of([(3, "雪.*夜"), (5, "风"), (7, ".*")].into_iter()).unwrap();
        assert_eq!(cues.candidates("风停了，风停了"), [5, 7]);
        assert_eq!(cues.candidates("他走了"), [7]);
    }
}
