//! Profiles: what a track is for.
//!
//! Never changes what is spoken: only silence, and what is measured.

use serde::{Deserialize, Serialize};

use crate::speech::Pauses;

/// Seconds before the first word that audiobook shops ask for: 0.5 to 1.
const ACX_HEAD: f64 = 0.75;

/// Seconds after the last: 1 to 5.
const ACX_TAIL: f64 = 3.0;

/// What tracks are made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// To be listened to: pauses are silence.
    #[default]
    Plain,
    /// For shops with the rules of ACX (Audible): room tone, head and tail, and figures in the report.
    Acx,
}

impl Profile {
    /// The pauses of a narrator as the profile asks for them.
    #[must_use]
    pub fn paced(self, pauses: Pauses) -> Pauses {
        match self {
            Self::Plain => pauses,
            Self::Acx => Pauses {
                head: ACX_HEAD,
                tail: ACX_TAIL,
                ..pauses
            },
        }
    }

    /// Its name, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Acx => "acx",
        }
    }

    /// Whether pauses hold the noise of a quiet room.
    pub fn has_room_tone(self) -> bool {
        self == Self::Acx
    }
}
