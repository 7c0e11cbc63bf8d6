//! What is written, and what is said.

use super::write_out;

fn check(cases: &[(&str, &str)]) {
    for (text, spoken) in cases {
        assert_eq!(write_out(text), *spoken, "{text}");
    }
}

#[test]
fn amounts_are_cardinals() {
    check(&[
        ("共123人", "共一百二十三人"),
        ("１２３", "一百二十三"),
        ("10000", "一万"),
        ("20000人", "两万人"),
        ("1,234,567元", "一百二十三万四千五百六十七元"),
        ("2.5倍", "二点五倍"),
        ("0.05秒", "零点零五秒"),
        ("10000000灵石", "一千万灵石"),
    ]);
}

#[test]
fn two_things_are_liang_but_the_second_is_er() {
    check(&[
        ("2个人", "两个人"),
        ("2 天", "两 天"),
        ("2年前", "两年前"),
        ("2小时", "两小时"),
        ("2万", "两万"),
        ("第2个", "第二个"),
        ("第2章", "第二章"),
        ("2月2日", "二月二日"),
        ("2年级", "二年级"),
        ("12个", "十二个"),
        ("2", "二"),
    ]);
}

#[test]
fn chapters_are_numbered() {
    check(&[("第3章", "第三章"), ("第108回", "第一百零八回")]);
}

#[test]
fn years_are_said_digit_by_digit() {
    check(&[
        ("2024年", "二零二四年"),
        ("1937-1945年", "一九三七到一九四五年"),
        ("5000年", "五千年"),
        ("3500年前", "三千五百年前"),
        ("1990年代", "一九九零年代"),
    ]);
}

#[test]
fn codes_are_said_digit_by_digit() {
    check(&[
        ("13812345678", "幺三八幺二三四五六七八"),
        ("010-12345678", "零幺零，幺二三四五六七八"),
        ("400-820-1234", "四零零，八二零，幺二三四"),
        ("密码是1234", "密码是一二三四"),
        ("QQ：12345", "QQ：一二三四五"),
        ("编号9527", "编号九五二七"),
        ("9527号", "九五二七号"),
        ("3号", "三号"),
        ("B612", "B六一二"),
        ("VIP888", "VIP八八八"),
        ("F-22", "F二二"),
        ("007", "零零七"),
    ]);
}

#[test]
fn shares_are_said_before_the_number() {
    check(&[
        ("3%", "百分之三"),
        ("99.9％", "百分之九十九点九"),
        ("3-5%", "百分之三到五"),
        ("100%", "百分之百"),
        ("3%-5%", "百分之三到百分之五"),
        ("1/2", "二分之一"),
        ("3/10的水平", "十分之三的水平"),
        ("5‰", "千分之五"),
    ]);
}

#[test]
fn slashes_that_are_no_parts_join_a_row() {
    check(&[("1/2/3", "一、二、三"), ("1000/2000", "一千斜杠两千")]);
}

#[test]
fn times_and_scores_differ() {
    check(&[
        ("10:30", "十点三十分"),
        ("20:08", "二十点零八分"),
        ("2：00", "两点"),
        ("9:05:20", "九点零五分二十秒"),
        ("9:00-17:00", "九点到十七点"),
        ("3:2", "三比二"),
    ]);
}

#[test]
fn dates_are_dates() {
    check(&[
        ("2024-01-05", "二零二四年一月五日"),
        ("2024/1/5", "二零二四年一月五日"),
        ("2024.12.31", "二零二四年十二月三十一日"),
    ]);
}

#[test]
fn ranges_go_from_to() {
    check(&[
        ("3-5天", "三到五天"),
        ("3~5", "三到五"),
        ("3～5", "三到五"),
        ("1-2个", "一到两个"),
        ("2-3个", "两到三个"),
        ("1.5-2.5米", "一点五到二点五米"),
    ]);
}

