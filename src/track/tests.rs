//! Whole chapters, from speeches of all kinds to the samples of a track.
//!
//! Never writes what a test does not read again.

use std::io::Cursor;
use std::ops::Range;

use hound::{SampleFormat, WavReader, WavSpec, WavWriter};

use super::survey::{global, hear, meter};
use super::*;
use crate::chunk::Boundary;
use crate::speech::{Pauses, Speech, decode};

type Spoken = (Speech, Boundary, Speaker);

struct Track {
    published: Published,
    samples: Vec<f32>,
    spans: Vec<Range<usize>>,
}

impl Track {
    fn loudness(&self, span: &Range<usize>) -> f64 {
        loudness(&self.samples[span.clone()])
    }
}

fn loudness(samples: &[f32]) -> f64 {
    let mut meter = meter();
    hear(&mut meter, samples);
    global(&meter).unwrap()
}

fn made_with(speeches: &[Spoken], pauses: Pauses, profile: Profile) -> Track {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.wav");
    let mut survey = Survey::new(pauses);
    for (speech, boundary, speaker) in speeches {
        survey.push(speech, *boundary, *speaker).unwrap();
    }
    let mastering = survey.finish(Level::default(), profile);
    let mut track = TrackWriter::create(&path, pauses, mastering).unwrap();
    let spans = speeches.iter().map(|(speech, boundary, speaker)| {
        let span = track.push(speech, *boundary, *speaker).unwrap();
        span.start as usize..span.end as usize
    });
    let spans = spans.collect();
    let published = track.publish().unwrap();
    let samples = WavReader::open(&path).unwrap().into_samples::<i16>();
    Track {
        published,
        samples: samples.map(|s| f32::from(s.unwrap()) / 32_768.0).collect(),
        spans,
    }
}

fn made(speeches: &[Spoken]) -> Track {
    made_with(speeches, Pauses::default(), Profile::Plain)
}

/// Four syllables a second, of a few harmonics each, between silences of a fifth of a second.
fn voice(rate: u32, seconds: f32, amplitude: f32) -> Vec<f32> {
    let syllable = |t: f32| {
        let envelope = (std::f32::consts::PI * (t * 4.0).fract()).sin();
        let pitch = 180.0 + 60.0 * (t * 3.0).sin();
        let harmonics =
            (1..8).map(|n| (t * pitch * n as f32 * std::f32::consts::TAU).sin() / n as f32);
        harmonics.sum::<f32>() * envelope.powi(2) * amplitude / 1.5
    };
    let frames = |seconds: f32| (seconds * rate as f32) as usize;
    let spoken = (0..frames(seconds)).map(|i| syllable(i as f32 / rate as f32));
    let edge = std::iter::repeat_n(0.0, frames(0.2));
    edge.clone().chain(spoken).chain(edge).collect()
}

fn speech(seconds: f32, amplitude: f32) -> Speech {
    Speech {
        sample_rate: SAMPLE_RATE,
        samples: voice(SAMPLE_RATE, seconds, amplitude),
        timings: None,
    }
}

fn chapter(amplitude: f32) -> Vec<Spoken> {
    let seconds = [2.0, 3.5, 1.25, 5.0];
    let spoken = |seconds| {
        (
            speech(seconds, amplitude),
            Boundary::Sentence,
            Speaker::Chosen,
        )
    };
    seconds.map(spoken).into()
}

#[test]
fn a_quiet_chapter_and_a_loud_one_end_at_the_same_level() {
    for amplitude in [0.01, 0.5] {
        let track = made(&chapter(amplitude));
        let heard = loudness(&track.samples);
        assert!((heard + 19.0).abs() < 0.1, "{amplitude}: {heard}");
        let level = track.published.level;
        assert!((level.lufs - heard).abs() < 0.01, "{}", level.lufs);
        assert!(level.peak_dbtp <= -3.0 && level.lowered == 0.0);
    }
}

