//! The engine of a voice, whichever it is.
//!
//! Never writes to the disk: a speech is handed back, and `batch` puts it into the store.

use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::command::Program;
use super::fake::Fake;
use super::gate::{Gates, Said};
use super::http::{HttpSettings, Remote, Sent, Tally};
use super::kokoro::{self, Kokoro};
use super::voice::{Punctuation, Voice, VoiceSource};
use super::{Speech, SpeechError, Timings, takes};
use crate::reading::Reading;
use crate::store::{BUCKET, Fingerprint};

/// What engines need besides the voice.
#[derive(Debug, Clone)]
pub struct EngineSettings {
    /// Folder of the installed pack of the voice inside.
    pub pack: PathBuf,
    /// Runs of the voice inside at once.
    pub workers: usize,
    /// How servers are called.
    pub http: HttpSettings,
    /// What the run has sent to them so far.
    pub sent: Sent,
}

/// Whether an engine can be asked at present.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standing {
    /// It can.
    Working,
    /// None of its endpoints can; what is wanted waits.
    Paused {
        /// What the last one said.
        problem: String,
        /// When one is tried again, if that is known.
        next_try: Option<Duration>,
    },
}

impl Standing {
    /// Whether nothing can be asked.
    pub fn is_paused(&self) -> bool {
        matches!(self, Self::Paused { .. })
    }
}

/// What produces the speech of one voice.
#[derive(Debug)]
pub struct Engine {
    speed: f32,
    concurrency: usize,
    gates: Gates,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Kokoro(Arc<Kokoro>),
    Remote(Box<Server>),
    Command(Box<Spoken>),
    Fake(Fake),
}

/// A server, and what its speeches are known by.
#[derive(Debug)]
struct Server {
    client: Remote,
    engine: &'static str,
    identity: String,
}

/// A program, and what its speeches are known by.
#[derive(Debug)]
struct Spoken {
    program: Program,
    identity: String,
    punctuation: Punctuation,
}

impl Engine {
    /// Makes the engine of `voice` ready to speak.
    ///
    /// # Errors
    ///
    /// When its pack is not installed, or its key is missing.
    pub fn open(voice: &Voice, settings: &EngineSettings) -> Result<Self, SpeechError> {
        let (kind, concurrency) = match &voice.source {
            VoiceSource::Kokoro { style } => {
                let kokoro = Kokoro::load(&settings.pack, style, voice.speed, settings.workers)?;
                (Kind::Kokoro(Arc::new(kokoro)), settings.workers)
            }
            VoiceSource::Http(server) => {
                let client = Remote::new(voice, server, settings.http, &settings.sent)?;
                let at_once = client.at_once();
                let kind = Kind::Remote(Box::new(Server {
                    client,
                    engine: server.engine,
                    identity: server.identity()?,
                }));
                (kind, at_once)
            }
            VoiceSource::Command(voice) => {
                let kind = Kind::Command(Box::new(Spoken {
                    program: Program::new(voice, settings.http.backoff)?,
                    identity: voice.arguments.identity(),
                    punctuation: voice.punctuation.clone(),
                }));
                (kind, voice.concurrency)
            }
            VoiceSource::Fake { delay, work, log } => {
                let fake = Fake::new(&voice.name, *delay, log.clone()).working(*work);
                (Kind::Fake(fake), settings.workers)
            }
        };
        Ok(Self {
            speed: voice.speed,
            concurrency: concurrency.max(1),
            gates: Gates::new(voice.gates.clone(), voice.speed),
            kind,
        })
    }

    /// Makes the engine of another voice ready; those of the voice inside share one loaded model.
    ///
    /// # Errors
    ///
    /// Those of [`Engine::open`].
    pub fn another(&self, voice: &Voice, settings: &EngineSettings) -> Result<Self, SpeechError> {
        let (Kind::Kokoro(loaded), VoiceSource::Kokoro { style }) = (&self.kind, &voice.source)
        else {
            return Self::open(voice, settings);
        };
        let kokoro = loaded.another(&settings.pack, style, voice.speed)?;
        Ok(Self {
            speed: voice.speed,
            concurrency: self.concurrency,
            gates: Gates::new(voice.gates.clone(), voice.speed),
            kind: Kind::Kokoro(Arc::new(kokoro)),
        })
    }

