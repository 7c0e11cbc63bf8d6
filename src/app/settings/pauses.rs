//! The settings of pauses.
//!
//! Never judges them: that is done once all of a place is taken.

use pingshu::speech::Pauses;
use serde::Deserialize;

use super::set;

/// What one place says about pauses.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PausesLayer {
    cut: Option<f64>,
    clause: Option<f64>,
    comma: Option<f64>,
    sentence: Option<f64>,
    question: Option<f64>,
    ellipsis: Option<f64>,
    paragraph: Option<f64>,
    turn: Option<f64>,
    scene: Option<f64>,
    head: Option<f64>,
    title: Option<f64>,
    tail: Option<f64>,
}

impl PausesLayer {
    /// Puts what is said over the pauses so far.
    pub fn put_over(&self, pauses: &mut Pauses) {
        set(&mut pauses.cut, self.cut);
        set(&mut pauses.clause, self.clause);
        set(&mut pauses.comma, self.comma);
        set(&mut pauses.sentence, self.sentence);
        set(&mut pauses.question, self.question);
        set(&mut pauses.ellipsis, self.ellipsis);
        set(&mut pauses.paragraph, self.paragraph);
        set(&mut pauses.turn, self.turn);
        set(&mut pauses.scene, self.scene);
        set(&mut pauses.head, self.head);
        set(&mut pauses.title, self.title);
        set(&mut pauses.tail, self.tail);
    }
}
