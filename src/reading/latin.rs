//! Latin words in their plain letters.
//!
//! Never touches the spoken text: engines that read Latin themselves get it as written. This is
//! for the voice inside.

use unicode_normalization::UnicodeNormalization;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn width_and_accents_do_not_matter() {
        assert_eq!(fold_latin("Ｖipé"), "Vipe");
    }

    #[test]
    fn a_letter_with_a_stroke_is_a_plain_one() {
        assert_eq!(fold_latin("Øre’s Łódź-Straße"), "Ore'sLodz-Strasse");
        assert_eq!(fold_latin("ÞÆ"), "THAE");
    }

    #[test]
    fn what_is_no_latin_letter_gives_nothing() {
        assert_eq!(fold_latin("中5あ"), "");
    }
}
