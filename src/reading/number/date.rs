//! Days and hours.
//!
//! Never takes digits for a date that no calendar has.

use std::ops::Range;

use super::super::numeral::one_by_one;
use super::{Said, Scan};

/// What is held on a day: the digits before it are a month and a day.
const HELD: [&str; 14] = [
    "假期",
    "长假",
    "小长假",
    "黄金周",
    "节",
    "儿童节",
    "劳动节",
    "国庆",
    "运动",
    "事件",
    "事变",
    "晚会",
    "惨案",
    "地震",
];

/// Around these, two numbers are a score rather than an hour.
const WON: &str = "胜负赢输领落击逆败";

/// Before these, two numbers are a score as well.
const SCORED: [&str; 9] = [
    "比分",
    "比分是",
    "比分为",
    "打成",
    "打成了",
    "战成",
    "战成了",
    "踢成",
    "扳成",
];

/// Parts of a day, which need not be said twice.
const PARTS: [&str; 9] = [
    "凌晨", "清晨", "早上", "早晨", "上午", "中午", "下午", "傍晚", "晚上",
];

impl Scan {
    /// `2024-01-05`
    pub(super) fn date(&mut self) -> Option<Said> {
        let [year, month, day] = self.three("-/.", &[4])?;
        Some(self.say_date(&year, &month, &day))
    }

    /// `24-01-05`
    pub(super) fn short_date(&mut self) -> Option<Said> {
        let [year, month, day] = self.three("-/.", &[2])?;
        let full = month.len() == 2 && day.len() == 2;
        let free = !self.figures.is_letter_before(self.at);
        (full && free).then(|| self.say_date(&year, &month, &day))
    }

    /// The numbers of a date between one kind of joint.
    fn three(&self, joints: &str, lengths: &[usize]) -> Option<[Range<usize>; 3]> {
        let year = self.figures.digits(self.at);
        let joint = self.figures.at(year.end).filter(|c| joints.contains(*c))?;
        let month = self.figures.digits_after(year.end, joint)?;
        let day = self.figures.digits_after(month.end, joint)?;
        let joined = |c: Option<char>| c.is_some_and(|c| "-/.".contains(c));
        let fits = lengths.contains(&year.len())
            && (1..=12).contains(&self.value(&month))
            && (1..=31).contains(&self.value(&day))
            && day.len() < 3
            && !joined(self.figures.before(self.at))
            && self.figures.digits_after(day.end, joint).is_none();
        fits.then_some([year, month, day])
    }

    fn say_date(&mut self, year: &Range<usize>, month: &Range<usize>, day: &Range<usize>) -> Said {
        let (year, month) = (self.digits(year), self.cardinal(month));
        let spoken = format!("{year}年{month}月{}日", self.cardinal(day));
        self.say(&spoken, day.end)
    }

    /// `5.1假期`, `9·11事件`, `5·12`
    pub(super) fn holiday(&mut self) -> Option<Said> {
        let month = self.figures.digits(self.at);
        let joint = self.figures.at(month.end).filter(|c| ".·".contains(*c))?;
        let day = self.figures.digits_after(month.end, joint)?;
        let held = joint == '·' || HELD.iter().any(|word| self.figures.has(day.end, word));
        let fits = (1..=12).contains(&self.value(&month))
            && (1..=31).contains(&self.value(&day))
            && held
            && !self
                .figures
                .before(self.at)
                .is_some_and(|c| ".·".contains(c));
        let month_name = match self.value(&month) {
            10 => "十".to_string(),
            _ => self.digits(&month),
        };
        let spoken = format!("{month_name}{}", self.digits(&day));
        fits.then(|| self.say(&spoken, day.end))
    }

    /// `10:30`, `9:05:20`
    pub(super) fn clock(&mut self) -> Option<Said> {
        let hour = self.figures.digits(self.at);
        let minute = self.figures.digits_after(hour.end, ':')?;
        let fits = hour.len() < 3
            && self.value(&hour) <= 24
            && minute.len() == 2
            && self.value(&minute) < 60
            && !self.is_won(&minute);
        if !fits {
            return None;
        }
        let second = self
            .figures
            .digits_after(minute.end, ':')
            .filter(|second| second.len() == 2);
        let end = second.as_ref().unwrap_or(&minute).end;
        let half = self.half(end, self.value(&hour));
        let (part, end) = half.unwrap_or(("", end));
        let mut spoken = format!("{part}{}点", hour_name(self.cardinal(&hour)));
        if second.is_some() || self.value(&minute) > 0 {
            spoken += &self.padded(&minute);
            spoken.push('分');
        }
        if let Some(second) = &second {
            spoken += &self.padded(second);
            spoken.push('秒');
        }
        Some(self.say(&spoken, end))
    }

    fn is_won(&self, second: &Range<usize>) -> bool {
        let won = |c: &char| WON.contains(*c);
        self.figures
            .slice(&(second.end..second.end + 1))
            .iter()
            .any(won)
            || self
                .figures
                .slice(&(second.end..second.end + 2))
                .iter()
                .any(won)
            || SCORED
                .iter()
                .any(|word| self.figures.is_after(self.at, word))
    }

    /// What `am` and `pm` after a time mean at this hour, and where they end.
    fn half(&self, at: usize, hour: u32) -> Option<(&'static str, usize)> {
        let figures = &self.figures;
        let start = figures.while_at(at, |c| c == ' ');
        let half: String = figures.slice(&(start..start + 2)).iter().collect();
        let morning = half.eq_ignore_ascii_case("am");
        if !morning && !half.eq_ignore_ascii_case("pm") || figures.is_letter(start + 2) {
            return None;
        }
        let part = match (morning, hour) {
            _ if PARTS.iter().any(|part| figures.is_after(self.at, part)) => "",
            (true, 12 | 0..=4) => "凌晨",
            (true, 5..=11) => "上午",
            (false, 12) => "中午",
            (false, 1..=5) => "下午",
            (false, 6..=11) => "晚上",
            _ => "",
        };
        Some((part, start + 2))
    }

    /// `1-1` is neither a range nor, by itself, a score.
    pub(super) fn twin(&mut self) -> Option<Said> {
        let figures = &self.figures;
        let first = figures.digits(self.at);
        let second = figures.digits_after(first.end, '-')?;
        let twin = first.len() < 4 && figures.slice(&first) == figures.slice(&second);
        let joined =
            |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || "-./".contains(c));
        let alone = !joined(figures.before(self.at)) && !joined(figures.at(second.end));
        let name = self.cardinal(&first);
        let fits = twin && alone && !figures.is_sum(first.end);
        fits.then(|| self.say(&format!("{name}杠{name}"), second.end))
    }

    /// `3:2`, `3-0完胜`
    pub(super) fn score(&mut self) -> Option<Said> {
        let ours = self.figures.digits(self.at);
        let theirs = self.figures.digits_after(ours.end, ':').or_else(|| {
            let theirs = self.figures.digits_after(ours.end, '-')?;
            self.is_won(&theirs).then_some(theirs)
        })?;
        let short = ours.len() < 5 && theirs.len() < 5;
        let spoken = format!("{}比{}", self.cardinal(&ours), self.cardinal(&theirs));
        short.then(|| self.say(&spoken, theirs.end))
    }

    /// Minutes and seconds: 05 is 零五.
    fn padded(&self, span: &Range<usize>) -> String {
        match self.figures.slice(span) {
            digits @ ['0', '1'..='9'] => one_by_one(digits),
            _ => self.cardinal(span),
        }
    }
}

fn hour_name(hour: String) -> String {
    if hour == "二" {
        "两".to_string()
    } else {
        hour
    }
}
