//! The commands for a game.

use super::{Metadata, Peg, Side};
use crate::id::{DealId, GameId, PegId};

/// A request to change a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The time and the author.
    pub metadata: Metadata,
    /// The change that is asked for.
    pub action: Action,
}

/// A change that can be asked of a game.
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
        /// The id of the beginning, made by the author.
        deal: DealId,
    },
    /// Take back the beginning of the deal of this number.
    TakeBackDeal {
        /// The number, from 1.
        number: u32,
    },
    /// Enter scores, which replace those of the pegs.
    EnterResult {
        /// A score a side, exactly one of them the target.
        scores: Vec<u8>,
        /// The reason, which a correction must have.
        reason: Option<String>,
    },
    /// Take the result back, so that the pegs count again.
    TakeBackResult,
    /// End the game without a winner.
    Void {
        /// The reason, if there is one to give.
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
    /// Begin the match with another tally, because the result of a game before this one was corrected.
    CarryTally {
        /// The tally of each side before this game.
        tally: Vec<u32>,
    },
}
