//! What the figures of a text mean: amount, code, year or range.
//!
//! Never says anything: it only answers questions about the text around a number.

use std::ops::Range;

/// Before these a lone 2 is 两. Not 月, 日, 号, 楼, 级, 班: those count an order.
const MEASURES: &str = "个只位年天人次件名条张把块口家间座支枝匹头辆艘架台封本卷句声下遍趟场颗粒滴杯碗\
    瓶盘桌双对副套群批种样类步里米尺寸丈斤吨克元毛分秒周岁倍成招拳刀剑棵朵片串股阵道点刻万千亿圈段篇首\
    幅顶床根截行排堆团束包袋箱盒盏扇面枚发顿餐门项章回页集部";

/// After these a 2 counts an order.
const ORDINALS: &str = "第初";

/// Words whose number is a name, said digit by digit.
const CODES: [&str; 17] = [
    "号码", "编号", "代号", "账号", "帐号", "群号", "工号", "电话", "手机", "密码", "代码", "邮编",
    "尾号", "QQ", "QQ群", "微信", "qq",
];

/// Numbers of this many digits are rather codes than amounts.
const CODE_LENGTH: usize = 8;

/// Signs that make a range of two numbers.
const LINKS: &str = "-~—";

/// A text whose digits and signs are ASCII.
pub(super) struct Figures {
    chars: Vec<char>,
}

/// A number as it is written: `1,234.5`.
pub(super) struct Number {
    pub(super) span: Range<usize>,
    pub(super) whole: Vec<char>,
    pub(super) fraction: Vec<char>,
}

impl Figures {
    pub(super) fn new(source: &[char]) -> Self {
        let chars = source.iter().map(|&character| fold(character)).collect();
        Self { chars }
    }

    pub(super) fn at(&self, index: usize) -> Option<char> {
        self.chars.get(index).copied()
    }

    pub(super) fn before(&self, index: usize) -> Option<char> {
        self.at(index.checked_sub(1)?)
    }

    pub(super) fn is_digit(&self, index: usize) -> bool {
        self.at(index).is_some_and(|c| c.is_ascii_digit())
    }

    pub(super) fn is_letter_before(&self, index: usize) -> bool {
        self.before(index).is_some_and(|c| c.is_ascii_alphabetic())
    }

    pub(super) fn slice(&self, span: &Range<usize>) -> &[char] {
        self.chars.get(span.clone()).unwrap_or_default()
    }

    /// The digits that begin here.
    pub(super) fn digits(&self, start: usize) -> Range<usize> {
        let rest = self.chars.get(start..).unwrap_or_default();
        start..start + rest.iter().take_while(|c| c.is_ascii_digit()).count()
    }

    /// The digits after this one sign.
    pub(super) fn digits_after(&self, index: usize, sign: char) -> Option<Range<usize>> {
        let follows = self.at(index) == Some(sign) && self.is_digit(index + 1);
        follows.then(|| self.digits(index + 1))
    }

    /// The number that begins here.
    pub(super) fn number(&self, start: usize) -> Number {
        let first = self.digits(start);
        let (mut whole, mut end) = (self.slice(&first).to_vec(), first.end);
        if first.len() <= 3 {
            while let Some(group) = self.digits_after(end, ',').filter(|group| group.len() == 3) {
                whole.extend(self.slice(&group));
                end = group.end;
            }
        }
        let fraction = self.digits_after(end, '.').unwrap_or(end..end);
        Number {
            whole,
            fraction: self.slice(&fraction).to_vec(),
            span: start..fraction.end,
        }
    }

    /// Whether a number is a name rather than an amount.
    pub(super) fn is_code(&self, number: &Number) -> bool {
        let digits = &number.whole;
        let padded = digits.len() > 1 && digits[0] == '0';
        let grouped = digits.len() != self.digits(number.span.start).len();
        let long = digits.len() >= CODE_LENGTH && !grouped && !is_round(digits);
        padded
            || long
            || self.is_after_letter(number.span.start)
            || self.is_chained(&number.span)
            || digits.len() > 2 && self.is_after_code_word(number.span.start)
            || digits.len() > 3 && self.at(number.span.end) == Some('号')
    }

    /// Four digits before 年, but not the 5000 of 5000年.
    pub(super) fn is_year(&self, number: &Number) -> bool {
        let year = value(&number.whole);
        let end = self
            .second(&number.span)
            .map_or(number.span.end, |second| second.end);
        let lasts = !(1900..=2000).contains(&year)
            && (year.is_multiple_of(1000)
                || year.is_multiple_of(100)
                    && matches!(self.at(end + 1), Some('前' | '来' | '的')));
        number.whole.len() == 4
            && number.fraction.is_empty()
            && self.at(end) == Some('年')
            && !lasts
    }

    /// Whether a 2 here counts things, so that it is 两.
    pub(super) fn counts(&self, number: &Number) -> bool {
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
        let after: Vec<char> = self.chars[end..]
            .iter()
            .filter(|c| **c != ' ')
            .take(2)
            .copied()
            .collect();
        match after[..] {
            ['小', next] => matches!(next, '时' | '块' | '段'),
            ['年', next] => next != '级',
            [measure, ..] => MEASURES.contains(measure),
            [] => false,
        }
    }

