//! Which candidates are headings, by how their numbers follow on each other.
//!
//! Never throws a whole numbering away for one odd number: each candidate is judged by its
//! neighbours alone, so the work grows with their count and no faster.

use std::collections::BTreeMap;

use super::candidate::Candidate;
use super::heading::{Count, Strength};
use super::mark::Unit;
use super::rival;

/// How many neighbours on each side are looked at: a few odd lines may stand between two chapters.
const REACH: usize = 3;

/// How many numbers may be missing between two chapters with glued titles.
const JUMP: u32 = 20;

/// The candidates that are headings.
pub fn headings(candidates: Vec<Candidate>) -> Vec<Candidate> {
    let mut families: BTreeMap<_, Vec<(usize, Member)>> = BTreeMap::new();
    for (position, candidate) in candidates.iter().enumerate() {
        if let Some(Count { family, number }) = candidate.heading.count {
            let strength = candidate.heading.strength;
            let member = Member {
                number,
                strength,
                line: candidate.line,
            };
            families.entry(family).or_default().push((position, member));
        }
    }
    let mut is_heading = vec![true; candidates.len()];
    for (family, members) in families {
        let chain = Chain::new(family.unit, members.iter().map(|(_, member)| *member));
        for ((position, _), accepted) in members.iter().zip(chain.verdicts()) {
            is_heading[*position] = accepted;
        }
    }
    let headings = candidates
        .into_iter()
        .zip(is_heading)
        .filter_map(|(candidate, is_heading)| is_heading.then_some(candidate));
    rival::without_rivals(headings.collect())
}

#[derive(Debug, Clone, Copy)]
struct Member {
    number: u32,
    strength: Strength,
    line: usize,
}

/// One numbering through the book.
struct Chain {
    unit: Unit,
    members: Vec<Member>,
    /// Those that are more than weak; weak ones prove nothing about their neighbours.
    steady: Vec<Member>,
}

impl Chain {
    fn new(unit: Unit, members: impl Iterator<Item = Member>) -> Self {
        let members: Vec<_> = members.collect();
        let steady = members
            .iter()
            .filter(|member| member.strength > Strength::Weak)
            .copied()
            .collect();
        Self {
            unit,
            members,
            steady,
        }
    }

    /// For each member, whether it is a heading.
    fn verdicts(&self) -> Vec<bool> {
        let trusts_shape = self.trusts_shape();
        let mut n_before = 0;
        let verdict = |member: &Member| {
            let is_steady = member.strength > Strength::Weak;
            let place = Place {
                before: &self.steady[n_before - n_before.min(REACH)..n_before],
                after: self.steady[n_before + usize::from(is_steady)..]
                    .chunks(REACH)
                    .next()
                    .unwrap_or_default(),
            };
            n_before += usize::from(is_steady);
            match member.strength {
                Strength::Strict => {
                    !self.is_in_list(member, &place) && (trusts_shape || place.links(member.number))
                }
                Strength::Likely => {
                    place.links(member.number)
                        || place.allows(member.number)
                        || self.is_alone(member)
                }
                Strength::Doubtful => {
                    !self.is_in_list(member, &place) && place.links(member.number)
                }
                Strength::Weak => place.closes_gap(member.number),
            }
        };
        self.members.iter().map(verdict).collect()
    }

    /// `第3章 雪` is a heading by its shape. So is `第3节 雪`, unless most of its kind are out of
    /// order: then they are lines of some list.
    fn trusts_shape(&self) -> bool {
        if matches!(self.unit, Unit::Chapter | Unit::Round | Unit::Volume) || self.steady.len() < 3
        {
            return true;
        }
        let follows_on = |pair: &&[Member]| pair[1].number > pair[0].number || pair[1].number <= 1;
        2 * self.steady.windows(2).filter(follows_on).count() >= self.steady.len() - 1
    }

    /// `第一节 语文`, `第二节 数学`, …: a timetable, line by line.
    fn is_in_list(&self, member: &Member, place: &Place) -> bool {
        let near = |other: &&Member| other.line.abs_diff(member.line) <= 2;
        (self.unit == Unit::Section || self.unit.is_weak())
            && place.before.iter().chain(place.after).filter(near).count() >= 2
    }

    /// A file of one chapter has no neighbours to ask.
    fn is_alone(&self, member: &Member) -> bool {
        self.steady.len() == 1 && (member.number == 1 || member.line == 0)
    }
}

/// The neighbours of a member in its numbering.
struct Place<'a> {
    before: &'a [Member],
    after: &'a [Member],
}

impl Place<'_> {
    fn comes_after(&self, number: u32) -> bool {
        self.before
            .iter()
            .any(|other| other.number.checked_add(1) == Some(number))
    }

    fn leads_on(&self, number: u32) -> bool {
        self.after
            .iter()
            .any(|other| number.checked_add(1) == Some(other.number))
    }

    /// Whether a neighbour counts on to or from `number`, and no surer heading has that number.
    fn links(&self, number: u32) -> bool {
        let taken = |other: &Member| other.number == number && other.strength == Strength::Strict;
        let is_taken = self.before.iter().chain(self.after).any(taken);
        (self.comes_after(number) || self.leads_on(number)) && !is_taken
    }

    /// Whether `number` lies between its neighbours, some numbers missing.
    fn allows(&self, number: u32) -> bool {
        let previous = self.before.last().map_or(0, |other| other.number);
        let is_near = number > previous && number - previous <= JUMP;
        let has_neighbour = !(self.before.is_empty() && self.after.is_empty());
        is_near && has_neighbour && self.after.first().is_none_or(|other| other.number > number)
    }

    /// Whether both neighbours count through `number`, which nothing else has.
    fn closes_gap(&self, number: u32) -> bool {
        let is_missing = !self
            .before
            .iter()
            .chain(self.after)
            .any(|other| other.number == number);
        is_missing && self.comes_after(number) && (self.after.is_empty() || self.leads_on(number))
    }
}
