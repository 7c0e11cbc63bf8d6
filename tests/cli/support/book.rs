//! `book.json` as another program would read it.
//!
//! Never uses the library's own types: the file's form is a contract, and a test of it.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The ledger of a book.
#[derive(Debug, Deserialize)]
pub struct Ledger {
    pub version: u32,
    pub title: String,
    pub author: String,
    pub source: Source,
    pub chapters: Vec<Chapter>,
    #[serde(skip)]
    folder: PathBuf,
}

#[derive(Debug, Deserialize)]
pub struct Source {
    pub name: String,
    pub blake3: String,
}

#[derive(Debug, Deserialize)]
pub struct Chapter {
    pub index: usize,
    pub title: String,
    pub file: String,
    pub sample_rate: u32,
    pub frames: usize,
    pub text: String,
    pub chunks: Vec<Chunk>,
    pub unspoken: Vec<Unspoken>,
}

#[derive(Debug, Deserialize)]
pub struct Chunk {
    pub index: usize,
    pub start: usize,
    pub end: usize,
    pub text: String,
    pub role: String,
    pub from: usize,
    pub to: usize,
    pub speech: String,
    pub takes: u32,
    pub doubt: Option<String>,
    #[serde(default)]
    pub words: Vec<(usize, usize, usize, usize)>,
}

#[derive(Debug, Deserialize)]
pub struct Unspoken {
    pub start: usize,
    pub end: usize,
    pub text: String,
    pub reason: String,
}

impl Ledger {
    /// Reads the ledger in a book's folder.
    pub fn read(folder: &Path) -> Self {
        let text = fs::read(folder.join("book.json")).unwrap();
        let mut ledger: Self = serde_json::from_slice(&text).unwrap();
        ledger.folder = folder.into();
        ledger
    }

    /// The samples of a chapter's track.
    pub fn samples(&self, chapter: &Chapter) -> Vec<i16> {
        let wav = hound::WavReader::open(self.folder.join(&chapter.file)).unwrap();
        wav.into_samples().map(Result::unwrap).collect()
    }

    /// How many takes were made of each chunk, chapter by chapter.
    pub fn takes(&self) -> Vec<Vec<u32>> {
        let takes = |chapter: &Chapter| chapter.chunks.iter().map(|chunk| chunk.takes).collect();
        self.chapters.iter().map(takes).collect()
    }

    /// Checks that every character of every chapter is spoken or listed, in order and once.
    #[track_caller]
    pub fn check_tiling(&self) -> &Self {
        for chapter in &self.chapters {
            let spoken = chapter.chunks.iter().map(|c| (c.start, c.end, &c.text));
            let unspoken = chapter.unspoken.iter().map(|u| (u.start, u.end, &u.text));
            let mut pieces: Vec<_> = spoken.chain(unspoken).collect();
            pieces.sort();
            let mut at = 0;
            let mut text = String::new();
            for (start, end, piece) in pieces {
                assert_eq!(start, at, "chapter {}", chapter.index);
                assert_eq!(piece.chars().count(), end - start);
                text.push_str(piece);
                at = end;
            }
            assert_eq!(text, chapter.text);
            assert!(chapter.unspoken.iter().all(|u| !u.reason.is_empty()));
        }
        self
    }

    /// Checks that each chunk sounds in its span, to the sample, and nothing sounds elsewhere.
    #[track_caller]
    pub fn check_spans(&self) -> &Self {
        for chapter in &self.chapters {
            let samples = self.samples(chapter);
            assert_eq!(samples.len(), chapter.frames);
            let mut at = 0;
            for chunk in &chapter.chunks {
                assert!(samples[at..chunk.from].iter().all(|sample| *sample == 0));
                let span = &samples[chunk.from..chunk.to];
                assert!(span.iter().any(|sample| sample.abs() > 1_000), "{chunk:?}");
                at = chunk.to;
            }
            assert!(samples[at..].iter().all(|sample| *sample == 0));
        }
        self
    }
}
