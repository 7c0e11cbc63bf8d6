//! The track: is it as long as declared, does every span sound like speech, and nothing between?
//!
//! Never holds more than one chunk's samples.

use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;

use super::repeat::Spans;
use super::{Files, Finding, Kind, Measured};
use crate::speech::gate::{LONGEST_NOISE, MOST_CLIPPED};
use crate::speech::sound::Sound;
use crate::track::{ChapterLedger, ChunkLedger, ROOM_TONE_PEAK, TimedWord, wav_bytes};

/// Peak under which a span does not sound: −60 dB of 16-bit full scale.
const SILENT: i16 = 33;

/// A word whose peak is so many times under that of its chunk does not sound: 40 dB.
const QUIETEST_WORD: i32 = 100;

type Samples = hound::WavIntoSamples<BufReader<File>, i16>;

/// Audits a chapter's track; gives the measures of its chunks, as far as they can be read.
pub fn check(chapter: &ChapterLedger, files: &Files, findings: &mut Vec<Finding>) -> Vec<Measured> {
    check_spans(chapter, findings);
    let path = files.folder.join(&chapter.file);
    let broken = |problem| Finding::of_chapter(Kind::Track, chapter.index, problem);
    let wav = match hound::WavReader::open(&path) {
        Ok(wav) => wav,
        Err(error) => {
            findings.push(broken(format!("cannot read `{}`: {error}", chapter.file)));
            return Vec::new();
        }
    };
    // The head of a file that was cut off still says how long it was.
    let length = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
    if u64::from(wav.duration()) != chapter.frames
        || length != wav_bytes(chapter.frames)
        || wav.spec().sample_rate != chapter.sample_rate
    {
        let problem = format!("`{}` is not as long as the ledger says", chapter.file);
        findings.push(broken(problem));
        return Vec::new();
    }
    let captions = files.captions.iter();
    if !captions
        .map(|form| form.file(&path))
        .all(|file| file.is_file())
    {
        findings.push(broken("its captions are missing".into()));
    }
    let n_before = findings.len();
    let measured = check_samples(wav.into_samples(), chapter, findings);
    let sounds_right = findings.len() == n_before;
    if sounds_right && samples_hash(&path).as_deref() != Some(chapter.samples.as_str()) {
        findings.push(broken(format!(
            "samples of `{}` were changed",
            chapter.file
        )));
    }
    measured
}

fn check_spans(chapter: &ChapterLedger, findings: &mut Vec<Finding>) {
    let mut last = 0;
    for chunk in &chapter.chunks {
        if chunk.from < last || chunk.to <= chunk.from || chunk.to > chapter.frames {
            let problem = format!("chunk {} has an impossible span", chunk.index);
            findings.push(of_chunk(chapter, chunk, Kind::Span, problem));
        }
        last = chunk.to;
    }
}

pub(super) fn of_chunk(
    chapter: &ChapterLedger,
    chunk: &ChunkLedger,
    kind: Kind,
    problem: String,
) -> Finding {
    Finding {
        chunk: Some(chunk.index),
        ..Finding::of_chapter(kind, chapter.index, problem)
    }
}

/// The hash of all behind the header; `None` when the file cannot be read.
fn samples_hash(path: &Path) -> Option<String> {
    let mut file = File::open(path).ok()?;
    file.seek(SeekFrom::Start(wav_bytes(0))).ok()?;
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(file).ok()?;
    Some(hasher.finalize().to_hex().to_string())
}

/// Measures each chunk, and says which do not sound like speech, and whether anything does between.
fn check_samples(
    samples: Samples,
    chapter: &ChapterLedger,
    findings: &mut Vec<Finding>,
) -> Vec<Measured> {
    let mut samples = samples.map(|sample| sample.unwrap_or(0));
    let (mut at, mut stray, mut measured) = (0, 0, Vec::new());
    let mut spans = Spans::default();
    for chunk in &chapter.chunks {
        stray = stray.max(peak(&mut samples, chunk.from.saturating_sub(at)));
        let n = usize::try_from(chunk.to.saturating_sub(chunk.from)).unwrap_or(usize::MAX);
        let span: Vec<i16> = samples.by_ref().take(n).collect();
        let sound = sound(&span, chapter.sample_rate);
        let silent = SILENT.max(loudest_pause(chapter) + 1);
        let problem = check_span(chunk, &span, &sound, silent)
            .or_else(|| spans.hear(chunk, &span).map(|same| repeated(chunk, same)));
        match problem {
            Some((kind, problem)) => findings.push(of_chunk(chapter, chunk, kind, problem)),
            None => measured.push(Measured {
                chapter: chapter.index,
                chunk: chunk.index,
                n_syllables: Measured::syllables(&chunk.text),
                sound,
            }),
        }
        at = chunk.to;
    }
    if stray.max(peak(&mut samples, u64::MAX)) > loudest_pause(chapter) {
        let problem = "something sounds between the chunks".into();
        findings.push(Finding::of_chapter(Kind::Stray, chapter.index, problem));
    }
    measured
}