#[test]
fn a_minus_is_said_only_when_it_is_clear() {
    check(&[
        ("-5℃", "负五摄氏度"),
        ("气温-12度", "气温负十二度"),
        ("x=-3", "x等于负三"),
        ("东风-41", "东风四十一"),
        ("A-1", "A一"),
    ]);
}

#[test]
fn signs_between_numbers_are_said() {
    check(&[
        ("1+1=2", "一加一等于二"),
        ("5-3=2", "五减三等于二"),
        ("5*5", "五乘五"),
        ("力量+50", "力量加五十"),
        ("38°C", "三十八摄氏度"),
        ("￥100", "一百元"),
        ("$2万", "两万美元"),
    ]);
}

#[test]
fn a_number_with_more_points_is_no_amount() {
    check(&[("192.168.1.1", "一九二点一六八点一点一")]);
}

#[test]
fn no_digit_is_dropped_in_odd_places() {
    check(&[
        ("1v1", "一v一"),
        ("2.", "二."),
        ("10w+", "十万加"),
        ("①②", "一、二"),
        ("0", "零"),
        ("1,2,3", "一，二，三"),
    ]);
}

#[test]
fn text_without_numbers_and_signs_is_untouched() {
    let text = "三百年……过去了，he said: “OK.”";
    assert_eq!(write_out(text), text);
}

#[test]
fn flights_trains_buses_and_services_are_called_out() {
    check(&[
        ("CA1831", "CA幺八三幺"),
        ("G1次", "G幺次"),
        ("101路", "幺零幺路"),
        ("12路", "十二路"),
        ("108路军马", "一百零八路军马"),
        ("12306官网", "幺二三零六官网"),
        ("12306个", "一万两千三百零六个"),
        ("身份证110101", "身份证幺幺零幺零幺"),
    ]);
}

#[test]
fn a_number_of_three_digits_names_a_person_but_counts_a_crowd() {
    check(&[
        ("101号", "一零一号"),
        ("150号人", "一百五十号人"),
        ("第101号", "第一百零一号"),
    ]);
}

#[test]
fn neighbours_before_a_measure_are_about_right() {
    check(&[
        ("2、3天", "两三天"),
        ("17、8岁", "十七八岁"),
        ("第2、3章", "第二、三章"),
        ("2、4天", "二、四天"),
        ("1、2、3个", "一、二、三个"),
        ("50+岁", "五十多岁"),
        ("50+8", "五十加八"),
    ]);
}

#[test]
fn the_half_of_a_day_is_said_once_and_first() {
    check(&[
        ("3:00pm", "下午三点"),
        ("9:30 AM", "上午九点三十分"),
        ("下午3:00pm", "下午三点"),
        ("3:00 pmx", "三点 pmx"),
    ]);
}

#[test]
fn fives_are_sobs_only_where_a_clause_begins() {
    check(&[
        ("555我不要", "呜呜呜，我不要"),
        ("555号", "五五五号"),
        ("共555个", "共五百五十五个"),
        ("555 夜", "五五五 夜"),
    ]);
}

#[test]
fn a_word_that_was_split_or_masked_is_said() {
    check(&[
        ("卧*槽", "卧槽"),
        ("去你的XX", "去你的叉叉"),
        ("XXL码", "XXL码"),
    ]);
}

#[test]
fn twins_are_a_score_only_in_a_match() {
    check(&[
        ("1-1", "一杠一"),
        ("打成1-1", "打成一比一"),
        ("1-2个", "一到两个"),
        ("1-1=0", "一减一等于零"),
    ]);
}

#[test]
fn an_item_of_a_list_begins_with_its_number() {
    check(&[
        ("1. 开始", "一、开始"),
        ("×2倍", "乘两倍"),
        ("伤害×2倍", "伤害两倍"),
    ]);
}

#[test]
fn marks_that_pile_up_are_not_said() {
    let piled = format!(
        "好{}，a{}。",
        "\u{301}".repeat(1000),
        "\u{301}".repeat(1000)
    );
    assert_eq!(write_out(&piled), "好，a\u{301}\u{301}\u{301}。");
}
