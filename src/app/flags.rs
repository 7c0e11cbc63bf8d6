//! The command line, exactly as it is typed.
//!
//! Never holds a default: what is not typed is left to the settings.

use std::net::IpAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use pingshu::track::Profile;

/// Turns a Chinese novel into an audiobook: a WAV for each chapter, with captions and a ledger.
#[derive(Debug, Parser)]
#[command(
    name = "pingshu",
    version,
    arg_required_else_help = true,
    subcommand_required = true
)]
#[command(after_help = "Examples:
  pingshu render novel.txt                    the whole book with the voice inside
  pingshu plan novel.txt                      what was understood, before the night
  pingshu render novel.txt --chapters 3,7-9   some chapters
  pingshu redo novel.txt 3:12                 one sentence again
  pingshu check novel.txt                     is every character spoken?
  pingshu voices                              the voices inside, and those of servers
  pingshu serve                               the voice inside for other programs

Settings come from flags, then PINGSHU_* variables, ./config.toml, and config.toml in the
user's config folder. Exit codes: 0 done, 1 unexpected, 2 usage or unreadable input,
3 chapters incomplete, 4 no engine usable, 130 interrupted (what was done is kept).")]
pub struct Flags {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Speak what is missing of a book and join it into chapters
    Render(RenderFlags),
    /// Show chapters, hours, doubts and names; speaks nothing
    Plan(PlanFlags),
    /// Make new takes of chapters or single chunks, then the track again
    Redo(RedoFlags),
    /// Audit a finished book: every character, every sample
    Check(CheckFlags),
    /// Show how a text is cut, read and pronounced
    Explain(ExplainFlags),
    /// Speak a text into one WAV file
    Say(SayFlags),
    /// List voices, hear one, make one of your own
    Voices(VoicesFlags),
    /// Let other programs and machines speak with the voice inside
    Serve(ServeFlags),
}

/// Flags that stand over settings.
#[derive(Debug, Clone, Default, Args)]
pub struct Choice {
    /// Voice: a name from `pingshu voices`, or the path of a voice file
    #[arg(long, value_name = "NAME")]
    pub voice: Option<String>,
    /// Folder of the results
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Encoding of the text, when it is not recognised: gbk, big5, utf-16le, utf-32le …
    #[arg(long, value_name = "NAME")]
    pub encoding: Option<String>,
    /// Table of chapters that you edited; without it, STEM.toc.toml or toc.toml beside the book
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new().map(PathBuf::from))]
    pub toc: Option<PathBuf>,
    /// Lines that match are the headings, instead of what is found: '^第.+章'
    #[arg(long, value_name = "REGEX", value_parser = NonEmptyStringValueParser::new())]
    pub heading: Option<String>,
    /// What tracks are made for: `plain`, or `acx` for audiobook shops (room tone, head and tail)
    #[arg(long, value_name = "NAME", value_parser = profile)]
    pub profile: Option<Profile>,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pingshu render novel.txt
  pingshu render novel.txt --chapters 3,7-9 --voice yunxi
  pingshu render a.txt b.txt --out /media/books
  pingshu render novel.txt --dry-run
  pingshu render novel.txt --profile acx

