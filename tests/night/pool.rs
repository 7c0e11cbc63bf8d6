//! Several endpoints of one voice, one of which is no good.
//!
//! Never lets a bad endpoint cost more than a few requests.

use super::answer::Act;
use super::book::novel;
use super::fault::error;
use super::place::Place;
use super::record::Request;
use super::server::{Endpoint, Server};

/// What an endpoint may get before it is found out.
const FIRST: usize = 16;

/// What it speaks before it goes bad.
const BEFORE: usize = 100;

fn n_requests(requests: &[Request], endpoint: usize) -> usize {
    requests
        .iter()
        .filter(|request| request.endpoint == endpoint)
        .count()
}

#[test]
fn an_endpoint_that_fails_fast_gets_hardly_any_requests() {
    let fails = Endpoint::new(|question| match question.n_before {
        0..BEFORE => Act::Speak,
        _ => error("500 Internal Server Error"),
    });
    let mut endpoints: Vec<_> = (0..3).map(|_| Endpoint::speaking()).collect();
    endpoints.push(fails);
    let server = Server::start(endpoints);
    let place = Place::new(&novel(1_000, 500), &server);
    place.render("out").exits(0);
    let requests = server.requests().split_off(BEFORE);
    let n_failed = n_requests(&requests, 3);
    println!("{n_failed} of {} requests failed", requests.len());
    let share = n_failed.saturating_sub(FIRST) as f64 / requests.len() as f64;
    assert!(share < 0.02, "{n_failed} of {}", requests.len());
}

#[test]
fn an_endpoint_that_refuses_the_key_gets_nothing_more() {
    let refuses = Endpoint::new(|_| error("401 Unauthorized"));
    let server = Server::start(vec![Endpoint::speaking(), refuses]);
    let place = Place::new(&novel(200, 100), &server);
    place.render("out").exits(0);
    let n_refused = n_requests(&server.requests(), 1);
    assert!(n_refused <= 4, "{n_refused} requests were refused");
}

#[test]
fn a_key_that_every_endpoint_refuses_ends_the_run_at_once() {
    let refuses = || Endpoint::new(|_| error("401 Unauthorized"));
    let server = Server::start(vec![refuses(), refuses()]);
    let place = Place::new(&novel(200, 100), &server);
    place.render("out").exits(4).says("401");
    assert!(server.n_requests() <= 8, "{}", server.n_requests());
}

#[test]
fn endpoints_that_sound_different_end_the_run() {
    let other = Endpoint::new(|_| Act::SpeakAt(16_000));
    let server = Server::start(vec![Endpoint::speaking(), other]);
    let place = Place::new(&novel(50, 50), &server);
    let ran = place.render("out");
    // Whichever answers first says what the voice is.
    ran.says("is not of the same voice as the other endpoints: it answers at ");
    // Before it was found out, the other may have spoken, and that is kept.
    assert!(matches!(ran.code, Some(3 | 4)), "{:?}", ran.code);
}
