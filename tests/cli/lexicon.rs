//! `lexicon.toml`: a word is corrected, and only what has it is spoken again.

use std::fmt::Write as _;

use super::support::Shelf;

/// Fifty chapters, two sentences each; 铁蛋 stands in two sentences of the seventh chapter and in
/// one of the thirtieth, each time twice.
fn fifty_chapters() -> String {
    let mut text = String::new();
    for chapter in 1..=50 {
        let name = ["老王", "铁蛋"][usize::from(chapter == 7)];
        let last = ["老王", "铁蛋"][usize::from(chapter == 7 || chapter == 30)];
        writeln!(
            text,
            "第{chapter}章\n{name}对{name}讲了{chapter}个故事。\n第{chapter}天{last}还在讲{last}的事情。"
        )
        .unwrap();
    }
    text
}

fn with_the_word(spoken: &[String]) -> Vec<String> {
    let words = spoken.iter().filter(|text| text.contains("铁蛋"));
    let mut words: Vec<String> = words.cloned().collect();
    words.sort();
    words
}

fn spoken_again(shelf: &Shelf) -> Vec<String> {
    shelf.forget_spoken();
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let mut spoken = shelf.spoken();
    spoken.sort();
    spoken
}

#[test]
fn a_changed_entry_speaks_exactly_the_chunks_with_the_word_again() {
    let shelf = Shelf::new().book(&fifty_chapters());
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let spoken = shelf.spoken();
    let affected = with_the_word(&spoken);
    assert!(spoken.len() >= 150 && affected.len() == 3, "{affected:?}");

    for entry in ["铁蛋 = \"tie3 dan5\"", "鐵蛋 = \"tiē dàn\""] {
        let before = shelf.files();
        shelf.file("lexicon.toml", entry);
        assert_eq!(spoken_again(&shelf), affected, "{entry}");
        let changed = shelf.files().changed_since(&before);
        let is_expected = |name: &String| name.contains("0007") || name.contains("0030");
        let others: Vec<_> = changed.iter().filter(|name| !is_expected(name)).collect();
        assert_eq!(others, ["book.json"]);
    }
    shelf.ledger().check_tiling().check_spans();
    shelf.run(["check", "雪夜.txt"]).exits(0);

    // What was said before is in the store still.
    shelf.remove("lexicon.toml");
    assert_eq!(spoken_again(&shelf), [""; 0]);
}

#[test]
fn an_entry_for_another_book_or_voice_changes_nothing() {
    let shelf = Shelf::new().book("铁蛋来了。\n");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let others = "[book.别的书]\n铁蛋 = \"铁旦\"\n[voice.other]\n铁蛋 = \"铁旦\"\n";
    shelf.file("lexicon.toml", others);
    assert_eq!(spoken_again(&shelf), [""; 0]);
    shelf.file("lexicon.toml", "[book.雪夜]\n铁蛋 = \"铁旦\"\n");
    assert_eq!(spoken_again(&shelf), ["铁旦来了。"]);
}

#[test]
fn a_lexicon_beside_the_book_is_stronger_than_the_users() {
    let shelf = Shelf::new();
    shelf.file("books/雪夜/1.txt", "铁蛋和石头来了。\n");
    shelf.file("books/雪夜/lexicon.toml", "铁蛋 = \"甲\"");
    let user = "铁蛋 = \"乙\"\n石头 = \"丙\"";
    shelf.file("home/config/pingshu/lexicon.toml", user);
    shelf.run(["render", "books/雪夜"]).exits(0);
    assert!(shelf.spoken().contains(&"甲和丙来了。".to_owned()));
    assert_eq!(shelf.ledger().chapters.len(), 1, "a lexicon is no chapter");
}

#[test]
fn a_lexicon_that_cannot_be_used_is_told_with_its_line_before_anything_is_spoken() {
    let shelf = Shelf::new().book("铁蛋来了。\n");
    shelf.file("lexicon.toml", "# 名字\n铁蛋 = \"tie3\"\n");
    let ran = shelf.run(["render", "雪夜.txt"]);
    insta::assert_snapshot!(ran.exits(2).stderr, @"
    error: `lexicon.toml` cannot be used
      because: `lexicon.toml` line 2, `铁蛋`: it is said `铁蛋`: one syllable a character makes 2, and there are 1
    hint: correct the file; docs/files.md describes it
    ");
    assert!(shelf.spoken().is_empty() && !shelf.path("out").exists());
    for command in ["plan", "render"] {
        shelf.file("lexicon.toml", b"\xcc\xfa = \"tie3\"\n");
        shelf
            .run([command, "雪夜.txt"])
            .exits(2)
            .says("it is not UTF-8");
        shelf.file("lexicon.toml", vec![b'#'; 9_000_000]);
        shelf
            .run([command, "雪夜.txt"])
            .exits(2)
            .says("more than 8 MB");
    }
    shelf.remove("lexicon.toml");
    std::fs::create_dir(shelf.path("lexicon.toml")).unwrap();
    let ran = shelf.run(["render", "雪夜.txt"]);
    ran.exits(2).says("not a regular file").says("hint: ");
}

#[test]
fn what_a_voice_cannot_be_made_to_say_is_told_once() {
    let shelf = Shelf::new().book("第一章\n他到了崴子沟。\n第二章\n又到了崴子沟。\n");
    shelf.file(
        "voices/plain.toml",
        "engine = \"fake\"\nlexicon = \"none\"\n",
    );
    shelf.file(
        "lexicon.toml",
        "崴子沟 = \"wai3 zi5 gou1\"\n井冈 = \"jing3 gang1\"\n",
    );
    let told = |voice: &str| {
        let ran = shelf.run(["render", "雪夜.txt", "--voice", voice]);
        ran.exits(0)
            .stderr
            .matches("cannot be made to say `崴子沟`")
            .count()
    };
    assert_eq!((told("plain"), told("fake")), (1, 0));
    let plan = shelf.run(["plan", "雪夜.txt", "--voice", "plain"]);
    assert!(
        plan.exits(0)
            .stdout
            .contains("cannot be made to say `崴子沟`"),
        "{}",
        plan.stdout
    );
}
