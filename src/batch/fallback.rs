//! The voice that speaks what the chosen one cannot.
//!
//! Never passes for the chosen voice: its speeches have names of their own in the store, and the ledger
//! says who spoke.

use crate::reading::Reader;
use crate::speech::{Engine, Speech, SpeechError};
use crate::store::Fingerprint;

/// Another narrator, ready to speak.
#[derive(Debug)]
pub struct Fallback {
    /// Its name.
    pub voice: String,
    /// How it is read to.
    pub reader: Reader,
    /// What speaks.
    pub engine: Engine,
}

impl Fallback {
    /// The name of its speech of a text in the place of the speech called `own`; `None` if it can say
    /// nothing of it.
    pub fn name_of(&self, own: &Fingerprint, text: &str) -> Option<Fingerprint> {
        let spoken = self.engine.fingerprint(&self.reader.read(text))?;
        Some(Fingerprint::of([
            b"instead".as_slice(),
            own.as_bytes(),
            spoken.as_bytes(),
        ]))
    }

    /// Speaks a text.
    ///
    /// # Errors
    ///
    /// When this voice cannot either.
    pub async fn speak(&self, text: &str) -> Result<Speech, SpeechError> {
        self.engine.speak(&self.reader.read(text), 1).await
    }

    /// What the ledger says of a chunk that it spoke.
    pub fn doubt(&self) -> String {
        format!(
            "spoken by `{}`, since the chosen voice could not",
            self.voice
        )
    }
}
