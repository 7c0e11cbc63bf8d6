//! Shapes of headings that name no unit: `001 雪夜`, `33.`, `一、雪夜`, `☆、雪夜`, `书名(12)`.
//!
//! Never enough by themselves: lists and prices look the same, so [`region`](super::region) asks
//! for a long and even numbering before it believes one.

use super::heading::{Count, Family, Heading, LONGEST, Strength};
use super::mark::Unit;
use super::numeral;

/// Numbers of more digits are no chapter numbers.
const MOST_DIGITS: usize = 5;

/// How a heading without a unit is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Loose {
    /// `☆、雪夜`: a star, and mostly no number.
    Star,
    /// `分段阅读_1`
    Screen,
    /// `书名(12)`
    Copy,
    /// `No.5`
    Number,
    /// `001 雪夜`: a number of one width.
    Padded(Gap),
    /// `33、雪夜`
    Digits(Gap),
    /// `一、雪夜`
    Han(Gap),
}

/// What stands between number and title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gap {
    /// The number alone.
    Bare,
    /// White space.
    Space,
    /// `.`
    Dot,
    /// `、`
    Comma,
    /// `-`, `_`
    Dash,
    /// `（一）`
    Bracket,
}

impl Loose {
    /// Whether hardly anything but a heading is written so.
    pub fn is_distinct(self) -> bool {
        !matches!(self, Self::Digits(_) | Self::Han(_))
    }

    /// Whether a heading of shape `other` may stand among those of this one: `002` among `001 雪夜`.
    pub fn lives_with(self, other: Self) -> bool {
        let is_bare = match (self, other) {
            (Self::Padded(_), Self::Padded(gap)) | (Self::Han(_), Self::Han(gap)) => {
                gap == Gap::Bare
            }
            // `001` to `099` are padded, and `100` is not.
            (Self::Padded(one), Self::Digits(gap)) => gap == Gap::Bare || gap == one,
            (Self::Digits(_), Self::Digits(gap)) => gap == Gap::Bare,
            _ => false,
        };
        self == other || is_bare
    }
}

/// The heading that `text` may be; `line` is the text with its ornaments.
pub fn parse<'a>(line: &str, text: &'a str, book_title: &str) -> Option<Heading<'a>> {
    if text.chars().count() > LONGEST || ends_a_sentence(text) {
        return None;
    }
    let (shape, number) = star(line, text)
        .or_else(|| screen(text))
        .or_else(|| copy(text, book_title))
        .or_else(|| named_number(text))
        .or_else(|| bracketed(text))
        .or_else(|| counted(text))?;
    let family = Family {
        unit: Unit::Loose(shape),
        is_side_story: false,
    };
    Some(Heading {
        volume: "",
        title: text,
        count: Some(Count { family, number }),
        strength: Strength::Weak,
    })
}

/// Whether such a heading may begin with this character, apart from numerals.
pub fn may_begin(first: char) -> bool {
    "分阅（(Nn№".contains(first)
}

fn ends_a_sentence(text: &str) -> bool {
    text.ends_with(|last| "。，；：、,;:”」』…".contains(last)) && !is_bare_with_comma(text)
        || text.contains(['。', '；'])
}

/// `33、`: all of the line is the number and its sign.
fn is_bare_with_comma(text: &str) -> bool {
    text.strip_suffix('、')
        .is_some_and(|number| numeral::parse(number).is_some())
}

fn star(line: &str, text: &str) -> Option<(Loose, u32)> {
    let is_star = line.starts_with(['☆', '★']) && text.chars().any(char::is_alphanumeric);
    is_star.then_some((Loose::Star, 0))
}

fn screen(text: &str) -> Option<(Loose, u32)> {
    const WORDS: [&str; 8] = [
        "分段阅读",
        "分节阅读",
        "分页阅读",
        "分卷阅读",
        "分段閱讀",
        "分節閱讀",
        "分頁閱讀",
        "阅读",
    ];
    let rest = WORDS.iter().find_map(|word| text.strip_prefix(word))?;
    let rest =
        rest.trim_start_matches(|next: char| next.is_whitespace() || "_-－—第".contains(next));
    numeral::parse(rest).map(|number| (Loose::Screen, number))
}

fn copy(text: &str, book_title: &str) -> Option<(Loose, u32)> {
    let rest = text
        .strip_prefix(book_title)
        .filter(|_| book_title.chars().count() > 1)?;
    let number =
        rest.trim_matches(|next: char| next.is_whitespace() || "()（）[]【】_-".contains(next));
    numeral::parse(number).map(|number| (Loose::Copy, number))
}

fn named_number(text: &str) -> Option<(Loose, u32)> {
    let rest = ["No", "NO", "no", "№"]
        .iter()
        .find_map(|word| text.strip_prefix(word))?;
    let rest = rest.trim_start_matches(['.', '．', ' ']);
    let (number, rest) = digits(rest)?;
    gap(rest).map(|_| (Loose::Number, number))
}

