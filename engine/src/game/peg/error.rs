//! Pegs that are never allowed.

use thiserror::Error;

use super::{PegFor, Points};
use crate::card::{Card, PlayedCard};
use crate::show::HandError;

/// A peg that is never allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PegError {
    /// There is no such side.
    #[error("There is no side {given}: the sides are numbered 0 to {}.", sides - 1)]
    Side {
        /// The side that was named.
        given: u8,
        /// The number of sides.
        sides: usize,
    },
    /// Muggins is not played here.
    #[error("Muggins is not played in this game: points that somebody missed stay missed.")]
    Muggins,
    /// So many points cannot be earned for this reason.
    #[error("{given} cannot be pegged for {earned_by}, only {possible}.{}", if *given == 0 { " A hand or crib without points is pegged as 0 for hand or crib." } else { "" })]
    Points {
        /// The points.
        given: u8,
        /// The reason for the points.
        earned_by: PegFor,
        /// The numbers of points that can be.
        possible: Points,
    },
    /// Nothing is thrown into a crib by these rules.
    #[error("There is no crib in this game.")]
    NoCrib,
    /// The crib of such a game has another number of cards.
    #[error(
        "The crib has {needed} cards in this game without the starter, and here {} {given}.",
        if *given == 1 { "is" } else { "are" }
    )]
    Size {
        /// The number that was given.
        given: usize,
        /// The number that it has.
        needed: usize,
    },
    /// A joker is pegged with the card that it was declared to be.
    #[error("{joker} is pegged as it was declared, with rank and suit, like JK1=5H.")]
    Undeclared {
        /// The joker.
        joker: PlayedCard,
    },
    /// The pack has not so many jokers.
    #[error("{}", if *jokers == 0 { "This game has no jokers." } else { "This game has one joker, JK1." })]
    NoSuchJoker {
        /// The number of jokers in the pack.
        jokers: u8,
    },
    /// His heels is a jack.
    #[error("His heels is a jack, and the starter {starter} is none.")]
    NoJack {
        /// The starter.
        starter: Card,
    },
    /// A starter without the cards that it counts with.
    #[error("A starter alone says nothing: give the four cards of the hand or crib with it.")]
    Starter,
    /// Only a hand and the crib are counted from their cards.
    #[error("Cards go with a hand or the crib, not with {earned_by}.")]
    Cards {
        /// The reason for the points.
        earned_by: PegFor,
    },
    /// The cards are no hand.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// The cards score something else.
    #[error("These cards count {counted}, not {given}.")]
    Counted {
        /// The points that were to be pegged.
        given: u8,
        /// The points of the cards.
        counted: u8,
    },
}
