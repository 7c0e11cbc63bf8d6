//! A shelf with a voice on a server, and all waits made short.
//!
//! Never lets a night go on without an end.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::server::Server;
use super::support::{Ran, Shelf};

/// How long a night may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(8);

/// Most requests in flight at one endpoint.
pub const AT_ONCE: usize = 4;

/// Waits of the program, in seconds.
const WAITS: [(&str, &str); 6] = [
    ("RETRY", "0.1"),
    ("ROUND", "0.5"),
    ("PROBE", "0.2"),
    ("LEAST_ANSWER", "1"),
    ("FIRST_ANSWER", "2"),
    ("ANSWER", "5"),
];

/// Silences that would only make tracks longer.
const PAUSES: [&str; 9] = [
    "CUT",
    "CLAUSE",
    "SENTENCE",
    "PARAGRAPH",
    "TURN",
    "SCENE",
    "HEAD",
    "TITLE",
    "TAIL",
];

/// A shelf with the book `夜.txt`.
pub struct Place {
    pub shelf: Shelf,
}

impl Place {
    /// A shelf with that book, and the voice `server` on these endpoints.
    pub fn new(book: &str, server: &Server) -> Self {
        Self::with_voice(book, server, "")
    }

    /// The same, with `more` in the voice file.
    pub fn with_voice(book: &str, server: &Server, more: &str) -> Self {
        let mut shelf = Shelf::new().variable("PINGSHU_VOICE", "server");
        for (name, seconds) in WAITS {
            shelf = shelf.variable(&format!("PINGSHU_HTTP_{name}_SECONDS"), seconds);
        }
        for pause in PAUSES {
            shelf = shelf.variable(&format!("PINGSHU_PAUSES_{pause}"), "0.1");
        }
        shelf.file("夜.txt", book);
        let place = Self { shelf };
        place.voice("server", server, more);
        place
    }

    /// Writes the voice file of a voice on that server.
    pub fn voice(&self, name: &str, server: &Server, more: &str) {
        let voice = format!(
            "engine = \"openai\"\nendpoints = {:?}\nmodel = \"night\"\nvoice = \"owl\"\n\
             concurrency = {AT_ONCE}\n{more}\n",
            server.addresses()
        );
        self.shelf.file(&format!("voices/{name}.toml"), voice);
    }

    /// Renders the book into the folder `out`, and waits for the end.
    pub fn render(&self, out: &str) -> Ran {
        self.run(&["render", "夜.txt", "--out", out])
    }

    /// Runs the program to its end.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        let output = assert_cmd::Command::from_std(self.shelf.command(arguments))
            .timeout(PATIENCE)
            .output()
            .unwrap();
        Ran::new(output, self.shelf.root())
    }

    /// The tracks and captions in the folder `out`, by name.
    pub fn tracks(&self, out: &str) -> Vec<PathBuf> {
        let folder = self.shelf.path(out).join("夜");
        let entries = fs::read_dir(folder).unwrap();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| is_track(path));
        paths.sort();
        paths
    }

    /// Checks that two folders hold the same tracks, byte by byte.
    #[track_caller]
    pub fn check_same_tracks(&self, out: &str, other: &str, n_chapters: usize) {
        let (tracks, others) = (self.tracks(out), self.tracks(other));
        assert_eq!(tracks.len(), 2 * n_chapters, "a track and captions each");
        assert_eq!(tracks.len(), others.len());
        for (one, other) in tracks.iter().zip(&others) {
            assert_eq!(one.file_name(), other.file_name());
            let is_same = fs::read(one).unwrap() == fs::read(other).unwrap();
            assert!(is_same, "{} differs", one.display());
        }
    }
}

fn is_track(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end == "wav" || end == "lrc")
}
