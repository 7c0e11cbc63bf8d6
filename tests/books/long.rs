//! Long books that the suite makes itself: every style of numeral, hundreds of chapters.
//!
//! Never writes a heading that it does not list as expected.

use super::case::Case;
use super::prose::Writer;

const TITLES: [&str; 12] = [
    "雪夜",
    "来客",
    "三封信",
    "银行",
    "渡口",
    "归来",
    "旧事",
    "风起",
    "不速之客",
    "灯下",
    "远行",
    "天明",
];

/// Lines that look like headings and stand in the middle of chapters.
const BAITS: [&str; 10] = [
    "第一封信是写给船工的",
    "第四本书记载着锤法，来自孙家的铺子。",
    "到第六回合时",
    "第九部队已经过了河",
    "40多岁的影评人站在门口",
    "3:2",
    "第二天",
    "第三节课开始了",
    "2018年的冬天",
    "第五章的内容他改了七遍",
];

/// All of them.
pub fn cases() -> Vec<Case> {
    vec![
        numerals_in_turn(),
        one_odd_among_many(),
        volumes_that_restart(),
        a_chapter_without_end(),
        glued_titles(),
        a_table_in_front(),
        bare_digits(),
        enumerated(),
        two_shapes(),
        no_headings(),
        rounds_in_big5(),
        stars_in_utf_16(),
        english_in_gb18030(),
        every_tenth_missing(),
        baits_everywhere(),
        short_and_long_chapters(),
        a_preface_of_pages(),
        side_stories_at_the_end(),
        nested_elements(),
        entries_of_an_epub(),
    ]
}

/// A book on its way: its text and the titles that it must give.
#[derive(Default)]
struct Draft {
    case: Case,
    writer: Writer,
}

impl Draft {
    fn new(name: &str) -> Self {
        let mut draft = Self::default();
        draft.case.name = name.into();
        draft
    }

    /// A heading that must be found, and its chapter.
    fn chapter(&mut self, title: &str, n_characters: usize) {
        self.line(title);
        self.case.chapters.push(title.into());
        self.prose(n_characters);
    }

    fn line(&mut self, line: &str) {
        self.case.text.push_str(line);
        self.case.text.push('\n');
    }

    fn prose(&mut self, n_characters: usize) {
        self.case.text += &self.writer.prose(n_characters);
    }
}

fn title(number: usize) -> &'static str {
    TITLES[(number * 7 + number / 12) % TITLES.len()]
}

/// `一百零三`, as a careful author writes it.
fn han(number: usize) -> String {
    let digits: Vec<char> = "零一二三四五六七八九".chars().collect();
    let (mut text, mut is_gap) = (String::new(), false);
    for (value, unit) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
        let digit = number / value % 10;
        if digit == 0 {
            is_gap = !text.is_empty();
            continue;
        }
        if is_gap {
            text.push('零');
            is_gap = false;
        }
        text.push(digits[digit]);
        text += unit;
    }
    match text.strip_prefix("一十") {
        Some(rest) => format!("十{rest}"),
        None => text,
    }
}

/// Each sign of `from` in `text` as the sign of `to` in the same place.
fn mapped(text: &str, from: &str, to: &str) -> String {
    let place = |next: char| from.chars().position(|sign| sign == next);
    let sign = |next: char| {
        place(next)
            .and_then(|at| to.chars().nth(at))
            .unwrap_or(next)
    };
    text.chars().map(sign).collect()
}

fn financial(number: usize) -> String {
    mapped(
        &han(number),
        "一二三四五六七八九十百千",
        "壹贰叁肆伍陆柒捌玖拾佰仟",
    )
}

fn full_width(number: usize) -> String {
    mapped(&number.to_string(), "0123456789", "０１２３４５６７８９")
}

fn by_place(number: usize) -> String {
    mapped(&number.to_string(), "0123456789", "〇一二三四五六七八九")
}

/// `廿三`, `卅`, `两百`.
fn colloquial(number: usize) -> String {
    let text = han(number).replace("二百", "两百");
    match (number, text.strip_prefix("二十"), text.strip_prefix("三十")) {
        (20..=29, Some(rest), _) => format!("廿{rest}"),
        (30..=39, _, Some(rest)) => format!("卅{rest}"),
        _ => text,
    }
}

