//! A key that servers shout back in every way they have, and that must show nowhere.
//!
//! Never looks for a whole key only: a part of it is enough to find it in another spelling.

use std::collections::HashSet;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use super::support::{Ran, SNOW, Shelf};

/// With signs that addresses and JSON write in their own way.
const KEY: &str = "sk-canary4711+/=\"key";

/// The part that stays as it is in every spelling.
const CANARY: &str = "canary4711";

/// The same part as Base64 may have it, by where it begins.
const CANARY_BASE64: [&str; 3] = ["Y2FuYXJ5NDcx", "NhbmFyeTQ3MT", "jYW5hcnk0NzEx"];

/// Where the voice takes its key from.
const SOURCES: [&str; 3] = [
    "key_env = \"SERVER_KEY\"",
    "key_file = \"key.txt\"",
    "key_command = [\"cat\", \"key.txt\"]",
];

#[test]
fn a_key_that_servers_shout_back_shows_nowhere() {
    for source in SOURCES {
        let shelf = shelf_with(source, &Parrot::start(None));
        let mut said = String::new();
        for arguments in [
            vec!["plan", "雪夜.txt"],
            vec!["plan", "雪夜.txt", "--json"],
            vec!["render", "雪夜.txt"],
            vec!["check", "雪夜.txt", "--json"],
            vec!["redo", "雪夜.txt", "1"],
            vec!["say", "天亮了，雪停了。", "-o", "hear.wav"],
            vec!["voices", "list"],
            vec!["voices", "of", "parrot"],
        ] {
            said += &run(&shelf, &arguments).shown();
        }
        assert!(said.contains("《雪夜》"), "{said}");
        shelf.check_file("out/雪夜/report.txt", "/v1`: ");
        shelf.check_file("out/雪夜/report.html", " answered");
        check(&shelf, &said);
    }
}

#[test]
fn a_key_that_is_refused_or_sent_elsewhere_shows_nowhere() {
    let refusals = ["401 Unauthorized", "302 Found", "400 Bad Request"];
    for (source, status) in SOURCES.into_iter().zip(refusals) {
        let shelf = shelf_with(source, &Parrot::start(Some(status)));
        let render = run(&shelf, &["render", "雪夜.txt"]);
        render.says(&status[..3]);
        assert!(matches!(render.code, Some(3 | 4)), "{}", render.shown());
        let say = run(&shelf, &["say", "天亮了，雪停了。", "-o", "hear.wav"]);
        let of = run(&shelf, &["voices", "of", "parrot"]);
        check(&shelf, &(render.shown() + &say.shown() + &of.shown()));
    }
}

fn shelf_with(source: &str, parrot: &Parrot) -> Shelf {
    let mut shelf = Shelf::new()
        .book(SNOW)
        .variable("PINGSHU_VOICE", "parrot")
        .variable("PINGSHU_HTTP_RETRY_SECONDS", "0.1")
        .variable("PINGSHU_HTTP_ROUND_SECONDS", "0.1")
        .variable("PINGSHU_HTTP_PROBE_SECONDS", "0.1");
    if source.contains("SERVER_KEY") {
        shelf = shelf.variable("SERVER_KEY", KEY);
    } else {
        shelf.file("key.txt", format!("{KEY}\n"));
    }
    let voice = format!(
        "engine = \"openai\"\nendpoints = [\"{}\"]\nmodel = \"m\"\nvoice = \"v\"\n{source}\n",
        parrot.address
    );
    shelf.file("voices/parrot.toml", voice);
    shelf
}

fn run(shelf: &Shelf, arguments: &[&str]) -> Ran {
    let output = assert_cmd::Command::from_std(shelf.command(arguments))
        .timeout(Duration::from_mins(2))
        .output()
        .unwrap();
    Ran::new(output, shelf.root())
}

/// Checks what was said, and every file on the shelf but that of the key.
fn check(shelf: &Shelf, said: &str) {
    assert!(!shows_key(said.as_bytes()), "the key was said:\n{said}");
    let mut n_files = 0;
    look_into(shelf.root(), &mut n_files);
    assert!(n_files > 2, "{n_files} files were looked into");
}

fn look_into(folder: &Path, n_files: &mut usize) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            look_into(&path, n_files);
        } else if !path.ends_with("key.txt") {
            *n_files += 1;
            let name = path.to_string_lossy().into_owned();
            assert!(!shows_key(name.as_bytes()), "{name}");
            assert!(
                !shows_key(&fs::read(&path).unwrap()),
                "the key is in {name}"
            );
        }
    }
}

