//! Whether a compressed file says that there should be more of it.
//!
//! Never guesses: what a format does not say is not held against it.

/// Frames that an MP3 may be short of what it says: the encoder's own delay and padding are cut off.
const MP3_MARGIN: u64 = 6;

/// Frames of audio that a file says it has, if it does; fewer are not all of it.
pub fn least_frames(file: &[u8]) -> Option<u64> {
    flac_frames(file).or_else(|| mp3_frames(file))
}

/// The stream's own description stands at a fixed place; nothing there means unknown.
fn flac_frames(file: &[u8]) -> Option<u64> {
    let total = file.strip_prefix(b"fLaC")?.get(17..22)?;
    let high = u64::from(total[0] & 0x0F) << 32;
    let low = u32::from_be_bytes(total[1..].try_into().ok()?);
    Some(high | u64::from(low)).filter(|n| *n > 0)
}

/// The first frame of an MP3 may hold a count of the others.
fn mp3_frames(file: &[u8]) -> Option<u64> {
    let header = file
        .windows(4)
        .position(|tag| matches!(tag, b"Xing" | b"Info"))?;
    let (start, tag) = (
        super::compressed::opening_frame(file, header)?,
        &file[header + 4..],
    );
    let word = |at: usize| Some(u32::from_be_bytes(tag.get(at..at + 4)?.try_into().ok()?));
    let has_count = word(0)? & 1 == 1;
    let count = u64::from(word(4)?);
    let is_mpeg_1 = file[start + 1] & 0x18 == 0x18;
    let each = if is_mpeg_1 { 1_152 } else { 576 };
    (has_count && count > 0).then(|| count.saturating_sub(MP3_MARGIN) * each)
}

/// Whether the last page of an Ogg file says that it is the last; nothing if this is no Ogg file.
pub fn ends_as_ogg(file: &[u8]) -> Option<bool> {
    let mut rest = file.strip_prefix(b"OggS").map(|_| file)?;
    let mut is_last = false;
    while rest.starts_with(b"OggS") {
        let Some(length) = page_length(rest).filter(|length| *length <= rest.len()) else {
            return Some(false);
        };
        is_last = rest[5] & 4 != 0;
        rest = &rest[length..];
    }
    Some(is_last)
}

fn page_length(page: &[u8]) -> Option<usize> {
    let n_segments = usize::from(*page.get(26)?);
    let segments = page.get(27..27 + n_segments)?;
    let content: usize = segments.iter().map(|n| usize::from(*n)).sum();
    Some(27 + n_segments + content)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MP3: &[u8] = include_bytes!("../../../tests/audio/tone.mp3");
    const FLAC: &[u8] = include_bytes!("../../../tests/audio/tone.flac");
    const OGG: &[u8] = include_bytes!("../../../tests/audio/tone.ogg");

    #[test]
    fn a_file_says_how_much_sound_it_has() {
        assert_eq!(least_frames(FLAC), Some(6_000));
        assert_eq!(least_frames(MP3), Some(7 * 576));
        assert_eq!(least_frames(OGG), None);
        assert_eq!(least_frames(&MP3[100..]), None);
        assert_eq!(least_frames(&FLAC[..20]), None);
    }

    #[test]
    fn an_ogg_file_ends_with_the_page_that_says_so() {
        let last_page = OGG.windows(4).rposition(|page| page == b"OggS").unwrap();
        assert_eq!(ends_as_ogg(OGG), Some(true));
        assert_eq!(ends_as_ogg(&OGG[..last_page]), Some(false));
        assert_eq!(ends_as_ogg(&OGG[..last_page + 20]), Some(false));
        assert_eq!(ends_as_ogg(&OGG[..OGG.len() - 1]), Some(false));
        assert_eq!(ends_as_ogg(MP3), None);
    }
}
