//! The audit of a [`Book`] against the text it was made from.
//!
//! Never trusts the cleaner: the source is read again, character by character.

use std::iter::{Enumerate, Peekable};
use std::str::Chars;

use thiserror::Error;

use super::source::SourceLines;
use super::{Book, Dropped, Line};

/// A place where the book and its source disagree.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct Unaccounted {
    /// Line number in the source, from 1.
    pub line: usize,
    /// Character column in the source line, from 0.
    pub column: usize,
    /// What is wrong there.
    pub what: Mismatch,
}

/// How a book and its source can disagree.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// A character of the source is neither kept nor dropped.
    #[error("`{character}` is neither kept nor dropped")]
    Lost {
        /// The character of the source.
        character: char,
    },
    /// The book holds a character the source does not have there.
    #[error("`{character}` is kept but stands nowhere in the source")]
    Invented {
        /// The character of the book.
        character: char,
    },
    /// The list of dropped pieces holds one the source does not have there.
    #[error("`{text}` is listed as dropped but does not stand there")]
    Misplaced {
        /// The piece as it is listed.
        text: String,
    },
}

/// Checks that every character of `text`, white space aside, is kept in its line, in order, or
/// listed as dropped where it stands, and that the book holds nothing else.
pub fn account(text: &str, book: &Book) -> Result<(), Unaccounted> {
    let mut kept = Kept::new(&book.lines);
    let mut dropped = book.dropped.as_slice();
    for (number, source) in SourceLines::new(text) {
        let own = take_while(&mut dropped, |piece| piece.line == number);
        if own.is_empty() && kept.skip_line(source) {
            continue;
        }
        let in_line = |(column, what)| Unaccounted {
            line: number,
            column,
            what,
        };
        let stream = edited(source, own).map_err(in_line)?;
        kept.follow(&stream).map_err(in_line)?;
    }
    nothing_left(&kept, dropped)
}

/// A character and the column it stands in.
type Placed = (usize, char);

/// What a source line becomes when each piece is replaced by what is kept of it, in that order.
fn edited(source: &str, pieces: &[Dropped]) -> Result<Vec<Placed>, (usize, Mismatch)> {
    let mut stream = Stream::new(source);
    for piece in pieces {
        stream.go_to(piece.column);
        let is_taken = stream.take(piece);
        is_taken.ok_or_else(|| {
            let text = piece.text.clone();
            (piece.column, Mismatch::Misplaced { text })
        })?;
    }
    Ok(stream.finish())
}

/// What is left of a line, with a place in it where it is edited. Pieces come in order, pass by
/// pass, so a walk from one to the next is short, and a line with 200,000 of them takes no time.
struct Stream<'a> {
    before: Vec<Placed>,
    /// Characters behind the place that were walked over once, the next one last.
    again: Vec<Placed>,
    /// Characters behind those, as they stand in the source.
    untouched: Peekable<Enumerate<Chars<'a>>>,
}

impl<'a> Stream<'a> {
    fn new(source: &'a str) -> Self {
        Self {
            before: Vec::new(),
            again: Vec::new(),
            untouched: source.chars().enumerate().peekable(),
        }
    }

    /// Goes to the first character that stood in this column, or behind it.
    fn go_to(&mut self, column: usize) {
        while let Some(placed) = self.before.pop_if(|(last, _)| *last >= column) {
            self.again.push(placed);
        }
        while let Some(placed) = self.next_if(|(next, _)| next < column) {
            self.before.push(placed);
        }
    }

    /// Puts what is kept of a piece in its place, if it stands here.
    fn take(&mut self, piece: &Dropped) -> Option<()> {
        while !self.starts_with(&piece.text) {
            // Characters that were put in stand in one column.
            let placed = self.next_if(|(next, _)| next == piece.column)?;
            self.before.push(placed);
        }
        if !piece.text.is_empty() {
            self.after()
                .next()
                .filter(|(next, _)| *next == piece.column)?;
        }
        for _ in piece.text.chars() {
            self.next_if(|_| true);
        }
        let put = piece.kept.chars();
        self.before
            .extend(put.map(|character| (piece.column, character)));
        Some(())
    }

    fn starts_with(&self, text: &str) -> bool {
        let mut after = self.after();
        text.chars()
            .all(|character| after.next().is_some_and(|(_, next)| next == character))
    }

    fn after(&self) -> impl Iterator<Item = Placed> {
        let again = self.again.iter().rev().copied();
        again.chain(self.untouched.clone())
    }

    fn next_if(&mut self, is_wanted: impl Fn(Placed) -> bool) -> Option<Placed> {
        if self.again.is_empty() {
            return self.untouched.next_if(|placed| is_wanted(*placed));
        }
        self.again.pop_if(|placed| is_wanted(*placed))
    }

    fn finish(mut self) -> Vec<Placed> {
        self.before.extend(self.again.into_iter().rev());
        self.before.extend(self.untouched);
        self.before
    }
}

