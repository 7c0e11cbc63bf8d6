//! What holds for every text, tried on nasty ones.
//!
//! Never asks where exactly a cut falls; `tests` does.

use proptest::prelude::*;

use super::tests::chapter;
use super::{Cuts, Limits, Unit, mark, split, tiles};

/// Characters and words that splitters trip over.
fn nasty_text() -> impl Strategy<Value = String> {
    let han = "[他说好走雪夜的了一二百]{1,9}";
    let long = "[山川草木风花雪月]{30,90}";
    let quotes = "[“”‘’「」『』\"＂'〝〞]{1,3}";
    let ends = "[。！？!?.…—~]{1,4}";
    let pauses = "[，、；：,;:·]{1,2}";
    let latin = prop_oneof![
        "[a-z]{1,9}",
        "[0-9]{1,9}",
        Just("don’t".into()),
        Just("3.14%".into())
    ];
    let brackets = "[（）()《》【】〈〉\\[\\]]{1,2}";
    let signs = prop_oneof![
        Just("e\u{301}".into()),
        Just("👨\u{200D}👩\u{200D}👧".into()),
        Just("🇨🇳".into()),
        Just("*◇".into())
    ];
    let space = prop_oneof![
        Just("\n".into()),
        Just(" ".into()),
        Just("\u{3000}".into()),
        Just("\r\n".into()),
        Just("\t\u{a0}".into())
    ];
    let scrap = prop_oneof![4 => han, 1 => long, 4 => quotes, 3 => ends, 3 => pauses, 2 => latin, 1 => brackets, 1 => signs, 2 => space];
    prop::collection::vec(scrap, 0..40).prop_map(|scraps: Vec<String>| scraps.concat())
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![3 => nasty_text(), 1 => any::<String>()]
}

fn any_unit() -> impl Strategy<Value = Unit> {
    prop::sample::select(vec![Unit::Characters, Unit::Utf8, Unit::Gbk, Unit::Hanzi2])
}

fn any_limits() -> impl Strategy<Value = Limits> {
    prop_oneof![
        Just(Limits::default()),
        (0_usize..80, 0_usize..300, any_unit(), 0_usize..20).prop_map(
            |(most, most_units, unit, least)| Limits {
                most,
                most_units,
                unit,
                least
            }
        ),
    ]
}

/// Narration and quotes that are closed as they should be. Without Latin letters, because `’`
/// between two of them is an apostrophe.
fn well_formed_text() -> impl Strategy<Value = String> {
    let said = "[好走。！？，…—《》（）乙1 ]{0,12}".boxed();
    let quoted = said.prop_recursive(3, 12, 4, |inner| {
        let sides = prop::sample::select(vec![("“", "”"), ("‘", "’"), ("「", "」"), ("『", "』")]);
        let text = prop::collection::vec(inner, 1..4).prop_map(|texts| texts.concat());
        (sides, text).prop_map(|((open, close), text)| format!("{open}{text}{close}"))
    });
    let told = "[他说道的，。：！…—、乙1 \n]{0,12}";
    let scrap = (told, quoted).prop_map(|(told, quoted)| told + &quoted);
    prop::collection::vec(scrap, 0..8).prop_map(|scraps| scraps.concat())
}

/// Start and end of every quote in a text whose quotes are well formed.
fn quotes(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut quotes = Vec::new();
    for (at, character) in text.chars().enumerate() {
        match character {
            '“' | '‘' | '「' | '『' => open.push(at),
            '”' | '’' | '」' | '』' => quotes.push((open.pop().unwrap(), at + 1)),
            _ => {}
        }
    }
    quotes
}

/// Whether a span is a chunk's length; these texts have digits, which count as written out.
fn is_short(text: &str, start: usize, end: usize, limits: Limits) -> bool {
    let span: Vec<char> = text.chars().skip(start).take(end - start).collect();
    let n_units: usize = span.iter().map(|&c| mark::n_units(c, limits.unit)).sum();
    span.len() <= limits.most && n_units <= limits.most_units
}