/// `（一）`, `(1) 雪夜`.
fn bracketed(text: &str) -> Option<(Loose, u32)> {
    let (inner, title) = text.strip_prefix(['（', '('])?.split_once(['）', ')'])?;
    let number = numeral::parse(inner)?;
    let is_title = title.is_empty() || starts_title(title.trim_start());
    let shape = if digits(inner).is_some() {
        Loose::Digits(Gap::Bracket)
    } else {
        Loose::Han(Gap::Bracket)
    };
    is_title.then_some((shape, number))
}

fn counted(text: &str) -> Option<(Loose, u32)> {
    if let Some((number, rest)) = digits(text) {
        let gap = gap(rest)?;
        let n_digits = text.chars().count() - rest.chars().count();
        let is_padded = n_digits > 1 && text.starts_with(['0', '０']) && n_digits <= MOST_DIGITS;
        return match n_digits {
            _ if is_padded => Some((Loose::Padded(gap), number)),
            1..=MOST_DIGITS => Some((Loose::Digits(gap), number)),
            _ => None,
        };
    }
    let (number, rest) = numeral::leading(text)?;
    gap(rest).map(|gap| (Loose::Han(gap), number))
}

/// The number in plain digits at the start of `text`, and what follows it.
fn digits(text: &str) -> Option<(u32, &str)> {
    let is_digit = |next: char| next.is_ascii_digit() || ('０'..='９').contains(&next);
    let end = text.find(|next| !is_digit(next)).unwrap_or(text.len());
    let number = numeral::parse(&text[..end])?;
    Some((number, &text[end..]))
}

/// What parts a number from `rest`; `None` when it is no title that follows.
fn gap(rest: &str) -> Option<Gap> {
    let Some(first) = rest.chars().next() else {
        return Some(Gap::Bare);
    };
    let gap = match first {
        '.' | '．' => Gap::Dot,
        '、' => Gap::Comma,
        '-' | '－' | '_' | '—' => Gap::Dash,
        _ if first.is_whitespace() => Gap::Space,
        _ => return None,
    };
    let title = rest[first.len_utf8()..].trim_start_matches([' ', '\u{3000}', '.', '、']);
    (title.is_empty() || starts_title(title)).then_some(gap)
}

/// Not `12.5`, `3 4`, nor a sign.
fn starts_title(title: &str) -> bool {
    let is_opener = |first| "“‘「『《〈【（(".contains(first);
    title.starts_with(|first: char| {
        (first.is_alphanumeric() && !first.is_numeric()) || is_opener(first)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(text: &str) -> Option<(Loose, u32)> {
        let heading = parse(text, text.trim_start_matches(['☆', '、']), "雪夜行")?;
        let count = heading.count.unwrap();
        match count.family.unit {
            Unit::Loose(shape) => Some((shape, count.number)),
            _ => None,
        }
    }

    #[test]
    fn numbers_without_a_unit_are_read_in_every_way_they_are_written() {
        for (text, expected, number) in [
            ("☆、雪夜", Loose::Star, 0),
            ("分段阅读_1", Loose::Screen, 1),
            ("分节阅读 12", Loose::Screen, 12),
            ("雪夜行(12)", Loose::Copy, 12),
            ("雪夜行（十二）", Loose::Copy, 12),
            ("No.5", Loose::Number, 5),
            ("001 雪夜", Loose::Padded(Gap::Space), 1),
            ("001.雪夜", Loose::Padded(Gap::Dot), 1),
            ("001", Loose::Padded(Gap::Bare), 1),
            ("33.", Loose::Digits(Gap::Dot), 33),
            ("33、", Loose::Digits(Gap::Comma), 33),
            ("33、雪夜", Loose::Digits(Gap::Comma), 33),
            ("３３　雪夜", Loose::Digits(Gap::Space), 33),
            ("7", Loose::Digits(Gap::Bare), 7),
            ("一、雪夜", Loose::Han(Gap::Comma), 1),
            ("十二", Loose::Han(Gap::Bare), 12),
            ("（三）雪夜", Loose::Han(Gap::Bracket), 3),
        ] {
            assert_eq!(shape(text), Some((expected, number)), "{text}");
        }
    }

    #[test]
    fn quantities_and_sentences_are_no_numbers_of_chapters() {
        for text in [
            "3:2",
            "12.5元",
            "3 4 5",
            "40多岁的影评人",
            "2018年",
            "1、米。",
            "一，雪落了",
            "一、他来了；",
            "123456 雪夜",
            "(笑)",
            "雪夜行三人",
            "1-0",
        ] {
            assert_eq!(shape(text), None, "{text}");
        }
    }
}
