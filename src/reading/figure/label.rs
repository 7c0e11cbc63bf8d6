//! When a number is a label, a year or a count.
//!
//! Never says a counted number digit by digit.

use std::ops::Range;

use super::super::numeral::is_numeral;
use super::{CODE_LENGTH, Figures, Number, value};

/// Before these a lone 2 is 两. Not 月, 日, 号, 楼, 级, 班: those count an order.
const MEASURES: &str = "个只位年天人次件名条张把块口家间座支枝匹头辆艘架台封本卷句声下遍趟场颗粒滴杯碗\
    瓶盘桌双对副套群批种样类步里米尺寸丈斤吨克元毛分秒周岁倍成招拳刀剑棵朵片串股阵道点刻万千亿圈段篇首\
    幅顶床根截行排堆团束包袋箱盒盏扇面枚发顿餐门项章回页集部";

/// After these a 2 counts an order.
const ORDINALS: &str = "第初";

/// What also follows a number that is no name.
const COUNTED: &str = "月日号节度层楼级百多余几来公毫厘平立美欧英";

/// Words whose number is a name, said digit by digit.
const CODES: [&str; 22] = [
    "号码",
    "编号",
    "代号",
    "账号",
    "帐号",
    "群号",
    "工号",
    "房号",
    "电话",
    "手机",
    "密码",
    "代码",
    "邮编",
    "尾号",
    "QQ",
    "QQ群",
    "微信",
    "微信号",
    "qq",
    "波音",
    "单元",
    "栋",
];

/// What a number of three digits or more is the name of.
const ROOMS: [&str; 8] = [
    "室",
    "号房",
    "寝室",
    "号病房",
    "房间",
    "宿舍",
    "教室",
    "包厢",
];

/// Among them, those of telephones.
const TELEPHONES: [&str; 3] = ["电话", "手机", "尾号"];

/// Who has numbers that are called, and how.
const CALLS: [&str; 11] = [
    "打", "打了", "打通", "拨", "拨了", "拨打", "拨通", "拨出", "呼叫", "热线", "致电",
];

/// Numbers that people say digit by digit, unless they count.
const NAMES: [&str; 16] = [
    "233", "520", "521", "1314", "5201314", "996", "985", "211", "404", "911", "918", "88", "4396",
    "10086", "12306", "1080",
];

/// What is called by the digits of its day or year.
const EVENTS: [&str; 9] = [
    "事件",
    "事变",
    "惨案",
    "恐袭",
    "恐怖袭击",
    "晚会",
    "运动",
    "大案",
    "地震",
];

/// After these a number of years lasts, and is no year.
const LASTING: &str = "了过共整关近约足达已满活等守经历隔第这那";

/// Words whose number is an amount although they are Latin.
const LEVELS: [&str; 9] = [
    "LV", "LEVEL", "HP", "MP", "EXP", "SP", "ATK", "DEF", "CHAPTER",
];

impl Figures {
    /// Whether a number is a name rather than an amount.
    pub(in super::super) fn is_code(&self, number: &Number) -> bool {
        let (digits, start, end) = (&number.whole, number.span.start, number.span.end);
        let before = self.before(start);
        if before.is_some_and(|c| ORDINALS.contains(c)) {
            return false;
        }
        let padded = digits.len() > 1 && digits[0] == '0';
        let grouped = digits.len() != self.digits(start).len();
        let long = digits.len() >= CODE_LENGTH && !grouped && !is_round(digits);
        let house = digits.len() > 2 && ROOMS.iter().any(|room| self.has(end, room));
        let picture = matches!(self.at(end), Some('P' | 'p')) && digits.len() > 2;
        let gun = digits[..] == ['9', '8'] && matches!(self.at(end), Some('k' | 'K'));
        // 一米八五 leaves out the name of the lower unit.
        let remainder = digits.len() == 2
            && before == Some('米')
            && start > 1
            && self.is_digit(start - 2)
            && !self.at(end).is_some_and(|c| MEASURES.contains(c));
        padded
            || long
            || picture
            || gun
            || remainder
            || house
            || self.is_numbered_by_letter(number)
            || self.is_chained(&number.span)
            || digits.len() > 2 && self.is_after_word(start, &CODES)
            || self.is_numbered(number)
            || digits.len() > 1 && EVENTS.iter().any(|event| self.has(end, event))
            || digits.len() == 2 && self.at(end) == Some('后') && digits[1] == '0'
            || self.is_known(number)
    }

    /// 1937年, 98年 and 公元618年, but not the 5000 of 5000年.
    pub(in super::super) fn is_year(&self, number: &Number) -> bool {
        let end = self
            .second(&number.span)
            .map_or(number.span.end, |second| second.end);
        if self.at(end) != Some('年') || !number.fraction.is_empty() {
            return false;
        }
        let year = value(&number.whole);
        match number.whole.len() {
            4 => {
                let century = year.is_multiple_of(100)
                    && matches!(self.at(end + 1), Some('前' | '来' | '的'));
                (1900..=2000).contains(&year) || !year.is_multiple_of(1000) && !century
            }
            2 => self.is_short_year(number.span.start, end, year),
            _ => ["公元", "公元前", "西元"]
                .iter()
                .any(|era| self.is_after(number.span.start, era)),
        }
    }

