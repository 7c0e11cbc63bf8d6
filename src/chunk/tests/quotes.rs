//! Quotes and who speaks.
//!
//! Never about where a sentence ends outside quotes.

use super::{bars, boundaries, cut, cut_to, roles};
use crate::chunk::Boundary;

#[test]
fn a_quote_after_a_colon_is_dialogue() {
    assert_eq!(roles("他低声说：“好。”"), "他低声说：|{“好。”}");
    assert_eq!(roles("他低声说道:“好”"), "他低声说道:|{“好”}");
    assert_eq!(
        boundaries(&cut("他低声说：“好。”")),
        [Boundary::Clause, Boundary::End]
    );
}

#[test]
fn narration_glued_to_a_quote_is_cut_off() {
    let text = "“快走！”旁边的护卫说道。";
    assert_eq!(roles(text), "{“快走！”}|旁边的护卫说道。");
    assert_eq!(boundaries(&cut(text)), [Boundary::Sentence, Boundary::End]);
}

#[test]
fn a_quote_that_ends_no_sentence_ends_a_clause() {
    let text = "“是大人”众人赶紧回答道";
    assert_eq!(roles(text), "{“是大人”}|众人赶紧回答道");
    assert_eq!(boundaries(&cut(text)), [Boundary::Clause, Boundary::End]);
}

#[test]
fn every_kind_of_quote_speaks() {
    for quote in [
        "“走吧。”",
        "‘走吧。’",
        "「走吧。」",
        "『走吧。』",
        "\"走吧。\"",
        "＂走吧。＂",
    ] {
        assert_eq!(
            roles(&format!("老周笑了笑：{quote}他站了起来。")),
            format!("老周笑了笑：|{{{quote}}}|他站了起来。")
        );
    }
}

#[test]
fn an_opening_mark_that_ends_the_line_closes() {
    assert_eq!(roles("“是，小的遵命。“"), "{“是，小的遵命。“}");
}

#[test]
fn an_opening_mark_with_nothing_after_it_closes() {
    assert_eq!(roles("老周的“办法“。"), "老周的“办法“。");
    assert_eq!(roles("“是，小的遵命“。"), "{“是，小的遵命“。}");
}

#[test]
fn a_quote_whose_closer_was_lost_ends_before_the_next() {
    assert_eq!(
        roles("“走吧，老周。他站起来。“快走，大家快走！”老周却不再开口。"),
        "{“走吧，老周。他站起来。}|{“快走，大家快走！”}|老周却不再开口。"
    );
}

#[test]
fn an_opening_mark_after_a_sentence_closes() {
    assert_eq!(
        roles("“是，大人。“老周转身走了出去。"),
        "{“是，大人。“}|老周转身走了出去。"
    );
}

#[test]
fn an_opening_mark_that_is_closed_later_opens() {
    let text = "“他问。“走吗？”我说走。”老周说完就不再开口。";
    assert_eq!(
        roles(text),
        "{“他问。“走吗？”我说走。”}|老周说完就不再开口。"
    );
}

#[test]
fn a_mark_of_another_kind_closes() {
    assert_eq!(
        roles("“走吧……」他转身走了出去。"),
        "{“走吧……」}|他转身走了出去。"
    );
    assert_eq!(
        roles("“走吧。\"他转身走了出去。"),
        "{“走吧。\"}|他转身走了出去。"
    );
}

#[test]
fn an_outer_mark_closes_what_was_left_open_inside() {
    assert_eq!(
        roles("“他说‘走吧。”老周转身走了出去。"),
        "{“他说‘走吧。”}|老周转身走了出去。"
    );
}

#[test]
fn a_closing_mark_without_an_opening_one_is_ignored() {
    assert_eq!(
        roles("雪还在不停地下。”老周转身走了出去。"),
        "雪还在不停地下。”|老周转身走了出去。"
    );
}

#[test]
fn an_open_quote_ends_with_its_paragraph() {
    assert_eq!(roles("“走吧。\n老周站了起来。"), "{“走吧。}|老周站了起来。");
}

#[test]
fn quotes_inside_quotes_do_not_change_the_speaker() {
    assert_eq!(roles("“他说‘走！’就走了。”"), "{“他说‘走！’就走了。”}");
    assert_eq!(
        roles("「他說『走！』就走了。」"),
        "{「他說『走！』就走了。」}"
    );
}

