//! How many seeded faults the gates and the audit find, and how many good speeches they accuse.
//!
//! Usage: `detection OUT N`: a folder with books that the voice inside rendered, and its store; and how many faults
//! of each kind are made. Tells a table for speeches with their timings, and one for the same without, as a
//! server's speeches are. Never changes that folder.
#![expect(clippy::print_stdout, reason = "the table is what it is for")]

mod fault;
mod night;

use std::path::Path;

use fault::{Dice, Fault};
use night::{Spoken, at_the_gate, audited, gates};
use pingshu::batch::BookFolder;
use pingshu::reading::{Reader, Script};
use pingshu::speech::gate::{Gates, Said, judge_timings};
use pingshu::speech::kokoro::Symbols;
use pingshu::speech::{Speech, archive};
use pingshu::store::{Fingerprint, Look, look};

/// Chunks of a chapter.
const CHAPTER: usize = 20;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let mut arguments = std::env::args().skip(1);
    let (Some(out), Some(n)) = (arguments.next(), arguments.next()) else {
        return Err("usage: detection OUT N".into());
    };
    let clean = clean(Path::new(&out))?;
    println!("{} good speeches of the voice inside", clean.len());
    println!("\nwith timings\n");
    table(&clean, n.parse()?)?;
    println!("\nwithout timings, as a server's\n");
    let bare: Vec<Spoken> = clean.into_iter().map(without_timings).collect();
    table(&bare, n.parse()?)
}

/// The chunks of all books, each speech once.
fn clean(out: &Path) -> Outcome<Vec<Spoken>> {
    let readers = [
        Reader::new(Script::Simplified)?,
        Reader::new(Script::Traditional)?,
    ];
    let symbols = Symbols::new();
    let mut spoken: Vec<Spoken> = Vec::new();
    for folder in std::fs::read_dir(out)? {
        let Ok(ledger) = BookFolder::read_ledger(&folder?.path()) else {
            continue;
        };
        for chunk in ledger.chapters.iter().flat_map(|chapter| &chapter.chunks) {
            let Some(speech) = speech(out, &chunk.speech) else {
                continue;
            };
            let said = readers
                .each_ref()
                .map(|reader| said(reader, &symbols, &chunk.text));
            // The ledger does not say in which script the book is.
            let is_told = |said: &&Said| judge_timings(&speech, said.symbols.as_deref()).is_ok();
            let said = said.iter().find(is_told).unwrap_or(&said[0]).clone();
            let is_new = spoken.iter().all(|other| other.said != said);
            if is_new {
                let text = chunk.text.clone();
                spoken.push(Spoken { text, said, speech });
            }
        }
    }
    Ok(spoken)
}

fn said(reader: &Reader, symbols: &Symbols, text: &str) -> Said {
    let reading = reader.read(text);
    let symbols = symbols.of(&reading);
    Said {
        sound: symbols.clone(),
        symbols: Some(symbols),
        ..Said::of(&reading)
    }
}

fn speech(out: &Path, name: &str) -> Option<Speech> {
    match look(&out.join(".store"), &Fingerprint::parse(name)?) {
        Look::Whole(entry) => archive::from_bytes(&entry.bytes).ok(),
        _ => None,
    }
}

fn without_timings(spoken: Spoken) -> Spoken {
    let said = Said {
        symbols: None,
        ..spoken.said
    };
    Spoken { said, ..spoken }
}

fn table(clean: &[Spoken], n: usize) -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    accused(clean, folder.path());
    println!("\n| fault | made | found | at a gate | by the audit |\n|---|---|---|---|---|");
    let chapters: Vec<&[Spoken]> = clean.chunks_exact(CHAPTER).collect();
    // The gates of a chapter heard all others, and not yet its own speeches.
    let of_others = |at: usize| {
        let others = chapters
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != at);
        gates(others.flat_map(|(_, chapter)| chapter.iter()))
    };
    let gates: Vec<Gates> = (0..chapters.len()).map(of_others).collect();
    let mut all = [0; 3];
    for fault in Fault::ALL {
        let [made, gate, audit] = found(fault, &chapters, &gates, n, folder.path());
        for (sum, n) in all.iter_mut().zip([made, gate, audit]) {
            *sum += n;
        }
        row(fault.name(), made, gate, audit);
    }
    row("all", all[0], all[1], all[2]);
    Ok(())
}

fn row(name: &str, made: usize, gate: usize, audit: usize) {
    let part = (gate + audit) as f64 * 100.0 / made.max(1) as f64;
    println!("| {name} | {made} | {part:.1} % | {gate} | {audit} |");
}

/// Tells the good speeches that a gate or the audit accuses.
fn accused(clean: &[Spoken], folder: &Path) {
    let mut n = 0;
    let gates = gates(clean.iter());
    for spoken in clean {
        if let Some(problem) = at_the_gate(&gates, &heard(spoken.clone())) {
            println!("accused: {problem}: {}", spoken.text);
            n += 1;
        }
    }
    for chapter in clean.chunks_exact(CHAPTER) {
        let heard: Vec<Spoken> = chapter.iter().cloned().map(heard).collect();
        for finding in audited(&heard, None, folder) {
            let text = finding.chunk.map_or("", |chunk| &chapter[chunk].text);
            println!("accused: {}: {text}", finding.problem);
            n += 1;
        }
    }
    let part = f64::from(n) * 100.0 / clean.len() as f64;
    println!("{n} of {} accused: {part:.1} %", clean.len());
}

/// As a track is made of it: a server's speech has no timings.
fn heard(mut spoken: Spoken) -> Spoken {
    if spoken.said.symbols.is_none() {
        spoken.speech.timings = None;
    }
    spoken
}

/// How many faults were made, and found at a gate and by the audit.
fn found(
    fault: Fault,
    chapters: &[&[Spoken]],
    gates: &[Gates],
    n: usize,
    folder: &Path,
) -> [usize; 3] {
    let mut counts = [0; 3];
    for (at, (chapter, gates)) in chapters.iter().zip(gates).enumerate() {
        for seed in (at..n).step_by(chapters.len()) {
            let mut dice = Dice::new(seed as u64 + 1);
            let place = dice.below(CHAPTER);
            let other = (place + 1 + dice.below(CHAPTER - 1)) % CHAPTER;
            let mut bad = chapter.to_vec();
            bad[place].speech = match fault {
                Fault::Swapped | Fault::Duplicated => bad[other].speech.clone(),
                _ => fault.put_into(&bad[place].speech, &mut dice),
            };
            if fault == Fault::Swapped {
                bad[other].speech = chapter[place].speech.clone();
            }
            let bad: Vec<Spoken> = bad.into_iter().map(heard).collect();
            counts[0] += 1;
            let is_missing = fault == Fault::Missing;
            if fault == Fault::Duplicated {
                let _ = at_the_gate(gates, &bad[other]);
            }
            let swapped = (fault == Fault::Swapped).then_some(other);
            let spoken = [place].into_iter().chain(swapped).filter(|_| !is_missing);
            let at_gate = spoken
                .filter_map(|place| at_the_gate(gates, &bad[place]))
                .count()
                > 0;
            if at_gate {
                counts[1] += 1;
            } else if !audited(&bad, is_missing.then_some(place), folder).is_empty() {
                counts[2] += 1;
            } else if std::env::var_os("TELL").is_some() {
                println!("not found: {}: {}", fault.name(), chapter[place].text);
            }
        }
    }
    counts
}
