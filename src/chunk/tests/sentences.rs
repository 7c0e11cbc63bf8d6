//! Where sentences end.
//!
//! Never about lengths: the sentences here are neither short nor long.

use super::{bars, boundaries, cut};
use crate::chunk::Boundary;

/// The text with its bars taken out must be cut where they stood.
fn is_cut(text_with_bars: &str) {
    assert_eq!(bars(&cut(&text_with_bars.replace('|', ""))), text_with_bars);
}

#[test]
fn a_full_stop_ends_a_sentence() {
    is_cut("雪下了整整一夜。|天亮以后才停！|有谁看见老周？|没有人看见他。");
    let cuts = cut("雪下了整整一夜。天亮以后才停！");
    assert_eq!(boundaries(&cuts), [Boundary::Sentence, Boundary::End]);
}

#[test]
fn marks_and_closers_stay_with_the_sentence_they_end() {
    is_cut("雪下了整整一夜？！！|天亮以后才停。");
    is_cut("（雪下了整整一夜。）|天亮以后才停。");
    is_cut("雪下了整整一夜！……|天亮以后才停。");
    is_cut("雪下了整整一夜！～|天亮以后才停。");
}

#[test]
fn dots_in_mid_sentence_do_not_end_it() {
    is_cut("只是实在可惜……，至于老周却不在意。");
    is_cut("只是实在可惜……至于老周却不在意。");
    is_cut("只是实在可惜——至于老周却不在意。");
    is_cut("只是实在可惜...至于老周却不在意。");
}

#[test]
fn dots_before_a_quote_or_a_closer_end_a_sentence() {
    let cuts = cut("老周想了很久……“走吧。”");
    assert_eq!(boundaries(&cuts), [Boundary::Ellipsis, Boundary::End]);
    let cuts = cut("“我只是想……”老周没有说下去。");
    assert_eq!(boundaries(&cuts), [Boundary::Ellipsis, Boundary::End]);
    is_cut("（只是实在可惜……）|至于老周却不在意。");
}

#[test]
fn a_question_a_trail_and_a_plain_end_are_told_apart() {
    let ends = |sentence: &str| boundaries(&cut(&format!("{sentence}天亮以后才停。")))[0];
    assert_eq!(ends("雪下了整整一夜？"), Boundary::Question);
    assert_eq!(ends("雪下了整整一夜……？！"), Boundary::Question);
    assert_eq!(ends("雪下了整整一夜……。"), Boundary::Sentence);
    assert_eq!(ends("雪下了整整一夜！"), Boundary::Sentence);
}

#[test]
fn dots_before_a_quoted_word_end_a_sentence() {
    is_cut("老周想起从前的事……|“规矩”的坏处谁都知道。");
}

#[test]
fn semicolons_and_colons_do_not_end_a_sentence() {
    is_cut("雪下了整整一夜；天亮以后才停：老周没有来。");
}

#[test]
fn a_title_does_not_end_a_sentence() {
    is_cut("他读了三遍《你是谁？》这本书。|天亮以后才睡。");
    is_cut("他读了三遍《你是（谁……）》这本书。|天亮以后才睡。");
}

#[test]
fn numbers_and_times_stay_whole() {
    is_cut("圆周率大约是3.14，他10:30才到那里。");
}

#[test]
fn a_latin_dot_ends_a_sentence_before_space_only() {
    is_cut("老周打开了file.txt看了一眼。");
    assert_eq!(
        bars(&cut("Snow fell all night. Nobody came.")),
        "Snow fell all night.|Nobody came."
    );
    assert_eq!(
        bars(&cut("He bought 3. Nobody came here.")),
        "He bought 3. Nobody came here."
    );
}

#[test]
fn a_question_mark_inside_an_address_ends_nothing() {
    is_cut("老周打开了a.com?x=1看了一眼。");
}