fn shows_key(bytes: &[u8]) -> bool {
    let holds = |part: &str| {
        bytes
            .windows(part.len())
            .any(|window| window == part.as_bytes())
    };
    holds(CANARY) || CANARY_BASE64.into_iter().any(holds)
}

#[test]
fn a_key_would_be_found_in_every_spelling() {
    for spelling in [
        "a sk-canary4711 b",
        "sk-canary4711%2B%2F",
        "c2stY2FuYXJ5NDcxMSsv",
    ] {
        assert!(shows_key(spelling.as_bytes()), "{spelling}");
    }
    assert!(!shows_key(b"sk-[key]"));
}

/// A server that says the key it was given wherever it can.
struct Parrot {
    address: String,
}

/// What has been asked for before.
type Known = Arc<Mutex<HashSet<String>>>;

impl Parrot {
    /// One that says so before it speaks each text, or one that only ever answers with that status.
    fn start(refusal: Option<&'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let known = Known::default();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let known = Arc::clone(&known);
                thread::spawn(move || converse(&stream, &known, refusal));
            }
        });
        Self { address }
    }
}

/// Answers one request.
fn converse(stream: &TcpStream, known: &Known, refusal: Option<&str>) -> io::Result<()> {
    let (head, body) = hear(stream)?;
    let key = key_in(&head);
    let json = serde_json::json!({"error": {"message": format!("no luck with {key}")}, "key": key});
    let error = json.to_string().into_bytes();
    if let Some(status) = refusal {
        return answer(stream, status, &key, &error);
    }
    let (is_new, n_known) = {
        let mut known = known.lock().unwrap();
        (known.insert(body.clone()), known.len())
    };
    if !is_new {
        return answer(stream, "200 OK", &key, &speech(&body, &key));
    }
    let [status, body] = match n_known % 5 {
        0 => ["500 Internal Server Error", ""],
        1 => ["200 OK", ""],
        2 => ["503 Service Unavailable", &key],
        3 => ["200 OK", &format!("<html>{key}</html>")],
        _ => ["429 Too Many Requests", ""],
    };
    let body = if body.is_empty() {
        &error
    } else {
        body.as_bytes()
    };
    answer(stream, status, &key, body)
}

fn hear(stream: &TcpStream) -> io::Result<(String, String)> {
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let length = head.to_lowercase();
    let length = length
        .split("content-length: ")
        .nth(1)
        .and_then(|rest| rest.lines().next());
    let mut body = vec![0; length.map_or(0, |length| length.parse().unwrap())];
    reader.read_exact(&mut body)?;
    Ok((head, String::from_utf8(body).unwrap()))
}

/// The key as it came.
fn key_in(head: &str) -> String {
    let bearer = head.split("Bearer ").nth(1).unwrap_or_default();
    bearer.lines().next().unwrap_or_default().into()
}

fn answer(mut stream: &TcpStream, status: &str, key: &str, body: &[u8]) -> io::Result<()> {
    let address = key.replace('"', "%22");
    let head = format!(
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {}\r\nretry-after: 0\r\n\
         x-key: {key}\r\nwww-authenticate: Bearer {key}\r\ncontent-type: audio/{address}\r\n\
         location: http://{address}@127.0.0.1:1/{address}?key={address}#{address}\r\n\r\n",
        body.len()
    );
    stream.write_all(&[head.as_bytes(), body].concat())
}

/// A tone with the key among its metadata, as long as the text needs.
fn speech(body: &str, key: &str) -> Vec<u8> {
    let json: serde_json::Value = serde_json::from_str(body).unwrap_or_default();
    let text = json["input"].as_str().unwrap_or_default();
    let n_frames = text.chars().count() * 4_800;
    let period = 40 + body.len() % 60;
    let sample = |i: usize| {
        if i % period * 2 < period {
            4_000_i16
        } else {
            -4_000
        }
    };
    let data: Vec<u8> = (0..n_frames)
        .flat_map(|i| sample(i).to_le_bytes())
        .collect();
    let note = format!("{key:<32}");
    let list = [b"INFOICMT", &32_u32.to_le_bytes()[..], note.as_bytes()].concat();
    let format = b"\x01\0\x01\0\xc0\x5d\0\0\x80\xbb\0\0\x02\0\x10\0";
    let chunk = |name: &[u8; 4], content: &[u8]| {
        [name, &(content.len() as u32).to_le_bytes()[..], content].concat()
    };
    let chunks = [
        b"WAVE".to_vec(),
        chunk(b"fmt ", format),
        chunk(b"LIST", &list),
        chunk(b"data", &data),
    ];
    chunk(b"RIFF", &chunks.concat())
}
