//! Pauses: how a narrator paces.
//!
//! Never as long as to sound like a fault: what is out of range is named.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::Voice;
use crate::chunk::Boundary;

/// Seconds of silence at each kind of boundary.
///
/// Defaults after listening tests on Mandarin narration: sentences 0.6 s, paragraphs 0.9 s, scene
/// breaks 2 s; more than 3 s sounds like a fault.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Pauses {
    /// A hard cut inside a clause.
    pub cut: f64,
    /// A cut at a comma or a quote's edge.
    pub clause: f64,
    /// A comma, colon or semicolon inside a chunk; 0 leaves it as it was spoken.
    pub comma: f64,
    /// The end of a sentence.
    pub sentence: f64,
    /// The end of a question; 0 is as a sentence.
    pub question: f64,
    /// The end of a sentence that trails off; 0 is as a sentence.
    pub ellipsis: f64,
    /// The end of a paragraph.
    pub paragraph: f64,
    /// One line of dialogue after another.
    pub turn: f64,
    /// A scene break.
    pub scene: f64,
    /// Before a chapter's first word.
    pub head: f64,
    /// After a chapter's title.
    pub title: f64,
    /// After a chapter's last word.
    pub tail: f64,
    /// What all but `head` and `tail` are multiplied by.
    pub scale: f64,
}

/// How much pauses may be scaled.
const SCALE: RangeInclusive<f64> = 0.25..=4.0;

impl Default for Pauses {
    fn default() -> Self {
        Self {
            cut: 0.08,
            clause: 0.3,
            comma: 0.0,
            sentence: 0.6,
            question: 0.0,
            ellipsis: 0.0,
            paragraph: 0.9,
            turn: 0.6,
            scene: 2.0,
            head: 0.5,
            title: 1.5,
            tail: 2.5,
            scale: 1.0,
        }
    }
}

impl Pauses {
    /// The pause of that name, for a voice file or a setting to change.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut f64> {
        Some(match name {
            "cut" => &mut self.cut,
            "clause" => &mut self.clause,
            "comma" => &mut self.comma,
            "sentence" => &mut self.sentence,
            "question" => &mut self.question,
            "ellipsis" => &mut self.ellipsis,
            "paragraph" => &mut self.paragraph,
            "turn" => &mut self.turn,
            "scene" => &mut self.scene,
            "head" => &mut self.head,
            "title" => &mut self.title,
            "tail" => &mut self.tail,
            _ => return None,
        })
    }

    /// The seconds of silence at a boundary.
    pub fn at(&self, boundary: Boundary) -> f64 {
        let seconds = match boundary {
            Boundary::Cut => self.cut,
            Boundary::Clause => self.clause,
            Boundary::Sentence => self.sentence,
            Boundary::Question => or(self.question, self.sentence),
            Boundary::Ellipsis => or(self.ellipsis, self.sentence),
            Boundary::Paragraph => self.paragraph,
            Boundary::Turn => self.turn,
            Boundary::Scene => self.scene,
            Boundary::Heading => self.title,
            Boundary::End => return self.tail,
        };
        seconds * self.scale
    }

    /// The seconds of silence at a comma inside a chunk that has `own` already.
    pub fn at_comma(&self, own: f64) -> f64 {
        or(self.comma, own) * self.scale
    }

    /// These pauses with a voice's own put in their place.
    #[must_use]
    pub fn for_voice(mut self, voice: &Voice) -> Self {
        for (name, seconds) in &voice.pauses {
            if let Some(pause) = self.get_mut(name) {
                *pause = *seconds;
            }
        }
        self
    }

    /// The name of the first pause that is not a number of seconds from 0 to 10.
    pub fn out_of_range(mut self) -> Option<&'static str> {
        const NAMES: [&str; 12] = [
            "cut",
            "clause",
            "comma",
            "sentence",
            "question",
            "ellipsis",
            "paragraph",
            "turn",
            "scene",
            "head",
            "title",
            "tail",
        ];
        NAMES
            .into_iter()
            .find(|name| !self.get_mut(name).is_some_and(|s| (0.0..=10.0).contains(s)))
    }

    /// Whether the scale is one that anybody would listen to.
    pub fn is_scale_sane(&self) -> bool {
        SCALE.contains(&self.scale)
    }
}

/// A pause of its own, or else another.
fn or(seconds: f64, other: f64) -> f64 {
    if seconds > 0.0 { seconds } else { other }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: f64, expected: f64) -> bool {
        (found - expected).abs() < 1e-9
    }

    #[test]
    fn a_question_pauses_as_any_sentence_until_it_has_a_pause_of_its_own() {
        let mut pauses = Pauses {
            sentence: 0.4,
            ..Pauses::default()
        };
        assert!(is_near(pauses.at(Boundary::Question), 0.4));
        pauses.question = 0.7;
        assert!(is_near(pauses.at(Boundary::Question), 0.7));
        assert!(is_near(pauses.at(Boundary::Ellipsis), 0.4));
    }

    #[test]
    fn the_scale_leaves_the_ends_of_a_chapter_alone() {
        let pauses = Pauses {
            scale: 0.5,
            ..Pauses::default()
        };
        assert!(is_near(pauses.at(Boundary::Paragraph), 0.45));
        assert!(is_near(pauses.at_comma(0.2), 0.1));
        assert!(is_near(pauses.at(Boundary::End), 2.5) && is_near(pauses.head, 0.5));
    }
}
