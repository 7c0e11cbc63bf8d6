//! Texts whose lines were all cut at one width, joined into paragraphs again.
//!
//! Never joins a line of a text that is not wrapped from end to end: the whole text is judged once,
//! and a verse, a list or a normal text stays as it is. A line break is layout, so nothing is listed.

use super::edge;
use crate::book::Told;
use crate::book::manuscript::Manuscript;

/// The name by which a person switches this off.
pub const NAME: &str = "hard wrap";

/// Fewer lines say nothing about a width.
const LEAST_LINES: usize = 12;

/// Widths, in halves of a Chinese character, that texts are wrapped at.
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=160;

/// How much shorter a full line may be, because a mark must not begin the next one.
const SLACK: usize = 4;

/// Marks that may hang over the edge.
const OVERHANG: usize = 4;

/// Shares of the lines, in per cent: of those that are full at least, of those that are longer at
/// most, and of the full ones that end in the middle of a sentence at least.
const FULL: usize = 45;
const LONGER: usize = 2;
const OPEN: usize = 60;

/// Where the paragraphs of a manuscript stood before anything was taken out.
pub struct Layout {
    /// Line and indentation of each.
    places: Vec<(usize, usize)>,
    /// Lines of the headings that the format tells.
    told: Vec<usize>,
}

/// How a wrapped text marks its paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Indentation,
    BlankLine,
    ShortLine,
}

impl Layout {
    /// Remembers where the paragraphs stand.
    pub fn of(manuscript: &Manuscript, told: &[Told]) -> Self {
        let paragraphs = manuscript.paragraphs.iter();
        let places = paragraphs.map(|paragraph| (paragraph.line(), paragraph.column()));
        Self {
            places: places.collect(),
            told: told.iter().map(|told| told.line).collect(),
        }
    }

    /// Joins the lines of a wrapped text.
    pub fn unwrap(&self, manuscript: &mut Manuscript) {
        let lines = self.lines(manuscript);
        let Some(width) = width_of(&lines) else {
            return;
        };
        let sign = sign_of(&lines);
        let mut paragraph = lines[0].index;
        for pair in lines.windows(2) {
            let [line, next] = pair else { continue };
            if goes_on(line, next, width, sign) {
                manuscript.join_to(paragraph, next.index);
            } else {
                paragraph = next.index;
            }
        }
    }

    fn lines(&self, manuscript: &Manuscript) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for (index, paragraph) in manuscript.paragraphs.iter().enumerate() {
            let text = paragraph.text();
            if text.is_empty() {
                continue;
            }
            let before = match lines.last().map(|last| last.index) {
                None => Before::Blank,
                Some(last) if last + 1 < index => Before::Dirt,
                Some(last) if self.has_blank(last, index) => Before::Blank,
                Some(_) => Before::Nothing,
            };
            lines.push(Line {
                index,
                width: width(text),
                is_indented: self.places[index].1 > 0,
                before,
                is_heading: edge::is_heading_like(text)
                    || self.told.binary_search(&self.places[index].0).is_ok(),
                is_open: !ends_sentence(text),
            });
        }
        lines
    }

    /// Whether a blank line stands between two paragraphs.
    fn has_blank(&self, first: usize, second: usize) -> bool {
        self.places[second].0 > self.places[first].0 + 1
    }
}

/// A line of a text that may be wrapped.
struct Line {
    /// Its paragraph.
    index: usize,
    /// Halves of a Chinese character.
    width: usize,
    before: Before,
    is_indented: bool,
    is_heading: bool,
    is_open: bool,
}

/// What stands between a line and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Blank,
    /// Something was dropped there, so that a blank line says nothing.
    Dirt,
}

impl Line {
    fn is_full(&self, width: usize) -> bool {
        (width - SLACK..=width + OVERHANG).contains(&self.width)
    }

    fn begins_paragraph(&self, sign: Sign) -> bool {
        match sign {
            Sign::Indentation => self.is_indented,
            Sign::BlankLine => self.before == Before::Blank,
            Sign::ShortLine => false,
        }
    }
}

/// The width that a text is wrapped at, if it is.
fn width_of(lines: &[Line]) -> Option<usize> {
    let n = lines.len();
    if n < LEAST_LINES {
        return None;
    }
    let width = most_frequent(lines)?;
    let full: Vec<&Line> = lines.iter().filter(|line| line.is_full(width)).collect();
    let n_longer = lines
        .iter()
        .filter(|line| line.width > width + OVERHANG)
        .count();
    let n_open = full.iter().filter(|line| line.is_open).count();
    let is_wrapped = full.len() * 100 >= n * FULL
        && n_longer * 100 <= n * LONGER
        && n_open * 100 >= full.len() * OPEN;
    is_wrapped.then_some(width)
}

