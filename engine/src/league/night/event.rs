//! What has happened in a night: the record that is stored.
//!
//! A log that was once written must load in every later version: a field that is added here has a default, the one
//! by which nights went before, and a field that is not known is passed over. Settings and rules alone are strict, as a
//! game's rules are.

use super::{Change, Entry, FiftyFifty, Finish, Schedule};
use crate::game::Metadata;
use crate::id::PlayerId;
use crate::league::{Round, Settings};

/// Something that has happened in a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = NightEvent))]
pub struct Event {
    /// When, and who did it.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub metadata: Metadata,
    /// What.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub kind: EventKind,
}

/// What can happen in a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "utoipa", schema(as = NightHappening))]
pub enum EventKind {
    /// The night was scheduled.
    Scheduled(Schedule),
    /// Its day, its hour or its number of rounds was changed.
    Changed(Change),
    /// It was cancelled.
    Cancelled {
        /// Why.
        reason: String,
    },
    /// It was to take place after all.
    Reinstated,
    /// A player was checked in, or something else was noted of them: this is how they stand now.
    Entered(Entry),
    /// A player was withdrawn.
    Withdrawn {
        /// The player.
        player: PlayerId,
    },
    /// The night took what the league had set.
    SettingsTaken {
        /// What that was.
        settings: Settings,
    },
    /// A round was drawn, or everybody moved on to it.
    RoundDrawn(Round),
    /// Two players swapped their seats.
    Swapped {
        /// The round.
        round: u16,
        /// The two.
        #[cfg_attr(feature = "utoipa", schema(value_type = Vec<PlayerId>, min_items = 2, max_items = 2))]
        players: [PlayerId; 2],
    },
    /// The winner of the 50/50 was drawn.
    FiftyFiftyDrawn(FiftyFifty),
    /// The draw of the 50/50 was voided.
    FiftyFiftyVoided {
        /// Why.
        reason: String,
    },
    /// The night was finished.
    Finished(Finish),
}