/// The characters of a book's lines, as far as they are not accounted for yet.
struct Kept<'a> {
    lines: &'a [Line],
    /// What is left of the first line.
    rest: &'a str,
}

impl<'a> Kept<'a> {
    fn new(lines: &'a [Line]) -> Self {
        Self { lines, rest: "" }
    }

    /// Whether the source line is the next line whole, or blank; most are.
    fn skip_line(&mut self, source: &str) -> bool {
        let source = source.trim();
        if source.is_empty() {
            return true;
        }
        match self.lines.split_first() {
            Some((line, rest)) if self.rest.is_empty() && line.text == source => {
                self.lines = rest;
                true
            }
            _ => false,
        }
    }

    fn follow(&mut self, stream: &[Placed]) -> Result<(), (usize, Mismatch)> {
        // A line of the book goes on over a line of the source only where two were joined.
        let mut goes_on = !self.rest.is_empty();
        for (column, character) in stream.iter().filter(|(_, next)| !next.is_whitespace()) {
            match self.next() {
                Some(next) if next == *character => {}
                Some(character) if goes_on => {
                    return Err((*column, Mismatch::Invented { character }));
                }
                _ => {
                    let character = *character;
                    return Err((*column, Mismatch::Lost { character }));
                }
            }
            goes_on = false;
        }
        Ok(())
    }

    fn next(&mut self) -> Option<char> {
        loop {
            let mut rest = self.rest.chars();
            if let Some(next) = rest.next() {
                self.rest = rest.as_str();
                if !next.is_whitespace() {
                    return Some(next);
                }
                continue;
            }
            let (line, others) = self.lines.split_first()?;
            (self.rest, self.lines) = (&line.text, others);
        }
    }
}

fn nothing_left(kept: &Kept, dropped: &[Dropped]) -> Result<(), Unaccounted> {
    let invented = kept.rest.trim_start().chars().next();
    let line = kept.lines.first();
    if let Some(character) = invented.or_else(|| line?.text.chars().next()) {
        return Err(Unaccounted {
            line: line.map_or(0, |line| line.number),
            column: 0,
            what: Mismatch::Invented { character },
        });
    }
    dropped.first().map_or(Ok(()), |piece| {
        let text = piece.text.clone();
        Err(Unaccounted {
            line: piece.line,
            column: piece.column,
            what: Mismatch::Misplaced { text },
        })
    })
}

/// Splits the leading items that `belongs` holds for off a slice.
fn take_while<'a, T>(items: &mut &'a [T], belongs: impl Fn(&T) -> bool) -> &'a [T] {
    let count = items.iter().take_while(|item| belongs(item)).count();
    let (taken, rest) = items.split_at(count);
    *items = rest;
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::{BookSettings, decode};

    const TEXT: &str = "第一章 雪夜\n\n　　雪\u{200B}落<br/>了&#x3002;\n";

    fn book() -> Book {
        decode(TEXT.as_bytes(), "a.txt", &BookSettings::default()).unwrap()
    }

    #[test]
    fn a_decoded_book_is_accounted_for() {
        assert_eq!(account(TEXT, &book()), Ok(()));
    }

    #[test]
    fn a_lost_character_is_found_where_it_stood() {
        let mut book = book();
        book.lines[2].text = "。".to_owned();
        let lost = Unaccounted {
            line: 3,
            column: 10,
            what: Mismatch::Lost { character: '了' },
        };
        assert_eq!(account(TEXT, &book), Err(lost));
    }

    #[test]
    fn a_lost_line_is_found() {
        let mut book = book();
        book.lines.remove(0);
        assert_eq!(account(TEXT, &book).unwrap_err().line, 1);
    }

    #[test]
    fn an_invented_character_is_found() {
        let mut book = book();
        book.lines[0].text.push('了');
        assert_eq!(
            account(TEXT, &book).unwrap_err().what,
            Mismatch::Invented { character: '了' }
        );
        let mut book = self::book();
        book.lines.push(Line {
            number: 9,
            text: "完".to_owned(),
        });
        assert_eq!(
            account(TEXT, &book).unwrap_err().what,
            Mismatch::Invented { character: '完' }
        );
    }

    #[test]
    fn a_piece_listed_in_the_wrong_place_is_found() {
        for column in [0, 2, 400] {
            let mut book = book();
            book.dropped[0].column = column;
            assert_eq!(account(TEXT, &book).unwrap_err().line, 3, "{column}");
        }
    }

    #[test]
    fn two_hundred_thousand_pieces_of_one_line_are_followed_at_once() {
        let text = "雪<b>落</b>&#x3002;".repeat(70_000);
        let book = decode(text.as_bytes(), "a.txt", &BookSettings::default()).unwrap();
        assert_eq!(book.dropped.len(), 210_000);
        assert_eq!(account(&text, &book), Ok(()));
    }

    #[test]
    fn an_entity_that_left_nothing_is_found() {
        let mut book = book();
        book.lines[2].text = "了".to_owned();
        assert_eq!(
            account(TEXT, &book).unwrap_err().what,
            Mismatch::Lost { character: '。' }
        );
    }
}
