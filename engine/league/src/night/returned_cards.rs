//! The scorecards of paper that players have handed in at the end of a night.

use std::collections::BTreeSet;

use super::decide::Decision;
use super::{EventKind, Night, Refusal};
use crate::{CommandId, PlayerId, Settings};

/// A scorecard that was handed in, or was not after all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct ReturnedCard {
    /// The player.
    pub player: PlayerId,
    /// True if the card was handed in.
    pub returned: bool,
    /// The id of the command, if it had one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false))]
    pub id: Option<CommandId>,
}

/// The players whose cards were handed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ReturnedCards(BTreeSet<PlayerId>);

impl ReturnedCards {
    pub fn set(&mut self, card: &ReturnedCard) {
        if card.returned {
            self.0.insert(card.player);
        } else {
            self.0.remove(&card.player);
        }
    }

    /// Returns true if no card was handed in.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Night {
    pub(super) fn decide_returned(&self, card: ReturnedCard, league: &Settings) -> Decision {
        if !self.has_played(card.player) {
            return Err(Refusal::NoCard { player: card.player });
        }
        if self.has_returned(card.player, league) == card.returned {
            return Ok(Vec::new());
        }
        if card.returned {
            return Ok(vec![EventKind::CardReturned(card)]);
        }
        // The partner may have handed in the card of a pair.
        let handed_in = self.owners(card.player, league).into_iter().filter(|player| self.returned.0.contains(player));
        Ok(handed_in.map(|player| EventKind::CardReturned(ReturnedCard { player, ..card })).collect())
    }

    /// Returns true if the card of a player was handed in, by the player or by a partner with the same card.
    #[must_use]
    pub fn has_returned(&self, player: PlayerId, league: &Settings) -> bool {
        self.owners(player, league).iter().any(|owner| self.returned.0.contains(owner))
    }

    /// The players who have or had the card of this player.
    pub(super) fn owners(&self, player: PlayerId, league: &Settings) -> Vec<PlayerId> {
        self.players_ever_of(self.unit_of(player, self.format(league)))
    }
}
