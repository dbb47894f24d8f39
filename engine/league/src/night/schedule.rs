//! The schedule of a night, its cancellation, and the players who were notified of the cancellation.

use std::collections::BTreeMap;

use super::decide::{Decision, check_reason};
use super::phase::Phase;
use super::{EventKind, Night, Refusal};
use crate::{Card, Date, Format, NightId, PlayerId, SeasonId, StartTime};
use pegout_engine::Time;
use pegout_engine::game::Metadata;

/// The schedule of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightSchedule))]
pub struct Schedule {
    /// The night.
    pub night: NightId,
    /// The day.
    pub date: Date,
    /// The hour when it starts.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starts_at: StartTime,
    /// The hour when it ends; `null` if unknown.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub ends_at: Option<StartTime>,
    /// The season it belongs to; `null` without a season.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub season: Option<SeasonId>,
    /// The number of rounds; `null`: as many as the league's nights have.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 20))]
    pub games_per_night: Option<u16>,
    /// The format; left out for the format of the league's nights.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub format: Option<Format>,
    /// The numbers that order its cards; left out for the card of the league's nights.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub card: Option<Card>,
}

/// The changes of a night's schedule. Fields that are left out or `null` do not change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(as = NightChange))]
pub struct Change {
    /// The day.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub date: Option<Date>,
    /// The hour when it starts.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starts_at: Option<StartTime>,
    /// The hour when it ends. `null` makes it unknown; left out, it does not change.
    #[cfg_attr(
        feature = "serde",
        serde(skip_serializing_if = "Option::is_none", deserialize_with = "deserialize_given")
    )]
    #[cfg_attr(feature = "utoipa", schema(value_type = Option<StartTime>))]
    pub ends_at: Option<Option<StartTime>>,
    /// The number of rounds.
    #[cfg_attr(feature = "utoipa", schema(required = true, minimum = 1, maximum = 20))]
    pub games_per_night: Option<u16>,
    /// The format.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub format: Option<Format>,
    /// The numbers that order its cards.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub card: Option<Card>,
}

/// Reads a field that is present. Its `null` is a value.
#[cfg(feature = "serde")]
fn deserialize_given<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Option<StartTime>>, D::Error> {
    serde::Deserialize::deserialize(deserializer).map(Some)
}

impl Schedule {
    /// A night at the usual hour with the usual number of rounds, in no season.
    #[must_use]
    pub fn new(night: NightId, date: Date) -> Schedule {
        Schedule {
            night,
            date,
            starts_at: StartTime::default(),
            ends_at: None,
            season: None,
            games_per_night: None,
            format: None,
            card: None,
        }
    }

    pub(super) fn change(&mut self, change: &Change) {
        self.date = change.date.unwrap_or(self.date);
        self.starts_at = change.starts_at.unwrap_or(self.starts_at);
        self.ends_at = change.ends_at.unwrap_or(self.ends_at);
        self.games_per_night = change.games_per_night.or(self.games_per_night);
        self.format = change.format.or(self.format);
        self.card = change.card.or(self.card);
    }
}

/// The cancellation of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cancellation {
    reason: String,
    fee: Option<u32>,
    notified: BTreeMap<PlayerId, Notified>,
}

/// The note that a player was notified of the cancellation of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Notified {
    /// The time of the note.
    pub at: Time,
    /// The name of the person who made the note; `null` if unknown.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub by: Option<String>,
}

impl Cancellation {
    pub(super) fn new(reason: &str) -> Cancellation {
        Cancellation { reason: reason.to_owned(), fee: None, notified: BTreeMap::new() }
    }

    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The fee that goes back to each player who has paid it, in cents; `None` if hand-outs are assumed.
    #[must_use]
    pub const fn fee(&self) -> Option<u32> {
        self.fee
    }

    /// The notified players, with the note of each.
    #[must_use]
    pub const fn notified(&self) -> &BTreeMap<PlayerId, Notified> {
        &self.notified
    }
}

impl Night {
    /// The cancellation; `None` unless the night is cancelled.
    #[must_use]
    pub const fn cancellation(&self) -> Option<&Cancellation> {
        if let Phase::Gathering { cancelled } = &self.phase { cancelled.as_ref() } else { None }
    }

    pub(super) fn decide_cancel(&self, reason: String) -> Decision {
        check_reason(&reason)?;
        match &self.phase {
            Phase::Playing(_) => Err(Refusal::Playing),
            Phase::Finished(..) => Err(Refusal::Finished),
            Phase::Gathering { cancelled: Some(cancelled) } if cancelled.reason == reason => Ok(Vec::new()),
            Phase::Gathering { .. } => Ok(vec![EventKind::Cancelled { reason, fee: None }]),
        }
    }

    pub(super) fn decide_reinstate(&self) -> Decision {
        if self.is_removed() {
            return Err(Refusal::TakenBackWithImport);
        }
        Ok(self.cancellation().map(|_| EventKind::Reinstated).into_iter().collect())
    }

    pub(super) fn decide_notify(&self, player: PlayerId, notified: bool) -> Decision {
        let cancellation = self.cancellation().ok_or(Refusal::NotCancelled)?;
        let is_change = cancellation.notified.contains_key(&player) != notified;
        Ok(is_change.then_some(EventKind::Notified { player, notified }).into_iter().collect())
    }

    /// Cancels the night. A new reason keeps the notes: the notified players know that nobody plays.
    pub(super) fn cancel(&mut self, reason: &str, fee: Option<u32>) {
        let notified = self.cancellation().map(|old| old.notified.clone()).unwrap_or_default();
        self.phase = Phase::Gathering { cancelled: Some(Cancellation { reason: reason.to_owned(), fee, notified }) };
    }

    pub(super) fn notify(&mut self, player: PlayerId, notified: bool, metadata: &Metadata) {
        let Phase::Gathering { cancelled: Some(cancellation) } = &mut self.phase else { return };
        if notified {
            cancellation.notified.insert(player, Notified { at: metadata.at, by: metadata.by.clone() });
        } else {
            cancellation.notified.remove(&player);
        }
    }
}
