//! Installing the voice inside from sources that fail.
//!
//! Never reaches a real source: there are no package clients on the path, and a proxy that refuses
//! stands before the built-in addresses.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use super::support::{Ran, SNOW, Shelf, wait_for};

/// A mirror that gives the same answer to every request, and tells what was asked for.
struct Mirror {
    address: String,
    requests: Receiver<String>,
}

/// How a mirror answers.
#[derive(Clone, Copy)]
enum Answer {
    /// Says that there are 2,000 bytes, and sends 1,000 before it leaves.
    Half,
    /// Sends the 2,000 bytes, or those that were asked for.
    Whole,
    /// Takes the request and says nothing for as long as anyone waits.
    Nothing,
}

impl Mirror {
    fn start(answer: Answer) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (sender, requests) = channel();
        thread::spawn(move || {
            for stream in listener.incoming().take(20) {
                let stream = stream.unwrap();
                let request = head(&stream);
                if sender.send(request.clone()).is_err() {
                    return;
                }
                match answer {
                    Answer::Nothing => {
                        // Held open for as long as the test lasts.
                        std::mem::forget(stream);
                    }
                    _ => respond(stream, answer, request.contains("bytes=1000-")),
                }
            }
        });
        Self { address, requests }
    }

    /// What was asked for so far.
    fn asked(&self) -> Vec<String> {
        self.requests.try_iter().collect()
    }
}

/// A request's head in small letters.
fn head(stream: &TcpStream) -> String {
    stream
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let lines = lines.take_while(|line| !line.is_empty());
    lines.map(|line| line.to_lowercase() + "\n").collect()
}

fn respond(mut stream: TcpStream, answer: Answer, goes_on: bool) {
    let (status, range, n_bytes) = if goes_on {
        (
            "206 Partial Content",
            "Content-Range: bytes 1000-1999/2000\r\n",
            1_000,
        )
    } else {
        ("200 OK", "", 2_000)
    };
    let sent = match answer {
        Answer::Half => n_bytes / 2,
        _ => n_bytes,
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {n_bytes}\r\n{range}Connection: close\r\n\r\n"
    );
    // Whoever left is not waiting for the rest.
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(&vec![7; sent]);
}

/// A shelf whose packs are empty, with this mirror and no package clients.
fn shelf(mirror: &str) -> Shelf {
    let shelf = Shelf::new().book(SNOW);
    std::fs::create_dir(shelf.path("nothing")).unwrap();
    let nothing = shelf.path("nothing").display().to_string();
    let packs = shelf.path("packs").display().to_string();
    shelf
        .variable("PATH", &nothing)
        .variable("PINGSHU_PACKS", &packs)
        .variable("PINGSHU_MIRRORS", &format!("[\"{mirror}\"]"))
        .variable("PINGSHU_VOICE", "xiaoxiao")
}

fn check_refused(shelf: &Shelf, ran: &Ran) {
    ran.exits(4).says("cannot install `kokoro-v1.0.int8.onnx`");
    ran.says("hint: check the network, or set `mirrors` in config.toml");
    ran.says("`pip` is not there");
    let installed = shelf.path("packs/kokoro-v1.0/kokoro-v1.0.int8.onnx");
    assert!(!installed.exists());
    assert!(!has_tracks(&shelf.path("out/雪夜")));
}

fn has_tracks(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries
        .flatten()
        .any(|entry| entry.path().extension().is_some_and(|end| end == "wav"))
}

#[test]
fn sources_that_cannot_be_reached_are_named_with_the_remedy() {
    let shelf = shelf("http://127.0.0.1:1");
    let ran = shelf.run(["render", "雪夜.txt"]);
    check_refused(&shelf, &ran);
    ran.says("no answer from `http://127.0.0.1:1/kokoro-v1.0.int8.onnx`");
}

