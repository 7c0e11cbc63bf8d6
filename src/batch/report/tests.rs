//! The report of small made-up runs, in both forms.

use std::collections::BTreeMap;
use std::time::Duration;

use super::*;
use crate::batch::{Halt, Incomplete, Plan, PlannedChapter};
use crate::chapter::Chapter;
use crate::chunk::{Limits, Role, Titles};
use crate::reading::Script;
use crate::speech::decode;
use crate::speech::http::FaultKind;
use crate::track::{ChapterLedger, ChunkLedger, SAMPLE_RATE, SourceLedger};

/// The commands of somebody who typed no flags.
struct Plain;

impl Commands for Plain {
    fn finish(&self, chapters: &[usize]) -> String {
        format!("pingshu render 雪夜.txt --chapters {}", numbers(chapters))
    }

    fn again(&self, targets: &[(usize, Option<usize>)]) -> String {
        let target = |(chapter, chunk): &(usize, Option<usize>)| match chunk {
            Some(chunk) => format!(" {chapter}:{chunk}"),
            None => format!(" {chapter}"),
        };
        let targets: String = targets.iter().map(target).collect();
        format!("pingshu redo 雪夜.txt{targets}")
    }
}

fn plan(n_chapters: usize) -> Plan {
    let planned = |index| {
        let chapter = Chapter {
            index,
            title: format!("第{index}章"),
            ..Chapter::untitled("")
        };
        PlannedChapter::of(chapter, Limits::default(), Titles::Announced)
    };
    Plan {
        left_out: Vec::new(),
        n_lines: 1,
        lines: vec![1],
        title: "雪夜".into(),
        author: "林远".into(),
        encoding: "UTF-8",
        script: Script::Simplified,
        source: SourceLedger {
            name: "雪夜.txt".into(),
            blake3: String::new(),
        },
        dropped: Vec::new(),
        doubts: Vec::new(),
        chapters: (1..=n_chapters).map(planned).collect(),
    }
}

/// A chapter of two chunks, the second of which may be doubted.
fn ledger(index: usize, doubt: Option<&str>) -> ChapterLedger {
    let chunk = |chunk: usize, text: &str, doubt: Option<&str>| ChunkLedger {
        index: chunk,
        start: chunk * 3,
        end: chunk * 3 + 3,
        text: text.into(),
        role: Role::Narration,
        from: chunk as u64 * 24_000,
        to: chunk as u64 * 24_000 + 12_000,
        speech: String::new(),
        takes: 1,
        doubt: doubt.map(str::to_owned),
        words: Vec::new(),
    };
    ChapterLedger {
        index,
        volume: String::new(),
        title: format!("第{index}章"),
        file: "0001.wav".into(),
        sample_rate: SAMPLE_RATE,
        frames: 48_000,
        text: "雪停。灯灭。".into(),
        chunks: vec![chunk(0, "雪停。", None), chunk(1, "灯灭。", doubt)],
        unspoken: Vec::new(),
        level: None,
        acx: None,
        samples: String::new(),
        track: String::new(),
    }
}

fn incomplete(chapter: usize, title: &str, reason: &str) -> Incomplete {
    Incomplete {
        chapter,
        title: title.into(),
        reason: reason.into(),
    }
}

/// The report on a book whose chapters' ledgers are those.
fn report(
    plan: &Plan,
    outcome: &Outcome,
    found: &[Doubted],
    ledger: &dyn Fn(usize) -> Option<ChapterLedger>,
) -> Report {
    let positions: Vec<usize> = (0..plan.chapters.len()).collect();
    let ended = Ended {
        plan,
        positions: &positions,
        outcome,
        took: Duration::from_secs(80),
        endpoints: Vec::new(),
        ledger,
        found,
    };
    Report::of(&ended, &Plain)
}

