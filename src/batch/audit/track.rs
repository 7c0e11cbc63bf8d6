//! The track: is it as long as declared, does every span sound like speech, and nothing between?
//!
//! Never holds more than one chunk's samples.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::path::Path;

use super::{Files, Finding, Kind, Measured};
use crate::speech::gate::{LONGEST_NOISE, MOST_CLIPPED};
use crate::speech::sound::Sound;
use crate::track::{ChapterLedger, ChunkLedger, ROOM_TONE_PEAK, wav_bytes};

/// Peak under which a span does not sound: −60 dB of 16-bit full scale.
const SILENT: i16 = 33;

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
    let mut texts = HashMap::new();
    for chunk in &chapter.chunks {
        stray = stray.max(peak(&mut samples, chunk.from.saturating_sub(at)));
        let n = usize::try_from(chunk.to.saturating_sub(chunk.from)).unwrap_or(usize::MAX);
        let span: Vec<i16> = samples.by_ref().take(n).collect();
        let same = texts.entry(hash(&span)).or_insert(chunk);
        let sound = sound(&span, chapter.sample_rate);
        let silent = SILENT.max(loudest_pause(chapter) + 1);
        let problem = check_span(chunk, &span, &sound, silent).or_else(|| repeated(chunk, same));
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
    if loudest.unwrap_or(0) < silent {
        return Some((Kind::Silent, format!("chunk {index} is silent: `{text}`")));
    }
    if sound.clipped > MOST_CLIPPED {
        return Some((Kind::Clipped, format!("chunk {index} is clipped: `{text}`")));
    }
    (sound.noise > LONGEST_NOISE).then(|| {
        let seconds = sound.noise;
        (
            Kind::Noise,
            format!("chunk {index} has {seconds:.1} s of noise: `{text}`"),
        )
    })
}

/// The samples of one text for another that sounds otherwise; marks have no sound.
fn repeated(chunk: &ChunkLedger, other: &ChunkLedger) -> Option<(Kind, String)> {
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    // The store keeps one speech for texts that sound alike.
    if chunk.speech == other.speech || letters(&chunk.text) == letters(&other.text) {
        return None;
    }
    let (index, first) = (chunk.index, other.index);
    let problem = format!(
        "chunk {index} has the samples of chunk {first}: `{}`",
        chunk.text
    );
    Some((Kind::Repeated, problem))
}

fn sound(span: &[i16], rate: u32) -> Sound {
    let samples: Vec<f32> = span
        .iter()
        .map(|sample| f32::from(*sample) / 32_768.0)
        .collect();
    Sound::of(&samples, rate)
}

fn hash(span: &[i16]) -> blake3::Hash {
    let bytes: Vec<u8> = span
        .iter()
        .flat_map(|sample| sample.to_le_bytes())
        .collect();
    blake3::hash(&bytes)
}

fn peak(samples: &mut impl Iterator<Item = i16>, n: u64) -> i16 {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let loudness = samples.by_ref().take(n).map(i16::saturating_abs);
    loudness.max().unwrap_or(0)
}
