//! A request from its text to the bytes of its answer.
//!
//! Never holds more than a few speeches of a text: each is joined and encoded as its turn comes.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::{JoinSet, spawn_blocking};

use super::Server;
use super::narrators::{Narrator, Narrators};
use super::queue::{Place, Seat};
use super::refusal::Refusal;
use super::request::Asked;
use crate::chapter::Chapter;
use crate::chunk::{self, Boundary, Chunk};
use crate::reading::{Reader, Reading, detect_script};
use crate::speech::{Pauses, Speech, SpeechError, Voice, archive, pace};
use crate::track::{Join, SAMPLE_RATE, quantise};
use crate::transfer::{EncodeError, Encoder, Format};

/// The speeds that a voice can have.
const SPEED: std::ops::RangeInclusive<f32> = 0.5..=2.0;

/// Chunks that are read or spoken ahead of the one that is joined next, beyond the workers.
const AHEAD: usize = 2;

impl Server {
    /// Speaks what was asked for.
    pub(super) async fn speak(&self, asked: Asked) -> Result<Vec<u8>, Refusal> {
        let voice = self.narrators.find(asked.voice.as_deref());
        let mut voice = voice.ok_or_else(|| self.unknown_voice())?.clone();
        voice.speed *= asked.speed;
        if !SPEED.contains(&voice.speed) {
            let message = "`speed` times the narrator's own must be 0.5 to 2";
            return Err(Refusal::of_field("speed", message));
        }
        let n_characters = asked.text.chars().count();
        let place = self.queue.enter(n_characters).map_err(Refusal::busy)?;
        let narrators = Arc::clone(&self.narrators);
        let (is_chunk, format) = (asked.is_chunk, asked.format);
        let prepared = spawn_blocking(move || Prepared::new(&narrators, voice, &asked.text)).await;
        let speaking = Speaking {
            place,
            prepared: Arc::new(prepared.map_err(broken)??),
        };
        if is_chunk {
            return Ok(archive::to_bytes(&speaking.whole().await?));
        }
        speaking.joined(format).await
    }

    fn unknown_voice(&self) -> Refusal {
        let names: Vec<&str> = self.narrators.names().collect();
        Refusal::of_field(
            "voice",
            format!("`voice` must be one of {}", names.join(", ")),
        )
    }
}

/// A text that was cut, and who is to read it.
struct Prepared {
    narrator: Narrator,
    reader: Arc<Reader>,
    pauses: Pauses,
    text: String,
    chunks: Vec<Chunk>,
}

impl Prepared {
    fn new(narrators: &Narrators, voice: Voice, text: &str) -> Result<Self, Refusal> {
        let reader = narrators.reader(detect_script(text), &voice);
        let reader = reader.map_err(|error| Refusal::unexpected(error.to_string()))?;
        let chapter = Chapter::untitled(text.trim());
        let chunks = chunk::split(&chapter, narrators.limits(&voice)).chunks;
        if chunks.is_empty() {
            return Err(Refusal::of_field(
                "input",
                "there is nothing to speak in `input`",
            ));
        }
        Ok(Self {
            pauses: narrators.pauses(&voice),
            narrator: narrators.ready(voice)?,
            reader,
            text: chapter.text,
            chunks,
        })
    }
}

/// A request at work.
struct Speaking {
    place: Place,
    prepared: Arc<Prepared>,
}

/// A chunk that was spoken.
struct Spoken {
    index: usize,
    speech: Result<Speech, SpeechError>,
    time: Duration,
}

impl Speaking {
    /// The text in one piece.
    async fn whole(mut self) -> Result<Speech, Refusal> {
        let prepared = Arc::clone(&self.prepared);
        let n_characters = prepared.text.chars().count();
        let reading = spawn_blocking(move || prepared.reader.read(&prepared.text)).await;
        let reading = reading.map_err(broken)?;
        let spoken = speak(self.place.seat(), &self.prepared, 0, &reading).await;
        self.place.spoken(n_characters, spoken.time);
        Ok(spoken.speech?)
    }

