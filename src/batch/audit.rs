//! The audit of a finished book: every character, every sample, every gate.
//!
//! Never trusts the ledger: text is compared with the plan, spans with the samples of the track.

use std::fs::File;
use std::io::{BufReader, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use serde::Serialize;

use super::assemble::UNSAYABLE;
use super::{Plan, PlannedChapter};
use crate::chunk::{Boundary, Chunk, Cuts, tiles};
use crate::track::{BookLedger, Captions, ChapterLedger, ROOM_TONE_PEAK, wav_bytes};

/// Peak under which a span does not sound: −60 dB of 16-bit full scale.
const SILENT: i16 = 33;

/// Something that the audit found wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Chapter number; 0 for the whole book.
    pub chapter: usize,
    /// What is wrong.
    pub problem: String,
}

/// Audits the book whose ledger stands in `folder`, with such `captions`; with a `plan`, against its
/// text too.
pub fn audit(
    plan: Option<&Plan>,
    ledger: &BookLedger,
    folder: &Path,
    captions: &[Captions],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(plan) = plan {
        compare(plan, ledger, &mut findings);
    }
    if plan.is_none() && ledger.chapters.len() < ledger.n_chapters {
        let (n, of) = (ledger.chapters.len(), ledger.n_chapters);
        findings.push(Finding {
            chapter: 0,
            problem: format!("only {n} of {of} chapters have a track yet"),
        });
    }
    for chapter in &ledger.chapters {
        let mut found = |problem: String| {
            findings.push(Finding {
                chapter: chapter.index,
                problem,
            });
        };
        check_text(chapter, &mut found);
        check_spans(chapter, &mut found);
        let track = folder.join(&chapter.file);
        if !captions.iter().all(|form| form.file(&track).is_file()) {
            found("its captions are missing".into());
        }
        check_track(chapter, folder, &mut found);
    }
    findings
}

fn compare(plan: &Plan, ledger: &BookLedger, findings: &mut Vec<Finding>) {
    if plan.source.blake3 != ledger.source.blake3 {
        let problem = "the text was changed after the book was made".into();
        findings.push(Finding {
            chapter: 0,
            problem,
        });
    }
    for planned in &plan.chapters {
        let index = planned.chapter.index;
        let made = ledger
            .chapters
            .iter()
            .find(|chapter| chapter.index == index);
        let problem = match made {
            None => "it has no track yet".into(),
            Some(made) if made.text != planned.chapter.text => {
                "its track is of another text".into()
            }
            Some(made) => match unspoken_chunk(planned, made) {
                Some(text) => format!("`{text}` is not spoken"),
                None => continue,
            },
        };
        findings.push(Finding {
            chapter: index,
            problem,
        });
    }
    compare_numbers(plan, ledger, findings);
}

/// Chapters of the ledger that the plan has no more: a person dropped or joined some since.
fn compare_numbers(plan: &Plan, ledger: &BookLedger, findings: &mut Vec<Finding>) {
    let n_chapters = plan.chapters.len();
    let beyond = ledger.chapters.iter();
    let beyond = beyond.filter(|chapter| chapter.index > n_chapters);
    // Of the whole book: no command that names such a chapter would do anything.
    findings.extend(beyond.map(|chapter| Finding {
        chapter: 0,
        problem: format!("`{}` is of no chapter any more", chapter.file),
    }));
}

/// Text that the plan speaks and the ledger neither speaks nor lists with its reason.
fn unspoken_chunk(planned: &PlannedChapter, made: &ChapterLedger) -> Option<String> {
    let spoken: Vec<_> = made.chunks.iter().map(|c| c.start..c.end).collect();
    let listed = made.unspoken.iter().filter(|span| span.reason == UNSAYABLE);
    let listed: Vec<_> = listed.map(|span| span.start..span.end).collect();
    let holds = |spans: &[Range<usize>], at| {
        let next = spans.partition_point(|span| span.end <= at);
        spans.get(next).is_some_and(|span| span.contains(&at))
    };
    // Another voice may have cut elsewhere, so every character that has a sound is looked for.
    let is_lost =
        |(at, c): (usize, char)| c.is_alphanumeric() && !holds(&spoken, at) && !holds(&listed, at);
    let mut chunks = planned.cuts().chunks.into_iter();
    let unspoken = chunks.find(|chunk| (chunk.start..).zip(chunk.text.chars()).any(is_lost));
    unspoken.map(|chunk| chunk.text)
}

