//! The rules carried out over a manuscript.
//!
//! Never tries more on a line than one look for all rules of a kind; only what is found is looked at
//! again, rule by rule.

use super::super::manuscript::Manuscript;
use super::super::{BookSettings, Doubt, Told};
use super::matching::Matching;
use super::rule::{CompiledRule, Place};
use super::{Notes, Rules, edge};

/// Drops whole lines, and lists the author's notes that stay.
pub fn lines(
    manuscript: &mut Manuscript,
    told: &[Told],
    settings: &BookSettings,
    doubts: &mut Vec<Doubt>,
) {
    let near = edge::edges(manuscript, told);
    let mut folded = String::new();
    let mut before = String::new();
    for (paragraph, near) in near.into_iter().enumerate() {
        let text = manuscript.paragraphs[paragraph].text();
        let is_repeat = text == before;
        let matching = Matching::with(text, folded);
        let is_here = |rule: &&CompiledRule| match rule.rule.r#where {
            // `第九章 来客【求月票】` is a heading with a plea in it, and no note.
            Place::Edge | Place::Note => near && !edge::is_heading_like(text),
            Place::Repeat => is_repeat,
            _ => true,
        };
        let sets = settings.rules.sets();
        let mut found = sets.flat_map(|set| settings.rules.on(set, matching.whole(set)));
        let found = found.find(is_here);
        folded = matching.into_string();
        if !is_repeat {
            text.clone_into(&mut before);
        }
        match found {
            Some(rule) if rule.rule.r#where == Place::Note && settings.notes == Notes::Spoken => {
                doubts.push(Doubt {
                    kind: "note",
                    line: manuscript.paragraphs[paragraph].line(),
                    text: text.to_owned(),
                });
            }
            Some(rule) => manuscript.drop_paragraph(paragraph, &rule.reason),
            None => {}
        }
    }
}

/// Takes pieces out of paragraphs and puts others in.
pub fn pieces(manuscript: &mut Manuscript, rules: &Rules) {
    let mut folded = String::new();
    for paragraph in 0..manuscript.paragraphs.len() {
        let matching = Matching::with(manuscript.paragraphs[paragraph].text(), folded);
        let sets = rules.sets();
        let found = sets.flat_map(|set| rules.on(set, matching.inside(set)));
        let found: Vec<_> = found.collect();
        folded = matching.into_string();
        for rule in found {
            apply(manuscript, paragraph, rule);
        }
    }
}

/// Takes out all that one rule finds, or puts its character in the place.
fn apply(manuscript: &mut Manuscript, paragraph: usize, rule: &CompiledRule) {
    // Another rule may have changed the text since.
    let found = Matching::of(manuscript.paragraphs[paragraph].text()).pieces(rule);
    if found.is_empty() {
        return;
    }
    let put = rule.rule.put.as_deref().unwrap_or_default();
    let edits: Vec<_> = found.into_iter().map(|range| (range, put)).collect();
    manuscript.replace_all(paragraph, &edits, &rule.reason);
}