    /// Rate of speech; 1.0 is the engine's own.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// How many chunks it speaks at once.
    pub fn concurrency(&self) -> usize {
        self.concurrency
    }

    /// Whether it can be asked at present.
    pub fn standing(&self) -> Standing {
        match &self.kind {
            Kind::Remote(server) => server.client.standing(),
            _ => Standing::Working,
        }
    }

    /// What happened to its endpoints since the last call that a person should know.
    pub fn news(&self) -> Vec<String> {
        match &self.kind {
            Kind::Remote(server) => server.client.news(),
            _ => Vec::new(),
        }
    }

    /// What was asked of each of its endpoints so far; nothing, if it has none.
    pub fn tallies(&self) -> Vec<Tally> {
        match &self.kind {
            Kind::Remote(server) => server.client.tallies(),
            _ => Vec::new(),
        }
    }

    /// How many of `n_asked` texts are really being spoken, and do not wait for their turn.
    pub fn n_in_flight(&self, n_asked: usize) -> usize {
        match &self.kind {
            Kind::Remote(server) => server.client.n_in_flight(),
            _ => n_asked,
        }
    }

    /// Begins nothing new: what waits for its turn gets [`SpeechError::Stopped`].
    pub fn close(&self) {
        if let Kind::Remote(server) = &self.kind {
            server.client.close();
        }
    }

    /// The name of the speech of a reading: bucket, engine, voice and what is spoken. `None` when
    /// this voice can say nothing of it.
    pub fn fingerprint(&self, reading: &Reading) -> Option<Fingerprint> {
        let fields = |engine: &str, identity: &[u8], spoken: &str| {
            let name = Fingerprint::of([
                BUCKET.as_bytes(),
                engine.as_bytes(),
                identity,
                spoken.as_bytes(),
            ]);
            (!spoken.is_empty()).then_some(name)
        };
        match &self.kind {
            Kind::Kokoro(kokoro) => fields(
                "kokoro",
                kokoro.identity().as_bytes(),
                &kokoro.symbols(reading),
            ),
            Kind::Remote(server) => {
                let sent = server.client.sent(reading);
                fields(server.engine, server.identity.as_bytes(), &sent)
            }
            Kind::Command(spoken) => {
                let sent = spoken.punctuation.of(reading);
                fields("command", spoken.identity.as_bytes(), &sent)
            }
            Kind::Fake(fake) => fields("fake", fake.identity().as_bytes(), &beeped(reading)),
        }
    }

    /// The letters of a reading that this voice has no sound for; a server reads what it can.
    pub fn unsayable(&self, reading: &Reading) -> String {
        match &self.kind {
            Kind::Kokoro(_) | Kind::Fake(_) => kokoro::unsayable(reading),
            Kind::Remote(..) | Kind::Command(..) => String::new(),
        }
    }

    /// The frames of each word of a reading in its speech, empty for marks; `None` when the engine
    /// does not say, or says it of other words.
    pub fn words(&self, reading: &Reading, speech: &Speech) -> Option<Vec<Range<usize>>> {
        let timings = speech.timings.as_ref()?;
        let texts = || reading.words.iter().map(|word| word.text.clone());
        let (mut words, late) = match &self.kind {
            Kind::Kokoro(kokoro) => (kokoro.symbols_of_words(reading), kokoro::LATE),
            Kind::Fake(_) => (texts().collect(), 0),
            Kind::Remote(..) | Kind::Command(..) => return None,
        };
        for word in &mut words {
            word.retain(Timings::is_sound);
        }
        let earlier = |frame: usize| frame.saturating_sub(late);
        let spans = timings.of_words(&words)?.into_iter();
        Some(
            spans
                .map(|span| earlier(span.start)..earlier(span.end))
                .collect(),
        )
    }

