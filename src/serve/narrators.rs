//! The narrators of a server, and how each reads.
//!
//! Never loads the voice inside twice: all narrators share it.

use std::sync::{Arc, Mutex, PoisonError};

use crate::chunk::Limits;
use crate::reading::{Form, Lexicon, Reader, ReadingError, Scope, Script};
use crate::speech::{Engine, EngineSettings, Pauses, SpeechError, Voice, VoiceSource};

/// What the narrators go by.
pub struct Narrating {
    /// What engines need besides the voice.
    pub engines: EngineSettings,
    /// How long chunks are.
    pub limits: Limits,
    /// Silence at each kind of boundary.
    pub pauses: Pauses,
    /// How a person wants words said.
    pub lexicon: Lexicon,
}

/// The narrators of a server.
pub struct Narrators {
    /// The first is the one that speaks when none is asked for.
    voices: Vec<Voice>,
    /// What the first speaks with.
    engine: Engine,
    by: Narrating,
    readers: Mutex<Vec<KnownReader>>,
}

/// A reader takes a while to build and 50 MB, so it is kept.
struct KnownReader {
    script: Script,
    form: Form,
    /// Empty for all voices that the lexicon says nothing about.
    voice: String,
    reader: Arc<Reader>,
}

/// A narrator at a speed, ready to speak.
pub struct Narrator {
    /// The voice, at that speed.
    pub voice: Voice,
    /// What it speaks with.
    pub engine: Arc<Engine>,
}

impl Narrators {
    /// Narrators that speak with the same engine as `first`, which speaks when none is asked for.
    pub fn new(first: Voice, engine: Engine, others: Vec<Voice>, by: Narrating) -> Self {
        let is_alike = |voice: &Voice| {
            std::mem::discriminant(&voice.source) == std::mem::discriminant(&first.source)
        };
        let others = others.into_iter().filter(|voice| voice.name != first.name);
        let others: Vec<Voice> = others.filter(is_alike).collect();
        Self {
            voices: [vec![first], others].concat(),
            engine,
            by,
            readers: Mutex::default(),
        }
    }

    /// How many chunks are spoken at once.
    pub fn workers(&self) -> usize {
        self.engine.concurrency()
    }

    /// Their names, that of the first in front.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.voices.iter().map(|voice| voice.name.as_str())
    }

    /// The name of what they speak with, for programs that ask for models.
    pub fn model(&self) -> &'static str {
        match self.voices[0].source {
            VoiceSource::Kokoro { .. } => "kokoro",
            _ => "pingshu",
        }
    }

    /// The narrator of that name, by the file's or the style's; without a name, the first.
    pub fn find(&self, name: Option<&str>) -> Option<&Voice> {
        let Some(name) = name else {
            return self.voices.first();
        };
        let is_style = |voice: &&Voice| match &voice.source {
            VoiceSource::Kokoro { style } => style == name,
            _ => false,
        };
        let by_name = self.voices.iter().find(|voice| voice.name == name);
        by_name.or_else(|| self.voices.iter().find(is_style))
    }

    /// Makes a voice ready to speak; blocks for some milliseconds.
    ///
    /// # Errors
    ///
    /// When its files are not there any more.
    pub fn ready(&self, voice: Voice) -> Result<Narrator, SpeechError> {
        let engine = self.engine.another(&voice, &self.by.engines)?;
        Ok(Narrator {
            voice,
            engine: Arc::new(engine),
        })
    }

    /// How long the chunks of this voice are.
    pub fn limits(&self, voice: &Voice) -> Limits {
        voice.fitting(self.by.limits)
    }

    /// How this voice paces a text that is no chapter.
    pub fn pauses(&self, voice: &Voice) -> Pauses {
        Pauses {
            head: 0.0,
            tail: 0.0,
            ..self.by.pauses.for_voice(voice)
        }
    }

    /// How a text in this script is read for a voice; the first time takes half a second.
    ///
    /// # Errors
    ///
    /// When the tables cannot be loaded.
    pub fn reader(&self, script: Script, voice: &Voice) -> Result<Arc<Reader>, ReadingError> {
        let is_named = self.by.lexicon.is_for(&voice.name);
        let name = if is_named { &*voice.name } else { "" };
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        let known = readers.iter().find(|known| {
            known.script == script && known.form == voice.form && known.voice == name
        });
        if let Some(known) = known {
            return Ok(Arc::clone(&known.reader));
        }
        let scope = Scope {
            books: Vec::new(),
            voice: name.into(),
        };
        let reader = Reader::with_lexicon(script, &self.by.lexicon, &scope, voice.form.clone())?;
        let reader = Arc::new(reader);
        readers.push(KnownReader {
            script,
            form: voice.form.clone(),
            voice: name.into(),
            reader: Arc::clone(&reader),
        });
        Ok(reader)
    }
}
