//! Corrections.
use super::word::Lexicon;
use std::ops::Range;
pub(super) fn correct(
    _lexicon: &Lexicon,
    _chars: &[char],
    _spans: &[Range<usize>],
    _syllables: &mut [String],
) {
}
