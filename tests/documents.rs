//! The documents say what the program does, and both readmes say the same.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::cargo::cargo_bin_cmd;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// README.md, README.zh.md, CHANGELOG.md, and what is in docs/.
fn documents() -> Vec<PathBuf> {
    let in_folder = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("the folder is there");
        let paths = entries.map(|entry| entry.expect("the entry can be read").path());
        paths
            .filter(|path| path.extension().is_some_and(|end| end == "md"))
            .collect::<Vec<_>>()
    };
    [in_folder(root()), in_folder(&root().join("docs"))].concat()
}

/// README.md and docs/ in one.
fn manual() -> String {
    let documents = documents();
    let texts = documents
        .iter()
        .filter(|path| !path.ends_with("README.zh.md") && !path.ends_with("CHANGELOG.md"));
    texts.map(read).collect::<Vec<_>>().join("\n")
}

fn help(command: &[String]) -> String {
    let output = cargo_bin_cmd!("pingshu")
        .args(command)
        .arg("--help")
        .output()
        .expect("the program starts");
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

/// The names in the `Commands:` section.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    names
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// The long names in the `Options:` section.
fn flags(help: &str) -> BTreeSet<String> {
    let lines = help.lines().skip_while(|line| *line != "Options:").skip(1);
    let lines = lines.take_while(|line| !line.is_empty());
    let words = lines.flat_map(|line| line.split_whitespace().take(2));
    let names = words.filter(|word| word.starts_with("--"));
    names.map(str::to_owned).collect()
}

fn has_word(text: &str, word: &str) -> bool {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
    text.match_indices(word)
        .any(|(at, _)| !text[at + word.len()..].starts_with(is_inside))
}

/// Every command and subcommand with its help, the program itself first.
fn commands() -> Vec<(Vec<String>, String)> {
    let mut all = vec![(Vec::new(), help(&[]))];
    let mut next = 0;
    while next < all.len() {
        let (command, text) = all[next].clone();
        for name in subcommands(&text) {
            let inner = [command.clone(), vec![name]].concat();
            let text = help(&inner);
            all.push((inner, text));
        }
        next += 1;
    }
    all
}

#[test]
fn every_command_and_flag_is_in_the_manual() {
    let manual = manual();
    let commands = commands();
    assert!(commands.len() > 7, "{commands:?}");
    for (command, help) in commands {
        let typed = format!("pingshu {}", command.join(" "));
        assert!(
            has_word(&manual, typed.trim()),
            "`{typed}` is in no document"
        );
        for flag in flags(&help) {
            assert!(
                has_word(&manual, &flag),
                "`{flag}` of `{typed}` is in no document"
            );
        }
    }
}

/// Code blocks with their fences, and the levels of the headings outside of them.
fn blocks_and_levels(text: &str) -> (Vec<String>, Vec<usize>) {
    let (mut blocks, mut levels) = (Vec::new(), Vec::new());
    let mut block: Option<String> = None;
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        match &mut block {
            Some(open) => {
                open.push_str(line);
                open.push('\n');
                if is_fence {
                    blocks.extend(block.take());
                }
            }
            None if is_fence => block = Some(format!("{line}\n")),
            None if line.starts_with('#') => {
                levels.push(line.chars().take_while(|c| *c == '#').count());
            }
            None => {}
        }
    }
    assert_eq!(block, None, "a code block is not closed");
    (blocks, levels)
}

#[test]
fn both_readmes_have_the_same_sections_and_the_same_code() {
    let (blocks, levels) = blocks_and_levels(&read("README.md"));
    let (chinese_blocks, chinese_levels) = blocks_and_levels(&read("README.zh.md"));
    assert!(blocks.len() > 10 && levels.len() > 10);
    assert_eq!(levels, chinese_levels);
    assert_eq!(blocks, chinese_blocks);
}

