//! The program and arguments of a voice file, with placeholders in them.
//!
//! Never makes an option of the text of a book, and never puts a key where everyone on the machine
//! can see it.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::speech::http::{Fixed, Name, Phrase, Values, check_variables};

/// The placeholder of the file that the program writes.
const OUTPUT: &str = "output";

/// The seed of the first take, where a voice file has none.
const FIRST_SEED: i64 = 1_234;

/// A program and its arguments, never none.
#[derive(Debug, Clone, PartialEq)]
pub struct Arguments {
    words: Vec<Argument>,
    fixed: Fixed,
    first_seed: i64,
}

#[derive(Debug, Clone, PartialEq)]
struct Argument {
    written: String,
    phrase: Phrase,
}

impl Argument {
    fn holds(&self, what: impl Fn(&Name) -> bool) -> bool {
        self.phrase.placeholders().any(|(name, _)| what(name))
    }
}

impl Arguments {
    /// Reads the key `command` of a voice file; `fixed` is what its other keys say.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn parse(command: &[String], mut fixed: Fixed, seed: Option<i64>) -> Result<Self, String> {
        check_variables(&fixed.variables)?;
        if fixed
            .variables
            .insert(OUTPUT.into(), Value::default())
            .is_some()
        {
            return Err(
                "`variables.output` has the name of a placeholder that is there already".into(),
            );
        }
        let word = |written: &String| {
            let phrase = Phrase::parse(written, &fixed.variables);
            let phrase = phrase.map_err(|problem| format!("`command`: {problem}"))?;
            let written = written.clone();
            Ok(Argument { written, phrase })
        };
        let words: Vec<Argument> = command.iter().map(word).collect::<Result<_, String>>()?;
        let arguments = Self {
            words,
            first_seed: seed.unwrap_or(FIRST_SEED),
            fixed,
        };
        arguments.check()?;
        Ok(arguments)
    }

    fn check(&self) -> Result<(), String> {
        let Some(program) = self
            .words
            .first()
            .filter(|program| !program.written.is_empty())
        else {
            return Err("`command` must name a program".into());
        };
        if program.holds(|name| !name.is_fixed() || *name == output_name()) {
            return Err(
                "the program of `command` may hold `{voice}`, `{model}` and variables only".into(),
            );
        }
        if self.hold(|name| *name == Name::Key) {
            return Err("`command` must not hold `{key}`, because everyone on this machine can see it there; the program finds the key in the environment".into());
        }
        let format = &self.fixed.format;
        if format.is_empty() || !format.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(format!(
                "`format` is `{format}`, and must be the ending of a file's name"
            ));
        }
        let is_own_speed = (self.fixed.speed - 1.0).abs() < f32::EPSILON;
        if !is_own_speed && !self.hold(Name::is_speed) {
            let speed = self.fixed.speed;
            return Err(format!(
                "`speed` is {speed}, and no argument of `command` says so"
            ));
        }
        Ok(())
    }

    fn hold(&self, what: impl Fn(&Name) -> bool) -> bool {
        self.words.iter().any(|word| word.holds(&what))
    }

    /// The program, as the voice file names it.
    pub fn program(&self) -> &str {
        &self.words[0].written
    }

    /// Whether the text is an argument; else the program reads it.
    pub fn takes_text(&self) -> bool {
        self.hold(|name| *name == Name::Text)
    }

    /// Whether the audio is written to a file; else the program prints it.
    pub fn writes_file(&self) -> bool {
        self.hold(|name| *name == output_name())
    }

    /// The file in this folder that the program is to write.
    pub fn output(&self, folder: &Path) -> PathBuf {
        folder.join("speech").with_extension(&self.fixed.format)
    }

    /// The words of one run.
    pub fn of(&self, text: &str, n: u32, output: &Path) -> Vec<String> {
        let mut fixed = self.fixed.clone();
        let output = output.display().to_string();
        fixed.variables.insert(OUTPUT.into(), output.into());
        // No argument can hold it, and no text means anything by it.
        let text = text.replace('\0', "");
        let values = Values {
            fixed: &fixed,
            text: &text,
            seed: self.first_seed.saturating_add(n.into()),
            uuid: String::new(),
            key: None,
        };
        let word = |word: &Argument| {
            let text = word.phrase.text(&values);
            let is_option = text.starts_with('-') && !word.written.starts_with('-');
            if is_option && word.holds(|name| *name == Name::Text) {
                format!(" {text}")
            } else {
                text
            }
        };
        self.words.iter().map(word).collect()
    }

    /// What decides how it sounds, besides the text.
    pub fn identity(&self) -> String {
        let words: Vec<&str> = self
            .words
            .iter()
            .map(|word| word.written.as_str())
            .collect();
        let Fixed {
            voice,
            model,
            format,
            speed,
            variables,
            ..
        } = &self.fixed;
        json!([
            words,
            variables,
            voice,
            model,
            format,
            speed,
            self.first_seed
        ])
        .to_string()
    }
}

