//! A speech server that answers at once with a buzz, for measuring what it costs to be its client.
//!
//! Usage: `null_server SECONDS WORK_MS CAPACITY…`: the longest answer, how long it works for one, and how many
//! it works on at once, for each endpoint. It prints the endpoints' addresses, a line each, and ends when
//! its standard input does, with a line for each endpoint: answers, and seconds of work. Never leaves loopback.
#![expect(
    clippy::print_stdout,
    reason = "the addresses and figures are what it is for"
)]

use std::env;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

const RATE: usize = 24_000;

/// Frames for a character, in the middle of what narrators need.
const FRAMES_PER_CHARACTER: usize = 5_600;

/// Frames after which it comes again.
const PERIOD: usize = 200;

/// Frames at the beginning that are a text's own.
const OWN: usize = 64;

struct Endpoint {
    buzz: Arc<Vec<u8>>,
    work: Duration,
    state: Mutex<State>,
    freed: Condvar,
}

struct State {
    n_free: usize,
    n_answers: usize,
    worked: Duration,
}

fn main() -> io::Result<()> {
    let numbers: Vec<f64> = env::args()
        .skip(1)
        .map_while(|word| word.parse().ok())
        .collect();
    let [seconds, work, capacities @ ..] = &numbers[..] else {
        return Err(io::Error::other(
            "usage: null_server SECONDS WORK_MS CAPACITY…",
        ));
    };
    let buzz = Arc::new(buzz((seconds * RATE as f64) as usize));
    let mut endpoints = Vec::new();
    for capacity in capacities {
        let work = Duration::from_secs_f64(work / 1_000.0);
        let endpoint = Arc::new(Endpoint::new(Arc::clone(&buzz), work, *capacity as usize));
        endpoints.push(Arc::clone(&endpoint));
        let listener = TcpListener::bind("127.0.0.1:0")?;
        println!("http://{}/v1", listener.local_addr()?);
        thread::spawn(move || accept(&endpoint, &listener));
    }
    io::stdin().read_to_end(&mut Vec::new())?;
    for endpoint in endpoints {
        endpoint.tell();
    }
    Ok(())
}

fn accept(endpoint: &Arc<Endpoint>, listener: &TcpListener) {
    for stream in listener.incoming().flatten() {
        let endpoint = Arc::clone(endpoint);
        thread::spawn(move || endpoint.serve(&stream));
    }
}

impl Endpoint {
    fn new(buzz: Arc<Vec<u8>>, work: Duration, n_free: usize) -> Self {
        let state = State {
            n_free,
            n_answers: 0,
            worked: Duration::ZERO,
        };
        Self {
            buzz,
            work,
            state: Mutex::new(state),
            freed: Condvar::new(),
        }
    }

    /// Answers until the other side leaves.
    fn serve(&self, stream: &TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream);
        loop {
            let text = match hear(&mut reader)? {
                Heard::Left => return Ok(()),
                Heard::Voices => {
                    answer(stream, "404 Not Found", &[])?;
                    continue;
                }
                Heard::Text(text) => text,
            };
            self.work();
            let n_frames = text.chars().count() * FRAMES_PER_CHARACTER;
            let length = (n_frames * 2).min(self.buzz.len());
            let own = own(&text);
            let parts = [&header(length), &own, &self.buzz[own.len()..length]];
            answer(stream, "200 OK", &parts)?;
        }
    }

    fn work(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |state: &mut State| state.n_free == 0;
        let state = self.freed.wait_while(state, is_full);
        state.unwrap_or_else(PoisonError::into_inner).n_free -= 1;
        let started = Instant::now();
        thread::sleep(self.work);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.n_free += 1;
        state.n_answers += 1;
        state.worked += started.elapsed();
        self.freed.notify_one();
    }

    fn tell(&self) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        println!("{} {:.3}", state.n_answers, state.worked.as_secs_f64());
    }
}

enum Heard {
    Left,
    Voices,
    Text(String),
}

fn hear(reader: &mut BufReader<&TcpStream>) -> io::Result<Heard> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Ok(Heard::Left);
        }
    }
    let lower = head.to_lowercase();
    let length = lower.split("content-length:").nth(1).unwrap_or_default();
    let length = length.lines().next().unwrap_or_default().trim().parse();
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body)?;
    if lower.starts_with("get") {
        return Ok(Heard::Voices);
    }
    let json: serde_json::Value = serde_json::from_slice(&body)?;
    Ok(Heard::Text(
        json["input"].as_str().unwrap_or_default().into(),
    ))
}

fn answer(mut stream: &TcpStream, status: &str, parts: &[&[u8]]) -> io::Result<()> {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\n\r\n");
    stream.write_all(head.as_bytes())?;
    parts.iter().try_for_each(|part| stream.write_all(part))
}

/// The beginning that no other text has.
fn own(text: &str) -> Vec<u8> {
    let seed = text.bytes().fold(7_u64, |hash, byte| {
        hash.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte)
    });
    samples(seed, OWN)
}

/// A buzz of 120 Hz: noise is no speech.
fn buzz(n_frames: usize) -> Vec<u8> {
    let period = samples(1, PERIOD);
    period.into_iter().cycle().take(n_frames * 2).collect()
}

fn samples(seed: u64, n_frames: usize) -> Vec<u8> {
    let mut state = seed | 1;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 48) as i16 / 4).to_le_bytes()
    };
    (0..n_frames).flat_map(next).collect()
}

/// The head of a WAV of 16-bit mono samples.
fn header(length: usize) -> Vec<u8> {
    let (length, rate) = (length as u32, RATE as u32);
    [
        b"RIFF",
        &(length + 36).to_le_bytes()[..],
        b"WAVEfmt \x10\0\0\0\x01\0\x01\0",
        &rate.to_le_bytes(),
        &(rate * 2).to_le_bytes(),
        b"\x02\0\x10\0data",
        &length.to_le_bytes(),
    ]
    .concat()
}
