//! The settings in `[level]`: how loud chapters are.
//!
//! Never takes a loudness that nobody would listen to.

use anyhow::{Result, bail};
use pingshu::track::Level;
use serde::Deserialize;

use super::set;

/// What one place says about loudness.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LevelLayer {
    target_lufs: Option<f64>,
    ceiling_dbtp: Option<f64>,
}

impl LevelLayer {
    /// Puts what it says over the settings so far; `place` names it in messages.
    pub fn put_over(&self, level: &mut Level, place: &str) -> Result<()> {
        set(&mut level.target_lufs, self.target_lufs);
        set(&mut level.ceiling_dbtp, self.ceiling_dbtp);
        if let Some((name, range)) = level.out_of_range() {
            let (least, most) = (range.start(), range.end());
            bail!("`level.{name}` in {place} must be {least} to {most}");
        }
        Ok(())
    }
}
