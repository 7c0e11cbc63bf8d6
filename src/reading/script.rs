//! Which script a book is in, and Traditional to Simplified for what is spoken.
//!
//! Never converts text that was judged Simplified.

use std::collections::HashMap;

use ferrous_opencc::{OpenCC, config::BuiltinConfig};

use super::variant::{Variants, repair_doubtful};
use super::{ReadingError, is_han};

/// Which Chinese script a text is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// Simplified characters; never converted.
    Simplified,
    /// Traditional characters; converted for the spoken text only.
    Traditional,
    /// Traditional characters that a bad tool made from Simplified ones: with odd glyphs (処, 儅)
    /// in the place of common ones.
    Damaged,
}

/// How many characters are looked at, evenly spread over the text.
const SAMPLE: usize = 200_000;

/// From this share of Traditional-only characters on, in percent, a text is Traditional. Real
/// Traditional prose has 25 to 40 %; Simplified prose has a stray one in a thousand.
const TRADITIONAL_PERCENT: usize = 5;

/// From this share of odd glyphs on, one in so many, and this many kinds of them, a Traditional text
/// is damaged. The damaged sample chapter has one in 34 and 20 kinds.
const DAMAGED_ONE_IN: usize = 500;
const DAMAGED_KINDS: usize = 2;

/// Characters that the tables convert although Simplified text uses them too (乾坤, 瞭望, 狼藉,
/// 宫商角徵羽, the surname 於, 显著, 甯 and 祇 in names).
const SHARED: &str = "乾瞭藉徵於著甯祇馀";

/// Tells the script from the share of characters that only Traditional text has.
pub fn detect_script(text: &str) -> Script {
    let converter =
        OpenCC::from_config(BuiltinConfig::T2s).expect("the tables are part of the program");
    let variants = Variants::new();
    let (mut n_han, mut n_traditional, mut n_odd, mut n_odd_kinds) = (0, 0, 0, 0);
    for (character, count) in han_counts(text) {
        n_han += count;
        if is_traditional_only(&converter, &variants, character) {
            n_traditional += count;
        }
        if variants.is_damage(character) {
            n_odd += count;
            n_odd_kinds += 1;
        }
    }
    if n_han == 0 || n_traditional * 100 < n_han * TRADITIONAL_PERCENT {
        Script::Simplified
    } else if n_odd * DAMAGED_ONE_IN >= n_han && n_odd_kinds >= DAMAGED_KINDS {
        Script::Damaged
    } else {
        Script::Traditional
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

fn is_traditional_only(converter: &OpenCC, variants: &Variants, character: char) -> bool {
    let text = character.to_string();
    !SHARED.contains(character)
        && (converter.convert(&text) != text || variants.plain(character).is_some())
}

/// Turns Traditional text into the Simplified text that is spoken.
pub(super) struct Simplifier {
    converter: OpenCC,
    variants: Variants,
    damaged: bool,
}

impl Simplifier {
    /// For a text in that script; none for Simplified text.
    pub(super) fn new(script: Script) -> Result<Option<Self>, ReadingError> {
        if script == Script::Simplified {
            return Ok(None);
        }
        // Tw2s, not T2s: it also turns 看著 into 看着 and keeps 著名.
        let converter = OpenCC::from_config(BuiltinConfig::Tw2s)
            .map_err(|source| ReadingError::Conversion { source })?;
        Ok(Some(Self {
            converter,
            variants: Variants::new(),
            damaged: script == Script::Damaged,
        }))
    }

    /// Simplified text, character for character.
    pub(super) fn simplify(&self, text: &str) -> String {
        let plain = self.variants.repair(&self.converter.convert(text));
        if self.damaged {
            repair_doubtful(&plain)
        } else {
            plain
        }
    }
}

impl std::fmt::Debug for Simplifier {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Simplifier").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simplify(text: &str) -> String {
        let simplifier = Simplifier::new(detect_script(text)).unwrap();
        simplifier.unwrap().simplify(text)
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
    fn prose_with_odd_glyphs_is_damaged() {
        let text = "喒們衹能在原処等著，儅心一點。";
        assert_eq!(detect_script(text), Script::Damaged);
    }

    #[test]
    fn old_forms_of_a_proper_print_are_no_damage() {
        let text = "那妳說牠衹是廻來看看，這羣人就在峯頂。";
        assert_eq!(detect_script(text), Script::Traditional);
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
    fn a_damaged_text_says_the_plain_word() {
        assert_eq!(
            simplify("儅爲最郃適的辦法，喒們。"),
            "当为最合适的办法，咱们。"
        );
        assert_eq!(simplify("儅爲最郃適的人。"), "当为最合适的人。");
        assert_eq!(simplify("張郃領軍來了。"), "张郃领军来了。");
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
}
