//! `explain`: how a text is cut, read and pronounced.

use serde_json::Value;

use super::support::{SNOW, Shelf};

fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '〇')
}

/// A syllable in letters and a tone from 1 to 5.
fn is_pinyin(text: &str) -> bool {
    let (letters, tone) = text.split_at(text.len() - 1);
    !letters.is_empty()
        && letters.bytes().all(|byte| byte.is_ascii_lowercase())
        && ("1"..="5").contains(&tone)
}

/// Explains lines as JSON, one object for each.
fn explained(input: &str) -> Vec<Value> {
    let ran = Shelf::new().run_with_input(["explain", "--json"], input);
    let lines = ran.exits(0).stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn every_han_character_that_is_spoken_has_one_pinyin_with_a_tone() {
    for object in explained(SNOW) {
        for chunk in object["chunks"].as_array().unwrap() {
            let spoken = chunk["spoken"].as_str().unwrap();
            let pinyin: Vec<_> = chunk["pinyin"]
                .as_array()
                .unwrap()
                .iter()
                .map(|p| p.as_str().unwrap())
                .collect();
            assert_eq!(
                pinyin.len(),
                spoken.chars().filter(|c| is_han(*c)).count(),
                "{chunk}"
            );
            assert!(pinyin.iter().all(|pinyin| is_pinyin(pinyin)), "{chunk}");
        }
    }
}

#[test]
fn each_line_is_one_object_with_what_the_contract_says() {
    let objects = explained("1984年她说：“好。”\n女儿绿了\n");
    assert_eq!(objects.len(), 2);
    insta::assert_snapshot!(objects[0], @r#"{"chunks":[{"pinyin":["yi1","jiu3","ba1","si4","nian2","ta1","shuo1"],"role":"narration","spoken":"一九八四年她说：","text":"1984年她说："},{"pinyin":["hao3"],"role":"dialogue","spoken":"“好。”","text":"“好。”"}],"text":"1984年她说：“好。”"}"#);
    let pinyin = &objects[1]["chunks"][0]["pinyin"];
    assert_eq!((&pinyin[0], &pinyin[2]), (&"nv3".into(), &"lv4".into()));
}

#[test]
fn latin_words_are_shown_as_the_voice_inside_says_them() {
    let ran = Shelf::new().run(["explain", "CEO打boss。"]);
    let said = &ran.exits(0).stdout;
    assert!(said.contains("symbols     ɕi→i→ou→ ta↓ bˈɔs."), "{said}");
}

#[test]
fn a_text_on_the_command_line_is_explained_as_well() {
    let shelf = Shelf::new();
    let ran = shelf.run(["explain", "银行的行长长大了。", "--json"]);
    let pinyin = ran.exits(0).json()["chunks"][0]["pinyin"].to_string();
    assert_eq!(
        pinyin,
        r#"["yin2","hang2","de5","hang2","zhang3","zhang3","da4","le5"]"#
    );
    shelf.run(["explain", "银行的行长长大了。"]).exits(0);
}

#[test]
fn input_that_is_no_text_is_refused() {
    let ran = Shelf::new().run_with_input(["explain", "--json"], [0xff, 0xfe, b'\n']);
    insta::assert_snapshot!(ran.exits(2).stderr, @"
    error: standard input is not UTF-8 in line 1
    hint: convert it first: `iconv -f gb18030 -t utf-8`
    ");
}

#[test]
fn the_lines_before_one_that_is_no_text_are_explained() {
    let input = [b"\xe9\x9b\xaa\n".as_slice(), &[0xb0, 0xa1]].concat();
    let ran = Shelf::new().run_with_input(["explain", "--json"], input);
    ran.exits(2)
        .says("error: standard input is not UTF-8 in line 2");
    assert_eq!(ran.json()["text"], "雪");
}

#[cfg(unix)]
#[test]
fn input_that_cannot_be_read_at_all_is_told_as_such() {
    let shelf = Shelf::new();
    let folder = std::fs::File::open(shelf.root()).unwrap();
    let output = shelf.command(&["explain"]).stdin(folder).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said.starts_with("error: cannot read standard input\n"),
        "{said}"
    );
    assert!(!said.contains("UTF-8"), "{said}");
}
