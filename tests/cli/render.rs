//! What a render leaves behind, and what it says.

use std::fs;

use super::support::{SNOW, Shelf};

const TRACKS: [&str; 3] = ["0001 第一章 下雪", "0002 第二章 灯火", "0003 第三章 归人"];

#[test]
fn every_chapter_becomes_a_wav_of_16_bit_mono_at_24_khz() {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    for track in TRACKS {
        let path = shelf.path(&format!("out/雪夜/{track}.wav"));
        let spec = hound::WavReader::open(path).unwrap().spec();
        assert_eq!((spec.channels, spec.bits_per_sample), (1, 16));
        assert_eq!(spec.sample_rate, 24_000);
        assert_eq!(spec.sample_format, hound::SampleFormat::Int);
    }
}

#[test]
fn a_book_leaves_tracks_captions_ledger_and_report_and_nothing_else() {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let mut names: Vec<_> = fs::read_dir(shelf.path("out/雪夜"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.starts_with('.'))
        .collect();
    names.sort();
    insta::assert_debug_snapshot!(names, @r#"
    [
        "0001 第一章 下雪.lrc",
        "0001 第一章 下雪.wav",
        "0002 第二章 灯火.lrc",
        "0002 第二章 灯火.wav",
        "0003 第三章 归人.lrc",
        "0003 第三章 归人.wav",
        "book.json",
        "report.html",
        "report.txt",
    ]
    "#);
}

#[test]
fn the_ledger_accounts_for_every_character_and_every_sample() {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let ledger = shelf.ledger();
    assert_eq!((ledger.version, ledger.title.as_str()), (1, "雪夜"));
    assert_eq!((ledger.author.as_str(), ledger.chapters.len()), ("", 3));
    assert_eq!(ledger.source.name, "雪夜.txt");
    let hash = blake3::hash(SNOW.as_bytes()).to_hex().to_string();
    assert_eq!(ledger.source.blake3, hash);
    ledger.check_tiling().check_spans();
}

#[test]
fn the_ledger_names_who_speaks_each_chunk() {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let ledger = shelf.ledger();
    let chapter = &ledger.chapters[1];
    assert_eq!((chapter.index, chapter.title.as_str()), (2, "第二章 灯火"));
    assert_eq!(chapter.sample_rate, 24_000);
    let said: Vec<_> = chapter
        .chunks
        .iter()
        .filter(|chunk| chunk.role == "dialogue")
        .map(|chunk| chunk.text.as_str())
        .collect();
    assert_eq!(said, ["“你来了？”", "“我来了。”"]);
    for (index, chunk) in chapter.chunks.iter().enumerate() {
        assert_eq!((chunk.index, chunk.takes), (index, 1));
        assert_eq!((chunk.speech.len(), &chunk.doubt), (64, &None));
    }
}

#[test]
fn captions_have_the_words_of_the_book_at_the_times_of_the_ledger() {
    let shelf = Shelf::new().book(SNOW);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    for chapter in shelf.ledger().chapters {
        let captions = chapter.file.replace(".wav", ".lrc");
        for chunk in chapter.chunks {
            let hundredths = chunk.from * 100 / 24_000;
            let (seconds, hundredths) = (hundredths / 100, hundredths % 100);
            let line = format!("[00:{seconds:02}.{hundredths:02}]{}\n", chunk.text);
            shelf.check_file(&format!("out/雪夜/{captions}"), &line);
        }
    }
}

#[test]
fn the_report_is_what_the_terminal_showed() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt"]);
    let report = fs::read_to_string(shelf.path("out/雪夜/report.txt")).unwrap();
    ran.exits(0).says(&report);
    assert!(report.contains("3 of 3 chapters are finished (3 made in this run)"));
}

#[test]
fn standard_output_stays_empty_and_no_line_steers_the_terminal() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt"]);
    assert_eq!(ran.stdout, "");
    let steers = |c: char| c.is_control() && c != '\n';
    assert!(!ran.stderr.contains(steers), "{:?}", ran.stderr);
}

#[test]
fn what_is_said_twice_is_spoken_once() {
    let shelf = Shelf::new().book(
        "第一章 门\n雪下了一夜，天亮时才停。\n\
         第二章 路\n雪下了一夜，天亮时才停。\n雪下了一夜，天亮时才停。\n",
    );
    // Slow enough that the sentence is still waited for when it comes again.
    shelf.pace(300);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    let mut spoken = shelf.spoken();
    spoken.sort();
    let expected = ["第一章 门", "第二章 路", "雪下了一夜，天亮时才停。"];
    assert_eq!(spoken, expected);
    let ledger = shelf.ledger();
    let n_chunks = ledger.chapters.iter().map(|c| c.chunks.len());
    assert_eq!(n_chunks.sum::<usize>(), 5);
}

