//! The audit of a [`Book`] against the text it was made from.
//!
//! Never trusts the cleaner: the source is read again, character by character.

use thiserror::Error;

use super::clean::{ENTITY, kept_of_entity};
use super::entity;
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
    let mut lines = book.lines.as_slice();
    let mut dropped = book.dropped.as_slice();
    for (number, source) in SourceLines::new(text) {
        let own_lines = take_while(&mut lines, |line| line.number == number);
        let own_dropped = take_while(&mut dropped, |piece| piece.line == number);
        account_line(source, own_lines, own_dropped).map_err(|(column, what)| Unaccounted {
            line: number,
            column,
            what,
        })?;
    }
    nothing_left(lines, dropped)
}

fn nothing_left(lines: &[Line], dropped: &[Dropped]) -> Result<(), Unaccounted> {
    if let Some(line) = lines.first() {
        let character = line.text.chars().next().unwrap_or('\n');
        return Err(Unaccounted {
            line: line.number,
            column: 0,
            what: Mismatch::Invented { character },
        });
    }
    dropped.first().map_or(Ok(()), |piece| {
        let what = Mismatch::Misplaced {
            text: piece.text.clone(),
        };
        Err(Unaccounted {
            line: piece.line,
            column: piece.column,
            what,
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

fn account_line(
    source: &str,
    lines: &[Line],
    dropped: &[Dropped],
) -> Result<(), (usize, Mismatch)> {
    if let ([line], []) = (lines, dropped)
        && line.text == source.trim()
    {
        return Ok(());
    }
    let mut kept = lines
        .iter()
        .flat_map(|line| line.text.chars())
        .filter(|next| !next.is_whitespace());
    let mut rest = source;
    let mut column = 0;
    for piece in dropped {
        let misplaced = || {
            (
                piece.column,
                Mismatch::Misplaced {
                    text: piece.text.clone(),
                },
            )
        };
        let before = piece.column.checked_sub(column).ok_or_else(misplaced)?;
        let length = rest
            .char_indices()
            .map(|(at, _)| at)
            .chain([rest.len()])
            .nth(before)
            .ok_or_else(misplaced)?;
        account_kept(&rest[..length], column, &mut kept)?;
        let after = rest[length..]
            .strip_prefix(&piece.text)
            .ok_or_else(misplaced)?;
        if piece.reason == ENTITY {
            let character = entity::decode(&piece.text).ok_or_else(misplaced)?;
            let text = kept_of_entity(character)
                .map(String::from)
                .unwrap_or_default();
            account_kept(&text, piece.column, &mut kept)?;
        }
        rest = after;
        column = piece.column + piece.text.chars().count();
    }
    account_kept(rest, column, &mut kept)?;
    let column = source.chars().count();
    kept.next().map_or(Ok(()), |character| {
        Err((column, Mismatch::Invented { character }))
    })
}

/// Matches a stretch of the source that must have been kept.
fn account_kept(
    text: &str,
    column: usize,
    kept: &mut impl Iterator<Item = char>,
) -> Result<(), (usize, Mismatch)> {
    for (offset, character) in text
        .chars()
        .enumerate()
        .filter(|(_, next)| !next.is_whitespace())
    {
        if kept.next() != Some(character) {
            return Err((column + offset, Mismatch::Lost { character }));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::decode;

    const TEXT: &str = "第一章 雪夜\n\n　　雪\u{200B}落<br/>了&#x3002;\n";

    fn book() -> Book {
        decode(TEXT.as_bytes(), "a.txt", None).unwrap()
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
    fn an_entity_that_left_nothing_is_found() {
        let mut book = book();
        book.lines[2].text = "了".to_owned();
        assert_eq!(
            account(TEXT, &book).unwrap_err().what,
            Mismatch::Lost { character: '。' }
        );
    }
}
