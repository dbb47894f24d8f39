//! What can be asked of a game, by whom and when.

use thiserror::Error;

use super::{DealId, GameId, Peg, PegId, Setup, Side, TokenId};
use crate::Time;

/// Something asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// When, and who asks.
    pub stamp: Stamp,
    /// What.
    pub act: Act,
}

/// What can be asked of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// Begin the game.
    Begin(Setup),
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

/// When something is done, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Stamp {
    /// When the service was asked.
    pub at: Time,
    /// Who asked, by the name they give themselves.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true, examples("Ann's phone")))]
    pub by: Option<String>,
    /// What they may do.
    pub role: Role,
    /// The token they asked with; `null` where none was needed.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub token: Option<TokenId>,
}

/// What somebody may do with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum Role {
    /// Keeps the score of the game and its rematches.
    Scorer,
    /// Has joined the night, and keeps the score of the games at its table.
    Phone,
    /// Everything.
    Coordinator,
}

crate::wire::as_word!(Role, "a role", { Scorer => "scorer", Phone => "phone", Coordinator => "coordinator" });

/// The most letters in the name of a side, of a player, or of who asks.
pub const NAME_LENGTH: usize = 100;
/// The most letters in a reason.
pub const REASON_LENGTH: usize = 1000;

/// A name or a reason that is blank or too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("Write 1 to {most} letters here, not {}.", if *given == 0 { "nothing".to_owned() } else { given.to_string() })]
pub struct TextError {
    /// How many letters were given, 0 when there were only spaces.
    pub given: usize,
    /// How many there may be.
    pub most: usize,
}

impl TextError {
    /// Whether a text has 1 to `most` letters that are not all spaces.
    ///
    /// # Errors
    ///
    /// When it has not.
    pub fn check(text: &str, most: usize) -> Result<(), TextError> {
        let given = if text.trim().is_empty() { 0 } else { text.chars().count() };
        if (1..=most).contains(&given) { Ok(()) } else { Err(TextError { given, most }) }
    }
}

impl Stamp {
    /// Whether both were sent by the same name with the same token.
    pub(super) fn same_sender(&self, other: &Stamp) -> bool {
        self.by == other.by && self.token == other.token
    }
}
