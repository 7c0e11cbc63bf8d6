//! Latin letters by their Chinese names.
//!
//! Never touches the spoken text: engines that read Latin themselves get it as written. This is
//! for the voice inside.

use unicode_normalization::UnicodeNormalization;

/// The syllables of the letters' names, A to Z, as they are usually said in China (达不溜 for W).
/// Only syllables that the voice inside was trained on.
const LETTERS: [&[&str]; 26] = [
    &["ei1"],
    &["bi4"],
    &["xi1"],
    &["di4"],
    &["yi1"],
    &["ai4", "fu2"],
    &["ji2"],
    &["ai4", "chi3"],
    &["ai4"],
    &["jie2"],
    &["kai1"],
    &["ai4", "le5"],
    &["ai4", "mu3"],
    &["en1"],
    &["ou1"],
    &["pi1"],
    &["kou4"],
    &["a1"],
    &["ai4", "si1"],
    &["ti1"],
    &["you1"],
    &["wei2"],
    &["da2", "bu4", "liu1"],
    &["ai4", "ke4", "si1"],
    &["wai1"],
    &["zei2", "de5"],
];

/// Spells a Latin word letter by letter. Accents and full width do not matter; other alphabets
/// have no names here and give nothing.
pub fn spell_latin(word: &str) -> Vec<String> {
    fold_latin(word)
        .chars()
        .filter_map(letter_name)
        .flatten()
        .map(ToString::to_string)
        .collect()
}

/// The plain letters, apostrophes and hyphens of a word, without accents and of ordinary width.
pub fn fold_latin(word: &str) -> String {
    let mut folded = String::with_capacity(word.len());
    for character in word.nfkd() {
        match character {
            'a'..='z' | 'A'..='Z' | '\'' | '-' => folded.push(character),
            '’' | 'ʼ' => folded.push('\''),
            capital if capital.is_uppercase() => {
                let small = capital.to_lowercase().next().unwrap_or(capital);
                folded.push_str(&without_stroke(small).to_ascii_uppercase());
            }
            small => folded.push_str(without_stroke(small)),
        }
    }
    folded
}

/// The plain form of small letters whose strokes are no accents.
fn without_stroke(letter: char) -> &'static str {
    match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ð' | 'đ' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ı' => "i",
        'ĸ' => "k",
        'ł' => "l",
        'ŋ' => "n",
        'ŧ' => "t",
        _ => "",
    }
}

fn letter_name(letter: char) -> Option<&'static [&'static str]> {
    let position = u32::from(letter.to_ascii_uppercase()).checked_sub(u32::from('A'))?;
    LETTERS.get(position as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_acronym_is_spelled() {
        assert_eq!(
            spell_latin("BOSS"),
            ["bi4", "ou1", "ai4", "si1", "ai4", "si1"]
        );
    }

    #[test]
    fn case_width_and_accents_do_not_matter() {
        assert_eq!(spell_latin("Ｖip"), spell_latin("VIP"));
        assert_eq!(spell_latin("é"), ["yi1"]);
    }

    #[test]
    fn a_letter_with_a_stroke_is_a_plain_one() {
        assert_eq!(fold_latin("Øre’s Łódź-Straße"), "Ore'sLodz-Strasse");
        assert_eq!(fold_latin("ÞÆ"), "THAE");
    }

    #[test]
    fn every_letter_has_a_name() {
        for letter in 'a'..='z' {
            assert!(!spell_latin(&letter.to_string()).is_empty(), "{letter}");
        }
    }

    #[test]
    fn what_is_no_latin_letter_gives_nothing() {
        assert!(spell_latin("中5-あ").is_empty());
    }
}
