//! Corrections of what the dictionary gets wrong in prose.
//!
//! Never guesses: a rule is here only when its reading is nearly always right. What is left is the
//! dictionary's reading.

mod degree;
mod neutral;
mod phrase;
mod sentence;
mod surname;

use std::ops::Range;

use super::numeral::is_numeral;
use super::word::{Dictionary, Kind};
use super::{Because, Syllable};
use degree::degree;
use neutral::Neutrals;
use phrase::Phrases;
use sentence::Sentence;
use surname::surname;

/// Before 为 these make it "be, become": 称为, 最为.
const BECOMES: &str = "成作认称视化变改分封贬降尊名均最极颇甚更较尤转译命任选推沦升拜立奉传合结列定设评誉喻乃\
    皆俱仅身互";

/// After 为 these make it "be": 为首, 为王.
const IS: &str = "最首王例止伍妻妾奴敌友荣耻准";

/// 只 is "only" after 这 and 那 when one of these follows: 这只是.
const ONLY: &str = "是有能会要不好怕为剩";

/// Before 长 at the end of a word these make it a chief.
const OFFICES: &str =
    "员书局所处计船旅事舰署市省县乡镇村区队班排连营团师军校院部厅司科股室组会站厂店社馆庭狱";

/// Before 子 at the end of a word these make it a mere suffix.
const THINGS: &str = "孩儿房桌椅屋村院园肠脑肚脖鼻胡口妹嫂婶胆刀叉盘杯瓶罐箱柜袖裤裙帽鞋袜轿骡驴狮猴兔鸽蚊\
    傻呆疯骗矮胖瘦聋瞎瘸跛案炉灶锅班性法例样影身面帘窗梯车轮鞭绳棍锤钉斧凳垫褥被毯扇扣链镜筷勺笼\
    圈摊铺厂园竹叶果桃梨柿橘栗茄麦豆包饺粽册票牌棋骰谜嗓辫婊痞伙爷伢崽阵下辈份汉主婆姑娃妮厨贩探蛮鞑侉\
    金谷珠镯簪梳剪锥凿锯锉钩镊钎铲筛梭楔碾耙掸篓筐匣袋缸坛盆碟钵盅匙筒管笛哨弦棒竿靶旗幌帐毡绸缎绫索\
    袍褂靴套领帕褶兜膀肘腕腰蹄翅驼狸獐狍蝎虫耗虾犊羔穗秧稻黍稗藤苇枣杏橙柚椰榛饼馓坯板框椽棚宅寨坝\
    馆店窑营坎槽池筏步路款稿谱段档签码锭位座引乱漏岔弯状尖渣沫雹疹疖瘤痱茧瘊秃麻辣";

/// After 上将 these are what is taken.
const TAKEN: &str = "他她它我你其那这自手一两身目";

/// After 将门 these are what is done to a door.
const SHUT: &str = "推关带拉打锁踢撞反开合敲闩闭掩虚轻重";

/// The rules and the phrases they start from.
#[derive(Debug)]
pub(super) struct Rules {
    phrases: Phrases,
    neutrals: Neutrals,
}

impl Rules {
    pub(super) fn new() -> Self {
        Self {
            phrases: Phrases::new(),
            neutrals: Neutrals::new(),
        }
    }

    /// Corrects the syllables of a text in place.
    pub(super) fn correct(
        &self,
        dictionary: &Dictionary,
        chars: &[char],
        spans: &[Range<usize>],
        syllables: &mut [Syllable],
    ) {
        let sentence = Sentence::new(dictionary, chars, spans);
        self.neutrals.correct(&sentence, syllables);
        self.phrases.correct(&sentence, syllables);
        for (index, syllable) in syllables.iter_mut().enumerate() {
            if let Some(reading) = reading(&sentence, index) {
                *syllable = Syllable::new(reading, Because::Rule);
            }
        }
    }
}

fn reading(sentence: &Sentence, index: usize) -> Option<&'static str> {
    match sentence.at(index)? {
        '地' => adverbial(sentence, index),
        '得' => degree(sentence, index),
        '了' => finished(sentence, index),
        '只' => Some(only_or_one(sentence, index)),
        '为' => for_or_as(sentence, index),
        '将' => general(sentence, index),
        '还' => give_back(sentence, index),
        '长' => chief(sentence, index),
        '量' => amount(sentence, index),
        '子' => suffix(sentence, index),
        '重' => heavily(sentence, index),
        '场' => event(sentence, index),
        _ => surname(sentence, index),
    }
}

/// 慢慢地走 is `de5`; 地 as the ground is left alone.
fn adverbial(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let word = sentence.word_at(index);
    if word.len() > 2 && word.end == index + 1 {
        let manner = sentence.kind(&(word.start..index)) == Some(Kind::Descriptive);
        return (manner || sentence.is_doubled(word.start)).then_some("de5");
    }
    if word.len() > 1 {
        return None;
    }
    let manner = sentence.word_before(index)?;
    let doubled = sentence.is_doubled(manner.start) && manner.len() > 1
        || manner.len() > 2 && sentence.is_doubled(manner.end - 2)
        || sentence.is_repeated(manner.end);
    if doubled {
        return Some("de5");
    }
    let follows = sentence.word_after(index)?;
    let described = sentence.kind(&manner) == Some(Kind::Descriptive);
    let does = matches!(sentence.kind(&follows), Some(Kind::Verb) | None)
        || described && sentence.kind(&follows) == Some(Kind::Other)
        || sentence.is_doubled(follows.start)
        || "一向把将对从在朝被往跟说道想看笑喊叫问".contains(sentence.at(follows.start)?);
    let how = match sentence.kind(&manner) {
        Some(Kind::Counting) => false,
        Some(_) => manner.len() > 1 && !sentence.is_place(&manner),
        None => "般样性".contains(sentence.at(manner.end - 1)?),
    };
    (how && does).then_some("de5")
}

