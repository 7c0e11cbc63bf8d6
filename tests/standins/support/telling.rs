//! A small book told by a ready voice, whose file points at a stand-in.
//!
//! Never changes a voice file but for what its comments tell a person to change.

use std::fs;
use std::path::Path;

use super::StandIn;
use super::shelf::{Ledger, Ran, Shelf};

/// Two sentences, and a word that a lexicon sends with every sign that some format could trip over.
const BOOK: &str = "雪下了一夜，天亮时才停。\n老人喝了一碗热茶，讲起从前的故事。\n";

/// What a server must be told to say, in this order.
pub const SAID: [&str; 2] = [
    "雪下了一夜，天亮时才停。",
    "老人喝了一碗热茶<&\"'\\%7B{key}]]>，讲起从前的故事。",
];

/// A key that no answer may show.
const KEY: &str = "canary-0123456789abcdef";

/// A book that is told.
pub struct Telling {
    shelf: Shelf,
    voice: String,
}

impl Telling {
    /// Prepares the voice `voices/NAME.toml` for a stand-in.
    pub fn of(name: &str, server: &StandIn) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("voices/{name}.toml"));
        Self::with_file(name, &fs::read_to_string(path).unwrap(), server)
    }

    /// The same for the text of any voice file.
    pub fn with_file(name: &str, file: &str, server: &StandIn) -> Self {
        let variable = table(file)
            .get("key_env")
            .map(|name| name.as_str().unwrap().to_owned());
        let mut shelf = Shelf::new()
            .book(BOOK)
            .variable("PINGSHU_HTTP_RETRY_SECONDS", "0.01");
        if let Some(variable) = variable {
            shelf = shelf.variable(&variable, KEY);
        }
        let raw = "raw = '''茶<&\"'\\%7B{key}]]>'''";
        shelf.file(
            "lexicon.toml",
            format!("[voice.{name}]\n茶 = {{ {raw} }}\n"),
        );
        let telling = Self {
            shelf,
            voice: name.to_owned(),
        };
        telling.write(&pointed(file, server.address()));
        telling
    }

    /// With a line of the file changed, as a person would.
    pub fn changing(self, from: &str, to: &str) -> Self {
        let file = fs::read_to_string(self.shelf.path(&self.file_name())).unwrap();
        assert_eq!(file.matches(from).count(), 1, "{from} in {file}");
        self.write(&file.replace(from, to));
        self
    }

    /// With a file beside the book.
    pub fn beside(self, name: &str, bytes: &[u8]) -> Self {
        self.shelf.file(name, bytes);
        self
    }

    /// Renders the book.
    pub fn render(&self) -> Ran {
        let ran = self
            .shelf
            .run(["render", "雪夜.txt", "--voice", &self.voice]);
        assert!(
            !ran.stderr.contains(KEY) && !ran.stdout.contains(KEY),
            "{}",
            ran.stderr
        );
        ran
    }

    /// Renders the book to its end, and checks that each sentence sounds where the ledger says.
    #[track_caller]
    pub fn is_told(&self) -> Ledger {
        self.render().exits(0);
        let ledger = self.shelf.ledger();
        ledger.check_tiling().check_spans();
        ledger
    }

    /// The voices that its server offers.
    pub fn voices(&self) -> Ran {
        self.shelf.run(["voices", "of", &self.voice])
    }

    fn write(&self, file: &str) {
        self.shelf.file(&self.file_name(), file);
    }

    fn file_name(&self) -> String {
        format!("voices/{}.toml", self.voice)
    }
}

fn table(file: &str) -> toml::Table {
    file.parse().unwrap()
}

/// The file with the first address replaced, its path kept.
fn pointed(file: &str, address: &str) -> String {
    let endpoint = table(file)["endpoints"][0].as_str().unwrap().to_owned();
    let (_, rest) = endpoint.split_once("://").unwrap();
    let path = rest.find('/').map_or("", |at| &rest[at..]);
    file.replacen(
        &format!("[\"{endpoint}\"]"),
        &format!("[\"{address}{path}\"]"),
        1,
    )
}
