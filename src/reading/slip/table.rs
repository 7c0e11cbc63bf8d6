//! The slips that are known.
//!
//! Never has one whose wrong form is right across two words, unless its guards rule that out: 等候爷爷.

/// A slip, what was meant, and where it is right as it stands.
pub(super) struct Slip {
    pub(super) wrong: &'static str,
    pub(super) right: &'static str,
    /// Not when one of these characters stands just before.
    pub(super) not_after: &'static str,
    /// Not when one of these characters follows.
    pub(super) not_before: &'static str,
    /// Only where nothing more of the clause follows.
    pub(super) is_at_end: bool,
}

const fn slip(wrong: &'static str, right: &'static str) -> Slip {
    unless(wrong, right, "", "")
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
        is_at_end: false,
    }
}

const fn at_end(wrong: &'static str, right: &'static str) -> Slip {
    Slip {
        is_at_end: true,
        ..slip(wrong, right)
    }
}

/// After these 末 is the end of a time: 周末必须.
const TIMES: &str = "周期月年季世岁纪朝代明清汉隋唐宋元那粉本始课卷";

/// After 侯 these make it a title or a name.
const MARQUIS: &str = "爷府门王君方氏家爵亮赛宝景";

/// After these 千 counts.
const COUNTS: &str = "数几一二两三四五六七八九十百万秋";

/// The stems before a branch of the calendar: 辛未日.
const STEMS: &str = "甲乙丙丁戊己庚辛壬癸";

/// Before 剌 these are a name of a people, or a splash.
const PEOPLES: &str = "瓦兀阿哈花泼拨";

/// After 己 these are what is one's own.
const OWN: &str = "方任见所身人欲利卯巳酉亥丑未";

