//! The cards that the players still have, and sets of players.

use super::MAX_PLAYERS;
use crate::card::{HeldCard, HeldCardSet};

/// The cards that the players still have. The hands of missing players are empty.
#[derive(Clone, Debug)]
pub(super) enum Hands {
    /// The hands are known.
    Known([HeldCardSet; MAX_PLAYERS]),
    /// The hands are not known, only the number of cards left in each.
    Unknown {
        /// The number of cards left in each hand.
        left: [u8; MAX_PLAYERS],
    },
}

impl Hands {
    pub(super) const fn are_known(&self) -> bool {
        matches!(self, Hands::Known(_))
    }

    pub(super) fn are_empty(&self) -> bool {
        match self {
            Hands::Known(hands) => hands.iter().all(|hand| hand.is_empty()),
            Hands::Unknown { left } => *left == [0; MAX_PLAYERS],
        }
    }

    pub(super) const fn has_cards(&self, player: u8) -> bool {
        match self {
            Hands::Known(hands) => !hands[player as usize].is_empty(),
            Hands::Unknown { left } => left[player as usize] > 0,
        }
    }

    /// The player's cards of at most this value; `None` when the hands are not known.
    pub(super) const fn playable(&self, player: u8, value: u8) -> Option<HeldCardSet> {
        match self {
            Hands::Known(hands) => Some(hands[player as usize].up_to(value)),
            Hands::Unknown { .. } => None,
        }
    }

    /// Takes a card that the player plays.
    pub(super) const fn take(&mut self, player: u8, card: HeldCard) {
        match self {
            Hands::Known(hands) => {
                hands[player as usize].remove(card);
            }
            Hands::Unknown { left } => left[player as usize] -= 1,
        }
    }
}

/// Some of the players, a bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerSet(u8);

impl PlayerSet {
    pub(super) const fn add(&mut self, player: u8) {
        self.0 |= 1 << player;
    }

    pub(super) const fn contain(self, player: u8) -> bool {
        self.0 >> player & 1 == 1
    }
}