#[test]
fn two_voices_are_heard_alike_however_loud_they_were() {
    let mut chapter = chapter(0.4);
    for (speech, _, speaker) in chapter.iter_mut().skip(1).step_by(2) {
        speech.samples.iter_mut().for_each(|sample| *sample /= 10.0);
        *speaker = Speaker::Fallback;
    }
    let track = made(&chapter);
    let levels: Vec<f64> = track
        .spans
        .iter()
        .map(|span| track.loudness(span))
        .collect();
    assert!(
        levels.iter().all(|level| (level - levels[0]).abs() < 1.0),
        "{levels:?}"
    );
    assert!((loudness(&track.samples) + 19.0).abs() < 0.1);
    let gains = &track.published.level.gains;
    let apart = gains[&Speaker::Fallback] - gains[&Speaker::Chosen];
    assert!((apart - 20.0).abs() < 1.5, "{gains:?}");
}

#[test]
fn a_voice_may_speak_one_sentence_softer_than_another() {
    let spoken = [0.4, 0.2].map(|loud| (speech(3.0, loud), Boundary::Sentence, Speaker::Chosen));
    let track = made(&spoken);
    let apart = track.loudness(&track.spans[0]) - track.loudness(&track.spans[1]);
    assert!((apart - 6.0).abs() < 0.1, "{apart}");
}

#[test]
fn a_word_too_short_for_the_meter_gets_a_gain_all_the_same() {
    let short = (speech(0.25, 0.05), Boundary::Sentence, Speaker::Fallback);
    let mut chapter = chapter(0.4);
    chapter.push(short.clone());
    let gains = made(&chapter).published.level.gains;
    let gain = gains[&Speaker::Fallback] - gains[&Speaker::Chosen];
    assert!((gain - 18.0).abs() < 5.0, "{gain}");
    assert!(made(&[short]).published.level.lufs > -26.0);
}

#[test]
fn silence_gets_no_gain_and_figures_that_can_be_written() {
    let mut silent = speech(1.0, 0.0);
    silent.samples[1_000] = 1e-6;
    let level = made(&[(silent, Boundary::End, Speaker::Chosen)])
        .published
        .level;
    assert!(level.gains[&Speaker::Chosen] == 0.0);
    let json = serde_json::to_string(&level).unwrap();
    assert_eq!(serde_json::from_str::<ChapterLevel>(&json).unwrap(), level);
}

#[test]
fn peaks_that_stand_out_a_little_are_limited_and_those_far_out_lower_the_chapter() {
    let with_peak = |peak| {
        let mut chapter = chapter(0.05);
        chapter[1].0.samples[20_000..20_020].fill(peak);
        made(&chapter).published.level
    };
    let limited = with_peak(0.15);
    assert!(
        limited.lowered == 0.0 && (limited.lufs + 19.0).abs() < 0.2,
        "{limited:?}"
    );
    assert!((-3.5..=-3.0).contains(&limited.peak_dbtp), "{limited:?}");
    let lowered = with_peak(0.9);
    assert!(lowered.lowered > 6.0, "{lowered:?}");
    assert!(
        (lowered.lufs + 19.0 + lowered.lowered).abs() < 1.0,
        "{lowered:?}"
    );
    assert!((-3.5..=-3.0).contains(&lowered.peak_dbtp), "{lowered:?}");
}

#[test]
fn pauses_are_as_long_as_they_are_configured() {
    let pauses = Pauses::default();
    let boundaries = [
        Boundary::Cut,
        Boundary::Clause,
        Boundary::Sentence,
        Boundary::Paragraph,
        Boundary::Turn,
        Boundary::Scene,
        Boundary::Heading,
        Boundary::End,
    ];
    let loud = |boundary| {
        let mut speech = speech(1.0, 0.3);
        // It begins and ends at once, so that there is no doubt where.
        speech.samples[4_800..28_800].fill(0.3);
        speech.samples[4_800..28_800]
            .iter_mut()
            .step_by(2)
            .for_each(|s| *s = -0.3);
        (speech, boundary, Speaker::Chosen)
    };
    let track = made(&boundaries.map(loud));
    let is_quiet = |sample: &f32| sample.abs() < 0.002;
    let runs = track.samples.chunk_by(|a, b| is_quiet(a) == is_quiet(b));
    let runs = runs.filter(|run| is_quiet(&run[0]) && run.len() > 1_000);
    let heard: Vec<f64> = runs
        .map(|run| run.len() as f64 / f64::from(SAMPLE_RATE))
        .collect();
    let expected = [pauses.head]
        .into_iter()
        .chain(boundaries.map(|at| pauses.at(at)));
    assert_eq!(heard.len(), 9);
    for (heard, expected) in heard.iter().zip(expected) {
        // What speech keeps of its own silence is never taken away, even from a shorter pause.
        let expected = f64::max(expected, 0.16);
        assert!((heard - expected).abs() <= 0.015, "{heard} and {expected}");
    }
}