#[test]
fn a_quoted_word_stays_with_the_narrator() {
    assert_eq!(
        roles("他的“办法”很好，大家都服。"),
        "他的“办法”很好，大家都服。"
    );
    assert_eq!(
        roles("他并不知道“规矩”是什么。"),
        "他并不知道“规矩”是什么。"
    );
    assert_eq!(roles("门“吱呀”一声开了。"), "门“吱呀”一声开了。");
    assert_eq!(roles("“砰”的一声，门开了。"), "“砰”的一声，门开了。");
    assert_eq!(
        roles("“好”字还没有说完，门开了。"),
        "“好”字还没有说完，门开了。"
    );
    assert_eq!(
        roles("“仁”、“义”两个字写在墙上。"),
        "“仁”、“义”两个字写在墙上。"
    );
}

#[test]
fn a_quote_with_a_full_stop_is_dialogue_anywhere() {
    assert_eq!(
        roles("老周点点头，“好，我去。”"),
        "老周点点头，|{“好，我去。”}"
    );
    assert_eq!(
        roles("老周点点头，“好，”他说，“我去。”"),
        "老周点点头，|{“好，”}|他说，|{“我去。”}"
    );
}

#[test]
fn a_quote_after_a_speech_verb_is_dialogue() {
    assert_eq!(roles("老周低声说，“好”"), "老周低声说，|{“好”}");
    assert_eq!(roles("老周淡淡道，“好”"), "老周淡淡道，|{“好”}");
    assert_eq!(
        roles("老周大叫“有人”就跑了出去。"),
        "老周大叫|{“有人”}|就跑了出去。"
    );
}

#[test]
fn a_quote_after_a_sentence_or_dialogue_is_dialogue() {
    assert_eq!(roles("老周站了起来。“走”"), "老周站了起来。|{“走”}");
    assert_eq!(
        roles("“老周，走啊走。”“你先走”"),
        "{“老周，走啊走。”“你先走”}"
    );
}

#[test]
fn marks_after_a_quote_go_with_it() {
    assert_eq!(
        roles("“好的”，老周转身走了出去。"),
        "{“好的”，}|老周转身走了出去。"
    );
    assert_eq!(
        bars(&cut_to("“好的啊”，他走了。", 5, 1)),
        "“好的啊”|，他走了。"
    );
}

#[test]
fn a_quote_without_a_sound_goes_to_its_neighbour() {
    assert_eq!(roles("“……”老周什么也没说。"), "“……”老周什么也没说。");
    assert_eq!(roles("老周看着他说：“……”"), "老周看着他说：“……”");
}

#[test]
fn a_short_quote_of_several_sentences_stays_whole() {
    let text = "“来了！是谁？快开门让他进来。外面冷。”";
    assert_eq!(bars(&cut(text)), text);
    assert_eq!(bars(&cut_to(text, 20, 4)), text);
    assert_eq!(
        bars(&cut_to(text, 19, 4)),
        "“来了！是谁？|快开门让他进来。外面冷。”"
    );
}

#[test]
fn a_short_quote_without_a_closer_stays_whole() {
    assert_eq!(
        roles("“快走吧我的老周。我们一起去找他。"),
        "{“快走吧我的老周。我们一起去找他。}"
    );
}

#[test]
fn dots_before_the_closer_make_dialogue() {
    assert_eq!(
        roles("老周摇摇头，“我只是……”他没有说下去。"),
        "老周摇摇头，|{“我只是……”}|他没有说下去。"
    );
}

#[test]
fn a_possessive_closes_nothing() {
    assert_eq!(
        roles("“这是James’ 家的门。”老周走了出去。"),
        "{“这是James’ 家的门。”}|老周走了出去。"
    );
}

#[test]
fn apostrophes_and_inches_are_no_quotes() {
    assert_eq!(
        roles("他说了句don’t go就走了。"),
        "他说了句don’t go就走了。"
    );
    assert_eq!(
        roles("他买了21\"的屏幕回家。大家都看。"),
        "他买了21\"的屏幕回家。大家都看。"
    );
}
