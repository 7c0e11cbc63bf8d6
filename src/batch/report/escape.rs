//! Text of a book as a page shows it.
//!
//! Never lets a character through that steers how the text around it is shown.

use std::borrow::Cow;

/// The text with controls, and what turns the direction of writing, spelled out: `[U+202E]`. What
/// markup is made of is escaped by whoever writes the page.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return text.into();
    }
    let shown = text.chars().map(|c| {
        if steers(c) {
            format!("[U+{:04X}]", u32::from(c))
        } else {
            c.into()
        }
    });
    shown.collect::<String>().into()
}

fn steers(c: char) -> bool {
    let is_control = c.is_control() && c != '\n' && c != '\t';
    let turns = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    is_control || turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_turn_the_text_around_is_spelled_out() {
        let text = "雪\u{202e}夜\u{2066}\u{200f}a\u{7}";
        assert_eq!(visible(text), "雪[U+202E]夜[U+2066][U+200F]a[U+0007]");
        assert_eq!(visible("雪夜\n归人"), "雪夜\n归人");
    }
}
