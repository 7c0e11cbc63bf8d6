//! `plan`: what was understood of a book.

use std::collections::BTreeSet;

use serde_json::Value;

use super::support::{SNOW, Shelf};

fn keys(value: &Value) -> BTreeSet<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn a_plan_reads_like_a_table_of_contents() {
    let shelf = Shelf::new().book(&SNOW.replace("灯还亮着", "灯还\u{200b}亮着"));
    insta::assert_snapshot!(shelf.run(["plan", "雪夜.txt"]).exits(0).stdout);
}

#[test]
fn a_plan_fits_a_terminal_100_columns_wide() {
    let title = "很长的题目".repeat(6);
    let text = format!("第一章 {title}\n雪<br/>落了。\n").repeat(3);
    let shelf = Shelf::new();
    shelf.file("雪夜.txt", text);
    let plan = shelf.run(["plan", "雪夜.txt"]).exits(0).stdout.clone();
    for line in plan.lines() {
        let columns: usize = line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        assert!(columns <= 100, "{columns}: {line}");
    }
}

#[test]
fn a_title_does_not_steer_the_terminal() {
    let shelf = Shelf::new();
    let page = "<title>雪\u{1b}[31m夜</title><h1>第一章 雪&#27;[2J</h1><p>雪下了一夜。</p>";
    shelf.file("a.html", page);
    let plan = shelf.run(["plan", "a.html"]).exits(0).stdout.clone();
    assert!(plan.contains("第一章 雪[2J"), "{plan}");
    assert!(!plan.contains('\u{1b}'), "{plan:?}");
}

#[test]
fn a_plan_says_what_a_server_will_ask() {
    let shelf = Shelf::new().book(SNOW);
    let voice = "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]\n";
    shelf.file("free.toml", voice);
    shelf.file(
        "dear.toml",
        format!("{voice}price = {{ per_million = 1e6, currency = \"CNY\" }}\n"),
    );
    let plan = |voice| {
        shelf
            .run(["plan", "雪夜.txt", "--voice", voice])
            .exits(0)
            .stdout
            .clone()
    };
    assert!(plan("free.toml").contains("what the server asks"));
    let n = shelf.run(["plan", "雪夜.txt", "--json"]).exits(0).json()["chars"]
        .as_u64()
        .unwrap();
    assert!(
        plan("dear.toml").contains(&format!("about {n}.00 CNY")),
        "{n}"
    );
    assert!(plan("dear.toml").contains("as long as the server of dear takes"));
}

#[test]
fn a_plan_as_json_has_what_the_contract_says() {
    let text = SNOW
        .replace("灯还亮着", "灯还\u{200b}亮着")
        .replace("第三章", "第九章");
    let shelf = Shelf::new();
    shelf.file("《雪夜》作者：某某.txt", text);
    let plan = shelf
        .run(["plan", "《雪夜》作者：某某.txt", "--json"])
        .exits(0)
        .json();
    let expected = [
        "title", "author", "encoding", "script", "chapters", "chars", "chunks", "seconds",
        "dropped", "doubts",
    ];
    assert_eq!(keys(&plan), expected.into());
    let chapter = &plan["chapters"][1];
    let expected = ["index", "volume", "title", "chars", "chunks"];
    assert_eq!(keys(chapter), expected.into());
    assert_eq!(
        (&plan["title"], &plan["author"]),
        (&"雪夜".into(), &"某某".into())
    );
    assert_eq!(
        (&plan["encoding"], &plan["script"]),
        (&"UTF-8".into(), &"simplified".into())
    );
    assert_eq!(
        (&chapter["index"], &chapter["chunks"]),
        (&2.into(), &6.into())
    );
    let dropped = plan["dropped"].as_array().unwrap();
    let invisible = dropped.iter().find(|piece| piece["line"] == 5).unwrap();
    assert_eq!(invisible["text"], "\u{200b}");
    assert!(!invisible["reason"].as_str().unwrap().is_empty());
    let doubt = &plan["doubts"][0];
    assert_eq!(keys(doubt), ["kind", "where", "text"].into());
    assert_eq!(doubt["kind"], "gap");
}

