//! What a person writes into a lexicon, and what is spoken then.

use proptest::prelude::*;

use super::*;
use crate::reading::{Because, Reader, Script};

fn lexicon(text: &str) -> Lexicon {
    let mut lexicon = Lexicon::default();
    lexicon.add("lexicon.toml", text).unwrap();
    lexicon
}

fn reader(text: &str, form: Form) -> Reader {
    let scope = Scope::default();
    Reader::with_lexicon(Script::Simplified, &lexicon(text), &scope, form).unwrap()
}

fn pinyin(lexicon: &str, text: &str) -> String {
    let reading = reader(lexicon, Form::Pinyin).read(text);
    reading.pinyin().collect::<Vec<_>>().join(" ")
}

fn sent(lexicon: &str, form: Form, text: &str) -> String {
    reader(lexicon, form).read(text).spoken()
}

fn problem(text: &str) -> String {
    let error = Lexicon::default().add("lexicon.toml", text).unwrap_err();
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    format!("{error} {}", cause.unwrap_or_default())
}

#[test]
fn a_word_is_said_as_its_entry_says() {
    let entry = "铁蛋 = \"tie1 dan2\"";
    let reading = reader(entry, Form::Pinyin).read("叫铁蛋来。");
    let word = reading.words.iter().find(|word| word.text == "铁蛋");
    let syllables = &word.unwrap().syllables;
    assert_eq!(syllables[0].pinyin, "tie1");
    assert!(syllables.iter().all(|s| s.because == Because::Lexicon));
    assert_eq!(reading.spoken(), "叫铁蛋来。");
}

#[test]
fn another_spelling_is_spoken_in_the_place_of_a_word() {
    let reading = reader("B612 = \"必六幺二\"", Form::Pinyin).read("B612号");
    assert_eq!(reading.spoken(), "必六幺二号");
}

#[test]
fn a_name_with_digits_is_found_before_they_are_written_out() {
    assert_eq!(
        pinyin("3号楼 = \"san1 hao4 lou2\"", "3号楼"),
        "san1 hao4 lou2"
    );
    assert_eq!(
        sent("\"2B\" = \"小兔\"", Form::Pinyin, "２B说2Bc"),
        "小兔说二Bc"
    );
}

#[test]
fn the_longest_word_counts() {
    let entries = "铁 = \"tie1\"\n铁蛋 = \"tie2 dan2\"";
    assert_eq!(pinyin(entries, "铁蛋铁"), "tie2 dan2 tie1");
}

#[test]
fn numbers_around_a_word_are_written_out_as_without_it() {
    assert_eq!(
        sent("铁蛋 = \"铁旦\"", Form::Pinyin, "2个铁蛋3天"),
        "两个铁旦三天"
    );
}

#[test]
fn signs_beside_a_word_are_said_as_without_it() {
    for text in ["铁蛋&石头", "铁蛋*100", "铁蛋-3", "铁蛋=石头", "2×铁蛋"] {
        let said = sent("铁蛋 = \"铁蛋\"", Form::Pinyin, text);
        assert_eq!(said, sent("", Form::Pinyin, text));
    }
}

#[test]
fn of_two_lines_for_one_word_the_later_counts() {
    for (first, second) in [("铁蛋", "鐵蛋"), ("鐵蛋", "铁蛋")] {
        let lines = format!("{first} = \"tie1 dan1\"\n{second} = \"tie2 dan2\"");
        assert_eq!(pinyin(&lines, "铁蛋"), "tie2 dan2");
    }
}

#[test]
fn a_traditional_key_is_found_in_simplified_text_and_the_other_way() {
    assert_eq!(pinyin("鐵蛋 = \"tie1 dan1\"", "铁蛋"), "tie1 dan1");
    let lexicon = lexicon("铁蛋 = \"tie1 dan1\"");
    let scope = Scope::default();
    let reader = Reader::with_lexicon(Script::Traditional, &lexicon, &scope, Form::Pinyin).unwrap();
    let reading = reader.read("鐵蛋");
    assert_eq!(reading.pinyin().collect::<Vec<_>>(), ["tie1", "dan1"]);
}

