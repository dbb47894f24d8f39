//! The pegs that are allowed.

use thiserror::Error;

use crate::card::{Card, Rank};
use crate::id::PegId;
use crate::rules::Rules;
use crate::show::{Hand, HandError};
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
    /// The points, 1 to 29; some numbers are possible only for some reasons.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 29))]
    pub points: u8,
    /// The reason for the points.
    #[cfg_attr(feature = "serde", serde(rename = "for", default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub earned_by: PegFor,
    /// The four cards of the hand or crib, if they were given.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub cards: Option<Vec<Card>>,
    /// The starter, if it was given.
    #[cfg_attr(feature = "serde", serde(default))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub starter: Option<Card>,
    /// The time when it was tapped, by the phone's clock.
    #[cfg_attr(feature = "serde", serde(default, deserialize_with = "crate::time::deserialize_logged"))]
    #[cfg_attr(feature = "utoipa", schema(required = true))]
    pub tapped_at: Option<Time>,
}

/// The reason for which points are pegged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema), schema(rename_all = "snake_case"))]
pub enum PegFor {
    /// A card in the play: 1 to 14, thirty-one included.
    Play,
    /// A go, or the last card: 1.
    Go,
    /// A jack as starter: 2, to the dealer.
    Heels,
    /// A hand in the show: 1 to 18, 20 to 24, 28 or 29.
    Hand,
    /// The crib: as a hand.
    Crib,
    /// Points that an opponent missed, under the rule `muggins`: 1 to 29.
    Muggins,
    /// A fine that an opponent pays: 1 to 29.
    Penalty,
    /// Anything else, or no reason given: 1 to 29.
    #[default]
    Other,
}

crate::text::string_enum!(PegFor, "what points can be pegged for", {
    Play => "play",
    Go => "go",
    Heels => "heels",
    Hand => "hand",
    Crib => "crib",
    Muggins => "muggins",
    Penalty => "penalty",
    Other => "other",
});

impl PegFor {
    /// Returns true if this number of points can be earned for this reason.
    #[must_use]
    pub const fn can_earn(self, points: u8) -> bool {
        match self {
            PegFor::Play => matches!(points, 1..=14),
            PegFor::Go => points == 1,
            PegFor::Heels => points == 2,
            PegFor::Hand | PegFor::Crib => matches!(points, 1..=18 | 20..=24 | 28 | 29),
            PegFor::Muggins | PegFor::Penalty | PegFor::Other => matches!(points, 1..=29),
        }
    }

    const fn points(self) -> &'static str {
        match self {
            PegFor::Play => "1 to 14",
            PegFor::Go => "1",
            PegFor::Heels => "2",
            PegFor::Hand | PegFor::Crib => "1 to 18, 20 to 24, 28 or 29",
            PegFor::Muggins | PegFor::Penalty | PegFor::Other => "1 to 29",
        }
    }

    /// Returns true if the rules let a game be won by points for this reason.
    pub(super) const fn can_win(self, rules: &Rules) -> bool {
        match self {
            PegFor::Heels => rules.heels_can_win,
            PegFor::Go => rules.go_can_win,
            _ => true,
        }
    }
}

impl Peg {
    /// Checks the peg for a game with this number of sides.
    pub(super) fn check(&self, sides: usize, rules: &Rules) -> Result<(), PegError> {
        let &Peg { side, points, earned_by, starter, .. } = self;
        if usize::from(side) >= sides {
            return Err(PegError::Side { given: side, sides });
        }
        if earned_by == PegFor::Muggins && !rules.muggins {
            return Err(PegError::Muggins);
        }
        if !earned_by.can_earn(points) {
            return Err(PegError::Points { given: points, earned_by });
        }
        match (&self.cards, starter, earned_by) {
            (None, None, _) => Ok(()),
            (None, Some(starter), PegFor::Heels) if starter.rank() == Rank::Jack => Ok(()),
            (None, Some(starter), PegFor::Heels) => Err(PegError::NoJack { starter }),
            (None, Some(_), _) => Err(PegError::Starter),
            (Some(cards), _, PegFor::Hand | PegFor::Crib) => {
                let hand = Hand::new(cards, starter, earned_by == PegFor::Crib)?;
                let counted = hand.total(rules);
                if counted == points { Ok(()) } else { Err(PegError::Counted { given: points, counted }) }
            }
            (Some(_), _, _) => Err(PegError::Cards { earned_by }),
        }
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
    /// So many points cannot be earned for this reason.
    #[error("{given} cannot be pegged for {earned_by}, only {}.", earned_by.points())]
    Points {
        /// The points.
        given: u8,
        /// The reason for the points.
        earned_by: PegFor,
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
