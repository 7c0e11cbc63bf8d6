//! Phrases in which one character has a reading of its own.
//!
//! Never holds a phrase that also occurs across two words with another reading.

/// A phrase, the position of its polyphone, and how that is read.
type Phrase = (&'static str, usize, &'static str);

/// Read as if they stood in the dictionary, which lacks them.
const PHRASES: [Phrase; 60] = [
    ("还钱", 0, "huan2"),
    ("还款", 0, "huan2"),
    ("还账", 0, "huan2"),
    ("还贷", 0, "huan2"),
    ("还我河山", 0, "huan2"),
    ("归还", 1, "huan2"),
    ("重重地", 0, "zhong4"),
    ("重重地", 1, "zhong4"),
    ("重重一", 0, "zhong4"),
    ("重重一", 1, "zhong4"),
    ("重重的一", 0, "zhong4"),
    ("重重的一", 1, "zhong4"),
    ("重重拍", 0, "zhong4"),
    ("重重拍", 1, "zhong4"),
    ("重重砸", 0, "zhong4"),
    ("重重砸", 1, "zhong4"),
    ("重重摔", 0, "zhong4"),
    ("重重摔", 1, "zhong4"),
    ("副将", 1, "jiang4"),
    ("参将", 1, "jiang4"),
    ("守将", 1, "jiang4"),
    ("裨将", 1, "jiang4"),
    ("偏将", 1, "jiang4"),
    ("叛将", 1, "jiang4"),
    ("敌将", 1, "jiang4"),
    ("众将", 1, "jiang4"),
    ("诸将", 1, "jiang4"),
    ("降将", 0, "xiang2"),
    ("降将", 1, "jiang4"),
    ("大将", 1, "jiang4"),
    ("上将", 1, "jiang4"),
    ("将士", 0, "jiang4"),
    ("将领", 0, "jiang4"),
    ("行会", 0, "hang2"),
    ("银行", 1, "hang2"),
    ("校长", 1, "zhang3"),
    ("长大", 0, "zhang3"),
    ("率部", 0, "shuai4"),
    ("率军", 0, "shuai4"),
    ("率兵", 0, "shuai4"),
    ("率众", 0, "shuai4"),
    ("率队", 0, "shuai4"),
    ("亲率", 1, "shuai4"),
    ("干得", 0, "gan4"),
    ("干什么", 0, "gan4"),
    ("干嘛", 0, "gan4"),
    ("干吗", 0, "gan4"),
    ("干活", 0, "gan4"),
    ("干掉", 0, "gan4"),
    ("忽地", 1, "di4"),
    ("一个劲地", 3, "de5"),
    ("了解", 0, "liao3"),
    ("了结", 0, "liao3"),
    ("总得", 1, "dei3"),
    ("必得", 1, "dei3"),
    ("非得", 1, "dei3"),
    ("觉得", 1, "de5"),
    ("值得", 1, "de5"),
    ("使得", 1, "de5"),
    ("显得", 1, "de5"),
];

/// The reading of the character here, if a phrase decides it.
pub(super) fn reading(chars: &[char], index: usize) -> Option<&'static str> {
    PHRASES
        .iter()
        .find(|(phrase, position, _)| stands_at(chars, index, phrase, *position))
        .filter(|(phrase, ..)| !is_before_army(chars, index, phrase))
        .map(|&(_, _, syllable)| syllable)
}

fn stands_at(chars: &[char], index: usize, phrase: &str, position: usize) -> bool {
    index
        .checked_sub(position)
        .and_then(|start| chars.get(start..))
        .is_some_and(|rest| {
            let mut rest = rest.iter();
            phrase
                .chars()
                .all(|expected| rest.next() == Some(&expected))
        })
}

/// 大将军 is no 大将.
fn is_before_army(chars: &[char], index: usize, phrase: &str) -> bool {
    phrase.ends_with('将') && chars[index] == '将' && chars.get(index + 1) == Some(&'军')
}
