//! What is not spoken because it is dirt, and how a person changes that.

use super::support::Shelf;

const BOOK: &str = "第一章 雪夜\n\n雪落了。\n本章未完，点击下一页继续阅读\n求推荐票！\n某某书屋\n";

fn reasons(shelf: &Shelf) -> Vec<String> {
    let ran = shelf.run(["plan", "--json", "雪夜.txt"]);
    ran.exits(0);
    let plan: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
    let dropped = plan["dropped"].as_array().unwrap().iter();
    let reasons = dropped.map(|piece| piece["reason"].as_str().unwrap().to_owned());
    reasons.collect()
}

#[test]
fn dirt_is_listed_with_the_name_of_its_rule_and_notes_are_doubts() {
    let shelf = Shelf::new().book(BOOK);
    assert_eq!(reasons(&shelf), ["page mark"]);
    let ran = shelf.run(["plan", "雪夜.txt"]);
    ran.exits(0);
    assert!(
        ran.stdout.contains("line 5: note: 求推荐票！"),
        "{}",
        ran.stdout
    );
}

#[test]
fn notes_are_dropped_by_a_setting() {
    let shelf = Shelf::new().book(BOOK).variable("PINGSHU_NOTES", "dropped");
    assert_eq!(reasons(&shelf), ["page mark", "author's note"]);
}

#[test]
fn rules_of_a_person_are_found_in_every_place() {
    let shelf = Shelf::new().book(BOOK);
    let rule = "[[rule]]\nname = \"my site\"\nwhere = \"line\"\npattern = '某某书屋'\ndrops = [\"某某书屋\"]\n";
    shelf.file("home/config/pingshu/dirt.toml", "off = [\"page mark\"]");
    shelf.file("dirt.toml", rule);
    assert_eq!(reasons(&shelf), ["my site"]);
}

#[test]
fn a_rule_that_cannot_be_used_is_told_with_its_file_and_cause() {
    let shelf = Shelf::new().book(BOOK);
    let rule = "[[rule]]\nname = \"my site\"\nwhere = \"line\"\npattern = '某某书屋'\ndrops = [\"某某\"]\n";
    shelf.file("dirt.toml", rule);
    let ran = shelf.run(["plan", "雪夜.txt"]);
    ran.exits(2)
        .says("dirt.toml")
        .says("rule `my site`")
        .says("leaves its example `某某` as it is")
        .says("\nhint: ");
}
