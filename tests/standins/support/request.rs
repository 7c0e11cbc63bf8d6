//! A request as it came.
//!
//! Never forgives a body that is not what its type says.

use serde_json::Value;

/// A request.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub query: Vec<(String, String)>,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// A part of a multipart body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub name: String,
    pub file: Option<String>,
    pub content_type: Option<String>,
    pub bytes: Vec<u8>,
}

impl Request {
    /// A header's value; empty if it was not sent.
    pub fn header(&self, name: &str) -> &str {
        let header = self.headers.iter().find(|(known, _)| known == name);
        header.map_or("", |(_, value)| value)
    }

    /// Whether it is a POST to `path`.
    pub fn is_post(&self, path: &str) -> bool {
        self.method == "POST" && self.path == path
    }

    /// The body as JSON, if it says that it is.
    pub fn json(&self) -> Option<Value> {
        let is_json = self.header("content-type").starts_with("application/json");
        serde_json::from_slice(&self.body).ok().filter(|_| is_json)
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    /// The parts of a multipart body.
    pub fn parts(&self) -> Vec<Part> {
        let content_type = self.header("content-type");
        let Some((_, boundary)) = content_type.split_once("multipart/form-data; boundary=") else {
            return Vec::new();
        };
        let mark = format!("--{}", boundary.trim_matches('"'));
        let body = String::from_utf8_lossy(&self.body);
        assert!(body.starts_with(&mark), "{body}");
        let parts = split(&self.body, mark.as_bytes());
        parts.iter().filter_map(|part| Part::read(part)).collect()
    }
}

impl Part {
    fn read(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_prefix(b"\r\n")?.strip_suffix(b"\r\n")?;
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
        let after = |mark: &str, end: char| {
            let (_, rest) = head.split_once(mark)?;
            Some(rest.split(end).next().unwrap_or_default().to_owned())
        };
        Some(Self {
            name: after("; name=\"", '"')?,
            file: after("; filename=\"", '"'),
            content_type: after("Content-Type: ", '\r'),
            bytes: bytes[end + 4..].to_vec(),
        })
    }
}

fn split<'a>(body: &'a [u8], mark: &[u8]) -> Vec<&'a [u8]> {
    let starts = body.windows(mark.len()).enumerate();
    let starts: Vec<usize> = starts
        .filter(|(_, w)| *w == mark)
        .map(|(at, _)| at)
        .collect();
    let spans = starts.windows(2);
    spans
        .map(|pair| &body[pair[0] + mark.len()..pair[1]])
        .collect()
}