Stop with Ctrl-C: chunks in flight are finished and kept; a second Ctrl-C leaves at once.
The same command goes on where it stopped; there is nothing to pass for it.")]
pub struct RenderFlags {
    /// Text, EPUB, HTML or Markdown files, or folders of chapter files
    #[arg(required = true, value_name = "BOOK")]
    pub books: Vec<PathBuf>,
    /// Only these chapters, by their numbers in `pingshu plan`: 3,7-9
    #[arg(long, value_name = "LIST", value_parser = chapter_list)]
    pub chapters: Option<ChapterList>,
    /// Say what would be spoken, and speak nothing
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub choice: Choice,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pingshu plan novel.txt
  pingshu plan novel.txt --json | jq .chapters[].title
  pingshu plan novel.txt --encoding big5
  pingshu plan novel.txt --write toc.toml     the chapters as a table to edit

How a name is said is corrected by a line in lexicon.toml beside the book, or in the user's config
folder: 单雄信 = \"shan4 xiong2 xin4\"")]
pub struct PlanFlags {
    /// A text, EPUB, HTML or Markdown file, or a folder of chapter files
    #[arg(value_name = "BOOK")]
    pub book: PathBuf,
    /// Print the plan as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the chapters into a table that you can edit, and every command obeys
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub write: Option<PathBuf>,
    #[command(flatten)]
    pub choice: Choice,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pingshu redo novel.txt 2          all of chapter 2
  pingshu redo novel.txt 2:14 2:15  two chunks, by their numbers in book.json")]
pub struct RedoFlags {
    /// A text, EPUB, HTML or Markdown file, or a folder of chapter files
    #[arg(value_name = "BOOK")]
    pub book: PathBuf,
    /// Chapters, or single chunks of them
    #[arg(required = true, value_name = "CHAPTER[:CHUNK]", value_parser = target)]
    pub targets: Vec<Target>,
    #[command(flatten)]
    pub choice: Choice,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pingshu check novel.txt         the book against its text
  pingshu check out/雪夜          the book against its own ledger")]
pub struct CheckFlags {
    /// The text of the book, or the folder of the finished book
    #[arg(value_name = "BOOK")]
    pub book: PathBuf,
    /// Print the findings as JSON
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub choice: Choice,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pingshu explain 他说:“银行行长长大了。”
  pingshu explain --json < sentences.txt")]
pub struct ExplainFlags {
    /// The text; without it, standard input, one text a line
    #[arg(value_name = "TEXT")]
    pub text: Option<String>,
    /// Print one JSON object for each text
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub choice: Choice,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pingshu say 雪下了一夜。 -o snow.wav
  pingshu say 雪下了一夜。 -o snow.wav --voice yunjian")]
pub struct SayFlags {
    /// The text
    #[arg(value_name = "TEXT")]
    pub text: String,
    /// The WAV file to write
    #[arg(short, long, value_name = "FILE.wav")]
    pub output: PathBuf,
    #[command(flatten)]
    pub choice: Choice,
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pingshu voices
  pingshu voices install xiaoxiao
  pingshu voices sample yunxi -o yunxi.wav
  pingshu voices of my-server
  pingshu voices show gpt-sovits > voices/mine.toml   a ready voice to edit
  pingshu voices import rules.json                    rules of the app legado (阅读)")]
pub struct VoicesFlags {
    #[command(subcommand)]
    pub action: Option<VoicesAction>,
    #[command(flatten)]
    pub choice: Choice,
}

#[derive(Debug, Subcommand)]
pub enum VoicesAction {
    /// List the voices
    List,
    /// Install the files that a voice needs
    Install {
        /// The voice
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Print the file of a voice that is inside, to make your own of it
    Show {
        /// The voice
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Make voice files of legado (阅读) httpTTS rules without scripts; asks no server
    #[command(after_help = "Examples:
  pingshu voices import rules.json                  a file in voices/ for each rule
  pingshu voices import rule.json -o voices/mine.toml
  pingshu voices import - < rules.json

A key in a rule is not copied: the file says which variable must hold it. A rule that needs a
script is refused with the name of the script.")]
    Import {
        /// A rule or a list of rules, as JSON; `-` is standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The voice file to write, if there is one rule; it must not be there yet
        #[arg(short, long, value_name = "FILE.toml")]
        output: Option<PathBuf>,
    },
    /// Speak a sample sentence
    Sample {
        /// The voice
        #[arg(value_name = "NAME")]
        name: String,
        /// The WAV file to write; NAME.wav without it
        #[arg(short, long, value_name = "FILE.wav")]
        output: Option<PathBuf>,
    },
    /// List the voices that the server of a voice has
    Of {
        /// The voice
        #[arg(value_name = "NAME")]
        name: String,
    },
}

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  pingshu serve                          for programs on this machine
  pingshu serve --lan                    for the whole network, with a key
  pingshu serve --port 0 --voice yunxi   on any free port

It answers POST /v1/audio/speech as OpenAI's server does. Stop with Ctrl-C: what was asked for
before is still answered; a second Ctrl-C leaves at once. The key is taken from PINGSHU_SERVE_KEY.")]
pub struct ServeFlags {
    /// Port; 0 takes a free one and tells it
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Address to listen at, instead of this machine's own
    #[arg(long, value_name = "ADDR")]
    pub host: Option<IpAddr>,
    /// Listen for the whole network (0.0.0.0)
    #[arg(long, conflicts_with = "host")]
    pub lan: bool,
    /// Voice that speaks when a request names none: a name from `pingshu voices`, or a path
    #[arg(long, value_name = "NAME")]
    pub voice: Option<String>,
}

/// Chapters as typed after `--chapters`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterList(pub Vec<RangeInclusive<usize>>);

fn chapter_list(text: &str) -> Result<ChapterList, String> {
    let wrong = || format!("`{text}` is not a list of chapters such as 3,7-9");
    let range = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let number = |text: &str| text.trim().parse::<usize>().ok();
        number(from)
            .zip(number(to))
            .filter(|(from, to)| from <= to)
            .map(|(from, to)| from..=to)
    };
    text.split([',', '，'])
        .map(|part| range(part).ok_or_else(wrong))
        .collect::<Result<_, _>>()
        .map(ChapterList)
}

fn profile(text: &str) -> Result<Profile, String> {
    let known = [Profile::Plain, Profile::Acx].into_iter();
    let found = known.clone().find(|profile| profile.name() == text);
    let names: Vec<_> = known
        .map(|profile| format!("`{}`", profile.name()))
        .collect();
    found.ok_or_else(|| format!("profiles are {}", names.join(" and ")))
}

/// A chapter, or one chunk of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    /// Chapter number, from 1.
    pub chapter: usize,
    /// Chunk number, from 0.
    pub chunk: Option<usize>,
}

impl std::fmt::Display for Target {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.chunk {
            None => write!(f, "{}", self.chapter),
            Some(chunk) => write!(f, "{}:{chunk}", self.chapter),
        }
    }
}

fn target(text: &str) -> Result<Target, String> {
    let wrong = || format!("`{text}` is not a chapter such as 2, or a chunk such as 2:14");
    let number = |text: &str| text.parse::<usize>().map_err(|_| wrong());
    match text.split_once(':') {
        None => Ok(Target {
            chapter: number(text)?,
            chunk: None,
        }),
        Some((chapter, chunk)) => Ok(Target {
            chapter: number(chapter)?,
            chunk: Some(number(chunk)?),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Flags::command().debug_assert();
    }

    #[test]
    fn chapters_are_typed_as_numbers_and_ranges() {
        assert_eq!(chapter_list("3,7-9").unwrap().0, [3..=3, 7..=9]);
        assert!(
            ["", "a", "3-", "9-7", "1,,2"]
                .iter()
                .all(|text| chapter_list(text).is_err())
        );
    }

    #[test]
    fn a_target_is_a_chapter_or_a_chunk_of_it() {
        assert_eq!(
            target("2").unwrap(),
            Target {
                chapter: 2,
                chunk: None
            }
        );
        assert_eq!(
            target("2:14").unwrap(),
            Target {
                chapter: 2,
                chunk: Some(14)
            }
        );
        assert!(
            ["", "x", "2:", ":3", "2:3:4"]
                .iter()
                .all(|text| target(text).is_err())
        );
    }
}
