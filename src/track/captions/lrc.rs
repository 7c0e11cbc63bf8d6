//! Captions as LRC: a time before each line, or before each word.
//!
//! Never lets a text be read as a time: brackets are written wide.

use super::one_line;
use crate::track::{ChapterLedger, ChunkLedger, SAMPLE_RATE};

/// The `.lrc` text of a chapter: tags, then one line for each chunk.
pub fn sentences(chapter: &ChapterLedger, book: &str, author: &str) -> String {
    lines(chapter, book, author, |chunk| shown(&chunk.text))
}

/// The enhanced `.lrc` text of a chapter: each word has a time too. A chunk whose words are not known
/// is a line without.
pub fn words(chapter: &ChapterLedger, book: &str, author: &str) -> String {
    lines(chapter, book, author, timed)
}

fn lines(
    chapter: &ChapterLedger,
    book: &str,
    author: &str,
    text_of: impl Fn(&ChunkLedger) -> String,
) -> String {
    let title = if chapter.title.is_empty() {
        book
    } else {
        &chapter.title
    };
    let tags = format!(
        "[ti:{}]\n[ar:{}]\n[al:{}]\n[offset:0]\n",
        shown(title),
        shown(author),
        shown(book)
    );
    let chunks = chapter.chunks.iter();
    let lines = chunks.map(|chunk| format!("[{}]{}\n", time(chunk.from), text_of(chunk)));
    [tags].into_iter().chain(lines).collect()
}

/// Marks go with the word before them, those at the beginning with the first.
fn timed(chunk: &ChunkLedger) -> String {
    let Some(last) = chunk.words.last() else {
        return shown(&chunk.text);
    };
    let chars: Vec<char> = chunk.text.chars().collect();
    let starts = chunk.words.iter().skip(1).map(|word| word.start);
    let mut done = 0;
    let words = chunk.words.iter().zip(starts.chain([chunk.end]));
    let words = words.map(|(word, end)| {
        let end = (end - chunk.start).min(chars.len());
        let own: String = chars[done..end].iter().collect();
        done = end;
        format!("<{}>{}", time(word.from), wide(&own))
    });
    words.chain([format!("<{}>", time(last.to))]).collect()
}

/// On one line, with no bracket that could begin a time.
fn shown(text: &str) -> String {
    wide(&one_line(text))
}

fn wide(text: &str) -> String {
    let wide = |c: char| match c {
        '[' => '［',
        ']' => '］',
        '<' => '＜',
        '>' => '＞',
        space if space.is_whitespace() => ' ',
        other => other,
    };
    text.chars().map(wide).collect()
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

#[cfg(test)]
mod tests {
    use super::super::samples::chapter;
    use super::*;

    #[test]
    fn times_come_from_frames_and_minutes_go_on_past_the_hour() {
        assert_eq!(time(0), "00:00.00");
        assert_eq!(time(24_000 * 61 + 12_000), "01:01.50");
        assert_eq!(time(24_000 * 3_661), "61:01.00");
    }

    #[test]
    fn each_word_has_its_time_and_the_marks_behind_it() {
        let line = |text| {
            words(&chapter(text), "雪夜", "")
                .lines()
                .last()
                .map(str::to_owned)
        };
        let expected = "[00:01.00]<00:01.01>“雪下，<00:02.00>停。”<00:02.50>";
        assert_eq!(line("“雪下，停。”").as_deref(), Some(expected));
        let spaced = "[00:01.00]<00:01.01>“雪下 <00:02.00>停。”<00:02.50>";
        assert_eq!(line("“雪下　停。”").as_deref(), Some(spaced));
    }

    #[test]
    fn a_chunk_without_words_is_a_plain_line() {
        let mut plain = chapter("雪下，停。");
        plain.chunks[0].words.clear();
        assert_eq!(words(&plain, "a", "b"), sentences(&plain, "a", "b"));
    }

    #[test]
    fn a_text_that_looks_like_a_time_is_none() {
        let text = sentences(&chapter("[00:09.00] <x>"), "雪夜", "");
        assert!(text.ends_with("[00:01.00]［00:09.00］ ＜x＞\n"), "{text}");
    }
}
