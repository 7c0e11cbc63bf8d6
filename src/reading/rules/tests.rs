//! Each rule on the smallest text that shows it, and on one where it must hold back.

use crate::reading::{Reader, Script};

/// Checks cases of a text and the syllables of one character in it, at each place where it stands.
fn check(character: char, cases: &[(&str, &str)]) {
    let reader = Reader::new(Script::Simplified).unwrap();
    for (text, expected) in cases {
        let reading = reader.read(text);
        let spoken = reading.spoken();
        let han = spoken.chars().filter(|&c| crate::reading::is_han(c));
        let heard: Vec<&str> = han
            .zip(reading.pinyin())
            .filter(|(c, _)| *c == character)
            .map(|(_, syllable)| syllable)
            .collect();
        assert_eq!(heard.join(" "), *expected, "{text} {:?}", reading.words);
    }
}

#[test]
fn the_particle_of_manner_is_neutral() {
    check(
        '地',
        &[
            ("他慢慢地走", "de5"),
            ("她狠狠地瞪了一眼", "de5"),
            ("他无奈地说", "de5"),
            ("兴奋地大叫", "de5"),
            ("小心翼翼地推开门", "de5"),
            ("下意识地后退", "de5"),
            ("仔细地替她系上", "de5"),
            ("剧烈地颤动", "de5"),
            ("一步一步地走", "de5"),
            ("大片大片地倒下", "de5"),
            ("静静地，雪落下来", "de5"),
        ],
    );
}

#[test]
fn the_ground_keeps_its_tone() {
    check(
        '地',
        &[
            ("他坐在地上", "di4"),
            ("大地震动", "di4"),
            ("看地图", "di4"),
            ("这片土地", "di4"),
            ("就地坐下", "di4"),
            ("这块地卖了", "di4"),
            ("他忽地站起", "di4"),
        ],
    );
}

#[test]
fn the_particle_of_degree_is_neutral() {
    check(
        '得',
        &[
            ("他跑得快", "de5"),
            ("吓得脸都白了", "de5"),
            ("高兴得跳起来", "de5"),
            ("我觉得值得", "de5 de5"),
            ("干得好", "de5"),
            ("这一天等得太久了", "de5"),
            ("房里静得能听见", "de5"),
        ],
    );
}

#[test]
fn getting_keeps_its_tone() {
    check(
        '得',
        &[
            ("他得到消息", "de2"),
            ("得知此事", "de2"),
            ("不得不走", "de2"),
            ("他得了病", "de2"),
        ],
    );
}

#[test]
fn having_to_is_dei() {
    check(
        '得',
        &[
            ("还得去找", "dei3"),
            ("总得试试", "dei3"),
            ("非得打一架", "dei3"),
            ("我得走了", "dei3"),
            ("你们得回去", "dei3"),
            ("你得先学会", "dei3"),
        ],
    );
}

#[test]
fn enough_of_it_is_neutral_but_able_to_is_not() {
    check(
        '了',
        &[
            ("“得了，走吧。”", "le5"),
            ("“得了得了！”", "le5 le5"),
            ("谁受得了", "liao3"),
            ("去不了", "liao3"),
            ("我了解他", "liao3"),
            ("了结此事", "liao3"),
            ("他走了", "le5"),
            ("OK了", "le5"),
            ("取得了胜利", "le5"),
        ],
    );
}

#[test]
fn counted_animals_differ_from_only() {
    check(
        '只',
        &[
            ("两只猫", "zhi1"),
            ("3只鸡", "zhi1"),
            ("那只狗", "zhi1"),
            ("那只是传说", "zhi3"),
            ("他只想睡", "zhi3"),
            ("只不过", "zhi3"),
            ("万一只剩他", "zhi3"),
            ("只身一人", "zhi1"),
        ],
    );
}

#[test]
fn being_differs_from_being_for() {
    check(
        '为',
        &[
            ("为了他", "wei4"),
            ("这是为何", "wei4"),
            ("他被称为鬼才", "wei2"),
            ("最为要紧", "wei2"),
            ("成为了头领", "wei2"),
            ("为人所知", "wei2"),
            ("我以为是他", "wei2"),
            ("因为下雨", "wei4"),
            ("为什么", "wei4"),
        ],
    );
}

#[test]
fn officers_are_jiang_but_generals_are_not() {
    check(
        '将',
        &[
            ("副将来到", "jiang4"),
            ("参将", "jiang4"),
            ("守将", "jiang4"),
            ("大将", "jiang4"),
            ("将士们", "jiang4"),
            ("大将军", "jiang1"),
            ("马上将要开始", "jiang1"),
            ("群众将信将疑", "jiang1 jiang1"),
            ("他将要走", "jiang1"),
        ],
    );
}

