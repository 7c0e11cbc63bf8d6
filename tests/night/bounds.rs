//! Quotas, spending, and a voice that steps in.
//!
//! Never passes what the voice file allows.

use std::time::Duration;

use super::answer::Act;
use super::book::novel;
use super::place::Place;
use super::server::{Endpoint, Server};
use super::support::Ledger;

#[test]
fn requests_keep_to_the_pace_that_the_voice_file_allows() {
    let server = Server::start(vec![Endpoint::speaking()]);
    let quota = "[quota]\nrequests_per_minute = 600";
    let place = Place::with_voice(&novel(40, 40), &server, quota);
    place.render("out").exits(0);
    let requests = server.requests();
    let (first, last) = (requests[0].at, requests[39].at);
    let took = last.duration_since(first);
    // Ten a second, and a few at once to begin with.
    assert!(took > Duration::from_millis(2_500), "{took:?}");
}

#[test]
fn a_run_stops_before_it_spends_more_than_it_may() {
    let server = Server::start(vec![Endpoint::speaking()]);
    let price = "[price]\nper_million = 1000000.0\ncurrency = \"CNY\"\nmost = 100.0";
    let place = Place::with_voice(&novel(40, 40), &server, price);
    place.render("out").exits(3).says("CNY");
    let texts = server
        .requests()
        .into_iter()
        .map(|request| request.asked.text);
    let n_characters: usize = texts.map(|text| text.chars().count()).sum();
    assert!(
        (80..=100).contains(&n_characters),
        "{n_characters} CNY were spent"
    );
}

#[test]
fn another_voice_speaks_what_the_server_never_gets_right() {
    let garbles = Endpoint::new(|question| {
        if question.text.contains('禾') {
            Act::Silence
        } else {
            Act::Speak
        }
    });
    let server = Server::start(vec![garbles]);
    let place = Place::with_voice(&novel(50, 50), &server, "fallback = \"fake\"");
    place.render("out").exits(0);
    let ledger = Ledger::read(&place.shelf.path("out/夜"));
    ledger.check_tiling();
    let stepped_in = |doubt: &str| doubt.contains("fake");
    for chunk in &ledger.chapters[0].chunks {
        let is_other = chunk.doubt.as_deref().is_some_and(stepped_in);
        assert_eq!(is_other, chunk.text.contains('禾'), "{chunk:?}");
    }
}
