//! Slips of the pen that are heard, put right in what is spoken.
//!
//! Never touches a slip that sounds right, and never one that could be meant: the wrong form is no
//! word, or the characters around it rule the meant one out.

mod table;

use super::is_han;
use table::{SLIPS, Slip};

/// What may stand behind the last word of a clause.
const PARTICLES: &str = "吧了啊呢罢嘛的地得矣哉";

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
            let goes_on = |c| is_han(c) && !PARTICLES.contains(c);
            let is_meant = repaired.ends_with(|c| self.not_after.contains(c))
                || after.starts_with(|c| self.not_before.contains(c))
                || self.is_at_end && after.starts_with(goes_on);
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
        assert_eq!(
            repair("他激动不己，只是笑笑而己。"),
            "他激动不已，只是笑笑而已。"
        );
        assert_eq!(repair("候爷养了一只小免子"), "侯爷养了一只小兔子");
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
            "小时候爷爷说",
            "我等候爷爷",
            "他问候爷爷",
            "避免子弹乱飞",
            "以免子女操心",
            "难免子孙不肖",
            "而己方无人",
            "而己身不正",
            "不患人之不己知",
            "辛未日",
            "己未日",
            "乙未日",
            "守株待兔得来",
            "立即然后",
            "面粉未到",
            "辛巳经年",
            "此时侯亮到了",
            "封一等侯",
            "清末曾国藩",
            "世纪末必须还",
            "从三千掉到两千",
            "躲避兔子",
            "请勿忙乱",
            "卫戍时间",
            "壬戌守岁",
            "瓦剌杀来了",
            "时过境迁徒然",
            "成立既久",
            "打赢弱队",
            "银针炙热",
            "魔鬼崇拜",
            "工作崇高",
            "影响午睡",
            "小鸟黑白相间",
            "选拔打手",
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
