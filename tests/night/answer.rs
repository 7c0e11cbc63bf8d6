//! What an endpoint does with a question: speak, or one of the many ways to fail.
//!
//! Never gives two texts the same samples, and never one text other samples the next time.

use std::io::{self, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant, SystemTime};

use super::connection::{send, until_it_leaves};
use super::date::http_date;

/// The rate of ordinary speech.
const SAMPLE_RATE: u32 = 24_000;

/// Frames for a character: 0.1 s, a hurried narrator, so that a long night stays small.
const FRAMES: usize = 2_400;

/// What an endpoint does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    /// Speaks the text.
    Speak,
    /// Speaks it at another sample rate.
    SpeakAt(u32),
    /// Answers with this status and body.
    Refuse(&'static str, String),
    /// Breaks off in the middle of a body whose length it told.
    BreakOff,
    /// Breaks off in the middle of a body that it sends in pieces.
    BreakOffInPieces,
    /// Says nothing until the other side leaves.
    Hang,
    /// Leaves without a word.
    Leave,
    /// Asks to be left alone for so many seconds.
    RestForSeconds(u64),
    /// Asks to be left alone until the time that is so many seconds away.
    RestUntilDate(u64),
    /// Says that it went well, and sends an error as JSON.
    Apologise,
    /// Sends silence as long as the speech.
    Silence,
    /// Sends a file that starts as a WAV does and goes on as noise.
    Garbage,
}

/// How an answer ended.
pub enum Outcome {
    /// The next question may come on this connection.
    Answered,
    /// The same, and no other is wanted until then.
    Rest(Instant),
    /// The connection is over.
    Over,
}

impl Act {
    /// Does it.
    pub fn perform(&self, mut stream: &TcpStream, text: &str) -> io::Result<Outcome> {
        match self {
            Self::Speak => send(stream, "200 OK", "", &wav(SAMPLE_RATE, &buzz(text)))?,
            Self::SpeakAt(rate) => send(stream, "200 OK", "", &wav(*rate, &buzz(text)))?,
            Self::Refuse(status, body) => send(stream, status, "", body.as_bytes())?,
            Self::Apologise => send(stream, "200 OK", "", b"{\"error\":\"out of memory\"}")?,
            Self::Silence => {
                let silence = vec![0; buzz(text).len()];
                send(stream, "200 OK", "", &wav(SAMPLE_RATE, &silence))?;
            }
            Self::Garbage => send(stream, "200 OK", "", &garbage(text))?,
            Self::BreakOff => {
                let body = wav(SAMPLE_RATE, &buzz(text));
                let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
                stream.write_all(&[head.as_bytes(), &body[..body.len() / 2]].concat())?;
                return Ok(Outcome::Over);
            }
            Self::BreakOffInPieces => {
                let body = wav(SAMPLE_RATE, &buzz(text));
                let piece = &body[..body.len() / 2];
                let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
                let head = format!("{head}{:x}\r\n", piece.len());
                stream.write_all(&[head.as_bytes(), piece, b"\r\n"].concat())?;
                return Ok(Outcome::Over);
            }
            Self::Hang => {
                until_it_leaves(stream);
                return Ok(Outcome::Over);
            }
            Self::Leave => return Ok(Outcome::Over),
            Self::RestForSeconds(seconds) => {
                // What is told counts from before it is sent: the other side may read it at once.
                let until = Instant::now() + Duration::from_secs(*seconds);
                ask_for_rest(stream, &seconds.to_string())?;
                return Ok(Outcome::Rest(until));
            }
            Self::RestUntilDate(seconds) => {
                let (date, left) = http_date(SystemTime::now(), *seconds);
                let until = Instant::now() + left;
                ask_for_rest(stream, &date)?;
                return Ok(Outcome::Rest(until));
            }
        }
        Ok(Outcome::Answered)
    }
}

fn ask_for_rest(stream: &TcpStream, until: &str) -> io::Result<()> {
    let header = format!("retry-after: {until}\r\n");
    send(stream, "429 Too Many Requests", &header, b"slow down")
}

/// Frames after which it comes again: a pitch of 120 Hz, since noise is no speech.
const PERIOD: usize = 200;

/// What a text sounds like: a buzz that is its own.
fn buzz(text: &str) -> Vec<i16> {
    let mut state = hash(text) | 1;
    let n_frames = text.chars().count() * FRAMES;
    let next = |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 48) as i16 / 4
    };
    let period: Vec<i16> = (0..PERIOD).map(next).collect();
    period.into_iter().cycle().take(n_frames).collect()
}

fn garbage(text: &str) -> Vec<u8> {
    let noise = buzz(text).into_iter().flat_map(i16::to_be_bytes);
    [b"RIFF\xff\xff\xff\xffWAVE".to_vec(), noise.collect()].concat()
}

/// A number that is a text's own (FNV-1a).
pub fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

/// A file of 16-bit mono samples.
fn wav(rate: u32, samples: &[i16]) -> Vec<u8> {
    let data: Vec<u8> = samples.iter().copied().flat_map(i16::to_le_bytes).collect();
    let length = data.len() as u32;
    [
        b"RIFF",
        &(length + 36).to_le_bytes()[..],
        b"WAVEfmt \x10\0\0\0\x01\0\x01\0",
        &rate.to_le_bytes(),
        &(rate * 2).to_le_bytes(),
        b"\x02\0\x10\0data",
        &length.to_le_bytes(),
        &data,
    ]
    .concat()
}
