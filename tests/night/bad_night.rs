//! The fault night: one request in four goes wrong, in every way that servers have.
//!
//! Speaks 2,000 chunks; `PINGSHU_TEST_NIGHT=10000` speaks as many as it says. `PINGSHU_TEST_SEED`
//! draws other faults.

use std::time::Instant;

use super::book::novel;
use super::fault::bad_night;
use super::place::Place;
use super::server::{Endpoint, Server};

const N_CHUNKS: u64 = 600;
const SEED: u64 = 0x0bad_0175;
const N_ENDPOINTS: usize = 12;
const PER_CHAPTER: usize = 500;

/// One in four fails, so 1.32 are needed.
const MOST_REQUESTS_PER_CHUNK: f64 = 1.45;

#[test]
fn a_night_of_every_fault_ends_as_a_night_without_any() {
    let n_chunks = setting("PINGSHU_TEST_NIGHT", N_CHUNKS) as usize;
    let act = bad_night(setting("PINGSHU_TEST_SEED", SEED));
    let bad = Server::start(
        (0..N_ENDPOINTS)
            .map(|_| Endpoint::new(act.clone()))
            .collect(),
    );
    let place = Place::new(&novel(n_chunks, PER_CHAPTER), &bad);
    let begun = Instant::now();
    place.render("bad").exits(0);
    let took = begun.elapsed();
    let requests = bad.requests();
    let early: Vec<_> = requests
        .iter()
        .filter_map(|request| request.too_early)
        .collect();
    let per_chunk = requests.len() as f64 / n_chunks as f64;
    println!("{n_chunks} chunks in {took:.1?}: {per_chunk:.3} requests a chunk, probes among them");
    assert!(
        early.is_empty(),
        "an endpoint that rests is left alone: {early:?}"
    );
    assert!(per_chunk <= MOST_REQUESTS_PER_CHUNK, "{per_chunk}");

    let good = Server::start((0..N_ENDPOINTS).map(|_| Endpoint::speaking()).collect());
    place.voice("server", &good, "");
    let begun = Instant::now();
    place.render("good").exits(0);
    println!("without faults in {:.1?}", begun.elapsed());
    assert_eq!(good.n_requests(), n_chunks);
    place.check_same_tracks("bad", "good", n_chunks.div_ceil(PER_CHAPTER));
}

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}