/// The width with the most lines of it or a little shorter; indentation counts.
fn most_frequent(lines: &[Line]) -> Option<usize> {
    let mut counts = vec![0_usize; WIDTHS.end() + 1];
    for line in lines {
        if let Some(count) = counts.get_mut(line.width) {
            *count += 1;
        }
    }
    let around = |width: &usize| counts[width - SLACK..=*width].iter().sum::<usize>();
    // The narrowest of equals, so that the answer does not hang on what stands far away.
    WIDTHS.rev().max_by_key(around)
}

/// Indentation that some lines have and some have not; else blank lines between some.
fn sign_of(lines: &[Line]) -> Sign {
    let share = |is: fn(&Line) -> bool| {
        let n = lines.iter().filter(|line| is(line)).count();
        n * 100 / lines.len()
    };
    let is_some = |share: usize| (2..=80).contains(&share);
    if is_some(share(|line| line.is_indented)) {
        Sign::Indentation
    } else if is_some(share(|line| line.before == Before::Blank)) {
        Sign::BlankLine
    } else {
        Sign::ShortLine
    }
}

/// Whether the paragraph of `line` goes on in `next`.
fn goes_on(line: &Line, next: &Line, width: usize, sign: Sign) -> bool {
    let is_cut = line.is_full(width) || (line.is_open && next.before == Before::Dirt);
    is_cut && !line.is_heading && !next.is_heading && !next.begins_paragraph(sign)
}

/// Halves of a Chinese character that a text is wide.
fn width(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

fn ends_sentence(text: &str) -> bool {
    text.ends_with(|last: char| "。！？…!?.”」』’\"—～~）)】".contains(last))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAGRAPH: &str = "雪下了整整一夜，到天亮的时候才慢慢停了下来，先生推开吱呀作响的木门，看见\
        长街上一个人也没有，只有一行浅浅的脚印从桥头一直通到茶馆的檐下，又折回去，消失在白茫茫的远处。\
        他站了很久，把手拢在袖子里，想起许多年以前的那个冬天，也是这样的大雪，也是这样静。";

    /// Paragraphs cut at a width.
    fn wrapped(width: usize, indent: &str, between: &str) -> String {
        let mut lines = Vec::new();
        for n in 0..8 {
            let text: String = PARAGRAPH.chars().skip(n * 3).collect();
            let text: Vec<char> = format!("{indent}{text}").chars().collect();
            lines.extend(
                text.chunks(width)
                    .map(|line| line.iter().collect::<String>()),
            );
            lines.extend((!between.is_empty()).then(|| between.trim().to_owned()));
        }
        lines.join("\n")
    }

    fn joined(text: &str) -> Vec<String> {
        let mut manuscript = Manuscript::default();
        for (line, number) in text.split('\n').zip(1..) {
            manuscript.push(number, 0, line);
        }
        Layout::of(&manuscript, &[]).unwrap(&mut manuscript);
        let (lines, dropped) = manuscript.finish();
        assert_eq!(dropped, []);
        lines.into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn a_wrapped_text_is_joined_into_paragraphs() {
        for (indent, between) in [("　　", ""), ("", " "), ("　　", " ")] {
            for width in [30, 35, 40] {
                let paragraphs = joined(&wrapped(width, indent, between));
                assert_eq!(paragraphs.len(), 8, "{indent:?} {between:?} {width}");
                assert_eq!(paragraphs[0], PARAGRAPH);
            }
        }
    }

    #[test]
    fn without_any_sign_a_short_line_ends_a_paragraph() {
        let paragraphs = joined(&wrapped(36, "", ""));
        assert_eq!(paragraphs[0], PARAGRAPH);
    }

    #[test]
    fn a_text_of_whole_paragraphs_stays() {
        let text = [PARAGRAPH; 20].join("\n");
        assert_eq!(joined(&text).len(), 20);
        let dialogue = [
            "“你来了。”",
            "“我来了，外面的雪下得真大，路上一个人也没有。”",
        ]
        .repeat(20);
        assert_eq!(joined(&dialogue.join("\n")).len(), 40);
    }

    #[test]
    fn a_verse_stays() {
        let verse = [
            "雪满长街人未归，灯火三更照客衣，",
            "一壶浊酒凭谁劝，半卷残书伴夜飞。",
        ]
        .repeat(20);
        assert_eq!(joined(&verse.join("\n")).len(), 40);
        let short = ["雪满长街人未归，", "灯火三更照客衣。"].repeat(20);
        assert_eq!(joined(&short.join("\n")).len(), 40);
    }

    #[test]
    fn a_heading_is_never_joined() {
        let text = format!(
            "第一章 雪夜\n{}\n第二章 天亮\n{}",
            wrapped(36, "", " "),
            wrapped(36, "", " ")
        );
        let paragraphs = joined(&text);
        assert_eq!(paragraphs.len(), 18);
        assert_eq!(paragraphs[9], "第二章 天亮");
    }
}
