//! Digits as Chinese numerals.
//!
//! Never looks at the text around a number: what a number means is decided in `number`.

use unicode_normalization::UnicodeNormalization;

const NUMERALS: [char; 10] = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The places within four digits, from the highest.
const PLACES: [&str; 4] = ["千", "百", "十", ""];

/// The places between groups of four digits, from the lowest.
const GROUPS: [&str; 4] = ["", "万", "亿", "万亿"];

/// Longer numbers have no name that anyone would say.
const LONGEST: usize = 16;

/// Whether a character is a Chinese numeral.
pub(super) fn is_numeral(character: char) -> bool {
    NUMERALS.contains(&character) || "〇十百千万亿两".contains(character)
}

/// Each digit by itself, as in years and telephone numbers.
pub(super) fn one_by_one(digits: &[char]) -> String {
    digits.iter().filter_map(|digit| numeral(*digit)).collect()
}

/// The number that ASCII digits write.
pub(super) fn cardinal(digits: &[char]) -> String {
    let zeros = digits.iter().take_while(|&&digit| digit == '0').count();
    let digits = &digits[zeros..];
    if digits.is_empty() {
        return NUMERALS[0].to_string();
    }
    if digits.len() > LONGEST {
        return one_by_one(digits);
    }
    head(&by_groups(digits))
}

/// The meaning of a single sign such as `①`, `Ⅳ` or `½`.
pub(super) fn sign(character: char) -> Option<String> {
    if !character.is_numeric() || super::is_han(character) {
        return None;
    }
    let roman = [(0x2160, 0x216B), (0x2170, 0x217B)]
        .into_iter()
        .find(|(first, last)| (*first..=*last).contains(&u32::from(character)));
    if let Some((first, _)) = roman {
        let number = (u32::from(character) - first + 1).to_string();
        return Some(cardinal(&number.chars().collect::<Vec<_>>()));
    }
    let plain: Vec<char> = std::iter::once(character).nfkd().collect();
    let numbers: Vec<&[char]> = plain
        .split(|part| !part.is_ascii_digit())
        .filter(|number| !number.is_empty())
        .collect();
    match numbers[..] {
        [number] => Some(cardinal(number)),
        [above, below] => Some(format!("{}分之{}", cardinal(below), cardinal(above))),
        _ => None,
    }
}

fn numeral(digit: char) -> Option<char> {
    NUMERALS.get(digit.to_digit(10)? as usize).copied()
}

fn by_groups(digits: &[char]) -> String {
    let mut spoken = String::new();
    let mut skipped = false;
    let groups: Vec<&[char]> = digits.rchunks(4).collect();
    for (index, group) in groups.iter().enumerate().rev() {
        if group.iter().all(|&digit| digit == '0') {
            skipped = true;
            // 一万零三, but 亿 must be said even when its own four digits are nought: 一万亿.
            continue;
        }
        let gap = skipped || group[0] == '0';
        if gap && !spoken.is_empty() {
            spoken.push(NUMERALS[0]);
        }
        spoken += &within_group(group);
        spoken += GROUPS[index];
        skipped = false;
    }
    merge_trillions(&spoken)
}

/// 三万亿五千亿 is said 三万五千亿.
fn merge_trillions(spoken: &str) -> String {
    match spoken.split_once("万亿") {
        Some((high, low)) if low.contains('亿') => format!("{high}万{low}"),
        _ => spoken.to_string(),
    }
}

fn within_group(group: &[char]) -> String {
    let places = &PLACES[PLACES.len() - group.len()..];
    let mut spoken = String::new();
    let mut gap = false;
    for (&digit, place) in group.iter().zip(places) {
        match numeral(digit) {
            Some('零') | None => gap = true,
            Some(numeral) => {
                if gap && !spoken.is_empty() {
                    spoken.push(NUMERALS[0]);
                }
                spoken.push(numeral);
                spoken += place;
                gap = false;
            }
        }
    }
    spoken
}

/// At the head of a number, ten is 十 and not 一十, and two thousand is 两千.
fn head(spoken: &str) -> String {
    if let Some(rest) = spoken.strip_prefix("一十") {
        return format!("十{rest}");
    }
    match spoken.strip_prefix('二') {
        Some(rest) if rest.starts_with(['千', '万', '亿']) => format!("两{rest}"),
        _ => spoken.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn say(number: &str) -> String {
        cardinal(&number.chars().collect::<Vec<_>>())
    }

    #[test]
    fn small_numbers_are_said_as_people_say_them() {
        let cases = [
            ("0", "零"),
            ("2", "二"),
            ("10", "十"),
            ("12", "十二"),
            ("20", "二十"),
            ("101", "一百零一"),
            ("110", "一百一十"),
            ("115", "一百一十五"),
            ("200", "二百"),
            ("1010", "一千零一十"),
            ("2000", "两千"),
            ("2222", "两千二百二十二"),
        ];
        for (number, spoken) in cases {
            assert_eq!(say(number), spoken, "{number}");
        }
    }

    #[test]
    fn large_numbers_are_grouped_by_four_digits() {
        let cases = [
            ("10000", "一万"),
            ("10003", "一万零三"),
            ("20000", "两万"),
            ("100500", "十万零五百"),
            ("123456", "十二万三千四百五十六"),
            ("100000000", "一亿"),
            ("100010000", "一亿零一万"),
            ("1000000000000", "一万亿"),
            ("35000000000000", "三十五万亿"),
            ("3500000000000", "三万五千亿"),
        ];
        for (number, spoken) in cases {
            assert_eq!(say(number), spoken, "{number}");
        }
    }

    #[test]
    fn a_number_without_a_name_is_said_digit_by_digit() {
        assert_eq!(
            say("12345678901234567"),
            "一二三四五六七八九零一二三四五六七"
        );
    }

    #[test]
    fn signs_are_numbers_too() {
        assert_eq!(sign('①').as_deref(), Some("一"));
        assert_eq!(sign('⑿').as_deref(), Some("十二"));
        assert_eq!(sign('Ⅳ').as_deref(), Some("四"));
        assert_eq!(sign('½').as_deref(), Some("二分之一"));
        assert_eq!(sign('字'), None);
        assert_eq!(sign('一'), None);
    }
}
