//! A server for tests that answers with prepared bytes, however wrong they are.
//!
//! Never leaves loopback, and answers each connection once.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// A running server; it ends after its last answer.
pub struct Scripted {
    /// `http://127.0.0.1:PORT`
    pub url: String,
    requests: Receiver<String>,
}

impl Scripted {
    /// Answers the first connection with the first of `answers`, and so on.
    pub fn serve(answers: Vec<Vec<u8>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (sender, requests) = channel();
        std::thread::spawn(move || {
            for answer in answers {
                let (stream, _) = listener.accept().unwrap();
                converse(stream, &answer, &sender);
            }
        });
        Self { url, requests }
    }

    /// The requests that have come since the last call, as text.
    pub fn requests(&self) -> Vec<String> {
        self.requests.try_iter().collect()
    }
}

fn converse(mut stream: TcpStream, answer: &[u8], requests: &Sender<String>) {
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    // Whoever asked may be gone by now, which some tests are about.
    let _ = requests.send(read_request(&stream));
    let _ = stream.write_all(answer);
}

fn read_request(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut request = String::new();
    while !request.ends_with("\r\n\r\n") {
        if reader.read_line(&mut request).unwrap_or(0) == 0 {
            return request;
        }
    }
    let mut body = vec![0; content_length(&request)];
    reader.read_exact(&mut body).unwrap();
    request + &String::from_utf8_lossy(&body)
}

fn content_length(head: &str) -> usize {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    found.map_or(0, |(_, length)| length.parse().unwrap())
}

/// A whole answer with its length; `head` is the status and any headers, one a line.
pub fn answer(head: &str, body: &[u8]) -> Vec<u8> {
    let length = format!("content-length: {}", body.len());
    answer_with(&format!("{head}\n{length}"), body)
}

/// An answer that says only what `head` says.
pub fn answer_with(head: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {head}\nconnection: close\n\n").replace('\n', "\r\n");
    [head.as_bytes(), body].concat()
}