fn numerals_in_turn() -> Case {
    let styles: [fn(usize) -> String; 6] =
        [han, financial, full_width, by_place, colloquial, |number| {
            number.to_string()
        }];
    let mut draft = Draft::new("numerals of every style in turn are one numbering");
    for number in (1..=45).chain(190..=235) {
        let numeral = styles[number % styles.len()](number);
        draft.chapter(&format!("第{numeral}章 {}", title(number)), 200);
    }
    draft.case.doubts = vec!["gap".into()];
    draft.case
}

fn one_odd_among_many() -> Case {
    let mut draft = Draft::new("one odd heading among three hundred harms no other");
    for number in 1..=300 {
        let numeral = if number == 157 {
            "一万零三".into()
        } else {
            han(number)
        };
        draft.chapter(&format!("第{numeral}章 {}", title(number)), 150);
    }
    draft.case.doubts = vec!["gap".into(), "restart".into()];
    draft.case
}

fn volumes_that_restart() -> Case {
    let mut draft = Draft::new("six volumes of twenty chapters each begin at one");
    let mut volumes = Vec::new();
    for volume in 1..=6 {
        let name = format!("第{}卷 {}", han(volume), title(volume + 3));
        draft.line(&name);
        for number in 1..=20 {
            draft.chapter(&format!("第{}章 {}", han(number), title(number)), 200);
            volumes.push(name.clone());
        }
    }
    draft.case.volumes = Some(volumes);
    draft.case
}

fn a_chapter_without_end() -> Case {
    let mut draft = Draft::new("a chapter of sixty thousand characters is told and harms no other");
    for number in 1..=12 {
        let length = if number == 5 { 60_000 } else { 800 };
        draft.chapter(&format!("第{}章 {}", han(number), title(number)), length);
    }
    draft.case.doubts = vec!["long".into()];
    draft.case
}

fn glued_titles() -> Case {
    let mut draft = Draft::new("forty glued titles are forty chapters");
    for number in 1..=40 {
        draft.chapter(&format!("第{}章{}", han(number), title(number)), 300);
    }
    draft.case
}

fn a_table_in_front() -> Case {
    let mut draft = Draft::new("a table of eighty entries in front makes no chapters");
    let heading = |number| format!("第{}章 {}", han(number), title(number));
    draft.line("目录");
    draft.case.chapters.push(String::new());
    (1..=80).for_each(|number| draft.line(&heading(number)));
    (1..=80).for_each(|number| draft.chapter(&heading(number), 200));
    draft.case
}

fn bare_digits() -> Case {
    let mut draft =
        Draft::new("a hundred and twenty bare digits are a hundred and twenty chapters");
    (1..=120).for_each(|number| draft.chapter(&number.to_string(), 600));
    draft.case
}

fn enumerated() -> Case {
    let mut draft = Draft::new("sixty Chinese numerals with a comma are sixty chapters");
    for number in 1..=60 {
        draft.chapter(&format!("{}、{}", han(number), title(number)), 600);
        if number % 10 == 3 {
            for line in ["一、米三斗", "二、面两袋", "三、盐一包"] {
                draft.line(line);
            }
            draft.prose(200);
        }
    }
    draft.case
}

fn two_shapes() -> Case {
    let mut draft = Draft::new("a region without the winning shape is searched for another");
    for number in 1..=20 {
        draft.chapter(&format!("第{}章 {}", han(number), title(number)), 900);
    }
    for number in 21..=90 {
        draft.chapter(&format!("{number:03} {}", title(number)), 900);
    }
    draft.case
}

fn no_headings() -> Case {
    let mut draft = Draft::new("a long text without headings is told");
    draft.prose(30_000);
    draft.case.chapters.push(String::new());
    draft.case.doubts = vec!["missing table".into()];
    draft.case
}

fn rounds_in_big5() -> Case {
    let mut draft = Draft::new("rounds in volumes in Big5 are found");
    let mut volumes = Vec::new();
    for number in 1..=50 {
        if number % 10 == 1 {
            let volume = format!("卷{} 風雪", han(number / 10 + 1));
            draft.line(&volume);
            volumes.push(volume);
        }
        let heading = format!("第{}回 雪夜來客", han(number));
        draft.line(&heading);
        draft.case.chapters.push(heading);
        draft.case.text += &draft.writer.traditional(400);
    }
    draft.case.volumes = Some(
        volumes
            .iter()
            .flat_map(|volume| vec![volume.clone(); 10])
            .collect(),
    );
    draft.case.encoding = "big5".into();
    draft.case.read_as = Some("Big5".into());
    draft.case
}

