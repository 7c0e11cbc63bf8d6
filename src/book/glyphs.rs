//! Private glyphs: characters that mean something only in one site's own font.
//!
//! Never guesses what they mean: they are counted, and a person's own table can map them.

use std::collections::BTreeMap;

use super::Doubt;
use super::manuscript::Manuscript;

/// How many of the most frequent glyphs are shown.
const SHOWN: usize = 5;

/// How many characters around a glyph are shown.
const AROUND: usize = 4;

/// The doubt about all glyphs that are left, if there are any.
pub fn doubt(manuscript: &Manuscript) -> Option<Doubt> {
    let census = Census::take(manuscript);
    census.first_line.map(|line| Doubt {
        kind: "glyphs",
        line,
        text: census.told(),
    })
}

/// All glyphs of a text.
#[derive(Default)]
struct Census {
    n_glyphs: usize,
    n_characters: usize,
    first_line: Option<usize>,
    /// How often each stands there, and the first place it does.
    found: BTreeMap<char, (usize, String)>,
}

impl Census {
    fn take(manuscript: &Manuscript) -> Self {
        let mut census = Self::default();
        for paragraph in &manuscript.paragraphs {
            census.add(paragraph.text(), paragraph.line());
        }
        census
    }

    fn add(&mut self, text: &str, line: usize) {
        self.n_characters += text.chars().count();
        for (at, glyph) in text.char_indices().filter(|(_, next)| is_private(*next)) {
            self.n_glyphs += 1;
            self.first_line.get_or_insert(line);
            let (n, _) = self
                .found
                .entry(glyph)
                .or_insert_with(|| (0, around(text, at)));
            *n += 1;
        }
    }

    fn told(&self) -> String {
        let mut frequent: Vec<_> = self.found.iter().collect();
        frequent.sort_by_key(|(glyph, (n, _))| (std::cmp::Reverse(*n), **glyph));
        let shown = frequent.iter().take(SHOWN).map(|(glyph, (n, around))| {
            let times = if *n == 1 {
                "once"
            } else {
                &format!("{n} times")
            };
            format!("U+{:04X} {times}, as in `{around}`", u32::from(**glyph))
        });
        let shown: Vec<_> = shown.collect();
        let share = self.n_glyphs as f64 / self.n_characters.max(1) as f64 * 100.0;
        let glyphs = if self.n_glyphs == 1 {
            "glyph"
        } else {
            "glyphs"
        };
        let kinds = if self.found.len() == 1 {
            "kind"
        } else {
            "kinds"
        };
        format!(
            "{} private {glyphs} of {} {kinds} ({share:.2} % of the text) mean nothing without the \
             font they come from and will not be spoken: {}; say what they mean in `[glyphs]` of \
             `dirt.toml`, such as \"\\uE000\" = \"的\", or find a text without them",
            self.n_glyphs,
            self.found.len(),
            shown.join("; "),
        )
    }
}

/// Whether a character has no meaning but the one that a font gives it.
fn is_private(character: char) -> bool {
    matches!(
        character,
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}'
    )
}

/// A few characters before and behind the glyph at `at`; glyphs are shown as `□`.
fn around(text: &str, at: usize) -> String {
    let before: Vec<_> = text[..at].chars().rev().take(AROUND).collect();
    let from = text[at..].chars().take(AROUND + 1);
    let shown = before.into_iter().rev().chain(from);
    shown
        .map(|next| if is_private(next) { '□' } else { next })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(lines: &[&str]) -> Option<Doubt> {
        let mut manuscript = Manuscript::default();
        for (index, line) in lines.iter().enumerate() {
            manuscript.push(index + 1, 0, line);
        }
        doubt(&manuscript)
    }

    #[test]
    fn glyphs_are_counted_and_the_most_frequent_shown_where_they_stand() {
        let lines = ["雪停了。", "他\u{E001}人\u{E000}刀，\u{E000}\u{F0000}说。"];
        let doubt = told(&lines).unwrap();
        assert_eq!((doubt.kind, doubt.line), ("glyphs", 2));
        insta::assert_snapshot!(doubt.text, @r#"4 private glyphs of 3 kinds (28.57 % of the text) mean nothing without the font they come from and will not be spoken: U+E000 2 times, as in `他□人□刀，□□`; U+E001 once, as in `他□人□刀，`; U+F0000 once, as in `□刀，□□说。`; say what they mean in `[glyphs]` of `dirt.toml`, such as "\uE000" = "的", or find a text without them"#);
    }

    #[test]
    fn a_text_without_glyphs_is_not_doubted() {
        assert_eq!(told(&["他拔刀。", "𠮷野家，😀"]), None);
    }
}