#[test]
fn both_readmes_list_the_same_messages() {
    let n_rows = |name| {
        let text = read(name);
        text.lines().filter(|line| line.starts_with("| ")).count()
    };
    assert_eq!(n_rows("README.md"), n_rows("README.zh.md"));
}

/// The code block after `<!-- command: NAME -->`, without its fences.
fn marked_command(text: &str, name: &str) -> String {
    let mark = format!("<!-- command: {name} -->\n");
    let (_, after) = text.split_once(&mark).expect("the command is marked");
    let (blocks, _) = blocks_and_levels(after);
    let lines: Vec<&str> = blocks[0].lines().collect();
    lines[1..lines.len() - 1].join("\n")
}

#[test]
fn the_two_commands_of_the_readme_are_those_that_are_checked() {
    let script = read(".ci/run");
    for readme in [read("README.md"), read("README.zh.md")] {
        let (blocks, _) = blocks_and_levels(&readme);
        for (name, block) in ["render", "test"].iter().zip(&blocks) {
            let command = marked_command(&readme, name);
            assert!(block.contains(&command), "`{command}` is not in its place");
            assert!(script.contains(&format!("\nrun_readme_command {name}\n")));
        }
        let render = marked_command(&readme, "render");
        let book = render.rsplit(' ').next().expect("the command has words");
        assert!(root().join(book).is_file(), "`{book}` is not there");
        assert_eq!(marked_command(&readme, "test"), "cargo test");
    }
}

#[test]
fn every_setting_is_explained() {
    let files = read("docs/files.md");
    let config: toml::Table = toml::from_str(&read("config.toml")).expect("config.toml is TOML");
    for (key, value) in &config {
        let names = match value.as_table() {
            None => vec![key.clone()],
            Some(section) => section
                .keys()
                .map(|inner| format!("{key}.{inner}"))
                .collect(),
        };
        for name in names {
            let variable = format!("PINGSHU_{}", name.replace('.', "_").to_uppercase());
            let row = format!("| `{name}` | `{variable}` |");
            assert!(files.contains(&row), "docs/files.md has no row `{row}`");
        }
    }
}

/// The targets of `[text](target)`, code blocks left out.
fn links(text: &str) -> Vec<String> {
    let (blocks, _) = blocks_and_levels(text);
    let prose = blocks
        .iter()
        .fold(text.to_owned(), |text, block| text.replace(block, ""));
    let parts = prose.split("](").skip(1);
    parts
        .filter_map(|part| part.split(')').next())
        .map(str::to_owned)
        .collect()
}

/// A heading as the part of a link after `#`.
fn anchor(heading: &str) -> String {
    let title = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = title
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_leads_somewhere() {
    for document in documents() {
        let folder = document.parent().expect("a document is in a folder");
        for link in links(&read(&document)) {
            if link.starts_with("https://") {
                continue;
            }
            let (path, wanted) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() {
                document.clone()
            } else {
                folder.join(path)
            };
            let place = format!("`{link}` in {}", document.display());
            assert!(target.exists(), "{place} leads nowhere");
            if !wanted.is_empty() {
                let text = read(&target);
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                assert!(
                    headings.any(|heading| anchor(heading) == wanted),
                    "{place} leads to no section"
                );
            }
        }
    }
}

#[test]
fn the_demo_novel_says_the_same_in_both_scripts() {
    let spoken = |book: &str| {
        let text = read(Path::new("tests/books").join(book));
        let output = cargo_bin_cmd!("pingshu")
            .args(["explain", "--json"])
            .write_stdin(text)
            .output()
            .expect("the program starts");
        let lines = String::from_utf8(output.stdout).expect("JSON is UTF-8");
        let pinyin = lines.lines().map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
            let chunks = value["chunks"].as_array().expect("chunks are a list");
            let pinyin = chunks.iter().map(|chunk| chunk["pinyin"].to_string());
            pinyin.collect::<String>()
        });
        pinyin.collect::<Vec<_>>()
    };
    assert_eq!(spoken("雪夜说书.txt"), spoken("雪夜說書.txt"));
}