/// The peak of what a pause may hold: a room, if the track was made for one.
fn loudest_pause(chapter: &ChapterLedger) -> i16 {
    let has_room_tone = chapter.level.as_ref().is_some_and(|level| level.room_tone);
    if has_room_tone { ROOM_TONE_PEAK } else { 0 }
}

fn check_span(
    chunk: &ChunkLedger,
    span: &[i16],
    sound: &Sound,
    silent: i16,
) -> Option<(Kind, String)> {
    let (index, text) = (chunk.index, &chunk.text);
    let loudest = span.iter().map(|sample| sample.saturating_abs()).max();
    let loudest = loudest.unwrap_or(0);
    if loudest < silent {
        return Some((Kind::Silent, format!("chunk {index} is silent: `{text}`")));
    }
    if sound.clipped > MOST_CLIPPED {
        return Some((Kind::Clipped, format!("chunk {index} is clipped: `{text}`")));
    }
    if sound.noise > LONGEST_NOISE {
        let seconds = sound.noise;
        let problem = format!("chunk {index} has {seconds:.1} s of noise: `{text}`");
        return Some((Kind::Noise, problem));
    }
    silent_word(chunk, span, loudest)
}

/// The samples of one text for another that sounds otherwise.
fn repeated(chunk: &ChunkLedger, other: &ChunkLedger) -> (Kind, String) {
    let (index, first) = (chunk.index, other.index);
    let text = &chunk.text;
    let problem = format!("chunk {index} has the samples of chunk {first}: `{text}`");
    (Kind::Repeated, problem)
}

/// The first word without sound; its span may hold closures, but never nothing else.
fn silent_word(chunk: &ChunkLedger, span: &[i16], loudest: i16) -> Option<(Kind, String)> {
    let at = |frame: u64| usize::try_from(frame.saturating_sub(chunk.from)).unwrap_or(usize::MAX);
    let is_silent = |word: &&TimedWord| {
        let samples = span.get(at(word.from)..at(word.to)).unwrap_or_default();
        let peak = samples.iter().map(|sample| sample.saturating_abs()).max();
        i32::from(peak.unwrap_or(0)) * QUIETEST_WORD < i32::from(loudest)
    };
    let word = chunk.words.iter().find(is_silent)?;
    let letters = chunk
        .text
        .chars()
        .skip(word.start.saturating_sub(chunk.start));
    let letters: String = letters.take(word.end.saturating_sub(word.start)).collect();
    let problem = format!("chunk {} does not sound at `{letters}`", chunk.index);
    Some((Kind::Silent, problem))
}

fn sound(span: &[i16], rate: u32) -> Sound {
    let samples: Vec<f32> = span
        .iter()
        .map(|sample| f32::from(*sample) / 32_768.0)
        .collect();
    Sound::of(&samples, rate)
}

fn peak(samples: &mut impl Iterator<Item = i16>, n: u64) -> i16 {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let loudness = samples.by_ref().take(n).map(i16::saturating_abs);
    loudness.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chunk::Role;

    /// A chunk of three words of 100 ms each, which begins at frame 1,000.
    fn chunk() -> ChunkLedger {
        let word = |at: usize| TimedWord {
            start: 10 + at,
            end: 11 + at,
            from: 1_000 + at as u64 * 2_400,
            to: 1_000 + (at as u64 + 1) * 2_400,
        };
        ChunkLedger {
            index: 3,
            start: 10,
            end: 13,
            text: "雪停了".into(),
            role: Role::Narration,
            from: 1_000,
            to: 8_200,
            speech: String::new(),
            takes: 1,
            doubt: None,
            words: (0..3).map(word).collect(),
        }
    }

    fn spoken(loudness: [f32; 3]) -> Vec<i16> {
        let word =
            |loudness: f32| (0..2_400).map(move |i| ((i as f32 * 0.3).sin() * loudness) as i16);
        loudness.into_iter().flat_map(word).collect()
    }

    #[test]
    fn a_word_that_does_not_sound_is_named() {
        let found = silent_word(&chunk(), &spoken([9_000.0, 20.0, 7_000.0]), 9_000);
        assert_eq!(found.unwrap().1, "chunk 3 does not sound at `停`");
    }

    #[test]
    fn a_word_that_is_only_quiet_passes() {
        assert!(silent_word(&chunk(), &spoken([9_000.0, 300.0, 7_000.0]), 9_000).is_none());
    }

    #[test]
    fn a_word_whose_span_lies_outside_its_chunk_does_not_sound() {
        assert!(silent_word(&chunk(), &spoken([9_000.0; 3])[..5_000], 9_000).is_some());
    }
}
