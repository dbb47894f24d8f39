//! What can be asked of a game, by whom and when.

use super::{Metadata, Peg, Side};
use crate::id::{DealId, GameId, PegId};

/// Something asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// When, and who asks.
    pub metadata: Metadata,
    /// What.
    pub action: Action,
}

/// What can be asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Peg points.
    Peg(Peg),
    /// Take a peg back.
    TakeBackPeg(PegId),
    /// Begin the deal of this number; the first begins with the game.
    BeginDeal {
        /// The number, from 1.
        number: u32,
        /// Made by who asks.
        deal: DealId,
    },
    /// Take back the beginning of the deal of this number.
    TakeBackDeal {
        /// The number, from 1.
        number: u32,
    },
    /// Let these scores stand over the pegs.
    EnterResult {
        /// A score a side, exactly one of them the target.
        scores: Vec<u8>,
        /// Why, which a correction must say.
        reason: Option<String>,
    },
    /// Let the pegs count again.
    TakeBackResult,
    /// End the game without a winner.
    Void {
        /// Why, where there is something to say.
        reason: Option<String>,
    },
    /// Let another game go on with the match. [`Game::rematch`](super::Game::rematch) says how that one begins.
    BeginRematch {
        /// The other game.
        game: GameId,
        /// The seat of its first dealer, where the rules ask for a cut.
        first_dealer: Option<u8>,
    },
    /// Let other players sit at the table, because seats were swapped before the first peg.
    Reseat {
        /// The sides, as many as there are and of the same sizes.
        sides: Vec<Side>,
    },
    /// Begin the match with another tally, because a game before this one ended otherwise than it had.
    CarryTally {
        /// What each side had before this game.
        tally: Vec<u32>,
    },
}
