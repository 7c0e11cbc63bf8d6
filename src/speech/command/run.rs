//! One run of a program.
//!
//! Never waits for ever, never reads more than an honest program prints, and never leaves a program
//! behind that it gave up.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, ChildStdin, Command};
use tokio::time::timeout;

use crate::speech::SpeechError;

/// Bytes that no speech exceeds.
const MOST: usize = 64_000_000;

/// Bytes of complaints that are kept, the last ones.
const COMPLAINT: usize = 4_000;

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
            .stderr(Stdio::piped())
            .kill_on_drop(true);
        // Ctrl-C is for pingshu, which lets what is being spoken come to its end.
        #[cfg(unix)]
        command.process_group(0);
        command.spawn().map_err(|source| self.unstarted(source))
    }

    async fn listen(&self, mut child: Child) -> Result<Ended, SpeechError> {
        let input = feed(child.stdin.take(), self.input.unwrap_or_default());
        let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
        let ((), printed, complaint, status) =
            tokio::join!(input, printed(stdout), complaint(stderr), child.wait());
        let printed = printed.map_err(|source| self.unstarted(source))?;
        if printed.len() > MOST {
            let endpoint = self.program();
            return Err(SpeechError::TooLarge {
                endpoint,
                limit: MOST,
            });
        }
        let status = status.map_err(|source| self.unstarted(source))?;
        let fault = (!status.success()).then(|| in_words(status));
        Ok(Ended {
            printed,
            complaint,
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

/// All that is printed; more than [`MOST`] bytes end in a closed pipe.
async fn printed(output: Option<impl AsyncRead + Unpin>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if let Some(output) = output {
        output.take(MOST as u64 + 1).read_to_end(&mut bytes).await?;
    }
    Ok(bytes)
}

/// The last lines of what a program complains of.
async fn complaint(output: Option<impl AsyncRead + Unpin>) -> String {
    let mut bytes = Vec::new();
    let mut block = [0; 1_024];
    if let Some(mut output) = output {
        while let Ok(n @ 1..) = output.read(&mut block).await {
            bytes.extend_from_slice(&block[..n]);
            if bytes.len() > 2 * COMPLAINT {
                bytes.drain(..bytes.len() - COMPLAINT);
            }
        }
    }
    let text = String::from_utf8_lossy(&bytes);
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
