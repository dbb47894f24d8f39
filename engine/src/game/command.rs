//! The commands for a game.

use super::{Amendment, Confirmation, DetailsChange, FinalScores, Metadata, Peg, RematchRequest, Side};
use crate::id::{CommandId, DealId, DeviceId, PegId};

/// A request to change a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The time and the author.
    pub metadata: Metadata,
    /// The requested change.
    pub action: Action,
}

/// A change that can be asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Peg points.
    Peg(Peg),
    /// Give a peg other values.
    AmendPeg(Amendment),
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
        /// The id of the beginning: another beginning stays. `None`: any beginning.
        deal: Option<DealId>,
    },
    /// Enter scores, which replace the scores of the pegs.
    EnterResult {
        /// The scores, exactly one of them the target.
        scores: FinalScores,
        /// The reason, which a correction must have.
        reason: Option<String>,
        /// The phone.
        device: Option<DeviceId>,
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Take the result back, so that the pegs count again.
    TakeBackResult {
        /// The id of the command that entered it; `None` for any result.
        result: Option<CommandId>,
    },
    /// Confirm or contest the result for a side.
    Confirm(Confirmation),
    /// Change names or the first dealer.
    Change(DetailsChange),
    /// End the game without a winner.
    Void {
        /// The reason, if there is a reason.
        reason: Option<String>,
        /// The id of the command: a repeat with it has no effect.
        id: Option<CommandId>,
    },
    /// Bring a game back that was called off, as it was before.
    TakeBackVoid {
        /// The id of the void: another void stays. `None`: any void.
        void: Option<CommandId>,
    },
    /// Begin the next game of the match, with the setup of [`Game::rematch`](super::Game::rematch).
    BeginRematch(RematchRequest),
    /// Let other players sit at the table.
    Reseat {
        /// The new sides. Only before a league game begins may their number and sizes differ.
        sides: Vec<Side>,
    },
    /// Change the match's tally before this game, because the result of an earlier game was corrected.
    CarryTally {
        /// The tally of each side before this game.
        tally: Vec<u32>,
    },
}