fn stars_in_utf_16() -> Case {
    let mut draft = Draft::new("fifty stars without numbers in UTF-16 are found");
    for number in 1..=50 {
        let shown = format!("{}{}", title(number), han(number % 4 + 2));
        draft.line(&format!("☆、{shown}"));
        draft.case.chapters.push(shown);
        draft.prose(600);
    }
    draft.case.encoding = "utf-16le".into();
    draft.case.read_as = Some("UTF-16LE".into());
    draft.case
}

fn english_in_gb18030() -> Case {
    let mut draft = Draft::new("sixty English headings in GB18030 are found");
    for number in 1..=60 {
        draft.chapter(&format!("Chapter {number} {}", title(number)), 500);
    }
    draft.line("他姓㐱，名𠮷，是从省城来的。");
    draft.case.encoding = "gb18030".into();
    draft.case.read_as = Some("GB18030".into());
    draft.case
}

fn every_tenth_missing() -> Case {
    let mut draft = Draft::new("every missing chapter is told");
    for number in (1..=60).filter(|number| number % 10 != 5) {
        draft.chapter(&format!("第{number}章 {}", title(number)), 200);
    }
    draft.case.doubts = vec!["gap".into(); 6];
    draft.case
}

fn baits_everywhere() -> Case {
    let mut draft = Draft::new("lines that look like headings in every chapter are none");
    for number in 1..=50 {
        draft.chapter(&format!("第{}章 {}", han(number), title(number)), 200);
        draft.line(BAITS[number % BAITS.len()]);
        draft.prose(200);
    }
    draft.case
}

fn short_and_long_chapters() -> Case {
    let mut draft = Draft::new("digits with titles of very different lengths are chapters");
    for number in 1..=40 {
        let length = if number % 7 == 0 {
            6_000
        } else {
            500 + number * 20
        };
        draft.chapter(&format!("{number}.{}", title(number)), length);
    }
    draft.case
}

fn a_preface_of_pages() -> Case {
    let mut draft = Draft::new("a long text before the first heading is one untitled chapter");
    draft.prose(8_000);
    draft.case.chapters.push(String::new());
    for number in 1..=30 {
        draft.chapter(&format!("第{}章 {}", han(number), title(number)), 400);
    }
    draft.case
}

fn side_stories_at_the_end() -> Case {
    let mut draft = Draft::new("side stories at the end count for themselves in a long book");
    for number in 1..=60 {
        draft.chapter(&format!("第{}章 {}", han(number), title(number)), 200);
    }
    for number in 1..=8 {
        draft.chapter(&format!("番外{} {}", han(number), title(number + 5)), 400);
    }
    draft.chapter("后记", 200);
    draft.case
}

fn nested_elements() -> Case {
    let mut draft = Draft::new("ten thousand nested elements hold their text");
    let (open, close) = ("<div>".repeat(10_000), "</div>".repeat(10_000));
    draft.case.file = "书.html".into();
    draft.case.text =
        format!("<html><body>{open}<h1>第一章 雪夜</h1><p>雪落了一夜。</p>{close}</body></html>");
    draft.case.chapters = vec!["第一章 雪夜".into()];
    draft.case.texts = Some(vec!["第一章 雪夜\n雪落了一夜。".into()]);
    draft.case
}

fn entries_of_an_epub() -> Case {
    let mut draft = Draft::new("three hundred pages of an EPUB are three hundred chapters");
    for number in 1..=300 {
        let (heading, page) = (
            format!("第{}章 {}", han(number), title(number)),
            format!("p{number:03}.xhtml"),
        );
        let prose = draft.writer.prose(200).replace('\n', "</p><p>");
        draft.case.nav.push(format!("0|{heading}|{page}"));
        draft
            .case
            .files
            .insert(page, format!("<h2>{heading}</h2><p>{prose}</p>"));
        draft.case.chapters.push(heading);
    }
    draft.case.file = "书.epub".into();
    draft.case
}
