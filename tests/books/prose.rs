//! Prose to fill long chapters with: our own sentences, combined.
//!
//! Never writes the same paragraph twice in one case, and never anything that looks like a heading
//! or like dirt.

const SKIES: [&str; 8] = [
    "雪停了",
    "天色暗了下来",
    "月亮从云里出来",
    "风吹过屋檐",
    "雨下得更密了",
    "雾慢慢散开",
    "远处传来钟声",
    "河面结了薄冰",
];
const PEOPLE: [&str; 9] = [
    "老周",
    "阿禾",
    "说书的老人",
    "渡口的船工",
    "掌柜",
    "年轻的学徒",
    "卖炭的汉子",
    "守夜的更夫",
    "穿青衣的客人",
];
const PLACES: [&str; 8] = [
    "客栈门口",
    "城墙根下",
    "石桥上",
    "后院里",
    "长街尽头",
    "茶馆二楼",
    "山神庙前",
    "渡口旁边",
];
const DEEDS: [&str; 8] = [
    "把灯笼挂得更高了一些",
    "低着头想了很久",
    "往炉子里添了两块炭",
    "望着来路没有说话",
    "把信又看了一遍",
    "轻轻叹了一口气",
    "拍了拍肩上的雪",
    "数着袋里剩下的铜钱",
];
const WORDS: [&str; 8] = [
    "你怎么到现在才来？",
    "路上好走吗？",
    "今晚怕是走不成了。",
    "灯还亮着呢。",
    "那封信我已经送到了。",
    "等天亮了再说吧。",
    "他真的会回来吗？",
    "我记得这个声音。",
];
const ENDS: [&str; 6] = [
    "谁也没有再开口",
    "心里却安定了许多",
    "炉火噼啪响了一声",
    "外面的脚步声渐渐远了",
    "连狗也不叫了",
    "这一夜还长得很",
];

const TRADITIONAL: [[&str; 4]; 5] = [
    ["雪停了", "天色暗了下來", "風吹過屋簷", "遠處傳來鐘聲"],
    ["老周", "說書的老人", "渡口的船工", "賣炭的漢子"],
    ["客棧門口", "城牆根下", "長街盡頭", "茶館二樓"],
    [
        "把燈籠掛得更高了一些",
        "低著頭想了很久",
        "望著來路沒有說話",
        "輕輕嘆了一口氣",
    ],
    [
        "誰也沒有再開口",
        "爐火輕輕響了一聲",
        "外面的腳步聲漸漸遠了",
        "這一夜還長得很",
    ],
];

/// Writes paragraphs, each unlike the others.
#[derive(Debug, Default)]
pub struct Writer {
    n_written: usize,
}

impl Writer {
    /// Puts prose in the place of every line `@N` and `@TN`.
    pub fn fill(&mut self, text: &str) -> String {
        if !text.contains('@') {
            return text.to_owned();
        }
        let lines = text.split_inclusive('\n');
        lines.map(|line| self.fill_line(line)).collect()
    }

    fn fill_line(&mut self, line: &str) -> String {
        let wanted = line.trim_end().strip_prefix('@');
        let parsed = wanted.and_then(|wanted| {
            let digits = wanted.trim_start_matches('T');
            Some((digits.parse().ok()?, digits.len() < wanted.len()))
        });
        match parsed {
            Some((n_characters, false)) => self.prose(n_characters),
            Some((n_characters, true)) => self.traditional(n_characters),
            None => line.to_owned(),
        }
    }

    /// At least `n_characters` of prose in lines.
    pub fn prose(&mut self, n_characters: usize) -> String {
        self.lines(n_characters, Self::paragraph)
    }

    /// The same in Traditional script.
    pub fn traditional(&mut self, n_characters: usize) -> String {
        self.lines(n_characters, Self::traditional_paragraph)
    }

    fn lines(&mut self, n_characters: usize, write: fn(&mut Self) -> String) -> String {
        let (mut text, mut n_written) = (String::new(), 0);
        while n_written < n_characters {
            let paragraph = write(self);
            n_written += paragraph.chars().count();
            text += &paragraph;
            text.push('\n');
        }
        text
    }

    /// Each place of the sentence turns at its own pace, so that no two paragraphs are alike.
    fn paragraph(&mut self) -> String {
        let n = self.next();
        let pick = |list: &'static [&'static str], pace: usize| list[(n / pace) % list.len()];
        let (sky, person, place) = (pick(&SKIES, 1), pick(&PEOPLE, 1), pick(&PLACES, 3));
        let (deed, end, other) = (pick(&DEEDS, 5), pick(&ENDS, 1), pick(&PEOPLE, 7));
        if n % 3 == 1 {
            let words = pick(&WORDS, 2);
            return format!("“{words}”{person}在{place}问道，{deed}，{sky}。");
        }
        format!(
            "{sky}，{person}在{place}{deed}，{end}。{other}走了{}步，{}。",
            n + 11,
            pick(&ENDS, 11)
        )
    }

    fn traditional_paragraph(&mut self) -> String {
        let n = self.next();
        let pick = |list: usize, pace: usize| TRADITIONAL[list][(n / pace) % 4];
        let (sky, person, place) = (pick(0, 1), pick(1, 3), pick(2, 2));
        let (deed, end) = (pick(3, 5), pick(4, 1));
        format!(
            "{sky}，{person}在{place}{deed}，{end}。他數到第{}步，{}。",
            n + 11,
            pick(4, 7)
        )
    }

    fn next(&mut self) -> usize {
        self.n_written += 1;
        self.n_written
    }
}
