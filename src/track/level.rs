//! Level: how loud a chapter is to be, and how loud it became.
//!
//! Never a gain that moves with the words: one for each voice of a chapter, and the same from its first
//! word to its last.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// Loudness that a person can ask for.
const TARGETS: RangeInclusive<f64> = -31.0..=-12.0;

/// Ceilings that a person can ask for.
const CEILINGS: RangeInclusive<f64> = -12.0..=-1.0;

/// How loud chapters are to be.
///
/// −19 LUFS is what podcasts in one channel have, and lies within what audiobook shops ask for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Level {
    /// Integrated loudness of a chapter in LUFS, its one channel counted once.
    pub target_lufs: f64,
    /// What no true peak is above.
    pub ceiling_dbtp: f64,
}

impl Default for Level {
    fn default() -> Self {
        Self {
            target_lufs: -19.0,
            ceiling_dbtp: -3.0,
        }
    }
}

impl Level {
    /// The name of what is out of its range, and that range.
    pub fn out_of_range(&self) -> Option<(&'static str, RangeInclusive<f64>)> {
        if !TARGETS.contains(&self.target_lufs) {
            return Some(("target_lufs", TARGETS));
        }
        (!CEILINGS.contains(&self.ceiling_dbtp)).then_some(("ceiling_dbtp", CEILINGS))
    }
}

/// Who spoke a chunk: each is as loud as it is, and gets a gain of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The chosen voice.
    Chosen,
    /// The one that speaks what that cannot.
    Fallback,
}

/// How loud the track of a chapter is, as it was measured on its samples.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChapterLevel {
    /// Integrated loudness in LUFS, the one channel counted once.
    pub lufs: f64,
    /// True peak in decibels.
    pub peak_dbtp: f64,
    /// The gain of each voice in decibels.
    pub gains: BTreeMap<Speaker, f64>,
    /// By how many decibels it is quieter than asked for, since peaks stand out too far.
    #[serde(default, skip_serializing_if = "is_none")]
    pub lowered: f64,
    /// Whether its pauses hold the noise of a room, and not silence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub room_tone: bool,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_none(decibels: &f64) -> bool {
    *decibels == 0.0
}
