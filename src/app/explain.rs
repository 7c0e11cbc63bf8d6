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
use super::message::Exit;

/// Explains one text, or each line of standard input.
pub fn explain(context: &Context, flags: &ExplainFlags) -> Result<Exit> {
    let readers = Readers::new()?;
    let limits = context.settings.limits;
    let mut out = BufWriter::new(io::stdout().lock());
    let mut one = |text: &str| readers.explain(text, limits, flags.json, &mut out);
    let written = match &flags.text {
        Some(text) => text.lines().try_for_each(&mut one),
        None => io::stdin().lock().lines().try_for_each(|line| one(&line?)),
    };
    match written.and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error)
            .context("cannot explain the text")
            .map_err(|error| error.context("standard input must be UTF-8")),
        _ => Ok(Exit::Done),
    }
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
}

impl Readers {
    fn new() -> Result<Self, BatchError> {
        Ok(Self {
            simplified: Reader::new(Script::Simplified)?,
            traditional: Reader::new(Script::Traditional)?,
        })
    }

    fn explain(
        &self,
        text: &str,
        limits: Limits,
        json: bool,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let script = detect_script(text);
        let reader = match script {
            Script::Simplified => &self.simplified,
            Script::Traditional => &self.traditional,
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

fn write_json(text: &str, read: &[(Chunk, Reading)], out: &mut impl Write) -> io::Result<()> {
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

fn write_plain(script: Script, read: &[(Chunk, Reading)], out: &mut impl Write) -> io::Result<()> {
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
        if script == Script::Traditional || reading.spoken() != chunk.text {
            writeln!(out, "  spoken  {}", reading.spoken())?;
        }
        let words: Vec<String> = reading
            .words
            .iter()
            .map(|word| {
                if word.pinyin.is_empty() {
                    word.text.clone()
                } else {
                    word.pinyin.join("")
                }
            })
            .collect();
        writeln!(out, "  pinyin  {}", words.join(" "))?;
        writeln!(out, "  symbols {}", symbols.of(reading))?;
    }
    Ok(())
}
