//! Numberings without a unit, where surer headings are missing: in a whole book, or in a long
//! stretch of one.
//!
//! Never believes a list: a numbering must be long, even, and far from line to line.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use super::candidate::Candidate;
use super::loose::Loose;
use super::mark::Unit;
use crate::book::Line;

/// A longer stretch without headings, in characters, most likely has some of another shape.
pub const LONG: usize = 50_000;

/// Chapters numbered in such a way are longer on average, in characters.
const LEAST_AVERAGE: usize = 300;

/// How many numbers may be missing within a numbering.
const JUMP: u32 = 9;

/// What a jump over more numbers costs, in headings.
const JUMP_COST: usize = 2;

/// Lines of a list are at most so far from each other, in characters.
const LIST_ITEM: usize = 120;

/// Adds to the `firm` headings those of `loose` candidates that fill the stretches between them.
pub fn complete<'a>(
    lines: &[Line],
    firm: Vec<Candidate<'a>>,
    loose: &[Candidate<'a>],
) -> Vec<Candidate<'a>> {
    if loose.is_empty() {
        return firm;
    }
    let book = Stretches::new(lines, &firm);
    let mut found = book.starred(lines, &firm, loose);
    for stretch in book.wanting(&firm) {
        found.extend(book.search(stretch, loose, 0));
    }
    let mut headings = firm;
    headings.extend(found);
    headings.sort_by_key(|candidate| candidate.line);
    headings.dedup_by_key(|candidate| candidate.line);
    headings
}

/// The book as lengths between its lines.
struct Stretches {
    /// Characters before each line, and of the whole book at the end.
    offsets: Vec<usize>,
    /// Lines behind which a numbering may begin anew.
    restarts: Vec<usize>,
}

/// A numbering that was found: positions among the members, and how good it is.
struct Found {
    members: Vec<usize>,
    score: f64,
}

#[derive(Debug, Clone, Copy)]
struct Member {
    shape: Loose,
    number: u32,
    line: usize,
    /// Position among the candidates.
    position: usize,
}

impl Stretches {
    fn new(lines: &[Line], firm: &[Candidate]) -> Self {
        let mut offsets = Vec::with_capacity(lines.len() + 1);
        let mut n_before = 0;
        for line in lines {
            offsets.push(n_before);
            n_before += line.text.chars().count();
        }
        offsets.push(n_before);
        let restarts = firm.iter().filter(|candidate| !is_chapter(candidate));
        Self {
            offsets,
            restarts: restarts.map(|candidate| candidate.line).collect(),
        }
    }

