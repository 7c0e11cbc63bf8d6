//! Readers of standard output that have seen enough.

use std::io::Read;
use std::process::Stdio;

use super::support::{SNOW, Shelf};

/// Runs with a reader that goes away after one byte; gives the exit code and standard error.
fn half_read(shelf: &Shelf, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = shelf.command(arguments);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    (
        output.status.code(),
        String::from_utf8(output.stderr).unwrap(),
    )
}

#[test]
fn a_reader_that_leaves_early_is_no_fault() {
    let shelf = Shelf::new().book(SNOW);
    shelf
        .run(["render", "雪夜.txt", "--chapters", "1"])
        .exits(0);
    // More than a pipe holds, so that the program is still writing when the reader leaves.
    let many: String = (1..=3_000)
        .map(|i| format!("第{i}章 路上\n天就黑了。\n"))
        .collect();
    let shelf = shelf.book(&many);
    shelf.file(
        "voices/long.toml",
        format!("engine = \"fake\"\nabout = \"{}\"", "长".repeat(50_000)),
    );
    let long = "天就黑了。".repeat(5_000);
    for (arguments, code) in [
        (&["plan", "雪夜.txt"][..], 0),
        (&["plan", "雪夜.txt", "--json"], 0),
        (&["explain", &long], 0),
        (&["explain", "--json", &long], 0),
        (&["check", "雪夜.txt"], 3),
        (&["check", "雪夜.txt", "--json"], 3),
        (&["voices"], 0),
    ] {
        let (found, stderr) = half_read(&shelf, arguments);
        let name = arguments[..arguments.len().min(2)].join(" ");
        assert_eq!(found, Some(code), "{name:.40}: {stderr}");
        assert!(!stderr.contains("panicked"), "{stderr}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_standard_output_is_unexpected() {
    let shelf = Shelf::new().book(SNOW);
    for arguments in [
        &["plan", "雪夜.txt", "--json"][..],
        &["plan", "雪夜.txt"],
        &["explain", "天就黑了。"],
        &["voices"],
    ] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let mut command = shelf.command(arguments);
        let output = command.stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
    }
}
