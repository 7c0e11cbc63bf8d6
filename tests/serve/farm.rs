//! A book rendered through servers of our own.
//!
//! Never leaves it at "it sounds right": the tracks are compared byte by byte.

use crate::served::Served;
use crate::support::Shelf;

/// Marks are sent as they are: a server of unknown make gets others at headings and dots.
const BOOK: &str = "雪下了一夜，天亮时才停。老人推开门，院子里一片白。\n\
    他笑着说：“孩子们，今天我给你们讲一段新书！”\n\
    灯还亮着。1984年的冬天，银行的行长长大了。\n“你来了？”她问。\n“我来了。”\n";

#[test]
fn a_book_through_two_servers_is_the_same_book() {
    let shelf = Shelf::new().book(BOOK);
    let (one, other) = (Served::start(&shelf), Served::start(&shelf));
    let voice = format!(
        "engine = \"openai\"\nendpoints = [\"http://{}/v1\", \"http://{}/v1\"]\nmodel = \"kokoro\"\n\
         voice = \"fake\"\nconcurrency = 2\nextra = {{ chunk = true }}\n[limits]\nleast = 0\n",
        one.address, other.address
    );
    shelf.file("voices/farm.toml", voice);
    shelf.run(["render", "雪夜.txt", "--out", "here"]).exits(0);
    shelf
        .run(["render", "雪夜.txt", "--voice", "farm", "--out", "far"])
        .exits(0);
    let track = |out: &str| std::fs::read(shelf.path(&format!("{out}/雪夜/0001.wav"))).unwrap();
    assert!(track("here") == track("far"));
}
