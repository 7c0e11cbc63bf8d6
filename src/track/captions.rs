//! Captions in the LRC form that phone players show.
//!
//! Never estimates: every time comes from a frame of the track.

use super::{ChapterLedger, ChunkLedger, SAMPLE_RATE};

/// The `.lrc` text of a chapter: tags, then one line for each chunk.
pub fn captions(chapter: &ChapterLedger, book: &str, author: &str) -> String {
    let title = if chapter.title.is_empty() {
        book
    } else {
        &chapter.title
    };
    let mut text = format!(
        "[ti:{}]\n[ar:{}]\n[al:{}]\n[offset:0]\n",
        one_line(title),
        one_line(author),
        one_line(book)
    );
    for chunk in &chapter.chunks {
        text.push_str(&line(chunk));
    }
    text
}

fn line(chunk: &ChunkLedger) -> String {
    format!("[{}]{}\n", time(chunk.from), one_line(&chunk.text))
}

/// `mm:ss.xx`; minutes may exceed 59.
fn time(frame: u64) -> String {
    let hundredths = frame * 100 / u64::from(SAMPLE_RATE);
    format!(
        "{:02}:{:02}.{:02}",
        hundredths / 6_000,
        hundredths / 100 % 60,
        hundredths % 100
    )
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_from_frames_and_minutes_go_on_past_the_hour() {
        assert_eq!(time(0), "00:00.00");
        assert_eq!(time(24_000 * 61 + 12_000), "01:01.50");
        assert_eq!(time(24_000 * 3_661), "61:01.00");
    }
}
