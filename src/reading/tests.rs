//! Laws of the whole stage, and how its parts work together.

use std::sync::LazyLock;

use proptest::prelude::*;

use super::*;

const SCRIPTS: [Script; 3] = [Script::Simplified, Script::Traditional, Script::Damaged];

/// Built once: the laws are tried on many texts.
fn reader(script: Script) -> &'static Reader {
    static READERS: LazyLock<[Reader; 3]> =
        LazyLock::new(|| SCRIPTS.map(|script| Reader::new(script).unwrap()));
    let at = SCRIPTS.iter().position(|one| *one == script);
    &READERS[at.unwrap()]
}

/// Text as novels have it: mostly Han, with numbers, signs, Latin and dirt between.
fn prose() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[\u{4E00}-\u{9FA5}]{1,6}",
        "[一不了地得着只为将还长行子们]{1,3}",
        "[0-9０-９]{1,9}",
        "[-~～.,:：/%％℃°+=*×÷￥$年月日第号个 ]{1,2}",
        "[A-Za-zÀ-ÿ]{1,4}",
        "[，。！？“”…—「」]{1,2}",
        ".{0,3}",
    ];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

fn han_count(text: &str) -> usize {
    text.chars().filter(|&character| is_han(character)).count()
}

proptest! {
    #[test]
    fn each_han_character_has_one_syllable(text in prose()) {
        for script in SCRIPTS {
            for word in reader(script).read(&text).words {
                prop_assert_eq!(word.syllables.len(), han_count(&word.text), "{:?}", word);
                prop_assert!(!word.text.is_empty());
            }
        }
    }

    #[test]
    fn a_reading_is_always_the_same(text in prose()) {
        static OTHER: LazyLock<Reader> =
            LazyLock::new(|| Reader::new(Script::Simplified).unwrap());
        prop_assert_eq!(reader(Script::Simplified).read(&text), OTHER.read(&text));
    }

    #[test]
    fn no_digit_is_left_unspoken(text in prose()) {
        let spoken = reader(Script::Simplified).read(&text).spoken();
        prop_assert!(!spoken.contains(|c: char| c.is_ascii_digit()), "{}", spoken);
        let digits = text.chars().any(|c| c.is_ascii_digit());
        prop_assert!(!digits || han_count(&spoken) > 0);
    }

    #[test]
    fn nothing_that_can_be_spoken_is_lost(text in "\\PC{0,40}") {
        // Faces are seen, not heard: these texts have none.
        let text: String = text.chars().filter(|c| !"(（^_`><".contains(*c)).collect();
        let says = |text: &str| text.chars().any(|c| mark::is_letter(c) || c.is_ascii_digit());
        for script in SCRIPTS {
            let spoken = reader(script).read(&text).spoken();
            prop_assert!(!says(&text) || says(&spoken), "{}", spoken);
        }
    }

    #[test]
    fn what_is_spoken_is_letters_and_pauses(text in prop_oneof![prose(), "\\PC{0,40}"]) {
        for script in SCRIPTS {
            let spoken = reader(script).read(&text).spoken();
            let said = |c: char| mark::is_letter(c) || mark::is_accent(c) || mark::is_pause(c);
            let odd = spoken.chars().find(|c| !said(*c) && *c != ' ' || c.is_numeric() && *c != '〇');
            prop_assert_eq!(odd, None, "{}", spoken);
        }
    }

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        for script in SCRIPTS {
            let reading = reader(script).read(&text);
            prop_assert_eq!(reading.pinyin().count(), han_count(&reading.spoken()));
        }
    }

    #[test]
    fn simplified_text_without_numbers_is_spoken_as_it_stands(
        text in "([\u{4E00}-\u{9FA5}]{1,6}[，。！？；：、…—“”]){0,9}"
    ) {
        prop_assert_eq!(reader(Script::Simplified).read(&text).spoken(), text);
    }

    #[test]
    fn syllables_are_letters_and_a_tone(text in prose()) {
        for syllable in reader(Script::Simplified).read(&text).pinyin() {
            let tone = syllable.chars().next_back();
            prop_assert!(syllable.is_empty() || matches!(tone, Some('1'..='5')), "{}", syllable);
            let letters = syllable.trim_end_matches(|c: char| c.is_ascii_digit());
            prop_assert!(letters.chars().all(|c| c.is_ascii_lowercase() || c == 'ê'));
        }
    }
}

#[test]
fn a_reader_is_shared_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<Reader>();
}

#[test]
fn traditional_text_is_spoken_as_simplified() {
    let reading = reader(Script::Traditional).read("喒們衹剩2個鉄箱。");
    assert_eq!(reading.spoken(), "咱们只剩两个铁箱。");
}

#[test]
fn simplified_text_is_never_converted() {
    let reading = reader(Script::Simplified).read("乾隆著書，乾坤。");
    assert_eq!(reading.spoken(), "乾隆著書，乾坤。");
}

#[test]
fn latin_stays_as_written_and_has_no_pinyin() {
    let words = reader(Script::Simplified).read("一个NPC走来").words;
    let latin: Vec<&Word> = words.iter().filter(|word| word.text == "NPC").collect();
    assert!(latin.len() == 1 && latin[0].syllables.is_empty());
}

#[test]
fn a_character_that_no_dictionary_knows_is_listed() {
    let reading = reader(Script::Simplified).read("他姓\u{2B73F}。");
    assert_eq!(reading.unknown(), ['\u{2B73F}']);
    assert_eq!(reading.pinyin().count(), 3);
    assert!(
        reader(Script::Simplified)
            .read("他姓王。")
            .unknown()
            .is_empty()
    );
}

#[test]
fn empty_text_has_no_words() {
    assert_eq!(reader(Script::Simplified).read(""), Reading::default());
}

#[test]
fn numbers_and_signs_are_said_as_a_narrator_says_them() {
    let table = include_str!("../../tests/golden/numbers.tsv");
    let misses: Vec<String> = table
        .lines()
        .filter(|line| !line.starts_with("# "))
        .filter_map(|line| line.split_once('\t'))
        .filter_map(|(written, spoken)| {
            let said = reader(Script::Simplified).read(written).spoken();
            (said != spoken).then(|| format!("{written}: {said}, not {spoken}"))
        })
        .collect();
    assert!(misses.is_empty(), "{}", misses.join("\n"));
}
