//! A server of our own, and what it answers.
//!
//! Never waits without an end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::Shelf;

/// A server at work; it is killed when the test is done with it.
pub struct Served {
    child: Child,
    /// `127.0.0.1:PORT`.
    pub address: String,
    /// The first line that it said.
    pub greeting: String,
}

impl Served {
    /// Starts it on a free port, and waits until it can be asked.
    pub fn start(shelf: &Shelf) -> Self {
        let mut child = shelf
            .command(&["serve", "--port", "0"])
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut greeting = String::new();
        let mut said = BufReader::new(child.stderr.take().unwrap());
        said.read_line(&mut greeting).unwrap();
        // What it says later must not fill the pipe up.
        std::thread::spawn(move || said.read_to_string(&mut String::new()));
        let address = greeting.split("http://").nth(1).unwrap_or_default();
        let address = address.split('/').next().unwrap().to_owned();
        assert!(address.starts_with("127.0.0.1:"), "{greeting}");
        Self {
            child,
            address,
            greeting,
        }
    }

    /// Asks for speech.
    pub fn speech(&self, fields: &Value) -> Answer {
        self.speech_begun(fields).answer()
    }

    /// Asks for speech without waiting for it.
    pub fn speech_begun(&self, fields: &Value) -> Asking {
        let body = fields.to_string();
        self.begin("POST /v1/audio/speech", &[], body.as_bytes())
    }

    /// Speech in this format.
    pub fn spoken(&self, text: &str, format: &str) -> Answer {
        let answer = self.speech(&json!({"input": text, "response_format": format}));
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer
    }

    /// Asks for anything; `first` is the method and the path.
    pub fn ask(&self, first: &str, headers: &[&str], body: &[u8]) -> Answer {
        self.begin(first, headers, body).answer()
    }

    fn begin(&self, first: &str, headers: &[&str], body: &[u8]) -> Asking {
        let own = [
            format!("Host: {}", self.address),
            format!("Content-Length: {}", body.len()),
        ];
        let has_host = headers.iter().any(|header| header.starts_with("Host:"));
        let own = own.iter().map(String::as_str).skip(usize::from(has_host));
        let headers: Vec<&str> = own.chain(headers.iter().copied()).collect();
        let head = format!(
            "{first} HTTP/1.1\r\nConnection: close\r\n{}\r\n\r\n",
            headers.join("\r\n")
        );
        let mut asking = self.connect();
        // Whoever is refused early may find the rest of the connection closed.
        let _ = asking.stream.write_all(&[head.as_bytes(), body].concat());
        asking
    }

    /// A connection over which nothing was asked yet.
    pub fn connect(&self) -> Asking {
        let stream = TcpStream::connect(&self.address).unwrap();
        let patience = Some(Duration::from_mins(1));
        stream.set_read_timeout(patience).unwrap();
        stream.set_write_timeout(patience).unwrap();
        Asking { stream }
    }

    /// Asks it to stop.
    pub fn interrupt(&self) {
        let command = format!("kill -INT {}", self.child.id());
        let status = Command::new("sh").args(["-c", &command]).status();
        assert!(status.unwrap().success());
    }

    /// Waits for its end, and gives its exit code.
    pub fn end(mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A request on its way; dropping it hangs up.
pub struct Asking {
    pub stream: TcpStream,
}

impl Asking {
    /// Whether something of an answer has come, or the end of the connection.
    pub fn is_answered(&self) -> bool {
        self.stream.set_nonblocking(true).unwrap();
        let peeked = self.stream.peek(&mut [0]);
        self.stream.set_nonblocking(false).unwrap();
        peeked.is_ok()
    }

    /// Waits for the answer.
    pub fn answer(mut self) -> Answer {
        let mut bytes = Vec::new();
        // A connection that is reset after its answer was sent is answered.
        let _ = self.stream.read_to_end(&mut bytes);
        Answer::parse(&bytes)
    }
}

/// What was answered.
pub struct Answer {
    /// 0 when the connection was closed without a word.
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Self {
        let end = bytes.windows(4).position(|window| window == b"\r\n\r\n");
        let (head, body) = bytes.split_at(end.map_or(0, |end| end + 4));
        let head = String::from_utf8_lossy(head).to_lowercase();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Self {
            status: status.unwrap_or_default(),
            head,
            body: body.to_vec(),
        }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines();
        let values = lines.filter_map(|line| line.split_once(": "));
        values
            .into_iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| value)
    }

    /// Checks status and error, in the form that OpenAI's clients read.
    #[track_caller]
    pub fn refuses(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}{}", self.head, self.text());
        let error = self.json()["error"].clone();
        assert_eq!(error["code"], code, "{error}");
        let kind = if status < 500 {
            "invalid_request_error"
        } else {
            "server_error"
        };
        assert_eq!(error["type"], kind, "{error}");
        assert!(
            error["message"].is_string() && error.get("param").is_some(),
            "{error}"
        );
        error
    }
}
