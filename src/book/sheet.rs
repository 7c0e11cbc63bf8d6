//! A text that is written line by line out of marked-up pages, with what in it is not read.
//!
//! Never leaves text out: what no reader sees is written too, and listed as hidden.

use std::collections::HashMap;

use super::{Dropped, Reason};

/// Why text of a page is not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unread {
    /// No reader sees it.
    Hidden,
    /// How the characters before it are pronounced.
    Ruby,
    /// A note, or its mark in the text.
    Footnote,
    /// Links to other pages.
    Navigation,
    /// A table of contents.
    Contents,
    /// A page beside the reading order.
    Beside,
    /// What a text file tells about itself before it begins.
    FrontMatter,
}

impl Unread {
    const fn reason(self) -> Reason {
        Reason::new(match self {
            Self::Hidden => "hidden text",
            Self::Ruby => "ruby",
            Self::Footnote => "footnote",
            Self::Navigation => "navigation",
            Self::Contents => "table of contents",
            Self::Beside => "not in the reading order",
            Self::FrontMatter => "front matter",
        })
    }
}

/// White space that is due before the next word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Gap {
    #[default]
    None,
    Space,
    /// With a line break of the source in it.
    Break,
}

/// A text on its way.
#[derive(Debug, Default)]
pub struct Sheet {
    text: String,
    /// Lines that are finished.
    n_lines: usize,
    /// Characters of the line that is being written.
    column: usize,
    /// The last one.
    last: Option<char>,
    gap: Gap,
    hidden: Vec<Dropped>,
    /// Column behind the last piece of `hidden`.
    hidden_end: usize,
    /// Anchors that no text that is read has followed yet.
    waiting: Vec<String>,
    anchors: HashMap<String, usize>,
}

impl Sheet {
    /// Number of the line that is being written, or that will be next, from 1.
    pub fn line(&self) -> usize {
        self.n_lines + 1
    }

    /// Whether nothing stands in that line yet.
    pub fn is_at_start(&self) -> bool {
        self.column == 0
    }

    /// Ends the line, unless it is empty.
    pub fn break_line(&mut self) {
        if self.column > 0 {
            self.text.push('\n');
            self.n_lines += 1;
        }
        (self.column, self.last, self.gap) = (0, None, Gap::None);
    }

    /// Parts what was written from what comes.
    pub fn space(&mut self) {
        self.gap = self.gap.max(Gap::Space);
    }

    /// Writes flowing text: white space collapses as a browser does it.
    pub fn write(&mut self, text: &str, unread: Option<Unread>) {
        let mut rest = text;
        while !rest.is_empty() {
            let n_word = rest.find(is_space).unwrap_or(rest.len());
            if n_word > 0 {
                self.word(&rest[..n_word], unread);
            }
            rest = &rest[n_word..];
            let after = rest.trim_start_matches(is_space);
            let gap = &rest[..rest.len() - after.len()];
            self.gap = self.gap.max(width(gap));
            rest = after;
        }
    }

    /// Writes text whose line breaks and spaces stand.
    pub fn write_lines(&mut self, text: &str, unread: Option<Unread>) {
        for (index, line) in text.split(is_break).enumerate() {
            if index > 0 {
                self.break_line();
            }
            if !line.is_empty() {
                self.word(line, unread);
            }
        }
    }

    /// Marks the place of the next text that is read.
    pub fn anchor(&mut self, name: String) {
        self.waiting.push(name);
    }

    /// The text, its hidden pieces, and the lines of the anchors.
    pub fn finish(mut self) -> (String, Vec<Dropped>, HashMap<String, usize>) {
        self.break_line();
        (self.text, self.hidden, self.anchors)
    }

    /// Writes what holds no white space that collapses, and no line break.
    fn word(&mut self, word: &str, unread: Option<Unread>) {
        if self.column > 0 && self.is_gap_due(word) {
            self.put(" ", unread.filter(|unread| self.goes_on(*unread)));
        }
        self.gap = Gap::None;
        self.put(word, unread);
        if unread.is_none() && !word.trim().is_empty() {
            for name in self.waiting.drain(..) {
                self.anchors.entry(name).or_insert(self.n_lines + 1);
            }
        }
    }

