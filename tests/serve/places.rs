//! Many clients at once: places, those who wait, those who hang up, and a stop among them.
//!
//! Never depends on a pace: what must have happened is asked for until it has.

use serde_json::json;

use crate::served::{Asking, Served};
use crate::support::{Shelf, wait_for};

/// One worker, nobody may wait, and a narrator `slow` beside the quick one.
fn one_place(delay_ms: u64) -> Shelf {
    let shelf = Shelf::new()
        .variable("PINGSHU_WORKERS", "1")
        .variable("PINGSHU_SERVE_QUEUE", "0");
    let slow = format!("engine = \"fake\"\ndelay_ms = {delay_ms}\n");
    shelf.file("voices/slow.toml", slow);
    shelf
}

/// Begins a request that takes the only place, and waits until it has it.
fn take_the_place(served: &Served) -> Asking {
    let begin = || served.speech_begun(&json!({"input": "雪下了一夜。", "voice": "slow"}));
    let mut asking = begin();
    wait_for("the place to be taken", || {
        // Whoever looks whether the place is free takes it meanwhile, and can be the first to.
        if asking.is_answered() {
            asking = begin();
        }
        status(served) == 503
    });
    asking
}

fn status(served: &Served) -> u16 {
    served.speech(&json!({"input": "好。"})).status
}

#[test]
fn who_finds_no_place_is_told_when_to_come_back() {
    let shelf = one_place(600_000);
    let served = Served::start(&shelf);
    let _asking = take_the_place(&served);
    let answer = served.speech(&json!({"input": "好。"}));
    answer.refuses(503, "busy");
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=300).contains(&wait), "{wait}");
    assert_eq!(served.ask("GET /health", &[], b"").status, 200);
}

#[test]
fn a_client_that_hangs_up_frees_its_place() {
    let shelf = one_place(600_000);
    let served = Served::start(&shelf);
    drop(take_the_place(&served));
    wait_for("the place to be free", || status(&served) == 200);
}

#[test]
fn a_place_is_taken_while_the_voice_computes_for_a_client_that_hung_up() {
    let shelf = one_place(0);
    let working = "engine = \"fake\"\nwork_ms = 3000\nlog = \"worked.log\"\n";
    shelf.file("voices/slow.toml", working);
    let served = Served::start(&shelf);
    let n_lines = || {
        let log = std::fs::read_to_string(shelf.path("worked.log"));
        log.unwrap_or_default().lines().count()
    };
    let asking = take_the_place(&served);
    wait_for("the work to begin", || n_lines() == 1);
    drop(asking);
    wait_for("the place to be free", || status(&served) == 200);
    assert_eq!(n_lines(), 2, "the work has not ended");
}

#[test]
fn all_who_find_a_place_are_answered() {
    let served = Served::start(&Shelf::new());
    let alone = served.spoken("雪下了一夜。天亮时才停。", "wav").body;
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                assert!(served.spoken("雪下了一夜。天亮时才停。", "wav").body == alone);
            });
        }
    });
}

#[test]
fn a_stop_lets_those_who_asked_be_answered() {
    let shelf = one_place(1_000);
    let served = Served::start(&shelf);
    let asking = take_the_place(&served);
    served.interrupt();
    assert_eq!(asking.answer().status, 200);
    assert_eq!(served.end(), Some(0));
}