    /// The sign after a number that makes it a share, as it is said before the number.
    pub(super) fn share(&self, index: usize) -> Option<&'static str> {
        match self.at(index)? {
            '%' => Some("百分之"),
            '‰' => Some("千分之"),
            _ => None,
        }
    }

    /// The share that both numbers of `3-5%` have, if the sign stands only after the second.
    pub(super) fn shared_share(&self, number: &Number) -> Option<&'static str> {
        self.share(self.second(&number.span)?.end)
    }

    /// Whether `number` is the 5 of `3-5%`, whose share has been said already.
    pub(super) fn is_second(&self, number: &Number) -> bool {
        let start = number.span.start;
        start > 1 && self.is_digit(start - 2) && self.is_link(start - 1)
    }

    /// Whether the sign here is the middle of a range.
    pub(super) fn is_link(&self, index: usize) -> bool {
        let linked = |index: usize| self.at(index).is_some_and(|c| LINKS.contains(c));
        if !linked(index) || !self.is_digit(index + 1) {
            return false;
        }
        let first = self.first(index);
        let second = self.number(index + 1);
        let name = |number: &Number| {
            number.whole.len() > 1
                && number.whole[0] == '0'
                && self.at(number.span.end) != Some(':')
                || number.whole.len() >= CODE_LENGTH
        };
        let chained = first.start > 0
            && linked(first.start - 1)
            && self
                .before(first.start - 1)
                .is_some_and(|c| c.is_ascii_alphanumeric())
            || linked(second.span.end) && self.is_digit(second.span.end + 1);
        let named =
            self.is_letter_before(first.start) || name(&second) || name(&self.number(first.start));
        !first.is_empty() && !chained && !named && !self.is_sum(index)
    }

    /// Whether the minus here takes away: `5-3=2`.
    pub(super) fn is_sum(&self, index: usize) -> bool {
        self.is_digit(index + 1) && self.at(self.number(index + 1).span.end) == Some('=')
    }

    /// Whether the minus here is clearly the sign of a negative number.
    pub(super) fn is_negative(&self, index: usize) -> bool {
        let unit = self.at(self.number(index + 1).span.end);
        let degrees = matches!(unit, Some('℃' | '°' | '度' | '%'));
        let clear = matches!(
            self.before(index),
            Some('=' | '(' | '（' | '是' | '为' | '到' | '至')
        );
        clear || degrees && !self.is_letter_before(index)
    }

    /// The digits before a link, with their point or percent sign.
    fn first(&self, link: usize) -> Range<usize> {
        let belongs = |c: &&char| c.is_ascii_digit() || matches!(c, '.' | ',' | '%' | '℃' | ':');
        let length = self.chars[..link].iter().rev().take_while(belongs).count();
        link - length..link
    }

    /// The second number of a range whose first is here.
    fn second(&self, first: &Range<usize>) -> Option<Range<usize>> {
        self.is_link(first.end)
            .then(|| self.number(first.end + 1).span)
    }

    /// B612, and also F-22.
    fn is_after_letter(&self, start: usize) -> bool {
        self.is_letter_before(start)
            || self.before(start) == Some('-') && self.is_letter_before(start - 1)
    }

    /// One of several numbers between hyphens, as in a telephone number.
    fn is_chained(&self, span: &Range<usize>) -> bool {
        let left =
            span.start > 1 && self.at(span.start - 1) == Some('-') && self.is_digit(span.start - 2);
        let right = self.at(span.end) == Some('-') && self.is_digit(span.end + 1);
        left && !self.is_link(span.start - 1) && !self.is_sum(span.start - 1)
            || right && !self.is_link(span.end) && !self.is_sum(span.end)
    }

    fn is_after_code_word(&self, start: usize) -> bool {
        let joints = |c: &&char| matches!(c, ':' | ' ' | '是' | '为');
        let joint = self.chars[..start].iter().rev().take_while(joints).count();
        let before = &self.chars[..start - joint];
        CODES.iter().any(|word| {
            let word: Vec<char> = word.chars().collect();
            before.ends_with(&word)
        })
    }
}

/// The value of up to nine digits; more are as good as infinite.
pub(super) fn value(digits: &[char]) -> u32 {
    let digits: String = digits.iter().collect();
    digits.parse().unwrap_or(u32::MAX)
}

/// 10000000 is an amount; 13800000000 is somebody's telephone.
fn is_round(digits: &[char]) -> bool {
    let telephone = digits.len() == 11 && digits[0] == '1' && digits[1] != '0';
    digits.ends_with(&['0'; 4]) && digits.len() <= 13 && !telephone
}

/// The ASCII form of digits and of the signs that stand between them.
fn fold(character: char) -> char {
    match character {
        '０'..='９' | '．' | '／' | '：' | '％' | '－' | '＋' | '＝' | '～' | '＊' => {
            char::from_u32(u32::from(character) - 0xFEE0).unwrap_or(character)
        }
        '−' | '–' => '-',
        other => other,
    }
}
