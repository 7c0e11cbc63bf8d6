//! Numerals of headings to numbers: `１２３`, `二〇一`, `两百一十八`, `壹佰零三`, `廿三`.
//!
//! Never judges whether a number makes sense: `一百二` in a heading is 102, as authors mean it
//! there.

/// Longer numerals are no chapter numbers.
const LONGEST: usize = 16;

/// The number that `text` is, when it is a numeral from end to end.
pub fn parse(text: &str) -> Option<u32> {
    leading(text)
        .filter(|(_, rest)| rest.is_empty())
        .map(|(number, _)| number)
}

/// The numeral at the start of `text`, and what follows it.
pub fn leading(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|next| sign(next).is_none()).unwrap_or(text.len());
    let (numeral, rest) = text.split_at(end);
    let signs: Vec<Sign> = numeral.chars().take(LONGEST + 1).filter_map(sign).collect();
    if signs.is_empty() || signs.len() > LONGEST {
        return None;
    }
    let has_units = signs.iter().any(|sign| !matches!(sign, Sign::Digit(_)));
    let number = if has_units {
        by_units(&signs)
    } else {
        by_position(&signs)
    };
    number.map(|number| (number, rest))
}

#[derive(Clone, Copy)]
enum Sign {
    Digit(u32),
    /// 十, 百, 千: multiplies the digit before it.
    Unit(u32),
    /// 廿, 卅, 卌: twenty, thirty and forty in one sign.
    Tens(u32),
    /// 万: multiplies everything before it.
    Myriad,
}

fn sign(character: char) -> Option<Sign> {
    Some(match character {
        '0'..='9' => Sign::Digit(character as u32 - '0' as u32),
        '０'..='９' => Sign::Digit(character as u32 - '０' as u32),
        '〇' | '零' | '○' | '◯' => Sign::Digit(0),
        '一' | '壹' | '弌' => Sign::Digit(1),
        '二' | '两' | '兩' | '贰' | '貳' | '弍' => Sign::Digit(2),
        '三' | '叁' | '參' | '叄' | '弎' => Sign::Digit(3),
        '四' | '肆' => Sign::Digit(4),
        '五' | '伍' => Sign::Digit(5),
        '六' | '陆' | '陸' => Sign::Digit(6),
        '七' | '柒' => Sign::Digit(7),
        '八' | '捌' => Sign::Digit(8),
        '九' | '玖' => Sign::Digit(9),
        '十' | '拾' => Sign::Unit(10),
        '百' | '佰' => Sign::Unit(100),
        '千' | '仟' => Sign::Unit(1000),
        '廿' => Sign::Tens(20),
        '卅' => Sign::Tens(30),
        '卌' => Sign::Tens(40),
        '万' | '萬' => Sign::Myriad,
        _ => return None,
    })
}

fn by_position(signs: &[Sign]) -> Option<u32> {
    signs.iter().try_fold(0_u32, |number, sign| match sign {
        Sign::Digit(digit) => number.checked_mul(10)?.checked_add(*digit),
        _ => None,
    })
}

fn by_units(signs: &[Sign]) -> Option<u32> {
    let (mut myriads, mut below, mut pending) = (0_u32, 0_u32, None::<u32>);
    for sign in signs {
        match sign {
            // Two digits in a row are a number by position, as in `1２百`.
            Sign::Digit(digit) => {
                pending = Some(pending.unwrap_or(0).checked_mul(10)?.checked_add(*digit)?);
            }
            // `十` alone is one ten, and so is the ten of `百零十`.
            Sign::Unit(unit) => {
                let count = pending.take().filter(|digit| *digit > 0).unwrap_or(1);
                below = below.checked_add(count.checked_mul(*unit)?)?;
            }
            Sign::Tens(tens) => {
                below = below
                    .checked_add(pending.take().unwrap_or(0))?
                    .checked_add(*tens)?;
            }
            Sign::Myriad => {
                let count = below.checked_add(pending.take().unwrap_or(0))?.max(1);
                myriads = myriads.checked_add(count)?.checked_mul(10_000)?;
                below = 0;
            }
        }
    }
    myriads
        .checked_add(below)?
        .checked_add(pending.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{leading, parse};

    #[test]
    fn every_style_of_numeral_is_read() {
        for (text, number) in [
            ("12", 12),
            ("１２３", 123),
            ("〇", 0),
            ("十", 10),
            ("十二", 12),
            ("二十", 20),
            ("廿三", 23),
            ("卅", 30),
            ("卌二", 42),
            ("一百零八", 108),
            ("壹佰贰拾", 120),
            ("1百", 100),
            ("1百2十3", 123),
            ("百零三", 103),
            ("两百一十八", 218),
            ("二〇一", 201),
            ("一二三", 123),
            ("壹佰零叁", 103),
            ("貳拾陸", 26),
            ("一千零一", 1001),
            ("一万零三百", 10_300),
            ("萬", 10_000),
        ] {
            assert_eq!(parse(text), Some(number), "{text}");
        }
    }

    #[test]
    fn what_follows_a_numeral_is_left() {
        assert_eq!(leading("十二章 雪夜"), Some((12, "章 雪夜")));
        assert_eq!(leading("章"), None);
    }

    #[test]
    fn a_number_too_long_for_a_chapter_is_none() {
        assert_eq!(parse("99999999999"), None);
        assert_eq!(parse("万万万万万万"), None);
        assert_eq!(parse(&"一".repeat(100_000)), None);
    }

    /// Writes a number below 100,000 the way a careful author does.
    fn written(number: u32) -> String {
        let digits = "零一二三四五六七八九".chars().collect::<Vec<_>>();
        let mut text = String::new();
        let mut is_gap = false;
        for (value, unit) in [
            (10_000, "万"),
            (1000, "千"),
            (100, "百"),
            (10, "十"),
            (1, ""),
        ] {
            let digit = number / value % 10;
            if digit == 0 {
                is_gap = !text.is_empty();
                continue;
            }
            if is_gap {
                text.push('零');
            }
            is_gap = false;
            text.push(digits[digit as usize]);
            text.push_str(unit);
        }
        text.strip_prefix("一十")
            .map_or(text.clone(), |rest| format!("十{rest}"))
    }

    proptest! {
        #[test]
        fn a_number_written_out_is_read_back(number in 1_u32..100_000) {
            prop_assert_eq!(parse(&written(number)), Some(number));
            prop_assert_eq!(parse(&number.to_string()), Some(number));
        }

        #[test]
        fn no_text_makes_reading_panic(text in "[0-9０-９〇零一二两三九十百千万廿卅章]{0,20}") {
            let _ = leading(&text);
        }
    }
}