    /// Speaks a reading. `take` counts from 1; a later take asks for another way to say it.
    ///
    /// # Errors
    ///
    /// When the engine fails, or its audio does not pass the gates.
    pub async fn speak(&self, reading: &Reading, take: u32) -> Result<Speech, SpeechError> {
        self.speak_holding(reading, take, ()).await
    }

    /// Speaks as [`Engine::speak`] does, and lets `held` go when nothing more is computed for it:
    /// the voice inside cannot be stopped, and goes on when nobody waits for its speech any more.
    ///
    /// # Errors
    ///
    /// Those of [`Engine::speak`].
    pub async fn speak_holding(
        &self,
        reading: &Reading,
        take: u32,
        held: impl Send + Sync + 'static,
    ) -> Result<Speech, SpeechError> {
        match &self.kind {
            Kind::Remote(server) => server.client.speak(reading, take).await,
            Kind::Command(spoken) => {
                let (punctuation, gates) = (&spoken.punctuation, &self.gates);
                spoken
                    .program
                    .speak(reading, punctuation, gates, take)
                    .await
            }
            Kind::Kokoro(kokoro) => {
                let held = Arc::new(held);
                let attempt = |reading, seed| {
                    let held = Arc::clone(&held);
                    async move {
                        self.judged(speak_inside(kokoro, &reading, seed, held).await?, &reading)
                    }
                };
                takes::speak(reading, take, Duration::ZERO, attempt).await
            }
            Kind::Fake(fake) => {
                let speech = speak_made_up(fake, &reading.spoken(), held).await?;
                self.judged(speech, reading)
            }
        }
    }

    /// A take of this machine's, whose sound is known exactly, unlike a server's.
    fn judged(&self, speech: Speech, reading: &Reading) -> Result<Speech, SpeechError> {
        let said = self.said(reading);
        self.gates.judge(&speech, speech.sample_rate, &said)?;
        Ok(speech)
    }

    /// What is said of a reading, as far as a take of it can be judged.
    pub fn said(&self, reading: &Reading) -> Said {
        let said = Said::of(reading);
        let symbols = match &self.kind {
            Kind::Remote(_) | Kind::Command(_) => return said,
            Kind::Kokoro(kokoro) => kokoro.symbols(reading),
            Kind::Fake(_) => reading.spoken(),
        };
        Said {
            sound: symbols.clone(),
            symbols: Some(symbols),
            ..said
        }
    }
}

/// What the made-up voice beeps, and how that sounds: like the voice inside, nothing when it has a sound for no letter.
fn beeped(reading: &Reading) -> String {
    let mut spoken = reading.spoken();
    let n_letters = spoken.chars().filter(|c| c.is_alphanumeric()).count();
    if kokoro::unsayable(reading).chars().count() == n_letters {
        return String::new();
    }
    for syllable in reading.pinyin() {
        spoken.push(' ');
        spoken.push_str(syllable);
    }
    spoken
}

async fn speak_inside(
    kokoro: &Arc<Kokoro>,
    reading: &Reading,
    seed: u32,
    held: impl Send + 'static,
) -> Result<Speech, SpeechError> {
    let symbols = kokoro.symbols(reading);
    if symbols.is_empty() {
        return Err(SpeechError::Unspeakable {
            text: reading.spoken(),
        });
    }
    let kokoro = Arc::clone(kokoro);
    Ok(compute(held, move || kokoro.speak(&symbols, seed)).await??)
}

async fn speak_made_up(
    fake: &Fake,
    text: &str,
    held: impl Send + 'static,
) -> Result<Speech, SpeechError> {
    if !fake.works() {
        return Ok(fake.speak(text).await);
    }
    let (fake, text) = (fake.clone(), text.to_owned());
    compute(held, move || fake.work(&text)).await
}

/// Computes on a thread of its own, which nobody can stop, and lets `held` go at the end.
async fn compute<T: Send + 'static>(
    held: impl Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, SpeechError> {
    let computing = tokio::task::spawn_blocking(move || {
        let _held = held;
        work()
    });
    computing.await.map_err(|error| SpeechError::BadAudio {
        reason: format!("the engine gave up: {error}"),
    })
}
