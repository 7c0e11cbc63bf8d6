//! Endpoints that work, fail, ask for rest and come back; the clock is turned by hand.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn settings() -> PoolSettings {
    PoolSettings {
        at_once: 4,
        probe: SECOND * 5,
        answer: SECOND * 100,
        least_answer: SECOND * 10,
        first_answer: SECOND * 600,
        outage: SECOND * 3_600,
    }
}

fn pool(n: usize) -> Pool {
    Pool::new(n, settings())
}

/// A pool whose endpoints have all passed their first probe.
async fn proven(n: usize) -> Pool {
    let pool = pool(n);
    let mut permits = Vec::new();
    for _ in 0..n {
        let mut permit = pool.acquire(None).await.unwrap();
        if permit.is_probe {
            permit.proven(8, SECOND);
        }
        permits.push(permit);
    }
    for permit in permits {
        permit.answered(20, SECOND * 4);
    }
    pool
}

fn status(status: u16, retry_after: Option<Duration>) -> SpeechError {
    SpeechError::Status {
        endpoint: "http://127.0.0.1:1".into(),
        status,
        message: String::new(),
        retry_after,
    }
}

fn unreachable() -> SpeechError {
    SpeechError::Unreachable {
        endpoint: "http://127.0.0.1:1".into(),
        source: "refused".into(),
    }
}

async fn fail(pool: &Pool, error: &SpeechError) -> usize {
    let permit = pool.acquire(None).await.unwrap();
    let at = permit.at;
    permit.failed(error, 20, SECOND * 10);
    at
}

async fn answer(pool: &Pool) -> usize {
    let mut permit = pool.acquire(None).await.unwrap();
    if permit.is_probe {
        permit.proven(8, SECOND);
    }
    let at = permit.at;
    tokio::time::advance(SECOND).await;
    permit.answered(20, SECOND);
    at
}

/// Whether somebody who wants to ask would have to wait.
async fn is_shut(pool: &Pool) -> bool {
    tokio::time::timeout(Duration::ZERO, pool.acquire(None))
        .await
        .is_err()
}

#[tokio::test(start_paused = true)]
async fn one_endpoint_is_trusted_and_several_are_probed_first() {
    assert!(!pool(1).acquire(None).await.unwrap().is_probe);
    let pool = pool(2);
    let (a, b) = (
        pool.acquire(None).await.unwrap(),
        pool.acquire(None).await.unwrap(),
    );
    assert!(a.is_probe && b.is_probe);
    assert_ne!(a.at, b.at);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_inside_the_time_that_a_server_asked_for() {
    let pool = proven(1).await;
    fail(&pool, &status(429, Some(SECOND * 30))).await;
    let asked = now();
    assert!(is_shut(&pool).await);
    assert!(pool.standing().is_paused());
    drop(pool.acquire(None).await.unwrap());
    let waited = now() - asked;
    assert!((SECOND * 30..SECOND * 34).contains(&waited), "{waited:?}");
}

#[tokio::test(start_paused = true)]
async fn another_endpoint_helps_while_one_rests() {
    let pool = proven(2).await;
    let resting = fail(&pool, &status(503, Some(SECOND * 300))).await;
    for _ in 0..20 {
        assert_ne!(answer(&pool).await, resting);
    }
}

#[tokio::test(start_paused = true)]
async fn an_endpoint_that_fails_fast_gets_next_to_nothing() {
    let pool = proven(4).await;
    let mut n_bad = 0;
    for _ in 0..2_000 {
        let mut permit = pool.acquire(None).await.unwrap();
        if permit.at == 2 {
            n_bad += 1;
            permit.failed(&status(500, None), 20, SECOND * 10);
            continue;
        }
        if permit.is_probe {
            permit.proven(8, SECOND);
        }
        tokio::time::advance(SECOND / 4).await;
        permit.answered(20, SECOND);
    }
    assert!(n_bad < 40, "{n_bad} of 2,000");
}

#[tokio::test(start_paused = true)]
async fn a_refused_key_stops_its_endpoint_at_once_and_all_of_them_the_run() {
    let pool = proven(2).await;
    let stopped = fail(&pool, &status(401, None)).await;
    assert_ne!(answer(&pool).await, stopped);
    fail(&pool, &status(402, None)).await;
    let error = pool.acquire(None).await.unwrap_err();
    assert!(matches!(error, SpeechError::NoEndpoint { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_was_never_there_is_given_up_after_three_probes() {
    let pool = pool(1);
    for _ in 0..4 {
        fail(&pool, &unreachable()).await;
    }
    let error = pool.acquire(None).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "no answer from `http://127.0.0.1:1`: refused"
    );
    assert!(error.hint().is_some());
}

#[tokio::test(start_paused = true)]
async fn a_server_that_worked_is_waited_for_with_few_probes() {
    let pool = proven(1).await;
    for _ in 0..2 {
        fail(&pool, &unreachable()).await;
    }
    let (begin, mut n_probes) = (now(), 0);
    while now() - begin < SECOND * 1_800 {
        let permit = pool.acquire(None).await.unwrap();
        assert!(permit.is_probe);
        permit.failed(&unreachable(), 8, SECOND * 10);
        n_probes += 1;
    }
    assert!(
        (6..14).contains(&n_probes),
        "{n_probes} probes in half an hour"
    );
    answer(&pool).await;
    assert!(!pool.standing().is_paused());
}

#[tokio::test(start_paused = true)]
async fn an_outage_without_end_ends_the_run() {
    let pool = proven(1).await;
    let error = loop {
        match pool.acquire(None).await {
            Ok(permit) => permit.failed(&unreachable(), 8, SECOND * 10),
            Err(error) => break error,
        }
    };
    assert!(matches!(error, SpeechError::NoEndpoint { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_is_told_when_the_run_stops() {
    let pool = proven(1).await;
    fail(&pool, &status(429, Some(SECOND * 300))).await;
    let (waited, ()) = tokio::join!(pool.acquire(None), async { pool.close() });
    assert!(matches!(waited.unwrap_err(), SpeechError::Stopped));
}

#[tokio::test(start_paused = true)]
async fn an_answer_may_take_longer_for_a_longer_text_but_not_for_ever() {
    let pool = pool(1);
    let permit = pool.acquire(None).await.unwrap();
    assert_eq!(permit.patience(20), SECOND * 600);
    permit.answered(20, SECOND * 2);
    let permit = pool.acquire(None).await.unwrap();
    assert_eq!(permit.patience(20), SECOND * 26);
    assert_eq!(permit.patience(100_000), SECOND * 100);
}

#[tokio::test(start_paused = true)]
async fn leave_that_is_not_used_comes_back() {
    let pool = proven(1).await;
    for _ in 0..100 {
        drop(pool.acquire(None).await.unwrap());
    }
    assert_eq!(pool.n_in_flight(), 0);
    assert!(!is_shut(&pool).await);
}
