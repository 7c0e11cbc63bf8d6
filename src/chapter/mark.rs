//! The mark a numbered heading begins with: `第十二章`, `卷一`, `Chapter 5`.
//!
//! Never looks at what follows the mark; that is [`heading`](super::heading)'s business.

use super::loose::Loose;
use super::numeral;

/// What a heading counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// 部
    Part,
    /// 卷
    Volume,
    /// 册, 本
    Tome,
    /// 集
    Instalment,
    /// 篇
    Piece,
    /// 章, `Chapter`
    Chapter,
    /// 回
    Round,
    /// 话
    Episode,
    /// 讲
    Lecture,
    /// 封
    Letter,
    /// 幕
    Act,
    /// 场
    Scene,
    /// 节
    Section,
    /// Nothing that is named: `001 雪夜`, `一、雪夜`.
    Loose(Loose),
}

impl Unit {
    /// Whether the unit holds chapters, in a book that has chapters too.
    pub fn may_hold_chapters(self) -> bool {
        self <= Self::Piece
    }

    /// From the outermost, 0: a heading lets the numbering of all inner levels begin anew.
    pub fn level(self) -> usize {
        match self {
            Self::Part => 0,
            Self::Volume | Self::Tome => 1,
            Self::Instalment | Self::Piece => 2,
            Self::Section | Self::Scene => 4,
            _ => 3,
        }
    }

    /// Whether prose counts with it too, `第四本书`, so that its shape alone proves nothing.
    pub fn is_weak(self) -> bool {
        matches!(self, Self::Tome | Self::Letter | Self::Act | Self::Scene)
    }

    fn of(character: char) -> Option<Self> {
        Some(match character {
            '部' => Self::Part,
            '卷' => Self::Volume,
            '册' | '冊' | '本' => Self::Tome,
            '集' => Self::Instalment,
            '篇' => Self::Piece,
            '章' => Self::Chapter,
            '回' => Self::Round,
            '话' | '話' => Self::Episode,
            '讲' | '講' => Self::Lecture,
            '封' => Self::Letter,
            '幕' => Self::Act,
            '场' | '場' => Self::Scene,
            '节' | '節' => Self::Section,
            _ => return None,
        })
    }
}

/// How a mark is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// `第十二章`
    Full,
    /// `十二章`, without the ordinal sign: rare as a heading.
    Bare,
    /// `卷一`, `上卷`, `Chapter 5`: something must part it from a title.
    Detached,
}

/// A mark at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark<'a> {
    /// What it counts.
    pub unit: Unit,
    /// Its number.
    pub number: u32,
    /// How it is written.
    pub style: Style,
    /// What follows it.
    pub rest: &'a str,
}

/// The mark at the start of `text`.
pub fn at_start(text: &str) -> Option<Mark<'_>> {
    full(text)
        .or_else(|| unit_first(text))
        .or_else(|| half(text))
        .or_else(|| english(text))
        .or_else(|| bare(text))
}

/// `第十二章`, also with white space inside.
fn full(text: &str) -> Option<Mark<'_>> {
    let (number, rest) = numeral::leading(text.strip_prefix('第')?.trim_start())?;
    before_unit(number, rest.trim_start(), Style::Full)
}

fn bare(text: &str) -> Option<Mark<'_>> {
    let (number, rest) = numeral::leading(text)?;
    before_unit(number, rest, Style::Bare)
        .filter(|mark| matches!(mark.unit, Unit::Chapter | Unit::Round))
}

fn before_unit(number: u32, text: &str, style: Style) -> Option<Mark<'_>> {
    let mut rest = text.chars();
    let unit = Unit::of(rest.next()?)?;
    Some(Mark {
        unit,
        number,
        style,
        rest: rest.as_str(),
    })
}

/// `卷一`, `卷之一`.
fn unit_first(text: &str) -> Option<Mark<'_>> {
    let rest = text.strip_prefix('卷')?;
    let (number, rest) = numeral::leading(rest.strip_prefix('之').unwrap_or(rest).trim_start())?;
    Some(Mark {
        unit: Unit::Volume,
        number,
        style: Style::Detached,
        rest,
    })
}

/// `上卷`, `中部`, `下篇`.
fn half(text: &str) -> Option<Mark<'_>> {
    let mut rest = text.chars();
    let number = ['上', '中', '下']
        .iter()
        .zip(1..)
        .find(|(sign, _)| rest.as_str().starts_with(**sign))?
        .1;
    rest.next();
    let unit = Unit::of(rest.next()?).filter(|unit| unit.may_hold_chapters())?;
    Some(Mark {
        unit,
        number,
        style: Style::Detached,
        rest: rest.as_str(),
    })
}

/// `Chapter 5`, `Volume 2`.
fn english(text: &str) -> Option<Mark<'_>> {
    let end = text.find(|next: char| !next.is_ascii_alphabetic())?;
    let (word, rest) = text.split_at(end);
    let unit = match word.to_ascii_lowercase().as_str() {
        "chapter" => Unit::Chapter,
        "volume" | "vol" => Unit::Volume,
        "part" => Unit::Part,
        "book" => Unit::Tome,
        "episode" | "ep" => Unit::Episode,
        "act" => Unit::Act,
        "scene" => Unit::Scene,
        _ => return None,
    };
    let rest = rest.strip_prefix('.').unwrap_or(rest).trim_start();
    if !rest.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let (number, rest) = numeral::leading(rest)?;
    Some(Mark {
        unit,
        number,
        style: Style::Detached,
        rest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_in_every_way_they_are_written() {
        for (text, unit, number, rest) in [
            ("第两百一十八章 雪", Unit::Chapter, 218, " 雪"),
            ("第 １２ 章", Unit::Chapter, 12, ""),
            ("第壹回", Unit::Round, 1, ""),
            ("第三節", Unit::Section, 3, ""),
            ("第5話", Unit::Episode, 5, ""),
            ("卷一 雪", Unit::Volume, 1, " 雪"),
            ("卷之二", Unit::Volume, 2, ""),
            ("下部", Unit::Part, 3, ""),
            ("Chapter 5: Snow", Unit::Chapter, 5, ": Snow"),
            ("VOL.001", Unit::Volume, 1, ""),
            ("三十章", Unit::Chapter, 30, ""),
            ("第1百章", Unit::Chapter, 100, ""),
            ("第壹佰贰拾章", Unit::Chapter, 120, ""),
            ("第一百零八章", Unit::Chapter, 108, ""),
            ("第三讲 雪", Unit::Lecture, 3, " 雪"),
            ("Part 2", Unit::Part, 2, ""),
        ] {
            let mark = at_start(text).unwrap();
            assert_eq!(
                (mark.unit, mark.number, mark.rest),
                (unit, number, rest),
                "{text}"
            );
        }
    }

    #[test]
    fn other_words_are_no_mark() {
        for text in [
            "第章",
            "章一",
            "四十多岁",
            "3:2",
            "一节课",
            "chapter five",
            "上课",
            "第",
        ] {
            assert_eq!(at_start(text), None, "{text}");
        }
    }
}
