//! A page's text to a [`Sheet`]: one line for each block, and its headings beside it.
//!
//! Never recurses and never keeps the page: what is open stands in one list, however deep.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::element::{self, State};
use super::entity::decoded;
use super::note;
use super::style::Styles;
use super::token::{Tag, Token, Tokens, lower};
use crate::book::sheet::{Sheet, Unread};

/// A longer heading was never closed, and is none.
const LONGEST_HEADING: usize = 200;

/// How far up an element is looked for that ends without being closed.
const FAR: usize = 64;

/// A heading of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Line of the sheet, from 1.
    pub line: usize,
    /// Its text on one line.
    pub title: String,
    /// 1 for `h1`.
    pub level: usize,
}

/// What is told over all pages of a book.
#[derive(Debug, Default)]
pub struct Telling {
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Title of the first page that has one.
    pub title: String,
    /// Author named by a page's `meta`.
    pub author: String,
    /// Places, `page#id`, that marks of notes lead to.
    notes: HashSet<String>,
}

/// A page that is being read.
pub struct Page<'a, 's> {
    sheet: &'s mut Sheet,
    telling: &'s mut Telling,
    styles: Styles,
    /// Its name among the pages of a book.
    path: &'s str,
    /// Finds the page that a link leads to.
    resolve: &'s dyn Fn(&str) -> String,
    around: State,
    frames: Vec<Frame<'a>>,
    /// How many elements of a name are open.
    n_open: HashMap<Cow<'a, str>, usize>,
    heading: Option<Heading>,
    /// Ids that the book's table of contents leads to.
    wanted: Option<&'s HashSet<String>>,
}

struct Frame<'a> {
    name: Cow<'a, str>,
    state: State,
}

impl<'a, 's> Page<'a, 's> {
    /// A page to be written on `sheet`.
    pub fn new(
        sheet: &'s mut Sheet,
        telling: &'s mut Telling,
        path: &'s str,
        resolve: &'s dyn Fn(&str) -> String,
    ) -> Self {
        Self {
            sheet,
            telling,
            styles: Styles::default(),
            path,
            resolve,
            around: State::default(),
            frames: Vec::new(),
            n_open: HashMap::new(),
            heading: None,
            wanted: None,
        }
    }

    /// With the rules of style sheets in files of their own.
    pub fn styled(mut self, styles: Styles) -> Self {
        self.styles = styles;
        self
    }

    /// With all of its text not read.
    pub fn unread(mut self, unread: Option<Unread>) -> Self {
        self.around.gone = unread;
        self
    }

    /// With the ids whose places are to be marked, as `path#id`.
    pub fn anchored(mut self, wanted: &'s HashSet<String>) -> Self {
        self.wanted = Some(wanted);
        self
    }

    /// Writes the page.
    pub fn read(mut self, page: &'a str) {
        let mut tokens = Tokens::new(page);
        while let Some(token) = tokens.next() {
            match token {
                Token::Text(text) => self.text(&decoded(text)),
                Token::Literal(text) => self.text(text),
                Token::Close(name) => self.close(&lower(name)),
                Token::Open(tag) => self.element(&tag, &mut tokens),
            }
        }
        self.end_heading();
        self.sheet.break_line();
    }

    fn state(&self) -> State {
        self.frames.last().map_or(self.around, |frame| frame.state)
    }

    fn text(&mut self, text: &str) {
        let state = self.state();
        let unread = state.unread();
        if let Some(heading) = self.heading.as_mut().filter(|_| unread.is_none()) {
            if heading.title.trim().is_empty() {
                heading.line = self.sheet.line();
            }
            heading.title.push_str(text);
            if heading.title.len() > LONGEST_HEADING * 4 {
                self.heading = None;
            }
        }
        if state.is_preformatted {
            self.sheet.write_lines(text, unread);
        } else {
            self.sheet.write(text, unread);
        }
    }

    fn element(&mut self, tag: &Tag<'a>, tokens: &mut Tokens<'a>) {
        let name = tag.name();
        if element::RAWS.contains(&name.as_ref()) {
            // A script in a file of its own has no content, closed or not.
            let is_whole = tag.is_self_closed() || tag.attribute("src").is_some();
            if let Some(content) = (!is_whole).then(|| tokens.take_raw(&name)).flatten() {
                self.raw(&name, content);
            }
            return;
        }
        self.open(tag, name, tokens.rest());
    }

    /// Content that is no markup: of it, styles and the title are of use.
    fn raw(&mut self, name: &str, content: &str) {
        match name {
            "style" => self.styles.add(content),
            "title" if self.telling.title.is_empty() && !self.n_open.contains_key("svg") => {
                self.telling.title = on_one_line(&decoded(content));
            }
            "textarea" => self.text(&decoded(content)),
            _ => {}
        }
    }

