//! What becomes of quotation marks.

use proptest::prelude::*;

use super::*;

fn mended(text: &str) -> String {
    let mut manuscript = Manuscript::default();
    for (line, number) in text.lines().zip(1..) {
        manuscript.push(number, 0, line);
    }
    mend(&mut manuscript);
    let lines = manuscript.finish().0.into_iter().map(|line| line.text);
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn marks_are_put_right() {
    for (text, right) in [
        ("\"走。\"他说。", "“走。”他说。"),
        ("他说:\"走。\"", "他说:“走。”"),
        ("＂走。＂他说，＂快！＂", "“走。”他说，“快！”"),
        ("“是，遵令。“", "“是，遵令。”"),
        ("”你来。”", "“你来。”"),
        ("”你来。“", "“你来。”"),
        ("他说：”走！”", "他说：“走！”"),
        ("“走。“他起身。“快！“", "“走。”他起身。“快！”"),
        ("「你好。”他说。", "「你好。」他说。"),
        ("“你好。」他说。", "“你好。”他说。"),
        ("「你好。\"他说。", "「你好。」他说。"),
        ("““走。””他说。", "“走。”他说。"),
        ("““走。”他说。", "“走。”他说。"),
        ("“走。””他说。", "“走。”他说。"),
        ("他说：“他喊'走'就走。”", "他说：“他喊‘走’就走。”"),
        ("“走，外面冷。", "“走，外面冷。”"),
        ("他说：“走，外面冷。", "他说：“走，外面冷。”"),
        ("是，遵令。”他说。", "“是，遵令。”他说。"),
        ("\"走，外面冷。", "“走，外面冷。”"),
    ] {
        assert_eq!(mended(text), right);
        assert_eq!(mended(right), right);
    }
}

#[test]
fn what_fits_together_stays() {
    for text in [
        "“走。”他说，“快！”",
        "「他說『走』就走。」",
        "“他说‘走’就走。”",
        "“他说“好”就走了。”",
        "““雪”是好字。”他说。",
        "“是大汗”众人一听",
        "James’ 家的 don't 与 it’s",
        "他身高5'11\"，很高。",
        "屏幕是24\"的。",
        "He said: \"Go.\" 走",
        "print(\"雪\"); let a = \"x\";",
        "“走。他起身。“快！”",
        "他说，“乙。他说，“丙。",
        "雪落了。",
        "他说：‘VIP’。",
        "‘A’和‘B’在此。",
        "他说：“It’s OK。”",
    ] {
        assert_eq!(mended(text), text);
    }
}

#[test]
fn a_speech_over_several_paragraphs_stays() {
    for text in [
        "“雪下了一夜。\n“天亮了。”",
        "“雪下了一夜。\n天亮了，走吧。”",
        "「雪下了一夜。\n「天亮了。」",
    ] {
        assert_eq!(mended(text), text);
    }
}

#[test]
fn a_speech_ends_before_narration() {
    assert_eq!(
        mended("“雪下了一夜。\n他走了。\n“天亮了。”"),
        "“雪下了一夜。”\n他走了。\n“天亮了。”"
    );
}

fn paragraph() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "“", "”", "\"", "「", "」", "『", "』", "‘", "’", "'", "雪", "他说", "：", "。", "！",
        "，", "a", "5", " ",
    ]);
    prop::collection::vec(piece, 1..14).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn mending_twice_changes_nothing(paragraphs in prop::collection::vec(paragraph(), 1..5)) {
        let once = mended(&paragraphs.join("\n"));
        prop_assert_eq!(&mended(&once), &once);
    }

    #[test]
    fn only_marks_change(text in paragraph()) {
        let words = |text: &str| text.chars().filter(|c| !mark::is_quote(*c)).collect::<String>().trim().to_owned();
        let mended = mended(&text);
        prop_assert_eq!(words(&mended), words(&text));
    }
}
