//! Signs that are said.
//!
//! Never says a sign that only decorates: it stands alone, or in a row of its like.

use super::super::numeral::{power, sign};
use super::super::{grammar, mark};
use super::amount::raised;
use super::{Said, Scan};

/// Currencies with letters before the dollar.
const DOLLARS: [(&str, &str); 5] = [
    ("US$", "美元"),
    ("HK$", "港元"),
    ("NT$", "新台币"),
    ("AU$", "澳元"),
    ("C$", "加元"),
];

/// What goes up and down in a game; before other words a hyphen joins a name.
const STATS: &str = "值血命力防攻智敏蓝量验望感币分气率速魂德度寿";

/// After these a minus makes a number negative.
const EQUALS: &str = "=(（是为到至在约達达从";

impl Scan {
    /// `①`, `Ⅳ`, `½`, `㈠`
    pub(super) fn numeric_sign(&mut self) -> Option<Said> {
        let character = self.figures.at(self.at)?;
        let letter = self.figures.is_letter_before(self.at);
        if letter && power(character).is_some() {
            let end = self.figures.while_at(self.at, |c| power(c).is_some());
            let spoken = raised(self.figures.slice(&(self.at..end)));
            return Some(self.say(&spoken, end));
        }
        let mut spoken = sign(character)?;
        let next = self.figures.at(self.at + 1);
        if self.figures.is_item(self.at) {
            self.spoken.pause();
            spoken.push('、');
        } else if mark::is_listed(character) && next.is_some_and(mark::is_listed) {
            spoken.push('、');
        }
        Some(self.say(&spoken, self.at + 1))
    }

    /// Signs that are said for what stands next to them.
    pub(super) fn sign(&mut self) -> Option<Said> {
        self.sum()
            .or_else(|| self.minus())
            .or_else(|| self.numbered())
            .or_else(|| self.coin())
            .or_else(|| self.angle())
            .or_else(|| self.between())
    }

    /// `5*5`, `8÷2`, `药水x3`
    fn sum(&mut self) -> Option<Said> {
        let (figures, at) = (&self.figures, self.at);
        let left = at > 0 && figures.is_digit(at - 1);
        let right = figures.is_digit(at + 1);
        // 灵石*100 and “铁剑”x1.
        let counted = figures
            .before(at)
            .is_some_and(|c| mark::is_word(c) || c == '”');
        let spoken = match figures.at(at)? {
            '×' | '*' | 'x' if counted && !left && self.is_multiple() => "",
            '×' if right => "乘",
            '×' if left && figures.at(at + 1).is_some_and(mark::is_letter) => "乘",
            '*' if right && counted => "乘",
            'x' if right && counted && !figures.is_letter_before(at) => "乘",
            'X' if right && figures.before(at) == Some('”') => "乘",
            '÷' if right => "除以",
            '<' if left && right => "小于",
            '>' if left && right => "大于",
            '≥' if right => "大于等于",
            '≤' if right => "小于等于",
            '≈' if right => "约等于",
            '≠' => "不等于",
            '±' if right => "正负",
            _ => return None,
        };
        Some(self.say(spoken, at + 1))
    }

    /// Whether the sign here says what 倍 says: `伤害×2倍`.
    fn is_multiple(&self) -> bool {
        let figures = &self.figures;
        let end = figures.is_digit(self.at + 1);
        let end = end.then(|| figures.number(self.at + 1).span.end);
        !figures.is_letter_before(self.at) && end.is_some_and(|end| figures.at(end) == Some('倍'))
    }

    /// Everything that a hyphen can be beside a number.
    fn minus(&mut self) -> Option<Said> {
        let (figures, at) = (&self.figures, self.at);
        let before = figures.before(at);
        let left = before.is_some_and(|c| c.is_ascii_digit());
        let right = figures.is_digit(at + 1);
        let spoken = match figures.at(at)? {
            '-' if left && right && figures.is_sum(at) => "减",
            '-' | '~' | '—' if figures.is_link(at) => "到",
            '-' if figures.is_grade(at) => "减",
            '-' if right && !left && figures.is_negative(at) => "负",
            '-' if right && !left => match before {
                Some(c) if EQUALS.contains(c) => "负",
                Some(c) if STATS.contains(c) => "减",
                Some(c) if mark::is_word(c) => "",
                _ => "负",
            },
            '-' if right => "",
            '-' if figures.is_letter_before(at) && figures.is_letter(at + 1) => " ",
            _ => return None,
        };
        Some(self.say(spoken, at + 1))
    }

