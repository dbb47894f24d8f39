//! The cancellation of a night, and the players who were told of it.

use std::collections::BTreeMap;

use super::decide::{Decision, check_reason};
use super::phase::Phase;
use super::{EventKind, Night, Refusal};
use crate::id::PlayerId;
use pegout_engine::Time;
use pegout_engine::game::Metadata;

/// The cancellation of a night.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cancellation {
    reason: String,
    notified: BTreeMap<PlayerId, Notified>,
}

/// The tick of a player who was told that a night is cancelled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Notified {
    /// The time of the tick.
    pub at: Time,
    /// The name of the person who ticked the player off; `null` if unknown.
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub by: Option<String>,
}

impl Cancellation {
    /// The reason.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// The players who were told, with the tick of each.
    #[must_use]
    pub const fn notified(&self) -> &BTreeMap<PlayerId, Notified> {
        &self.notified
    }

    fn notify(&mut self, player: PlayerId, notified: bool, metadata: &Metadata) {
        if notified {
            self.notified.insert(player, Notified { at: metadata.at, by: metadata.by.clone() });
        } else {
            self.notified.remove(&player);
        }
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
            Phase::Gathering { .. } => Ok(vec![EventKind::Cancelled { reason }]),
        }
    }

    pub(super) fn decide_reinstate(&self) -> Decision {
        Ok(self.cancellation().map(|_| EventKind::Reinstated).into_iter().collect())
    }

    pub(super) fn decide_notify(&self, player: PlayerId, notified: bool) -> Decision {
        let cancellation = self.cancellation().ok_or(Refusal::NotCancelled)?;
        let is_change = cancellation.notified.contains_key(&player) != notified;
        Ok(is_change.then_some(EventKind::Notified { player, notified }).into_iter().collect())
    }

    /// Cancels the night. Another reason leaves the ticks: those players know that nobody plays.
    pub(super) fn cancel(&mut self, reason: &str) {
        let notified = self.cancellation().map(|old| old.notified.clone()).unwrap_or_default();
        self.phase = Phase::Gathering { cancelled: Some(Cancellation { reason: reason.to_owned(), notified }) };
    }

    pub(super) fn notify(&mut self, player: PlayerId, notified: bool, metadata: &Metadata) {
        if let Phase::Gathering { cancelled: Some(cancellation) } = &mut self.phase {
            cancellation.notify(player, notified, metadata);
        }
    }
}
