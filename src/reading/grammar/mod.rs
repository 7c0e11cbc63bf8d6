//! The names of units and currencies, by the number grammars of `WeTextProcessing`.
//!
//! Never sees prose: it is asked about one sign or abbreviation beside a number, as the grammars
//! take a millisecond and rewrite more than numbers. The amount itself is said by `number`.

mod transducer;

use std::sync::LazyLock;

use flate2::{Decompress, FlushDecompress};

use transducer::Transducer;

/// From the package `wetext` 0.1.8 (Apache-2.0), `fsts/zh/tn/`, compressed with zlib.
const TAGGER: (&[u8], usize) = (include_bytes!("tagger.fst.z"), 527_178);
const VERBALIZER: (&[u8], usize) = (include_bytes!("verbalizer.fst.z"), 1_069_758);

/// Loaded when the first unit is met.
static GRAMMARS: LazyLock<[Transducer; 2]> = LazyLock::new(|| [load(TAGGER), load(VERBALIZER)]);

/// The amount that grammars are asked with; no unit has it in its name.
const AMOUNT: (&str, &str) = ("3", "三");

/// Units that the grammars lack, or name as nobody would say them aloud, and those that are met so
/// often that they should cost nothing.
const OWN: [(&str, &str); 36] = [
    ("km", "公里"),
    ("m", "米"),
    ("cm", "厘米"),
    ("mm", "毫米"),
    ("ml", "毫升"),
    ("L", "升"),
    ("kg", "公斤"),
    ("KG", "公斤"),
    ("Kg", "公斤"),
    ("KM", "公里"),
    ("CM", "厘米"),
    ("MM", "毫米"),
    ("g", "克"),
    ("t", "吨"),
    ("l", "升"),
    ("mL", "毫升"),
    ("cc", "毫升"),
    ("CC", "毫升"),
    ("μm", "微米"),
    ("um", "微米"),
    ("nm", "纳米"),
    ("Hz", "赫兹"),
    ("kHz", "千赫"),
    ("MHz", "兆赫"),
    ("GHz", "吉赫"),
    ("dB", "分贝"),
    ("W", "瓦"),
    ("V", "伏"),
    ("Pa", "帕"),
    ("kPa", "千帕"),
    ("MPa", "兆帕"),
    ("kWh", "千瓦时"),
    ("mAh", "毫安时"),
    ("RMB", "元人民币"),
    ("USD", "美元"),
    ("HKD", "港元"),
];

/// Units of speed, which are met as often: what is said before the amount, and after it.
const SPEEDS: [(&str, &str, &str); 4] = [
    ("km/h", "每小时", "公里"),
    ("KM/H", "每小时", "公里"),
    ("Km/h", "每小时", "公里"),
    ("m/s", "每秒", "米"),
];

/// What is said before and after an amount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unit {
    pub(super) before: String,
    pub(super) after: String,
}

/// The unit that an abbreviation after a number means: `km/h` is 每小时 before it and 公里 after it.
pub(super) fn unit(abbreviation: &str) -> Option<Unit> {
    let own = OWN.iter().find(|(short, _)| *short == abbreviation);
    if let Some((_, name)) = own {
        return Some(Unit {
            before: String::new(),
            after: (*name).to_string(),
        });
    }
    let speed = SPEEDS.iter().find(|(short, ..)| *short == abbreviation);
    if let Some((_, before, after)) = speed {
        return Some(Unit {
            before: (*before).to_string(),
            after: (*after).to_string(),
        });
    }
    around_amount(&format!("{}{abbreviation}", AMOUNT.0), "measure")
}

/// The currency that a sign before a number means.
pub(super) fn currency(sign: char) -> Option<String> {
    around_amount(&format!("{sign}{}", AMOUNT.0), "money").map(|unit| unit.after)
}

fn around_amount(text: &str, kind: &str) -> Option<Unit> {
    let [tagger, verbalizer] = &*GRAMMARS;
    let fields = tagger.rewrite(text)?;
    let fields = fields.trim().strip_prefix(kind)?.trim();
    // More than one thing: the grammar does not take the text as one unit.
    let fields = fields.strip_prefix('{')?.strip_suffix('}')?;
    if fields.contains('{') {
        return None;
    }
    let ordered = format!("{kind} {{ {} }}", in_spoken_order(fields)?);
    let spoken = verbalizer.rewrite(&ordered)?;
    let (before, after) = spoken.trim().split_once(AMOUNT.1)?;
    let is_name = |name: &str| !name.is_empty() && name.chars().all(super::is_han);
    (is_name(after) && (before.is_empty() || is_name(before))).then(|| Unit {
        before: before.to_string(),
        after: after.replace("千克", "公斤"),
    })
}

/// The fields of `name: "value" name: "value"`, those that Chinese says first in front.
fn in_spoken_order(fields: &str) -> Option<String> {
    let parts: Vec<&str> = fields.trim().split_inclusive('"').collect();
    let pairs: Vec<String> = parts.chunks(2).map(<[&str]>::concat).collect();
    let order = ["denominator", "numerator", "value", "currency"];
    let place = |pair: &String| order.iter().position(|name| pair.trim().starts_with(name));
    let mut placed = pairs
        .into_iter()
        .map(|pair| Some((place(&pair)?, pair.trim().to_string())))
        .collect::<Option<Vec<_>>>()?;
    placed.sort_by_key(|(place, _)| *place);
    let fields: Vec<String> = placed.into_iter().map(|(_, pair)| pair).collect();
    Some(fields.join(" "))
}

fn load((compressed, length): (&[u8], usize)) -> Transducer {
    let mut bytes = Vec::with_capacity(length);
    // Both are constants of the program: that they load is tested.
    Decompress::new(true)
        .decompress_vec(compressed, &mut bytes, FlushDecompress::Finish)
        .ok()
        .and_then(|_| Transducer::parse(&bytes))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_named(abbreviation: &str, before: &str, after: &str) {
        let named = unit(abbreviation).map(|unit| (unit.before, unit.after));
        let name = (before.to_string(), after.to_string());
        assert_eq!(named, Some(name), "{abbreviation}");
    }

    #[test]
    fn units_have_names() {
        is_named("km", "", "公里");
        is_named("mg", "", "毫克");
        is_named("mm²", "", "平方毫米");
        is_named("m3", "", "立方米");
        is_named("kg", "", "公斤");
        is_named("dB", "", "分贝");
    }

    #[test]
    fn what_a_unit_is_measured_against_is_said_first() {
        is_named("km/h", "每小时", "公里");
        is_named("m/s", "每秒", "米");
        is_named("元/天", "每天", "元");
        is_named("kg/m³", "每立方米", "公斤");
    }

    #[test]
    fn currencies_have_names() {
        for (sign, name) in [('€', "欧元"), ('£', "英镑"), ('$', "美元"), ('￥', "元")] {
            assert_eq!(currency(sign).as_deref(), Some(name), "{sign}");
        }
        assert_eq!(currency('字'), None);
    }

    #[test]
    fn what_is_no_unit_has_no_name() {
        for text in ["D", "xyz", "\"", "/", "", "\u{0}", "个月前", "kmkm"] {
            assert_eq!(unit(text), None, "{text}");
        }
    }
}