    /// 98年 is a year, 等了98年 is a long time, and 20年 rather too.
    fn is_short_year(&self, start: usize, end: usize, year: u32) -> bool {
        let after = self.at(end + 1);
        let lasts = self.before(start).is_some_and(|c| LASTING.contains(c))
            || after.is_some_and(|c| "前后来间以之内寿代多".contains(c));
        let dated = after.is_some_and(|c| c.is_ascii_digit() || "春夏秋冬初底末".contains(c));
        !lasts && (dated || year > 50 && !year.is_multiple_of(10))
    }

    /// Whether a 2 here counts things, so that it is 两.
    pub(in super::super) fn counts(&self, number: &Number) -> bool {
        let ordinal = |c: char| ORDINALS.contains(c) || c.is_ascii_alphabetic();
        let before = self.chars[..number.span.start]
            .iter()
            .rev()
            .find(|c| **c != ' ');
        if before.copied().is_some_and(ordinal) {
            return false;
        }
        let end = self
            .second(&number.span)
            .map_or(number.span.end, |second| second.end);
        let after = self.chars[end..].iter().filter(|c| **c != ' ');
        let after: Vec<char> = after.take(2).copied().collect();
        match after[..] {
            ['小', next] => matches!(next, '时' | '块' | '段'),
            ['公', next] => "斤里尺顷分升亩".contains(next),
            ['毫' | '厘' | '平' | '立', _] | ['美' | '欧' | '日' | '港', '元'] | ['光', '年'] => {
                true
            }
            ['英', next] => "里寸尺镑".contains(next),
            ['年', next] => next != '级',
            [measure, ..] => MEASURES.contains(measure),
            [] => false,
        }
    }

    /// 打110, 手机尾号1356, 211大学: with 幺 for 1.
    pub(in super::super) fn is_called(&self, start: usize, digits: &str) -> bool {
        let short = matches!(
            digits,
            "110" | "119" | "120" | "122" | "114" | "10086" | "12306" | "12345"
        );
        let school = digits == "211"
            && ["大学", "院校", "高校", "工程"]
                .iter()
                .any(|word| self.has(start + 3, word));
        let called = short && CALLS.iter().any(|call| self.is_after(start, call));
        let named = self.is_after_word(start, &TELEPHONES);
        let counted = self
            .at(start + digits.len())
            .is_some_and(|c| MEASURES.contains(c));
        school || (called || named) && !counted
    }

    /// After a letter: B612 is said digit by digit, but S12 and LV25 are amounts.
    fn is_numbered_by_letter(&self, number: &Number) -> bool {
        let hyphen = self.before(number.span.start) == Some('-');
        let start = number.span.start - usize::from(hyphen);
        let n_letters = self.chars[..start]
            .iter()
            .rev()
            .take_while(|c| c.is_ascii_alphabetic())
            .count();
        let word: String = self.chars[start - n_letters..start].iter().collect();
        let han = hyphen && self.before(start).is_some_and(super::super::is_han);
        let long = number.whole.len() > 2 || number.whole.len() == 2 && number.whole[0] > '1';
        if n_letters == 0 {
            return han && number.whole.len() > 2;
        }
        long && number.fraction.is_empty() && !LEVELS.contains(&word.to_ascii_uppercase().as_str())
    }

    /// 101号 and 9527号, but neither 100号 nor 150号人.
    fn is_numbered(&self, number: &Number) -> bool {
        let person = self.at(number.span.end) == Some('号');
        let crowd = self.at(number.span.end + 1) == Some('人');
        person && !crowd && number.whole.len() > 2 && !number.whole.ends_with(&['0'; 2])
    }

    /// A number that is known by its digits: 233, 666.
    pub(super) fn is_known(&self, number: &Number) -> bool {
        let digits: String = number.whole.iter().collect();
        let cheer = digits.len() > 2
            && (digits.bytes().all(|c| c == digits.as_bytes()[0]) && "5678".contains(&digits[..1])
                || digits.starts_with("23") && digits[1..].bytes().all(|c| c == b'3'));
        let known = cheer || NAMES.contains(&digits.as_str());
        let beside = self.at(number.span.end);
        let counts = beside.is_some_and(|c| {
            MEASURES.contains(c)
                || COUNTED.contains(c)
                || is_numeral(c)
                || c.is_ascii_graphic() && !"!,.?;:)\"'".contains(c)
        });
        let led = self
            .before(number.span.start)
            .is_some_and(|c| "+-:/￥¥$€£".contains(c));
        known && !counts && !led && number.fraction.is_empty()
    }

    /// One of several numbers between hyphens.
    fn is_chained(&self, span: &Range<usize>) -> bool {
        let left =
            span.start > 1 && self.at(span.start - 1) == Some('-') && self.is_digit(span.start - 2);
        let right = self.at(span.end) == Some('-') && self.is_digit(span.end + 1);
        left && !self.is_link(span.start - 1) && !self.is_sum(span.start - 1)
            || right && !self.is_link(span.end) && !self.is_sum(span.end)
    }

    pub(super) fn is_after_word(&self, start: usize, words: &[&str]) -> bool {
        let joints = |c: &&char| matches!(c, ':' | ' ' | '是' | '为');
        let joint = self.chars[..start].iter().rev().take_while(joints).count();
        words.iter().any(|word| self.is_after(start - joint, word))
    }
}

/// 10000000 is an amount; 13800000000 is somebody's telephone.
fn is_round(digits: &[char]) -> bool {
    let telephone = digits.len() == 11 && digits[0] == '1' && digits[1] != '0';
    digits.ends_with(&['0'; 4]) && digits.len() <= 13 && !telephone
}
