//! One line to the [`Heading`] it may be.
//!
//! Never decides alone whether a line is a heading: it says how strong the line's shape is, and
//! [`chain`](super::chain) looks at the neighbours.

use super::mark::{self, Mark, Style, Unit};
use super::{loose, named};

/// No title of a chapter or a volume is longer, in characters.
pub const LONGEST: usize = 35;

/// The longest words in front of a chapter's mark, in characters.
const LONGEST_PREFIX: usize = 15;

/// A line that has the shape of a heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading<'a> {
    /// Title of the volume on the same line, empty when there is none.
    pub volume: &'a str,
    /// The heading as shown to a reader: the line without its ornaments.
    pub title: &'a str,
    /// What it counts; `None` for a prologue and the like.
    pub count: Option<Count>,
    /// How sure its shape alone is.
    pub strength: Strength,
}

impl Heading<'_> {
    /// Whether it names no unit.
    pub fn is_loose(&self) -> bool {
        let unit = self.count.map(|count| count.family.unit);
        matches!(unit, Some(Unit::Loose(_)))
    }
}

/// What a numbered heading counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Count {
    /// The numbering it belongs to.
    pub family: Family,
    /// Its place in it.
    pub number: u32,
}

/// Headings that are numbered together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Family {
    /// What is counted.
    pub unit: Unit,
    /// Whether it counts side stories, which have a numbering of their own.
    pub is_side_story: bool,
}

/// How sure a heading is by its shape alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Could be prose: both neighbours must count on from it.
    Weak,
    /// One neighbour must count on from it.
    Doubtful,
    /// `第一章雪夜`: must not contradict its neighbours.
    Likely,
    /// `第一章`, `第一章 雪夜`: a heading whatever its number.
    Strict,
}

/// The heading that `line` may be, in a book of this title.
pub fn parse<'a>(line: &'a str, book_title: &str) -> Option<Heading<'a>> {
    // Most lines leave here: no heading is so long, and few lines begin with such a character.
    if line.len() > 2 * LONGEST * 4
        || !(line.starts_with(may_begin(book_title)) || line.contains('第'))
    {
        return None;
    }
    let text = without_ornaments(line);
    let main = without_prefix(text, book_title);
    combined(main)
        .or_else(|| numbered(main))
        .or_else(|| side_story(text))
        .or_else(|| named::parse(text))
        .or_else(|| prefixed(main))
        .or_else(|| loose::parse(line, text, book_title))
}

fn may_begin(book_title: &str) -> impl Fn(char) -> bool {
    let first_of_title = book_title.chars().next();
    move |first| {
        is_ornament(first)
            || is_opener(first)
            || first_of_title == Some(first)
            || "第卷上中下正".contains(first)
            || "cCvVpPbBeEaAsS".contains(first)
            || named::may_begin(first)
            || loose::may_begin(first)
            || mark_digit(first)
    }
}

fn mark_digit(first: char) -> bool {
    super::numeral::leading(first.encode_utf8(&mut [0; 4])).is_some()
}

fn is_ornament(character: char) -> bool {
    "=＝-—─━*＊#＃☆★◆◇●■□▲△~～·•".contains(character)
}

fn is_opener(character: char) -> bool {
    "【[［〖〔".contains(character)
}

/// What may part a mark from its title, or close the bracket around the mark.
pub fn is_separator(character: char) -> bool {
    character.is_whitespace() || "：:、.．·•-—－–_|｜】]］〗〕（(".contains(character)
}

/// `===第3章===`, `☆、第3章`, `【第3章 雪】` to what they adorn.
fn without_ornaments(line: &str) -> &str {
    let mut text = line;
    let inner = line.trim_start_matches(is_ornament);
    if inner.len() < line.len() {
        text = inner
            .trim_end_matches(is_ornament)
            .trim_matches(|next: char| next.is_whitespace() || next == '、');
    }
    let closers = "】]］〗〕";
    let Some(inner) = text.strip_prefix(is_opener) else {
        return text;
    };
    match inner.find(|next| closers.contains(next)) {
        Some(closer) if inner[closer..].chars().count() == 1 => inner[..closer].trim(),
        // `【第3章】雪`: the bracket stays, as it is in the middle of the title too.
        Some(_) => text,
        None => inner.trim(),
    }
}

