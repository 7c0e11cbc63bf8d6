//! Chunks too long and too short.
//!
//! Never about quotes; the limits here are small so that the texts can be.

use super::{bars, boundaries, cut, cut_to, roles};
use crate::chunk::{Boundary, Limits, tiles};

#[test]
fn the_default_suits_the_voice_inside() {
    let Limits { most, least, .. } = Limits::default();
    assert_eq!((most, least), (60, 6));
}

#[test]
fn a_semicolon_is_cut_before_a_nearer_comma() {
    let cuts = cut_to("山高水远；天寒地冻人稀，没有人来到。", 13, 2);
    assert_eq!(bars(&cuts), "山高水远；|天寒地冻人稀，没有人来到。");
    assert_eq!(boundaries(&cuts), [Boundary::Clause, Boundary::End]);
}

#[test]
fn the_comma_nearest_the_middle_is_cut() {
    let cuts = cut_to("山又高，水又远，天又寒，地又冻。", 12, 2);
    assert_eq!(bars(&cuts), "山又高，水又远，|天又寒，地又冻。");
}

#[test]
fn an_adverb_between_commas_goes_with_what_follows() {
    let cuts = cut_to("山高水远天，不过，地冻人稀路滑。", 12, 2);
    assert_eq!(bars(&cuts), "山高水远天，|不过，地冻人稀路滑。");
}

#[test]
fn a_list_is_cut_only_without_a_comma() {
    assert_eq!(
        bars(&cut_to("山与水，天空之上、大地之下。", 10, 2)),
        "山与水，|天空之上、大地之下。"
    );
    assert_eq!(
        bars(&cut_to("高山流水、天空大地", 6, 2)),
        "高山流水、|天空大地"
    );
}

#[test]
fn the_closer_goes_with_its_comma() {
    assert_eq!(
        bars(&cut_to("（山高水远，）天寒地冻", 8, 2)),
        "（山高水远，）|天寒地冻"
    );
}

#[test]
fn white_space_is_cut_before_a_hard_cut() {
    let cuts = cut_to("山高水 远天寒地冻人稀", 8, 2);
    assert_eq!(bars(&cuts), "山高水|远天寒地冻人稀");
    assert_eq!(boundaries(&cuts), [Boundary::Cut, Boundary::End]);
}

#[test]
fn a_hard_cut_spares_words_and_numbers() {
    assert_eq!(
        bars(&cut_to("山高水远abcdef天寒", 9, 1)),
        "山高水远|abcdef天寒"
    );
    assert_eq!(
        bars(&cut_to("山高水远3.1415天寒", 9, 1)),
        "山高水远|3.1415天寒"
    );
    assert_eq!(
        bars(&cut_to("山高水共一千二百三十里", 8, 1)),
        "山高水共|一千二百三十里"
    );
    assert_eq!(
        bars(&cut_to("山高水12,345%天寒地", 10, 1)),
        "山高水|12,345%天寒地"
    );
}

#[test]
fn a_word_over_the_limit_is_cut() {
    assert_eq!(bars(&cut_to("abcdefgh", 4, 1)), "abcd|efgh");
}

#[test]
fn a_letter_keeps_its_accent() {
    assert_eq!(bars(&cut_to("abe\u{301}d", 4, 1)), "ab|e\u{301}d");
}

#[test]
fn an_emoji_stays_whole() {
    let text = "山高👨\u{200D}👩天寒";
    assert_eq!(bars(&cut_to(text, 5, 1)), "山高|👨\u{200D}👩天寒");
}

#[test]
fn an_opening_bracket_ends_no_chunk() {
    assert_eq!(bars(&cut_to("山高水（远天寒地", 7, 2)), "山高水|（远天寒地");
}

#[test]
fn a_cut_leaves_no_marks_alone() {
    assert_eq!(
        bars(&cut_to("（，）山高水远天寒", 7, 1)),
        "（，）山|高水远天寒"
    );
}

#[test]
fn a_comma_that_leaves_little_beats_a_hard_cut() {
    assert_eq!(
        bars(&cut_to("好，山高水远天寒地冻", 8, 4)),
        "好，|山高水远天寒地冻"
    );
}

#[test]
fn a_short_quote_is_not_torn_by_a_comma() {
    assert_eq!(
        bars(&cut_to("他那“山高，水远”的道理，谁懂", 13, 2)),
        "他那“山高，水远”的道理，|谁懂"
    );
}

#[test]
fn a_quoted_word_as_long_as_a_chunk_is_not_torn() {
    assert_eq!(
        bars(&cut_to("他那“山高，水远”的道理", 7, 1)),
        "他那|“山高，水远”|的道理"
    );
}

#[test]
fn five_thousand_characters_without_a_mark_are_cut() {
    let text = "雪".repeat(5_000);
    let cuts = cut(&text);
    assert!(tiles(&text, &cuts));
    assert!(
        cuts.chunks
            .iter()
            .all(|chunk| (30..=60).contains(&chunk.text.chars().count()))
    );
}

#[test]
fn a_short_sentence_joins_the_next_of_the_narrator() {
    assert_eq!(
        bars(&cut("老周来了。雪下了整整一夜。门开了。")),
        "老周来了。雪下了整整一夜。门开了。"
    );
    let cuts = cut("老周站在门口。痛快！雪下了整整一夜。");
    assert_eq!(bars(&cuts), "老周站在门口。|痛快！雪下了整整一夜。");
    assert_eq!(boundaries(&cuts), [Boundary::Sentence, Boundary::End]);
}

#[test]
fn a_joined_chunk_keeps_the_later_boundary() {
    let cuts = cut("老周来了。他说：“走吧。”");
    assert_eq!(bars(&cuts), "老周来了。他说：|“走吧。”");
    assert_eq!(boundaries(&cuts), [Boundary::Clause, Boundary::End]);
}

#[test]
fn a_short_piece_of_dialogue_joins_the_one_before() {
    let cuts = cut_to("“雪下了整整一夜。好啊。老周怎么还不回来？”", 14, 4);
    assert_eq!(bars(&cuts), "“雪下了整整一夜。好啊。|老周怎么还不回来？”");
}

#[test]
fn short_pieces_of_two_roles_stay_apart() {
    assert_eq!(roles("“走。”他说。"), "{“走。”}|他说。");
}

#[test]
fn a_short_piece_stays_when_no_neighbour_has_room() {
    assert_eq!(
        bars(&cut_to("好。山高水远天寒。", 8, 4)),
        "好。|山高水远天寒。"
    );
}

#[test]
fn marks_that_fit_nowhere_are_a_pause() {
    let text = format!("好{}", "！".repeat(20));
    let cuts = cut_to(&text, 5, 1);
    assert_eq!(cuts.chunks.len(), 1);
    assert!(cuts.unspoken.iter().all(|span| span.reason == "pause"));
    assert!(tiles(&text, &cuts));
}

#[test]
fn a_limit_of_nothing_means_one() {
    assert_eq!(bars(&cut_to("雪夜", 0, 0)), "雪|夜");
}
