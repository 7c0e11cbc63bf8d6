//! Books that cannot be read: what is said, and that nothing is made of them.

use super::support::{SNOW, Shelf};

/// Renders a file of these bytes; it must be refused with a remedy, and leave nothing.
#[track_caller]
fn refused(name: &str, bytes: &[u8], flags: [&str; 2]) -> String {
    let shelf = Shelf::new();
    shelf.file(name, bytes);
    let mut arguments = vec!["render", name];
    arguments.extend(flags.iter().filter(|flag| !flag.is_empty()));
    let ran = match arguments[..] {
        [a, b] => shelf.run([a, b]),
        [a, b, c, d] => shelf.run([a, b, c, d]),
        _ => unreachable!("flags come in pairs"),
    };
    ran.exits(2).says(name).says("\nhint: ");
    assert!(!shelf.path("out").exists(), "something was made of it");
    ran.stderr
}

const NO_FLAGS: [&str; 2] = ["", ""];

#[test]
fn a_missing_file_is_named() {
    let ran = Shelf::new().run(["render", "missing.txt"]);
    insta::assert_snapshot!(ran.exits(2).stderr, @"
    error: cannot read `missing.txt`
      because: No such file or directory (os error 2)
    hint: check the path; BOOK is a `.txt`, `.epub`, `.html` or `.md` file, or a folder of chapter files
    ");
}

#[test]
fn a_folder_without_texts_is_named() {
    let shelf = Shelf::new();
    shelf.file("books/notes.pdf", "雪");
    insta::assert_snapshot!(shelf.run(["render", "books"]).exits(2).stderr, @"
    error: folder `books` holds no chapter files
    hint: give a folder of files that end in `.txt`, `.html`, `.htm`, `.xhtml` or `.md`
    ");
}

#[test]
fn an_empty_file_is_refused() {
    insta::assert_snapshot!(refused("a.txt", b"", NO_FLAGS), @"
    error: `a.txt` is empty
    hint: give a file with text in it
    ");
}

#[test]
fn a_file_of_punctuation_is_refused() {
    insta::assert_snapshot!(refused("a.txt", "，。……\n！！".as_bytes(), NO_FLAGS), @"
    error: `a.txt` holds nothing to say: there is no letter, digit or Chinese character in it
    hint: give a file with text in it
    ");
}

#[test]
fn a_picture_is_no_book() {
    insta::assert_snapshot!(refused("a.txt", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", NO_FLAGS), @"
    error: `a.txt` is not a text: it looks like a PNG image
    hint: convert it to a .txt file first
    ");
}

#[test]
fn an_archive_is_no_book() {
    insta::assert_snapshot!(refused("a.txt", b"PK\x03\x04\x14\0\0\0\x08\0", NO_FLAGS), @"
    error: `a.txt` is not a text: it looks like a ZIP archive
    hint: convert it to a .txt file first
    ");
}

#[test]
fn a_kind_of_book_that_is_not_read_yet_is_named() {
    insta::assert_snapshot!(refused("a.pdf", b"%PDF-1.7", NO_FLAGS), @"
    error: cannot read `a.pdf`: `.pdf` files are not supported yet
    hint: convert it to `.epub` or `.txt` first
    ");
}

#[test]
fn a_torn_epub_is_refused() {
    let message = refused("a.epub", b"PK\x03\x04\x14\0\0\0\x08\0", NO_FLAGS);
    assert!(message.starts_with("error: cannot read `a.epub`: the archive is damaged: "));
    assert!(message.contains("hint: get the book again, or repair it with an EPUB editor"));
}

#[test]
fn a_book_among_chapters_is_refused() {
    let shelf = Shelf::new();
    shelf.file("books/1.txt", SNOW);
    shelf.file("books/雪夜.epub", "PK");
    insta::assert_snapshot!(shelf.run(["render", "books"]).exits(2).stderr, @"
    error: folder `books` holds `雪夜.epub`, which is a book of its own
    hint: give that file alone as BOOK
    ");
}

#[test]
fn a_text_that_no_encoding_reads_is_shown_as_each_reads_it() {
    let mut bytes = "第一章 下雪\n雪下了一夜，天亮时才停。\n"
        .repeat(4)
        .into_bytes();
    for _ in 0..3 {
        bytes.extend([0xff, 0xff, b'\n']);
    }
    insta::assert_snapshot!(refused("a.txt", &bytes, NO_FLAGS));
}

#[test]
fn a_text_that_was_misread_before_is_refused_with_what_it_was() {
    // Each byte of the UTF-8 text as a character of Latin-1.
    let garbled: String = "雪下了一夜，天亮时才停。\n"
        .bytes()
        .map(char::from)
        .collect();
    insta::assert_snapshot!(refused("a.txt", garbled.as_bytes(), NO_FLAGS));
    let chosen = refused(
        "b.txt",
        "雪下了一夜，天亮\n".as_bytes(),
        ["--encoding", "gbk"],
    );
    insta::assert_snapshot!(chosen);
}

#[test]
fn a_line_as_long_as_a_library_is_refused() {
    let line = "雪".repeat(6 << 20);
    insta::assert_snapshot!(refused("a.txt", line.as_bytes(), NO_FLAGS), @"
    error: `a.txt` has a line of more than 16 MB, which no book has
    hint: break the text into paragraphs, or check that it is one
    ");
}

#[test]
fn zeros_are_no_book() {
    insta::assert_snapshot!(refused("a.txt", &[0; 4096], NO_FLAGS), @"
    error: `a.txt` is not a text: it looks like binary data
    hint: convert it to a .txt file first
    ");
}

#[test]
fn a_bad_byte_is_told_before_anything_is_spoken() {
    let shelf = Shelf::new();
    let mut bytes = SNOW.repeat(2).into_bytes();
    bytes.extend(b"\xFF\n");
    shelf.file("a.txt", &bytes);
    let ran = shelf.run(["plan", "a.txt"]);
    ran.exits(0);
    assert!(
        ran.stdout.contains("damage: 1 byte at offset"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("damaged bytes"), "{}", ran.stdout);
}

#[test]
fn glyphs_of_a_private_font_are_told_and_passed_over() {
    let shelf = Shelf::new();
    shelf.file("a.txt", SNOW.replace('雪', "\u{E000}"));
    let ran = shelf.run(["plan", "a.txt"]);
    ran.exits(0);
    assert!(ran.stdout.contains("glyphs: "), "{}", ran.stdout);
    let ran = shelf.run(["explain", "他\u{E000}拔出了刀。\u{F0000}"]);
    ran.exits(0);
}

#[test]
fn an_encoding_that_does_not_fit_is_told_with_the_place() {
    insta::assert_snapshot!(refused(
        "a.txt",
        SNOW.as_bytes(),
        ["--encoding", "utf-16be"]
    ));
    insta::assert_snapshot!(refused("b.txt", SNOW.as_bytes(), ["--encoding", "big5"]), @"
    error: cannot read `b.txt` as Big5: byte 0xB8 at offset 4
    hint: pass another `--encoding NAME`, or repair the file at offset 4
    ");
}

#[test]
fn an_encoding_nobody_knows_is_told_with_those_that_are_known() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt", "--encoding", "ebcdic"]);
    insta::assert_snapshot!(ran.exits(2).stderr, @"
    error: unknown encoding `ebcdic`; known are utf-8, utf-16le, utf-16be, utf-32le, utf-32be, gb18030, gbk, big5
    hint: pass `--encoding` with one of these names, or leave it out
    ");
}

#[test]
fn a_chapter_that_is_not_there_is_told_with_how_many_there_are() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt", "--chapters", "2,9"]);
    insta::assert_snapshot!(ran.exits(2).stderr, @"
    error: the book has no chapter 9 (it has 3 chapters)
    hint: `pingshu plan BOOK` lists the chapters
    ");
    shelf
        .run(["render", "雪夜.txt", "--chapters", "0"])
        .exits(2);
    shelf.run(["redo", "雪夜.txt", "4"]).exits(2);
    assert!(!shelf.path("out").exists());
}

#[test]
fn a_list_of_chapters_that_is_none_is_told_with_one_that_is() {
    let shelf = Shelf::new().book(SNOW);
    for list in ["", "a", "3-", "9-7", "1,,2", "99999999999999999999"] {
        let ran = shelf.run(["render", "雪夜.txt", "--chapters", list]);
        ran.exits(2).says("is not a list of chapters such as 3,7-9");
    }
    let ran = shelf.run(["redo", "雪夜.txt", "2:x"]);
    ran.exits(2)
        .says("is not a chapter such as 2, or a chunk such as 2:14");
}

#[test]
fn a_chunk_that_stays_silent_leaves_its_chapter_alone_incomplete() {
    let shelf = Shelf::new().book(&SNOW.replace("门外没有人", "门外一片无声"));
    let ran = shelf.run(["render", "雪夜.txt"]);
    insta::assert_snapshot!(ran.exits(3).stderr_without_times(), @"
    chapter 2 第二章 灯火: incomplete: the audio is not fit to use: 1.1 s of silence
    《雪夜》
    2 of 3 chapters are finished (2 made in this run)
    12 chunks spoken, 18 s of audio
    loudness: -19.0 to -19.0 LUFS, highest peak -14.2 dBTP

    incomplete:
      chapter 2 第二章 灯火: the audio is not fit to use: 1.1 s of silence

    finish with:
      pingshu render 雪夜.txt --chapters 2

    the chapters are in `out/雪夜`
    ");
    shelf.check_file("out/雪夜/report.txt", "1.1 s of silence");
    assert!(!shelf.path("out/雪夜/0002 第二章 灯火.wav").exists());
    let made: Vec<_> = shelf.ledger().chapters.iter().map(|c| c.index).collect();
    assert_eq!(made, [1, 3]);
}

#[test]
fn the_command_in_the_report_finishes_the_rest() {
    let text = SNOW.replace("门外没有人", "门外一片无声");
    let shelf = Shelf::new();
    shelf.file("my books/雪夜.txt", &text);
    let ran = shelf.run(["render", "my books/雪夜.txt", "--out", "a b"]);
    ran.exits(3);
    ran.says("pingshu render 'my books/雪夜.txt' --out 'a b' --chapters 2");
    shelf.forget_spoken().file("my books/雪夜.txt", SNOW);
    let ran = shelf.run([
        "render",
        "my books/雪夜.txt",
        "--out",
        "a b",
        "--chapters",
        "2",
    ]);
    ran.exits(0);
    assert_eq!(shelf.spoken(), ["门外没有人。"]);
}

#[test]
fn a_server_that_never_answers_is_no_engine_even_for_one_chunk() {
    let shelf = Shelf::new().book("下雪了。\n");
    let voice = "engine = \"openai\"\nendpoints = [\"http://127.0.0.1:1/v1\"]\n";
    shelf.file("voices/gone.toml", voice);
    shelf
        .run(["render", "雪夜.txt", "--voice", "gone"])
        .exits(4)
        .says("no answer from `http://127.0.0.1:1")
        .says("hint: start the server");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_book() {
    let shelf = Shelf::new();
    let pipe = shelf.path("pipe.txt");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(pipe)
            .status()
            .unwrap()
            .success()
    );
    shelf
        .run(["plan", "pipe.txt"])
        .exits(2)
        .says("cannot read `pipe.txt`")
        .says("not a regular file");
}
