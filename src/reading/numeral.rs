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

/// Rows of numbers in rings that Unicode does not derive from digits: the first sign, how many, and
/// the number of the first.
const RINGS: [(char, u32, u32); 6] = [
    ('❶', 10, 1),
    ('➀', 10, 1),
    ('➊', 10, 1),
    ('⓫', 10, 11),
    ('⓵', 10, 1),
    ('⓿', 1, 0),
];

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
    let ring = RINGS.iter().find_map(|(first, count, number)| {
        let place = u32::from(character).checked_sub(u32::from(*first))?;
        (place < *count).then(|| (number + place).to_string())
    });
    if let Some(number) = ring {
        return Some(cardinal(&number.chars().collect::<Vec<_>>()));
    }
    let plain: Vec<char> = std::iter::once(character).nfkd().collect();
    if let Some(numeral) = plain.iter().find(|part| is_numeral(**part)) {
        return Some(numeral.to_string());
    }
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

/// The digit or minus of a raised sign: ² is 2.
pub(super) fn power(character: char) -> Option<char> {
    let raised = matches!(character, '²' | '³' | '¹' | '\u{2070}'..='\u{207B}');
    let plain = std::iter::once(character).nfkd().next();
    plain
        .filter(|_| raised)
        .map(|c| if c == '\u{2212}' { '-' } else { c })
        .filter(|c| c.is_ascii_digit() || *c == '-')
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

/// Two thousand is 两千 everywhere, and two hundred is 两百 at the head of a number; ten at the head
/// is 十 and not 一十.
fn head(spoken: &str) -> String {
    let mut said = String::with_capacity(spoken.len());
    let chars: Vec<char> = spoken.chars().collect();
    for (index, &character) in chars.iter().enumerate() {
        let before = index.checked_sub(1).map(|before| chars[before]);
        let next = chars.get(index + 1);
        let pair = match next {
            Some('千') => true,
            Some('万' | '亿') => before.is_none_or(|c| matches!(c, '万' | '亿' | '零')),
            Some('百') => before.is_none(),
            _ => false,
        };
        said.push(if character == '二' && pair {
            '两'
        } else {
            character
        });
    }
    match said.strip_prefix("一十") {
        Some(rest) => format!("十{rest}"),
        None => said,
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
            ("200", "两百"),
            ("1010", "一千零一十"),
            ("2000", "两千"),
            ("2222", "两千二百二十二"),
            ("1234", "一千二百三十四"),
            ("12000", "一万两千"),
            ("120000", "十二万"),
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
        assert_eq!(sign('㈠').as_deref(), Some("一"));
        assert_eq!(sign('字'), None);
        assert_eq!(sign('一'), None);
    }
}
