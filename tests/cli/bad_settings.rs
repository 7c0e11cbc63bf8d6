//! Settings, voices and folders that cannot be used.

use super::support::{SNOW, Shelf};

/// Plans with this `config.toml`.
fn configured(text: &str) -> String {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("config.toml", text);
    let ran = shelf.run(["plan", "雪夜.txt"]);
    ran.exits(2).says("config.toml").says("\nhint: ");
    assert_eq!(ran.stdout, "");
    ran.stderr
}

#[test]
fn a_config_that_is_no_toml_is_told_with_its_line() {
    insta::assert_snapshot!(configured("out = \"out\"\nvoice = \"fake\n"));
}

#[test]
fn an_unknown_setting_is_told_with_its_line_and_name() {
    insta::assert_snapshot!(configured("[pauses]\nsentense = 0.5\n"));
}

#[test]
fn a_setting_of_the_wrong_kind_is_told_with_its_line() {
    insta::assert_snapshot!(configured("workers = \"two\"\n"));
}

#[test]
fn a_setting_out_of_its_range_is_told_with_the_range() {
    insta::assert_snapshot!(configured("[chunk]\nmost = 3\n"));
    configured("[pauses]\nscene = 11\n");
    configured("[http]\ntries = 0\n");
}

#[test]
fn a_variable_that_is_no_setting_is_named() {
    for (name, value) in [
        ("PINGSHU_SPEED", "2"),
        ("PINGSHU_WORKERS", "two"),
        ("PINGSHU_PAUSES_SENTENSE", "1"),
        ("PINGSHU_CHUNK_MOST", "3"),
    ] {
        let shelf = Shelf::new().book(SNOW).variable(name, value);
        let ran = shelf.run(["plan", "雪夜.txt"]);
        ran.exits(2).says("\nhint: ");
        insta::assert_snapshot!(name.to_lowercase(), ran.stderr);
    }
}

#[test]
fn flags_stand_over_variables_and_variables_over_the_config() {
    let shelf = Shelf::new()
        .book("雪下了一夜。")
        .variable("PINGSHU_OUT", "b");
    shelf.file("config.toml", "out = \"a\"");
    shelf.file("home/config/pingshu/config.toml", "out = \"home\"");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    shelf.run(["render", "雪夜.txt", "--out", "c"]).exits(0);
    let made = ["a", "b", "c", "home"].map(|out| shelf.path(out).join("雪夜").exists());
    assert_eq!(made, [false, true, true, false]);
}

#[test]
fn an_unknown_voice_is_told_with_those_that_are_known() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt", "--voice", "nobody"]);
    insta::assert_snapshot!(ran.exits(2).stderr, @"
    error: voice `nobody` not found (known voices: xiaoxiao, xiaobei, xiaoni, xiaoyi, yunjian, yunxi, yunxia, yunyang, fake, openai, kokoro-fastapi, vllm-omni, siliconflow, gpt-sovits, cosyvoice, indextts, fish-speech, azure, minimax, volcengine, dashscope, piper-http, edge, piper, espeak)
    hint: `pingshu voices` lists the voices
    ");
}

#[test]
fn an_unknown_key_of_a_voice_is_told_with_its_line() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("voices/odd.toml", "engine = \"fake\"\nspede = 1.0\n");
    let ran = shelf.run(["render", "雪夜.txt", "--voice", "odd"]);
    ran.exits(2)
        .says("voices/odd.toml")
        .says("line 2")
        .says("spede");
    ran.says("hint: correct the voice file");
    assert!(!shelf.path("out").exists());
}

#[test]
fn results_that_cannot_be_written_are_told_with_the_remedy() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("plain", "a file, not a folder");
    for out in ["plain", "plain/below"] {
        let ran = shelf.run(["render", "雪夜.txt", "--out", out]);
        ran.exits(2).says(&format!("`{out}/雪夜`"));
        ran.says("hint: choose a folder you may write to with `--out DIR`");
    }
    let long = "长".repeat(100);
    let ran = shelf.run(["render", "雪夜.txt", "--out", &long]);
    ran.exits(2).says("cannot create folder");
    ran.says("hint: choose a folder you may write to with `--out DIR`");
    shelf.check_file("plain", "a file, not a folder");
    assert!(shelf.spoken().is_empty());
}