    /// Where some headings have a star, all lines with one are headings.
    fn starred<'a>(
        &self,
        lines: &[Line],
        firm: &[Candidate],
        loose: &[Candidate<'a>],
    ) -> Vec<Candidate<'a>> {
        let has_star = |candidate: &Candidate| lines[candidate.line].text.starts_with(['☆', '★']);
        if !firm.iter().any(has_star) {
            return Vec::new();
        }
        let members = loose.iter().enumerate().filter_map(member);
        let starred: Vec<_> = members
            .filter(|member| member.shape == Loose::Star)
            .collect();
        let apart = self.apart(Loose::Star, &starred);
        apart.iter().map(|member| loose[member.position]).collect()
    }

    /// The stretches that want headings: all of a book that has none but volumes and the like, what
    /// is too long between two, and volumes without chapters.
    fn wanting(&self, firm: &[Candidate]) -> Vec<Range<usize>> {
        let n_lines = self.offsets.len() - 1;
        if firm
            .iter()
            .filter(|candidate| is_chapter(candidate))
            .count()
            <= 1
        {
            return std::iter::once(0..n_lines).collect();
        }
        let lines = firm.iter().map(|candidate| candidate.line);
        let mut wanting = self.too_long([0].into_iter().chain(lines), n_lines);
        wanting.extend(self.volumes_without_chapters(firm));
        wanting
    }

    /// Volumes with no chapter right behind them, in a book whose other volumes have chapters.
    fn volumes_without_chapters(&self, firm: &[Candidate]) -> Vec<Range<usize>> {
        let n_lines = self.offsets.len() - 1;
        let ends = firm.iter().skip(1).map(|candidate| candidate.line);
        let stretches = firm.iter().zip(ends.chain([n_lines]));
        let volumes = stretches.filter(|(candidate, _)| is_volume(candidate));
        let volumes = volumes.map(|(candidate, end)| candidate.line..end);
        // What is too long is wanting already.
        volumes
            .filter(|stretch| self.length(stretch) <= LONG)
            .collect()
    }

    fn too_long(&self, starts: impl Iterator<Item = usize>, end: usize) -> Vec<Range<usize>> {
        let starts: Vec<usize> = starts.chain([end]).collect();
        let stretches = starts.windows(2).map(|pair| pair[0]..pair[1]);
        stretches
            .filter(|stretch| self.length(stretch) > LONG)
            .collect()
    }

    fn length(&self, lines: &Range<usize>) -> usize {
        self.offsets[lines.end] - self.offsets[lines.start]
    }

    /// The best numbering within a stretch, and the best within what it leaves too long.
    fn search<'a>(
        &self,
        stretch: Range<usize>,
        loose: &[Candidate<'a>],
        depth: usize,
    ) -> Vec<Candidate<'a>> {
        let first = loose.partition_point(|candidate| candidate.line < stretch.start);
        let last = loose.partition_point(|candidate| candidate.line < stretch.end);
        let here = &loose[first..last];
        let Some(best) = self.best(here, &stretch) else {
            return Vec::new();
        };
        let mut found: Vec<_> = best.iter().map(|position| here[*position]).collect();
        // Two numberings within one another are odd enough; a third one is none.
        if depth < 2 {
            let starts = found.iter().map(|candidate| candidate.line);
            let left = self.too_long([stretch.start].into_iter().chain(starts), stretch.end);
            for part in left {
                let inside = part.start + usize::from(part.start > stretch.start);
                found.extend(self.search(inside..part.end, here, depth + 1));
            }
        }
        found
    }

    fn best(&self, here: &[Candidate], stretch: &Range<usize>) -> Option<Vec<usize>> {
        let members: Vec<Member> = here.iter().enumerate().filter_map(member).collect();
        let shapes: BTreeSet<Loose> = members.iter().map(|member| member.shape).collect();
        let found = shapes.into_iter().filter_map(|shape| {
            let of_shape: Vec<_> = members
                .iter()
                .filter(|member| shape.lives_with(member.shape))
                .copied()
                .collect();
            self.numbering(shape, &of_shape, stretch)
        });
        found
            .max_by(|one, other| one.score.total_cmp(&other.score))
            .map(|found| found.members)
    }

    /// The numbering of one shape, if it is one.
    fn numbering(&self, shape: Loose, members: &[Member], stretch: &Range<usize>) -> Option<Found> {
        let apart: Vec<Member> = self.apart(shape, members);
        let chain = match shape {
            Loose::Star => apart.clone(),
            _ => self.longest_chain(&apart),
        };
        let even = self.evenness(&chain, stretch);
        let taken = chain.len() as f64 / apart.len().max(1) as f64;
        let is_numbering = if shape.is_distinct() {
            chain.len() >= 2 && taken >= 0.5
        } else {
            chain.len() >= 3
                && self.average(&chain, stretch) > LEAST_AVERAGE
                && taken >= 0.5
                && even >= 0.6
                && counts_on(&chain)
                && !are_years(&chain)
        };
        is_numbering.then(|| Found {
            score: chain.len() as f64 * taken * even.max(0.1),
            members: chain.iter().map(|member| member.position).collect(),
        })
    }

    /// The members that are no lines of a list.
    fn apart(&self, shape: Loose, members: &[Member]) -> Vec<Member> {
        let (reach, n_allowed) = if shape.is_distinct() { (1, 1) } else { (2, 0) };
        let is_near = |one: &Member, other: &Member| {
            let between = one.line.min(other.line)..one.line.max(other.line);
            // A heading right behind a list does not count on from its last line.
            let counts_on = shape == Loose::Star || one.number.abs_diff(other.number) == 1;
            counts_on && between.len() <= reach && self.length(&between) <= LIST_ITEM
        };
        let is_apart = |(index, member): &(usize, &Member)| {
            let around = members[index.saturating_sub(2)..members.len().min(index + 3)].iter();
            let near = around.filter(|other| other.line != member.line && is_near(member, other));
            near.count() <= n_allowed
        };
        let apart = members.iter().enumerate().filter(is_apart);
        apart.map(|(_, member)| *member).collect()
    }

    /// The longest run of members whose numbers grow by little; behind a volume they may begin
    /// anew.
    fn longest_chain(&self, members: &[Member]) -> Vec<Member> {
        let mut links = Links::default();
        let mut restarts = self.restarts.iter().peekable();
        for member in members {
            while restarts.next_if(|line| **line < member.line).is_some() {
                links.may_restart = links.best;
            }
            links.add(member.number);
        }
        links.chain().into_iter().map(|at| members[at]).collect()
    }

    fn lengths(&self, chain: &[Member], stretch: &Range<usize>) -> Vec<usize> {
        let ends = chain.iter().skip(1).map(|member| member.line);
        let starts = chain.iter().map(|member| member.line);
        starts
            .zip(ends.chain([stretch.end]))
            .map(|(start, end)| self.length(&(start..end)))
            .collect()
    }

    fn average(&self, chain: &[Member], stretch: &Range<usize>) -> usize {
        let lengths = self.lengths(chain, stretch);
        lengths.iter().sum::<usize>() / lengths.len().max(1)
    }

    /// The share of chapters that are about as long as the middle one.
    fn evenness(&self, chain: &[Member], stretch: &Range<usize>) -> f64 {
        let mut lengths = self.lengths(chain, stretch);
        lengths.sort_unstable();
        let middle = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        let is_even = |length: &&usize| **length >= middle / 8 && **length <= middle * 8;
        lengths.iter().filter(is_even).count() as f64 / lengths.len().max(1) as f64
    }
}

