//! Compressed audio to samples.
