//! Why a text is said as it is.
//!
//! Never reads in another way than [`Reader::read`] does.

use super::{Entry, Form, Reader, Reading};

/// How a text came to be said as it is, stage by stage.
#[derive(Debug)]
pub struct Explained<'a> {
    /// In the script that is spoken.
    pub simplified: String,
    /// With slips of the pen put right.
    pub repaired: String,
    /// What the lexicon decided: the text that was found, and the entry that counts.
    pub decided: Vec<(String, &'a Entry)>,
    /// How it is said.
    pub reading: Reading,
    /// What the engine gets.
    pub sent: Reading,
}

impl Reader {
    /// How a text is said, and why.
    pub fn explain(&self, text: &str) -> Explained<'_> {
        let draft = self.draft(text);
        let found = draft.held.iter().flat_map(|held| &held.found);
        let decided = found.filter_map(|(found, saying)| {
            let saying = self.sayings.get((*saying)?);
            Some((found.clone(), &saying.entry))
        });
        Explained {
            decided: decided.collect(),
            reading: self.reading(&draft, &Form::Pinyin),
            sent: self.reading(&draft, &self.form),
            repaired: match &draft.held {
                Some(held) => held.as_they_stood(&draft.meant),
                None => draft.meant,
            },
            simplified: draft.simplified,
        }
    }
}