    /// `№5`, `No.1`, `#3`, `3#楼`
    fn numbered(&mut self) -> Option<Said> {
        let figures = &self.figures;
        let digits = figures.number_sign(self.at)?;
        if digits == self.at {
            // The sign stands after its number.
            return Some(self.say("号", self.at + 1));
        }
        let number = figures.number(digits);
        let first =
            figures.at(self.at) != Some('#') && number.whole == ['1'] && number.fraction.is_empty();
        self.at = digits;
        if first {
            return Some(self.say("第一", number.span.end));
        }
        self.number();
        if self.figures.at(self.at) != Some('号') {
            let end = self.at;
            self.say("号", end);
        }
        Some(Said)
    }

    /// `￥100`, `US$5`, `100€`
    fn coin(&mut self) -> Option<Said> {
        let (figures, at) = (&self.figures, self.at);
        let dollar = DOLLARS.iter().find(|(short, _)| figures.has(at, short));
        if let Some((short, name)) = dollar.filter(|_| !figures.is_letter_before(at)) {
            let digits = at + short.len();
            return figures.is_digit(digits).then(|| self.money(digits, name));
        }
        let sign = figures.at(at).filter(|c| "¥￥$€£₩₽฿￡￦¢".contains(*c))?;
        let left = at > 0 && figures.is_digit(at - 1);
        let right = figures.is_digit(at + 1);
        let name = match sign {
            '¥' | '￥' => "元".to_string(),
            '₩' | '￦' => "韩元".to_string(),
            '₽' => "卢布".to_string(),
            '฿' => "泰铢".to_string(),
            '￡' => "英镑".to_string(),
            sign => grammar::currency(sign)?,
        };
        if right {
            Some(self.money(at + 1, &name))
        } else {
            left.then(|| self.say(&name, at + 1))
        }
    }

    /// `37℃`, `30°15′`
    fn angle(&mut self) -> Option<Said> {
        let (figures, at) = (&self.figures, self.at);
        let left = at > 0 && figures.is_digit(at - 1);
        let turned = figures.is_after_degrees(at);
        let (spoken, length) = match (figures.at(at)?, figures.at(at + 1)) {
            ('℃', _) => ("摄氏度", 1),
            ('℉', _) => ("华氏度", 1),
            ('°', Some('C' | 'c')) if left => ("摄氏度", 2),
            ('°', Some('F')) if left => ("华氏度", 2),
            ('°', _) if left => ("度", 1),
            ('′' | '\'', _) if left && turned => ("分", 1),
            ('″' | '"', _) if left && turned => ("秒", 1),
            _ => return None,
        };
        Some(self.say(spoken, at + length))
    }

    /// Signs that are said between words.
    fn between(&mut self) -> Option<Said> {
        let (figures, at) = (&self.figures, self.at);
        let (left, right) = (figures.word_before(at), figures.word_after(at + 1));
        let latin = |side: Option<char>| side.is_some_and(|c| c.is_ascii_alphabetic());
        let alone = figures.run(at) == 1 && figures.before(at) != figures.at(at);
        let both = left.is_some() && right.is_some();
        let spoken = match figures.at(at)? {
            '+' if self.is_more(at) => "多",
            '+' if right.is_some_and(|c| c.is_ascii_digit()) => "加",
            '+' if left.is_some() && figures.run(at) < 3 => "加",
            '+' if figures.before(at) == Some('+') && figures.is_letter(at.saturating_sub(2)) => {
                "加"
            }
            '=' if alone
                && left.is_some()
                && (both || figures.has(at + 1, "-") && figures.is_digit(at + 2)) =>
            {
                "等于"
            }
            '&' if both && latin(left) && latin(right) => " and ",
            '&' if both => "和",
            '@' if right.is_some() => "艾特",
            '→' | '⇒' | '➜' if both => "到",
            '.' if latin(figures.before(at)) && figures.is_domain(at) => "点",
            letter
                if figures.is_letter(at)
                    && figures.at(at + 1) == Some('%')
                    && !figures.is_letter_before(at) =>
            {
                return Some(self.say(&format!("百分之{letter}"), at + 2));
            }
            '×' if figures.run(at) == 2 && figures.word_after(at + 2).is_some() => {
                return Some(self.say("某某", at + 2));
            }
            _ => return None,
        };
        let spaced = figures.before(at) == Some(' ');
        let spoken = if spaced { spoken.trim_start() } else { spoken };
        Some(self.say(spoken, at + 1))
    }
}
