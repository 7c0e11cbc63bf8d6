//! `explain`: how a text is cut, read and pronounced.
//!
//! Never speaks; it needs no engine.

mod change;
mod stages;

use std::cell::OnceCell;
use std::io::{self, BufRead, BufWriter, Write};

use anyhow::{Context as _, Result};
use pingshu::chapter::Chapter;
use pingshu::chunk::{self, Chunk, Limits};
use pingshu::reading::{Explained, Reader, Script, detect_script};
use pingshu::speech::Voice;
use pingshu::speech::kokoro::Symbols;
use serde_json::json;

use super::context::Context;
use super::flags::ExplainFlags;
use super::lexicon;
use super::message::{Exit, NotUtf8, Usage};

/// Explains one text, or each line of standard input.
pub fn explain(context: &Context, flags: &ExplainFlags) -> Result<Exit> {
    let readers = Readers::new(context)?;
    let limits = context.limits(&readers.voice);
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
    one: impl Fn(&str, &mut dyn Write) -> Result<()>,
) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in lines {
        one(&line?, &mut out)?;
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

/// What explains, each part made when it is first needed.
struct Readers<'a> {
    context: &'a Context,
    voice: Voice,
    symbols: Symbols,
    simplified: Reader,
    traditional: OnceCell<Reader>,
    damaged: OnceCell<Reader>,
}

impl<'a> Readers<'a> {
    fn new(context: &'a Context) -> Result<Self> {
        let voice = context.voice()?;
        Ok(Self {
            context,
            symbols: Symbols::new(),
            simplified: lexicon::reader_here(context, Script::Simplified, &voice)?,
            traditional: OnceCell::new(),
            damaged: OnceCell::new(),
            voice,
        })
    }

    fn reader(&self, script: Script) -> Result<&Reader> {
        let made = match script {
            Script::Simplified => return Ok(&self.simplified),
            Script::Traditional => &self.traditional,
            Script::Damaged => &self.damaged,
        };
        if let Some(reader) = made.get() {
            return Ok(reader);
        }
        let reader = lexicon::reader_here(self.context, script, &self.voice)?;
        Ok(made.get_or_init(|| reader))
    }

    fn explain(&self, text: &str, limits: Limits, json: bool, out: &mut dyn Write) -> Result<()> {
        let reader = self.reader(detect_script(text))?;
        let chunks = chunk::split(&Chapter::untitled(text.trim()), limits).chunks;
        let explained = chunks.iter().map(|chunk| reader.explain(&chunk.text));
        let explained: Vec<(&Chunk, Explained)> = chunks.iter().zip(explained).collect();
        let written = if json {
            self.write_json(text, &explained, out)
        } else {
            stages::write(&self.voice, &self.symbols, &explained, out)
        };
        written.context("cannot print the explanation")
    }

    fn write_json(
        &self,
        text: &str,
        explained: &[(&Chunk, Explained)],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let chunks = explained.iter().map(|(chunk, explained)| {
            let mut object = json!({
                "text": chunk.text,
                "role": chunk.role,
                "spoken": explained.reading.spoken(),
                "pinyin": explained.reading.pinyin().collect::<Vec<_>>(),
            });
            let decided = explained.decided.iter();
            let decided: Vec<_> = decided
                .map(|(word, entry)| json!({"word": word, "where": entry.place.to_string()}))
                .collect();
            if !decided.is_empty() {
                object["lexicon"] = decided.into();
            }
            if let Some(sent) = self.voice.sent(&explained.sent) {
                object["sent"] = sent.into();
            }
            object
        });
        let chunks: Vec<_> = chunks.collect();
        writeln!(out, "{}", json!({"text": text, "chunks": chunks}))
    }
}
