//! What a night does with speeches: the gates, then the track of a chapter and its audit.
//!
//! Never knows which speech is bad.

use std::path::Path;

use pingshu::batch::{Files, Finding, audit_chapter};
use pingshu::chunk::{Boundary, Role};
use pingshu::speech::gate::{GateSettings, Gates, Said};
use pingshu::speech::{Pauses, Speech};
use pingshu::track::{
    ChapterLedger, ChunkLedger, Level, Profile, SAMPLE_RATE, Speaker, Survey, TrackWriter,
};

/// A chunk and its speech.
#[derive(Clone)]
pub struct Spoken {
    pub text: String,
    pub said: Said,
    pub speech: Speech,
}

/// Gates that heard these speeches, as those of a night that has gone on for a while.
pub fn gates<'a>(heard: impl Iterator<Item = &'a Spoken>) -> Gates {
    let gates = Gates::new(GateSettings::default(), 1.0);
    for spoken in heard {
        let _ = gates.judge(&spoken.speech, SAMPLE_RATE, &spoken.said);
    }
    gates
}

/// The problem that a gate has with a speech.
pub fn at_the_gate(gates: &Gates, spoken: &Spoken) -> Option<String> {
    let judged = gates.judge(&spoken.speech, SAMPLE_RATE, &spoken.said);
    judged.err().map(|bad| bad.to_string())
}

/// What the audit says of the chapter of these chunks; one that is `missing` has no span in its track.
pub fn audited(chapter: &[Spoken], missing: Option<usize>, folder: &Path) -> Vec<Finding> {
    let path = folder.join("chapter.wav");
    let heard = chapter.iter().enumerate();
    let heard = heard.filter(|(index, _)| missing != Some(*index));
    let mut survey = Survey::new(Pauses::default());
    for (_, spoken) in heard {
        survey
            .push(&spoken.speech, Boundary::Sentence, Speaker::Chosen)
            .expect("it fits");
    }
    let mastering = survey.finish(Level::default(), Profile::Plain);
    let track = TrackWriter::create(&path, Pauses::default(), mastering);
    let mut track = track.expect("the disk takes it");
    let (mut text, mut chunks, mut start) = (String::new(), Vec::new(), 0);
    for (index, spoken) in chapter.iter().enumerate() {
        let end = start + spoken.text.chars().count();
        text.push_str(&spoken.text);
        if missing != Some(index) {
            let span = track
                .push(&spoken.speech, Boundary::Sentence, Speaker::Chosen)
                .expect("it fits");
            chunks.push(ChunkLedger {
                index,
                start,
                end,
                text: spoken.text.clone(),
                role: Role::Narration,
                from: span.start,
                to: span.end,
                speech: format!("{index:064x}"),
                takes: 1,
                doubt: None,
                words: Vec::new(),
            });
        }
        start = end;
    }
    let published = track.publish().expect("the disk takes it");
    let ledger = ChapterLedger {
        index: 1,
        volume: String::new(),
        title: String::new(),
        file: "chapter.wav".into(),
        sample_rate: SAMPLE_RATE,
        frames: published.frames,
        text,
        chunks,
        unspoken: Vec::new(),
        level: Some(published.level),
        acx: None,
        samples: published.samples,
        track: String::new(),
    };
    let files = Files {
        folder: folder.into(),
        store: folder.join("none"),
        captions: Vec::new(),
    };
    audit_chapter(&ledger, &files)
}
