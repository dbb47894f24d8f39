//! The show: the count of a hand or the crib after the play.

mod call;
mod items;
pub(crate) mod lookup;

use arrayvec::ArrayVec;
use thiserror::Error;

pub use lookup::TotalsByStarter;

use crate::card::{Card, CardSet};
use crate::rules::Rules;

/// Four cards, a player's or the crib's, with the starter once it is cut. All are different.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hand {
    cards: [Card; 4],
    starter: Option<Card>,
    crib: bool,
}

impl Hand {
    /// A hand, or the crib, of these cards. Without a starter it is judged before the cut.
    ///
    /// # Errors
    ///
    /// Returns an error if there are not four cards, or one of them or the starter is there twice.
    pub fn new(cards: &[Card], starter: Option<Card>, crib: bool) -> Result<Hand, HandError> {
        let four = cards.try_into().map_err(|_| HandError::NotFour { given: cards.len() })?;
        let mut seen = CardSet::default();
        if let Some(place) = cards.iter().position(|card| !seen.insert(*card)) {
            return Err(HandError::Duplicate { card: cards[place], place });
        }
        if let Some(card) = starter.filter(|card| seen.contains(*card)) {
            return Err(HandError::StarterInHand { card });
        }
        Ok(Hand { cards: four, starter, crib })
    }

    /// A player's hand of four cards that are known to differ, before the cut.
    pub(crate) const fn before_cut(cards: [Card; 4]) -> Hand {
        Hand { cards, starter: None, crib: false }
    }

    /// The starter, once it is cut.
    #[must_use]
    pub const fn starter(&self) -> Option<Card> {
        self.starter
    }

    /// Returns true if this is the crib, where a flush needs the starter.
    #[must_use]
    pub const fn is_crib(&self) -> bool {
        self.crib
    }

    /// The four cards, without the starter.
    #[must_use]
    pub const fn cards(&self) -> &[Card; 4] {
        &self.cards
    }

    /// The four cards in the order they were given, then the starter.
    #[must_use]
    pub fn with_starter(&self) -> ArrayVec<Card, 5> {
        self.cards.into_iter().chain(self.starter).collect()
    }

    /// Counts the hand and says how.
    ///
    /// # Examples
    ///
    /// ```
    /// use pegout_engine::{Card, Hand, Rules};
    ///
    /// let cards: Vec<Card> = ["8S", "7H", "7D", "AC"].iter().map(|card| card.parse()).collect::<Result<_, _>>()?;
    /// let show = Hand::new(&cards, None, false)?.show(&Rules::default());
    /// assert_eq!(show.total, 8);
    /// assert_eq!(show.call, "Fifteen two, fifteen four, fifteen six, and a pair is eight.");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn show(&self, rules: &Rules) -> Show {
        let (items, pattern) = items::find(self, rules);
        let total = items.iter().map(|item| item.points).sum();
        let call = call::spoken(&items);
        Show { total, items, patterns: pattern.into_iter().collect(), call }
    }
}

/// Cards that are no hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HandError {
    /// A hand or crib has four cards.
    #[error("A hand or crib has four cards without the starter, and here {} {given}.", if *given == 1 { "is" } else { "are" })]
    NotFour {
        /// The number that was given.
        given: usize,
    },
    /// A card is there twice.
    #[error("There is only one {card} in the pack, and here it stands twice.")]
    Duplicate {
        /// The card.
        card: Card,
        /// The place, from 0, at which it stands again.
        place: usize,
    },
    /// The starter is one of the four cards.
    #[error("The starter {card} is also among the four cards, and there is only one in the pack.")]
    StarterInHand {
        /// The card.
        card: Card,
    },
}

/// A hand counted, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Show {
    /// The points, 0 to 29; never 19, 25, 26 or 27.
    #[cfg_attr(feature = "utoipa", schema(minimum = 0, maximum = 29))]
    pub total: u8,
    /// The scoring combinations, in counting order: fifteens, pairs, runs, flush, nobs.
    pub items: Vec<Item>,
    /// The name of the hand's run and pairs together, when they have one.
    pub patterns: Vec<Pattern>,
    /// The count as it is spoken at the table, in English.
    #[cfg_attr(feature = "utoipa", schema(examples("Fifteen two, fifteen four, and a pair is six.")))]
    pub call: String,
}

/// One thing that scores in the show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub struct Item {
    /// The kind of combination.
    pub kind: ItemKind,
    /// The cards that make it: a run's by rank, the others in the order they were given, the starter last.
    #[cfg_attr(feature = "utoipa", schema(value_type = Vec<Card>, min_items = 1, max_items = 5))]
    pub cards: ArrayVec<Card, 5>,
    /// The points, 1 to 12.
    #[cfg_attr(feature = "utoipa", schema(minimum = 1, maximum = 12))]
    pub points: u8,
}

/// A kind of combination that scores in the show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub enum ItemKind {
    /// Cards that add up to 15: 2 points.
    Fifteen,
    /// Two cards of a rank: 2 points.
    Pair,
    /// Three cards of a rank: 6 points.
    PairRoyal,
    /// Four cards of a rank: 12 points.
    DoublePairRoyal,
    /// Three, four or five ranks in a row: a point a card.
    Run,
    /// The hand's four cards of one suit: 4 points; 5 with the starter, as the crib needs it.
    Flush,
    /// The jack of the starter's suit: 1 point.
    Nobs,
}

/// A run that comes more than once because of its pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
pub enum Pattern {
    /// Two runs of three and a pair: 8 points.
    DoubleRunOfThree,
    /// Two runs of four and a pair: 10 points.
    DoubleRunOfFour,
    /// Three runs of three and a pair royal: 15 points.
    TripleRun,
    /// Four runs of three and two pairs: 16 points.
    DoubleDoubleRun,
}
