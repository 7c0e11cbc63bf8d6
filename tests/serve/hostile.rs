//! Clients that send too much, too slowly, or nothing.
//!
//! Never takes the server's death for a refusal: it must answer the next client.

use std::io::Write;

use crate::served::{Answer, Served};
use crate::support::Shelf;

fn still_answers(served: &Served) {
    assert_eq!(served.ask("GET /health", &[], b"").status, 200);
}

#[test]
fn a_body_that_is_too_large_is_refused() {
    let served = Served::start(&Shelf::new());
    let body = vec![b' '; 1_000_001];
    let answer = served.ask("POST /v1/audio/speech", &[], &body);
    answer.refuses(413, "too_large");
    still_answers(&served);
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let served = Served::start(&Shelf::new());
    let header = format!("X: {}", "x".repeat(100_000));
    let refused = |answer: &Answer| matches!(answer.status, 0 | 431);
    assert!(refused(&served.ask("GET /health", &[&header], b"")));
    let headers = vec!["X: x"; 1_000];
    assert!(refused(&served.ask("GET /health", &headers, b"")));
    still_answers(&served);
}

#[test]
fn what_is_no_http_is_refused() {
    let served = Served::start(&Shelf::new());
    let mut asking = served.connect();
    asking
        .stream
        .write_all(b"\x16\x03\x01\0\xFF\r\n\r\n")
        .unwrap();
    assert!(matches!(asking.answer().status, 0 | 400));
    still_answers(&served);
}

#[test]
fn a_slow_client_is_hung_up_on_and_keeps_nobody_waiting() {
    let served = Served::start(&Shelf::new());
    let begin = |head: &[u8]| {
        let mut asking = served.connect();
        asking.stream.write_all(head).unwrap();
        asking
    };
    let slow_heads: Vec<_> = (0..20).map(|_| begin(b"POST /v1/audio/sp")).collect();
    let host = format!("Host: {}", served.address);
    let head = format!("POST /v1/audio/speech HTTP/1.1\r\n{host}\r\nContent-Length: 99\r\n\r\n{{");
    let slow_body = begin(head.as_bytes());
    still_answers(&served);
    slow_body.answer().refuses(408, "timeout");
    for slow in slow_heads {
        assert!(matches!(slow.answer().status, 0 | 408));
    }
}
