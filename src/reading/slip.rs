//! Slips of the pen that are heard, put right in what is spoken.
//!
//! Never touches a slip that sounds right, and never one that could be meant: the wrong form is no
//! word, or the characters around it rule the meant one out.

/// A slip, what was meant, and where it is right as it stands.
struct Slip {
    wrong: &'static str,
    right: &'static str,
    /// Not when one of these characters stands just before.
    not_after: &'static str,
    /// Not when one of these characters follows.
    not_before: &'static str,
}

const fn slip(wrong: &'static str, right: &'static str) -> Slip {
    Slip {
        wrong,
        right,
        not_after: "",
        not_before: "",
    }
}

const fn unless(
    wrong: &'static str,
    right: &'static str,
    not_after: &'static str,
    not_before: &'static str,
) -> Slip {
    Slip {
        wrong,
        right,
        not_after,
        not_before,
    }
}

/// Characters that look alike, as scanners and hasty typists mix them up. Own collection.
const SLIPS: [Slip; 85] = [
    // 己 已 巳: beside oneself (不能自已) is right, and so is 独自已经.
    unless("自已", "自己", "能不难以独各亲", "经然是"),
    slip("巳经", "已经"),
    unless("己经", "已经", "自知异一律利克", ""),
    slip("早己", "早已"),
    slip("而己", "而已"),
    slip("业己", "业已"),
    unless("不己", "不已", "", "所"),
    // 来 and 时 by their sound.
    unless("的对来", "的到来", "", "说讲看者人客"),
    unless(
        "顿是",
        "顿时",
        "一两三几每这那哪整停困安牛士尔盛克普休灵斯登莫萨希卡",
        "一",
    ),
    // 侯 候.
    unless("时侯", "时候", "", "爷府门王君方氏家"),
    slip("气侯", "气候"),
    unless("等侯", "等候", "", "爷府门王君方氏家"),
    unless("问侯", "问候", "", "爷府门王君方氏家"),
    unless("伺侯", "伺候", "", "爷府门王君方氏家"),
    unless("侍侯", "侍候", "", "爷府门王君方氏家"),
    unless("恭侯", "恭候", "", "爷府门王君方氏家"),
    unless("守侯", "守候", "", "爷府门王君方氏家"),
    slip("症侯", "症候"),
    slip("火侯", "火候"),
    slip("诸候", "诸侯"),
    slip("候爷", "侯爷"),
    unless("王候", "王侯", "国", "见选补"),
    // 未 末.
    unless("周未", "周末", "", "必曾免"),
    slip("未尾", "末尾"),
    unless("始未", "始末", "开原起", ""),
    slip("未日", "末日"),
    slip("粉未", "粉末"),
    unless("末必", "未必", "周期月年季世岁", ""),
    unless("末曾", "未曾", "周期月年季世岁", ""),
    unless("末免", "未免", "周期月年季世岁", ""),
    unless("从末", "从未", "", "尾端日"),
    slip("尚末", "尚未"),
    unless("末婚", "未婚", "周期月年季世岁", ""),
    // 千 干, 大 太, 兔 免, 鸟 乌, 勿 匆.
    unless("千净", "干净", "数几一二两三四五六七八九十百", ""),
    slip("千脆", "干脆"),
    slip("千嘛", "干嘛"),
    slip("千掉", "干掉"),
    slip("大阳穴", "太阳穴"),
    slip("避兔", "避免"),
    slip("兔得", "免得"),
    slip("难兔", "难免"),
    slip("不兔", "不免"),
    slip("未兔", "未免"),
    slip("免子", "兔子"),
    slip("鸟云", "乌云"),
    unless("鸟黑", "乌黑", "", "黑"),
    slip("鸟鸦", "乌鸦"),
    slip("匆勿", "匆匆"),
    slip("勿忙", "匆忙"),
    // 戊 戌 戍.
    slip("戍时", "戌时"),
    slip("戊时", "戌时"),
    slip("戌守", "戍守"),
    slip("戌边", "戍边"),
    slip("卫戌", "卫戍"),
    // 拔 拨, 剌 刺, 徒 陡, 狠 狼.
    slip("挑拔", "挑拨"),
    slip("拔弄", "拨弄"),
    slip("拔打", "拨打"),
    slip("拨腿", "拔腿"),
    slip("拨剑", "拔剑"),
    slip("拨刀", "拔刀"),
    slip("剌激", "刺激"),
    slip("剌杀", "刺杀"),
    slip("剌客", "刺客"),
    slip("剌眼", "刺眼"),
    slip("剌耳", "刺耳"),
    slip("剌骨", "刺骨"),
    slip("剌痛", "刺痛"),
    slip("讽剌", "讽刺"),
    slip("陡弟", "徒弟"),
    slip("徙弟", "徒弟"),
    slip("徒峭", "陡峭"),
    slip("迁徒", "迁徙"),
    slip("狠狈", "狼狈"),
    // 既 即.
    slip("立既", "立即"),
    slip("即然", "既然"),
    // Others.
    slip("暖昧", "暧昧"),
    slip("赢弱", "羸弱"),
    slip("灸热", "炙热"),
    slip("针炙", "针灸"),
    slip("鬼崇", "鬼祟"),
    slip("作崇", "作祟"),
    slip("祟拜", "崇拜"),
    slip("祟高", "崇高"),
    slip("响午", "晌午"),
    slip("膝胧", "朦胧"),
];

/// The text with its slips put right; each keeps its number of characters.
pub(super) fn repair(text: &str) -> String {
    let mut repaired = text.to_string();
    for slip in &SLIPS {
        if repaired.contains(slip.wrong) {
            repaired = slip.repair(&repaired);
        }
    }
    repaired
}

impl Slip {
    fn repair(&self, text: &str) -> String {
        let mut repaired = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find(self.wrong) {
            let (before, found) = rest.split_at(at);
            let after = &found[self.wrong.len()..];
            repaired.push_str(before);
            let is_meant = repaired.ends_with(|c| self.not_after.contains(c))
                || after.starts_with(|c| self.not_before.contains(c));
            repaired.push_str(if is_meant { self.wrong } else { self.right });
            rest = after;
        }
        repaired.push_str(rest);
        repaired
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_that_is_heard_is_put_right() {
        assert_eq!(repair("他只信自已"), "他只信自己");
        assert_eq!(repair("援军的对来"), "援军的到来");
        assert_eq!(repair("三军顿是大乱"), "三军顿时大乱");
    }

    #[test]
    fn what_could_be_meant_stays() {
        for right in [
            "哭得不能自已",
            "独自已经走远",
            "他的对来说",
            "这顿是他请的",
            "自己经过",
            "周末必须来",
            "等侯爷发话",
        ] {
            assert_eq!(repair(right), right);
        }
    }

    #[test]
    fn every_slip_is_repaired_and_keeps_its_length() {
        for slip in &SLIPS {
            assert_eq!(slip.repair(slip.wrong), slip.right);
            assert_eq!(slip.wrong.chars().count(), slip.right.chars().count());
        }
    }
}
