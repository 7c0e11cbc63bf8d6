//! The tree of `src/`: which way the text flows, where heavy crates live, how long things are.
//!
//! Never runs the program: it reads the sources as text, so that a forbidden edge is named with its
//! file and line.
#![expect(
    clippy::unwrap_used,
    reason = "what cannot be unwrapped fails the test, which is what it should do"
)]

use std::fs;
use std::path::{Path, PathBuf};

/// The stages in the order that the text flows through them.
const FLOW: [&str; 9] = [
    "book", "chapter", "chunk", "reading", "speech", "track", "transfer", "serve", "batch",
];

/// Stages without input or output, clock or chance.
const PURE: [&str; 4] = ["book", "chapter", "chunk", "reading"];

/// What pure stages do without.
const IMPURE: [&str; 9] = [
    "std::fs",
    "std::io",
    "std::net",
    "std::time",
    "std::env",
    "std::process",
    "std::thread",
    "tokio",
    "tempfile",
];

/// What a pure stage may do without touching the world: an archive is read like a file, in memory.
const IN_MEMORY: [(&str, &str); 1] = [("book/epub/archive", "use std::io::{Cursor, Read};")];

/// Crates with one home each: the places whose files may name them.
const HOMES: &[(&str, &[&str])] = &[
    ("clap", &["app"]),
    ("indicatif", &["app"]),
    ("anyhow", &["app"]),
    ("etcetera", &["app"]),
    ("unicode_width", &["app"]),
    ("textwrap", &["app"]),
    ("encoding_rs", &["book"]),
    ("aho_corasick", &["book/dirt/cue", "batch/names"]),
    ("regex_syntax", &["book/dirt/cue"]),
    (
        "regex",
        &["book/dirt", "chapter", "speech/http/answer/rule"],
    ),
    ("ferrous_opencc", &["reading"]),
    ("jieba_rs", &["reading"]),
    ("pinyin_pro", &["reading"]),
    ("reqwest", &["speech/http", "speech/kokoro/pack/source"]),
    ("base64", &["speech/http/answer", "batch/report"]),
    ("maud", &["batch/report"]),
    (
        "form_urlencoded",
        &["speech/http/template", "speech/voice/legado"],
    ),
    ("percent_encoding", &["speech/http/template"]),
    ("uuid", &["speech/http/template"]),
    ("rustix", &["speech/command/group"]),
    ("symphonia", &["speech/decode"]),
    ("opus_pure", &["speech/decode/opus", "transfer/opus"]),
    ("rubato", &["speech/decode", "transfer/resample"]),
    ("rusty_mp3", &["transfer/mp3"]),
    ("flacenc", &["transfer/flac"]),
    ("axum", &["serve"]),
    ("getrandom", &["app/serve"]),
    ("hyper", &["serve"]),
    ("hyper_util", &["serve"]),
    ("rten", &["speech/kokoro"]),
    ("quick_xml", &["book/html/entity"]),
    ("pulldown_cmark", &["book/markdown"]),
    ("zip", &["speech/kokoro/pack", "book/epub/archive"]),
    ("tar", &["speech/kokoro/pack"]),
    (
        "flate2",
        &[
            "reading/grammar",
            "speech/kokoro/pack",
            "speech/kokoro/english",
        ],
    ),
    ("sha2", &["speech/kokoro/pack", "batch/report"]),
    ("hound", &["track", "batch/audit"]),
    ("ebur128", &["track"]),
];

const MOST_LINES: usize = 400;

/// Files that were longer when the limit came, and their lines then: they may only shrink.
const LONGER: [(&str, usize); 1] = [("batch/dispatch", 440)];

const MOST_FUNCTION_LINES: usize = 60;

/// A source file: its path below `src/`, without the ending, and its text.
struct Source {
    place: String,
    text: String,
}

impl Source {
    fn new(place: &str, text: &str) -> Self {
        Self {
            place: place.into(),
            text: text.into(),
        }
    }

    /// The stage it belongs to, `store` and `app` among them.
    fn stage(&self) -> &str {
        self.place.split('/').next().unwrap_or_default()
    }

    /// Whether all of it is tests.
    fn is_test(&self) -> bool {
        const TESTS: [&str; 3] = ["tests", "laws", "scripted"];
        self.place.split('/').any(|part| TESTS.contains(&part))
    }

    /// The lines that are compiled into the program, each with its number.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate();
        let lines = lines.take_while(|(_, line)| *line != "#[cfg(test)]" || !self.ends_at_tests());
        lines.map(|(index, line)| (index + 1, code(line)))
    }

    /// Tests at the end of the file, and not a `mod tests;` among its modules.
    fn ends_at_tests(&self) -> bool {
        self.text.contains("\n#[cfg(test)]\nmod tests {")
    }
}