#[test]
fn the_narrower_scope_and_the_later_file_count() {
    let mut lexicon =
        lexicon("铁 = \"tie1\"\n[voice.甲]\n铁 = \"tie3\"\n[book.雪夜]\n铁 = \"tie2\"");
    let said = |lexicon: &Lexicon, book: &str, voice: &str| {
        let scope = Scope {
            books: vec![book.into()],
            voice: voice.into(),
        };
        let reader = Reader::with_lexicon(Script::Simplified, lexicon, &scope, Form::Pinyin);
        reader.unwrap().read("铁").pinyin().collect::<String>()
    };
    assert_eq!(said(&lexicon, "别的", "乙"), "tie1");
    assert_eq!(said(&lexicon, "雪夜", "乙"), "tie2");
    assert_eq!(said(&lexicon, "雪夜", "甲"), "tie3");
    lexicon.add("book", "铁 = \"tie5\"").unwrap();
    assert_eq!(said(&lexicon, "雪夜", "甲"), "tie5");
}

#[test]
fn an_engine_that_takes_text_gets_characters_of_the_same_sound() {
    let name = "单雄 = \"shan4 xiong2\"";
    let given = sent(name, Form::Homophone, "单雄来了");
    assert!(
        given.ends_with("雄来了") && !given.starts_with('单'),
        "{given}"
    );
    let spelled = "单雄 = { pinyin = \"shan4 xiong2\", spelling = \"善雄\" }";
    assert_eq!(sent(spelled, Form::Homophone, "单雄来了"), "善雄来了");
    assert_eq!(sent(name, Form::Plain, "单雄来了"), "单雄来了");
}

#[test]
fn an_engine_that_takes_marks_gets_them_around_the_word() {
    let form = Form::Marked(Form::PHONEME.into());
    assert_eq!(
        sent("铁蛋 = 'tie1 dan2'", form, "A<B&铁蛋"),
        "A，B和<phoneme alphabet=\"py\" ph=\"tie1 dan2\">铁蛋</phoneme>"
    );
}

#[test]
fn what_is_raw_reaches_the_engine_as_it_is() {
    let lexicon = lexicon("[voice.甲]\nB612 = { raw = '<b>6&1</b>' }");
    let scope = Scope {
        books: Vec::new(),
        voice: "甲".into(),
    };
    for form in [
        Form::Plain,
        Form::Homophone,
        Form::Marked(Form::PHONEME.into()),
    ] {
        let reader = Reader::with_lexicon(Script::Simplified, &lexicon, &scope, form).unwrap();
        assert_eq!(reader.read("是B612").spoken(), "是<b>6&1</b>");
    }
}

#[test]
fn what_cannot_be_forced_is_told_when_the_text_has_it() {
    let entry = "崴 = \"wai3\"\n单雄 = \"shan4 xiong2\"";
    let untold = |form, text| reader(entry, form).unforced([text].into_iter()).len();
    assert_eq!(untold(Form::Homophone, "那里崴了"), 1);
    assert_eq!(untold(Form::Homophone, "单雄"), 0);
    assert_eq!(untold(Form::Plain, "单雄"), 1);
    assert_eq!(untold(Form::Plain, "下雪了"), 0);
    assert_eq!(untold(Form::Pinyin, "那里崴了"), 0);
}

#[test]
fn an_entry_that_is_not_right_is_told_with_its_line() {
    for (text, what) in [
        ("\n多尔衮 = \"duo1 er3\"", "`lexicon.toml` line 2, `多尔衮`"),
        (
            "多尔衮 = \"duo1 er3\"",
            "one syllable a character makes 3, and there are 2",
        ),
        ("衮 = \"gun9\"", "`gun9` is no syllable"),
        ("衮 = \"gun\"", "`gun` has no tone"),
        ("衮 = \"\"", "makes 1, and there are 0"),
        ("衮 = 3", "give pinyin or another spelling"),
        ("衮 = {}", "does not say how the word sounds"),
        (
            "衮 = { spelling = \" \" }",
            "does not say how the word sounds",
        ),
        ("衮 = { pinyn = \"gun3\" }", "`pinyn` is no key of an entry"),
        ("衮 = { raw = \"<x/>\" }", "under `[voice.NAME]`"),
        ("\"……\" = \"滚\"", "no character, letter or digit"),
        (
            "衮 = { spelling = \"QAQ\" }",
            "does not say how the word sounds",
        ),
        ("[voice.甲]\nOrz = { raw = \"<x/>\" }", "give a `spelling`"),
        ("Tom = \"tang1 mu3\"", "give another spelling"),
        ("[book]\n衮 = \"gun3\"", "`[book.NAME]` begins"),
        ("衮 = \"gun3", "line 1"),
        ("衮 = \"gun3\"\n衮 = \"gun1\"", "line 2"),
    ] {
        assert!(problem(text).contains(what), "{text}: {}", problem(text));
    }
}

