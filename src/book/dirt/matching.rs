//! One line held against rules.
//!
//! Never changes the line: it says where the rules find something.

use std::ops::Range;

use super::fold::{self, Squeezed, Walk};
use super::rule::{CompiledRule, RuleSet};

/// No whole line that is dirt is longer, in bytes.
const LONGEST_LINE: usize = 600;

/// In a longer paragraph no disguise is looked for, in bytes.
const LONGEST_DISGUISED: usize = 20_000;

/// A line and its folded forms.
pub struct Matching<'a> {
    line: &'a str,
    folded: String,
    squeezed: Option<Squeezed>,
    may_be_disguised: bool,
}

impl<'a> Matching<'a> {
    /// Folds a line.
    pub fn of(line: &'a str) -> Self {
        Self::with(line, String::with_capacity(line.len()))
    }

    /// Folds a line into a string that was used before.
    pub fn with(line: &'a str, mut folded: String) -> Self {
        let has_foreign = fold::fold(line, &mut folded);
        let is_short = line.len() <= LONGEST_DISGUISED;
        let squeezed = is_short.then(|| Squeezed::of(&folded)).flatten();
        Self {
            line,
            folded,
            may_be_disguised: squeezed.is_some() || has_foreign,
            squeezed,
        }
    }

    /// The string, to be used again.
    pub fn into_string(self) -> String {
        self.folded
    }

    /// Rules of whole lines that the line matches, wherever it stands.
    pub fn whole(&self, set: &RuleSet) -> Vec<usize> {
        if self.line.len() > LONGEST_LINE {
            return Vec::new();
        }
        let mut found = set.lines.candidates(&self.folded);
        if self.may_be_disguised {
            found.extend(set.disguised_lines.candidates(self.plain()));
        }
        found.retain(|rule| self.is_whole(&set.rules[*rule]));
        found
    }

    /// Rules of pieces that may find something in the line.
    pub fn inside(&self, set: &RuleSet) -> Vec<usize> {
        let mut found = set.pieces.candidates(&self.folded);
        if self.may_be_disguised {
            found.extend(set.disguised_pieces.candidates(self.plain()));
        }
        found.retain(|rule| self.finds(&set.rules[*rule]));
        found
    }

    /// Whether the pattern of a rule is in the line.
    fn finds(&self, rule: &CompiledRule) -> bool {
        let text = if rule.rule.disguised {
            self.plain()
        } else {
            &self.folded
        };
        rule.pattern.is_match(text)
    }

    /// Whether a rule matches all of the line.
    pub fn is_whole(&self, rule: &CompiledRule) -> bool {
        if rule.rule.disguised {
            rule.pattern.is_match(self.plain()) && fold::is_disguised(self.line)
        } else {
            rule.pattern.is_match(&self.folded)
        }
    }

    /// The pieces of the line that a rule finds: its pattern, or the first of its groups that takes part.
    pub fn pieces(&self, rule: &CompiledRule) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let text = if rule.rule.disguised {
            self.plain()
        } else {
            &self.folded
        };
        let mut from = 0;
        let mut walk = Walk::new(self.line, &self.folded);
        while let Some(captures) = rule.pattern.captures_at(text, from) {
            let whole = captures.get_match();
            let piece = captures.iter().skip(1).flatten().next().unwrap_or(whole);
            if piece.is_empty() {
                break;
            }
            // What stood behind a group may stand before the next one.
            from = piece.end();
            let range = self.in_line(rule, &piece.range(), &mut walk);
            if !rule.rule.disguised || fold::is_disguised(&self.line[range.clone()]) {
                found.push(range);
            }
        }
        found
    }

    fn in_line(&self, rule: &CompiledRule, range: &Range<usize>, walk: &mut Walk) -> Range<usize> {
        match &self.squeezed {
            Some(squeezed) if rule.rule.disguised => squeezed.range_in(self.line, range),
            _ => walk.to(range.start)..walk.to(range.end),
        }
    }

    fn plain(&self) -> &str {
        self.squeezed
            .as_ref()
            .map_or(&self.folded, |squeezed| &squeezed.text)
    }
}