fn is_volume(candidate: &Candidate) -> bool {
    let count = candidate.heading.count;
    count.is_some_and(|count| count.family.unit.may_hold_chapters())
}

fn is_chapter(candidate: &Candidate) -> bool {
    let count = candidate.heading.count;
    count.is_some_and(|count| !count.family.unit.may_hold_chapters())
}

fn member((position, candidate): (usize, &Candidate)) -> Option<Member> {
    let count = candidate.heading.count?;
    let Unit::Loose(shape) = count.family.unit else {
        return None;
    };
    Some(Member {
        shape,
        number: count.number,
        line: candidate.line,
        position,
    })
}

/// Whether most numbers are one more than the one before.
fn counts_on(chain: &[Member]) -> bool {
    let follows = |pair: &&[Member]| pair[1].number == pair[0].number + 1 || pair[1].number <= 1;
    let n_follow = chain.windows(2).filter(follows).count();
    10 * n_follow >= 7 * (chain.len() - 1)
}

/// `2018`, `2019`, …: the heads of a chronicle are prose of it.
fn are_years(chain: &[Member]) -> bool {
    chain
        .iter()
        .all(|member| (1900..=2100).contains(&member.number))
}

/// Chains of members, each linked to the one before it.
#[derive(Default)]
struct Links {
    /// For each member, its chain's length and the member before it.
    nodes: Vec<(usize, Option<usize>)>,
    /// The member with the longest chain that ends in a number.
    ends: HashMap<u32, usize>,
    /// The member with the longest chain, and its number.
    best: Option<(usize, u32)>,
    /// The best before the last volume.
    may_restart: Option<(usize, u32)>,
}

impl Links {
    fn add(&mut self, number: u32) {
        let steps = (1..=JUMP).filter_map(|step| number.checked_sub(step));
        let near = steps.filter_map(|before| self.ends.get(&before).copied());
        let near = near.map(|at| (self.nodes[at].0 + 1, at));
        let jump = self.best.filter(|(_, last)| *last < number);
        let jump = jump.map(|(at, _)| ((self.nodes[at].0 + 1).saturating_sub(JUMP_COST), at));
        let restart = self.may_restart.filter(|_| number <= 1);
        let restart = restart.map(|(at, _)| (self.nodes[at].0 + 1, at));
        let before = near
            .chain(jump)
            .chain(restart)
            .max_by_key(|(length, at)| (*length, *at));
        let (length, before) = match before {
            Some((length, at)) if length > 1 => (length, Some(at)),
            _ => (1, None),
        };
        let here = self.nodes.len();
        self.nodes.push((length, before));
        let is_longer = |at: usize| length > self.nodes[at].0;
        if self.ends.get(&number).is_none_or(|at| is_longer(*at)) {
            self.ends.insert(number, here);
        }
        if self.best.is_none_or(|(at, _)| is_longer(at)) {
            self.best = Some((here, number));
        }
    }

    /// The longest chain, first to last.
    fn chain(&self) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut next = self.best.map(|(at, _)| at);
        while let Some(at) = next {
            chain.push(at);
            next = self.nodes[at].1;
        }
        chain.reverse();
        chain
    }
}
