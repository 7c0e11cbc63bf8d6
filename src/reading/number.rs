//! Numbers in a text, written out as they are said.
//!
//! Never drops a digit, and never changes text that has none. Full-width forms count as ASCII.

use std::ops::Range;

use super::figure::{Figures, Number, value};
use super::is_han;
use super::numeral::{cardinal, one_by_one, sign};

/// The text with its numbers, and the signs that belong to them, in Chinese characters.
pub(super) fn write_out(text: &str) -> String {
    if !text.chars().any(|c| c.is_numeric() && !is_han(c)) {
        return text.to_string();
    }
    let source: Vec<char> = text.chars().collect();
    let mut scan = Scan {
        figures: Figures::new(&source),
        at: 0,
        spoken: String::with_capacity(text.len()),
    };
    while let Some(&original) = source.get(scan.at) {
        if scan.expression().is_none() {
            scan.spoken.push(original);
            scan.at += 1;
        }
    }
    scan.spoken
}

/// Where in the text we are, and what has been said so far.
struct Scan {
    figures: Figures,
    at: usize,
    spoken: String,
}

/// That something was said.
struct Said;

impl Scan {
    /// Says the expression that begins here, if one does.
    fn expression(&mut self) -> Option<Said> {
        if !self.figures.is_digit(self.at) {
            return self.numeric_sign().or_else(|| self.sign());
        }
        self.date()
            .or_else(|| self.clock())
            .or_else(|| self.score())
            .or_else(|| self.version())
            .or_else(|| self.part())
            .or_else(|| Some(self.number()))
    }

    /// `2024-01-05`
    fn date(&mut self) -> Option<Said> {
        let year = self.figures.digits(self.at);
        let joint = self.figures.at(year.end).filter(|c| "-/.".contains(*c))?;
        let month = self.figures.digits_after(year.end, joint)?;
        let day = self.figures.digits_after(month.end, joint)?;
        let fits = year.len() == 4
            && (1..=12).contains(&self.value(&month))
            && (1..=31).contains(&self.value(&day))
            && !self
                .figures
                .before(self.at)
                .is_some_and(|c| "-/.".contains(c))
            && self.figures.digits_after(day.end, joint).is_none();
        let spoken = format!(
            "{}年{}月{}日",
            one_by_one(self.figures.slice(&year)),
            self.cardinal(&month),
            self.cardinal(&day)
        );
        fits.then(|| self.say(&spoken, day.end))
    }

    /// `10:30`, `9:05:20`
    fn clock(&mut self) -> Option<Said> {
        let hour = self.figures.digits(self.at);
        let minute = self.figures.digits_after(hour.end, ':')?;
        let fits = hour.len() < 3
            && self.value(&hour) <= 24
            && minute.len() == 2
            && self.value(&minute) < 60;
        if !fits {
            return None;
        }
        let second = self
            .figures
            .digits_after(minute.end, ':')
            .filter(|second| second.len() == 2);
        let mut spoken = format!("{}点", hour_name(self.cardinal(&hour)));
        if second.is_some() || self.value(&minute) > 0 {
            spoken += &self.padded(&minute);
            spoken.push('分');
        }
        if let Some(second) = &second {
            spoken += &self.padded(second);
            spoken.push('秒');
        }
        Some(self.say(&spoken, second.unwrap_or(minute).end))
    }

    /// `3:2`
    fn score(&mut self) -> Option<Said> {
        let ours = self.figures.digits(self.at);
        let theirs = self.figures.digits_after(ours.end, ':')?;
        let short = ours.len() < 5 && theirs.len() < 5;
        let spoken = format!("{}比{}", self.cardinal(&ours), self.cardinal(&theirs));
        short.then(|| self.say(&spoken, theirs.end))
    }

    /// `1.2.3`: a number with more than one point is no amount.
    fn version(&mut self) -> Option<Said> {
        let mut end = self.figures.digits(self.at).end;
        let mut parts = vec![one_by_one(self.figures.slice(&(self.at..end)))];
        while let Some(part) = self.figures.digits_after(end, '.') {
            parts.push(one_by_one(self.figures.slice(&part)));
            end = part.end;
        }
        (parts.len() > 2).then(|| self.say(&parts.join("点"), end))
    }

