//! A speech server of several endpoints that answers as it is told, faults and all, and remembers
//! every request.
//!
//! Never leaves loopback, and never outlives its test.

use std::io;
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::{Act, Outcome};
use super::connection::{self, Asked, Heard};
use super::record::{Record, Request};

/// How one endpoint answers.
pub struct Endpoint {
    /// Requests it works on at once; more wait.
    pub capacity: usize,
    /// How long it works for each character.
    pub work: Duration,
    /// What it does with a question.
    pub act: Box<dyn Fn(&Question) -> Act + Send + Sync>,
}

impl Endpoint {
    /// An endpoint that does `act`, two things at once.
    pub fn new(act: impl Fn(&Question) -> Act + Send + Sync + 'static) -> Self {
        Self {
            capacity: 2,
            work: Duration::from_micros(200),
            act: Box::new(act),
        }
    }

    /// An endpoint that always speaks.
    pub fn speaking() -> Self {
        Self::new(|_| Act::Speak)
    }
}

/// One question for speech.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What is to be spoken.
    pub text: String,
    /// Which time this text is asked for, over all endpoints, from 0.
    pub n_asked: u32,
    /// How many questions all endpoints had before this one.
    pub n_before: usize,
}

/// A running server.
pub struct Server {
    addresses: Vec<String>,
    shared: Arc<Shared>,
}

/// What all endpoints share.
struct Shared {
    record: Mutex<Record>,
    is_over: AtomicBool,
}

impl Server {
    /// Starts these endpoints, each with a port of its own.
    pub fn start(endpoints: Vec<Endpoint>) -> Self {
        let shared = Arc::new(Shared {
            record: Mutex::new(Record::default()),
            is_over: AtomicBool::new(false),
        });
        let listen = |(index, endpoint)| {
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let address = listener.local_addr().unwrap().to_string();
            let desk = Arc::new(Desk {
                index,
                slots: Slots::of(&endpoint),
                endpoint,
                shared: Arc::clone(&shared),
            });
            thread::spawn(move || desk.accept(&listener));
            address
        };
        let addresses = endpoints.into_iter().enumerate().map(listen).collect();
        Self { addresses, shared }
    }

    /// The base addresses, as a voice file has them.
    pub fn addresses(&self) -> Vec<String> {
        let base = |address| format!("http://{address}/v1");
        self.addresses.iter().map(base).collect()
    }

    /// The requests so far, in the order they came.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.record.lock().unwrap().requests.clone()
    }

    /// How many requests for texts of the book came so far.
    pub fn n_requests(&self) -> usize {
        self.n(|request| !request.is_probe())
    }

    /// How many requests came so far that only look whether an endpoint speaks.
    pub fn n_probes(&self) -> usize {
        self.n(Request::is_probe)
    }

    fn n(&self, is_counted: impl Fn(&Request) -> bool) -> usize {
        let record = self.shared.record.lock().unwrap();
        let counted = record.requests.iter().filter(|request| is_counted(request));
        counted.count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        for address in &self.addresses {
            // Wakes the thread that waits for somebody to come.
            let _ = TcpStream::connect(address);
        }
    }
}

/// One endpoint at work.
struct Desk {
    index: usize,
    endpoint: Endpoint,
    slots: Slots,
    shared: Arc<Shared>,
}

impl Desk {
    fn accept(self: Arc<Self>, listener: &TcpListener) {
        for stream in listener.incoming() {
            if self.shared.is_over.load(Ordering::Relaxed) {
                return;
            }
            let (Ok(stream), desk) = (stream, Arc::clone(&self)) else {
                return;
            };
            thread::spawn(move || desk.serve(&stream));
        }
    }

    /// Answers one request after another, until either side has had enough.
    fn serve(&self, stream: &TcpStream) {
        stream.set_nodelay(true).unwrap();
        stream.set_read_timeout(Some(connection::PATIENCE)).unwrap();
        while let Ok(Some(heard)) = connection::hear(stream) {
            let kept = match heard {
                Heard::Voices => connection::answer_voices(stream),
                Heard::Speech(asked) => self.answer(stream, asked),
            };
            if !kept.unwrap_or(false) {
                return;
            }
        }
    }

    /// Whether the connection stays.
    fn answer(&self, stream: &TcpStream, asked: Asked) -> io::Result<bool> {
        let question = {
            let mut record = self.shared.record.lock().unwrap();
            record.arrived(self.index, asked)
        };
        let act = (self.endpoint.act)(&question);
        if let Act::Speak = act {
            let n_characters = question.text.chars().count() as u32;
            self.slots.work(self.endpoint.work * n_characters);
        }
        let outcome = act.perform(stream, &question.text)?;
        if let Outcome::Rest(until) = outcome {
            let mut record = self.shared.record.lock().unwrap();
            record.rests(self.index, (Instant::now(), until));
        }
        Ok(matches!(outcome, Outcome::Answered | Outcome::Rest(_)))
    }
}

/// Places for those that are worked for.
struct Slots {
    n_free: Mutex<usize>,
    freed: Condvar,
}

impl Slots {
    fn of(endpoint: &Endpoint) -> Self {
        Self {
            n_free: Mutex::new(endpoint.capacity),
            freed: Condvar::new(),
        }
    }

    /// Waits for a place and keeps it for so long.
    fn work(&self, duration: Duration) {
        let free = self.n_free.lock().unwrap();
        let mut free = self.freed.wait_while(free, |n_free| *n_free == 0).unwrap();
        *free -= 1;
        drop(free);
        thread::sleep(duration);
        *self.n_free.lock().unwrap() += 1;
        self.freed.notify_one();
    }
}
