//! The replies of players before a night: they come, or they do not.

use std::collections::BTreeMap;

use super::decide::Decision;
use super::{EventKind, Night, Refusal, Status};
use crate::seating;
use crate::{CommandId, Format, PlayerId, Settings};

/// The reply of a player to the question whether they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Reply {
    /// The player.
    pub player: PlayerId,
    /// True if the player comes, false otherwise; `null` takes the reply back.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub coming: Option<bool>,
    /// The id of the command, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// The newest reply of each player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Replies(BTreeMap<PlayerId, bool>);

impl Replies {
    pub fn set(&mut self, reply: &Reply) {
        match reply.coming {
            Some(coming) => self.0.insert(reply.player, coming),
            None => self.0.remove(&reply.player),
        };
    }
}

impl Night {
    pub(super) fn decide_reply(&self, reply: Reply) -> Decision {
        if self.reply(reply.player) == reply.coming {
            return Ok(Vec::new());
        }
        match self.status() {
            Status::Scheduled | Status::Open => Ok(vec![EventKind::Replied(reply)]),
            // The reply of somebody who was forgotten is taken back.
            Status::Cancelled | Status::Finished if reply.coming.is_none() => Ok(vec![EventKind::Replied(reply)]),
            Status::Cancelled => Err(Refusal::NobodyComes),
            Status::Playing | Status::Finished => Err(Refusal::RepliesClosed),
        }
    }

    /// The reply of a player; `None` without one.
    #[must_use]
    pub fn reply(&self, player: PlayerId) -> Option<bool> {
        self.replies.0.get(&player).copied()
    }

    /// The players who have replied, each with the reply.
    pub fn replies(&self) -> impl Iterator<Item = (PlayerId, bool)> {
        self.replies.0.iter().map(|(player, coming)| (*player, *coming))
    }

    /// The sizes of the tables of a round that this number of players would make. A player, or in fixed pairs a pair, who would
    /// sit out has no table. `league` is the league's settings, for a night that has not begun.
    #[must_use]
    pub fn table_sizes(&self, players: usize, league: &Settings) -> Vec<usize> {
        match self.format(league) {
            Format::SinglesRotation => vec![2; players / 2],
            Format::FixedPairs => vec![4; players / 4],
            Format::DoublesMovement => seating::sizes(players).unwrap_or_default(),
        }
    }
}
