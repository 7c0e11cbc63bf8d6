//! The help of every command.

use super::support::Shelf;

#[test]
fn every_command_shows_how_it_is_used() {
    let shelf = Shelf::new();
    let help = shelf.run(["--help"]).exits(0).stdout.clone();
    assert!(help.contains("Examples:"));
    let commands = help.split("Commands:").nth(1).unwrap();
    let names = commands
        .lines()
        .skip(1)
        .take_while(|line| line.starts_with("  "));
    let names: Vec<_> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names.len(), 9, "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let ran = shelf.run([name, "--help"]);
        assert!(
            ran.exits(0).stdout.contains("Examples:\n  pingshu "),
            "{name}"
        );
    }
}

#[test]
fn a_command_that_is_not_there_is_a_fault_of_usage() {
    Shelf::new()
        .run(["rendre", "雪夜.txt"])
        .exits(2)
        .says("render");
}
