//! Words of a text that look like names of people and places.
//!
//! Never claims to find all of them: it finds what a person should listen to before the night.

use std::collections::HashMap;

use super::word::Dictionary;
use super::{Reader, pinyin};
use crate::book;

/// Characters that a family name of one character begins with.
const SURNAMES: &str = "赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳\
    酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋\
    茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫经房裘缪干解应宗丁\
    宣贲邓郁单杭洪包诸左石崔吉龚程嵇邢裴陆荣翁荀羊惠甄曲家封芮储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊\
    宫宁仇栾暴甘厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴胥能苍双闻莘党翟谭贡劳逄姬申扶\
    堵冉宰郦雍璩桑桂濮牛寿通边扈燕冀浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终居衡步都耿满弘匡国文寇广禄阙东欧\
    沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公肖闫涂仉";

/// Words after which somebody speaks.
const SAYS: [&str; 14] = [
    "说", "道", "问", "说道", "问道", "笑道", "答道", "喊道", "叫道", "喝道", "怒道", "叹道",
    "冷笑", "心想",
];

/// In a sample this often, a word may be a name.
const LEAST: usize = 2;

/// The longest name in characters.
const LONGEST: usize = 7;

impl Reader {
    /// The words of a text that look like names, as they are written there, the most frequent first.
    pub fn names<'a>(&self, lines: impl Iterator<Item = &'a str>) -> Vec<String> {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for line in lines {
            let simplified = self.simplified(line);
            for name in names(&self.dictionary, &simplified, line) {
                *counts.entry(name).or_insert(0) += 1;
            }
        }
        let mut names: Vec<(usize, String)> = counts
            .into_iter()
            .filter(|(_, count)| *count >= LEAST)
            .map(|(name, count)| (count, name))
            .collect();
        names.sort_by(|left, right| right.0.cmp(&left.0).then(left.1.cmp(&right.1)));
        names.into_iter().map(|(_, name)| name).collect()
    }

    /// Whether everybody knows a character.
    pub fn is_common(&self, character: char) -> bool {
        let plain = self
            .simplified(character.encode_utf8(&mut [0; 4]))
            .chars()
            .next();
        book::common_han().any(|common| Some(common) == plain)
    }

    /// The ways in which a character can be read, the most common first; none when it is not known.
    pub fn readings(&self, character: char) -> Vec<String> {
        let plain = self
            .simplified(character.encode_utf8(&mut [0; 4]))
            .chars()
            .next();
        plain.map(pinyin::readings).unwrap_or_default()
    }
}

/// The names of one line, as `written` has them.
fn names(dictionary: &Dictionary, simplified: &str, written: &str) -> Vec<String> {
    let tagged = dictionary.tagged(simplified);
    let mut chars = written.chars();
    let (mut is_edge, mut before) = (true, "");
    let mut names = Vec::new();
    for (index, (word, tag)) in tagged.iter().enumerate() {
        let length = word.chars().count();
        let original: String = chars.by_ref().take(length).collect();
        let speaks = is_edge
            && tagged
                .get(index + 1)
                .is_some_and(|(next, _)| SAYS.contains(next));
        // 封信 of 三封信 is no name.
        let is_counted = before.starts_with('m');
        if !is_counted && (2..=LONGEST).contains(&length) && is_name(word, tag, speaks) {
            names.push(original);
        }
        is_edge = !word.starts_with(super::is_han);
        before = tag;
    }
    names
}

/// The dictionary's own names, and words that it does not know where a speaker is named.
fn is_name(word: &str, tag: &str, speaks: bool) -> bool {
    if !word.chars().all(super::is_han) {
        return false;
    }
    match tag {
        "nrt" | "ns" => true,
        "nr" => speaks || word.starts_with(|c| SURNAMES.contains(c)),
        "x" | "nz" => speaks,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::Script;

    fn found(script: Script, text: &str) -> Vec<String> {
        Reader::new(script).unwrap().names(text.lines())
    }

    #[test]
    fn people_and_places_that_come_again_are_found() {
        let text = "赵敏来到北京。\n赵敏说：“好。”\n窦霁岚说：“走。”\n窦霁岚说：“去北京。”\n";
        let names = found(Script::Simplified, text);
        for name in ["赵敏", "北京", "窦霁岚"] {
            assert!(names.contains(&name.to_owned()), "{name} of {names:?}");
        }
    }

    #[test]
    fn names_are_given_as_they_are_written() {
        let text = "趙雲到了漢中，趙雲在漢中。";
        let names = found(Script::Traditional, text);
        assert!(names.contains(&"趙雲".to_owned()), "{names:?}");
    }

    #[test]
    fn what_comes_once_and_plain_words_are_no_names() {
        let names = found(
            Script::Simplified,
            "赵敏走了。他们走了，他们看见高山。\n他们说好。",
        );
        assert_eq!(names, [""; 0]);
    }
}