/// Two of five chapters stand, one of them with a doubt, and a person stopped the run.
fn bad_night() -> Report {
    let outcome = Outcome {
        n_finished: 2,
        n_made: 1,
        n_spoken: 30,
        n_unsayable: 1,
        seconds_spoken: 200.0,
        incomplete: vec![
            incomplete(2, "第2章", "the audio is not fit to use: 4.0 s of silence"),
            incomplete(4, "第4章", "not reached: stopped"),
            incomplete(5, "第5章", "not reached: stopped"),
        ],
        halt: Some(Halt::Interrupted),
        ..Outcome::default()
    };
    let doubt = |chapter| (chapter == 3).then_some("spoken by `yunxi`");
    let found = [Doubted {
        chapter: 3,
        chunk: Some(0),
        what: "1.2 s of noise".into(),
    }];
    let endpoints = vec![Tally {
        endpoint: "http://127.0.0.1:8880/v1".into(),
        n_answered: 30,
        faults: BTreeMap::from([(FaultKind::TimedOut, 2), (FaultKind::BadTake, 1)]),
    }];
    let report = report(&plan(5), &outcome, &found, &|chapter| {
        Some(ledger(chapter, doubt(chapter)))
    });
    Report {
        endpoints,
        ..report
    }
}

fn good_night(n_chapters: usize, n_doubtful: usize) -> Report {
    let outcome = Outcome {
        n_finished: n_chapters,
        ..Outcome::default()
    };
    report(&plan(n_chapters), &outcome, &[], &|chapter| {
        let doubt = (chapter <= n_doubtful).then_some("spoken by `yunxi`");
        Some(ledger(chapter, doubt))
    })
}

fn clip() -> Clip {
    Clip {
        wave: vec![0, 3, 15, 0],
        mp3: Some(b"sound".to_vec()),
    }
}

#[test]
fn what_is_left_comes_with_its_reason_and_the_command_that_finishes_it() {
    insta::assert_snapshot!(bad_night().text());
}

#[test]
fn a_finished_book_says_so_in_a_line() {
    insta::assert_snapshot!(good_night(1, 0).text(), @r"
    《雪夜》
    1 of 1 chapter is finished (nothing was left to do)
    ");
}

#[test]
fn a_page_shows_what_the_text_says_with_something_to_hear() {
    let page = bad_night().html(&[Some(clip()), None]);
    let body = page[page.find("<body>").unwrap()..]
        .split("<script>")
        .next();
    insta::assert_snapshot!(body.unwrap().replace("><", ">\n<"));
}

#[test]
fn nothing_in_a_page_is_elsewhere() {
    let page = good_night(2, 1).html(&[Some(clip())]);
    assert!(!page.contains("://"), "{page}");
    for attribute in ["src=\"", "href=\"", "url("] {
        let places = page.split(attribute).skip(1);
        let away: Vec<_> = places.filter(|place| !place.starts_with("data:")).collect();
        assert!(away.is_empty(), "{away:?}");
    }
    assert!(page.contains("default-src 'none'"));
}

#[test]
fn a_text_is_shown_as_text_whatever_is_in_it() {
    let nasty = "</script><script>alert(1)</script>\"'&lt;]]>\u{202e}";
    let mut report = good_night(1, 1);
    let reason = format!("`x` answered 500: {nasty}");
    report.title = nasty.into();
    report.author = nasty.into();
    report.chapters[0].title = nasty.into();
    report.chapters[0].state = ChapterState::Incomplete(reason.clone());
    report.finish = Some(nasty.into());
    report.outcome.halt = Some(Halt::Engine {
        problem: reason,
        hint: Some(nasty.into()),
    });
    report.endpoints.push(Tally {
        endpoint: nasty.into(),
        ..Tally::default()
    });
    let doubt = &mut report.doubts[0];
    for text in [&mut doubt.title, &mut doubt.text, &mut doubt.doubted.what] {
        *text = nasty.into();
    }
    doubt.again = Some(nasty.into());
    let page = report.html(&[None]);
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("</script>").count(), 1);
    assert_eq!(page.matches("alert(1)").count(), 13, "{page}");
    let plain = "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;'&amp;lt;]]&gt;";
    assert_eq!(page.matches(plain).count(), 13, "{page}");
    // A command is copied as it is; everywhere else it is spelled out.
    assert_eq!(page.matches('\u{202e}').count(), 2);
    assert_eq!(page.matches(&format!("{plain}\u{202e}</code>")).count(), 2);
}

#[test]
fn a_policy_names_exactly_what_stands_in_the_page() {
    use base64::prelude::{BASE64_STANDARD, Engine as _};
    use sha2::{Digest, Sha256};
    let page = good_night(1, 0).html(&[]);
    for tag in ["style", "script"] {
        let inside = page.split(&format!("<{tag}>")).nth(1).unwrap();
        let inside = inside.split(&format!("</{tag}>")).next().unwrap();
        let hash = BASE64_STANDARD.encode(Sha256::digest(inside));
        assert!(page.contains(&format!("{tag}-src 'sha256-{hash}'")));
    }
}

