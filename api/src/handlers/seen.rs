//! The versions that a client has seen, so that no answer goes back behind them.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use utoipa::IntoParams;

use crate::http::params;
use crate::services::nights::report::Revision;

/// The version of a game that the client has seen.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SeenQuery {
    /// The last `X-Seen` of the game. The answer is never older, whichever server gives it, unless a backup was restored.
    #[serde(default, deserialize_with = "params::optional_number")]
    #[param(value_type = Option<u32>, nullable = false, minimum = 1, maximum = 4_294_967_295_u32, format = Int64, example = 12)]
    seen: Option<u32>,
}

impl SeenQuery {
    /// Returns the version, 0 where none was seen.
    pub fn version(&self) -> u64 {
        self.seen.map_or(0, u64::from)
    }
}

/// The versions of a night and its games that the client has seen.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NightSeenQuery {
    /// The last `X-Seen` of the night. The answer is never older, whichever server gives it, unless a backup was restored.
    #[serde(default, deserialize_with = "revision")]
    #[param(value_type = Option<String>, nullable = false, pattern = "^[0-9]{1,10}\\.[0-9]{1,10}$", example = "12.340")]
    seen: Revision,
}

impl NightSeenQuery {
    /// Returns the versions, zeros where none were seen.
    pub const fn revision(&self) -> Revision {
        self.seen
    }
}

/// Deserializes the `X-Seen` of a night: its version, a full stop, and the sum of the versions of its games.
pub fn revision<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Revision, D::Error> {
    let text = String::deserialize(deserializer)?;
    let is_number = |text: &&str| (1..=10).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    let number = |text: &str| Some(text).filter(is_number).and_then(|text| text.parse().ok());
    let numbers = text.split_once('.').and_then(|(night, games)| Some((number(night)?, number(games)?)));
    let refused = || D::Error::custom(format!("“{text:.21}” is not what the X-Seen of a night tells, such as 12.340."));
    numbers.map(|(night, games)| Revision { night, games }).ok_or_else(refused)
}
