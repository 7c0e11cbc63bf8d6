//! A plan for a person at a terminal 100 columns wide.
//!
//! Never decides anything: it shows what the plan holds.

use std::io::{self, Write};

use pingshu::batch::{Plan, duration};
use pingshu::book::Dropped;
use pingshu::speech::{Pauses, Voice, VoiceSource};
use textwrap::Options;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::{script, seconds};
use crate::app::message;

/// Columns of a terminal.
const COLUMNS: usize = 100;

/// Columns that a title may take; what is longer is cut.
const TITLE: usize = 58;

/// Columns of an example.
const EXAMPLE: usize = 60;

/// How many doubts, and examples of a rule, are shown; `--json` has them all.
const SHOWN: usize = 20;
const EXAMPLES: usize = 3;

/// The kinds of doubts that are words, and how their lists are called.
const WORDS: [(&str, &str); 2] = [
    ("name", "names, as they will be said"),
    ("rare", "rare characters, as they will be said"),
];

/// Shows a plan, and what speaking it with that voice would take.
pub fn print(plan: &Plan, voice: &Voice, pauses: &Pauses, workers: usize) -> io::Result<()> {
    let mut out = Vec::new();
    let author = if plan.author.is_empty() {
        String::new()
    } else {
        format!(" by {}", plan.author)
    };
    writeln!(out, "《{}》{author}", plan.title)?;
    writeln!(out, "{}, {} script", plan.encoding, script(plan))?;
    print_chapters(&mut out, plan, voice, pauses)?;
    print_sums(&mut out, plan, voice, pauses, workers)?;
    print_dropped(&mut out, &plan.dropped)?;
    print_doubts(&mut out, plan)?;
    print_words(&mut out, plan)?;
    // A title of a book from anywhere must not steer the terminal.
    let shown = message::visible(&String::from_utf8_lossy(&out));
    message::print(shown.trim_end())
}

fn print_chapters(
    out: &mut impl Write,
    plan: &Plan,
    voice: &Voice,
    pauses: &Pauses,
) -> io::Result<()> {
    writeln!(
        out,
        "\n{:>7}  {}  {:>10}  {:>8}",
        "chapter",
        padded("title", TITLE),
        "characters",
        "audio"
    )?;
    let mut volume = "";
    for planned in &plan.chapters {
        let chapter = &planned.chapter;
        if chapter.volume != volume {
            volume = &chapter.volume;
            if volume != chapter.title {
                writeln!(out, "{:>7}  {}", "", cut(volume, TITLE))?;
            }
        }
        let title = if chapter.title.is_empty() {
            "(untitled)"
        } else {
            &chapter.title
        };
        writeln!(
            out,
            "{:>7}  {}  {:>10}  {:>8}",
            chapter.index,
            padded(&cut(title, TITLE), TITLE),
            planned.n_characters(),
            duration(planned.seconds(pauses, voice.speed)),
        )?;
    }
    Ok(())
}

fn print_sums(
    out: &mut impl Write,
    plan: &Plan,
    voice: &Voice,
    pauses: &Pauses,
    workers: usize,
) -> io::Result<()> {
    let audio = seconds(plan, pauses, voice.speed);
    let n_chapters = plan.chapters.len();
    let n_chunks = plan.n_chunks();
    writeln!(
        out,
        "\n{n_chapters} {}, {} characters, {n_chunks} {}",
        counted(n_chapters, "chapter"),
        plan.n_characters(),
        counted(n_chunks, "chunk"),
    )?;
    writeln!(out, "audio:  about {}", duration(audio))?;
    let name = &voice.name;
    match voice.rendering(audio, workers) {
        Some(time) => writeln!(out, "time:   about {} with {name}", duration(time))?,
        None => writeln!(out, "time:   as long as the server of {name} takes")?,
    }
    writeln!(out, "cost:   {}", cost(plan, voice))
}

fn cost(plan: &Plan, voice: &Voice) -> String {
    let n = plan.n_characters() as f64;
    match (&voice.price, &voice.source) {
        (Some(price), _) => format!(
            "about {:.2} {} for {n} characters",
            n * price.per_million / 1e6,
            price.currency
        ),
        (None, VoiceSource::Http(_)) => {
            "what the server asks; `price` in the voice file shows it here".into()
        }
        (None, _) => "nothing".into(),
    }
}