#[test]
fn a_download_that_broke_off_goes_on_where_it_stopped() {
    let half = Mirror::start(Answer::Half);
    let shelf = shelf(&half.address);
    let ran = shelf.run(["voices", "install", "xiaoxiao"]);
    check_refused(&shelf, &ran);
    ran.says("broke off after 1000 bytes");
    assert!(!half.asked()[0].contains("range:"));
    // The same mirror again, which goes on and breaks off again.
    let ran = shelf.run(["voices", "install", "xiaoxiao"]);
    ran.exits(4).says("broke off after 1500 bytes");
    assert!(half.asked()[0].contains("range: bytes=1000-\n"));
}

#[test]
fn a_file_with_a_wrong_checksum_is_not_used() {
    let mirror = Mirror::start(Answer::Whole);
    let shelf = shelf(&mirror.address);
    let ran = shelf.run(["render", "雪夜.txt"]);
    check_refused(&shelf, &ran);
    ran.says("wrong checksum (2000 bytes came, 92361271 expected)");
    // The wrong bytes are thrown away: the next run starts from nothing.
    mirror.asked();
    shelf.run(["render", "雪夜.txt"]).exits(4);
    assert!(!mirror.asked()[0].contains("range:"));
}

#[test]
fn ctrl_c_ends_an_installation() {
    let mirror = Mirror::start(Answer::Nothing);
    let shelf = shelf(&mirror.address);
    let mut running = shelf.start(["render", "雪夜.txt"]);
    let mut asked = 0;
    wait_for("a request", || {
        asked += mirror.asked().len();
        asked > 0
    });
    running.signal("INT");
    running.end().exits(130);
}

#[test]
fn a_book_of_another_engine_needs_no_pack() {
    let shelf = shelf("http://127.0.0.1:1");
    let ran = shelf.run(["render", "雪夜.txt", "--voice", "fake"]);
    ran.exits(0);
    assert!(!shelf.path("packs").exists());
}

/// Writes files that count as installed; what the model makes of them is another matter.
fn install_made_up_files(shelf: &Shelf) -> Vec<String> {
    let manifest: toml::Table =
        toml::from_str(include_str!("../../voices/packs/kokoro-v1.0.toml")).unwrap();
    let files = manifest["files"].as_array().unwrap();
    let names: Vec<String> = files
        .iter()
        .map(|file| file["name"].as_str().unwrap().to_owned())
        .collect();
    let mut hashes = serde_json::Map::new();
    for name in &names {
        shelf.file(&format!("packs/kokoro-v1.0/{name}"), name);
        let hash = blake3::hash(name.as_bytes()).to_hex().to_string();
        hashes.insert(name.clone(), hash.into());
    }
    let record = serde_json::json!({ "rewriting": 2, "files": hashes });
    shelf.file("packs/kokoro-v1.0/installed.json", record.to_string());
    names
}

#[test]
fn a_voice_that_is_installed_is_not_installed_again() {
    let mirror = Mirror::start(Answer::Whole);
    let shelf = shelf(&mirror.address);
    install_made_up_files(&shelf);
    let ran = shelf.run(["voices", "install", "yunxi"]);
    ran.exits(0)
        .says("the voice is installed already, in `[shelf]/packs/kokoro-v1.0`");
    assert!(mirror.asked().is_empty());
}

#[test]
fn a_damaged_file_alone_is_fetched_again() {
    let mirror = Mirror::start(Answer::Whole);
    let shelf = shelf(&mirror.address);
    let names = install_made_up_files(&shelf);
    let last = names.last().unwrap();
    shelf.file(&format!("packs/kokoro-v1.0/{last}"), "damaged");
    let ran = shelf.run(["voices", "install", "xiaoxiao"]);
    ran.exits(4).says(&format!("cannot install `{last}`"));
    assert!(!ran.stderr.contains(&names[0]), "{}", ran.stderr);
}

#[test]
fn a_pack_folder_that_cannot_be_made_is_told_with_the_setting() {
    let shelf = shelf("http://127.0.0.1:1");
    shelf.file("packs", "a file, not a folder");
    let ran = shelf.run(["voices", "install", "xiaoxiao"]);
    ran.exits(4)
        .says("cannot create folder `[shelf]/packs/kokoro-v1.0`")
        .says("hint: set `packs` in config.toml to a folder you may write to");
    assert!(!ran.stderr.contains("network"), "{}", ran.stderr);
}