fn cut(text: &str, n_heading_lines: usize, limits: Limits) -> Cuts {
    split(&chapter(text, n_heading_lines), limits)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

    #[test]
    fn chunks_and_unspoken_tile_the_text(text in any_text(), headings in 0_usize..3, limits in any_limits()) {
        prop_assert!(tiles(&text, &cut(&text, headings, limits)));
    }

    #[test]
    fn offsets_count_characters(text in any_text(), limits in any_limits()) {
        let chars: Vec<char> = text.chars().collect();
        for chunk in cut(&text, 0, limits).chunks {
            prop_assert_eq!(chunk.text, String::from_iter(&chars[chunk.start..chunk.end]));
        }
    }

    #[test]
    fn no_chunk_is_too_long(text in any_text(), headings in 0_usize..3, limits in any_limits()) {
        for chunk in cut(&text, headings, limits).chunks {
            let n_chars = chunk.text.chars().count();
            prop_assert!(n_chars <= limits.most.max(1), "{:?}", chunk);
            let n_units: usize = chunk.text.chars().map(|c| limits.unit.of(c)).sum();
            prop_assert!(n_units <= limits.most_units || n_chars == 1, "{:?}", chunk);
        }
    }

    #[test]
    fn a_short_chunk_stands_alone_only_in_its_paragraph(text in "([山川草木]{1,9}[，。！？]){1,30}", most in 40_usize..80) {
        let limits = Limits { most, least: 10, ..Limits::default() };
        let chunks = cut(&text, 0, limits).chunks;
        let is_long = |text: &str| text.chars().filter(|&c| mark::is_speakable(c)).count() >= limits.least;
        prop_assert!(chunks.len() == 1 || chunks.iter().all(|chunk| is_long(&chunk.text)), "{:?}", chunks);
    }

    #[test]
    fn no_chunk_crosses_a_line_or_starts_with_space(text in any_text(), limits in any_limits()) {
        for chunk in cut(&text, 0, limits).chunks {
            prop_assert!(!chunk.text.contains('\n'), "{:?}", chunk);
            prop_assert_eq!(chunk.text.trim(), &chunk.text);
        }
    }

    #[test]
    fn every_chunk_has_a_sound_and_nothing_with_a_sound_is_dropped(text in any_text(), limits in any_limits()) {
        let cuts = cut(&text, 0, limits);
        for chunk in cuts.chunks {
            prop_assert!(chunk.text.chars().any(mark::is_speakable), "{:?}", chunk);
        }
        for span in cuts.unspoken {
            prop_assert!(!span.text.chars().any(mark::is_speakable), "{:?}", span);
            prop_assert_eq!(span.reason == "layout", span.text.trim().is_empty());
        }
    }

    #[test]
    fn splitting_twice_gives_the_same(text in any_text(), limits in any_limits()) {
        prop_assert_eq!(cut(&text, 1, limits), cut(&text, 1, limits));
    }

    #[test]
    fn a_paragraph_is_cut_alike_wherever_it_stands(text in nasty_text()) {
        let line = text.replace('\n', "");
        let alone = cut(&line, 0, Limits::default());
        let after = cut(&format!("“你\n{line}"), 0, Limits::default());
        let texts = |cuts: &Cuts, skip| -> Vec<_> {
            cuts.chunks.iter().skip(skip).map(|chunk| (chunk.text.clone(), chunk.role)).collect()
        };
        prop_assert_eq!(texts(&alone, 0), texts(&after, 1));
    }

    #[test]
    fn no_cut_falls_inside_a_short_quote(text in well_formed_text(), limits in any_limits()) {
        let cuts = cut(&text, 0, limits);
        for (start, end) in quotes(&text).into_iter().filter(|&(start, end)| is_short(&text, start, end, limits)) {
            let is_torn = |at: usize| start < at && at < end;
            for chunk in &cuts.chunks {
                prop_assert!(!is_torn(chunk.start) && !is_torn(chunk.end), "{:?}", cuts);
            }
        }
    }
}

#[test]
fn a_long_sentence_without_punctuation_is_cut_in_linear_time() {
    let text = "雪".repeat(50_000);
    let cuts = cut(&text, 0, Limits::default());
    assert!(tiles(&text, &cuts));
    assert!(
        cuts.chunks
            .iter()
            .all(|chunk| chunk.text.chars().count() <= 60)
    );
}

#[test]
fn hostile_runs_stay_cheap() {
    for scrap in [
        "“", "”", "\"", "，", "。", "…", "）", "好”", "“好", "。“", "a.", " ", "\u{301}", "1",
        "、好",
    ] {
        let text = format!("好{}好", scrap.repeat(10_000));
        assert!(tiles(&text, &cut(&text, 0, Limits::default())), "{scrap}");
    }
}