    /// A line break between two Chinese characters is no space: Chinese has none between words.
    fn is_gap_due(&self, word: &str) -> bool {
        let is_joint = self.last.is_some_and(is_wide) && word.starts_with(is_wide);
        match self.gap {
            Gap::None => false,
            Gap::Space => true,
            Gap::Break => !is_joint,
        }
    }

    fn put(&mut self, text: &str, unread: Option<Unread>) {
        if let Some(unread) = unread {
            self.hide(text, unread);
        }
        self.text.push_str(text);
        self.column += text.chars().count();
        self.last = text.chars().next_back().or(self.last);
        if unread.is_some() {
            self.hidden_end = self.column;
        }
    }

    /// Lists text that is about to be written.
    fn hide(&mut self, text: &str, unread: Unread) {
        if self.goes_on(unread)
            && let Some(piece) = self.hidden.last_mut()
        {
            piece.text.push_str(text);
            return;
        }
        self.hidden.push(Dropped {
            line: self.line(),
            column: self.column,
            text: text.to_owned(),
            reason: unread.reason(),
            kept: String::new(),
        });
    }

    /// Whether the last hidden piece ends where the next text begins.
    fn goes_on(&self, unread: Unread) -> bool {
        self.hidden.last().is_some_and(|piece| {
            piece.line == self.line()
                && self.hidden_end == self.column
                && piece.reason == unread.reason()
        })
    }
}

fn width(gap: &str) -> Gap {
    if gap.is_empty() {
        Gap::None
    } else if gap.contains(is_break) {
        Gap::Break
    } else {
        Gap::Space
    }
}

/// White space that collapses. A no-break space and the ideographic one do not.
fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\x0C') || is_break(character)
}

/// All that ends a line of a text.
fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// Chinese characters and punctuation, among them the quotes that Latin shares.
fn is_wide(character: char) -> bool {
    matches!(
        character,
        '\u{2E80}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FF00}'..='\u{FFEF}'
            | '\u{20000}'..='\u{3FFFF}'
            | '—' | '…' | '“' | '”' | '‘' | '’' | '·'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses_and_vanishes_between_chinese() {
        let mut sheet = Sheet::default();
        sheet.write("  雪落\n  了 一夜 \t and\nso", None);
        sheet.write(" on", None);
        sheet.break_line();
        sheet.break_line();
        sheet.write("完", None);
        assert_eq!(sheet.finish().0, "雪落了 一夜 and so on\n完\n");
    }

    #[test]
    fn what_is_not_read_is_listed_in_one_piece() {
        let mut sheet = Sheet::default();
        sheet.write("雪", None);
        sheet.write("a b", Some(Unread::Ruby));
        sheet.write(" c", Some(Unread::Ruby));
        sheet.write("落", None);
        let (text, hidden, _) = sheet.finish();
        assert_eq!(text, "雪a b c落\n");
        assert_eq!(hidden.len(), 1);
        assert_eq!((hidden[0].column, hidden[0].text.as_str()), (1, "a b c"));
    }

    #[test]
    fn an_anchor_stands_at_the_next_text_that_is_read() {
        let mut sheet = Sheet::default();
        sheet.write("雪", None);
        sheet.anchor("a".to_owned());
        sheet.break_line();
        sheet.write("藏", Some(Unread::Hidden));
        sheet.break_line();
        sheet.write("落", None);
        assert_eq!(sheet.finish().2["a"], 3);
    }

    #[test]
    fn lines_that_stand_keep_their_spaces() {
        let mut sheet = Sheet::default();
        sheet.write_lines("雪  落\r\n\n了", None);
        assert_eq!(sheet.finish().0, "雪  落\n了\n");
    }
}
