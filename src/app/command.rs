//! The command of a run, to be pasted into a shell.
//!
//! Never says what was not typed: settings and defaults still stand when it is run.

use std::path::Path;

use super::flags::{Choice, Target};

/// The command that renders `book` as it was asked for, without the chapters.
pub fn render(book: &Path, choice: &Choice) -> String {
    let book = quoted(&book.display().to_string());
    format!("pingshu render {book}{}", typed(choice))
}

/// The command that makes new takes of these targets.
pub fn redo(book: &Path, targets: &[Target], choice: &Choice) -> String {
    let book = quoted(&book.display().to_string());
    let targets: Vec<String> = targets.iter().map(Target::to_string).collect();
    format!("pingshu redo {book} {}{}", targets.join(" "), typed(choice))
}

fn typed(choice: &Choice) -> String {
    let out = choice.out.as_ref().map(|out| out.display().to_string());
    let toc = choice.toc.as_ref().map(|toc| toc.display().to_string());
    let flags = [
        ("voice", choice.voice.clone()),
        ("out", out),
        ("encoding", choice.encoding.clone()),
        ("toc", toc),
        ("heading", choice.heading.clone()),
        (
            "profile",
            choice.profile.map(|profile| profile.name().into()),
        ),
    ];
    let typed = flags
        .into_iter()
        .filter_map(|(name, value)| Some(format!(" --{name} {}", quoted(&value?))));
    typed.collect()
}

/// A word of a command as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=:@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use pingshu::track::Profile;

    use super::*;

    #[test]
    fn a_command_can_be_pasted_into_a_shell() {
        assert_eq!(quoted("雪夜.txt"), "雪夜.txt");
        assert_eq!(quoted("my book's.txt"), r"'my book'\''s.txt'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn a_command_has_the_flags_that_were_typed() {
        let choice = Choice {
            out: Some("my books".into()),
            encoding: Some("gbk".into()),
            profile: Some(Profile::Acx),
            ..Choice::default()
        };
        assert_eq!(
            render(Path::new("雪夜.txt"), &choice),
            "pingshu render 雪夜.txt --out 'my books' --encoding gbk --profile acx"
        );
    }
}
