//! EPUB 2 and 3 to the text of their pages in order of reading.
//!
//! Never loads anything from outside the archive, and never writes a file of it to the disk. The
//! first fault that makes the text doubtful as a whole ends the reading; a missing page does not.

mod archive;
mod contents;
mod flaw;
mod package;
mod path;
mod protection;

use std::collections::{HashMap, HashSet};

pub use flaw::EpubFlaw;

use super::encoding::Decoded;
use super::extract::{Extract, of_page, read_page};
use super::html::{self, Page, Styles, Telling};
use super::sheet::{Sheet, Unread};
use super::{BookError, BookSettings, Doubt, Teller, Told, name};
use archive::Archive;
use contents::Entry;
use package::{Package, SpineItem};

/// Where the container tells which file lists the others.
const CONTAINER: &str = "META-INF/container.xml";

/// What tables of contents list beside the chapters.
const BESIDE: [&str; 10] = [
    "封面",
    "书名页",
    "書名頁",
    "扉页",
    "扉頁",
    "目录",
    "目錄",
    "cover",
    "title page",
    "contents",
];

/// Names that programs write where nobody gave one.
const UNKNOWN: [&str; 4] = ["unknown", "未知", "[unknown]", "untitled"];

/// Whether an archive is an EPUB, whatever its file is called.
pub fn is_epub(bytes: &[u8]) -> bool {
    let is_archive = bytes.starts_with(b"PK\x03\x04");
    let is_told = || {
        bytes
            .get(30..)
            .is_some_and(|rest| rest.starts_with(b"mimetypeapplication/epub+zip"))
    };
    let is_built = || Archive::open(bytes).is_ok_and(|archive| archive.find(CONTAINER).is_some());
    is_archive && (is_told() || is_built())
}

/// Takes the text out of an EPUB.
///
/// # Errors
///
/// When it is damaged, protected, made to do harm, or without any text.
pub fn read(
    bytes: &[u8],
    file_name: &str,
    settings: &BookSettings,
) -> Result<Extract<'static>, BookError> {
    let flawed = |flaw| BookError::Epub {
        name: file_name.to_owned(),
        flaw,
    };
    let mut archive = Archive::open(bytes).map_err(flawed)?;
    protection::check(&mut archive).map_err(flawed)?;
    let package = read_package(&mut archive).map_err(flawed)?;
    let entries = read_contents(&mut archive, &package).map_err(flawed)?;
    let mut reader = Reader::new(&mut archive, &package, file_name, settings);
    reader.wanted = reader.places(&entries);
    for item in &package.spine {
        reader.page(item)?;
    }
    if reader.n_pages == 0 {
        let (n, first) = (package.spine.len(), package.spine[0].path.clone());
        return Err(flawed(EpubFlaw::AllMissing { n, first }));
    }
    Ok(reader.finish(&entries))
}

fn read_package(archive: &mut Archive) -> Result<Package, EpubFlaw> {
    let container = archive
        .find(CONTAINER)
        .map(|index| archive.read(index))
        .transpose()?;
    let named = container.and_then(|bytes| package::package_path(&text(&bytes)));
    let found = named.filter(|path| archive.find(path).is_some());
    let path = found
        .or_else(|| archive.name_ending_in(".opf"))
        .ok_or(EpubFlaw::NoPackage)?;
    let index = archive.find(&path).ok_or(EpubFlaw::NoPackage)?;
    let package = Package::read(&text(&archive.read(index)?), &path);
    if package.spine.is_empty() {
        return Err(EpubFlaw::NothingToRead { package: path });
    }
    Ok(package)
}

/// The navigation document's entries, or where there are none those of the `toc.ncx`.
fn read_contents(archive: &mut Archive, package: &Package) -> Result<Vec<Entry>, EpubFlaw> {
    type Parse = fn(&str, &str) -> Vec<Entry>;
    let tables: [(&Option<String>, Parse); 2] = [
        (&package.nav, contents::of_nav),
        (&package.ncx, contents::of_ncx),
    ];
    for (path, parse) in tables {
        let Some(path) = path else { continue };
        let Some(index) = archive.find(path) else {
            continue;
        };
        let mut entries = parse(&text(&archive.read(index)?), path);
        entries.retain(|entry| {
            entry
                .target
                .as_ref()
                .is_some_and(|(to, _)| Some(to) != package.nav.as_ref())
        });
        if !entries.is_empty() {
            return Ok(entries);
        }
    }
    Ok(Vec::new())
}