    /// `1/2`, but neither `1/2/3` nor the `1000/2000` of a game.
    fn part(&mut self) -> Option<Said> {
        let above = self.figures.digits(self.at);
        let below = self.figures.digits_after(above.end, '/')?;
        let alone = |neighbour: Option<char>| !matches!(neighbour, Some('/' | '.'));
        let fits = (1..=100).contains(&self.value(&above))
            && (2..=100).contains(&self.value(&below))
            && !self.figures.is_letter_before(self.at)
            && alone(self.figures.before(self.at))
            && alone(self.figures.at(below.end));
        let spoken = format!("{}分之{}", self.cardinal(&below), self.cardinal(&above));
        fits.then(|| self.say(&spoken, below.end))
    }

    /// A number, with the share that it is of a whole.
    fn number(&mut self) -> Said {
        let number = self.figures.number(self.at);
        let own = self.figures.share(number.span.end);
        let shared = self.figures.shared_share(&number);
        let second = self.figures.is_second(&number);
        let share = own.filter(|_| !second).or(shared).unwrap_or_default();
        let amount = match (share, self.amount(&number)) {
            ("百分之", amount) if amount == "一百" => "百".to_string(),
            (_, amount) => amount,
        };
        let spoken = format!("{share}{amount}");
        self.say(&spoken, number.span.end + usize::from(own.is_some()))
    }

    fn amount(&self, number: &Number) -> String {
        let whole = if self.figures.is_code(number) || self.figures.is_year(number) {
            one_by_one(&number.whole)
        } else {
            cardinal(&number.whole)
        };
        if !number.fraction.is_empty() {
            format!("{whole}点{}", one_by_one(&number.fraction))
        } else if whole == "二" && self.figures.counts(number) {
            "两".to_string()
        } else {
            whole
        }
    }

    /// `①`, `Ⅳ`, `½`
    fn numeric_sign(&mut self) -> Option<Said> {
        let spoken = sign(self.figures.at(self.at)?)?;
        Some(self.say(&spoken, self.at + 1))
    }

    /// Signs that are said when a number stands next to them.
    fn sign(&mut self) -> Option<Said> {
        let (figures, at) = (&self.figures, self.at);
        let left = at > 0 && figures.is_digit(at - 1);
        let right = figures.is_digit(at + 1);
        let spoken = match figures.at(at)? {
            '-' if left && right && figures.is_sum(at) => "减",
            '-' | '~' | '—' if figures.is_link(at) => "到",
            '-' if !left && right && figures.is_negative(at) => "负",
            '+' if right && !figures.is_letter_before(at) => "加",
            '=' if left && right => "等于",
            '×' | '*' if left && right => "乘",
            '÷' if left && right => "除以",
            '℃' if left => "摄氏度",
            '°' if left => return Some(self.degrees()),
            '¥' | '￥' if right => return Some(self.money("元")),
            '$' if right => return Some(self.money("美元")),
            _ => return None,
        };
        Some(self.say(spoken, at + 1))
    }

    fn degrees(&mut self) -> Said {
        match self.figures.at(self.at + 1) {
            Some('C' | 'c') => self.say("摄氏度", self.at + 2),
            _ => self.say("度", self.at + 1),
        }
    }

    fn money(&mut self, unit: &str) -> Said {
        let number = self.figures.number(self.at + 1);
        let end = number.span.end;
        // ￥2万 is 两万元: the unit comes after 万 and 亿.
        let large = self.figures.at(end).filter(|c| matches!(c, '万' | '亿'));
        let large = large.map(String::from).unwrap_or_default();
        let spoken = format!("{}{large}{unit}", self.amount(&number));
        self.say(&spoken, end + large.chars().count())
    }

    fn value(&self, span: &Range<usize>) -> u32 {
        value(self.figures.slice(span))
    }

    fn cardinal(&self, span: &Range<usize>) -> String {
        cardinal(self.figures.slice(span))
    }

    /// Minutes and seconds: 05 is 零五.
    fn padded(&self, span: &Range<usize>) -> String {
        match self.figures.slice(span) {
            digits @ ['0', '1'..='9'] => one_by_one(digits),
            digits => cardinal(digits),
        }
    }

    fn say(&mut self, spoken: &str, end: usize) -> Said {
        self.spoken += spoken;
        self.at = end;
        Said
    }
}

fn hour_name(hour: String) -> String {
    if hour == "二" {
        "两".to_string()
    } else {
        hour
    }
}

#[cfg(test)]
mod tests;
