//! The pegs that are allowed.

mod amendment;
mod points;

pub use amendment::{AmendedPeg, Amendment};
pub use points::{PegFor, Points};

use thiserror::Error;

use crate::card::{Card, PlayedCard, Rank};
use crate::id::{DeviceId, PegId};
use crate::rules::Rules;
use crate::show::{AnyHand, HandError};
use crate::time::Time;

/// Points that a side pegs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Peg {
    /// The peg.
    pub id: PegId,
    /// The side that pegs, from 0.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 2))]
    pub side: u8,
    /// The player of the side who earned the points, from 0 in the order of its players; left out if nobody said.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 0, maximum = 2))]
    pub player: Option<u8>,
    /// The points; which numbers are possible depends on the reason, the rules and the number of players.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 83))]
    pub points: u8,
    /// The reason for the points.
    #[cfg_attr(feature = "serde", serde(rename = "for", default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub earned_by: PegFor,
    /// The four cards of the hand or crib, if they were given; the crib of five or six players has as many. Jokers are
    /// declared.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cards: Option<Vec<PlayedCard>>,
    /// The starter, if it was given.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starter: Option<PlayedCard>,
    /// The time when it was tapped, by the phone's clock.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "crate::time::deserialize_logged"))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub tapped_at: Option<Time>,
    /// The number of the deal that the phone showed at the tap; left out if it sent no number. Hints need it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(nullable = false, minimum = 1))]
    pub deal: Option<u32>,
    /// The device of the tap. It serves the hints alone and is not part of answers.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(feature = "utoipa", schema(ignore))]
    pub device: Option<DeviceId>,
}

impl Peg {
    /// Returns true if the other peg repeats this one. The deal and the device are not compared: a client may have lost
    /// both before a repeat.
    pub(super) fn is_repeated_by(&self, other: &Peg) -> bool {
        *self == Peg { deal: self.deal, device: self.device, ..other.clone() }
    }

    /// Checks the peg for a game with this number of sides and of players.
    pub(super) fn check(&self, sides: usize, players: usize, rules: &Rules) -> Result<(), PegError> {
        let &Peg { side, points: given, earned_by, starter, .. } = self;
        if usize::from(side) >= sides {
            return Err(PegError::Side { given: side, sides });
        }
        if !earned_by.is_played(rules) {
            return Err(if earned_by == PegFor::Crib { PegError::NoCrib } else { PegError::Muggins });
        }
        let possible = earned_by.points(rules, players);
        if !possible.contains(given) {
            return Err(PegError::Points { given, earned_by, possible });
        }
        match (&self.cards, starter, earned_by) {
            (None, None, _) => Ok(()),
            (None, Some(starter), PegFor::Heels) => check_heels(starter, rules),
            (None, Some(_), _) => Err(PegError::Starter),
            (Some(cards), _, PegFor::Hand | PegFor::Crib) => {
                let crib = earned_by == PegFor::Crib;
                let needed = players.max(4);
                if crib && cards.len() != needed {
                    return Err(PegError::Size { given: cards.len(), needed });
                }
                if let Some(joker) = cards.iter().chain(&starter).find(|card| card.card().is_none()) {
                    return Err(PegError::Undeclared { joker: *joker });
                }
                let counted = AnyHand::new(cards, starter, crib, rules)?.total();
                if counted == given { Ok(()) } else { Err(PegError::Counted { given, counted }) }
            }
            (Some(_), _, _) => Err(PegError::Cards { earned_by }),
        }
    }
}

/// Checks that the starter for his heels is a jack, or a joker with any declaration.
fn check_heels(starter: PlayedCard, rules: &Rules) -> Result<(), PegError> {
    match starter {
        PlayedCard::Joker(joker, _) if joker as u8 <= rules.jokers => Ok(()),
        PlayedCard::Joker(..) => Err(PegError::NoSuchJoker { jokers: rules.jokers }),
        PlayedCard::Card(card) if card.rank() == Rank::Jack => Ok(()),
        PlayedCard::Card(starter) => Err(PegError::NoJack { starter }),
    }
}

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
    /// The points are not possible for this reason.
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
    /// The crib of this game has a different number of cards.
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
    /// The pack has fewer jokers.
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
    /// The cards do not form a hand.
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
