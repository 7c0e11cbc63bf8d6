//! A decoded text to its source lines, as a reader's editor would number them.
//!
//! Never allocates: a line is a slice of the text.

/// The lines of a text with their numbers from 1, blank ones too.
#[derive(Debug, Clone)]
pub struct SourceLines<'a> {
    rest: Option<&'a str>,
    number: usize,
}

impl<'a> SourceLines<'a> {
    /// The lines of `text`; a line break at the very end begins no further line.
    pub fn new(text: &'a str) -> Self {
        Self {
            rest: (!text.is_empty()).then_some(text),
            number: 0,
        }
    }
}

impl<'a> Iterator for SourceLines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest?;
        let end = rest.find(is_break).unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        let mut after_break = after.chars();
        if after_break.next() == Some('\r') && after[1..].starts_with('\n') {
            after_break.next();
        }
        self.rest = Some(after_break.as_str()).filter(|rest| !rest.is_empty());
        self.number += 1;
        Some((self.number, line))
    }
}

/// Old Mac files end lines with a lone `\r`; web pages carry the two Unicode separators.
fn is_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::SourceLines;

    #[test]
    fn every_kind_of_line_break_ends_one_line() {
        let lines: Vec<_> = SourceLines::new("a\r\nb\rc\n\nd\u{2028}e\u{2029}f\n").collect();
        assert_eq!(
            lines,
            [
                (1, "a"),
                (2, "b"),
                (3, "c"),
                (4, ""),
                (5, "d"),
                (6, "e"),
                (7, "f")
            ]
        );
    }

    #[test]
    fn an_empty_text_has_no_line() {
        assert_eq!(SourceLines::new("").next(), None);
    }
}
