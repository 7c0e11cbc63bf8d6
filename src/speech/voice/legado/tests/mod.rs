//! Rules of our own making, in the shapes in which readers share them.
//!
//! Never asks a server.

use std::fmt::Write as _;

use super::*;
use proptest::prelude::*;

#[test]
fn rules_without_a_script_are_voices() {
    let mut shown = String::new();
    for imported in import(include_str!("spoken.json")).unwrap() {
        let voice = imported
            .voice
            .unwrap_or_else(|problem| panic!("{}: {problem}", imported.rule));
        writeln!(shown, "==== {}.toml\n{}", voice.name, voice.text).unwrap();
        assert!(voice.text.parse::<toml::Table>().is_ok());
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn what_a_voice_file_cannot_say_is_refused_by_name() {
    let mut shown = String::new();
    for imported in import(include_str!("refused.json")).unwrap() {
        let problem = imported.voice.expect_err(&imported.rule);
        writeln!(shown, "rule `{}` {problem}", imported.rule).unwrap();
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn no_key_is_written_into_a_voice_file() {
    for imported in import(include_str!("spoken.json")).unwrap() {
        let text = imported.voice.unwrap().text;
        for key in ["abcdefgh12345678", "0123456789abcdef", "longenough1"] {
            assert!(!text.contains(key), "{text}");
        }
    }
}

#[test]
fn a_single_rule_is_as_good_as_a_list() {
    let rule = r#"{"name":"甲","url":"http://a/?t={{speakText}}"}"#;
    assert_eq!(import(rule).unwrap().len(), 1);
    assert_eq!(
        import(&format!("\u{feff}[{rule},{rule}]")).unwrap().len(),
        2
    );
}

#[test]
fn what_holds_no_rule_is_told() {
    for json in ["", "[]", "7", "\"http://a\"", "{", "null"] {
        assert!(import(json).is_err(), "{json}");
    }
    assert!(import(&"[".repeat(100_000)).is_err());
}

#[test]
fn hostile_rules_are_refused_and_quickly() {
    let nested = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    for url in [
        format!("http://a/?t={}", "{{speakText}}".repeat(50_000)),
        format!("http://a/?t={{{{{}}}}}", "String(".repeat(50_000)),
        format!("http://a/?t={{{{{}}}}}", "(".repeat(50_000)),
        format!("http://a/?t={{{{speakText}}}},{{\"body\":{nested}}}"),
        format!("http://a/?t={{{{speakText}}}},{{\"method\":\"POST\",\"body\":\"{nested}\"}}"),
        "http://a/?t={{speakText}}\u{F0000}".into(),
    ] {
        let rule = serde_json::json!({ "name": "x".repeat(10_000), "url": url });
        let imported = import(&rule.to_string()).unwrap();
        assert!(imported[0].voice.is_err());
        assert!(imported[0].rule.chars().count() < 100);
        let problem = imported[0].voice.as_ref().unwrap_err().to_string();
        assert!(problem.len() < 500, "{problem}");
    }
}

proptest! {
    #[test]
    fn any_rule_is_a_voice_or_refused(
        url in r#"(http://a|/|\?t=|&|=|\{\{speakText\}\}|\{\{speakSpeed\}\}|,\{"method":"POST","body":"|\{|\}|"|\\|雪|%| ){0,14}"#,
        header in r#"(\{|\}|"|:|Authorization|Bearer 12345678|,){0,8}"#,
    ) {
        let rule = serde_json::json!({ "name": "甲", "url": url, "header": header });
        let imported = import(&rule.to_string()).unwrap();
        if let Ok(voice) = &imported[0].voice {
            prop_assert!(voice.text.parse::<toml::Table>().is_ok(), "{}", voice.text);
        }
    }
}
