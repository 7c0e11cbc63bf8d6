//! The rules in force: the ones inside, and a person's own.
//!
//! Never compiles the ones inside more than once.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use super::glyph::Glyphs;
use super::rule::{CompiledRule, RuleSet, RulesError, RulesFile};
use super::{entity, quote, repeat, wrap};

/// The rules inside, as they are written.
const BUILT_IN: &str = include_str!("rules.toml");

/// How errors name them.
const BUILT_IN_PLACE: &str = "rules.toml";

static COMPILED: LazyLock<Arc<RuleSet>> = LazyLock::new(|| {
    let file = RulesFile::read(BUILT_IN_PLACE, BUILT_IN).expect("a test reads the rules inside");
    let set = RuleSet::compile(BUILT_IN_PLACE, file.rules);
    Arc::new(set.expect("a test compiles the rules inside"))
});

/// The rules that say what is dirt.
#[derive(Debug, Clone)]
pub struct Rules {
    sets: Vec<Arc<RuleSet>>,
    off: BTreeSet<String>,
    glyphs: Glyphs,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            sets: vec![COMPILED.clone()],
            off: BTreeSet::new(),
            glyphs: Glyphs::default(),
        }
    }
}

impl Rules {
    /// Adds a person's file of rules; `place` is how errors name it.
    ///
    /// # Errors
    ///
    /// When it is not well formed, or a rule does not stand up to its own examples.
    pub fn add(&mut self, place: &str, text: &str) -> Result<(), RulesError> {
        let file = RulesFile::read(place, text)?;
        let set = RuleSet::compile(place, file.rules)?;
        set.check(place)?;
        self.sets.push(Arc::new(set));
        if let Some(name) = file.off.iter().find(|name| !self.has(name)) {
            return Err(RulesError::NoSuchRule {
                place: place.into(),
                name: name.clone(),
            });
        }
        self.off.extend(file.off);
        self.glyphs.extend(file.glyphs);
        Ok(())
    }

    /// What private glyphs mean.
    pub(super) fn glyphs(&self) -> &Glyphs {
        &self.glyphs
    }

    /// The files of rules, the ones inside first.
    pub(super) fn sets(&self) -> impl Iterator<Item = &RuleSet> {
        self.sets.iter().map(Arc::as_ref)
    }

    /// Whether a rule is switched off.
    pub(super) fn is_off(&self, name: &str) -> bool {
        self.off.contains(name)
    }

    /// Those of `positions` in a set that are not switched off.
    pub(super) fn on<'a>(
        &'a self,
        set: &'a RuleSet,
        positions: Vec<usize>,
    ) -> impl Iterator<Item = &'a CompiledRule> {
        let rules = positions.into_iter().map(|position| &set.rules[position]);
        rules.filter(|at| !self.is_off(&at.rule.name))
    }

    fn has(&self, name: &str) -> bool {
        let passes = [
            entity::ENTITY,
            repeat::TITLE,
            repeat::PARAGRAPH,
            quote::QUOTE,
        ];
        let is_pass = name == wrap::NAME || passes.iter().any(|pass| pass.as_str() == name);
        let mut rules = self.sets().flat_map(|set| &set.rules);
        is_pass || rules.any(|at| at.rule.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        let error = Rules::default().add("dirt.toml", text).unwrap_err();
        let cause = std::error::Error::source(&error).map(ToString::to_string);
        format!("{error}: {}", cause.unwrap_or_default())
    }

    #[test]
    fn every_rule_inside_stands_up_to_its_own_examples() {
        let rules = Rules::default();
        for set in rules.sets() {
            for at in &set.rules {
                assert!(!at.rule.keeps.is_empty(), "{} keeps nothing", at.rule.name);
            }
            let problems = set.problems();
            assert!(problems.is_empty(), "\n{}", problems.join("\n"));
        }
    }

    #[test]
    fn a_rule_that_contradicts_itself_is_named_with_its_file() {
        let rule = |lines: &str| {
            problem(&format!(
                "[[rule]]\nname = \"雪\"\nwhere = \"line\"\n{lines}"
            ))
        };
        for (lines, what) in [
            (
                "pattern = '雪+'",
                "rule `雪` in `dirt.toml` has no example in `drops`",
            ),
            (
                "pattern = '雪+'\ndrops = [\"风\"]",
                "rule `雪` in `dirt.toml` leaves its example `风` as it is",
            ),
            (
                "pattern = '雪+'\ndrops = [\"雪\"]\nkeeps = [\"雪雪\"]",
                "rule `雪` in `dirt.toml` does not keep `雪雪`",
            ),
            (
                "pattern = '雪+'\ndrops = [\"雪\"]\nput = \"风\"",
                "rule `雪` in `dirt.toml` has a `put`, and its `where` is not \"replace\"",
            ),
            (
                "pattern = '雪('\ndrops = [\"雪\"]",
                "the pattern of rule `雪` in `dirt.toml` is not valid",
            ),
            ("patern = '雪'", "line 4"),
        ] {
            assert!(rule(lines).contains(what), "{}", rule(lines));
        }
    }

    #[test]
    fn a_rule_that_puts_the_wrong_thing_is_named() {
        let text = "[[rule]]\nname = \"雪\"\nwhere = \"replace\"\npattern = 'xue'\nput = \"血\"\n\
                    drops = [\"xue落了 => 雪落了\"]";
        assert!(problem(text).contains("makes `血落了` of its example `xue落了`"));
    }

    #[test]
    fn only_what_is_there_can_be_switched_off() {
        assert!(problem("off = [\"no such\"]").contains("`no such`, and there is no such rule"));
        let mut rules = Rules::default();
        rules
            .add("dirt.toml", "off = [\"quote\", \"page mark\"]")
            .unwrap();
        assert!(rules.is_off("quote") && rules.is_off("page mark"));
    }

    #[test]
    fn nothing_that_is_put_in_breaks_a_line() {
        assert!(problem("[glyphs]\n\"\u{E000}\" = \"雪\\n\"").contains("under `[glyphs]`"));
        let text = "[[rule]]\nname = \"雪\"\nwhere = \"replace\"\npattern = 'xue'\nput = \"雪\\n\"\n\
                    drops = [\"xue落了 => 雪\\n落了\"]";
        assert!(problem(text).contains("a line break"), "{}", problem(text));
    }

    #[test]
    fn a_glyph_is_one_character() {
        assert!(problem("[glyphs]\nabc = \"的\"").contains("`abc` under `[glyphs]`"));
    }
}
