//! Requests as they come over a connection.
//!
//! Never waits without an end.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::Value;

/// How long a connection may be silent.
pub const PATIENCE: Duration = Duration::from_mins(1);

/// What somebody wants.
pub enum Heard {
    /// The list of voices.
    Voices,
    /// A speech.
    Speech(Asked),
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// The text.
    pub text: String,
    /// The head of the request, with its headers.
    pub head: String,
}

/// The next request; `None` when the other side has left.
pub fn hear(stream: &TcpStream) -> io::Result<Option<Heard>> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Ok(None);
        }
    }
    let mut body = vec![0; content_length(&head)];
    reader.read_exact(&mut body)?;
    if head.starts_with("GET") {
        return Ok(Some(Heard::Voices));
    }
    let body: Value = serde_json::from_slice(&body)?;
    let text = body["input"].as_str().unwrap_or_default().to_owned();
    Ok(Some(Heard::Speech(Asked { text, head })))
}

fn content_length(head: &str) -> usize {
    let mut lines = head.lines().filter_map(|line| line.split_once(": "));
    let found = lines.find(|(name, _)| name.eq_ignore_ascii_case("content-length"));
    found.map_or(0, |(_, length)| length.parse().unwrap_or(0))
}

/// Answers a question for voices: it knows no such question.
pub fn answer_voices(stream: &TcpStream) -> io::Result<bool> {
    send(stream, "404 Not Found", "", b"{\"detail\":\"Not Found\"}")?;
    Ok(true)
}

/// Sends a whole answer; `headers` are lines with their ends.
pub fn send(mut stream: &TcpStream, status: &str, headers: &str, body: &[u8]) -> io::Result<()> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n{headers}\r\n");
    stream.write_all(&[head.as_bytes(), body].concat())
}

/// Waits until the other side leaves.
pub fn until_it_leaves(mut stream: &TcpStream) {
    let _ = stream.read(&mut [0; 16]);
}
