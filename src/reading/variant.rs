//! Odd glyphs to the characters they stand for.
//!
//! Never touches a character that Simplified text uses, not even a rare one of names such as 喆,
//! 堃 or 祐: a glyph is here only when it stands for exactly one plain character.

use std::collections::HashMap;

/// Each line is a plain character and its odd forms, about a thousand in all: forms that bad tools
/// to Traditional leave behind (処, 儅, 衹), forms of old prints, and Japanese ones.
///
/// Sources: the character table of `WeTextProcessing` (Apache-2.0), and those of Unihan's semantic
/// variants that sound alike (Unicode licence), both without the characters that `OpenCC` converts
/// by itself and without the 8,105 of the Table of General Standard Chinese Characters.
const TABLE: &str = include_str!("variants.txt");

/// 郃 stands for 合 in text that a bad tool converted, and is a name (张郃) everywhere else.
const DOUBTFUL: (char, char) = ('郃', '合');

/// Proper prints have these too; they say nothing about how a text was made.
const ORDINARY: &str = "妳牠衹廻鬭羣峯裏着卻爲";

/// The odd glyphs, looked up by the glyph.
#[derive(Debug)]
pub(super) struct Variants {
    plain: HashMap<char, char>,
}

impl Variants {
    pub(super) fn new() -> Self {
        let entries = TABLE.lines().filter_map(|line| line.split_once(' '));
        let pairs = entries.filter_map(|(plain, odd)| Some((plain.chars().next()?, odd)));
        let plain = pairs
            .flat_map(|(plain, odd)| odd.chars().map(move |odd| (odd, plain)))
            .collect();
        Self { plain }
    }

    /// The character that an odd glyph stands for.
    pub(super) fn plain(&self, glyph: char) -> Option<char> {
        self.plain.get(&glyph).copied()
    }

    /// Whether a glyph shows that a bad tool made the text.
    pub(super) fn is_damage(&self, glyph: char) -> bool {
        glyph == DOUBTFUL.0 || self.plain.contains_key(&glyph) && !ORDINARY.contains(glyph)
    }

    /// The text with plain characters only.
    pub(super) fn repair(&self, text: &str) -> String {
        text.chars()
            .map(|glyph| self.plain(glyph).unwrap_or(glyph))
            .collect()
    }
}

/// 郃 as 合, except in the name 张郃.
pub(super) fn repair_doubtful(text: &str) -> String {
    let mut before = ' ';
    let mut repair = |glyph: char| {
        let is_name = before == '张';
        before = glyph;
        if glyph == DOUBTFUL.0 && !is_name {
            DOUBTFUL.1
        } else {
            glyph
        }
    };
    text.chars().map(&mut repair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_odd_glyph_becomes_plain() {
        let variants = Variants::new();
        let odd = "処儅鉄喒衹蓡侷燬賸擧畱縂躰嵗鬭傚罸籄廻";
        let plain = "处当铁咱只参局毁剩举留总体岁斗效罚篑回";
        assert_eq!(variants.repair(odd), plain);
    }

    #[test]
    fn characters_of_names_stay() {
        let names = "喆堃祐犇郃郤琯邨耑槃澂";
        assert_eq!(Variants::new().repair(names), names);
    }

    #[test]
    fn no_plain_character_is_an_odd_one() {
        let variants = Variants::new();
        for plain in variants.plain.values() {
            assert_eq!(variants.plain(*plain), None, "{plain}");
        }
    }

    #[test]
    fn a_general_is_not_renamed() {
        assert_eq!(repair_doubtful("张郃最郃适"), "张郃最合适");
    }
}