/// 重重地 and 重重一顿 are `zhong4`; 困难重重 keeps `chong2`.
fn heavily(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let word = sentence.word_at(index);
    if word.len() != 2 || !sentence.is_doubled(word.start) {
        return None;
    }
    let after = sentence.word_after(index)?;
    let layered = "围包叠阻封把设保守".contains(sentence.at(after.start)?);
    let struck =
        "一地的".contains(sentence.at(after.start)?) || sentence.kind(&after) == Some(Kind::Verb);
    (struck && !layered).then_some("zhong4")
}

/// 那场雨 is `chang2`, 那场戏 is `chang3`.
fn event(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let before = index.checked_sub(1).and_then(|index| sentence.at(index))?;
    let counted = "一这那每头整几半".contains(before);
    let shown = sentence.word_after(index).is_some_and(|shown| {
        "戏电影球比演音考舞赛秀婚宴晚酒拍".contains(sentence.at(shown.start).unwrap_or_default())
    });
    let ends = sentence.word_at(index).end == index + 1;
    (counted && ends).then_some(if shown { "chang3" } else { "chang2" })
}

/// 受得了 is `liao3`; the 得了 that stands alone is `le5`, and so is 了 after a foreign word.
fn finished(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let word = sentence.word_at(index);
    if word.len() == 3 && sentence.is_after("得", index) {
        return Some("liao3");
    }
    let Some(before) = sentence.word_before(index) else {
        let alone = word.len() == 1 && sentence.at(index + 1) != Some('得');
        return alone.then_some("le5");
    };
    if word.len() > 1 || !sentence.is_any(&before, &["得"]) {
        return None;
    }
    let acts = sentence.word_before(before.start);
    let able = acts.is_some_and(|acts| {
        sentence.kind(&acts) == Some(Kind::Verb) || sentence.is_any(&acts, &["不", "怎么", "还"])
    });
    Some(if able { "liao3" } else { "le5" })
}

/// 两只 is `zhi1`, 只是 is `zhi3`: the dictionary takes `zhi1` where it does not know the word.
fn only_or_one(sentence: &Sentence, index: usize) -> &'static str {
    let before = index.checked_sub(1).and_then(|index| sentence.at(index));
    let after = sentence.at(index + 1);
    let only = after.is_some_and(|after| ONLY.contains(after));
    let counted = match before {
        Some('这' | '那' | '哪' | '每' | '整' | '另' | '某' | '数' | '像') => !only,
        Some('几' | '半' | '船' | '舰' | '影' | '双') => true,
        Some(before) => is_numeral(before) && !sentence.is_after("万一", index),
        None => false,
    };
    let lonely = matches!(after, Some('身' | '言' | '字' | '影' | '眼'));
    if counted || lonely { "zhi1" } else { "zhi3" }
}

/// 称为 is `wei2`, 为了 is `wei4`.
fn for_or_as(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let before = index.checked_sub(1).and_then(|index| sentence.at(index));
    if before.is_some_and(|before| BECOMES.contains(before)) {
        return Some("wei2");
    }
    let word = sentence.word_at(index);
    let after = sentence.at(index + 1)?;
    match after {
        '了' if word.start == index && before != Some('以') => Some("wei4"),
        '何' | '此' if word.start == index => Some("wei4"),
        after if word.len() == 1 && IS.contains(after) => Some("wei2"),
        _ if word.len() == 1 && sentence.has_in_clause('所', index) => Some("wei2"),
        _ => None,
    }
}

/// 大将 is `jiang4`, but 大将军 is `jiang1`.
fn general(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let after = sentence.at(index + 1)?;
    // 从沙发上将她扶起 and 他将门推开 hold no officer.
    let takes = sentence.is_after("上", index) && TAKEN.contains(after);
    let shuts = after == '门' && sentence.at(index + 2).is_some_and(|c| SHUT.contains(c));
    (after == '军' || takes || shuts).then_some("jiang1")
}

/// 还给你 at the end of a clause gives back, and so does 还 itself unless somebody stammers; elsewhere it may be "also for you".
fn give_back(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let mut receiver = index + 1;
    if sentence
        .at(receiver)
        .is_some_and(|c| "，。！？；".contains(c))
    {
        let stammers = sentence.at(receiver + 1) == Some('还');
        return (!stammers).then_some("huan2");
    }
    if sentence.at(receiver) == Some('给') {
        receiver += 1;
    }
    let person = sentence
        .at(receiver)
        .is_some_and(|c| "我你您他她它".contains(c));
    let plural = sentence.at(receiver + 1) == Some('们');
    let end = receiver + 1 + usize::from(plural);
    let closed = sentence
        .at(end)
        .is_none_or(|c| !super::is_han(c) || "吧了吗呢啊罢".contains(c));
    (person && closed).then_some("huan2")
}

/// 船长 is `zhang3`; 身长 is not in the list.
fn chief(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let word = sentence.word_at(index);
    let office = index > word.start && OFFICES.contains(sentence.at(index - 1)?);
    (office && word.end == index + 1).then_some("zhang3")
}

/// 需求量 is `liang4`; 商量 and its like have two characters.
fn amount(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let word = sentence.word_at(index);
    (word.len() > 2 && word.end == index + 1).then_some("liang4")
}

/// 箱子 is `zi5`, 君子 is a man.
fn suffix(sentence: &Sentence, index: usize) -> Option<&'static str> {
    let word = sentence.word_at(index);
    let thing = index > word.start && THINGS.contains(sentence.at(index - 1)?);
    (thing && word.end == index + 1).then_some("zi5")
}

#[cfg(test)]
mod tests;