#[test]
fn a_traditional_book_keeps_its_own_characters_where_they_are_read() {
    let text = "第一章 歸來\n他說：“孩子們，長長的雪夜過去了。”這裡還是老樣子。\n";
    let shelf = Shelf::new().book(text);
    shelf.run(["render", "雪夜.txt"]).exits(0);
    assert_eq!(shelf.ledger().chapters[0].text, text.trim_end());
    shelf.check_file(
        "out/雪夜/0001 第一章 歸來.lrc",
        "“孩子們，長長的雪夜過去了。”",
    );
    let spoken = shelf.spoken().join("");
    assert!(spoken.contains("孩子们，长长的雪夜过去了"), "{spoken}");
}

#[test]
fn a_narrator_can_be_named_by_the_path_of_its_file() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file(
        "elsewhere/other.toml",
        "engine = \"fake\"\nlog = \"other.log\"",
    );
    let ran = shelf.run(["render", "雪夜.txt", "--voice", "elsewhere/other.toml"]);
    ran.exits(0);
    shelf.check_file("other.log", "第一章 下雪");
    assert!(shelf.spoken().is_empty());
}

#[test]
fn a_book_that_cannot_be_read_does_not_keep_the_others() {
    let shelf = Shelf::new().book(SNOW);
    shelf.file("灯火.txt", "灯还亮着，门外没有人。");
    let ran = shelf.run(["render", "灯火.txt", "missing.txt", "雪夜.txt"]);
    ran.exits(2).says("cannot read `missing.txt`");
    assert_eq!(shelf.ledger().chapters.len(), 3);
    shelf.check_file("out/灯火/report.txt", "1 of 1 chapter is finished");
}

#[test]
fn a_folder_of_chapter_files_is_one_book() {
    let shelf = Shelf::new();
    shelf.file("雪夜/10.txt", "第十章 归人\n门外没有人。");
    shelf.file("雪夜/2.txt", "第二章 灯火\n灯还亮着。");
    shelf.run(["render", "雪夜"]).exits(0);
    let ledger = shelf.ledger();
    let titles: Vec<_> = ledger.chapters.iter().map(|c| c.title.as_str()).collect();
    assert_eq!(titles, ["第二章 灯火", "第十章 归人"]);
}

#[test]
fn a_dry_run_writes_nothing() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt", "--dry-run", "--chapters", "2-3"]);
    ran.exits(0).says("2 of 3 chapters, 9 chunks");
    assert!(!shelf.path("out").exists() && !shelf.path("spoken.log").exists());
}

#[test]
fn only_the_chosen_chapters_are_made() {
    let shelf = Shelf::new().book(SNOW);
    let ran = shelf.run(["render", "雪夜.txt", "--chapters", "1,3"]);
    ran.exits(0).says("2 of 2 chosen chapters are finished");
    let made: Vec<_> = shelf.ledger().chapters.iter().map(|c| c.index).collect();
    assert_eq!(made, [1, 3]);
    assert!(!shelf.path("out/雪夜/0002 第二章 灯火.wav").exists());
}

#[test]
fn the_folder_of_the_chapters_is_told_once_there_is_one() {
    let told = |text: &str| {
        let shelf = Shelf::new().book(text);
        let ran = shelf.run(["render", "雪夜.txt"]);
        ran.stderr.contains("the chapters are in `out/雪夜`")
    };
    assert!(told("雪下了一夜。"));
    assert!(!told("无声的雪下了一夜。"));
}

#[cfg(unix)]
#[test]
fn what_the_umask_keeps_private_stays_private() {
    use std::os::unix::fs::PermissionsExt;
    for (umask, wanted) in [("077", 0o600), ("022", 0o644), ("002", 0o664)] {
        let shelf = Shelf::new().book("雪下了一夜。");
        let program = env!("CARGO_BIN_EXE_pingshu");
        let script = format!("umask {umask} && exec '{program}' render 雪夜.txt");
        let mut command = shelf.command_of("sh", &["-c", &script]);
        assert!(command.output().unwrap().status.success());
        for name in ["book.json", "report.txt", "0001.wav"] {
            let file = fs::metadata(shelf.path("out/雪夜").join(name)).unwrap();
            assert_eq!(
                file.permissions().mode() & 0o777,
                wanted,
                "{name} with {umask}"
            );
        }
    }
}
