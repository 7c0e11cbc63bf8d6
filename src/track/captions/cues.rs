//! Captions as cues with a beginning and an end: SRT and `WebVTT`.
//!
//! Never lets a text be read as markup where the form can tell them apart.

use super::{milliseconds, one_line};
use crate::track::ChapterLedger;

/// The `.srt` text of a chapter.
pub fn srt(chapter: &ChapterLedger) -> String {
    let cues = (1..).zip(&chapter.chunks).map(|(number, chunk)| {
        let (from, to) = (time(chunk.from, ','), time(chunk.to, ','));
        format!("{number}\n{from} --> {to}\n{}\n\n", one_line(&chunk.text))
    });
    cues.collect()
}

/// The `.vtt` text of a chapter.
pub fn vtt(chapter: &ChapterLedger) -> String {
    let cues = chapter.chunks.iter().map(|chunk| {
        let (from, to) = (time(chunk.from, '.'), time(chunk.to, '.'));
        format!("{from} --> {to}\n{}\n\n", escaped(&one_line(&chunk.text)))
    });
    ["WEBVTT\n\n".to_owned()].into_iter().chain(cues).collect()
}

/// `hh:mm:ss`, a point, and milliseconds.
fn time(frame: u64, point: char) -> String {
    let all = milliseconds(frame);
    let (hours, minutes) = (all / 3_600_000, all / 60_000 % 60);
    let (seconds, rest) = (all / 1_000 % 60, all % 1_000);
    format!("{hours:02}:{minutes:02}:{seconds:02}{point}{rest:03}")
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::samples::chapter;
    use super::*;

    #[test]
    fn a_cue_lasts_as_long_as_its_chunk() {
        assert_eq!(
            srt(&chapter("雪下，停。")),
            "1\n00:00:01,000 --> 00:00:03,000\n雪下，停。\n\n"
        );
        assert_eq!(
            vtt(&chapter("雪下，停。")),
            "WEBVTT\n\n00:00:01.000 --> 00:00:03.000\n雪下，停。\n\n"
        );
        assert_eq!(time(24_000 * 3_661 + 12, '.'), "01:01:01.000");
    }

    #[test]
    fn signs_of_markup_are_text() {
        assert!(vtt(&chapter("a --> <b> & c")).ends_with("a --&gt; &lt;b&gt; &amp; c\n\n"));
    }
}
