//! A shelf to render books on: a folder with a voice for tests, and a home of its own.
//!
//! Never waits without an end, and never lets the tester's own settings in.

mod book;
mod files;
mod ran;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub use book::Ledger;
pub use files::Files;
pub use ran::Ran;

/// Three chapters: dialogue, a number, a pause, and a sentence that comes twice.
pub const SNOW: &str = "第一章 下雪\n\
    雪下了一夜，天亮时才停。老人推开门，院子里一片白。\n\
    他笑着说：“孩子们，今天我给你们讲一段新书！”\n\
    第二章 灯火\n\
    灯还亮着。1984年的冬天，银行的行长长大了。\n\
    “你来了？”她问。\n\
    “我来了。”\n\
    ……\n\
    门外没有人。\n\
    第三章 归人\n\
    雪下了一夜，天亮时才停。\n\
    归人在路上走了三天三夜，终于看见了村口的那棵老树。\n";

/// How long anything that a test waits for may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// A folder in which the program is run.
pub struct Shelf {
    folder: TempDir,
    variables: Vec<(String, String)>,
}

impl Shelf {
    /// An empty shelf with the voice `fake`, which speaks at once.
    pub fn new() -> Self {
        let shelf = Self {
            folder: tempfile::tempdir().unwrap(),
            variables: Vec::new(),
        };
        shelf.pace(0);
        shelf
    }

    /// Sets how many milliseconds the voice takes for a chunk; how it sounds stays the same.
    pub fn pace(&self, milliseconds: u64) -> &Self {
        let voice = format!("engine = \"fake\"\nlog = \"spoken.log\"\ndelay_ms = {milliseconds}\n");
        self.file("voices/fake.toml", voice)
    }

    /// Writes the book `雪夜.txt`.
    pub fn book(self, text: &str) -> Self {
        self.file("雪夜.txt", text);
        self
    }

    /// Writes a file, in folders that are made if need be.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    /// Sets a variable of the program's environment.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.variables.push((name.into(), value.into()));
        self
    }

    /// The path of a file on the shelf.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The shelf's own path.
    pub fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Runs the program to its end.
    pub fn run<const N: usize>(&self, arguments: [&str; N]) -> Ran {
        self.run_with_input(arguments, "")
    }

    /// Runs the program to its end with `input` on its standard input.
    pub fn run_with_input<const N: usize>(
        &self,
        arguments: [&str; N],
        input: impl Into<Vec<u8>>,
    ) -> Ran {
        let output = assert_cmd::Command::from_std(self.command(&arguments))
            .timeout(PATIENCE)
            .write_stdin(input)
            .output()
            .unwrap();
        Ran::new(output, self.root())
    }

    /// Starts the program; it is killed when the test is done with it.
    pub fn start<const N: usize>(&self, arguments: [&str; N]) -> Running<'_> {
        let child = self
            .command(&arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Running {
            child: Some(child),
            shelf: self,
        }
    }

    /// The program with nothing of the tester's environment but the path.
    pub fn command(&self, arguments: &[&str]) -> Command {
        self.command_of(env!("CARGO_BIN_EXE_pingshu"), arguments)
    }

    /// The same for another program, which may start it.
    pub fn command_of(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(self.root())
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .env("HOME", self.path("home"))
            .env("XDG_CONFIG_HOME", self.path("home/config"))
            .env("XDG_DATA_HOME", self.path("home/data"))
            .env("PINGSHU_VOICE", "fake")
            .env("PINGSHU_WORKERS", "2")
            // Should a test reach for the network after all, it gets nowhere, and at once.
            .env("HTTPS_PROXY", "http://127.0.0.1:1")
            .envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }

    /// What was spoken since the shelf was made or the log forgotten, in order.
    pub fn spoken(&self) -> Vec<String> {
        let log = fs::read_to_string(self.path("spoken.log")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    /// A shelf whose book is finished, and where nothing was spoken since.
    pub fn finished() -> Self {
        let shelf = Self::new().book(SNOW);
        shelf.run(["render", "雪夜.txt"]).exits(0);
        shelf.forget_spoken();
        shelf
    }

    /// Forgets what was spoken.
    pub fn forget_spoken(&self) -> &Self {
        let _ = fs::remove_file(self.path("spoken.log"));
        self
    }

    /// The files of the book `雪夜` under `out`.
    pub fn files(&self) -> Files {
        Files::of(&self.path("out/雪夜"))
    }

    /// The ledger of the book `雪夜` under `out`.
    pub fn ledger(&self) -> Ledger {
        Ledger::read(&self.path("out/雪夜"))
    }

    /// Checks that a file holds `text`.
    pub fn check_file(&self, name: &str, text: &str) -> &Self {
        let found = fs::read_to_string(self.path(name)).unwrap();
        assert!(found.contains(text), "`{name}` holds no {text:?}:\n{found}");
        self
    }

    /// Removes a file.
    pub fn remove(&self, name: &str) -> &Self {
        fs::remove_file(self.path(name)).unwrap();
        self
    }
}

/// The program at work.
pub struct Running<'a> {
    child: Option<Child>,
    shelf: &'a Shelf,
}

impl Running<'_> {
    /// Sends a signal by its name: `INT`, `TERM`.
    pub fn signal(&mut self, name: &str) -> &mut Self {
        let command = format!("kill -{name} {}", self.child.as_ref().unwrap().id());
        let status = Command::new("sh").args(["-c", &command]).status();
        assert!(status.unwrap().success(), "cannot send {name}");
        self
    }

    /// Whether it came to its end.
    pub fn has_ended(&mut self) -> bool {
        self.child.as_mut().unwrap().try_wait().unwrap().is_some()
    }

    /// Kills it as a power cut would.
    pub fn kill(mut self) {
        let mut child = self.child.take().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Waits for its end.
    pub fn end(mut self) -> Ran {
        wait_for("the end of the program", || self.has_ended());
        let child = self.child.take().unwrap();
        Ran::new(child.wait_with_output().unwrap(), self.shelf.root())
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Looks again and again until something is so.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}
