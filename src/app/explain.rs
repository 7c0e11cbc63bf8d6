//! `explain`: how a text is cut, read and pronounced.
//!
//! Never speaks; it needs no engine.

use std::io::{self, BufRead, BufWriter, Write};

use anyhow::{Context as _, Result};
use pingshu::batch::BatchError;
use pingshu::chapter::Chapter;
use pingshu::chunk::{self, Chunk, Limits, Role};
use pingshu::reading::{Reader, Reading, Script, detect_script};
use pingshu::speech::kokoro::Symbols;
use serde_json::json;

use super::context::Context;
use super::flags::ExplainFlags;
use super::message::{Exit, NotUtf8, Usage};

/// Explains one text, or each line of standard input.
pub fn explain(context: &Context, flags: &ExplainFlags) -> Result<Exit> {
    let readers = Readers::new()?;
    let limits = context.limits(&context.voice()?);
    let lines: Box<dyn Iterator<Item = Result<String>>> = match &flags.text {
        Some(text) => Box::new(text.lines().map(|line| Ok(line.to_owned()))),
        None => Box::new(input_lines()),
    };
    let explained = explain_lines(lines, |line, out| {
        readers.explain(line, limits, flags.json, out)
    });
    let is_enough = |error: &anyhow::Error| {
        let error = error.downcast_ref::<io::Error>();
        error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    match explained {
        // Whoever reads only the first lines has seen enough.
        Err(error) if is_enough(&error) => Ok(Exit::Done),
        ended => ended.map(|()| Exit::Done),
    }
}

fn explain_lines(
    lines: impl Iterator<Item = Result<String>>,
    one: impl Fn(&str, &mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in lines {
        one(&line?, &mut out).context("cannot print the explanation")?;
    }
    out.flush().context("cannot print the explanation")
}

/// The lines of standard input, each with what is wrong with it.
fn input_lines() -> impl Iterator<Item = Result<String>> {
    let lines = io::stdin().lock().lines().zip(1..);
    lines.map(|(text, line)| {
        text.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => NotUtf8 { line }.into(),
            _ => anyhow::Error::new(error).context(Usage("cannot read standard input")),
        })
    })
}

/// A text as a chapter of one untitled paragraph.
pub fn as_chapter(text: &str) -> Chapter {
    Chapter {
        index: 1,
        volume: String::new(),
        title: String::new(),
        text: text.into(),
        n_heading_lines: 0,
        first_line: 1,
    }
}

struct Readers {
    simplified: Reader,
    traditional: Reader,
    damaged: Reader,
}

impl Readers {
    fn new() -> Result<Self, BatchError> {
        Ok(Self {
            simplified: Reader::new(Script::Simplified)?,
            traditional: Reader::new(Script::Traditional)?,
            damaged: Reader::new(Script::Damaged)?,
        })
    }

    fn explain(
        &self,
        text: &str,
        limits: Limits,
        json: bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let script = detect_script(text);
        let reader = match script {
            Script::Simplified => &self.simplified,
            Script::Traditional => &self.traditional,
            Script::Damaged => &self.damaged,
        };
        let chunks = chunk::split(&as_chapter(text.trim()), limits).chunks;
        let read: Vec<(Chunk, Reading)> = chunks
            .into_iter()
            .map(|chunk| {
                let reading = reader.read(&chunk.text);
                (chunk, reading)
            })
            .collect();
        if json {
            write_json(text, &read, out)
        } else {
            write_plain(script, &read, out)
        }
    }
}

fn write_json(text: &str, read: &[(Chunk, Reading)], out: &mut dyn Write) -> io::Result<()> {
    let chunks: Vec<_> = read
        .iter()
        .map(|(chunk, reading)| {
            json!({
                "text": chunk.text,
                "role": chunk.role,
                "spoken": reading.spoken(),
                "pinyin": reading.pinyin().collect::<Vec<_>>(),
            })
        })
        .collect();
    writeln!(out, "{}", json!({"text": text, "chunks": chunks}))
}

fn write_plain(script: Script, read: &[(Chunk, Reading)], out: &mut dyn Write) -> io::Result<()> {
    let symbols = Symbols::new();
    for (chunk, reading) in read {
        let role = match chunk.role {
            Role::Narration => "narration",
            Role::Dialogue => "dialogue",
        };
        writeln!(
            out,
            "{role}, {} follows",
            format!("{:?}", chunk.boundary).to_lowercase()
        )?;
        writeln!(out, "  text    {}", chunk.text)?;
        if script != Script::Simplified || reading.spoken() != chunk.text {
            writeln!(out, "  spoken  {}", reading.spoken())?;
        }
        let words: Vec<String> = reading
            .words
            .iter()
            .map(|word| {
                if word.syllables.is_empty() {
                    word.text.clone()
                } else {
                    let pinyin = word.syllables.iter().map(|s| s.pinyin.as_str());
                    pinyin.collect()
                }
            })
            .collect();
        writeln!(out, "  pinyin  {}", words.join(" "))?;
        writeln!(out, "  symbols {}", symbols.of(reading))?;
    }
    Ok(())
}
