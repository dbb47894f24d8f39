//! The schedule of a night.

use crate::id::{NightId, SeasonId};
use crate::{Date, StartTime};

/// The schedule of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = NightSchedule))]
pub struct Schedule {
    /// The night.
    pub night: NightId,
    /// The day.
    pub date: Date,
    /// The hour when it starts.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starts_at: StartTime,
    /// The hour when it ends; `null` where nobody has said.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub ends_at: Option<StartTime>,
    /// The season it belongs to; `null` where it belongs to none.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub season: Option<SeasonId>,
    /// The number of rounds; `null`: as many as the league's nights have.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 20))]
    pub games_per_night: Option<u16>,
}

/// The changes of a night's schedule. Fields that are left out or `null` do not change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = NightChange))]
pub struct Change {
    /// The day.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub date: Option<Date>,
    /// The hour when it starts.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starts_at: Option<StartTime>,
    /// The hour when it ends. `null`: nobody says any more when; left out, it does not change.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_given")
    )]
    #[cfg_attr(feature = "utoipa", schema(value_type = Option<StartTime>))]
    pub ends_at: Option<Option<StartTime>>,
    /// The number of rounds.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 20))]
    pub games_per_night: Option<u16>,
}

/// Reads a field that is there; its `null` is a value.
#[cfg(feature = "serde")]
fn deserialize_given<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<StartTime>>, D::Error> {
    serde::Deserialize::deserialize(deserializer).map(Some)
}

impl Schedule {
    /// A night at the usual hour with the usual number of rounds, in no season.
    #[must_use]
    pub fn new(night: NightId, date: Date) -> Schedule {
        Schedule { night, date, starts_at: StartTime::default(), ends_at: None, season: None, games_per_night: None }
    }

    pub(super) fn change(&mut self, change: &Change) {
        self.date = change.date.unwrap_or(self.date);
        self.starts_at = change.starts_at.unwrap_or(self.starts_at);
        self.ends_at = change.ends_at.unwrap_or(self.ends_at);
        self.games_per_night = change.games_per_night.or(self.games_per_night);
    }
}
