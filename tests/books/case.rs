//! One case as it stands in a TOML file.
//!
//! Never a default for what must come out: no `dropped` means that nothing is, and no `doubts`
//! that there are none.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::prose;

/// A book, and what must come of it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Case {
    /// What is right, as a sentence.
    pub name: String,
    /// Name of the file or folder; `书.txt` when it is not told.
    pub file: String,
    /// What it holds.
    pub text: String,
    /// Files of a folder or an EPUB.
    pub files: BTreeMap<String, String>,
    /// Files beside the book, in the folder the program is started in.
    pub beside: BTreeMap<String, String>,

    /// How bytes are made of the text: an encoding's name, or `A as B` for mojibake.
    pub encoding: String,
    /// The encodings of single files or lines, by name or number.
    pub encodings: BTreeMap<String, String>,
    /// Bytes instead of a text, in hexadecimal.
    pub raw: String,
    /// Pieces of the text, in order, and the bytes in their place in hexadecimal.
    pub bad: Vec<(String, String)>,
    /// How many bytes are cut off the end.
    pub cut: usize,

    /// Entries of an EPUB's table of contents, `LEVEL|TITLE|FILE#PLACE`.
    pub nav: Vec<String>,
    /// The same of an EPUB 2.
    pub ncx: Vec<String>,
    /// Files in reading order; when it is not told, all by name.
    pub spine: Vec<String>,
    /// Whether the files are an archive, whatever its name.
    pub is_archive: bool,
    /// What is wrong with the archive itself.
    pub attack: String,

    /// Flags of `plan`; with them, or with files beside it, the program itself is started.
    pub flags: Vec<String>,
    /// `dropped` when an author's notes shall not be spoken.
    pub notes: String,
    /// The encoding a person asks for.
    pub asked: String,

    /// The titles, an empty one for an untitled chapter.
    pub chapters: Vec<String>,
    /// The volume of each chapter.
    pub volumes: Option<Vec<String>>,
    /// Reason and text of each piece that is not spoken, `*` for any reason.
    pub dropped: Vec<(String, String)>,
    /// Reasons that other checks of the case cover.
    pub beyond: Vec<String>,
    /// The kinds of doubts in order.
    pub doubts: Vec<String>,
    /// Pieces of what the doubts say.
    pub doubted: Vec<String>,
    /// Pieces of the message of refusal.
    pub refused: Vec<String>,
    /// The whole text of each chapter.
    pub texts: Option<Vec<String>>,
    /// What the chapters' texts hold.
    pub holds: Vec<String>,
    /// What they do not hold.
    pub lacks: Vec<String>,
    /// Title of the book.
    pub title: Option<String>,
    /// Its author.
    pub author: Option<String>,
    /// Name of the encoding it is read as.
    pub read_as: Option<String>,

    /// What is appended later.
    pub appended: String,
    /// A piece of the text that is edited later, and what it becomes.
    pub edited: Option<(String, String)>,
    /// The titles after that.
    pub then: Vec<String>,
    /// Positions of chapters, from 1, that differ from what they were.
    pub changed: Vec<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    case: Vec<Case>,
}

/// The cases of one file, their prose filled in.
pub fn read(name: &str, text: &str) -> Vec<Case> {
    let file: File = toml::from_str(text).unwrap_or_else(|error| panic!("{name}.toml: {error}"));
    file.case.into_iter().map(Case::filled).collect()
}

impl Case {
    fn filled(mut self) -> Self {
        let mut writer = prose::Writer::default();
        self.text = writer.fill(&self.text);
        for text in self.files.values_mut() {
            *text = writer.fill(text);
        }
        self.appended = writer.fill(&self.appended);
        self
    }

    /// Name of the file or folder.
    pub fn file(&self) -> &str {
        match (self.file.as_str(), self.files.is_empty()) {
            ("", true) => "书.txt",
            ("", false) => "书",
            (file, _) => file,
        }
    }

    /// Whether it is an archive of files.
    pub fn is_epub(&self) -> bool {
        self.is_archive || (!self.files.is_empty() && super::has_ending(self.file(), "epub"))
    }

    /// Whether the program is started for it, and not the library asked.
    pub fn is_for_program(&self) -> bool {
        !self.flags.is_empty() || !self.beside.is_empty()
    }

    /// The book after it has grown.
    pub fn grown(&self) -> Self {
        let mut later = self.clone();
        if let Some((before, after)) = &self.edited {
            assert!(self.text.contains(before), "{}: `{before}`", self.name);
            later.text = later.text.replacen(before, after, 1);
        }
        later.text.push_str(&self.appended);
        later
    }
}
