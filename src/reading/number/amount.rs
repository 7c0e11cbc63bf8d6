//! Amounts, with their shares, units and currencies.
//!
//! Never names a unit by itself: `grammar` knows them.

use super::super::figure::Number;
use super::super::grammar;
use super::super::numeral::{cardinal, one_by_one, power, sign};
use super::{Said, Scan};

/// What belongs to an amount and is said around it.
#[derive(Default)]
struct Measure {
    before: String,
    after: String,
    end: usize,
}

impl Scan {
    /// A number with what it counts.
    pub(super) fn number(&mut self) -> Said {
        let number = self.figures.number(self.at);
        let own = self.measure(number.span.end);
        let shared = self.figures.second(&number.span);
        let shared = shared.and_then(|second| self.measure(second.end));
        let repeated = self.figures.is_second(&number);
        let before = match (&own, &shared) {
            (Some(own), _) if !repeated => own.before.clone(),
            (None, Some(shared)) => shared.before.clone(),
            _ => String::new(),
        };
        let own = own.unwrap_or(Measure {
            end: number.span.end,
            ..Measure::default()
        });
        let amount = self.amount(
            &number,
            !own.after.is_empty() && !own.after.starts_with('的'),
        );
        let amount = match (before.as_str(), amount.as_str()) {
            ("百分之", "一百") => "百".to_string(),
            ("", "二") if shared.is_some_and(|shared| !shared.after.is_empty()) => {
                "两".to_string()
            }
            _ => amount,
        };
        self.say(&format!("{before}{amount}{}", own.after), own.end)
    }

    fn amount(&self, number: &Number, is_measured: bool) -> String {
        let figures = &self.figures;
        let whole = if !is_measured && (figures.is_code(number) || figures.is_year(number)) {
            one_by_one(&number.whole)
        } else {
            cardinal(&number.whole)
        };
        if !number.fraction.is_empty() {
            format!("{whole}点{}", one_by_one(&number.fraction))
        } else if whole == "二" && (is_measured || figures.counts(number)) {
            "两".to_string()
        } else {
            whole
        }
    }

    /// The share, unit, power or part that stands after a number.
    fn measure(&self, at: usize) -> Option<Measure> {
        let figures = &self.figures;
        let after = |after: &str, end: usize| {
            Some(Measure {
                before: String::new(),
                after: after.to_string(),
                end,
            })
        };
        match figures.at(at)? {
            '%' | '‰' => {
                let before = if figures.at(at) == Some('%') {
                    "百分之"
                } else {
                    "千分之"
                };
                Some(Measure {
                    before: before.to_string(),
                    after: String::new(),
                    end: at + 1,
                })
            }
            'w' => self.ten_thousand(at).and_then(|end| after("万", end)),
            'W' if figures
                .at(at + 1)
                .is_some_and(|c| "+粉元块字人多年".contains(c)) =>
            {
                after("万", at + 1)
            }
            character if power(character).is_some() => {
                let end = figures.while_at(at, |c| power(c).is_some());
                after(&raised(figures.slice(&(at..end))), end)
            }
            character => match sign(character).filter(|name| name.contains("分之")) {
                Some(part) => after(&format!("又{part}"), at + 1),
                None => self.unit(at),
            },
        }
    }

    fn ten_thousand(&self, at: usize) -> Option<usize> {
        (!self.figures.is_letter(at + 1)).then_some(at + 1)
    }

    /// The longest abbreviation here that names a unit.
    fn unit(&self, at: usize) -> Option<Measure> {
        let figures = &self.figures;
        let start = at + usize::from(figures.at(at) == Some(' '));
        let end = figures.unit_end(start);
        let slash = figures.slice(&(start..end)).iter().position(|c| *c == '/');
        // Without a letter or a slash there is only Chinese, which says itself.
        if self.figures.is_letter_before(self.at) {
            // A6L is a name.
            return None;
        }
        if end == start
            || slash.is_none() && !figures.is_letter(start) && figures.at(start) != Some('μ')
        {
            return None;
        }
        let shortest = slash.map_or(end, |slash| start + slash);
        (shortest.max(start + 1)..=end).rev().find_map(|end| {
            if figures.is_letter(end - 1) && (figures.is_letter(end) || figures.is_digit(end)) {
                return None;
            }
            let text: String = figures.slice(&(start..end)).iter().collect();
            let unit = grammar::unit(&text)?;
            Some(Measure {
                before: unit.before,
                after: unit.after,
                end,
            })
        })
    }

    /// `￥100`, `$2万`
    pub(super) fn money(&mut self, digits_at: usize, currency: &str) -> Said {
        let number = self.figures.number(digits_at);
        let end = number.span.end;
        // ￥2万 is 两万元: the unit comes after 万 and 亿.
        let large = self.figures.at(end).filter(|c| matches!(c, '万' | '亿'));
        let large = large.map(String::from).unwrap_or_default();
        let spoken = format!("{}{large}{currency}", self.amount(&number, true));
        self.say(&spoken, end + large.chars().count())
    }
}

/// ² is 的平方.
pub(super) fn raised(powers: &[char]) -> String {
    let digits: Vec<char> = powers.iter().filter_map(|c| power(*c)).collect();
    match digits[..] {
        ['2'] => "的平方".to_string(),
        ['3'] => "的立方".to_string(),
        ['-', ..] => format!("的负{}次方", cardinal(&digits[1..])),
        _ => format!("的{}次方", cardinal(&digits)),
    }
}
