//! The refusals of a game. Nothing changes by them.

use thiserror::Error;

use super::{PegError, PegFor, ResultError, SetupError, TextError};
use crate::id::{GameId, PegId};
use crate::rules::FirstDeal;

/// A reason why a game refuses a command, in a sentence for players.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A game cannot begin so.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The name of the author is not valid.
    #[error("The name of who does this does not do. {0}")]
    InvalidName(TextError),
    /// The peg is never allowed.
    #[error(transparent)]
    Peg(#[from] PegError),
    /// No game ends with these scores.
    #[error(transparent)]
    Result(#[from] ResultError),
    /// The reason is not valid.
    #[error("The reason does not do. {0}")]
    InvalidReason(TextError),
    /// The game's id belongs to a game that began in another way, or by another token.
    #[error("The game {game} has begun already, and not in this way.")]
    GameIdTaken {
        /// The game.
        game: GameId,
    },
    /// The peg's id belongs to another peg, or to one that came with another token.
    #[error("The peg {peg} was pegged already, and not like this.")]
    PegIdTaken {
        /// The peg.
        peg: PegId,
    },
    /// There is no such peg.
    #[error("There is no peg {peg} in this game.")]
    NoSuchPeg {
        /// The peg.
        peg: PegId,
    },
    /// The game is won.
    #[error("The game is over: {winner} won.")]
    GameOver {
        /// The name of the side that won.
        winner: String,
    },
    /// The game was ended without a winner.
    #[error("The game was called off: nobody wins it.")]
    GameVoid,
    /// The rules forbid to win by this.
    #[error("{side} cannot win by this: in this game {earned_by} does not take anybody to {target}.")]
    MayNotWin {
        /// The name of the side.
        side: String,
        /// The reason for the points.
        earned_by: PegFor,
        /// The game hole.
        target: u8,
    },
    /// The game has as many events as it may have.
    #[error("This game has changed {changes} times, and takes no more: begin another.")]
    TooManyEvents {
        /// The number of its changes.
        changes: u64,
    },
    /// A result is in force, so pegs and deals are not taken back.
    #[error("A result was entered, and it stands over the pegs and deals. Take the result back first.")]
    ResultInForce,
    /// Only the coordinator may do this.
    #[error("Only the coordinator can {action}.")]
    CoordinatorOnly {
        /// The action that others may not do.
        action: &'static str,
    },
    /// A correction says why.
    #[error("The game has ended already: say why its result is to be another.")]
    ReasonMissing,
    /// The id belongs to the beginning of another deal, or to one that came with another token.
    #[error("This id began deal {number} already, or came from somebody else.")]
    DealIdTaken {
        /// The deal that it began.
        number: u32,
    },
    /// Deals begin one after the other.
    #[error("Deal {given} cannot begin: the next is deal {next}.")]
    DealNotNext {
        /// The deal that was to begin.
        given: u32,
        /// The deal that can.
        next: u32,
    },
    /// Only the newest deal can be taken back, and the first begins with the game.
    #[error("Deal {given} cannot be taken back: {}.", if *newest == 1 { "the first deal begins with the game".to_owned() } else { format!("the newest is deal {newest}") })]
    DealNotNewest {
        /// The deal that was to be taken back.
        given: u32,
        /// The newest deal.
        newest: u32,
    },
    /// There is no such deal.
    #[error("There is no deal {given} in this game.")]
    NoSuchDeal {
        /// The number that was given.
        given: u32,
    },
    /// A rematch comes after a game that was won.
    #[error("There is no rematch yet: nobody has won this game.")]
    NotWon,
    /// At a league night the next round follows.
    #[error("A game of a league night has no rematch: the next round follows.")]
    LeagueGame,
    /// The game has a rematch.
    #[error("This game has its rematch already: {rematch}.")]
    RematchExists {
        /// The rematch.
        rematch: GameId,
    },
    /// The rematch has begun with another first dealer, or by another token.
    #[error("The rematch {rematch} has begun already, and not in this way.")]
    RematchIdTaken {
        /// The rematch.
        rematch: GameId,
    },
    /// The first dealer is cut for, so the request must name the seat.
    #[error("The first dealer is cut for: say which seat cut the lowest card.")]
    FirstDealerMissing,
    /// The rules decide who deals first.
    #[error("The first dealer is not chosen here: the rule first_deal is {rule}.")]
    FirstDealerByRule {
        /// The rule.
        rule: FirstDeal,
    },
    /// The match has as high a tally as it may have.
    #[error("This match has come to {sum} in its tally, and goes no further: begin a game with its own sides.")]
    MatchTooLong {
        /// The sum of the tally's numbers.
        sum: u32,
    },
    /// The round of the game is closed, so its phones change nothing any more.
    #[error("Round {round} is over: only the coordinator can still correct its games.")]
    RoundClosed {
        /// The round.
        round: u16,
    },
    /// The round of the game is closed. A correction takes a reason, which taking back does not give.
    #[error(
        "The round is over, so what the game came to is not taken back. Enter the right result, with a reason, instead."
    )]
    ClosedResult,
    /// Only a rematch goes on with a tally.
    #[error("This game is no rematch, so its match begins with it.")]
    NotARematch,
}