/// Takes the words off that stand before a chapter's mark on some sites: `正文`, the book's title.
fn without_prefix<'a>(text: &'a str, book_title: &str) -> &'a str {
    for prefix in ["正文卷", "正文", book_title] {
        let rest = text
            .strip_prefix(prefix)
            .map(|rest| rest.trim_start_matches(is_separator));
        if let Some(rest) = rest.filter(|rest| !prefix.is_empty() && mark::at_start(rest).is_some())
        {
            return rest;
        }
    }
    text
}

/// `第一卷 笼中雀 第一章 惊蛰`.
fn combined(text: &str) -> Option<Heading<'_>> {
    let outer = mark::at_start(text).filter(|mark| mark.unit.may_hold_chapters())?;
    for (offset, _) in outer.rest.match_indices('第') {
        let before = &outer.rest[..offset];
        if !(before.is_empty() || before.ends_with(is_separator)) {
            continue;
        }
        let Some(heading) = numbered(&outer.rest[offset..]) else {
            continue;
        };
        let is_chapter = heading
            .count
            .is_some_and(|count| !count.family.unit.may_hold_chapters());
        let volume = text[..text.len() - outer.rest.len() + offset].trim_end_matches(is_separator);
        if is_chapter && heading.strength >= Strength::Likely && volume.chars().count() <= LONGEST {
            return Some(Heading { volume, ..heading });
        }
    }
    None
}

/// `风起 第一章 雪夜`: words of some site or of a volume without a number, and a gap. Prose tells of
/// chapters so too, so the number must be due.
fn prefixed(text: &str) -> Option<Heading<'_>> {
    let (offset, _) = text.match_indices('第').find(|(offset, _)| *offset > 0)?;
    let (before, rest) = text.split_at(offset);
    let is_parted =
        before.ends_with(|last: char| last.is_whitespace() || "、】]》）)-_|".contains(last));
    let is_short = before.chars().count() <= LONGEST_PREFIX;
    let is_prose = before.contains(|next| "。，；：！？…“”「」『』,;:!?".contains(next));
    if !is_parted || !is_short || is_prose {
        return None;
    }
    let heading = numbered(rest)?;
    let holds_chapters = |count: Count| count.family.unit.may_hold_chapters();
    let is_chapter = heading.count.is_some_and(|count| !holds_chapters(count));
    let is_title = is_chapter && heading.strength == Strength::Strict;
    is_title.then_some(Heading {
        title: text,
        strength: Strength::Doubtful,
        ..heading
    })
}

/// `第一章 雪夜`, `卷一`, `Chapter 5`.
fn numbered(text: &str) -> Option<Heading<'_>> {
    let mark = mark::at_start(text.trim_start_matches(is_opener))?;
    let strength = strength(text, mark)?;
    let family = Family {
        unit: mark.unit,
        is_side_story: false,
    };
    Some(Heading {
        volume: "",
        title: text,
        count: Some(Count {
            family,
            number: mark.number,
        }),
        strength,
    })
}

/// `番外 第一章 雪夜`.
fn side_story(text: &str) -> Option<Heading<'_>> {
    let rest = ["番外篇", "番外", "外传", "外傳"]
        .iter()
        .find_map(|word| text.strip_prefix(word))?;
    let heading = numbered(rest.trim_start_matches(is_separator))?;
    let count = heading.count.map(|count| Count {
        family: Family {
            is_side_story: true,
            ..count.family
        },
        ..count
    });
    Some(Heading {
        title: text,
        count,
        ..heading
    })
}

