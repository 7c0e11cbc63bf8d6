//! Numberings of one level in one book, `第一章` and `第三回`: where one stands within the other, it
//! is prose.
//!
//! Never takes a heading away where the winner's own numbers leave room for others: an author may
//! change from one unit to another.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::candidate::Candidate;
use super::mark::{self, Unit};

/// The level of chapters.
const LEVEL: usize = 3;

/// The headings without bare marks of a rival unit between two chapters that follow on each other.
pub fn without_rivals(headings: Vec<Candidate>) -> Vec<Candidate> {
    let Some(winner) = winner(&headings) else {
        return headings;
    };
    let own = |candidate: &Candidate| {
        let count = candidate
            .heading
            .count
            .filter(|_| unit(candidate) == Some(winner));
        count.map(|count| count.number)
    };
    // For each heading, the winner's next number, and the line of the next heading.
    let mut next = Vec::with_capacity(headings.len());
    let mut behind: (Option<u32>, Option<usize>) = (None, None);
    for candidate in headings.iter().rev() {
        next.push(behind);
        behind = (own(candidate).or(behind.0), Some(candidate.line));
    }
    let mut before: Option<u32> = None;
    let mut is_prose = |(candidate, next): &(Candidate, (Option<u32>, Option<usize>))| {
        before = own(candidate).or(before);
        let follows_on = before.and_then(|number| number.checked_add(1)) == next.0;
        let is_rival = unit(candidate).is_some_and(|unit| unit != winner);
        // `第二章` right above `第四话` holds it.
        let holds = next.1 == Some(candidate.line + 1);
        is_rival && before.is_some() && follows_on && is_bare(candidate) && !holds
    };
    let pairs = headings.into_iter().zip(next.into_iter().rev());
    pairs
        .filter(|pair| !is_prose(pair))
        .map(|(candidate, _)| candidate)
        .collect()
}

/// Whether it is a mark without a title.
fn is_bare(candidate: &Candidate) -> bool {
    mark::at_start(candidate.heading.title).is_none_or(|mark| mark.rest.trim().is_empty())
}

/// The unit that most chapters have, if there are several.
fn winner(headings: &[Candidate]) -> Option<Unit> {
    let mut counts: BTreeMap<Unit, usize> = BTreeMap::new();
    for unit in headings.iter().filter_map(unit) {
        *counts.entry(unit).or_default() += 1;
    }
    let most = counts.iter().max_by_key(|(unit, n)| (**n, Reverse(**unit)));
    most.map(|(unit, _)| *unit).filter(|_| counts.len() > 1)
}

/// The unit of a chapter that has a sign for it, side stories left out.
fn unit(candidate: &Candidate) -> Option<Unit> {
    let family = candidate.heading.count?.family;
    let is_chapter = family.unit.level() == LEVEL && !matches!(family.unit, Unit::Loose(_));
    (is_chapter && !family.is_side_story).then_some(family.unit)
}
