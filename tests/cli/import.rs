//! `voices import` and `voices show`.

use super::support::Shelf;

const RULE: &str = r#"{"name":"甲","url":"http://127.0.0.1:9/tts?t={{speakText}}"}"#;

#[test]
fn rules_become_voice_files_and_tell_whom_they_ask() {
    let shelf = Shelf::new();
    let script = r#"{"name":"乙","url":"@js:speakText"}"#;
    shelf.file("rules.json", format!("[{RULE},{script},{RULE}]"));
    let ran = shelf.run(["voices", "import", "rules.json"]);
    ran.exits(2)
        .says("`voices/甲.toml` asks http://127.0.0.1:9\n")
        .says("`voices/甲-2.toml` asks")
        .says("warning: rule `乙` uses `@js:`, which is a script; pingshu runs none\n");
    assert!(!shelf.path("voices/乙.toml").exists());
    shelf.run(["voices"]).exits(0);
}

#[test]
fn no_file_is_written_over() {
    let shelf = Shelf::new();
    shelf.file("rule.json", RULE).file("voices/甲.toml", "mine");
    let ran = shelf.run(["voices", "import", "rule.json"]);
    ran.exits(2).says("`voices/甲.toml` is there already");
    let kept = std::fs::read_to_string(shelf.path("voices/甲.toml")).unwrap();
    assert_eq!(kept, "mine");
    shelf
        .run(["voices", "import", "rule.json", "-o", "voices/乙.toml"])
        .exits(0);
    assert!(shelf.path("voices/乙.toml").is_file());
}

#[test]
fn a_rule_never_takes_the_place_of_a_narrator_inside() {
    let shelf = Shelf::new();
    shelf.file("rule.json", RULE.replace('甲', "xiaobei"));
    shelf
        .run(["voices", "import", "rule.json"])
        .exits(0)
        .says("`voices/xiaobei-2.toml` asks");
    assert!(!shelf.path("voices/xiaobei.toml").exists());
}

#[test]
fn a_key_in_a_rule_is_neither_shown_nor_written() {
    let shelf = Shelf::new();
    let rule = RULE.replace("?t=", "?token=secret-0123456789&t=");
    let ran = shelf.run_with_input(["voices", "import", "-"], rule);
    ran.exits(0).says("set KEY_OF_127_0_0_1 to it");
    let file = std::fs::read_to_string(shelf.path("voices/甲.toml")).unwrap();
    assert!(!file.contains("secret-") && !ran.stderr.contains("secret-"));
}

#[test]
fn what_holds_no_rules_is_told_with_what_would() {
    let shelf = Shelf::new();
    shelf
        .file("book.txt", "第一章 下雪")
        .file("two.json", format!("[{RULE},{RULE}]"));
    for (file, says) in [
        ("away.json", "cannot import `away.json`"),
        ("book.txt", "it is not JSON"),
    ] {
        shelf
            .run(["voices", "import", file])
            .exits(2)
            .says(says)
            .says("\nhint: give the file of");
    }
    let ran = shelf.run(["voices", "import", "two.json", "-o", "one.toml"]);
    ran.exits(2)
        .says("it holds 2 rules, and `-o` names one file");
}

#[test]
fn a_ready_voice_is_shown_to_be_edited() {
    let shelf = Shelf::new();
    let ran = shelf.run(["voices", "show", "gpt-sovits"]);
    assert!(ran.exits(0).stdout.starts_with("# GPT-SoVITS"));
    shelf.file("voices/mine.toml", &ran.stdout);
    let listed = shelf.run(["voices"]).exits(0).stdout.clone();
    let (narrators, servers) = listed.split_once("\n\n").unwrap();
    assert!(narrators.contains("\nmine ") && !narrators.contains("gpt-sovits"));
    assert!(servers.contains("\ngpt-sovits "));
    shelf
        .run(["voices", "show", "mine"])
        .exits(2)
        .says("voice `mine` not found");
}
