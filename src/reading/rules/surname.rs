//! Surnames that are read otherwise than the words they look like.
//!
//! Never takes a character for a surname without a sign: 姓 before it, a title after it.

use super::sentence::Sentence;
use crate::reading::is_han;
use crate::reading::word::Kind;

const SURNAMES: [(char, &str); 13] = [
    ('单', "shan4"),
    ('任', "ren2"),
    ('仇', "qiu2"),
    ('解', "xie4"),
    ('曾', "zeng1"),
    ('区', "ou1"),
    ('查', "zha1"),
    ('盖', "ge3"),
    ('乐', "yue4"),
    ('朴', "piao2"),
    ('华', "hua4"),
    ('缪', "miao4"),
    ('纪', "ji3"),
];

/// What somebody is called by after the surname.
const TITLES: &str = "先生 小姐 太太 夫人 姑娘 公子 大人 大侠 少侠 女侠 前辈 老爷 少爷 大哥 大姐 大嫂 大娘 大婶 \
    大叔 大爷 老伯 伯母 伯伯 叔叔 婶子 嫂子 姨娘 师傅 师父 师兄 师弟 师姐 师妹 师叔 师伯 \
    家的 家人 家庄 家村 家堡 家寨 姐 嫂 哥 某 氏";

/// Titles that come with an office, which 任 may also be to hold: 他任局长.
const OFFICES: &str = "掌门 掌柜 堂主 帮主 庄主 \
    教主 宗主 寨主 岛主 谷主 长老 护法 镖头 老镖头 总镖头 将军 元帅 校尉 参将 副将 都督 总管 管家 局长 队长 厂长 \
    处长 科长 部长 校长 经理 总经理 总裁 老板 医生 大夫 护士 老师 教授 主任 书记 警官 副官 团长 营长 连长 排长 司令 \
    师长 军长 参谋 县令 知县 知府 捕头 员外 秀才 举人 尚书 侍郎 御史 丞相 太医 道长";

/// The reading of a surname, if it is one.
pub(super) fn surname(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let character = sentence.at(index)?;
    let (_, reading) = SURNAMES.iter().find(|(name, _)| *name == character)?;
    let is_name = is_told(sentence, index)
        || is_titled(sentence, index)
        || is_chief(sentence, index)
        || is_familiar(sentence, index)
        || is_first_of_a_name(sentence, index);
    is_name.then_some(*reading)
}

/// 姓单, but not 百姓单凭.
fn is_told(sentence: &Sentence, index: usize) -> bool {
    sentence.is_after("姓", index)
        && !["百姓", "同姓", "异姓"]
            .iter()
            .any(|people| sentence.is_after(people, index))
}

/// 单大侠, 曾氏; not in a longer word that is known, as in 区长老张, unless that takes the end of
/// another one away: 房东单太太.
fn is_titled(sentence: &Sentence, index: usize) -> bool {
    let word = sentence.word_at(index);
    let is_cut_wrongly = word.end == index + 1
        && word.start > 0
        && sentence.kind(&(word.start - 1..index)) == Some(Kind::Noun);
    let is_open = is_cut_wrongly || word.len() == 1 || sentence.kind(&word).is_none();
    let has = |titles: &str| {
        titles.split(' ').any(|title| {
            let length = title.chars().count();
            let is_word = length > 1 && word.len() == length + 1;
            sentence.has_text(title, index + 1) && (is_open || is_word)
        })
    };
    let holds_office = sentence.at(index) == Some('任') && !begins(sentence, index);
    (is_cut_wrongly || word.start == index) && (has(TITLES) || has(OFFICES) && !holds_office)
}

/// 曾总, but not 曾总是.
fn is_chief(sentence: &Sentence, index: usize) -> bool {
    let word = sentence.word_at(index + 1);
    let always = |c| "是会要能有在被想以把让爱".contains(c);
    sentence.has_text("曾总", index)
        && (word.end == index + 2 || sentence.kind(&word).is_none())
        && !sentence.at(index + 2).is_some_and(always)
}

/// 老曾, but not 小区.
fn is_familiar(sentence: &Sentence, index: usize) -> bool {
    let word = sentence.word_at(index);
    let alone = word.len() == 1 || word.len() == 2 && sentence.kind(&word).is_none();
    word.end == index + 1
        && alone
        && (sentence.is_after("老", index) || sentence.is_after("小", index))
}

/// 任长风 at the beginning of a clause; only surnames that hardly begin anything else.
fn is_first_of_a_name(sentence: &Sentence, index: usize) -> bool {
    let word = sentence.word_at(index);
    let guessed = word.len() == 3 && sentence.kind(&word).is_none();
    let feud = sentence
        .at(index + 1)
        .is_some_and(|next| "恨人家敌视怨".contains(next));
    word.start == index
        && begins(sentence, index)
        && match sentence.at(index) {
            Some('任') => guessed,
            Some('仇') => guessed || word.len() == 1 && !feud,
            _ => false,
        }
}

fn begins(sentence: &Sentence, index: usize) -> bool {
    index == 0 || !sentence.at(index - 1).is_some_and(is_han)
}
