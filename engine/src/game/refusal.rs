//! The refusals of a game. Nothing changes by them.

use thiserror::Error;

use super::{PegError, PegFor, ResultError, SetupError, TextError};
use crate::id::{AmendmentId, ChangeId, ConfirmationId, GameId, PegId};
use crate::rules::FirstDeal;

/// A reason why a game refuses a command, in a sentence for players.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The setup of the game is not valid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The name of the author is not valid.
    #[error("The name in “by” is not valid. {0}")]
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
    /// The peg's id belongs to another peg, or to a peg with another token.
    #[error("The peg {peg} was pegged already, and not like this.")]
    PegIdTaken {
        /// The peg.
        peg: PegId,
    },
    /// The id belongs to another amendment, or to an amendment with another token.
    #[error("The amendment {amendment} was sent already, and not like this.")]
    AmendmentIdTaken {
        /// The amendment.
        amendment: AmendmentId,
    },
    /// A peg that was taken back cannot be amended.
    #[error("The peg {peg} was taken back, so it cannot be changed. Peg the points again, with a new id.")]
    PegTakenBack {
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
    /// Another phone has entered another result.
    #[error("Another result was entered already, and {winner} won. Contest it, and give the scores that you have.")]
    OtherResult {
        /// The name of the side that won.
        winner: String,
    },
    /// No result was entered that a side could confirm or contest.
    #[error("There is no result to confirm or to contest: none was entered, or it was taken back.")]
    NoResult,
    /// The phone that entered a result does not confirm it as well.
    #[error("This phone has entered the result itself. Another phone at the table confirms or contests it.")]
    OwnResult,
    /// The coordinator plays for no side.
    #[error("Only the phones at the table confirm or contest a result. The coordinator corrects it.")]
    NotAtTheTable,
    /// There is no such side.
    #[error("There is no side {given}: the sides are numbered 0 to {}.", sides - 1)]
    NoSuchSide {
        /// The side that was named.
        given: u8,
        /// The number of sides.
        sides: usize,
    },
    /// The id belongs to another confirmation, or to a confirmation with another token.
    #[error("The confirmation {confirmation} was sent already, and not like this.")]
    ConfirmationIdTaken {
        /// The confirmation.
        confirmation: ConfirmationId,
    },
    /// The id belongs to another change, or to a change with another token.
    #[error("The change {change} was sent already, and not like this.")]
    ChangeIdTaken {
        /// The change.
        change: ChangeId,
    },
    /// At a league night sides are named after their players.
    #[error("At a league night the names are those of the players: they are changed on the coordinator's page.")]
    LeagueNames,
    /// A change of names has a part for each side.
    #[error("{sides} sides play, so there must be {sides} changes of names, and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    SideChanges {
        /// The number that was given.
        given: usize,
        /// The number of sides.
        sides: usize,
    },
    /// A change of names leaves the seats as they are.
    #[error("Side {side} has {players} {}, and here {} {given}.", if *players == 1 { "player" } else { "players" }, if *given == 1 { "is" } else { "are" })]
    PlayerNames {
        /// The side, from 0.
        side: usize,
        /// The number of names that were given.
        given: usize,
        /// The number of players.
        players: usize,
    },
    /// The first dealer is the dealer of the first deal.
    #[error("The second deal has begun, so the first dealer stays. Take that deal back first.")]
    SecondDealBegun,
    /// Points for this reason may not win the game.
    #[error("{side} cannot end the game by this: in this game {earned_by} does not take anybody to {target}.")]
    MayNotWin {
        /// The name of the side.
        side: String,
        /// The reason for the points.
        earned_by: PegFor,
        /// The game hole.
        target: u8,
    },
    /// The rules do not give these points to a side one point short of the target.
    #[error("{side} is on {hole}: in this game the points for {earned_by} are not pegged from there.")]
    StinkHole {
        /// The name of the side.
        side: String,
        /// The reason for the points. One point in the play counts as a go.
        earned_by: PegFor,
        /// The hole before the game hole.
        hole: u8,
    },
    /// There is no such player.
    #[error("There is no player {given} on this side: its players are numbered 0 to {}.", players - 1)]
    NoSuchPlayer {
        /// The player that was named.
        given: u8,
        /// The number of players of the side.
        players: usize,
    },
    /// The game has as many events as it may have.
    #[error("This game has changed {changes} times, and takes no more changes. Begin a new game.")]
    TooManyEvents {
        /// The number of its changes.
        changes: u64,
    },
    /// A result is in force, so pegs and deals are not taken back.
    #[error("A result was entered, and it overrides the pegs and deals. Take the result back first.")]
    ResultInForce,
    /// Only the coordinator may do this.
    #[error("Only the coordinator can {action}.")]
    CoordinatorOnly {
        /// The action that needs the coordinator.
        action: &'static str,
    },
    /// A correction says why.
    #[error("This game has ended. Give the reason for the new result.")]
    ReasonMissing,
    /// The id belongs to the beginning of another deal, or to a beginning with another token.
    #[error("This id began deal {number} already, or came from somebody else.")]
    DealIdTaken {
        /// The deal that it began.
        number: u32,
    },
    /// The deal is not the next deal.
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
    /// The rematch has begun with a different first dealer, or with another token.
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
    /// The round of the game is closed, so its phones can no longer change the game.
    #[error("Round {round} is over: only the coordinator can still correct its games.")]
    RoundClosed {
        /// The round.
        round: u16,
    },
    /// The draw of the round was taken back, so its games no longer belong to the night.
    #[error("The draw of round {round} was taken back, so this game does not count and changes no more.")]
    RoundTakenBack {
        /// The round.
        round: u16,
    },
    /// The night is over.
    #[error("The night is finished, so no game of it is called off or brought back. Reopen the night first.")]
    NightFinished,
    /// The round of the game is closed. A correction takes a reason, which taking back does not give.
    #[error(
        "The round is over, so what the game came to is not taken back. Enter the right result, with a reason, instead."
    )]
    ClosedResult,
    /// Only a rematch goes on with a tally.
    #[error("This game is not a rematch: its match begins with this game.")]
    NotARematch,
}
