//! One run of a program.
//!
//! Never waits for ever, never reads more than an honest program prints, and never leaves a program
//! behind that it gave up.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::pin::pin;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::timeout;

use super::group::Group;
use crate::speech::SpeechError;

/// Bytes that no speech exceeds.
const MOST: usize = 64_000_000;

/// Bytes of complaints that are kept, the last ones.
const COMPLAINT: usize = 4_000;

/// How long the pipes of a program that ended are listened to.
const MOMENT: Duration = Duration::from_secs(2);

/// Lines of complaints that are shown.
const LINES: usize = 2;

/// A program to be run.
pub struct Run<'a> {
    /// The program and its arguments, never none.
    pub words: Vec<String>,
    /// What it reads.
    pub input: Option<&'a str>,
    /// How long it may take.
    pub patience: Duration,
}

/// What came of a run.
pub struct Ended {
    /// What it printed.
    pub printed: Vec<u8>,
    /// The last lines of its complaints.
    pub complaint: String,
    /// How it ended, if not well.
    pub fault: Option<String>,
}

impl Run<'_> {
    /// Runs the program to its end.
    ///
    /// # Errors
    ///
    /// When there is no such program, or it takes too long or prints too much.
    pub async fn to_end(&self) -> Result<Ended, SpeechError> {
        let child = self.start()?;
        let ended = timeout(self.patience, self.listen(child)).await;
        ended.unwrap_or_else(|_| {
            let seconds = self.patience.as_secs_f64();
            let endpoint = self.program();
            Err(SpeechError::TimedOut { endpoint, seconds })
        })
    }

    fn start(&self) -> Result<Child, SpeechError> {
        let mut command = Command::new(&self.words[0]);
        command
            .args(&self.words[1..])
            .stdin(if self.input.is_some() {
                Stdio::piped()
            } else {
                Stdio::null()
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Group::begin(&mut command);
        command.spawn().map_err(|source| self.unstarted(source))
    }

    async fn listen(&self, mut child: Child) -> Result<Ended, SpeechError> {
        let group = Group::of(&child);
        let input = feed(child.stdin.take(), self.input.unwrap_or_default());
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let (mut printed, mut complaint) = (Vec::new(), Vec::new());
        let pipes = async {
            let printing = hear(stdout, &mut printed);
            tokio::join!(input, printing, hear_last(stderr, &mut complaint)).1
        };
        let status = ended(&mut child, pipes).await;
        let status = status.map_err(|source| self.unstarted(source))?;
        if printed.len() > MOST {
            let endpoint = self.program();
            return Err(SpeechError::TooLarge {
                endpoint,
                limit: MOST,
            });
        }
        if status.success() {
            group.release();
        }
        let fault = (!status.success()).then(|| in_words(status));
        Ok(Ended {
            printed,
            complaint: last_lines(&complaint),
            fault,
        })
    }

    fn unstarted(&self, source: io::Error) -> SpeechError {
        let program = self.program();
        match source.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => {
                SpeechError::NoProgram { program, source }
            }
            _ => SpeechError::Program {
                program,
                how: "could not be run".into(),
                message: source.to_string(),
            },
        }
    }

    fn program(&self) -> String {
        self.words[0].clone()
    }
}

/// A program need not read all; what it makes of that is judged by what it says.
async fn feed(input: Option<ChildStdin>, text: &str) {
    if let Some(mut input) = input {
        let _ = input.write_all(text.as_bytes()).await;
        let _ = input.write_all(b"\n").await;
        let _ = input.shutdown().await;
    }
}

/// Waits for a program, and for its pipes only a moment longer: what it leaves behind may hold them
/// open without an end.
async fn ended(
    child: &mut Child,
    pipes: impl Future<Output = io::Result<()>>,
) -> io::Result<ExitStatus> {
    let mut pipes = pin!(pipes);
    tokio::select! {
        heard = &mut pipes => {
            heard?;
            child.wait().await
        }
        status = child.wait() => {
            timeout(MOMENT, pipes).await.unwrap_or(Ok(()))?;
            status
        }
    }
}

/// Hears all that is printed; more than [`MOST`] bytes end in a closed pipe.
async fn hear(output: Option<impl AsyncRead + Unpin>, bytes: &mut Vec<u8>) -> io::Result<()> {
    if let Some(output) = output {
        output.take(MOST as u64 + 1).read_to_end(bytes).await?;
    }
    Ok(())
}

/// Hears what a program complains of, and keeps the end of it.
async fn hear_last(output: Option<impl AsyncRead + Unpin>, bytes: &mut Vec<u8>) {
    let mut block = [0; 1_024];
    if let Some(mut output) = output {
        while let Ok(n @ 1..) = output.read(&mut block).await {
            bytes.extend_from_slice(&block[..n]);
            if bytes.len() > 2 * COMPLAINT {
                bytes.drain(..bytes.len() - COMPLAINT);
            }
        }
    }
}

fn last_lines(complaint: &[u8]) -> String {
    let text = String::from_utf8_lossy(complaint);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    lines[lines.len().saturating_sub(LINES)..].join(" ")
}

fn in_words(status: ExitStatus) -> String {
    match status.code() {
        Some(code) => format!("ended with exit code {code}"),
        None => "was ended by a signal".into(),
    }
}

/// The file that a program wrote; a folder or a device is none.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut bytes = Vec::new();
    file.take(MOST as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > MOST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}
