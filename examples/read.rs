//! Cuts and reads a text from standard input, a paragraph a line, and tells the seconds of each.
#![expect(clippy::print_stdout, reason = "the figures are what it is for")]

use std::io::{self, Read as _};
use std::time::Instant;

use pingshu::chapter::Chapter;
use pingshu::chunk::{self, Limits};
use pingshu::reading::{Reader, Script};

fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let started = Instant::now();
    let reader = Reader::new(Script::Simplified).map_err(io::Error::other)?;
    tell("start", started, 0);
    let started = Instant::now();
    let chunks: Vec<String> = text.lines().flat_map(chunks).collect();
    tell("chunk", started, text.chars().count());
    let started = Instant::now();
    let n_syllables: usize = chunks
        .iter()
        .map(|chunk| reader.read(chunk).pinyin().count())
        .sum();
    tell("reading", started, text.chars().count());
    println!("{} chunks, {n_syllables} syllables", chunks.len());
    Ok(())
}

fn chunks(paragraph: &str) -> Vec<String> {
    let chapter = Chapter {
        index: 1,
        volume: String::new(),
        title: String::new(),
        text: paragraph.into(),
        n_heading_lines: 0,
        first_line: 1,
    };
    let chunks = chunk::split(&chapter, Limits::default()).chunks;
    chunks.into_iter().map(|chunk| chunk.text).collect()
}

fn tell(stage: &str, started: Instant, n_characters: usize) {
    let seconds = started.elapsed().as_secs_f64();
    let each = seconds * 1e6 / n_characters.max(1) as f64;
    println!("{stage}: {seconds:.2} s, {each:.2} µs a character");
}