fn print_dropped(out: &mut impl Write, dropped: &[Dropped]) -> io::Result<()> {
    if dropped.is_empty() {
        return Ok(());
    }
    writeln!(out, "\nnot spoken as it stands ({}):", dropped.len())?;
    for (reason, pieces) in by_reason(dropped) {
        writeln!(out, "  {reason} ({})", pieces.len())?;
        for piece in pieces.iter().take(EXAMPLES) {
            let kept = if piece.kept.is_empty() {
                String::new()
            } else {
                format!(" -> {:?}", cut(&piece.kept, EXAMPLE / 2))
            };
            let text = cut(&piece.text, EXAMPLE);
            writeln!(out, "    line {}: {text:?}{kept}", piece.line)?;
        }
    }
    writeln!(out, "  `--json` lists them all")
}

/// The pieces of each reason, the most frequent first.
fn by_reason(dropped: &[Dropped]) -> Vec<(&str, Vec<&Dropped>)> {
    let mut groups: Vec<(&str, Vec<&Dropped>)> = Vec::new();
    for piece in dropped {
        let reason = piece.reason.as_str();
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, pieces)) => pieces.push(piece),
            None => groups.push((reason, vec![piece])),
        }
    }
    groups.sort_by_key(|(_, pieces)| std::cmp::Reverse(pieces.len()));
    groups
}

fn print_doubts(out: &mut impl Write, plan: &Plan) -> io::Result<()> {
    let doubts = plan
        .doubts
        .iter()
        .filter(|doubt| !WORDS.iter().any(|(kind, _)| *kind == doubt.kind));
    let doubts = doubts.map(|doubt| format!("{}: {}: {}", doubt.r#where, doubt.kind, doubt.text));
    print_list(out, "please look at", &doubts.collect::<Vec<_>>())
}

/// How names and rare words will be said, and how that is corrected.
fn print_words(out: &mut impl Write, plan: &Plan) -> io::Result<()> {
    let mut n_words = 0;
    for (kind, title) in WORDS {
        let doubts = plan.doubts.iter().filter(|doubt| doubt.kind == kind);
        let words = doubts.map(|doubt| format!("{}; {}", doubt.text, doubt.r#where));
        let words: Vec<_> = words.collect();
        n_words += words.len();
        print_list(out, title, &words)?;
    }
    if n_words == 0 {
        return Ok(());
    }
    writeln!(
        out,
        "\nto correct one, write a line such as `单雄信 = \"shan4 xiong2 xin4\"` into `lexicon.toml` beside\n\
         the book; the next render speaks just the chunks with that word again"
    )
}

fn print_list(out: &mut impl Write, title: &str, lines: &[String]) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title} ({}):", lines.len())?;
    for line in lines.iter().take(SHOWN) {
        let hanging = Options::new(COLUMNS)
            .initial_indent("  ")
            .subsequent_indent("    ");
        writeln!(out, "{}", textwrap::fill(line, hanging))?;
    }
    match lines.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more; `--json` lists them"),
    }
}

fn counted(n: usize, noun: &str) -> String {
    if n == 1 {
        noun.to_owned()
    } else {
        format!("{noun}s")
    }
}

/// `text` with blanks behind it, so that it takes `width` columns; Chinese takes two each.
fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(blanks))
}

/// `text`, or as much of its beginning as fits `width` columns, with a sign that it goes on.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut taken = 0;
    let fits = |character: &char| {
        taken += character.width().unwrap_or(0);
        taken < width
    };
    let mut beginning: String = text.chars().take_while(fits).collect();
    beginning.push('…');
    beginning
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_takes_as_many_columns_as_there_are() {
        assert_eq!(padded("雪夜", 6), "雪夜  ");
        assert_eq!(cut("雪夜归人", 8), "雪夜归人");
        assert_eq!(cut("雪夜归人来", 8), "雪夜归…");
        assert!(cut("雪夜归人来", 8).width() <= 8);
        assert_eq!(cut("a雪夜归人", 8), "a雪夜归…");
    }
}
