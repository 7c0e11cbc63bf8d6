//! A disk that fills up in the night.
//!
//! Runs where a small disk can be mounted, as root on Linux; elsewhere it says that it is skipped.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::support::{SNOW, Shelf};

/// A small disk in memory, taken away when the test ends.
struct SmallDisk {
    path: PathBuf,
}

impl SmallDisk {
    fn mount(path: &Path, kilobytes: u32) -> Option<Self> {
        std::fs::create_dir_all(path).unwrap();
        let size = format!("size={kilobytes}k");
        run("mount", &["-t", "tmpfs", "-o", &size, "pingshu-test"], path)
            .then(|| Self { path: path.into() })
    }

    fn grow(&self, kilobytes: u32) {
        let size = format!("remount,size={kilobytes}k");
        assert!(run("mount", &["-o", &size], &self.path));
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        run("umount", &[], &self.path);
    }
}

fn run(program: &str, arguments: &[&str], path: &Path) -> bool {
    let mut command = Command::new(program);
    command.args(arguments).arg(path);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Fills a disk at `kilobytes`, then makes room: the same command must finish the book.
fn fill(kilobytes: u32) {
    let shelf = Shelf::new().book(SNOW);
    let Some(disk) = SmallDisk::mount(&shelf.path("out"), kilobytes) else {
        println!("skipped: no small disk can be mounted here");
        return;
    };
    let ran = shelf.run(["render", "雪夜.txt"]);
    ran.exits(3).says("No space left on device");
    ran.says("hint: make room on the disk, then run the same command again");
    ran.says("pingshu render 雪夜.txt --chapters ");
    shelf.check_file("out/雪夜/report.txt", "finish with:");
    let spoken = shelf.spoken();
    disk.grow(16_000);
    let ran = shelf.run(["render", "雪夜.txt"]);
    ran.exits(0).says("3 of 3 chapters are finished");
    let n_again = shelf.spoken().len() - 13;
    assert!(
        n_again <= 2 && spoken.len() <= 13,
        "{n_again} chunks were spoken twice"
    );
    let undisturbed = Shelf::new().book(SNOW);
    undisturbed.run(["render", "雪夜.txt"]).exits(0);
    assert_eq!(shelf.files().differing_from(&undisturbed.files()), [""; 0]);
    shelf.run(["check", "雪夜.txt"]).exits(0);
}

#[test]
fn a_disk_that_fills_while_chunks_are_spoken_loses_nothing() {
    fill(300);
}

#[test]
fn a_disk_that_fills_while_chapters_are_joined_loses_nothing() {
    // The speeches take about 1,000 KB, the tracks about 2,200 KB.
    fill(1_500);
}

#[test]
fn a_chapter_that_was_made_before_the_disk_was_full_is_kept() {
    let shelf = Shelf::new().book(SNOW);
    shelf
        .run(["render", "雪夜.txt", "--chapters", "1"])
        .exits(0);
    let Some(_disk) = SmallDisk::mount(&shelf.path("small"), 1_400) else {
        println!("skipped: no small disk can be mounted here");
        return;
    };
    let first = ["render", "雪夜.txt", "--out", "small", "--chapters", "1"];
    shelf.run(first).exits(0);
    shelf.run(["render", "雪夜.txt", "--out", "small"]).exits(3);
    shelf.check_file("small/雪夜/report.txt", "No space left on device");
    // The page of the run before would say that all is well.
    if shelf.path("small/雪夜/report.html").exists() {
        shelf.check_file("small/雪夜/report.html", "No space left on device");
    }
    let track = "雪夜/0001 第一章 下雪.wav";
    let bytes = |out: &str| std::fs::read(shelf.path(out).join(track)).unwrap();
    assert_eq!(bytes("small"), bytes("out"));
}
