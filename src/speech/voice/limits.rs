//! How long the texts are that an engine takes.
//!
//! Never widens what the settings ask for: the narrower of both holds.

use serde::Deserialize;

use crate::chunk::{Limits, Unit};

/// The lowest `most` that leaves room for a word and its marks.
const LEAST_MOST: usize = 10;

/// So many Han characters: a word whose digits are written out.
const LEAST_MOST_HAN: usize = 30;

/// What the engine that is inside takes; it cuts by itself what is too long for it.
pub(super) const INSIDE: Limits = Limits {
    most: usize::MAX,
    most_units: usize::MAX,
    unit: Unit::Characters,
    least: 0,
};

/// What a server of unknown make takes: above 100 characters some leave out the end, 4,096 bytes
/// are the limit of others, and those built on a language model ramble on two or three characters.
pub(super) const SERVER: Limits = Limits {
    most: 100,
    most_units: 4_000,
    unit: Unit::Utf8,
    least: 10,
};

/// The table `[limits]` of a voice file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LimitsTable {
    most: Option<usize>,
    unit: Option<Unit>,
    most_units: Option<usize>,
    least: Option<usize>,
}

impl LimitsTable {
    /// These limits over those of the engine; else which one makes no sense.
    pub(super) fn over(&self, engine: Limits) -> Result<Limits, String> {
        if self.unit.is_some() && self.most_units.is_none() {
            return Err(
                "`limits.unit` says what `limits.most_units` counts, which is missing".into(),
            );
        }
        let limits = Limits {
            most: self.most.unwrap_or(engine.most),
            most_units: self.most_units.unwrap_or(engine.most_units),
            // The engine's unit is that of its own number.
            unit: self.unit.unwrap_or(match self.most_units {
                Some(_) => Unit::default(),
                None => engine.unit,
            }),
            least: self.least.unwrap_or(engine.least),
        };
        at_least("most", limits.most, LEAST_MOST)?;
        let least_units = LEAST_MOST_HAN * limits.unit.of_han();
        at_least("most_units", limits.most_units, least_units)?;
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

/// The lengths that settings ask for and an engine takes; only the engine counts in units.
pub(super) fn narrower(settings: Limits, engine: Limits) -> Limits {
    let most = settings.most.min(engine.most);
    Limits {
        most,
        least: settings.least.max(engine.least).min(most / 2),
        ..engine
    }
}
