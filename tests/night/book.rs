//! A novel of short sentences, no two alike.
//!
//! Never repeats a sentence: what was spoken once would not be asked for again.

const PEOPLE: [&str; 25] = [
    "阿禾", "掌柜", "学徒", "船工", "郎中", "老人", "孙女", "书生", "木匠", "铁匠", "厨子", "车夫",
    "渔夫", "猎户", "牧童", "僧人", "道士", "镖师", "账房", "更夫", "媒婆", "裁缝", "石匠", "花匠",
    "邻居",
];

const PLACES: [&str; 20] = [
    "客栈", "渡口", "山路", "长街", "茶馆", "城门", "银铺", "小巷", "桥头", "院子", "河边", "井边",
    "树下", "田里", "庙里", "船上", "楼上", "窗前", "灯下", "门口",
];

const DEEDS: [&str; 20] = [
    "喝茶", "读书", "下棋", "睡觉", "唱歌", "写信", "等人", "看雪", "听雨", "说书", "钓鱼", "劈柴",
    "磨刀", "补网", "算账", "洗衣", "做饭", "点灯", "关门", "打盹",
];

/// The most sentences that differ.
const MOST: usize = PEOPLE.len() * PLACES.len() * DEEDS.len();

/// A novel of so many chunks in chapters of so many, headings among them.
pub fn novel(n_chunks: usize, per_chapter: usize) -> String {
    assert!(n_chunks <= MOST, "there are {MOST} sentences");
    let line = |index: usize| match index % per_chapter {
        0 => format!(
            "第{}章 {}\n",
            index / per_chapter + 1,
            PLACES[index % PLACES.len()]
        ),
        _ => format!("{}\n", sentence(index)),
    };
    (0..n_chunks).map(line).collect()
}

fn sentence(index: usize) -> String {
    let person = PEOPLE[index % PEOPLE.len()];
    let place = PLACES[index / PEOPLE.len() % PLACES.len()];
    let deed = DEEDS[index / PEOPLE.len() / PLACES.len() % DEEDS.len()];
    format!("{person}在{place}{deed}。")
}
