//! A text as rules see it: full width, homoglyphs, accents and case folded away.
//!
//! Never changes the number of characters, so that a place in the folded text is a place in the
//! text; [`Squeezed`] leaves characters out and remembers which.

use std::ops::Range;
use std::str::Chars;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

/// Characters of the words that rules look for, as they are written in Traditional texts.
const TRADITIONAL: &str = "記记請请閱阅讀读網网說说書书節节頁页點点擊击繼继續续錄录無无彈弹薦荐訂订\
    謝谢賞赏後后還还這这個个結结達达設设鏈链獲获載载轉转註注親亲爲为為为來来與与傳传號号體体戶户覽览\
    瀏浏機机啟启開开關关傷伤頂顶飄飘筆笔閣阁學学萬万見见諒谅補补發发佈布";

/// Letters of other scripts that advertisements pass off as Latin ones.
const HOMOGLYPHS: &str = "αaβbγyεeηnιiκkνvοoρpτtυuχxωwϲcаaвbеeкkмmнhоoрpсcтtуyхxшwщwѡwѕsіiјjԁdԛqԝwոnսu\
    ɑaɡgıi";

/// Traditional characters in order, with their Simplified ones.
static SIMPLIFIED: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let mut pairs = Vec::new();
    let mut rest = TRADITIONAL.chars();
    while let (Some(from), Some(to)) = (rest.next(), rest.next()) {
        pairs.push((from, to));
    }
    pairs.sort_unstable();
    pairs
});

/// Folds a text into `folded`, which is emptied first; whether letters passed for Latin ones.
pub fn fold(text: &str, folded: &mut String) -> bool {
    folded.clear();
    let mut has_foreign = false;
    for character in text.chars() {
        let plain = fold_character(character);
        has_foreign |= plain.is_ascii_alphanumeric() && !character.is_ascii();
        folded.push(plain);
    }
    has_foreign
}

/// One character as rules see it.
pub fn fold_character(character: char) -> char {
    match character {
        '\0'..='\x7F' => character.to_ascii_lowercase(),
        '\u{3000}' | '\u{A0}' => ' ',
        '\u{3001}'..='\u{303F}' | '\u{2010}'..='\u{2027}' => character,
        '\u{4E00}'..='\u{9FFF}' => simplified(character),
        '\u{FF01}'..='\u{FF5E}' => {
            let ascii = u32::from(character) - 0xFF01 + 0x21;
            char::from_u32(ascii).map_or(character, |plain| plain.to_ascii_lowercase())
        }
        'ü' | 'ǖ' | 'ǘ' | 'ǚ' | 'ǜ' | 'Ü' => 'v',
        '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}' => without_accent(character),
        '\u{250}'..='\u{58F}' => homoglyph(character),
        _ => compatible(character),
    }
}

fn simplified(character: char) -> char {
    let found = SIMPLIFIED.binary_search_by_key(&character, |pair| pair.0);
    found.map_or(character, |at| SIMPLIFIED[at].1)
}

fn without_accent(character: char) -> char {
    let base = character.nfd().next().unwrap_or(character);
    homoglyph(base)
}

fn homoglyph(character: char) -> char {
    let lower = one(character.to_lowercase()).unwrap_or(character);
    paired(HOMOGLYPHS, lower).unwrap_or(lower)
}

/// `Ｗ`, `𝐰`, `ⓦ`, `⼀` as the character they stand for, where that is one.
fn compatible(character: char) -> char {
    let plain = one(character.nfkc()).unwrap_or(character);
    if plain == character {
        return character;
    }
    fold_character(plain)
}

fn one(mut characters: impl Iterator<Item = char>) -> Option<char> {
    characters.next().filter(|_| characters.next().is_none())
}

/// What stands behind `first` in a list of pairs.
fn paired(pairs: &str, first: char) -> Option<char> {
    let mut rest = pairs.chars();
    while let (Some(from), Some(to)) = (rest.next(), rest.next()) {
        if from == first {
            return Some(to);
        }
    }
    None
}

/// A walk through a text and its folded form side by side.
pub struct Walk<'a> {
    text: Chars<'a>,
    folded: Chars<'a>,
    /// Bytes behind it, in each.
    at: (usize, usize),
}

impl<'a> Walk<'a> {
    /// From the beginning of both.
    pub fn new(text: &'a str, folded: &'a str) -> Self {
        Self {
            text: text.chars(),
            folded: folded.chars(),
            at: (0, 0),
        }
    }

