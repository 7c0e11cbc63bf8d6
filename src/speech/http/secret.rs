//! The key of a server, and where it comes from.
//!
//! Never shows itself: neither in messages nor when it is printed for debugging. Never runs a
//! shell.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;
use std::{env, fmt, fs, io, thread};

use reqwest::header::HeaderValue;

use super::template::encoded;
use crate::speech::SpeechError;

/// How long a program may take to tell the key; it may have to ask for a password.
const PATIENCE: Duration = Duration::from_secs(10);

/// Bytes that are read for a key.
const LONGEST: u64 = 16_000;

/// Where a key comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeySource {
    /// An environment variable.
    Env(String),
    /// The first line of a file.
    File(PathBuf),
    /// The first line that a program prints; the program and its arguments, never none.
    Command(Vec<String>),
}

/// A key that does not show itself.
pub struct Key(String);

impl KeySource {
    /// Reads the key.
    ///
    /// # Errors
    ///
    /// When there is none, or one that no request can carry.
    pub fn read(&self) -> Result<Key, SpeechError> {
        match self {
            Self::Env(name) => {
                let key = env::var(name).unwrap_or_default();
                if key.trim().is_empty() {
                    return Err(SpeechError::NoKey { name: name.clone() });
                }
                Key::new(&key, &format!("environment variable `{name}`"))
            }
            Self::File(path) => {
                let place = format!("file `{}`", path.display());
                let key = fs::File::open(path).and_then(first_line);
                let key = key.map_err(|source| SpeechError::KeyUnread {
                    place: place.clone(),
                    source,
                })?;
                Key::new(&key, &place)
            }
            Self::Command(command) => {
                let program = command.first().map_or("", String::as_str);
                let place = format!("what `{program}` prints");
                let key = printed(command);
                let key = key.map_err(|source| SpeechError::KeyUnread {
                    place: place.clone(),
                    source,
                })?;
                Key::new(&key, &place)
            }
        }
    }
}

impl Key {
    /// A key that a request can carry; `place` is where it was found.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn new(key: &str, place: &str) -> Result<Self, SpeechError> {
        let key = key.trim();
        if key.is_empty() || HeaderValue::from_str(key).is_err() {
            return Err(SpeechError::BadKey {
                place: place.into(),
            });
        }
        Ok(Self(key.into()))
    }

    /// The key itself, for a request and for nothing else.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// A text without the key, however it is written there.
    pub fn hidden_in(&self, text: &str) -> String {
        let hide = |text: String, written: &String| text.replace(written, "[key]");
        let mut written = encoded(&self.0);
        // The longest first, or the rest of it would stay.
        written.sort_by_key(|written| std::cmp::Reverse(written.len()));
        written.iter().fold(text.to_owned(), hide)
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[key]")
    }
}

fn first_line(source: impl Read) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(source.take(LONGEST)).read_line(&mut line)?;
    Ok(line)
}

/// The first line that a program prints; its complaints go where ours go.
fn printed(command: &[String]) -> io::Result<String> {
    let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let stdout = child.stdout.take().ok_or(io::ErrorKind::BrokenPipe)?;
    let (sender, line) = mpsc::channel();
    // Reading cannot be given up, so it is done aside. Nobody may wait for the line any more.
    thread::spawn(move || drop(sender.send(first_line(stdout))));
    let line = line.recv_timeout(PATIENCE);
    end(&mut child, line.is_ok())?;
    line.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
}

/// Waits for a program that has told the key, and ends one that has not.
fn end(child: &mut Child, has_told: bool) -> io::Result<()> {
    if !has_told {
        child.kill()?;
    }
    let status = child.wait()?;
    if has_told && !status.success() {
        return Err(io::Error::other(format!("it ended with {status}")));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(words: &[&str]) -> KeySource {
        KeySource::Command(words.iter().map(|word| (*word).into()).collect())
    }

    fn told(source: &KeySource) -> String {
        source.read().unwrap_err().to_string()
    }

    #[test]
    fn a_key_comes_from_a_file_or_a_program() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key");
        fs::write(&path, "sk-canary\nmore\n").unwrap();
        let from_file = KeySource::File(path).read().unwrap();
        assert_eq!(from_file.expose(), "sk-canary");
        let printed = command(&["printf", "sk-canary\\nmore"]).read().unwrap();
        assert_eq!(printed.expose(), "sk-canary");
    }

    #[test]
    fn arguments_are_not_for_a_shell() {
        let key = command(&["echo", "$HOME;ls"]).read().unwrap();
        assert_eq!(key.expose(), "$HOME;ls");
    }

    #[test]
    fn what_gives_no_key_is_named() {
        assert!(told(&command(&["pingshu-no-such-program"])).contains("`pingshu-no-such-program`"));
        assert!(told(&command(&["false"])).contains("`false`"));
        assert!(told(&KeySource::File("/no/such/key".into())).contains("`/no/such/key`"));
        assert!(told(&command(&["printf", ""])).contains("`printf`"));
    }

    #[test]
    fn a_key_is_hidden_however_it_is_written() {
        let key = Key::new("a+b/c=\"d", "test").unwrap();
        for text in [
            "x a+b/c=\"d y",
            "x a%2Bb%2Fc%3D%22d y",
            "x a+b/c=\\\"d y",
            "x a+b/c=&quot;d y",
        ] {
            assert_eq!(key.hidden_in(text), "x [key] y");
        }
        assert_eq!(format!("{key:?}"), "[key]");
    }
}