/// `第三卷 天下 完`: what follows belongs to no chapter of that name.
fn ends_volume(mark: Mark) -> bool {
    let said = mark.rest.trim_end_matches([')', '）']);
    let is_end = |word: &&str| {
        let before = said.strip_suffix(*word);
        before.is_some_and(|before| before.is_empty() || before.ends_with(is_separator))
    };
    let words = ["完结", "完結", "结束", "結束", "完", "终", "終"];
    mark.unit.may_hold_chapters() && words.iter().any(is_end)
}

/// How sure a numbered heading is; `None` when it is prose.
fn strength(text: &str, mark: Mark) -> Option<Strength> {
    if ends_volume(mark) {
        return None;
    }
    if text.chars().count() > LONGEST {
        return None;
    }
    let is_detached = mark.rest.is_empty() || mark.rest.starts_with(is_separator);
    let shape = if is_detached {
        parted(mark)
    } else {
        glued(mark)?
    };
    by_ending(text, shape)
}

fn parted(mark: Mark) -> Strength {
    let title = mark.rest.trim_start_matches(is_separator);
    let counts_on = mark::at_start(title)
        .is_some_and(|next| next.unit == mark.unit && next.style == Style::Full);
    match mark.style {
        // `第一章、第二章…`: prose that tells of chapters.
        _ if counts_on => Strength::Weak,
        Style::Bare => Strength::Doubtful,
        _ if mark.unit.is_weak() => Strength::Doubtful,
        Style::Full | Style::Detached => Strength::Strict,
    }
}

/// A title that follows its mark without a gap, as `第一章雪夜`.
fn glued(mark: Mark) -> Option<Strength> {
    let first = mark.rest.chars().next()?;
    let is_title = first.is_alphanumeric() || "“‘「『《〈".contains(first);
    if mark.style != Style::Full || !is_title || continues_word(mark.unit, first) {
        return None;
    }
    // `第二章到第五章` tells of chapters, `第三章的内容` of one.
    let is_told_of = mark.rest.contains('第') || "的了里裡就也都过過着著".contains(first);
    match mark.unit {
        // In front of a title these need a gap, there are too many words like 部分 and 集团.
        Unit::Part | Unit::Tome | Unit::Letter | Unit::Act | Unit::Scene | Unit::Loose(_) => None,
        Unit::Section => Some(Strength::Weak),
        _ if is_told_of => Some(Strength::Weak),
        Unit::Chapter => Some(Strength::Likely),
        Unit::Volume
        | Unit::Round
        | Unit::Episode
        | Unit::Lecture
        | Unit::Instalment
        | Unit::Piece => Some(Strength::Doubtful),
    }
}

/// Whether unit and next character make a word of prose: 第三回合, 第二节课, 第一章程.
fn continues_word(unit: Unit, next: char) -> bool {
    let continuations = match unit {
        Unit::Round => "合来來到去事头頭见見想家答应應身忆憶过過首复復的遇眸信",
        Unit::Section => "课課目日拍点點车車奏省约約能是",
        Unit::Episode => "题題音说說语語本剧劇儿兒没沒",
        Unit::Volume => "起入轴軸子土宗册冊",
        Unit::Chapter => "程鱼魚节節法",
        Unit::Lecture => "究述课課话話故堂座义義学學师師台臺解道理",
        Unit::Instalment => "团團合体體中结結市资資会會训訓邮郵束锦錦装裝群数數权權",
        Unit::Piece => "文章张張论論小作是日幅游遊散报報新评評序稿",
        _ => "",
    };
    continuations.contains(next)
}

/// What the line's end and its inner sentence marks leave of a shape.
fn by_ending(text: &str, shape: Strength) -> Option<Strength> {
    let last = text.chars().next_back()?;
    if "。，；：、,;:".contains(last) {
        return None;
    }
    let ends_like_speech = "”’」』\"….—".contains(last);
    Some(match shape {
        _ if text.contains(['。', '；']) => Strength::Weak,
        // `第七章 “雪”` and `第八章 难道……` are titles where that number is due.
        Strength::Strict if ends_like_speech => Strength::Doubtful,
        _ if ends_like_speech => Strength::Weak,
        shape => shape,
    })
}

#[cfg(test)]
mod tests;