    fn open(&mut self, tag: &Tag<'a>, name: Cow<'a, str>, rest: &'a str) {
        self.end_unclosed(&name);
        let is_block = element::is_block(&name);
        if is_block || name == "br" {
            self.sheet.break_line();
        } else if matches!(name.as_ref(), "td" | "th") {
            self.sheet.space();
        }
        if let Some(heading) = self.heading.as_mut().filter(|_| is_block || name == "br") {
            heading.title.push(' ');
        }
        if name == "meta" {
            self.meta(tag);
        }
        let mut state = self.state().within(&name, tag, &self.styles);
        self.place(tag, &name, is_block, &mut state);
        if matches!(name.as_ref(), "sup" | "a") && state.gone.is_none() {
            state.gone = self.mark(tag, rest);
        }
        if element::is_void(&name) || tag.is_self_closed() {
            return;
        }
        if let Some(level) = element::heading_level(&name).filter(|_| state.unread().is_none()) {
            self.end_heading();
            let (line, title) = (self.sheet.line(), String::new());
            self.heading = Some(Heading { line, title, level });
        }
        *self.n_open.entry(name.clone()).or_default() += 1;
        self.frames.push(Frame { name, state });
    }

    /// Ends elements that authors leave open: a paragraph at the next, an item at the next.
    fn end_unclosed(&mut self, begun: &str) {
        let near = self.frames.iter().rev().take(FAR);
        let mut depth = None;
        for (index, frame) in near.enumerate() {
            if element::ends(begun, &frame.name) {
                depth = Some(index);
                break;
            }
            if element::is_barrier(&frame.name) {
                break;
            }
        }
        for _ in 0..depth.map_or(0, |depth| depth + 1) {
            self.pop();
        }
    }

    /// Marks an element's id, and hides the note that begins there.
    fn place(&mut self, tag: &Tag, name: &str, is_block: bool, state: &mut State) {
        let ids = [
            tag.attribute("id"),
            tag.attribute("name").filter(|_| name == "a"),
        ];
        for id in ids.into_iter().flatten() {
            let place = format!("{}#{}", self.path, decoded(id));
            if self.telling.notes.contains(&place) {
                self.note(name, is_block, state);
            }
            if self.wanted.is_some_and(|wanted| wanted.contains(&place)) {
                self.sheet.anchor(place);
            }
        }
    }

    /// A note is the paragraph or the item that its id stands in front of; never a chapter.
    fn note(&mut self, name: &str, is_block: bool, state: &mut State) {
        let is_note = |name: &str| matches!(name, "p" | "li" | "dd" | "dt" | "aside" | "td");
        if is_note(name) {
            state.gone = state.gone.or(Some(Unread::Footnote));
        } else if !is_block && self.sheet.is_at_start() {
            let block = self
                .frames
                .iter()
                .rposition(|frame| element::is_block(&frame.name));
            if let Some(block) = block.filter(|block| is_note(&self.frames[*block].name)) {
                for frame in &mut self.frames[block..] {
                    frame.state.gone = frame.state.gone.or(Some(Unread::Footnote));
                }
                state.gone = state.gone.or(Some(Unread::Footnote));
            }
        }
    }

    /// Whether the element is the mark of a note. One that is not raised stands behind some text:
    /// at the beginning of a line it leads back, or is a list of contents.
    fn mark(&mut self, tag: &Tag<'a>, rest: &'a str) -> Option<Unread> {
        let mark = note::mark(tag, rest)?;
        if !mark.is_raised && self.sheet.is_at_start() {
            return None;
        }
        if let Some(target) = mark.target {
            let target = decoded(target);
            let (page, id) = target.split_once('#').unwrap_or((&target, ""));
            let page = if page.is_empty() {
                self.path.to_owned()
            } else {
                (self.resolve)(page)
            };
            self.telling.notes.insert(format!("{page}#{id}"));
        }
        Some(Unread::Footnote)
    }

    fn meta(&mut self, tag: &Tag) {
        let is_author = tag
            .attribute("name")
            .is_some_and(|name| name.eq_ignore_ascii_case("author"));
        if is_author && self.telling.author.is_empty() {
            let author = tag.attribute("content").unwrap_or_default();
            self.telling.author = on_one_line(&decoded(author));
        }
    }

    fn close(&mut self, name: &str) {
        if element::is_block(name) {
            self.sheet.break_line();
        }
        if element::heading_level(name).is_some() {
            self.end_heading();
        }
        if self.n_open.get(name).copied().unwrap_or_default() == 0 {
            return;
        }
        while let Some(closed) = self.pop() {
            if closed == name {
                break;
            }
        }
    }

    fn pop(&mut self) -> Option<Cow<'a, str>> {
        let frame = self.frames.pop()?;
        if let Some(n_open) = self.n_open.get_mut(&frame.name) {
            *n_open -= 1;
        }
        Some(frame.name)
    }

    fn end_heading(&mut self) {
        if let Some(mut heading) = self.heading.take() {
            heading.title = on_one_line(&heading.title);
            let length = heading.title.chars().count();
            if (1..=LONGEST_HEADING).contains(&length) {
                self.telling.headings.push(heading);
            }
        }
    }
}

/// Text without white space at its edges and with single spaces in it.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