    /// The text chunk by chunk, with the pauses between them.
    async fn joined(mut self, format: Format) -> Result<Vec<u8>, Refusal> {
        let mut answer = Answer::new(self.prepared.pauses, format)?;
        let n_chunks = self.prepared.chunks.len();
        let n_ahead = self.prepared.narrator.engine.concurrency() + AHEAD;
        let mut tasks = JoinSet::new();
        let mut landed = BTreeMap::new();
        let (mut n_begun, mut n_joined) = (0, 0);
        while n_joined < n_chunks {
            while n_begun < n_chunks.min(n_joined + n_ahead) {
                let (seat, prepared) = (self.place.seat(), Arc::clone(&self.prepared));
                tasks.spawn(async move { speak_chunk(seat, &prepared, n_begun).await });
                n_begun += 1;
            }
            let spoken = tasks
                .join_next()
                .await
                .expect("a chunk is always begun")
                .map_err(broken)??;
            let n_characters = self.prepared.chunks[spoken.index].text.chars().count();
            self.place.spoken(n_characters, spoken.time);
            landed.insert(spoken.index, spoken.speech?);
            while let Some(speech) = landed.remove(&n_joined) {
                let boundary = self.prepared.chunks[n_joined].boundary;
                let pauses = self.prepared.pauses;
                let paced = move || answer.add(&pace(speech, &pauses), boundary);
                let added = spawn_blocking(paced).await;
                answer = added.map_err(broken)??;
                n_joined += 1;
            }
        }
        let ended = spawn_blocking(move || answer.end()).await;
        ended.map_err(broken)?
    }
}

async fn speak_chunk(
    seat: Arc<Seat>,
    prepared: &Arc<Prepared>,
    index: usize,
) -> Result<Spoken, Refusal> {
    let of_reading = Arc::clone(prepared);
    let reading = spawn_blocking(move || {
        let text = &of_reading.chunks[index].text;
        of_reading.reader.read(text)
    });
    let reading = reading.await.map_err(broken)?;
    Ok(speak(seat, prepared, index, &reading).await)
}

async fn speak(seat: Arc<Seat>, prepared: &Prepared, index: usize, reading: &Reading) -> Spoken {
    let turn = seat.turn().await;
    let begun = Instant::now();
    Spoken {
        index,
        speech: prepared
            .narrator
            .engine
            .speak_holding(reading, 1, turn)
            .await,
        time: begun.elapsed(),
    }
}

/// An answer in the making.
///
/// It is as loud as the voice gives it: its level would be known only when all of it was spoken.
struct Answer {
    join: Join,
    n_frames: u64,
    encoder: Encoder,
    bytes: Vec<u8>,
}

impl Answer {
    fn new(pauses: Pauses, format: Format) -> Result<Self, Refusal> {
        Ok(Self {
            join: Join::new(pauses),
            n_frames: 0,
            encoder: Encoder::new(format, SAMPLE_RATE)?,
            bytes: Vec::new(),
        })
    }

    fn add(mut self, speech: &Speech, boundary: Boundary) -> Result<Self, Refusal> {
        let joined = self.join.push(speech, boundary);
        let joined = joined.map_err(|error| Refusal::unexpected(error.to_string()))?;
        self.encode(&vec![0; joined.pause])?;
        let frames = self.n_frames..;
        let samples: Vec<i16> = frames
            .zip(&joined.speech)
            .map(|(frame, sample)| quantise(*sample, frame))
            .collect();
        self.encode(&samples)?;
        Ok(self)
    }

    fn end(mut self) -> Result<Vec<u8>, Refusal> {
        let tail = self.join.finish();
        self.encode(&vec![0; tail])?;
        self.encoder.finish()?.end(&mut self.bytes);
        Ok(self.bytes)
    }

    fn encode(&mut self, samples: &[i16]) -> Result<(), Refusal> {
        self.n_frames += samples.len() as u64;
        self.bytes.extend(self.encoder.push(samples)?);
        Ok(())
    }
}

impl From<EncodeError> for Refusal {
    fn from(error: EncodeError) -> Self {
        Self::unexpected(error.to_string())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` gives")]
fn broken(error: tokio::task::JoinError) -> Refusal {
    Refusal::unexpected(format!("the speech was given up: {error}"))
}