    /// Goes on to a byte of the folded text; the byte of the text there.
    pub fn to(&mut self, folded: usize) -> usize {
        while self.at.1 < folded {
            self.at.0 += self.text.next().map_or(0, char::len_utf8);
            self.at.1 += self.folded.next().map_or(1, char::len_utf8);
        }
        self.at.0
    }
}

/// The bytes of the characters `characters` of a text.
fn bytes_of(text: &str, characters: &Range<usize>) -> Range<usize> {
    let byte = |index| text.char_indices().nth(index).map_or(text.len(), |at| at.0);
    byte(characters.start)..byte(characters.end)
}

/// A folded text without the signs that spaced advertisements put between their letters.
pub struct Squeezed {
    /// Letters, digits and ordinary punctuation.
    pub text: String,
    /// Where each of its characters stands in the folded text, in characters.
    places: Vec<usize>,
}

impl Squeezed {
    /// Squeezes a folded text; `None` when there is nothing to leave out.
    pub fn of(folded: &str) -> Option<Self> {
        if !folded.chars().any(is_separator) {
            return None;
        }
        let kept = folded
            .chars()
            .enumerate()
            .filter(|(_, c)| !is_separator(*c));
        let (places, text) = kept.unzip();
        Some(Self { text, places })
    }

    /// The bytes of the text at a range of bytes of the squeezed text.
    pub fn range_in(&self, text: &str, range: &Range<usize>) -> Range<usize> {
        let first = self.text[..range.start].chars().count();
        let n = self.text[range.clone()].chars().count();
        bytes_of(text, &(self.places[first]..self.places[first + n - 1] + 1))
    }
}

/// A sign that stands between letters only to hide a word: no letter, no punctuation of prose.
fn is_separator(character: char) -> bool {
    match character {
        '\u{4E00}'..='\u{9FFF}' => false,
        _ => {
            !character.is_alphanumeric()
                && !".,:;!?'\"()。、，；：！？“”‘’「」『』《》〈〉【】…—%".contains(character)
        }
    }
}

/// Whether a piece is written so that a plain search would not find it.
pub fn is_disguised(piece: &str) -> bool {
    let n_separators = piece.chars().filter(|c| is_separator(*c)).count();
    let n_letters = piece.chars().filter(|c| c.is_alphanumeric()).count();
    let is_foreign = |c: char| {
        let plain = fold_character(c);
        plain.is_ascii_alphanumeric() && !c.is_ascii()
    };
    piece.chars().any(is_foreign) || (n_separators > 1 && n_separators * 2 >= n_letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folded(text: &str) -> String {
        let mut folded = String::new();
        fold(text, &mut folded);
        folded
    }

    #[test]
    fn what_looks_alike_becomes_alike() {
        for (text, plain) in [
            ("ｗｗｗ．ｌｗχｓ５２０。ｃｏｍ", "www.lwxs520。com"),
            ("wωw.999wχ.cοm", "www.999wx.com"),
            ("~щww~~lā", "~www~~la"),
            ("𝐖𝕨ⓦ", "www"),
            ("nǚ人 YĪN影", "nv人 yin影"),
            ("請記住本書", "请记住本书"),
            ("（１／３）", "(1/3)"),
        ] {
            assert_eq!(folded(text), plain);
            assert_eq!(folded(text).chars().count(), text.chars().count());
        }
    }

    #[test]
    fn signs_between_letters_are_left_out_and_punctuation_stays() {
        let squeezed = |text: &str| Squeezed::of(&folded(text)).map(|found| found.text);
        assert_eq!(squeezed("9--9--9--w--x").as_deref(), Some("999wx"));
        assert_eq!(squeezed("w w w . x . c o m").as_deref(), Some("www.x.com"));
        assert_eq!(squeezed("一秒★小△说§网").as_deref(), Some("一秒小说网"));
        assert_eq!(squeezed("天才。一秒，记住"), None);
    }

    #[test]
    fn a_place_in_the_squeezed_text_is_found_in_the_text() {
        let text = "雪　w·w·w落";
        let squeezed = Squeezed::of(&folded(text)).unwrap();
        let range = squeezed.text.find("www").unwrap();
        let range = squeezed.range_in(text, &(range..range + 3));
        assert_eq!(&text[range], "w·w·w");
    }

    #[test]
    fn plain_words_are_not_disguised() {
        for piece in ["www.my-site.com", "网站", "A-1", "９月"] {
            assert_eq!(is_disguised(piece), piece == "９月", "{piece}");
        }
        assert!(is_disguised("w w w . x . c o m") && is_disguised("小★说△网"));
    }
}