#[test]
fn giving_back_is_huan() {
    check(
        '还',
        &[
            ("欠债还钱", "huan2"),
            ("把刀还给我！", "huan2"),
            ("归还", "huan2"),
            ("还你。", "huan2"),
            ("迟早要还。", "huan2"),
            ("他还……", "hai2"),
            ("他还，还没来", "hai2 hai2"),
            ("他还……还没来", "hai2 hai2"),
            ("他还给我买了鞋", "hai2"),
            ("他还在", "hai2"),
        ],
    );
}

#[test]
fn heavily_differs_from_layered() {
    check(
        '重',
        &[
            ("他重重地坐下", "zhong4 zhong4"),
            ("重重一拳", "zhong4 zhong4"),
            ("困难重重", "chong2 chong2"),
        ],
    );
}

#[test]
fn particles_are_neutral() {
    check('们', &[("他们", "men5"), ("孩子们", "men5")]);
    check('吗', &[("好吗", "ma5")]);
    check('呢', &[("人呢", "ne5")]);
    check('吧', &[("走吧", "ba5")]);
    check(
        '子',
        &[
            ("孩子", "zi5"),
            ("桌子", "zi5"),
            ("孔子", "zi3"),
            ("弟子", "zi3"),
            ("房子", "zi5"),
            ("旗子", "zi5"),
            ("汉子", "zi5"),
            ("鞑子", "zi5"),
            ("男子", "zi3"),
            ("太子", "zi3"),
        ],
    );
    check(
        '着',
        &[
            ("看着他着急", "zhe5 zhao2"),
            ("睡着了", "zhao2"),
            ("坐着", "zhe5"),
        ],
    );
    check(
        '行',
        &[
            ("银行行长", "hang2 hang2"),
            ("行会", "hang2"),
            ("行人", "xing2"),
        ],
    );
    check(
        '长',
        &[("校长", "zhang3"), ("长大", "zhang3"), ("很长", "chang2")],
    );
}

#[test]
fn some_words_end_without_a_tone() {
    check('生', &[("任先生", "sheng5"), ("生先生", "sheng1 sheng5")]);
    check('太', &[("老太太来了", "tai4 tai5"), ("太大了", "tai4")]);
    check('方', &[("这个地方", "fang5"), ("方向", "fang1")]);
}

#[test]
fn a_verb_said_twice_ends_without_a_tone() {
    check('看', &[("你看看", "kan4 kan5"), ("看一看", "kan4 kan4")]);
    check('整', &[("整整一夜", "zheng3 zheng3")]);
    check('摇', &[("摇摇晃晃地走", "yao2 yao2")]);
}

#[test]
fn a_surname_needs_a_sign() {
    check(
        '单',
        &[
            ("单大侠来了", "shan4"),
            ("单刀直入", "dan1"),
            ("房东单太太", "shan4"),
            ("百姓单凭这个", "dan1"),
        ],
    );
    check('解', &[("解大哥", "xie4"), ("解开绳子", "jie3")]);
    check(
        '曾',
        &[
            ("老曾来了", "zeng1"),
            ("他曾来过", "ceng2"),
            ("曾总来了", "zeng1"),
            ("他曾总是笑", "ceng2"),
            ("百姓曾经很苦", "ceng2"),
            ("他姓曾", "zeng1"),
        ],
    );
    check(
        '任',
        &[
            ("任先生", "ren2"),
            ("我们任大哥", "ren2"),
            ("任局长来了", "ren2"),
            ("他任团长", "ren4"),
            ("他曾任局长", "ren4"),
            ("她任教授课", "ren4"),
            ("百姓任人宰割", "ren4"),
        ],
    );
    check('查', &[("姓查的", "zha1"), ("查了一遍", "cha2")]);
    check(
        '区',
        &[
            ("区老板", "ou1"),
            ("住在小区里", "qu1"),
            ("区长老张", "qu1"),
        ],
    );
    check('乐', &[("百姓乐于听", "le4")]);
}

#[test]
fn an_event_differs_from_a_place() {
    check(
        '场',
        &[
            ("下了一场雨", "chang2"),
            ("看了一场电影", "chang3"),
            ("在场的人", "chang3"),
        ],
    );
}

#[test]
fn a_longer_phrase_overrules_what_lies_in_it() {
    check('大', &[("大夫来了", "dai4"), ("御史大夫来了", "da4")]);
    check('种', &[("种的菜", "zhong4"), ("这种的", "zhong3")]);
}

#[test]
fn a_guessed_word_holds_no_particle() {
    check('得', &[("他这一剑刺得极快", "de5")]);
    check('地', &[("摇摇晃晃地朝桥头走去", "de5")]);
}

#[test]
fn an_officer_is_told_from_what_is_taken() {
    check(
        '将',
        &[
            ("从沙发上将她扶起", "jiang1"),
            ("他将门推开", "jiang1"),
            ("他将领着众人上山", "jiang1"),
            ("将门之后", "jiang4"),
            ("他是陆军上将", "jiang4"),
        ],
    );
}
