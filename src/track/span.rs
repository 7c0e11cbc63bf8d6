//! A span of a track, read by itself.
//!
//! Never reads the rest of the track: a chapter can be hours long.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The samples of the track at `path` from the frame `from` to before `to`; fewer when the track
/// ends earlier.
///
/// # Errors
///
/// When the file cannot be read, or is no track.
pub fn read_span(path: &Path, from: u64, to: u64) -> Result<Vec<i16>, hound::Error> {
    let mut wav: hound::WavReader<BufReader<File>> = hound::WavReader::open(path)?;
    let end = to.min(u64::from(wav.duration()));
    let Ok(start) = u32::try_from(from.min(end)) else {
        return Ok(Vec::new());
    };
    wav.seek(start)?;
    let n_frames = usize::try_from(end - u64::from(start)).unwrap_or(usize::MAX);
    wav.samples().take(n_frames).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(samples: &[i16]) -> tempfile::NamedTempFile {
        let file = tempfile::NamedTempFile::new().unwrap();
        let spec = hound::WavSpec {
            channels: 1,
            sample_rate: crate::track::SAMPLE_RATE,
            bits_per_sample: 16,
            sample_format: hound::SampleFormat::Int,
        };
        let mut wav = hound::WavWriter::create(file.path(), spec).unwrap();
        for sample in samples {
            wav.write_sample(*sample).unwrap();
        }
        wav.finalize().unwrap();
        file
    }

    #[test]
    fn a_span_is_read_to_the_sample() {
        let track = track(&[1, 2, 3, 4, 5]);
        assert_eq!(read_span(track.path(), 1, 4).unwrap(), [2, 3, 4]);
    }

    #[test]
    fn a_span_beyond_the_end_gives_what_is_there() {
        let track = track(&[1, 2, 3]);
        assert_eq!(read_span(track.path(), 2, 9).unwrap(), [3]);
        assert_eq!(read_span(track.path(), 8, 9).unwrap(), [0; 0]);
        assert_eq!(read_span(track.path(), 2, 1).unwrap(), [0; 0]);
    }
}
