//! The stages of each chunk, for a person.
//!
//! Never leaves a change unexplained: what differs from one stage to the next is shown.

use std::io::{self, Write};

use pingshu::chunk::{Chunk, Role};
use pingshu::reading::{Because, Explained, Form, Reading, Syllable, is_han};
use pingshu::speech::Voice;
use pingshu::speech::kokoro::Symbols;

use super::change::changes;

/// Shows how each chunk is read, and what the voice gets.
pub fn write(
    voice: &Voice,
    symbols: &Symbols,
    explained: &[(&Chunk, Explained)],
    out: &mut dyn Write,
) -> io::Result<()> {
    for (chunk, explained) in explained {
        let role = match chunk.role {
            Role::Narration => "narration",
            Role::Dialogue => "dialogue",
        };
        let boundary = format!("{:?}", chunk.boundary).to_lowercase();
        writeln!(out, "{role}, {boundary} follows")?;
        let mut line = |stage: &str, what: &str| writeln!(out, "  {stage:<10}  {what}");
        line("text", &chunk.text)?;
        for (stage, what) in changed(&chunk.text, explained) {
            line(stage, &what)?;
        }
        line("words", &words(&explained.reading))?;
        line("pinyin", &pinyin(&explained.reading))?;
        for (reason, syllables) in reasons(&explained.reading) {
            line(reason, &syllables.join(", "))?;
        }
        match voice.form {
            Form::Pinyin => line("symbols", &symbols.of(&explained.reading))?,
            _ => line("sent", &voice.sent(&explained.sent).unwrap_or_default())?,
        }
    }
    Ok(())
}

/// The stages that changed something, and what.
fn changed<'a>(text: &str, explained: &Explained) -> Vec<(&'a str, String)> {
    let spoken = explained.reading.spoken();
    let mut stages = vec![
        ("script", changes(text, &explained.simplified)),
        ("slips", changes(&explained.simplified, &explained.repaired)),
    ];
    for (word, entry) in &explained.decided {
        stages.push(("lexicon", format!("{word}: {}", entry.place)));
    }
    stages.push(("written", changes(&explained.repaired, &spoken)));
    if spoken != text {
        stages.push(("spoken", spoken));
    }
    stages.retain(|(_, what)| !what.is_empty());
    stages
}

fn words(reading: &Reading) -> String {
    let words: Vec<&str> = reading.words.iter().map(|w| w.text.as_str()).collect();
    words.join(" ")
}

fn pinyin(reading: &Reading) -> String {
    let words = reading.words.iter().map(|word| {
        if word.syllables.is_empty() {
            return word.text.clone();
        }
        word.syllables.iter().map(|s| s.pinyin.as_str()).collect()
    });
    words.collect::<Vec<String>>().join(" ")
}

/// The syllables that are not simply the dictionary's, by what decided them.
fn reasons(reading: &Reading) -> Vec<(&'static str, Vec<String>)> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for word in &reading.words {
        let han = word.text.chars().filter(|c| is_han(*c));
        for (character, syllable) in han.zip(&word.syllables) {
            let Some(reason) = reason(syllable) else {
                continue;
            };
            let said = format!("{character} {}", syllable.pinyin);
            match reasons.iter_mut().find(|(known, _)| *known == reason) {
                Some((_, said_so)) => said_so.push(said),
                None => reasons.push((reason, vec![said])),
            }
        }
    }
    reasons
}

fn reason(syllable: &Syllable) -> Option<&'static str> {
    match syllable.because {
        _ if syllable.pinyin.is_empty() => Some("unknown"),
        Because::Dictionary | Because::Word => None,
        Because::Context => Some("by context"),
        Because::Rule => Some("by rule"),
        Because::Lexicon => Some("by entry"),
    }
}