#[test]
fn a_player_plays_the_span_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let tone =
        |pitch: f32| move |i: u32| ((f64::from(i) * f64::from(pitch)).sin() * 12_000.0) as i16;
    let quiet = (0..24_000).map(|_| 0);
    let samples = quiet
        .chain((0..12_000).map(tone(0.1)))
        .chain((0..12_000).map(|_| 0));
    write_track(&folder.path().join("0001.wav"), samples);
    let clips = clips(&good_night(1, 1), folder.path());
    let mp3 = clips[0].as_ref().unwrap().mp3.as_ref().unwrap();
    let heard = decode::resample(decode::decode(mp3).unwrap(), SAMPLE_RATE).unwrap();
    assert!(heard.frames().abs_diff(12_000) <= 1, "{}", heard.frames());
    let power = heard.samples.iter().map(|s| s * s).sum::<f32>() / 12_000.0;
    let wanted = (12_000.0_f32 / 32_768.0).powi(2) / 2.0;
    assert!((power / wanted - 1.0).abs() < 0.1, "{power} {wanted}");
}

fn write_track(path: &std::path::Path, samples: impl Iterator<Item = i16>) {
    let spec = hound::WavSpec {
        channels: 1,
        sample_rate: SAMPLE_RATE,
        bits_per_sample: 16,
        sample_format: hound::SampleFormat::Int,
    };
    let mut wav = hound::WavWriter::create(path, spec).unwrap();
    samples.for_each(|sample| wav.write_sample(sample).unwrap());
    wav.finalize().unwrap();
}

#[test]
fn a_track_that_is_gone_costs_the_clip_alone() {
    let folder = tempfile::tempdir().unwrap();
    let report = good_night(1, 1);
    let clips = clips(&report, folder.path());
    assert_eq!(clips, [None]);
    assert!(report.html(&clips).contains("灯灭。"));
}

#[test]
fn a_page_has_no_more_players_than_a_phone_can_take() {
    let folder = tempfile::tempdir().unwrap();
    write_track(&folder.path().join("0001.wav"), (0..48_000).map(|_| 99));
    let clips = clips(&good_night(60, 60), folder.path());
    let clips: Vec<_> = clips.iter().flatten().collect();
    let n_players = clips.iter().filter(|clip| clip.mp3.is_some()).count();
    assert_eq!((clips.len(), n_players), (60, 40));
}

#[test]
fn a_long_book_makes_a_short_page() {
    let finished = good_night(3_000, 0).html(&[]);
    assert!(finished.len() < 20_000, "{}", finished.len());
    assert!(finished.contains("chapters 1-3000"));
    let folder = tempfile::tempdir().unwrap();
    let doubtful = good_night(3_000, 3_000);
    assert_eq!((doubtful.doubts.len(), doubtful.n_doubts), (200, 3_000));
    let page = doubtful.html(&clips(&doubtful, folder.path()));
    assert!(page.len() < 1_000_000, "{}", page.len());
    assert!(page.contains("and 2800 more"));
    assert!(doubtful.text().contains("and 2990 more\n"));
}

#[test]
fn what_is_doubted_of_a_chunk_twice_is_one_doubt() {
    let outcome = Outcome {
        n_finished: 1,
        ..Outcome::default()
    };
    let found = |chapter, chunk| Doubted {
        chapter,
        chunk,
        what: "too loud".into(),
    };
    let found = [found(0, None), found(1, Some(1)), found(1, None)];
    let report = report(&plan(1), &outcome, &found, &|chapter| {
        (chapter > 0).then(|| ledger(chapter, Some("too long")))
    });
    let doubts = report.doubts.iter().map(|doubt| &doubt.doubted);
    let doubts: Vec<_> = doubts.map(|d| (d.place(), d.what.as_str())).collect();
    assert_eq!(
        doubts,
        [
            (String::new(), "too loud"),
            ("1".into(), "too loud"),
            ("1:1".into(), "too loud; too long"),
        ]
    );
    assert_eq!(report.again.unwrap(), "pingshu redo 雪夜.txt 1 1:1");
    assert_eq!(report.chapters[0].state, ChapterState::Doubtful(2));
}
