//! How long the texts are that an engine takes.
//!
//! Never widens what the settings ask for: the narrower of both holds.

use serde::Deserialize;

use crate::chunk::Limits;

/// The lowest `most` that leaves room for a word and its marks.
const LEAST_MOST: usize = 10;

/// So many characters, all of them digits that are written out.
const LEAST_MOST_BYTES: usize = 90;

/// What the engine that is inside takes; it cuts by itself what is too long for it.
pub(super) const INSIDE: Limits = Limits {
    most: usize::MAX,
    most_bytes: usize::MAX,
    least: 0,
};

/// What a server of unknown make takes: above 100 characters some leave out the end, 4,096 bytes
/// are the limit of others, and those built on a language model ramble on two or three characters.
pub(super) const SERVER: Limits = Limits {
    most: 100,
    most_bytes: 4_000,
    least: 10,
};

/// The table `[limits]` of a voice file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LimitsTable {
    most: Option<usize>,
    most_bytes: Option<usize>,
    least: Option<usize>,
}

impl LimitsTable {
    /// These limits over those of the engine; else which one makes no sense.
    pub(super) fn over(&self, engine: Limits) -> Result<Limits, String> {
        let limits = Limits {
            most: self.most.unwrap_or(engine.most),
            most_bytes: self.most_bytes.unwrap_or(engine.most_bytes),
            least: self.least.unwrap_or(engine.least),
        };
        at_least("most", limits.most, LEAST_MOST)?;
        at_least("most_bytes", limits.most_bytes, LEAST_MOST_BYTES)?;
        match self.least {
            Some(least) if least > limits.most / 2 => Err(format!(
                "`limits.least` is {least}, and must be at most half of `limits.most`, {}",
                limits.most / 2
            )),
            _ => Ok(limits),
        }
    }
}

fn at_least(name: &str, value: usize, least: usize) -> Result<(), String> {
    if value < least {
        return Err(format!(
            "`limits.{name}` is {value}, and must be at least {least}"
        ));
    }
    Ok(())
}

/// Limits that fit both.
pub(super) fn narrower(one: Limits, other: Limits) -> Limits {
    let most = one.most.min(other.most);
    Limits {
        most,
        most_bytes: one.most_bytes.min(other.most_bytes),
        least: one.least.max(other.least).min(most / 2),
    }
}