/// What an engine of some form sends.
struct Form {
    rate: u32,
    channels: u16,
    bits: u16,
    amplitude: f32,
    current: f32,
}

impl Form {
    fn wav(&self) -> Vec<u8> {
        let is_float = self.bits == 0;
        let spec = WavSpec {
            channels: self.channels,
            sample_rate: self.rate,
            bits_per_sample: if is_float { 32 } else { self.bits },
            sample_format: if is_float {
                SampleFormat::Float
            } else {
                SampleFormat::Int
            },
        };
        let mut bytes = Cursor::new(Vec::new());
        let mut wav = WavWriter::new(&mut bytes, spec).unwrap();
        for sample in voice(self.rate, 3.0, self.amplitude) {
            let sample = sample + self.current;
            for _ in 0..self.channels {
                if is_float {
                    wav.write_sample(sample).unwrap();
                } else {
                    let full = (1_i64 << (self.bits - 1)) as f64;
                    wav.write_sample((f64::from(sample) * full) as i32).unwrap();
                }
            }
        }
        wav.finalize().unwrap();
        bytes.into_inner()
    }

    fn speech(&self) -> Speech {
        let speech = decode::decode(&self.wav()).unwrap();
        assert_eq!(speech.sample_rate, self.rate);
        decode::resample(speech, SAMPLE_RATE).unwrap()
    }
}

/// The largest step from a sample to the next.
fn step(samples: &[f32]) -> f32 {
    let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
    steps.fold(0.0, f32::max)
}

#[test]
fn speeches_of_engines_of_every_form_become_one_reading() {
    let rates = [16_000, 22_050, 44_100, 48_000];
    let depths = [8, 16, 24, 32, 0];
    let forms = (0..10).map(|i| Form {
        rate: rates[i % rates.len()],
        channels: 1 + (i as u16 / 2) % 2,
        bits: depths[i % depths.len()],
        amplitude: if i % 5 < 2 { 0.04 } else { 0.4 },
        current: [0.0, 0.02, -0.03][i % 3],
    });
    let spoken = forms.map(|form| {
        let is_quiet = form.amplitude < 0.1;
        let speaker = if is_quiet {
            Speaker::Fallback
        } else {
            Speaker::Chosen
        };
        (form.speech(), Boundary::Sentence, speaker)
    });
    let track = made(&spoken.collect::<Vec<_>>());
    for (index, span) in track.spans.iter().enumerate() {
        let heard = track.loudness(span);
        assert!((heard + 18.7).abs() < 1.0, "speech {index}: {heard}");
        let (samples, near) = (&track.samples, 240);
        let inside = step(&samples[span.start + near..span.end - near]);
        for join in [span.start, span.end] {
            let here = step(&samples[join - near..join + near]);
            assert!(
                here < inside,
                "speech {index}: {here} at a join, {inside} inside"
            );
        }
    }
}

#[test]
fn a_track_for_shops_meets_their_rules() {
    let profile = Profile::Acx;
    let track = made_with(&chapter(0.2), profile.paced(Pauses::default()), profile);
    let first = track.spans[0].start as f32 / SAMPLE_RATE as f32;
    assert!((first - 0.71).abs() < 0.02, "{first}");
    let silent = track
        .samples
        .chunks(240)
        .filter(|part| part.iter().all(|s| *s == 0.0));
    assert_eq!(silent.count(), 0);
}