#[test]
fn keys_need_no_quotes() {
    let text = "\u{FEFF}多尔衮 = \"duo1 er3 gun3\" # 名\nNo.5 = \"五号\"\n[book.雪夜 说书]\n铁 = \"tie1\"\n\
                [voice.my-server]\n\"铁\" = { spelling = \"a = b 贴\" }\n";
    let scope = Scope {
        books: vec!["雪夜 说书".into()],
        voice: "my-server".into(),
    };
    let lexicon = lexicon(text);
    let keys = lexicon.entries(&scope).map(|entry| entry.key.as_str());
    let keys: Vec<_> = keys.filter(|key| text.contains(key)).collect();
    assert_eq!(keys, ["多尔衮", "No.5", "铁", "铁"]);
}

#[test]
fn a_mark_of_the_programs_own_in_a_text_is_kept() {
    let text = "\u{3FFFD}铁蛋\u{3FFFD}";
    assert_eq!(
        sent("铁蛋 = \"铁旦\"", Form::Pinyin, text),
        "\u{3FFFD}铁旦\u{3FFFD}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn nothing_else_is_lost_whatever_the_lexicon(
        entries in proptest::collection::btree_map(
            prop_oneof![Just("铁蛋"), Just("铁"), Just("Orz"), Just("QAQ"), Just("5"), Just("~A")],
            prop_oneof![Just(""), Just("^_^"), Just("QAQ"), Just("滚"), Just("(^_^)滚5"), Just("gun3")],
            0..4,
        ),
        form in prop_oneof![Just(Form::Pinyin), Just(Form::Homophone), Just(Form::Plain)],
        text in "(铁|蛋|Orz|QAQ|5|~A|，|他走|山水|天){0,12}",
    ) {
        let mut lexicon = Lexicon::default();
        for (key, value) in &entries {
            let fields = ["spelling", "pinyin", "raw"];
            for line in fields.map(|field| format!("[voice.甲]\n\"{key}\" = {{ {field} = '{value}' }}")) {
                // What is refused has no effect.
                let _ = lexicon.add("lexicon.toml", &line);
            }
        }
        let scope = Scope { books: Vec::new(), voice: "甲".into() };
        let reader = Reader::with_lexicon(Script::Simplified, &lexicon, &scope, form).unwrap();
        let else_in = |text: &str| text.matches(['他', '走', '山', '水', '天']).collect::<String>();
        prop_assert_eq!(else_in(&reader.read(&text).spoken()), else_in(&text));
        prop_assert!(reader.read(&text).words.iter().all(|word| !word.text.is_empty()));
    }
}

#[test]
fn a_key_of_digits_never_cuts_through_a_number() {
    let lexicon = lexicon("12 = { spelling = \"幺二\" }");
    let reader = Reader::with_lexicon(
        Script::Simplified,
        &lexicon,
        &Scope::default(),
        Form::Pinyin,
    );
    let reader = reader.unwrap();
    assert_eq!(reader.read("12来了").spoken(), "幺二来了");
    for text in [
        "3.12米",
        "12:30到",
        "12,345个",
        "12%的人",
        "2020-12-12",
        "112个",
    ] {
        let plain = Reader::new(Script::Simplified).unwrap().read(text);
        assert_eq!(reader.read(text).spoken(), plain.spoken());
    }
}