/// Characters that look alike, as scanners and hasty typists mix them up. Own collection.
pub(super) const SLIPS: [Slip; 83] = [
    // 己 已 巳: beside oneself (不能自已) is right, and so is 独自已经.
    unless(
        "自已",
        "自己",
        "能不难以独各亲兀暗擅径竟私来出发取源",
        "经然是有知成婚故非修",
    ),
    unless("巳经", "已经", STEMS, ""),
    unless("己经", "已经", "自知异一律利克由守为", "济营理验"),
    unless("早己", "早已", "", OWN),
    at_end("而己", "而已"),
    unless("业己", "业已", "", OWN),
    at_end("不己", "不已"),
    // 来 and 时 by their sound.
    unless("的对来", "的到来", "", "说讲看者人客自往访信宾年电路历"),
    unless(
        "顿是",
        "顿时",
        "一两三几每这那哪多上下头顿整停困劳安牛士尔盛克普休灵斯登莫萨希卡其弗莱小巴伊丁诺沃辛林",
        "一",
    ),
    // 侯 候.
    unless("时侯", "时候", "此同当登顿临及随平", MARQUIS),
    unless("气侯", "气候", "生", MARQUIS),
    unless("等侯", "等候", "一二三头", MARQUIS),
    unless("问侯", "问候", "请询访学顾", MARQUIS),
    unless("伺侯", "伺候", "", MARQUIS),
    unless("侍侯", "侍候", "内", MARQUIS),
    unless("恭侯", "恭候", "", MARQUIS),
    unless("守侯", "守候", "太", MARQUIS),
    unless("症侯", "症候", "", MARQUIS),
    unless("火侯", "火候", "", MARQUIS),
    unless("诸候", "诸侯", "", "选补鸟"),
    unless("候爷", "侯爷", "时气等伺侍问火听恭守", "爷们孙俩娘奶儿"),
    unless("王候", "王侯", "国大女亲君老小姓", "见选补审车机在着了命"),
    // 未 末.
    unless("周未", "周末", "四西东商北庄", "必曾免能有知经及尝来定成见"),
    unless("未尾", "末尾", "", "随"),
    unless("始未", "始末", "开原起方创伊初元", "终能曾有见"),
    unless("未日", "末日", "甲乙丙丁戊己庚辛壬癸从并尚", "夜"),
    unless("粉未", "粉末", "面脂奶米花", "施到能干来用有"),
    unless("末必", "未必", TIMES, "须要将修然定"),
    unless("末曾", "未曾", TIMES, "国祖孙子"),
    unless("末免", "未免", TIMES, "费除职疫税"),
    unless("从末", "从未", "", "尾端日世班代梢节期年流位"),
    unless("尚末", "尚未", "时和风高", "期年代日尾"),
    unless("末婚", "未婚", TIMES, ""),
    // 千 干, 大 太, 兔 免, 鸟 乌, 勿 匆.
    unless("千净", "干净", COUNTS, "利资水赚"),
    unless("千脆", "干脆", COUNTS, ""),
    unless("千嘛", "干嘛", COUNTS, ""),
    unless("千掉", "干掉", COUNTS, ""),
    slip("大阳穴", "太阳穴"),
    unless("避兔", "避免", "", "子娃崽肉"),
    unless("难兔", "难免", "", "子娃崽肉死"),
    unless("不兔", "不免", "", "子娃崽肉死"),
    unless("未兔", "未免", "", "子娃崽肉死"),
    unless(
        "免子",
        "兔子",
        "避以难未不罢减赦幸豁任",
        "女弹孙弟宫公房嗣系时",
    ),
    unless("鸟云", "乌云", "", "集游"),
    unless("鸟鸦", "乌鸦", "", "雀片"),
    slip("匆勿", "匆匆"),
    unless("勿忙", "匆忙", "切请幸万", ""),
    // 戊 戌 戍.
    unless("戍时", "戌时", "卫屯遣谪镇驻守", "间候期"),
    unless("戊时", "戌时", "母", ""),
    unless("戌守", "戍守", STEMS, ""),
    unless("戌边", "戍边", STEMS, ""),
    unless("卫戌", "卫戍", "", "狗时年月日"),
    // 拔 拨, 剌 刺, 徒 陡, 狠 狼.
    unless("挑拔", "挑拨", "高细", "高"),
    unless("拔弄", "拨弄", "选提", ""),
    unless("拔打", "拨打", "选提", ""),
    slip("拨腿", "拔腿"),
    unless("拨剑", "拔剑", "挑", ""),
    unless("拨刀", "拔刀", "挑", ""),
    unless("剌激", "刺激", PEOPLES, ""),
    unless("剌杀", "刺杀", PEOPLES, ""),
    unless("剌客", "刺客", PEOPLES, ""),
    unless("剌眼", "刺眼", PEOPLES, ""),
    unless("剌耳", "刺耳", PEOPLES, ""),
    unless("剌骨", "刺骨", PEOPLES, ""),
    unless("剌痛", "刺痛", PEOPLES, ""),
    slip("讽剌", "讽刺"),
    slip("陡弟", "徒弟"),
    slip("徙弟", "徒弟"),
    slip("徒峭", "陡峭"),
    unless("迁徒", "迁徙", "", "步手劳然有刑具"),
    slip("狠狈", "狼狈"),
    // 既 即.
    unless("立既", "立即", "成独设建确树孤对站林中", "然有是定得往"),
    unless("即然", "既然", "立随当旋迅", "后而"),
    // Others.
    slip("暖昧", "暧昧"),
    unless("赢弱", "羸弱", "打输稳要想能", "者队旅敌国方"),
    unless("灸热", "炙热", "针艾", ""),
    unless("针炙", "针灸", "", "热烤"),
    unless("鬼崇", "鬼祟", "", "拜尚高敬"),
    unless("作崇", "作祟", "", "拜尚高敬"),
    unless("祟拜", "崇拜", "作鬼邪", ""),
    unless("祟高", "崇高", "作鬼邪", ""),
    unless("响午", "晌午", "影音反声打作", ""),
    slip("膝胧", "朦胧"),
];
