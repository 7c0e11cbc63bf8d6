//! Which script a book is in, and Traditional to Simplified for what is spoken.
//!
//! Never converts text that was judged Simplified.

use std::collections::HashMap;

use ferrous_opencc::{OpenCC, config::BuiltinConfig};

use super::{ReadingError, is_han};

/// Which Chinese script a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Simplified characters; never converted.
    Simplified,
    /// Traditional characters; converted for the spoken text only.
    Traditional,
}

/// How many characters are looked at, evenly spread over the text.
const SAMPLE: usize = 200_000;

/// From this share of Traditional-only characters on, in percent, a text is Traditional. Real
/// Traditional prose has 25 to 40 %; Simplified prose has a stray one in a thousand.
const TRADITIONAL_PERCENT: usize = 5;

/// Characters that the tables convert although Simplified text uses them too (乾坤, 瞭望, 狼藉,
/// 宫商角徵羽, the surname 於, 显著, 甯 and 祇 in names).
const SHARED: &str = "乾瞭藉徵於著甯祇馀";

/// Odd glyphs that bad tools from Simplified to Traditional leave behind and `OpenCC` keeps, seen in
/// real books; without this they are mispronounced or unknown. Source: the character tables of
/// `WeTextProcessing` (Apache-2.0) and Unihan's semantic variants. 郃 is also a name (张郃), so the
/// table must only be used on text judged Traditional.
const VARIANTS: [(char, char); 20] = [
    ('処', '处'),
    ('儅', '当'),
    ('鉄', '铁'),
    ('喒', '咱'),
    ('衹', '只'),
    ('蓡', '参'),
    ('侷', '局'),
    ('燬', '毁'),
    ('賸', '剩'),
    ('擧', '举'),
    ('畱', '留'),
    ('郃', '合'),
    ('縂', '总'),
    ('躰', '体'),
    ('嵗', '岁'),
    ('鬭', '斗'),
    ('傚', '效'),
    ('罸', '罚'),
    ('籄', '篑'),
    ('廻', '回'),
];

/// Tells the script from the share of characters that only Traditional text has.
pub fn detect_script(text: &str) -> Script {
    let converter =
        OpenCC::from_config(BuiltinConfig::T2s).expect("the tables are part of the program");
    let (mut n_han, mut n_traditional) = (0, 0);
    for (character, count) in han_counts(text) {
        n_han += count;
        if is_traditional_only(&converter, character) {
            n_traditional += count;
        }
    }
    if n_han > 0 && n_traditional * 100 >= n_han * TRADITIONAL_PERCENT {
        Script::Traditional
    } else {
        Script::Simplified
    }
}

/// Counted first, so that each distinct character is looked up once.
fn han_counts(text: &str) -> HashMap<char, usize> {
    // Bytes over three are about characters; exactness is not needed for a sample.
    let step = (text.len() / 3 / SAMPLE).max(1);
    let mut counts = HashMap::new();
    for character in text.chars().step_by(step).filter(|&c| is_han(c)) {
        *counts.entry(character).or_insert(0) += 1;
    }
    counts
}

fn is_traditional_only(converter: &OpenCC, character: char) -> bool {
    let text = character.to_string();
    !SHARED.contains(character)
        && (converter.convert(&text) != text || variant(character).is_some())
}

fn variant(character: char) -> Option<char> {
    // 郃 alone proves nothing: it is a given name in Simplified text too.
    VARIANTS
        .iter()
        .find(|(odd, _)| *odd == character && *odd != '郃')
        .map(|&(_, plain)| plain)
}

/// Turns Traditional text into the Simplified text that is spoken.
pub(super) struct Simplifier {
    converter: OpenCC,
}

impl Simplifier {
    pub(super) fn new() -> Result<Self, ReadingError> {
        // Tw2s, not T2s: it also turns 看著 into 看着 and keeps 著名.
        let converter = OpenCC::from_config(BuiltinConfig::Tw2s)
            .map_err(|source| ReadingError::Conversion { source })?;
        Ok(Self { converter })
    }

    pub(super) fn simplify(&self, text: &str) -> String {
        let plain: String = self.converter.convert(text).chars().map(plain).collect();
        repair_oneself(&plain)
    }
}

impl std::fmt::Debug for Simplifier {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Simplifier").finish_non_exhaustive()
    }
}

fn plain(character: char) -> char {
    VARIANTS
        .iter()
        .find(|(odd, _)| *odd == character)
        .map_or(character, |&(_, plain)| plain)
}

/// 自已 is a slip for 自己, but not in 不能自已 ("beside oneself") nor where 已经 follows 独自.
fn repair_oneself(text: &str) -> String {
    let mut repaired = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("自已") {
        let (before, found) = rest.split_at(at);
        let after = &found["自已".len()..];
        repaired.push_str(before);
        let right = before.ends_with(['能', '不', '难', '以', '独', '各', '亲'])
            || after.starts_with(['经', '然', '是']);
        repaired.push_str(if right { "自已" } else { "自己" });
        rest = after;
    }
    repaired.push_str(rest);
    repaired
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplify(text: &str) -> String {
        Simplifier::new().unwrap().simplify(text)
    }

    #[test]
    fn simplified_prose_is_simplified() {
        assert_eq!(detect_script("他们说这条路走不通。"), Script::Simplified);
    }

    #[test]
    fn traditional_prose_is_traditional() {
        assert_eq!(detect_script("他們說這條路走不通。"), Script::Traditional);
    }

    #[test]
    fn damaged_traditional_prose_is_traditional() {
        assert_eq!(
            detect_script("喒們衹能在原処等著，儅心一點。"),
            Script::Traditional
        );
    }

    #[test]
    fn empty_text_is_simplified() {
        assert_eq!(detect_script(""), Script::Simplified);
        assert_eq!(detect_script("Hello, 2024!"), Script::Simplified);
    }

    #[test]
    fn a_quoted_traditional_word_does_not_make_a_book_traditional() {
        let text = format!(
            "{}匾上写着「聚賢莊」。",
            "路边有一家小店，门口挂着灯。".repeat(5)
        );
        assert_eq!(detect_script(&text), Script::Simplified);
    }

    #[test]
    fn words_both_scripts_write_alike_prove_nothing() {
        assert_eq!(detect_script("乾坤瞭望，杯盘狼藉。"), Script::Simplified);
    }

    #[test]
    fn a_long_book_is_sampled_over_its_whole_length() {
        let text = "山".repeat(300_000) + &"門".repeat(300_000);
        assert_eq!(detect_script(&text), Script::Traditional);
    }

    #[test]
    fn every_odd_glyph_is_made_plain() {
        for (odd, plain) in VARIANTS {
            assert_eq!(simplify(&odd.to_string()), plain.to_string());
        }
    }

    #[test]
    fn each_character_stays_one_character() {
        let text = "那時候他還看著遠処的燈，心裡亂得很，乾淨的頭髮全溼了。";
        assert_eq!(simplify(text).chars().count(), text.chars().count());
    }

    #[test]
    fn taiwan_forms_become_mainland_forms() {
        assert_eq!(simplify("他看著那部著名的小說"), "他看着那部著名的小说");
    }

    #[test]
    fn oneself_is_repaired() {
        assert_eq!(simplify("他衹信自已"), "他只信自己");
    }

    #[test]
    fn not_master_of_oneself_stays() {
        assert_eq!(simplify("她哭得不能自已"), "她哭得不能自已");
        assert_eq!(simplify("他獨自已經走遠"), "他独自已经走远");
    }
}
