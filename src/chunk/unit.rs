//! What engines count a text in.
//!
//! Never counts less than an engine does: where that is in doubt, it is more.

use serde::Deserialize;

/// What one of an engine's limit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Characters.
    #[default]
    Characters,
    /// Bytes of UTF-8.
    Utf8,
    /// Bytes of GBK.
    Gbk,
    /// Characters, of which a Han character counts two.
    Hanzi2,
}

impl Unit {
    /// What a character counts.
    pub fn of(self, character: char) -> usize {
        match self {
            Self::Characters => 1,
            Self::Utf8 => character.len_utf8(),
            Self::Gbk if character.is_ascii() => 1,
            Self::Gbk if is_in_gbk(character) => 2,
            // GB 18030, which extends GBK, writes all others in four.
            Self::Gbk => 4,
            Self::Hanzi2 => 1 + usize::from(is_han(character)),
        }
    }

    /// What a Han character of every day counts.
    pub fn of_han(self) -> usize {
        self.of('好')
    }
}

/// The blocks of GBK that texts are made of; what it has besides is rare.
fn is_in_gbk(character: char) -> bool {
    matches!(
        character,
        '\u{4E00}'..='\u{9FA5}' | '\u{3000}'..='\u{3003}' | '\u{3005}'..='\u{3017}' | '\u{3041}'..='\u{3093}' | '\u{30A1}'..='\u{30F6}'
            | '\u{FF01}'..='\u{FF5E}' | '‘' | '’' | '“' | '”' | '…' | '—' | '·' | '°' | '×' | '÷' | '‰' | '℃'
    )
}

fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_counts_in_its_own_way() {
        let count = |unit: Unit| {
            "a好“𠀀é"
                .chars()
                .map(move |c| unit.of(c))
                .collect::<Vec<_>>()
        };
        assert_eq!(count(Unit::Characters), [1, 1, 1, 1, 1]);
        assert_eq!(count(Unit::Utf8), [1, 3, 3, 4, 2]);
        assert_eq!(count(Unit::Gbk), [1, 2, 2, 4, 4]);
        assert_eq!(count(Unit::Hanzi2), [1, 2, 1, 2, 1]);
    }

    #[test]
    fn gbk_counts_at_least_what_it_has() {
        for character in '\0'..='\u{2FFFF}' {
            let mut text = [0; 4];
            let (bytes, _, has_none) =
                encoding_rs::GB18030.encode(character.encode_utf8(&mut text));
            assert!(
                has_none || Unit::Gbk.of(character) >= bytes.len(),
                "{character:?}"
            );
        }
    }
}