fn check_text(chapter: &ChapterLedger, found: &mut impl FnMut(String)) {
    // Chunks that cannot be said leave holes in the numbers, which `redo` goes by.
    let chunks = chapter
        .chunks
        .iter()
        .enumerate()
        .map(|(index, chunk)| Chunk {
            index,
            start: chunk.start,
            end: chunk.end,
            text: chunk.text.clone(),
            role: chunk.role,
            boundary: Boundary::Sentence,
        });
    let cuts = Cuts {
        chunks: chunks.collect(),
        unspoken: chapter.unspoken.clone(),
    };
    if !tiles(&chapter.text, &cuts) {
        found("chunks and unspoken spans do not add up to its text".into());
    }
}

fn check_spans(chapter: &ChapterLedger, found: &mut impl FnMut(String)) {
    let mut last = 0;
    for chunk in &chapter.chunks {
        if chunk.from < last || chunk.to <= chunk.from || chunk.to > chapter.frames {
            found(format!("chunk {} has an impossible span", chunk.index));
        }
        last = chunk.to;
    }
}

/// Every span sounds, and nothing sounds outside of a span.
fn check_track(chapter: &ChapterLedger, folder: &Path, found: &mut impl FnMut(String)) {
    let path = folder.join(&chapter.file);
    let wav = match hound::WavReader::open(&path) {
        Ok(wav) => wav,
        Err(error) => return found(format!("cannot read `{}`: {error}", chapter.file)),
    };
    // The head of a file that was cut off still says how long it was.
    let length = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
    if u64::from(wav.duration()) != chapter.frames
        || length != wav_bytes(chapter.frames)
        || wav.spec().sample_rate != chapter.sample_rate
    {
        return found(format!(
            "`{}` is not as long as the ledger says",
            chapter.file
        ));
    }
    let sounds_right = check_samples(wav, chapter, found);
    if sounds_right && samples_hash(&path).as_deref() != Some(chapter.samples.as_str()) {
        found(format!("samples of `{}` were changed", chapter.file));
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

/// Whether each chunk sounds and nothing does between them; says where not.
fn check_samples(
    wav: hound::WavReader<BufReader<File>>,
    chapter: &ChapterLedger,
    found: &mut impl FnMut(String),
) -> bool {
    let mut samples = wav
        .into_samples::<i16>()
        .map(|sample| sample.unwrap_or(0).saturating_abs());
    let has_room_tone = chapter.level.as_ref().is_some_and(|level| level.room_tone);
    let between = if has_room_tone { ROOM_TONE_PEAK } else { 0 };
    let silent = SILENT.max(between + 1);
    let (mut at, mut stray, mut all_sound) = (0, 0, true);
    for chunk in &chapter.chunks {
        stray = stray.max(peak(&mut samples, chunk.from.saturating_sub(at)));
        if peak(&mut samples, chunk.to.saturating_sub(chunk.from)) < silent {
            found(format!("chunk {} is silent: `{}`", chunk.index, chunk.text));
            all_sound = false;
        }
        at = chunk.to;
    }
    let is_quiet_between = stray.max(peak(&mut samples, u64::MAX)) <= between;
    if !is_quiet_between {
        found("something sounds between the chunks".into());
    }
    all_sound && is_quiet_between
}

fn peak(samples: &mut impl Iterator<Item = i16>, n: u64) -> i16 {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    samples.by_ref().take(n).max().unwrap_or(0)
}