/// The text of a file that tells about the book; by rule it is UTF-8.
fn text(bytes: &[u8]) -> String {
    match encoding_rs::Encoding::for_bom(bytes) {
        Some((marked, _)) => marked.decode(bytes).0.into_owned(),
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Reads the pages of a book one after another.
struct Reader<'r, 'a> {
    archive: &'r mut Archive<'a>,
    package: &'r Package,
    file_name: &'r str,
    settings: &'r BookSettings,
    sheet: Sheet,
    telling: Telling,
    styles: HashMap<usize, Styles>,
    /// Places that the table of contents leads to.
    wanted: HashSet<String>,
    encoding: Option<&'static str>,
    doubts: Vec<Doubt>,
    n_pages: usize,
}

impl<'r, 'a> Reader<'r, 'a> {
    fn new(
        archive: &'r mut Archive<'a>,
        package: &'r Package,
        file_name: &'r str,
        settings: &'r BookSettings,
    ) -> Self {
        Self {
            archive,
            package,
            file_name,
            settings,
            sheet: Sheet::default(),
            telling: Telling::default(),
            styles: HashMap::new(),
            wanted: HashSet::new(),
            encoding: None,
            doubts: Vec::new(),
            n_pages: 0,
        }
    }

    fn page(&mut self, item: &SpineItem) -> Result<(), BookError> {
        let Some(index) = self.archive.find(&item.path) else {
            self.doubts.push(Doubt {
                kind: "missing",
                line: self.sheet.line(),
                text: format!(
                    "`{}` is in the reading order, but not in the archive",
                    item.path
                ),
            });
            return Ok(());
        };
        self.n_pages += 1;
        let bytes = self.unpack(index)?;
        let name = format!("{}/{}", self.file_name, item.path);
        let page = match self.decoded(&bytes, &name) {
            Err(BookError::Empty { .. }) => return Ok(()),
            read => read?,
        };
        self.encoding.get_or_insert(page.encoding);
        let doubts = of_page(page.doubts, &item.path, self.sheet.line());
        self.doubts.extend(doubts);
        self.write(&page.text, index, item)
    }

    /// Pages are UTF-8 by rule; an encoding that a person named is for those that are not.
    fn decoded<'b>(&self, bytes: &'b [u8], name: &str) -> Result<Decoded<'b>, BookError> {
        let found = read_page(bytes, name, &BookSettings::default());
        match found {
            Err(_) if self.settings.encoding.is_some() => read_page(bytes, name, self.settings),
            found => found,
        }
    }

    fn write(&mut self, page: &str, index: usize, item: &SpineItem) -> Result<(), BookError> {
        let styles = self.styles_of(page, &item.path)?;
        let unread = self.unread(item);
        if unread.is_none() {
            self.sheet.anchor(place(index, ""));
        }
        let archive = &*self.archive;
        let resolve = |href: &str| {
            let (path, _) = path::resolve(&item.path, href);
            archive
                .find(&path)
                .map_or_else(String::new, |index| index.to_string())
        };
        let own = index.to_string();
        Page::new(&mut self.sheet, &mut self.telling, &own, &resolve)
            .styled(styles)
            .unread(unread)
            .anchored(&self.wanted)
            .read(page);
        Ok(())
    }

    fn unread(&self, item: &SpineItem) -> Option<Unread> {
        if self.package.nav.as_ref() == Some(&item.path) {
            Some(Unread::Contents)
        } else {
            (!item.is_linear).then_some(Unread::Beside)
        }
    }

    /// The rules of all style sheets that a page links to.
    fn styles_of(&mut self, page: &str, path: &str) -> Result<Styles, BookError> {
        let mut styles = Styles::default();
        for href in html::linked_styles(page) {
            let (path, _) = path::resolve(path, &href);
            let Some(index) = self.archive.find(&path) else {
                continue;
            };
            if !self.styles.contains_key(&index) {
                let mut sheet = Styles::default();
                sheet.add(&text(&self.unpack(index)?));
                self.styles.insert(index, sheet);
            }
            styles.extend(&self.styles[&index]);
        }
        Ok(styles)
    }

    fn unpack(&mut self, index: usize) -> Result<Vec<u8>, BookError> {
        self.archive.read(index).map_err(|flaw| BookError::Epub {
            name: self.file_name.to_owned(),
            flaw,
        })
    }

    /// The places within pages that entries lead to.
    fn places(&self, entries: &[Entry]) -> HashSet<String> {
        let targets = entries.iter().filter_map(|entry| entry.target.as_ref());
        let targets = targets.filter(|(_, id)| !id.is_empty());
        targets
            .filter_map(|(path, id)| Some(place(self.archive.find(path)?, id)))
            .collect()
    }

    fn finish(self, entries: &[Entry]) -> Extract<'static> {
        let (text, hidden, lines) = self.sheet.finish();
        let line_of = |entry: &Entry| {
            let (path, id) = entry.target.as_ref()?;
            let page = self.archive.find(path)?;
            lines
                .get(&place(page, id))
                .or_else(|| lines.get(&place(page, "")))
                .copied()
        };
        let told = told(entries, line_of);
        let told = if told.is_empty() {
            html::told(self.telling.headings)
        } else {
            told
        };
        let (title, author) = name::title_and_author(self.file_name);
        Extract {
            text: text.into(),
            encoding: self.encoding.unwrap_or("UTF-8"),
            title: known(&self.package.title).unwrap_or(title),
            author: known(&self.package.author).unwrap_or(author),
            hidden,
            told,
            doubts: self.doubts,
        }
    }
}

/// How a place in a page is called.
fn place(page: usize, id: &str) -> String {
    format!("{page}#{id}")
}

/// A name that somebody gave.
fn known(name: &str) -> Option<String> {
    let is_known = !name.is_empty() && !UNKNOWN.contains(&name.to_lowercase().as_str());
    is_known.then(|| name.to_owned())
}

/// The entries as they are told, by line.
fn told(entries: &[Entry], line_of: impl Fn(&Entry) -> Option<usize>) -> Vec<Told> {
    let tell = |entry: &Entry| {
        Some(Told {
            line: line_of(entry)?,
            title: entry.title.clone(),
            level: entry.level,
            by: Teller::Contents,
        })
    };
    let mut told: Vec<Told> = entries.iter().filter_map(tell).collect();
    told.sort_by_key(|told| told.line);
    let is_beside = |told: &Told, next: Option<&Told>| {
        // A cover without a word of text would stand where the first chapter does.
        let is_named = BESIDE.contains(&told.title.to_lowercase().as_str());
        next.is_some_and(|next| next.line == told.line && (is_named || next.title == told.title))
    };
    let is_kept: Vec<bool> = (0..told.len())
        .map(|index| !is_beside(&told[index], told.get(index + 1)))
        .collect();
    let mut is_kept = is_kept.into_iter();
    told.retain(|_| is_kept.next().unwrap_or(true));
    told
}

#[cfg(test)]
mod tests;