/// A line without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let read = |path: &PathBuf| {
        let place = path.strip_prefix(&root).unwrap().with_extension("");
        let place = place.display().to_string();
        Source::new(&place, &fs::read_to_string(path).unwrap())
    };
    files.iter().map(read).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

/// Where `name` stands in `line` as a word of its own that a path goes on from.
fn is_path_of(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
        let goes_on = line[at + name.len()..].starts_with("::");
        !line[..at].ends_with(is_part)
            && (goes_on || line.trim_start().starts_with("use "))
            && !line[at + name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
    })
}

/// The library's modules that a line names.
fn named_stages(line: &str) -> Vec<&str> {
    let after = |prefix: &'static str| {
        line.match_indices(prefix)
            .map(move |(at, _)| at + prefix.len())
    };
    let starts = after("crate::").chain(after("pingshu::"));
    let word = |at: usize| {
        let rest = &line[at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        &rest[..end.unwrap_or(rest.len())]
    };
    starts.map(word).collect()
}

/// Whether a stage may know another.
fn may_know(stage: &str, other: &str) -> bool {
    let position = |name| FLOW.iter().position(|stage| *stage == name);
    match (stage, other) {
        ("app" | "main", _) => true,
        _ if stage == other => true,
        (_, "store") => ["speech", "track", "batch"].contains(&stage),
        _ => match (position(stage), position(other)) {
            (Some(stage), Some(other)) => other < stage,
            // A stage knows no module that is not in the flow, and `store` knows none at all.
            _ => false,
        },
    }
}

fn forbidden_edges(source: &Source) -> Vec<String> {
    let edges = source.lines().flat_map(|(number, line)| {
        let others = named_stages(line).into_iter();
        let others = others.filter(|other| !may_know(source.stage(), other));
        others.map(move |other| format!("{}:{number} knows `{other}`", source.place))
    });
    let groups = source.lines().filter(|(_, line)| line.contains("crate::{"));
    let groups = groups.map(|(number, _)| format!("{}:{number} uses a group", source.place));
    edges.chain(groups).collect()
}

fn impurities(source: &Source) -> Vec<String> {
    if !PURE.contains(&source.stage()) {
        return Vec::new();
    }
    let is_in_memory = |line: &str| IN_MEMORY.contains(&(source.place.as_str(), line));
    let lines = source.lines().filter(|(_, line)| !is_in_memory(line));
    let found = lines.flat_map(|(number, line)| {
        let impure = IMPURE.iter().filter(|name| line.contains(**name));
        impure.map(move |name| format!("{}:{number} names `{name}`", source.place))
    });
    found.collect()
}

fn strays(source: &Source) -> Vec<String> {
    let found = source.lines().flat_map(|(number, line)| {
        let away = HOMES.iter().filter(|(name, homes)| {
            is_path_of(line, name) && !homes.iter().any(|home| source.place.starts_with(home))
        });
        away.map(move |(name, _)| format!("{}:{number} names `{name}`", source.place))
    });
    found.collect()
}

/// Functions as their names and lengths, as rustfmt lays them out.
fn functions(source: &Source) -> Vec<(String, usize)> {
    let lines: Vec<&str> = source.text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut functions = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let Some(name) = function_name(line) else {
            continue;
        };
        let closes = |end: &str| indent(end) == indent(line) && end.trim_end().ends_with('}');
        let n_more = lines[start..].iter().position(|end| closes(end));
        functions.push((name.to_owned(), n_more.map_or(1, |n| n + 1)));
    }
    functions
}

fn function_name(line: &str) -> Option<&str> {
    let (before, after) = line.split_once("fn ")?;
    let is_head = before.split_whitespace().all(|word| {
        word.starts_with("pub") || ["const", "async", "unsafe", "in", "super)"].contains(&word)
    });
    let name = after.split(['(', '<']).next()?;
    (is_head && !line.trim_end().ends_with(';')).then_some(name)
}

