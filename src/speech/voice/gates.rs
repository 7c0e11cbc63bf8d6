//! What the takes of a voice are measured by.
//!
//! Never turns a gate off: a number that would is refused.

use serde::Deserialize;

use crate::speech::gate::GateSettings;

/// The table `[gates]` of a voice file; seconds, and frames a second.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct GatesTable {
    least_per_syllable: Option<f64>,
    most_per_syllable: Option<f64>,
    longest_silence: Option<f64>,
    longest: Option<f64>,
    sample_rate: Option<u32>,
}

impl GatesTable {
    /// These over the usual ones; else which one makes no sense.
    pub(super) fn settings(&self) -> Result<GateSettings, String> {
        let usual = GateSettings::default();
        let settings = GateSettings {
            least_per_syllable: self.least_per_syllable.unwrap_or(usual.least_per_syllable),
            most_per_syllable: self.most_per_syllable.unwrap_or(usual.most_per_syllable),
            longest_silence: self.longest_silence.unwrap_or(usual.longest_silence),
            longest: self.longest,
            sample_rate: self.sample_rate,
        };
        within("least_per_syllable", settings.least_per_syllable, 0.01, 1.0)?;
        within("most_per_syllable", settings.most_per_syllable, 0.1, 5.0)?;
        within("longest_silence", settings.longest_silence, 0.5, 30.0)?;
        within("longest", settings.longest.unwrap_or(1.0), 1.0, 3_600.0)?;
        let rate = settings.sample_rate.unwrap_or(24_000);
        within("sample_rate", f64::from(rate), 8_000.0, 192_000.0)?;
        if settings.least_per_syllable >= settings.most_per_syllable {
            return Err(
                "`gates.least_per_syllable` must be less than `gates.most_per_syllable`".into(),
            );
        }
        Ok(settings)
    }
}

fn within(name: &str, value: f64, least: f64, most: f64) -> Result<(), String> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(format!(
        "`gates.{name}` is {value}, and must be between {least} and {most}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(table: &str) -> Result<GateSettings, String> {
        toml::from_str::<GatesTable>(table).unwrap().settings()
    }

    #[test]
    fn what_the_file_does_not_say_is_as_usual() {
        assert_eq!(settings(""), Ok(GateSettings::default()));
        let expected = GateSettings {
            longest: Some(81.84),
            sample_rate: Some(32_000),
            ..GateSettings::default()
        };
        assert_eq!(
            settings("longest = 81.84\nsample_rate = 32000"),
            Ok(expected)
        );
    }

    #[test]
    fn a_number_that_makes_no_sense_is_named() {
        let table = [
            (
                "least_per_syllable = 0.0",
                "`gates.least_per_syllable` is 0, and must be between 0.01 and 1",
            ),
            (
                "most_per_syllable = nan",
                "`gates.most_per_syllable` is NaN, and must be between 0.1 and 5",
            ),
            (
                "longest_silence = 0.1",
                "`gates.longest_silence` is 0.1, and must be between 0.5 and 30",
            ),
            (
                "longest = 0.5",
                "`gates.longest` is 0.5, and must be between 1 and 3600",
            ),
            (
                "sample_rate = 44",
                "`gates.sample_rate` is 44, and must be between 8000 and 192000",
            ),
            (
                "least_per_syllable = 0.7",
                "`gates.least_per_syllable` must be less than `gates.most_per_syllable`",
            ),
        ];
        for (text, expected) in table {
            assert_eq!(settings(text), Err(expected.into()), "{text}");
        }
    }
}