fn output_name() -> Name {
    Name::Variable(OUTPUT.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn fixed() -> Fixed {
        let variables = json!({"length": 1.1});
        Fixed {
            voice: "zh".into(),
            format: "mp3".into(),
            speed: 1.0,
            variables: variables.as_object().unwrap().clone(),
            ..Fixed::default()
        }
    }

    fn parse(command: &[&str]) -> Result<Arguments, String> {
        let command: Vec<String> = command.iter().map(|word| (*word).into()).collect();
        Arguments::parse(&command, fixed(), Some(7))
    }

    fn words(command: &[&str], text: &str) -> Vec<String> {
        let arguments = parse(command).unwrap();
        let output = arguments.output(Path::new("folder"));
        arguments.of(text, 2, &output)
    }

    #[test]
    fn placeholders_take_their_values() {
        let command = [
            "say",
            "--voice={voice}",
            "-l",
            "{length}",
            "{seed}",
            "{output}",
            "{{}}",
        ];
        let expected = [
            "say",
            "--voice=zh",
            "-l",
            "1.1",
            "9",
            "folder/speech.mp3",
            "{}",
        ];
        assert_eq!(words(&command, "好"), expected);
    }

    #[test]
    fn a_text_never_becomes_an_option() {
        assert_eq!(words(&["say", "{text}"], "--help"), ["say", " --help"]);
        assert_eq!(words(&["say", "-t{text}"], "-x"), ["say", "-t-x"]);
        assert_eq!(words(&["say", "--", "{text}"], "好"), ["say", "--", "好"]);
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let table: [(&[&str], &str); 7] = [
            (&[], "must name a program"),
            (&[""], "must name a program"),
            (&["{text}"], "the program of `command`"),
            (&["{output}"], "the program of `command`"),
            (&["say", "{key}"], "everyone on this machine"),
            (&["say", "{lenght}"], "`{lenght}` is no placeholder"),
            (&["say", "{text"], "a `{` stands alone"),
        ];
        for (command, expected) in table {
            let problem = parse(command).unwrap_err();
            assert!(problem.contains(expected), "{problem}");
        }
    }

    #[test]
    fn a_speed_that_the_program_is_not_told_is_refused() {
        let with_speed = |word: &str| {
            let fixed = Fixed {
                speed: 1.25,
                ..fixed()
            };
            Arguments::parse(&["say".into(), word.into()], fixed, None)
        };
        assert!(with_speed("x").unwrap_err().contains("`speed` is 1.25"));
        let rate = with_speed("--rate={rate_percent}").unwrap();
        assert_eq!(rate.of("好", 0, Path::new("x"))[1], "--rate=+25%");
    }

    #[test]
    fn a_format_cannot_lead_out_of_the_folder() {
        for format in ["", "../x", "a b"] {
            let fixed = Fixed {
                format: format.into(),
                ..fixed()
            };
            let problem = Arguments::parse(&["say".into()], fixed, None).unwrap_err();
            assert!(problem.contains("`format` is"), "{problem}");
        }
    }

    #[test]
    fn what_is_written_decides_how_it_sounds() {
        let one = parse(&["say", "-a", "{text}"]).unwrap();
        assert_eq!(
            one.identity(),
            parse(&["say", "-a", "{text}"]).unwrap().identity()
        );
        assert_ne!(
            one.identity(),
            parse(&["say", "-b", "{text}"]).unwrap().identity()
        );
    }

    proptest! {
        #[test]
        fn a_text_is_one_argument_as_it_stands(text in "(?s).{0,40}") {
            let words = words(&["say", "{text}"], &text);
            prop_assert_eq!(words.len(), 2);
            let there = text.replace('\0', "");
            prop_assert_eq!(words[1].strip_prefix(' ').unwrap_or(&words[1]), there.strip_prefix(' ').unwrap_or(&there));
            prop_assert!(!words[1].starts_with('-'));
        }
    }
}
