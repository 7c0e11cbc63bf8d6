//! How loud the chapters of a book are, for the report.
//!
//! Never measures: it tells what the ledgers say.

use crate::track::{Acx, ChapterLevel};

/// How loud the track of one chapter is.
#[derive(Debug, Clone, PartialEq)]
pub struct Loudness {
    /// Chapter number.
    pub chapter: usize,
    /// File name of the track.
    pub file: String,
    /// How loud it is.
    pub level: ChapterLevel,
    /// What shops ask for, if the profile does.
    pub acx: Option<Acx>,
}

/// The lines of a report about the chapters whose track stands.
pub fn told(chapters: &[Loudness]) -> String {
    range(chapters) + &lowered(chapters) + &acx(chapters)
}

fn range(chapters: &[Loudness]) -> String {
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        })
    };
    let (low, high) = bounds(&mut chapters.iter().map(|chapter| chapter.level.lufs));
    let (_, peak) = bounds(&mut chapters.iter().map(|chapter| chapter.level.peak_dbtp));
    match chapters {
        [] => String::new(),
        [_] => format!("loudness: {low:.1} LUFS, peak {peak:.1} dBTP\n"),
        _ => format!("loudness: {low:.1} to {high:.1} LUFS, highest peak {peak:.1} dBTP\n"),
    }
}

fn lowered(chapters: &[Loudness]) -> String {
    let lowered = chapters
        .iter()
        .filter(|chapter| chapter.level.lowered > 0.0);
    let lines = lowered.map(|chapter| {
        format!(
            "chapter {} is {:.1} dB quieter than asked for: a peak in it stands out too far\n",
            chapter.chapter, chapter.level.lowered
        )
    });
    lines.collect()
}

fn acx(chapters: &[Loudness]) -> String {
    let measured = chapters.iter();
    let measured = measured.filter_map(|chapter| Some((&chapter.file, chapter.acx?)));
    let mut text: String = measured.map(|(file, acx)| acx_line(file, acx)).collect();
    if !text.is_empty() {
        text.push_str("ACX asks for MP3 files at 44.1 kHz too, which are not written yet\n");
    }
    text
}

fn acx_line(file: &str, acx: Acx) -> String {
    let unmet = acx.unmet();
    let verdict = if unmet.is_empty() {
        "met".into()
    } else {
        format!("not met: {}", unmet.join(", "))
    };
    let Acx { rms, peak, noise } = acx;
    format!("ACX: `{file}`: RMS {rms:.1} dB, peak {peak:.1} dB, noise {noise:.1} dB: {verdict}\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn chapter(chapter: usize, lufs: f64, lowered: f64, acx: Option<Acx>) -> Loudness {
        Loudness {
            chapter,
            file: format!("{chapter:04}.wav"),
            level: ChapterLevel {
                lufs,
                peak_dbtp: -3.12,
                gains: BTreeMap::new(),
                lowered,
                room_tone: false,
            },
            acx,
        }
    }

    #[test]
    fn a_book_is_told_in_a_line_and_what_stands_out_in_lines_of_its_own() {
        let chapters = [chapter(1, -19.04, 0.0, None), chapter(2, -21.1, 2.11, None)];
        insta::assert_snapshot!(told(&chapters), @r"
        loudness: -21.1 to -19.0 LUFS, highest peak -3.1 dBTP
        chapter 2 is 2.1 dB quieter than asked for: a peak in it stands out too far
        ");
        assert_eq!(
            told(&chapters[..1]),
            "loudness: -19.0 LUFS, peak -3.1 dBTP\n"
        );
        assert_eq!(told(&[]), "");
    }

    #[test]
    fn what_shops_ask_for_is_told_for_each_file_with_its_figures() {
        let acx = |rms| {
            Some(Acx {
                rms,
                peak: -3.12,
                noise: -72.03,
            })
        };
        let chapters = [
            chapter(1, -19.0, 0.0, acx(-20.5)),
            chapter(2, -19.0, 0.0, acx(-24.0)),
        ];
        insta::assert_snapshot!(told(&chapters), @r"
        loudness: -19.0 to -19.0 LUFS, highest peak -3.1 dBTP
        ACX: `0001.wav`: RMS -20.5 dB, peak -3.1 dB, noise -72.0 dB: met
        ACX: `0002.wav`: RMS -24.0 dB, peak -3.1 dB, noise -72.0 dB: not met: RMS
        ACX asks for MP3 files at 44.1 kHz too, which are not written yet
        ");
    }
}
