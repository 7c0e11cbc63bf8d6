//! Phrases that the dictionary lacks or misreads.
//!
//! Never corrects a phrase that begins or ends inside another word, such as 行会 in 举行会议.

use std::collections::HashMap;

use super::sentence::Sentence;
use crate::reading::{Because, Syllable};

/// Phrases and their syllables; `-` leaves a syllable as it is.
const PHRASES: [(&str, &str); 126] = [
    // Manner, degree, aspect.
    ("一个劲地", "- - - de5"),
    ("忽地", "- di4"),
    ("了似地", "- shi4 de5"),
    ("了解", "liao3 -"),
    ("了结", "liao3 -"),
    ("总得", "- dei3"),
    ("必得", "- dei3"),
    ("非得", "- dei3"),
    ("觉得", "- de5"),
    ("值得", "- de5"),
    ("使得", "- de5"),
    ("显得", "- de5"),
    ("不由得", "- - de5"),
    ("舍不得", "she3 - de5"),
    ("巴不得", "- - de5"),
    ("恨不得", "- - de5"),
    ("怪不得", "- - de5"),
    ("顾不得", "- - de5"),
    ("引着", "- zhe5"),
    // Giving back.
    ("还钱", "huan2 -"),
    ("还款", "huan2 -"),
    ("还账", "huan2 -"),
    ("还贷", "huan2 -"),
    ("还我河山", "huan2 - - -"),
    ("归还", "- huan2"),
    // Heavily.
    ("重重地", "zhong4 zhong4 de5"),
    ("重重一拳", "zhong4 zhong4 - -"),
    ("重重一击", "zhong4 zhong4 - -"),
    ("重重一掌", "zhong4 zhong4 - -"),
    ("重重一脚", "zhong4 zhong4 - -"),
    ("重重的一击", "zhong4 zhong4 - - -"),
    ("重重的一拳", "zhong4 zhong4 - - -"),
    ("重重拍", "zhong4 zhong4 -"),
    ("重重砸", "zhong4 zhong4 -"),
    ("重重摔", "zhong4 zhong4 -"),
    ("重组", "chong2 -"),
    // Officers. 大将军 is put right afterwards.
    ("副将", "- jiang4"),
    ("参将", "- jiang4"),
    ("守将", "- jiang4"),
    ("裨将", "- jiang4"),
    ("偏将", "- jiang4"),
    ("叛将", "- jiang4"),
    ("敌将", "- jiang4"),
    ("众将", "- jiang4"),
    ("诸将", "- jiang4"),
    ("降将", "xiang2 jiang4"),
    ("大将", "- jiang4"),
    ("上将", "- jiang4"),
    ("将士", "jiang4 -"),
    ("将领", "jiang4 -"),
    // Leading.
    ("率部", "shuai4 -"),
    ("率军", "shuai4 -"),
    ("率兵", "shuai4 -"),
    ("率众", "shuai4 -"),
    ("率队", "shuai4 -"),
    ("率先", "shuai4 -"),
    ("亲率", "- shuai4"),
    // Rows, trades, walking.
    ("行会", "hang2 -"),
    ("银行", "- hang2"),
    ("央行", "- hang2"),
    ("排行", "- hang2"),
    ("五行", "- xing2"),
    ("一行人", "- xing2 -"),
    ("旅行", "- xing2"),
    // Growing.
    ("校长", "- zhang3"),
    ("长大", "zhang3 -"),
    ("长得", "zhang3 de5"),
    ("长着", "zhang3 zhe5"),
    ("长满", "zhang3 -"),
    ("长出", "zhang3 -"),
    ("长高", "zhang3 -"),
    // Doing.
    ("干得", "gan4 -"),
    ("干什么", "gan4 - -"),
    ("干嘛", "gan4 -"),
    ("干吗", "gan4 -"),
    ("干活", "gan4 -"),
    ("干掉", "gan4 -"),
    // Capitals and their officers.
    ("古都", "- du1"),
    ("京都", "- du1"),
    ("都统", "du1 -"),
    ("都察院", "du1 - -"),
    // Backwards.
    ("倒退", "dao4 -"),
    ("倒像", "dao4 -"),
    ("倒好", "dao4 -"),
    ("反倒", "- dao4"),
    ("倒转", "dao4 -"),
    // Organs.
    ("心脏", "- zang4"),
    ("肝脏", "- zang4"),
    ("肾脏", "- zang4"),
    ("内脏", "- zang4"),
    ("脏腑", "zang4 -"),
    // Bullets.
    ("弹头", "dan4 -"),
    ("弹匣", "dan4 -"),
    ("火箭弹", "- - dan4"),
    // Single words.
    ("知识分子", "- - fen4 zi3"),
    ("犯罪分子", "- - fen4 zi3"),
    ("少林", "shao4 -"),
    ("湖泊", "- po1"),
    ("逮捕", "dai4 -"),
    ("种植", "zhong4 -"),
    ("剥夺", "bo1 -"),
    ("剥落", "bo1 -"),
    ("剥蚀", "bo1 -"),
    ("呕吐", "- tu4"),
    ("哽咽", "- ye4"),
    ("呜咽", "- ye4"),
    ("辗转", "zhan3 -"),
    ("喧嚣", "- xiao1"),
    ("嚣张", "xiao1 -"),
    ("叫嚣", "- xiao1"),
    ("宫阙", "- que4"),
    ("商贾", "- gu3"),
    ("左传", "- zhuan4"),
    ("贞观", "- guan4"),
    ("揣摩", "chuai3 -"),
    ("北斗", "- dou3"),
    ("筋斗", "- dou3"),
    ("载体", "zai4 -"),
    ("理应", "- ying1"),
    ("处以", "chu3 -"),
    ("计量", "- liang4"),
    ("向量", "- liang4"),
    ("微量", "- liang4"),
    ("康有为", "- - wei2"),
    ("波罗的海", "- - di4 -"),
    ("意思", "- si5"),
];

/// The phrases by their first character.
#[derive(Debug)]
pub(super) struct Phrases {
    by_first: HashMap<char, Vec<(&'static str, &'static str)>>,
}

impl Phrases {
    pub(super) fn new() -> Self {
        let mut by_first: HashMap<char, Vec<_>> = HashMap::new();
        for (phrase, readings) in PHRASES {
            let first = phrase.chars().next().unwrap_or_default();
            by_first.entry(first).or_default().push((phrase, readings));
        }
        Self { by_first }
    }

    /// Puts the phrases of a text right.
    pub(super) fn correct(&self, sentence: &Sentence, syllables: &mut [Syllable]) {
        for start in 0..syllables.len() {
            let first = sentence.at(start).unwrap_or_default();
            for (phrase, readings) in self.by_first.get(&first).into_iter().flatten() {
                if sentence.has_phrase(phrase, start) {
                    replace(&mut syllables[start..], readings);
                }
            }
        }
    }
}

fn replace(syllables: &mut [Syllable], readings: &str) {
    for (syllable, reading) in syllables.iter_mut().zip(readings.split(' ')) {
        if reading != "-" {
            *syllable = Syllable::new(reading, Because::Rule);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phrase_has_a_syllable_for_each_character() {
        for (phrase, readings) in PHRASES {
            assert_eq!(
                phrase.chars().count(),
                readings.split(' ').count(),
                "{phrase}"
            );
        }
    }

    #[test]
    fn no_phrase_is_listed_twice() {
        for (index, (phrase, _)) in PHRASES.iter().enumerate() {
            assert!(
                PHRASES[..index].iter().all(|(other, _)| other != phrase),
                "{phrase}"
            );
        }
    }
}
