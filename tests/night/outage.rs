//! Servers that are gone for a while: the night pauses, looks for them gently, and goes on.
//!
//! Never fails a chunk for it.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::answer::Act;
use super::book::novel;
use super::fault::error;
use super::place::{AT_ONCE, Place};
use super::server::{Endpoint, Question, Server};
use super::support::wait_for;

const N_CHUNKS: usize = 300;
const N_ENDPOINTS: usize = 4;

/// What is spoken before the outage begins.
const BEFORE: usize = 100;

/// Long enough for several looks.
const OUTAGE: Duration = Duration::from_secs(3);

/// What each endpoint gets in vain before it is left alone: what was in flight, and quick tries.
const IN_VAIN: usize = 16;

/// Looks at each endpoint: one at the start, then after 0.2, 0.6, 1.4, 3 and 6.2 s.
const PROBES: usize = 6;

/// All endpoints are gone once so many questions were asked, for so long.
fn outage(lasts: Duration, act: impl Fn() -> Act + Send + Sync + Clone + 'static) -> Server {
    let begun: &'static OnceLock<Instant> = Box::leak(Box::default());
    let gone = move |question: &Question| {
        let is_gone =
            question.n_before >= BEFORE && begun.get_or_init(Instant::now).elapsed() < lasts;
        if is_gone { act() } else { Act::Speak }
    };
    Server::start(
        (0..N_ENDPOINTS)
            .map(|_| Endpoint::new(gone.clone()))
            .collect(),
    )
}

fn check_night(act: impl Fn() -> Act + Send + Sync + Clone + 'static) {
    let server = outage(OUTAGE, act);
    let place = Place::new(&novel(N_CHUNKS, 100), &server);
    place.render("out").exits(0).says("pausing");
    let (n_more, n_probes) = (server.n_requests() - N_CHUNKS, server.n_probes());
    println!("{n_more} requests in vain and {n_probes} probes in an outage of {OUTAGE:?}");
    assert!(n_more <= N_ENDPOINTS * IN_VAIN, "{n_more} requests in vain");
    assert!(n_probes <= N_ENDPOINTS * PROBES, "{n_probes} probes");
}

#[test]
fn a_night_outlasts_servers_that_leave_without_a_word() {
    check_night(|| Act::Leave);
}

#[test]
fn a_night_outlasts_servers_that_say_they_are_not_there() {
    check_night(|| error("503 Service Unavailable"));
}

/// A place in the middle of a pause that has no end.
fn paused(server: &Server) -> Place {
    Place::new(&novel(N_CHUNKS, 100), server)
}

const FOR_EVER: Duration = Duration::from_hours(1);

#[test]
fn ctrl_c_in_a_pause_leaves_at_once_and_loses_nothing() {
    let server = outage(FOR_EVER, || error("503 Service Unavailable"));
    let place = paused(&server);
    let mut running = place.shelf.start(["render", "夜.txt", "--out", "out"]);
    wait_for("the outage", || server.n_requests() > BEFORE + N_ENDPOINTS);
    running.signal("INT");
    running.end().exits(130);
    check_that_the_next_run_completes(&place, 0);
}

#[test]
fn a_power_cut_in_a_pause_loses_nothing() {
    let server = outage(FOR_EVER, || Act::Leave);
    let place = paused(&server);
    let running = place.shelf.start(["render", "夜.txt", "--out", "out"]);
    wait_for("the outage", || server.n_requests() > BEFORE + N_ENDPOINTS);
    running.kill();
    check_that_the_next_run_completes(&place, N_ENDPOINTS * AT_ONCE);
}

/// What was spoken before is not asked for again, but for what was in flight.
fn check_that_the_next_run_completes(place: &Place, n_in_flight: usize) {
    let server = Server::start(vec![Endpoint::speaking()]);
    place.voice("server", &server, "");
    place.render("out").exits(0);
    // Each endpoint was looked at once before the outage.
    let n_spoken = BEFORE - N_ENDPOINTS;
    let n_again = server.n_requests() + n_spoken - N_CHUNKS;
    assert!(n_again <= n_in_flight, "{n_again} were asked for again");
    assert_eq!(place.tracks("out").len(), 6);
}
