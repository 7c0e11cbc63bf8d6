//! Rules as they are written in a file, and compiled.
//!
//! Never takes a rule whose own examples it does not stand up to.

use regex::Regex;
use serde::Deserialize;
use thiserror::Error;

use super::cue::Cues;
use super::glyph::Glyphs;
use super::matching::Matching;
use crate::book::Reason;

/// A file of rules that cannot be used.
#[derive(Debug, Error)]
pub enum RulesError {
    /// It is no TOML, or has a key that no rule has.
    #[error("`{place}` is no file of rules")]
    Form {
        /// The file, as a person would name it.
        place: String,
        /// What is wrong, with its line.
        #[source]
        source: toml::de::Error,
    },
    /// A pattern is no regular expression.
    #[error("the pattern of rule `{rule}` in `{place}` is not valid")]
    Pattern {
        /// The file, as a person would name it.
        place: String,
        /// The rule.
        rule: String,
        /// What is wrong, and where.
        #[source]
        source: Box<regex::Error>,
    },
    /// The patterns together are more than can be searched for.
    #[error("the rules in `{place}` are too many")]
    TooMany {
        /// The file, as a person would name it.
        place: String,
        /// What is too much.
        #[source]
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// A rule contradicts itself.
    #[error("rule `{rule}` in `{place}` {problem}")]
    Rule {
        /// The file, as a person would name it.
        place: String,
        /// The rule.
        rule: String,
        /// What is wrong.
        problem: Problem,
    },
    /// A rule is switched off that is not there.
    #[error("`off` in `{place}` names `{name}`, and there is no such rule")]
    NoSuchRule {
        /// The file, as a person would name it.
        place: String,
        /// The name.
        name: String,
    },
    /// A private glyph is not written as one character, or its meaning would break a line.
    #[error(
        "`{glyph}` under `[glyphs]` in `{place}` must be one character, and mean no line break"
    )]
    Glyph {
        /// The file, as a person would name it.
        place: String,
        /// What stands there.
        glyph: String,
    },
}

/// Longest text that a rule puts in a place, in characters: it may do so a million times.
const MOST_PUT: usize = 100;

/// What is wrong with a rule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// Nothing shows what it is for.
    #[error("has no example in `drops`")]
    NoExample,
    /// It says nothing of what comes in the place.
    #[error("replaces, and has no `put`")]
    NoPut,
    /// It says what comes in the place, and does not replace.
    #[error("has a `put`, and its `where` is not \"replace\"")]
    NeedlessPut,
    /// What comes in the place would break the line, or flood it.
    #[error("has a line break, a control character or more than {MOST_PUT} characters in `put`")]
    BreakingPut,
    /// An example is not dropped.
    #[error("leaves its example `{example}` as it is")]
    Stays {
        /// The example.
        example: String,
    },
    /// An example becomes something else.
    #[error("makes `{found}` of its example `{example}`")]
    Becomes {
        /// The example.
        example: String,
        /// What it becomes.
        found: String,
    },
    /// A line that must stay is dropped or changed.
    #[error("does not keep `{example}`")]
    Taken {
        /// The line.
        example: String,
    },
}

/// Where a rule's pattern is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// It is the whole line.
    Line,
    /// It is a piece of a paragraph, or its first group is.
    Inside,
    /// It is the whole line, near a heading or an end of the text.
    Edge,
    /// So it is, and is a note of the author to readers.
    Note,
    /// It is the whole line, and the line before it was the same.
    Repeat,
    /// It is a piece of a paragraph that something else is put for.
    Replace,
}

impl Place {
    /// Whether the rule takes whole lines.
    pub fn is_whole_line(self) -> bool {
        !matches!(self, Self::Inside | Self::Replace)
    }
}

/// A rule as it is written.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What a person reads as the reason; several rules may share it.
    pub name: String,
    /// Where the pattern is looked for.
    pub r#where: Place,
    /// A regular expression, for the folded text.
    pub pattern: String,
    /// What comes in the place of a piece.
    pub put: Option<String>,
    /// Only where letters are passed off as others or spaced out.
    #[serde(default)]
    pub disguised: bool,
    /// Lines it drops or changes; ` => ` leads to what is left of a changed one.
    #[serde(default)]
    pub drops: Vec<String>,
    /// Lines it must not touch.
    #[serde(default)]
    pub keeps: Vec<String>,
}

/// A file of rules as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesFile {
    /// Names of rules that shall not be used.
    #[serde(default)]
    pub off: Vec<String>,
    /// What private glyphs mean.
    #[serde(default)]
    pub glyphs: Glyphs,
    /// The rules.
    #[serde(default, rename = "rule")]
    pub rules: Vec<Rule>,
}

impl RulesFile {
    /// Reads the text of a file.
    pub fn read(place: &str, text: &str) -> Result<Self, RulesError> {
        let file: Self = toml::from_str(text).map_err(|source| RulesError::Form {
            place: place.into(),
            source,
        })?;
        match file.glyphs.not_one().or(file.glyphs.breaking()) {
            Some(glyph) => Err(RulesError::Glyph {
                place: place.into(),
                glyph: glyph.into(),
            }),
            None => Ok(file),
        }
    }
}

