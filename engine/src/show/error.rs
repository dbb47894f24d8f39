//! Cards that are no hand.

use thiserror::Error;

use crate::card::{HeldCard, PlayedCard};

/// Cards that are no hand, or no crib.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HandError {
    /// A hand has four cards.
    #[error("A hand or crib has four cards without the starter, and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    NotFour {
        /// The number that was given.
        given: usize,
    },
    /// A crib has four to six cards.
    #[error(
        "A crib has four cards without the starter, or five or six where as many play, and here {} {given}.",
        if *given == 1 { "is" } else { "are" }
    )]
    CribSize {
        /// The number that was given.
        given: usize,
    },
    /// Nothing is thrown into a crib by these rules.
    #[error("There is no crib in this game: by the rule no_discard nothing is thrown.")]
    NoCrib,
    /// A card is there twice.
    #[error("There is only one {card} in the pack, and here it stands twice.")]
    Duplicate {
        /// The card.
        card: HeldCard,
        /// The place, from 0, at which it stands again.
        place: usize,
    },
    /// The starter is one of the four cards.
    #[error("The starter {card} is also among the four cards, and there is only one in the pack.")]
    StarterInHand {
        /// The card.
        card: HeldCard,
    },
    /// The pack has not so many jokers.
    #[error("{}", if *jokers == 0 { "This game has no jokers." } else { "This game has one joker, JK1." })]
    NoSuchJoker {
        /// The number of jokers in the pack.
        jokers: u8,
        /// The place of the joker, from 0; none for the starter.
        place: Option<usize>,
    },
    /// A joker is declared without its suit, and the suit decides the points.
    #[error("{joker} counts {low} or {high} here, as its suit is: declare the suit too, like {joker}H.")]
    SuitMatters {
        /// The joker, with its rank.
        joker: PlayedCard,
        /// The fewest points, by its suit.
        low: u8,
        /// The most points, by its suit.
        high: u8,
        /// The place of the joker, from 0; none for the starter.
        place: Option<usize>,
    },
}
