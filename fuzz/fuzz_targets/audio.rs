//! Any bytes as the answer of a speech server: nothing panics, and what is heard is bounded.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pingshu::speech::decode::decode;

/// Longest speech of one answer, in seconds.
const LONGEST: f64 = 1_800.0;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(speech) = decode(bytes) {
        assert!(!speech.samples.is_empty());
        assert!(speech.seconds() <= LONGEST, "{} s", speech.seconds());
    }
});