#[track_caller]
fn check(what: impl Fn(&Source) -> Vec<String>) {
    let found: Vec<String> = sources()
        .iter()
        .filter(|source| !source.is_test())
        .flat_map(what)
        .collect();
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn text_flows_one_way() {
    check(forbidden_edges);
}

#[test]
fn pure_stages_stay_pure() {
    check(impurities);
}

#[test]
fn heavy_crates_have_one_home() {
    check(strays);
}

#[test]
fn every_file_says_what_it_is_and_what_it_never_does() {
    check(|source| {
        let doc: String = source
            .text
            .lines()
            .take_while(|line| line.starts_with("//!"))
            .collect();
        // The entry points only lead to what has an invariant.
        let is_entry = ["main", "lib"].contains(&source.place.as_str());
        let is_told = !doc.is_empty() && (is_entry || doc.to_lowercase().contains("never"));
        if is_told {
            Vec::new()
        } else {
            vec![format!("{} does not say", source.place)]
        }
    });
}

#[test]
fn files_are_short_enough_to_read() {
    let limit = |place: &str| {
        let longer = LONGER.iter().find(|(name, _)| *name == place);
        longer.map_or(MOST_LINES, |(_, n)| *n)
    };
    check(|source| match source.lines().count() {
        n if n <= limit(&source.place) => Vec::new(),
        n => vec![format!("{} has {n} lines", source.place)],
    });
}

#[test]
fn functions_fit_on_a_page() {
    check(|source| {
        let long = functions(source)
            .into_iter()
            .filter(|(_, n)| *n > MOST_FUNCTION_LINES);
        long.map(|(name, n)| format!("{}: `{name}` has {n} lines", source.place))
            .collect()
    });
}

#[test]
fn every_stage_is_in_the_flow() {
    let lib = sources()
        .into_iter()
        .find(|source| source.place == "lib")
        .unwrap();
    let modules = lib
        .lines()
        .filter_map(|(_, line)| line.strip_prefix("pub mod "));
    let mut modules: Vec<_> = modules.map(|name| name.trim_end_matches(';')).collect();
    modules.retain(|name| *name != "store");
    assert_eq!(modules, FLOW);
}

#[test]
fn a_forbidden_edge_would_be_found() {
    let edges = |place, text| forbidden_edges(&Source::new(place, text));
    assert_eq!(
        edges("chunk/cut", "use crate::speech::Voice;"),
        ["chunk/cut:1 knows `speech`"]
    );
    assert_eq!(
        edges("store", "\nfn f(_: crate::book::Book) {}"),
        ["store:2 knows `book`"]
    );
    assert_eq!(
        edges("track/mod", "use crate::app::Exit;"),
        ["track/mod:1 knows `app`"]
    );
    assert_eq!(
        edges("book/mod", "use crate::store::Lock;"),
        ["book/mod:1 knows `store`"]
    );
    assert_eq!(
        edges("track/mod", "use crate::{book, batch};"),
        ["track/mod:1 knows ``", "track/mod:1 uses a group"]
    );
    assert!(edges("chunk/cut", "use crate::chapter::Chapter; // crate::speech").is_empty());
    assert!(edges("speech/mod", "use crate::store::Lock;").is_empty());
    let tests = "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::batch::Plan;\n}";
    assert!(edges("speech/mod", tests).is_empty());
}

#[test]
fn an_impure_stage_would_be_found() {
    let found = impurities(&Source::new("book/mod", "use std::fs;\nuse std::fmt;"));
    assert_eq!(found, ["book/mod:1 names `std::fs`"]);
    assert!(impurities(&Source::new("track/mod", "use std::fs;")).is_empty());
    let in_memory = "use std::io::{Cursor, Read};";
    assert!(impurities(&Source::new("book/epub/archive", in_memory)).is_empty());
    assert_eq!(
        impurities(&Source::new("book/epub/mod", in_memory)).len(),
        1
    );
}

#[test]
fn a_stray_crate_would_be_found() {
    let found = |place, text| strays(&Source::new(place, text));
    assert_eq!(
        found("batch/plan", "use hound::WavReader;"),
        ["batch/plan:1 names `hound`"]
    );
    assert_eq!(
        found("speech/mod", "    let _ = rten::Model::load();"),
        ["speech/mod:1 names `rten`"]
    );
    assert_eq!(
        found("book/mod", "use zip as z;"),
        ["book/mod:1 names `zip`"]
    );
    assert!(found("track/writer", "use hound::WavWriter;").is_empty());
    assert!(found("book/mod", "let tar = a.zip(b); // use tar::Archive").is_empty());
}

#[test]
fn a_long_function_would_be_found() {
    let text = format!(
        "impl A {{\n    pub(crate) async fn f<T>(\n        a: T,\n    ) {{\n{}    }}\n}}\n",
        "        g();\n".repeat(70)
    );
    let found = functions(&Source::new("book/mod", &text));
    assert_eq!(found, [("f".to_owned(), 74)]);
}