#[test]
fn the_sums_of_a_plan_are_those_of_its_chapters() {
    let shelf = Shelf::new().book(SNOW);
    let plan = shelf.run(["plan", "雪夜.txt", "--json"]).exits(0).json();
    for key in ["chars", "chunks"] {
        let chapters = plan["chapters"].as_array().unwrap();
        let sum: u64 = chapters.iter().map(|c| c[key].as_u64().unwrap()).sum();
        assert_eq!(plan[key], sum);
    }
    assert!(plan["seconds"].as_f64().unwrap() > 20.0);
}

#[test]
fn a_plan_makes_nothing_and_speaks_nothing() {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["plan", "雪夜.txt"]).exits(0);
    assert!(!shelf.path("out").exists() && shelf.spoken().is_empty());
}

#[test]
fn a_text_in_another_encoding_is_planned_as_the_same_book() {
    let text = "第一章 歸來\n孩子們，長長的雪夜過去了。\n".repeat(20);
    let utf16: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let shelf = Shelf::new();
    shelf.file("雪夜.txt", utf16);
    let plan = shelf.run(["plan", "雪夜.txt", "--json"]).exits(0).json();
    assert_eq!(
        (&plan["encoding"], &plan["script"]),
        (&"UTF-16LE".into(), &"traditional".into())
    );
}

const NAMES: &str = "第一章 下雪\n\n单雄信来了。窦霁岚说：“好。”他进了崴子沟。\n\
    第二章 雪停\n窦霁岚说：“走。”单雄信不走。\n窦霁岚说：“那你留下。”单雄信笑了。\n";

fn words(shelf: &Shelf, kind: &str) -> Vec<(String, String)> {
    let plan = shelf.run(["plan", "雪夜.txt", "--json"]).exits(0).json();
    let doubts = plan["doubts"].as_array().unwrap().iter();
    let of_kind = doubts.filter(|doubt| doubt["kind"] == kind);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    of_kind
        .map(|doubt| (text(&doubt["text"]), text(&doubt["where"])))
        .collect()
}

#[test]
fn a_plan_tells_how_names_will_be_said_and_where_they_stand() {
    let shelf = Shelf::new().book(NAMES);
    let names = words(&shelf, "name");
    let (text, place) = &names[names
        .iter()
        .position(|(text, _)| text.starts_with("窦霁岚"))
        .unwrap()];
    assert_eq!(text, "窦霁岚 dou4 ji4 lan2, 3 times");
    assert_eq!(place, "chapter 1:1 (line 3)");
    let plan = shelf.run(["plan", "雪夜.txt"]).exits(0).stdout.clone();
    assert!(
        plan.contains("names, as they will be said") && plan.contains("`lexicon.toml`"),
        "{plan}"
    );
}

#[test]
fn a_plan_tells_what_the_lexicon_decided_and_where_it_is_heard() {
    let shelf = Shelf::new().book(NAMES);
    shelf.file("lexicon.toml", "窦霁岚 = \"dou4 ji4 lan1\"\n");
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let names = words(&shelf, "name");
    let name = names
        .iter()
        .find(|(text, _)| text.starts_with("窦霁岚"))
        .unwrap();
    assert_eq!(name.0, "窦霁岚 dou4 ji4 lan1 (lexicon), 3 times");
    assert!(name.1.ends_with("into its track"), "{}", name.1);
}

#[test]
fn a_plan_tells_rare_characters_that_stand_alone() {
    let shelf = Shelf::new().book(NAMES);
    shelf.file("雪夜.txt", format!("{NAMES}\u{2B73F}来了。\n"));
    let rare = words(&shelf, "rare");
    assert!(
        rare.iter()
            .any(|(text, _)| text == "\u{2B73F} (no reading), once"),
        "{rare:?}"
    );
}