/// The rules of one file, ready for use.
#[derive(Debug)]
pub struct RuleSet {
    /// The rules in the order they are written.
    pub rules: Vec<CompiledRule>,
    /// Cues of the patterns of whole lines.
    pub lines: Cues,
    /// Of pieces.
    pub pieces: Cues,
    /// Of whole lines in disguise.
    pub disguised_lines: Cues,
    /// Of pieces in disguise.
    pub disguised_pieces: Cues,
}

/// A rule and its pattern.
#[derive(Debug)]
pub struct CompiledRule {
    /// What stands in the file.
    pub rule: Rule,
    /// Its pattern.
    pub pattern: Regex,
    /// Its name.
    pub reason: Reason,
}

impl RuleSet {
    /// Compiles the rules of a file.
    pub fn compile(place: &str, rules: Vec<Rule>) -> Result<Self, RulesError> {
        let compiled: Result<Vec<_>, _> = rules
            .into_iter()
            .map(|rule| CompiledRule::compile(place, rule))
            .collect();
        let rules = compiled?;
        let cues = |is_line: bool, is_disguised: bool| {
            let is_wanted = |at: &(usize, &CompiledRule)| {
                let rule = &at.1.rule;
                rule.r#where.is_whole_line() == is_line && rule.disguised == is_disguised
            };
            let wanted = rules.iter().enumerate().filter(is_wanted);
            let patterns = wanted.map(|(position, at)| (position, at.pattern.as_str()));
            Cues::of(patterns).map_err(|source| RulesError::TooMany {
                place: place.into(),
                source: Box::new(source),
            })
        };
        Ok(Self {
            lines: cues(true, false)?,
            pieces: cues(false, false)?,
            disguised_lines: cues(true, true)?,
            disguised_pieces: cues(false, true)?,
            rules,
        })
    }

    /// Holds every rule against its own examples.
    pub fn check(&self, place: &str) -> Result<(), RulesError> {
        let problems = self.rules.iter().map(|at| (at, at.problem()));
        match problems
            .into_iter()
            .find_map(|(at, found)| Some((at, found?)))
        {
            None => Ok(()),
            Some((at, problem)) => Err(RulesError::Rule {
                place: place.into(),
                rule: at.rule.name.clone(),
                problem,
            }),
        }
    }

    /// All that is wrong with the rules, in words.
    #[cfg(test)]
    pub fn problems(&self) -> Vec<String> {
        let problems = self.rules.iter().filter_map(|at| {
            let problem = at.problem()?;
            Some(format!("{} {problem} ({})", at.rule.name, at.rule.pattern))
        });
        problems.collect()
    }
}

impl CompiledRule {
    fn compile(place: &str, rule: Rule) -> Result<Self, RulesError> {
        let pattern = if rule.r#where.is_whole_line() {
            format!("^(?:{})$", rule.pattern)
        } else {
            rule.pattern.clone()
        };
        let pattern = Regex::new(&pattern).map_err(|source| RulesError::Pattern {
            place: place.into(),
            rule: rule.name.clone(),
            source: Box::new(source),
        })?;
        Ok(Self {
            reason: Reason::from(rule.name.clone()),
            pattern,
            rule,
        })
    }

    fn problem(&self) -> Option<Problem> {
        let Rule { drops, keeps, .. } = &self.rule;
        let replaces = self.rule.r#where == Place::Replace;
        if drops.is_empty() {
            return Some(Problem::NoExample);
        }
        if replaces != self.rule.put.is_some() {
            return Some(if replaces {
                Problem::NoPut
            } else {
                Problem::NeedlessPut
            });
        }
        let put = self.rule.put.as_deref().unwrap_or_default();
        if put.contains(char::is_control) || put.chars().count() > MOST_PUT {
            return Some(Problem::BreakingPut);
        }
        let kept = |example: &&String| self.applied(example).as_deref() == Some(example);
        let taken = keeps.iter().find(|example| !kept(example));
        drops
            .iter()
            .find_map(|example| self.problem_of(example))
            .or_else(|| {
                taken.map(|example| Problem::Taken {
                    example: example.clone(),
                })
            })
    }

    fn problem_of(&self, example: &str) -> Option<Problem> {
        let (before, after) = match example.split_once(" => ") {
            Some((before, after)) => (before, Some(after)),
            None => (example, None),
        };
        let found = self.applied(before);
        if found.as_deref() == Some(before) {
            let example = before.into();
            return Some(Problem::Stays { example });
        }
        let found = found.unwrap_or_default();
        let is_wrong = after.is_some_and(|after| after != found);
        is_wrong.then(|| Problem::Becomes {
            example: before.into(),
            found,
        })
    }

    /// What the rule makes of a line in the right place; `None` when it drops it.
    fn applied(&self, line: &str) -> Option<String> {
        let matching = Matching::of(line);
        if self.rule.r#where.is_whole_line() {
            return (!matching.is_whole(self)).then(|| line.to_owned());
        }
        let mut text = line.to_owned();
        for range in matching.pieces(self).into_iter().rev() {
            text.replace_range(range, self.rule.put.as_deref().unwrap_or_default());
        }
        Some(text)
    }
}
